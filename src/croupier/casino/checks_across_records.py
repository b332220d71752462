"""Checks that verification makes across the records of a store.

What tournaments and promotions paid is compared with the books of the house, every override with
the second person who confirmed it, and each act of staff for a patron with the confirmation of
the patron.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import RecordError, split
from croupier.aggregate.restore import restore
from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.patron_confirmation import (
    Stays,
    patrons_at_table,
    patrons_in_house,
    patrons_of,
)
from croupier.casino.floor.timers import CROUPIER, WaitTimer, waiting
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    AskPatrons,
    Confirm,
    ConfirmForPatron,
    Enrol,
    FollowAffair,
    RequireSecondPerson,
    SetPassword,
    SetUpTable,
)
from croupier.casino.house.facts import TableSetUp
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT, kind_of
from croupier.casino.override_commands import is_override, name_of, overrides
from croupier.casino.patron_acts import BEGINS_A_STAY, OF_THE_HOUSE, is_patrons_own
from croupier.casino.record_names import HOUSE, TABLES
from croupier.game_rules import GAMES, game_of
from croupier.joint_draws import withheld_draw
from croupier.money import dollars
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.table_replay import Reader, codec_of
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Acts, Command
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.house.books import Transfer
    from croupier.casino.house.commands import Pace
    from croupier.casino.house.house import House
    from croupier.casino.store.contract import StoredLine
    from croupier.table.table import Table

# --- acts of staff for patrons

_HEADER_OF_NEW_HOUSES = b'"asks_patrons":true'
_COMMAND = b'"command":{"do":"'
_BY_A_PLAYER = b'"role":"player"'
_AFFAIRS: dict[Any, Acts[Any, Any]] = {TOURNAMENT: TOURNAMENT_ACTS, PROMOTION: PROMOTION_ACTS}
_HOUSE_COMMANDS = (AskPatrons, ConfirmForPatron, Enrol, SetUpTable, *OF_THE_HOUSE)
_OF_THE_HOUSE = frozenset(name_of(kind).encode() for kind in _HOUSE_COMMANDS)


@cache
def _own() -> frozenset[bytes]:
    """What is asked in a line that may be a patron's own."""
    every: list[Acts[Any, Any]] = [game_of(each).acts for each in GAMES.instruments]
    every += (TOURNAMENT_ACTS, PROMOTION_ACTS)
    acts = chain.from_iterable(each.values() for each in every)
    return frozenset(name_of(act.command).encode() for act in acts if is_patrons_own(act))


class _Asked(msgspec.Struct, frozen=True):
    at: int
    by: str
    role: Role
    command: msgspec.Raw


_read_asked = msgspec.json.Decoder(_Asked).decode


@dataclass(slots=True)
class _Known:
    """What the house knew of patrons before a line was stored."""

    people: frozenset[str]
    passwords: frozenset[str]
    stays: Mapping[tuple[str, str], int]


@dataclass(slots=True)
class _PlayedAgain:
    record: str
    pace: Pace
    table: Table
    stays: Stays = field(default_factory=Stays)
    wait_timer: WaitTimer = field(default_factory=WaitTimer)


class UnconfirmedActs:
    """Hears every line of a store, that of the house before the others, and watches replays."""

    def __init__(self) -> None:
        self._asked_since: int | None = None
        """From which position on patrons are asked."""
        self._enrolled: dict[str, int] = {}
        self._passwords: dict[str, int] = {}
        """When everybody got their first."""
        self._confirmed: set[tuple[str, int, str]] = set()
        self._arrivals: set[tuple[str, int, str]] = set()
        """Those that were confirmed, by record, line and patron."""
        self._paces: dict[str, Pace] = {}
        self._in_house: list[tuple[StoredLine, Command, Person]] = []
        self._by_staff: dict[str, dict[int, StoredLine]] = {}
        self._found: list[tuple[str, int, str]] = []

    def hear(self, placed: StoredLine) -> None:
        line = placed.line
        if placed.record == HOUSE:
            self._hear_house(placed)
            return
        begins = line.find(_COMMAND)
        asked = line[begins + len(_COMMAND) : line.find(b'"', begins + len(_COMMAND))]
        if begins >= 0 and asked in _own() and line.find(_BY_A_PLAYER, 0, begins) < 0:
            self._by_staff.setdefault(placed.record, {})[placed.number] = placed

    def _hear_house(self, placed: StoredLine) -> None:
        line = placed.line
        if placed.number == 1:
            self._asked_since = placed.position if _HEADER_OF_NEW_HOUSES in line else None
            return
        begins = line.find(_COMMAND) + len(_COMMAND)
        if line[begins : line.find(b'"', begins)] not in _OF_THE_HOUSE:
            return
        parts = split(line)
        try:
            entry = read_house(b"" if parts is None else parts[1])
        except msgspec.MsgspecError:  # which is found anyway
            return
        match entry.command:
            case AskPatrons():
                self._asked_since = placed.position
            case Enrol(person=person):
                self._enrolled[person] = placed.position
            case ConfirmForPatron() as said:
                where = said.record, said.line, said.person
                self._confirmed.add(where)
                if said.act == name_of(BEGINS_A_STAY):
                    self._arrivals.add(where)
            case SetUpTable() as set_up:
                for fact in entry.facts:
                    if isinstance(fact, TableSetUp):
                        self._paces[f"{TABLES}{fact.table}/{fact.session}"] = set_up.pace
            case command:
                self._in_house.append((placed, command, Person(entry.by, entry.role)))
                if isinstance(command, SetPassword):
                    self._passwords.setdefault(command.person, placed.position)

    # -- tables

    def watch(self, record: str) -> Callable[[ReplayedCommand, Table], object] | None:
        """What a replay of a table shows each of its commands; nothing, if none is of interest."""
        suspects, pace = self._by_staff.get(record), self._paces.get(record)
        if self._asked_since is None or not suspects or pace is None:
            return None
        played: _PlayedAgain | None = None

        def watch(done: ReplayedCommand, table: Table) -> None:
            nonlocal played
            if played is None:
                played = _PlayedAgain(record, pace, table)
            if done.difference is None:
                played.stays.note(done.line, done.by.name, done.by.role, done.command, table)
                played.wait_timer.note(waiting(table, pace), done.at)
            placed = suspects.get(done.line + 1)
            if placed is not None:
                self._judge_at_table(placed, played)

        return watch

    def _judge_at_table(self, placed: StoredLine, played: _PlayedAgain) -> None:
        asked = _read(placed, _commands_of(played.table.game.instrument.id))
        if asked is None:
            return
        command, by, at = asked
        record = placed.record
        stays = {
            (record, person): line
            for person, line in played.stays.items()
            if (record, line, person) in self._arrivals
        }
        known = self._known(placed, stays)
        self._miss(placed, command, by, patrons_at_table(known, played, command, by, at))

    # -- and elsewhere

    def missing(self) -> Iterator[tuple[str, int, str]]:
        """Each act that nobody confirmed: where it stands, and what it was."""
        for placed, command, by in self._in_house:
            self._miss(placed, command, by, patrons_in_house(self._known(placed), command, by))
        for record, suspects in self._by_staff.items():
            kind = kind_of(record)
            if kind is None:
                continue
            for placed in suspects.values():
                asked = _read(placed, kind.commands)
                if asked is not None:
                    command, by, _ = asked
                    act = _AFFAIRS[kind].get(type(command))
                    patrons = patrons_of(self._known(placed), act, command, by)
                    self._miss(placed, command, by, patrons)
        yield from sorted(self._found)

    def _known(
        self, placed: StoredLine, stays: Mapping[tuple[str, str], int] | None = None
    ) -> _Known:
        def before(named: Mapping[str, int]) -> frozenset[str]:
            return frozenset(name for name, at in named.items() if at < placed.position)

        return _Known(before(self._enrolled), before(self._passwords), stays or {})

    def _miss(
        self, placed: StoredLine, command: Command, by: Person, patrons: tuple[str, ...]
    ) -> None:
        since = self._asked_since
        if since is None or placed.position < since or by.name == CROUPIER:
            return
        for person in patrons:
            if (placed.record, placed.number, person) not in self._confirmed:
                what = f"{name_of(type(command))} by {by.name} for {person}"
                self._found.append((placed.record, placed.number, what))


def _read(placed: StoredLine, commands: Any) -> tuple[Command, Person, int] | None:
    """What was asked in a line, by whom and when; one that cannot be read is found anyway."""
    parts = split(placed.line)
    try:
        asked = _read_asked(b"" if parts is None else parts[1])
        command: Command = msgspec.json.decode(asked.command, type=commands)
    except msgspec.MsgspecError:
        return None
    return command, Person(asked.by, asked.role), asked.at


@cache
def _commands_of(instrument: str) -> Any:
    return codec_of(instrument).any_command


# --- overrides and second people

_OVERRIDES_AND_CONFIRMATIONS = frozenset(
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
        elif _do(placed.line) in _OVERRIDES_AND_CONFIRMATIONS:
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
    begins = line.find(_COMMAND) + len(_COMMAND)
    return line[begins : line.find(b'"', begins)]


def _told(placed: StoredLine) -> Any:
    return read_house(_body(placed.line)).command


def _body(line: bytes) -> bytes:
    parts = split(line)
    return b"" if parts is None else parts[1]


# --- payments of tournaments and promotions

_FOLLOWED = b'"do":"follow-affair"'


class AffairBooks:
    """What the affairs of a store say was paid, and what the house booked for them."""

    def __init__(self) -> None:
        self._said: dict[str, list[Transfer]] = {}
        self._booked: dict[str, list[Transfer]] = {}

    def play(self, record: str, lines: Iterable[bytes], now: int) -> str:
        """Play the record of an affair again; what is wrong with it is a `ValueError`. What is
        returned is a draw whose secret the house has kept to itself, in words, or nothing.
        """
        kind = kind_of(record)
        if kind is None:
            return ""
        aggregate = restore(kind.records, lines)
        self._said[record] = list(kind.transfers(aggregate, aggregate.facts))
        drawing = aggregate.drawing if kind is TOURNAMENT else aggregate.state.drawing
        return withheld_draw(drawing, now)

    def read_house(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            parts = split(line) if _FOLLOWED in line else None
            if parts is not None:
                followed = read_house(parts[1]).command
                assert isinstance(followed, FollowAffair)
                self._booked.setdefault(followed.affair, []).extend(followed.transfers)

    def differences(self) -> Iterator[tuple[str, str]]:
        """Every affair whose payments are not those in the books, and how they differ."""
        for record in sorted(self._said.keys() | self._booked.keys()):
            said, booked = self._said.get(record), self._booked.get(record, [])
            if said is not None and said != booked:
                yield record, f"{_sum(said)} by its facts, and {_sum(booked)} in the books"


def _sum(transfers: Sequence[Transfer]) -> str:
    total = dollars(sum(each.amount for each in transfers))
    return f"{len(transfers)} transfers of {total}"
