"""The cut: where a stack may be parted, and where the cutting card then goes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from croupier.cards import DECK_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

C = TypeVar("C")


class CutOutOfRange(ValueError):
    """A cutting card placed where it may not be; `allowed` says where it may."""

    def __init__(self, asked: int, allowed: range) -> None:
        least, most = allowed.start, allowed.stop - 1
        where = f"{least}" if least == most else f"{least} to {most}"
        super().__init__(f"the cutting card goes in at {where} cards, not at {asked}")
        self.asked = asked
        self.allowed = allowed


def front_cut_range(cards: int) -> range:
    """How many cards may lie in front of the cut: at least a deck, and a deck behind it.

    Under two decks nothing is a deck in from either end; the middle comes nearest.
    """
    _some(cards)
    if cards < 2 * DECK_SIZE:
        return _only(cards // 2)
    return range(DECK_SIZE, cards - DECK_SIZE + 1)


def cutting_card_range(cards: int, tolerance: int = 0, *, least: int = DECK_SIZE) -> range:
    """How far from the back the cutting card may go in: `least` cards up to half of the stack.

    The half is approximate, so a shoe recorded from a real table may allow it a `tolerance`;
    the least is not. A stack too small for both bounds keeps the half and gives up the least,
    so that the cutting card goes in at the middle, where such a stack is cut.
    """
    _some(cards)
    if tolerance < 0:
        raise ValueError("a tolerance is a number of cards, not less than 0")
    half = cards // 2
    most = min(half + tolerance, cards)
    return range(least if least <= most else half, most + 1)


def cut(stack: Sequence[C], front: int, allowed: range | None = None) -> tuple[C, ...]:
    """The stack after its first `front` cards have gone to the back, their order kept."""
    _check(front, front_cut_range(len(stack)) if allowed is None else allowed)
    return (*stack[front:], *stack[:front])


def place_cutting_card(cards: int, from_back: int, allowed: range | None = None) -> int:
    """How many cards come out before a cutting card put in `from_back` cards from the back."""
    _check(from_back, cutting_card_range(cards) if allowed is None else allowed)
    return cards - from_back


def _some(cards: int) -> None:
    if cards < 1:
        raise ValueError("there are no cards to cut")


def _only(place: int) -> range:
    return range(place, place + 1)


def _check(asked: int, allowed: range) -> None:
    if asked not in allowed:
        raise CutOutOfRange(asked, allowed)
