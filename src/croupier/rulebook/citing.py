"""Citing is a type: a `Clauses` value can only be had from an instrument that has those clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NewType, TypeVar

Clauses = NewType("Clauses", tuple[str, ...])
"""Clause ids of the instrument in force, as facts and refusals carry them."""

T = TypeVar("T")


class UnknownClause(LookupError):
    """Somebody cited a clause that the instrument does not have."""


class NoRuling(LookupError):
    """No clause of the instrument speaks to the case. Never answered with a guess."""


class Conflict(LookupError):
    """Two clauses claim the case and none is said to prevail."""


@dataclass(frozen=True, slots=True)
class Cited(Generic[T]):
    """A rule's value and the clauses it comes from, travelling together."""

    value: T
    clauses: Clauses


class Refused(Exception):
    """What the rules refuse, with the clauses that refuse it. Nothing has happened."""

    def __init__(self, reason: str, clauses: Clauses) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clauses = clauses

    def __str__(self) -> str:
        return f"{self.reason} ({', '.join(self.clauses)})" if self.clauses else self.reason
