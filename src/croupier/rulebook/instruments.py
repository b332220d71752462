"""Loading the instruments: every clause and every option, in our own words, validated."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from croupier.rulebook.citing import Clauses, UnknownClause


class Kind(StrEnum):
    """What a clause asks of the program."""

    DEFINITION = "definition"
    ENFORCEABLE = "enforceable"
    PROCEDURE = "procedure"
    POWER = "operator-power"
    NOTICE = "notice"
    PHYSICAL = "physical"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its id, its kind, and what it demands."""

    id: str
    kind: Kind
    says: str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One choice that the text leaves open, its readings and its default."""

    name: str
    says: str
    clauses: tuple[str, ...]
    type: str = "choice"
    """`choice` (one of `readings`), `flag`, `number`, `amount`, `list` or `limits`."""
    readings: dict[str, str] = {}
    default: Any = None
    fixed: bool = False
    required: bool = False
    minimum: int | None = None
    maximum: int | None = None


class Instrument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One instrument: who made it, its parts, its clauses in order, its options."""

    id: str
    game: str
    title: str
    number: str
    authority: str
    signed: str
    commences: str | None
    parts: dict[str, str]
    clauses: tuple[Clause, ...]
    options: tuple[Option, ...]

    @property
    def by_id(self) -> dict[str, Clause]:
        found = self.__dict__.get("_by_id")
        if found is None:
            found = self.__dict__["_by_id"] = {clause.id: clause for clause in self.clauses}
        return found

    def cite(self, *ids: str) -> Clauses:
        """The clauses as a citation; one that the instrument does not have is an error."""
        for clause in ids:
            if clause not in self.by_id:
                raise UnknownClause(f"{self.id} has no clause {clause}")
        return Clauses(ids)


_DATA = resources.files("croupier.rulebook") / "data"


@cache
def instruments() -> tuple[str, ...]:
    """The ids of the instruments in the rulebook."""
    return tuple(
        sorted(
            entry.name.removesuffix(".json") for entry in _DATA.iterdir() if "--" not in entry.name
        )
    )


@cache
def load(instrument: str) -> Instrument:
    """An instrument by its id."""
    if instrument not in instruments():
        raise LookupError(f"unknown instrument {instrument!r}; known: {', '.join(instruments())}")
    text = (_DATA / f"{instrument}.json").read_bytes()
    return msgspec.json.decode(text, type=Instrument)
