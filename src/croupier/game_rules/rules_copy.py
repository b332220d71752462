"""A copy of the rules of one table: what its sign says, how it reads what the text leaves open, and
every clause in our own words.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.game_rules import signs
from croupier.money import money
from croupier.rulebook import instrument_life

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Instrument, Option
    from croupier.table.table import Table


class Provision(msgspec.Struct, frozen=True):
    """Something that holds at the table, with the clauses that it comes from."""

    says: str
    clauses: tuple[str, ...]


class InstrumentPart(msgspec.Struct, frozen=True):
    """A part of the instrument: its number, its heading, and its clauses in order."""

    number: str
    heading: str
    clauses: tuple[Provision, ...]


class RulesCopy(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is handed to whoever asks at the table."""

    instrument: str
    title: str
    number: str
    authority: str
    sign: tuple[Provision, ...]
    readings: tuple[Provision, ...]
    """What was chosen at this table where the text leaves it open."""
    parts: tuple[InstrumentPart, ...]
    notice: str | None = None
    """That the instrument is not in force, where it is over or not begun."""

    @property
    def made_by(self) -> str:
        """The instrument with its number, if it has one, and its authority."""
        number = "" if self.number == "unnumbered" else f" ({self.number})"
        return f"{self.title}{number}, {self.authority}"

    @property
    def text(self) -> str:
        """The whole of it, to be printed."""
        heading = [self.made_by, *([self.notice] if self.notice else [])]
        return "\n".join([*heading, *self._lines()])

    def _lines(self) -> Iterator[str]:
        for heading, said in (("The sign", self.sign), ("At this table", self.readings)):
            yield f"\n{heading}\n"
            yield from (f"- {each.says} ({', '.join(each.clauses)})" for each in said)
        for part in self.parts:
            yield f"\n{part.number}. {part.heading}\n"
            yield from (f"{each.clauses[0]}  {each.says}" for each in part.clauses)


def copy_of(table: Table) -> RulesCopy:
    """The rules of a table as they are now."""
    game, book = table.game, table.game.instrument
    shown = signs.sign(game, table.sign.of) if table.sign.limits else ()
    return RulesCopy(
        instrument=book.id,
        title=book.title,
        number=book.number,
        authority=book.authority,
        sign=tuple(Provision(said.value, tuple(said.clauses)) for said in shown),
        readings=tuple(
            Provision(f"{option.says} {_chosen(option, game.options[option.name])}", option.clauses)
            for option in book.options
        ),
        parts=_parts(book),
        notice=_notice(table),
    )


def _parts(book: Instrument) -> tuple[InstrumentPart, ...]:
    """Every clause once through: a table's copy is made while others play."""
    provisions: dict[str, list[Provision]] = {number: [] for number in book.parts}
    for clause in book.clauses:
        provisions[clause.part].append(Provision(clause.says, (clause.id,)))
    return tuple(
        InstrumentPart(number, heading, tuple(provisions[number]))
        for number, heading in book.parts.items()
    )


def _notice(table: Table) -> str | None:
    if not table.opened_at:
        return None
    day = datetime.fromtimestamp(table.opened_at / 1000, UTC).date()
    return instrument_life.notice(table.game.instrument, day)


def _chosen(option: Option, value: Any) -> str:
    """What a table has chosen, in words."""
    match value:
        case None:
            return "None."
        case bool():
            return option.readings.get(str(value).lower(), str(value))
        case dict():
            each = (f"{wager}: {_amounts(amount)}" for wager, amount in value.items())
            return f"{'; '.join(each) or 'none'}."
        case list() | tuple():
            each = (option.readings.get(str(item)) or _amounts(item) for item in value)
            return " ".join(each) or "None."
    if option.type == "amount":
        return f"{money(value)}."
    return option.readings.get(str(value), f"{value}.")


def _amounts(value: Any) -> str:
    return " to ".join(money(each) for each in ([value] if isinstance(value, int) else value))
