"""Exercises: a table at which the house makes a mistake, and a trainee who puts it right.

An exercise is a round file of the second edition, cut in two where the trainee comes in: what
happened until then, and what the rules want done about it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument

Entry = dict[str, Any]
"""An entry of a script, as a round file writes it."""
DEAL_ON: Entry = {"deal": "all"}
WRONG_HAND = (
    "The {0} that the dealer has just dealt lies on the wrong hand, as everybody sees at once."
)
"""The beginning of an exercise with a misplaced card, which it names."""


class Mistake(StrEnum):
    """What the house can do wrong, or a patron try, at a table of the school."""

    WRONG_PAYMENT = "wrong-payment"
    EXPOSED_CARD = "exposed-card"
    EXCESS_CARD = "excess-card"
    MISPLACED_CARD = "misplaced-card"
    LATE_WAGER = "late-wager"
    SHORT_WAGER = "short-wager"
    DISPUTE = "dispute"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        return _MISTAKES[self]


_MISTAKES = {
    Mistake.WRONG_PAYMENT: "a wager was paid wrongly",
    Mistake.EXPOSED_CARD: "a card was seen that should not have been",
    Mistake.EXCESS_CARD: "a card was drawn too many",
    Mistake.MISPLACED_CARD: "a card lies where it does not belong",
    Mistake.LATE_WAGER: "a wager comes too late",
    Mistake.SHORT_WAGER: "a wager is short, or missing",
    Mistake.DISPUTE: "a player disputes what was done",
    Mistake.NOTHING: "nothing is wrong",
}


class Exercise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mistake at a table, and what the rules want done about it."""

    name: str
    mistake: Mistake
    told: str
    """What the trainee is told beside what lies on the table."""
    file: dict[str, Any]
    """A round file; its script is the whole round, put right."""
    act: int
    """The place in the script, from 1, at which the trainee comes in."""
    acts: int = 1
    """How many of its entries from there on are the trainee's to give; none if nothing is."""
    tried: Entry | None = None
    """What somebody tries at that place, and the rules refuse."""
    others: tuple[tuple[Entry, ...], ...] = ()
    """What the rules leave open to do instead."""
    clauses: tuple[str, ...] = ()
    """What decides it, where nothing that is done or refused says so."""

    @property
    def instrument(self) -> str:
        return str(self.file["instrument"])

    @property
    def before(self) -> list[Entry]:
        return list(self.file["script"][: self.act - 1])

    @property
    def wanted(self) -> list[Entry]:
        """What the rules want, as entries of a script."""
        return list(self.file["script"][self.act - 1 : self.act - 1 + self.acts])

    @property
    def since(self) -> list[Entry]:
        """What the rules want, and what came after it until the round was over."""
        return list(self.file["script"][self.act - 1 :])

    @property
    def paid(self) -> list[dict[str, Any]]:
        """What the dealer of the exercise paid, as far as it says so."""
        return list(self.file.get("paid", ()))


class NotAnExercise(ValueError):
    """A file that cannot be set as an exercise; the message says why."""


@cache
def catalogue(instrument: str | Instrument) -> Mapping[str, Exercise]:
    """The exercises that come with the program, by name, in the order of their mistakes."""
    book = load(instrument)
    source = files("croupier.school").joinpath("data", f"{book.basis}.json")
    if not source.is_file():
        return {}
    listed = msgspec.json.decode(source.read_bytes(), type=list[Exercise])
    order = list(Mistake)
    return {each.name: each for each in sorted(listed, key=lambda one: order.index(one.mistake))}
