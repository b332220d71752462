"""The features of a case that a limb of blackjack may ask for, and the cases that can occur.

The limbs themselves stand in the data file of each instrument, under `limbs` and `pay_tables`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from croupier.rulebook.settlement_tables import Feature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.cards import Card
    from croupier.rulebook.settlement_tables import Case

HIGHER, EQUAL, LOWER, NONE = "higher", "equal", "lower", "none"
LEAST, MOST = 2, 31
"""The total of a single two, and the highest total that a limb can tell from others.

A card that was laid on the wrong hand counts there, so a hand may show more. It counts as 31.
"""
_TENS = range(4)

FEATURES = (
    Feature("player_total", "The total of the player's hand.", tuple(range(LEAST, MOST + 1))),
    Feature("dealer_total", "The total of the dealer's hand.", tuple(range(LEAST, MOST + 1))),
    Feature("player_blackjack", "True if the player's hand is a Blackjack.", (True, False)),
    Feature("dealer_blackjack", "True if the dealer's hand is a Blackjack.", (True, False)),
    Feature(
        "totals",
        "The player's total compared with the dealer's.",
        (HIGHER, EQUAL, LOWER),
    ),
    Feature(
        "blackjack_rank",
        "The ten-value card of the player's Blackjack compared with that of the dealer's, if "
        "both have one.",
        (HIGHER, EQUAL, LOWER, NONE),
    ),
)


@dataclass(frozen=True, slots=True)
class Showing:
    """The total that a hand shows at the end, and if it is a Blackjack."""

    total: int
    blackjack: bool
    rank: int = 0
    """The rank of the ten-value card of a Blackjack against another's."""


def case_of(player: Showing, dealer: Showing) -> Case:
    """Return what a limb may ask of two hands."""
    both = player.blackjack and dealer.blackjack
    return {
        "player_total": _within_bounds(player.total),
        "dealer_total": _within_bounds(dealer.total),
        "player_blackjack": player.blackjack,
        "dealer_blackjack": dealer.blackjack,
        "totals": _compared(player.total, dealer.total),
        "blackjack_rank": _compared(player.rank, dealer.rank) if both else NONE,
    }


def _within_bounds(total: int) -> int:
    return max(LEAST, min(total, MOST))


def _compared(player: int, dealer: int) -> str:
    if player == dealer:
        return EQUAL
    return HIGHER if player > dealer else LOWER


def cases(player_totals: Iterable[int]) -> Iterator[Case]:
    """Yield every case of hands that may wait for the settlement.

    The dealer draws up to 17 where a hand of the player's waits for a total. A Blackjack waits for
    the dealer's second card alone, and a hand that has bust for nothing.
    """
    drawn = [Showing(total, False) for total in range(17, 27)]
    blackjacks = [Showing(21, True, rank) for rank in _TENS]
    second_cards = [Showing(total, False) for total in range(12, 17)]
    single_cards = [Showing(total, False) for total in range(LEAST, 12)]
    for total in player_totals:
        waiting = [*single_cards, *second_cards] if total > 21 else []
        for dealer in (*waiting, *drawn, *blackjacks):
            yield case_of(Showing(total, False), dealer)
    for player in blackjacks:
        for dealer in (*second_cards, *drawn, *blackjacks):
            yield case_of(player, dealer)


# --- Super Sevens

SEVENS_FEATURES = (
    Feature("sevens", "How many sevens the box got before any other card.", (0, 1, 2, 3)),
    Feature("suited", "True if two or three sevens are of one suit.", (True, False)),
)
THREE_SUITED_SEVENS: Case = {"sevens": 3, "suited": True}


def case_of_sevens(cards: Sequence[Card]) -> Case:
    """Return what a row may ask of the first one, two or three cards of a box."""
    sevens = list(takewhile(lambda card: card.rank == "7", cards))
    suited = len(sevens) > 1 and len({card.suit for card in sevens}) == 1
    return {"sevens": len(sevens), "suited": suited}


def cases_of_sevens() -> Iterator[Case]:
    """Yield every case of the first cards of a box."""
    for sevens in (0, 1, 2, 3):
        for suited in (False, True) if sevens > 1 else (False,):
            yield {"sevens": sevens, "suited": suited}
