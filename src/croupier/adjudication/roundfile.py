"""The part of a round file that every game has; a game adds its own wagers and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.cards import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 1_000_000
"""The most bytes of a round file: far more than a round can need, far less than a memory."""
MOST_ENTRIES = 500
MOST_CENTS = 1_000_000_000_000
MOST_BOXES = 100
LONGEST_NAME = 100

Amount = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Asked = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
"""An amount in a decision: nothing at all is for the rules to refuse."""
BoxNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
HandPlace = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Cards = Annotated[list[Card], msgspec.Meta(max_length=MOST_ENTRIES)]

_CENTS = f"{MOST_CENTS:,}"
_NAME = f"a name of 1 to {LONGEST_NAME} characters"
_BOX = f"the number of a box from 1 to {MOST_BOXES}"
NEEDS = {
    "": "an object",
    "instrument": "the id of an instrument",
    "options": "an object",
    "cards": f"a list of no more than {MOST_ENTRIES} cards",
    "cards[]": "a card",
    "wagers": f"a list of no more than {MOST_ENTRIES} wagers",
    "wagers[]": "an object",
    "wagers[].box": _BOX,
    "wagers[].player": _NAME,
    "wagers[].amount": f"a whole number of cents from 1 to {_CENTS}",
    "wagers[].seated": "true or false",
    "decisions": f"a list of no more than {MOST_ENTRIES} decisions",
    "decisions[]": "an object",
    "decisions[].box": _BOX,
    "decisions[].hand": "the place of a hand, from 1",
    "decisions[].player": _NAME,
    "decisions[].on": _NAME,
    "decisions[].amount": f"a whole number of cents from 0 to {_CENTS}",
    "decisions[].stakes": "an object from players to amounts",
    "decisions[].stakes[]": f"a whole number of cents from 0 to {_CENTS}",
    "decisions[].players": "a list of players",
    "decisions[].players[]": _NAME,
}
"""What a field takes, for the message where it is given something else."""


class RoundFileError(ValueError):
    """A file that is not a round; the message names the field and what is wrong with it."""


class Heading(msgspec.Struct, frozen=True):
    """What must be read first, because it says how to read the rest."""

    instrument: str


class RoundFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One round as somebody wrote it down."""

    instrument: str
    options: msgspec.Raw = msgspec.Raw(b"{}")
    cards: Cards


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A wager, or under its action a decision."""


def check_decks(cards: Sequence[Card], decks: int) -> None:
    """Refuse a card that so many decks cannot hold."""
    if len(cards) <= decks:
        return
    seen: dict[Card, int] = {}
    for place, card in enumerate(cards):
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > decks:
            hold = "1 deck does" if decks == 1 else f"{decks} decks do"
            raise RoundFileError(f"cards[{place}]: {hold} not hold {card} {seen[card]} times")
