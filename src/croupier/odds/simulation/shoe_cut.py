"""Where a shoe begins and ends: the burn, and the cutting card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.game_rules import game_of
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from croupier.game_rules import Rules
    from croupier.odds.question import Question

    Penetration = float | Literal["cut"] | None
    """A part of the shoe, the cut that the rules ask for, or a fresh shoe each round."""

CUT: Literal["cut"] = "cut"


class ShoeCut(NamedTuple):
    """What a shoe is dealt between."""

    burnt: int
    """Cards that nobody sees, before the first round."""
    place: int
    """Cards in front of the cutting card; 0 for a fresh shoe each round."""


FRESH = ShoeCut(0, 0)
"""From a fresh shoe an unseen card is as good as any other, so none is burnt."""


def read_penetration(text: str | None) -> Penetration:
    """A part of the shoe as a person writes it, or the cut of the rules."""
    if text is None or text == CUT:
        return text
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"penetration: {text} is no part of the shoe, and not {CUT}") from None


def cut_of(rules: Rules, place: int) -> ShoeCut:
    """The cutting card at a place, with the burn that the rules prescribe."""
    if not place:
        return FRESH
    return ShoeCut(game_of(rules.instrument)(rules).burns_on_new_shoe(), place)


def place_of(asked: Question, penetration: Penetration) -> int:
    """How many cards lie in front of the cutting card; 0 if there is none."""
    if penetration is None:
        return 0
    rules, cards = asked.rules, asked.shoe.total
    book = rules.instrument
    why_not = SIMULATIONS.of(book).why_no_cut if book in SIMULATIONS else None
    if why_not is not None:
        raise ValueError(f"penetration: {why_not}")
    if rules.options.get("device", Device.SHOE) != Device.SHOE:
        raise ValueError("penetration: an automated shuffling shoe has no cutting card")
    if penetration == CUT:
        return deepest_cut(rules, cards)
    if not 0 < penetration < 1:
        raise ValueError(f"penetration: {penetration} is not a part of the shoe between 0 and 1")
    return max(int(penetration * cards), 1)


def deepest_cut(rules: Rules, cards: int) -> int:
    """The place of a cutting card that goes in as near to the back as the rules allow.

    Blackjack Challenge allows the very back, where no round could end: a deck is left there, as
    the other rules of blackjack ask. A game without a simulation leaves a deck there too.
    """
    book = rules.instrument
    least = game_of(rules.instrument)(rules).cutting_card_depths(cards).start
    kept = SIMULATIONS.of(book).left_at_the_back if book in SIMULATIONS else DECK_SIZE
    return cards - max(least, min(kept, cards // 2))
