"""Overrides in the records of a store, and who confirmed them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import RecordError, split
from croupier.aggregate.roles import Person, Role
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import Confirm, RequireSecondPerson
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.live_kinds import kind_of
from croupier.casino.override_commands import is_override, name_of, overrides
from croupier.casino.record_names import HOUSE
from croupier.table_replay import Reader, codec_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.casino.house.house import House
    from croupier.casino.store.contract import StoredLine

_ASKED = b'"command":{"do":"'
_OF_INTEREST = frozenset(
    name.encode() for name in (name_of(Confirm), *(each.name for each in overrides()))
)
"""What is asked in a line that may be an override, or says something of overrides."""


class _Override(msgspec.Struct, frozen=True):
    """An entry of any record, of which only what was asked is of interest."""

    by: str
    role: Role
    command: msgspec.Raw


_read_override = msgspec.json.Decoder(_Override).decode


class SecondPeople:
    """Hears every line of a store, record by record, and misses those who did not confirm."""

    def __init__(self) -> None:
        self._headers: dict[str, bytes] = {}
        self._heard: list[StoredLine] = []

    def hear(self, placed: StoredLine) -> None:
        if placed.number == 1:
            self._headers[placed.record] = placed.line
        elif _do(placed.line) in _OF_INTEREST:
            self._heard.append(placed)

    def missing(self, house: House) -> Iterator[tuple[str, int, str]]:
        """Each override that nobody confirmed while somebody had to: where it stands, and what."""
        heard = sorted(self._heard, key=lambda placed: placed.position)
        told = {placed.position: _told(placed) for placed in heard if placed.record == HOUSE}
        confirmed = {
            (said.record, said.line) for said in told.values() if isinstance(said, Confirm)
        }
        required = False
        for placed in heard:
            said = told.get(placed.position)
            if isinstance(said, RequireSecondPerson):
                required = said.required
            if placed.record == HOUSE or (placed.record, placed.number) in confirmed:
                continue
            with suppress(RecordError, msgspec.MsgspecError):  # what cannot be read is found anyway
                asked, by = self._asked(placed)
                if required and by.name != ITSELF.name and is_override(house, asked, by):
                    yield placed.record, placed.number, f"{name_of(type(asked))} by {by.name}"

    def _asked(self, placed: StoredLine) -> tuple[Command, Person]:
        entry = _read_override(_body(placed.line))
        command = msgspec.json.decode(entry.command, type=self._commands(placed.record))
        return command, Person(entry.by, entry.role)

    def _commands(self, record: str) -> Any:
        kind = kind_of(record)
        if kind is not None:
            return kind.commands
        return codec_of(Reader(_body(self._headers[record])).header.instrument).any_command


def _do(line: bytes) -> bytes:
    """What an entry asks for, before it is read."""
    begins = line.find(_ASKED) + len(_ASKED)
    return line[begins : line.find(b'"', begins)]


def _told(placed: StoredLine) -> Any:
    return read_house(_body(placed.line)).command


def _body(line: bytes) -> bytes:
    parts = split(line)
    return b"" if parts is None else parts[1]
