"""Any command of an ACT Blackjack table at all: well formed, and mostly out of place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import strategies as st
from tests.table.driven import BOXES, NAMES, boxes, names
from tests.table_support import APPROVAL, NOW

from croupier.cards import DECK
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.stray_cards import BurntInError, DrawnInError
from croupier.table.acts.voiding import VoidWager
from croupier.table.tournament_play import TableTerms

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command

AMOUNTS = (0, 5_00, 10_00, 15_00, 20_00, 50_00, 120_00, 600_00, 12_34, 10_01, -10_00)

any_card = st.sampled_from(DECK)

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from([*NAMES, "zed", ""]),
    "person": st.sampled_from([*NAMES, "zed"]),
    "for_player": st.sampled_from([*NAMES, "zed"]),
    "on": st.sampled_from([None, *NAMES, "zed"]),
    "box": st.integers(-1, BOXES + 1),
    "hand": st.integers(-1, 4),
    "amount": st.sampled_from(AMOUNTS),
    "limit": st.sampled_from(AMOUNTS),
    "float": st.sampled_from([0, 1_000_00, -1]),
    "wager": st.sampled_from(["main", "perfect-pairs", "super-sevens", "pairs-play", "cards"]),
    "card": any_card,
    "draw": st.integers(0, 12),
    "laid_on": st.none() | st.tuples(st.integers(0, BOXES), st.integers(1, 2)),
    "overlooked": st.lists(st.tuples(names, boxes), max_size=2).map(tuple),
    "number": st.integers(0, 3),
    "round": st.none() | st.integers(0, 12),
    "rounds": st.integers(-1, 5),
    "at": st.integers(0, 210),
    "from_back": st.integers(0, 210),
    "commitment": st.sampled_from([None, "x", "0" * 64]),
    "root": st.sampled_from(["x", "1" * 64]),
    "of": st.sampled_from(["x", "2" * 64]),
    "tip": st.sampled_from(["x", "3" * 64, "4" * 64]),
    "link": st.sampled_from(["x", "3" * 64]),
    "secret": st.sampled_from(["", "00", "00" * 32]),
    "pack": st.none(),
    "occasion": st.sampled_from(["opening", "closing", "lunch"]),
    "ground": st.sampled_from(["impractical", "fraud", "boredom"]),
    "clause": st.sampled_from(["4.3", "16.7", "99.9"]),
    "duty": st.sampled_from(["no-advice", "no-advantage", "approved-procedures", "tea"]),
    "about": st.sampled_from(["rules", "how to play", ""]),
    "chips": st.sampled_from(["gaming", "tournament", "cash"]),
    "device": st.sampled_from([None, "shoe", "shuffler", "hat"]),
    "rectified": st.booleans(),
    "opens": st.just(NOW - 1),
    "closes": st.sampled_from([NOW, NOW + 10**9]),
    "layout": st.sampled_from([None, APPROVAL]),
    "shoe": st.sampled_from([None, APPROVAL]),
    "side_bet_layouts": st.just({}),
    "side_bet_amounts": st.just({}),
    "inscription": st.sampled_from([None, "stand"]),
    "commences": st.sampled_from([None, "2018-10-20", "soon"]),
    "limits": st.sampled_from(
        [{}, {"main": (10_00, 100_00)}, {"main": (20_00, 15_00)}, {"keno": (1, 2)}]
    ),
    "multiples": st.sampled_from([{}, {"main": 5_00}, {"main": 0}]),
    "tracked": st.sampled_from([None, "file 9"]),
    "terms": st.sampled_from([TableTerms(), TableTerms(pass_cards=2)]),
    "seconds": st.sampled_from([0, 10]),
}
_WORDS = st.sampled_from(["", "because"])


def any_command(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields = {
        field.name: _BY_NAME.get(field.name, _WORDS) for field in msgspec.structs.fields(kind)
    }
    if kind in (DrawnInError, BurntInError, Burn):
        fields["card"] = st.none() | any_card
    if kind is VoidEarlierRound:
        fields["round"] = st.integers(0, 12)
    if kind is VoidWager:
        fields["round"] = st.none() | st.integers(0, 12)
        fields["wager"] = st.sampled_from([None, "main", "insurance", "perfect-pairs"])
    return st.builds(kind, **fields)
