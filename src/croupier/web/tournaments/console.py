"""A tournament before somebody who may ask something of it: at its console, and what is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from croupier.casino.floor.preview import is_drawn, preview_affair
from croupier.rulebook.citations import Refused
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack
from croupier.tournament.acts.conditions_approval import DocumentConditions, TakeStep
from croupier.tournament.acts.entries import Enter, SeatReserve
from croupier.tournament.acts.seating import CommitBallot, MoveStart
from croupier.tournament.acts.session_end import CountChips
from croupier.tournament.acts.sessions import PayBuyIn, RecordRound
from croupier.tournament.acts.ties import PlayOffRound, stacks
from croupier.tournament.facts import FACTS
from croupier.tournament.state import Status
from croupier.web.console.command_list import groups
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.console.forms import by_default, read, written
from croupier.web.tournaments import draw_secrets
from croupier.wording.commands import clauses_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.live import Live
    from croupier.casino.floor.preview import Preview
    from croupier.tournament.tournament import Tournament
    from croupier.web.console.command_list import CommandGroup
    from croupier.web.services import Services

SECRET, COMMITMENTS = "secret", "commitments"

_read_facts = msgspec.json.Decoder(tuple[FACTS, ...]).decode


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament before somebody who may do something about it."""

    tournament: Tournament
    by: Person
    at: int
    secret: str = ""
    """The secret of the next draw, if the house keeps it."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """By what the tournament calls a table, the one on the floor, which tells of itself."""
    away: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By what the tournament calls a table on the floor, who plays there and is not there."""

    def check(self, command: Command) -> Refused | None:
        return self.tournament.check(command, self.by, self.at)


def desk_of(affair: Live[Tournament], by: Person, at: int, secret: str = "", **tables: Any) -> Desk:
    """A tournament before somebody. No other module of the web looks into one."""
    return Desk(affair.aggregate, by, at, secret, **tables)


@dataclass(frozen=True, slots=True)
class TournamentConsole:
    """A tournament at the director's desk."""

    services: Services
    affair: Live[Tournament]
    desk: Desk

    @property
    def name(self) -> str:
        return self.affair.name

    @property
    def instrument(self) -> str:
        return self.desk.tournament.instrument

    @property
    def base(self) -> str:
        return f"/tournaments/{quote(self.name, safe='')}/desk"

    @property
    def acts(self) -> Acts[Any, Any]:
        return ACTS

    @property
    def people(self) -> Sequence[str]:
        gone = (Status.WITHDRAWN, Status.REPLACED)
        entrants = self.desk.tournament.entrants.items()
        return sorted(name for name, each in entrants if each.status not in gone)

    @property
    def wagers(self) -> Mapping[str, str]:
        return {}

    def clauses(self, act: Act[Any, Any]) -> Iterable[str]:
        return clauses_of(act, self.desk.tournament.law, self.instrument)

    def hidden(self, kind: type[Command]) -> Collection[str]:
        return (SECRET, COMMITMENTS) if self.desk.secret else (COMMITMENTS,)

    def has_preview(self, kind: type[Command]) -> bool:
        return not is_drawn(kind)

    async def first_values(self, kind: type[Command]) -> dict[str, list[str]]:
        return start(self.desk, kind)

    async def first_refusal(self, kind: type[Command]) -> Refused | None:
        found = verdict(self.desk, kind)
        return found if isinstance(found, Refused) else None

    async def read(self, kind: type[Command], given: dict[str, list[str]]) -> Command:
        if self.desk.secret:
            given = {**given, SECRET: [self.desk.secret]}
        return read(kind, given)

    async def preview(self, command: Command) -> Preview:
        return await preview_affair(self.services.floor, self.affair, command, self.desk.by)

    async def do(self, command: Command, key: str | None, second: str | None) -> Sequence[Fact]:
        if isinstance(command, CommitBallot) and not command.commitments:
            command = await draw_secrets.commitment(self.services.safe, self.name)
        done = self.services.floor.conduct(self.affair, command, self.desk.by, key, second)
        return _read_facts(msgspec.json.encode((await done).read()["facts"]))

    def groups(self) -> list[CommandGroup]:
        """The commands by subject, in the order in which a tournament is held."""
        mine = [act.command for act in ACTS.values() if self.desk.by.role in act.open_to]
        possible = frozenset(kind for kind in mine if verdict(self.desk, kind) is None)
        return list(groups(ACTS.values(), self.desk.by, possible))


def verdict(desk: Desk, kind: type[Command]) -> Refused | NotUnderstood | None:
    """What is in the way of the form as it stands at first."""
    if kind is DocumentConditions:
        return NotUnderstood("conditions", "they have a form of their own")
    try:
        return desk.check(read(kind, start(desk, kind)))
    except NotUnderstood as error:
        return error


# --- what stands in a form at first


def start(desk: Desk, kind: type[Command]) -> dict[str, list[str]]:
    """What the tournament knows already: what is owed, who plays where, which step is next."""
    values = by_default(kind)
    said = _known(desk, kind)
    if said is not None:
        values |= written(said)
    if SECRET in kind.__struct_fields__ and desk.secret:
        values[SECRET] = [desk.secret]
    if kind in _OWED and desk.tournament.has_conditions:
        values |= written(_Owed(_OWED[kind](desk.tournament)))
    return values


class _Owed(msgspec.Struct, frozen=True):
    paid: int


_OWED: dict[type[Command], Any] = {
    Enter: lambda t: t.conditions.entry_fee or 0,
    SeatReserve: lambda t: t.conditions.entry_fee or 0,
    BuyBack: lambda t: _price(t.conditions.buy_back, t.conditions.entry_fee),
    BuyAddOn: lambda t: _price(t.conditions.add_on, 0),
    PayBuyIn: lambda t: t.conditions.buy_in,
}


def _price(terms: Any, otherwise: int | None) -> int:
    cost = None if terms is None else terms.cost
    return cost if cost is not None else otherwise or 0


def owed(tournament: Tournament, kind: type[Command]) -> int:
    """What a command costs a player."""
    return int(_OWED[kind](tournament)) if kind in _OWED else 0


def _known(desk: Desk, kind: type[Command]) -> Command | None:
    tournament = desk.tournament
    if kind is TakeStep:
        missing = [step for step in tournament.law.gate if step not in tournament.steps]
        return TakeStep(step=missing[0], document="") if missing else None
    if kind is MoveStart and tournament.session.starts:
        return MoveStart(starts=tournament.session.starts, notice="")
    if kind is PlayOffRound and tournament.ties:
        return PlayOffRound(chips=stacks(tournament))
    if kind is RecordRound:
        return _round(desk)
    return _count(desk) if kind is CountChips else None


def _round(desk: Desk) -> Command | None:
    """The table that has played least, and what its players have."""
    tables = desk.tournament.session.tables.items()
    playing = {t: s.rounds for t, s in tables if not s.over and t not in desk.tables}
    if not playing:
        return None
    table = min(playing, key=lambda name: playing[name])
    chips = {each.name: each.chips for each in desk.tournament.at_table(table)}
    return RecordRound(table=table, chips=chips)


def _count(desk: Desk) -> Command | None:
    """The next table to be counted; what lies there is for whoever counts to say."""
    tables = desk.tournament.session.tables.items()
    over = [name for name, state in tables if state.over and state.counted is None]
    table = next((name for name in over if desk.tournament.at_table(name)), None)
    return None if table is None else CountChips(table=table, chips={})
