"""A record in words, line by line, as the desks of tables, tournaments and promotions show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.web.html.cited_lines import CitedLine, told
from croupier.web.html.template_environment import words
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.record import Entry


@dataclass(frozen=True, slots=True)
class LineInWords:
    """A line of a record: who asked what when, and what followed."""

    number: int
    when: str
    by: str
    asked: str
    facts: tuple[CitedLine, ...]


def _title(command: Command) -> str:
    return str(command.__struct_config__.tag).replace("-", " ").capitalize()


def in_words(
    instrument: str,
    entries: Iterable[tuple[int, Entry]],
    asked: Callable[[Command], str] = _title,
) -> Iterator[LineInWords]:
    """Entries of a record, each with its line; `asked` says in words what was asked."""
    for number, entry in entries:
        yield LineInWords(
            number,
            local_moment(entry.at),
            f"{entry.by} ({words(entry.role)})",
            asked(entry.command),
            tuple(told(instrument, entry.facts, spoken=True)),
        )
