"""An inspection's search for what staff did for patrons with nobody's confirmation.

A record has every command with who gave it, the house's record every confirmation, and both say
at which line. Whether a command was a patron's own is judged as the floor judges it, at the table
as its record is played again. Nothing is held against a house from before it asked patrons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.patron_confirmation import (
    Stays,
    patrons_at_table,
    patrons_in_house,
    patrons_of,
)
from croupier.casino.floor.timers import CROUPIER, WaitTimer, waiting
from croupier.casino.house.commands import (
    AskPatrons,
    ConfirmForPatron,
    Enrol,
    SetPassword,
    SetUpTable,
)
from croupier.casino.house.facts import TableSetUp
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT, kind_of
from croupier.casino.override_commands import name_of
from croupier.casino.patron_acts import BEGINS_A_STAY, OF_THE_HOUSE, is_patrons_own
from croupier.casino.record_names import HOUSE, TABLES
from croupier.game_rules import GAMES, game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.table_replay import codec_of
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.aggregate.acts import Acts, Command
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.house.commands import Pace
    from croupier.casino.store.contract import StoredLine
    from croupier.table.table import Table

_HEADER_OF_NEW_HOUSES = b'"asks_patrons":true'
_COMMAND = b'"command":{"do":"'
_BY_A_PLAYER = b'"role":"player"'
_AFFAIRS: dict[Any, Acts[Any, Any]] = {TOURNAMENT: TOURNAMENT_ACTS, PROMOTION: PROMOTION_ACTS}
_OF_INTEREST = (AskPatrons, ConfirmForPatron, Enrol, SetUpTable, *OF_THE_HOUSE)
_OF_THE_HOUSE = frozenset(name_of(kind).encode() for kind in _OF_INTEREST)


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
