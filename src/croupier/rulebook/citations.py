"""Citing is a type: a `Clauses` value can only be had from an instrument that has those clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Generic, NewType, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Clauses = NewType("Clauses", tuple[str, ...])
"""Clause ids of the instrument in force, as facts and refusals carry them."""

NOTHING = Clauses(())
"""The citation of a rule that an instrument does not have."""

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


class NotYet(Refused):
    """What the rules refuse as things stand, and will not when somebody has seen to it."""


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that keeps a document from being used, and the clauses that want it otherwise."""

    field: str
    says: str
    clauses: Clauses

    def __str__(self) -> str:
        return f"{self.field}: {self.says}"

    @property
    def cited(self) -> str:
        """With its clauses."""
        return f"{self} ({', '.join(self.clauses)})"


def must_be_free_of(objections: Iterable[Objection], document: str = "") -> None:
    """Refuse a document with everything that is objected to in it at once."""
    found = tuple(objections)
    if found:
        clauses = dict.fromkeys(clause for each in found for clause in each.clauses)
        raise Refused("; ".join(f"{document}{each}" for each in found), Clauses(tuple(clauses)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 13.1(f)?` for `13.1f`, or nothing if nothing comes near."""
    plain: dict[str, list[str]] = {}
    for name in known:
        plain.setdefault(_plain(name), []).append(name)
    asked = _plain(word)
    near = [asked] if asked in plain else get_close_matches(asked, plain, n=3)
    names = [name for match in near for name in plain[match]]
    return f"; did you mean {' or '.join(names)}?" if names else ""


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9.]", "", text.lower())
