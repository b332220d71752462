"""The features of two hands that a limb of Hold'em may ask for, and the cases that can occur.

The limbs themselves stand in the data file of the instrument, under `limbs` and `pay_tables`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.ranking import PokerHand, kind
from croupier.rulebook.settlement_tables import Feature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.settlement_tables import Case

HIGHER, EQUAL, LOWER = "higher", "equal", "lower"
NAMES = {hand: hand.name.lower() for hand in PokerHand}
FEATURES = (
    Feature("player_hand", "The kind of the player's hand.", tuple(NAMES.values())),
    Feature("dealer_hand", "The kind of the dealer's hand.", tuple(NAMES.values())),
    Feature("dealer_qualifies", "True if the dealer has a pair or better.", (True, False)),
    Feature("hands", "The player's hand compared with the dealer's.", (HIGHER, EQUAL, LOWER)),
)


def qualifies(dealer: int) -> bool:
    """True if the dealer's hand is good enough to play."""
    return kind(dealer) >= PokerHand.ONE_PAIR


def case_of(player: int, dealer: int) -> Case:
    """Return what a limb may ask of two hands by their ranks."""
    compared = EQUAL if player == dealer else HIGHER if player > dealer else LOWER
    return {
        "player_hand": NAMES[kind(player)],
        "dealer_hand": NAMES[kind(dealer)],
        "dealer_qualifies": qualifies(dealer),
        "hands": compared,
    }


def case_of_kinds(player: PokerHand, dealer: PokerHand, hands: str) -> Case:
    """Return what a limb may ask of hands of two kinds."""
    return {
        "player_hand": NAMES[player],
        "dealer_hand": NAMES[dealer],
        "dealer_qualifies": dealer >= PokerHand.ONE_PAIR,
        "hands": hands,
    }


def cases() -> Iterator[Case]:
    """Yield every case of two hands: those of one kind may be higher, lower or level."""
    for player in PokerHand:
        for dealer in PokerHand:
            if player is not dealer:
                yield case_of_kinds(player, dealer, HIGHER if player > dealer else LOWER)
            elif player is PokerHand.ROYAL_FLUSH:
                yield case_of_kinds(player, dealer, EQUAL)
            else:
                for hands in (HIGHER, EQUAL, LOWER):
                    yield case_of_kinds(player, dealer, hands)
