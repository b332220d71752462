"""One adjudicated round: what came of it, and the story that leads there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.adjudication.answer import Answer, Refusal
    from croupier.rulebook.instruments import Instrument


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, and the clauses under which it did."""

    text: str
    clauses: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the round, told in order."""

    title: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Account:
    """A round file as it was adjudicated; its story is told only to who asks for it."""

    instrument: Instrument
    options: Mapping[str, Any]
    """Every option of the table, decided."""
    result: Answer | Refusal
    tell: Callable[[], list[Chapter]]
