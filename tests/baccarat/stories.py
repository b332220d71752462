"""Coups at random: any cards, wagers and options; pairs and naturals oftener than by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from tests.baccarat.cases import rules

from croupier.cards import DECK, Card
from croupier.games.baccarat.round import Round
from croupier.games.baccarat.wager_rules import NO_BOX, bets_in_play, close_betting
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.wagers import Admitted

KINDS = ("banker", "player", "tie", "banker-pair", "player-pair")
PATRONS = ("X", "Y", "Z")


@dataclass(frozen=True)
class Story:
    """What a random coup is made of; the same story always makes the same coup."""

    options: dict[str, Any]
    wagers: list[Wager]
    cards: list[Card]

    @property
    def rules(self) -> BaccaratRules:
        return rules(**self.options)

    def close(self) -> list[Admitted]:
        table = self.rules
        return close_betting(table, Sign.from_options(table.options), self.wagers)

    def play(self) -> Round:
        game = Round(self.rules, bets_in_play(self.close()))
        cards = iter(self.cards)
        while not game.over:
            game.deal(next(cards))
        return game


@st.composite
def stories(draw: st.DrawFn) -> Story:
    limits = st.sampled_from([[2000, 20000], [5000, 6000], [20, 100000]])
    options: dict[str, Any] = {
        "settlement": draw(st.sampled_from("AB")),
        "side_bets": [draw(st.sampled_from(["perfect-pairs", "canberra-pairs"]))],
        "limit_basis": draw(st.sampled_from(["per_option", "aggregate"])),
        "limits": draw(st.dictionaries(st.sampled_from(KINDS), limits)),
        "multiples": draw(
            st.dictionaries(st.sampled_from(KINDS), st.sampled_from([100, 300, 500]))
        ),
        "differential": draw(st.none() | st.integers(1, 30).map(lambda n: n * 500)),
    }
    keys = st.tuples(st.sampled_from(PATRONS), st.sampled_from(KINDS))
    wagers = [
        Wager(NO_BOX, patron, kind, draw(st.integers(1, 300)) * 100)
        for patron, kind in draw(st.lists(keys, max_size=8, unique=True))
    ]
    same = draw(st.sampled_from(["", "K", "6", "9"]))
    some = [card for card in DECK if not same or card.rank in f"{same}23"]
    cards = draw(st.lists(st.sampled_from(some), min_size=6, max_size=6))
    return Story(options, wagers, cards)
