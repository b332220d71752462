"""Any command of a table at all: well formed, and mostly out of place."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from tests.table_support import NOW

from croupier.cards import DECK, Card
from croupier.table.tournament_play import TableTerms

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command

NAMES = ("ana", "bob", "cat", "don", "zed", "")

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from(NAMES),
    "person": st.sampled_from(NAMES),
    "for_player": st.sampled_from(NAMES),
    "box": st.integers(-1, 6),
    "hand": st.integers(-1, 4),
    "amount": st.sampled_from([0, 5_00, 7_50, 10_00, 12_34, 50_00, 600_00, -10_00]),
    "wager": st.sampled_from(["main", "any-pairs", "perfect-pairs", "keno"]),
    "draw": st.integers(0, 12),
    "laid_on": st.none() | st.tuples(st.integers(0, 5), st.integers(1, 2)),
    "overlooked": st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 5)), max_size=1).map(
        tuple
    ),
    "number": st.integers(0, 3),
    "round": st.none() | st.integers(0, 12),
    "at": st.integers(0, 320),
    "from_back": st.integers(0, 320),
    "commitment": st.sampled_from([None, "x", "0" * 64]),
    "root": st.sampled_from(["x", "1" * 64]),
    "of": st.sampled_from(["x", "2" * 64]),
    "tip": st.sampled_from(["x", "3" * 64, "4" * 64]),
    "link": st.sampled_from(["x", "3" * 64]),
    "secret": st.sampled_from(["", "00", "00" * 32]),
    "pack": st.none(),
    "limits": st.sampled_from([{}, {"main": (5_00, 100_00)}, {"main": (20_00, 15_00)}]),
    "multiples": st.sampled_from([{}, {"main": 5_00}]),
    "closes": st.sampled_from([NOW - 1, NOW + 10**9]),
    "terms": st.sampled_from([TableTerms(), TableTerms(pass_cards=2)]),
}
_WORDS = st.sampled_from(
    ["", "because", "opening", "rules", "fraud", "disturbance", "casino", "angel", "3.9", "99.9"]
)


def any_command(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{f.name: _BY_NAME.get(f.name, _of(f.type)) for f in fields})


def _of(kind: Any) -> st.SearchStrategy[Any]:
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*(_of(each) for each in get_args(kind)))
    if get_origin(kind) is tuple:
        return st.lists(_of(get_args(kind)[0]), max_size=2).map(tuple)
    if kind is Card:
        return st.sampled_from(DECK)
    if kind is type(None):
        return st.none()
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.sampled_from([-1, 0, 1, 3, 10_00, 20_00, NOW])
    return _WORDS
