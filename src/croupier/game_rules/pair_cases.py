"""The features of two cards that a row of a pay table may ask for, in each game that pays a pair.

A pair is two cards of one printed rank: a ten and a king are none.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS
from croupier.rulebook.settlement_tables import Feature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card
    from croupier.rulebook.settlement_tables import Case

NONE, MIXED, RED, BLACK, PERFECT = "none", "mixed", "coloured red", "coloured black", "perfect"
_PRINTED = {rank: "10" if rank == "T" else rank for rank in RANKS}

FEATURES = (
    Feature(
        "pair",
        "The suits of the pair: red and black, both red, both black, or one suit.",
        (NONE, MIXED, RED, BLACK, PERFECT),
    ),
    Feature("rank", "The printed rank of the pair.", (NONE, *_PRINTED.values())),
    Feature("suited", "True if both cards are of one suit.", (True, False)),
)


@cache
def case_of(first: Card, second: Card) -> Case:
    """Return what a row may ask of two cards."""
    suited = first.suit == second.suit
    if first.rank != second.rank:
        return {"pair": NONE, "rank": NONE, "suited": suited}
    kind = PERFECT if suited else MIXED
    if not suited and first.is_red == second.is_red:
        kind = RED if first.is_red else BLACK
    return {"pair": kind, "rank": _PRINTED[first.rank], "suited": suited}


def cases() -> Iterator[Case]:
    """Yield every case of two cards."""
    for second in DECK[:2] + DECK[13:15]:
        yield case_of(DECK[0], second)
    for rank in range(len(RANKS)):
        cards = DECK[rank::13]
        for first in cards:
            for second in cards:
                yield case_of(first, second)
