"""The record of a promotion in words, line by line."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Role
from croupier.promotion.rules import INSTRUMENT
from croupier.table.facts import Notified
from croupier.web.console.command_list import title_of
from croupier.web.desk.page_model import Told
from croupier.web.html.words import told
from croupier.wording.promotion import WORDS
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.casino.store.contract import Placed

FACTS: Any = reduce(or_, WORDS, Notified)


class _Asked(msgspec.Struct, frozen=True):
    do: str


class _Entry(msgspec.Struct, frozen=True):
    at: int
    by: str
    role: Role
    command: _Asked
    facts: tuple[FACTS, ...]


_read = msgspec.json.Decoder(_Entry).decode


def in_words(page: Iterable[Placed]) -> Iterator[Told]:
    for placed in page:
        if placed.number == 1:
            continue  # the first line says which promotion it is
        parts = split(placed.line)
        assert parts is not None  # what a store holds was chained when it came in
        entry = _read(parts[1])
        yield Told(
            placed.number,
            moment(entry.at),
            f"{entry.by} ({entry.role})",
            title_of(entry.command.do),
            tuple(told(INSTRUMENT, entry.facts)),
        )
