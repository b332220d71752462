"""A tournament before somebody who may ask something of it: at its console, and what is known."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.casino.floor.patron_confirmation import patrons_to_confirm_in_affair
from croupier.casino.floor.preview import is_drawn, preview_affair
from croupier.casino.floor.tournament_and_promotion_views import (
    conditions_seen,
    desk_seen,
    due_roll,
    law_of,
    refusal_of,
)
from croupier.casino.record_names import TOURNAMENTS
from croupier.commitment import SECRET_BYTES
from croupier.joint_draws import CloseRoll, commit
from croupier.rulebook.citations import Refused
from croupier.tournament import ballot
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.seating import CommitBallot
from croupier.tournament.facts import FACTS
from croupier.web.console.command_list import groups, title_of
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.console.forms import by_default, read, written
from croupier.web.console.listed import PEOPLE_LIST, people_list
from croupier.web.html.cited_lines import CitedLine, cite, refused
from croupier.web.html.template_environment import called
from croupier.wording.commands import clauses_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.preview import Preview
    from croupier.tournament.desk import AgendaItem, DeskView
    from croupier.tournament.tournament import Tournament
    from croupier.web.console.command_list import CommandGroup
    from croupier.web.console.listed import Listed
    from croupier.web.http.store_safe import Safe
    from croupier.web.services import Services

SECRET, COMMITMENTS = "secret", "commitments"

_read_facts = msgspec.json.Decoder(tuple[FACTS, ...]).decode


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk of a tournament before somebody who may do something about it."""

    view: DeskView
    by: Person
    judge: Callable[[Command], Refused | None]
    """Why a command of theirs would be refused now."""
    secret: str = ""
    """The secret of the next draw, if the house keeps it."""


async def desk_of(floor: Floor, affair: Live[Tournament], by: Person, secret: str = "") -> Desk:
    """The desk as somebody sees it now."""
    view, at = await desk_seen(floor, affair, by), floor.clock()
    return Desk(view, by, lambda command: refusal_of(affair, command, by, at), secret)


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
        return self.desk.view.instrument

    @property
    def base(self) -> str:
        return f"/tournaments/{quote(self.name, safe='')}/desk"

    @property
    def acts(self) -> Acts[Any, Any]:
        return ACTS

    async def listed(self, act: Act[Any, Any]) -> Listed:
        """Who has entered, the tables of the session, and the sessions."""
        view, stated = self.desk.view, await conditions_seen(self.affair, self.desk.by)
        return {
            PEOPLE_LIST: people_list(view.entrants),
            "tables": {table.name: called(table.name) for table in view.tables},
            "session": {
                str(number): f"session {number}, {each.name}"
                for number, each in enumerate(() if stated is None else stated.sessions, 1)
            },
        }

    def clauses(self, act: Act[Any, Any]) -> Iterable[str]:
        return clauses_of(act, law_of(self.affair), self.instrument)

    def hidden(self, kind: type[Command]) -> Collection[str]:
        if kind is CloseRoll:
            return ("commitment", "roll")
        return (SECRET, COMMITMENTS) if self.desk.secret else (COMMITMENTS,)

    def has_preview(self, kind: type[Command]) -> bool:
        return not is_drawn(kind)

    async def first_values(self, kind: type[Command]) -> dict[str, list[str]]:
        return start(self.desk, kind)

    async def first_refusal(self, kind: type[Command]) -> Refused | None:
        found = verdict(self.desk, kind)
        return found if isinstance(found, Refused) else None

    async def read(self, kind: type[Command], given: dict[str, list[str]]) -> Command:
        if kind is CloseRoll:
            table = (given.get("table") or [""])[0]
            return await self._closing(table)
        if self.desk.secret:
            given = {**given, SECRET: [self.desk.secret]}
        return read(kind, given)

    async def _closing(self, table: str) -> CloseRoll:
        due, secret = due_roll(self.affair, table), self.services.floor.entropy()
        if due is None:
            raise NotUnderstood("table", "no draw is due")
        closing = CloseRoll(commitment=commit(due.bound_to, secret), roll=due.roll, table=table)
        await self.services.safe.put({_place(self.name, closing.commitment): secret})
        return closing

    async def preview(self, command: Command) -> Preview:
        return await preview_affair(self.services.floor, self.affair, command, self.desk.by)

    def patrons(self, command: Command) -> tuple[str, ...]:
        return patrons_to_confirm_in_affair(self.services.floor, self.affair, command, self.desk.by)

    async def do(
        self, command: Command, key: str | None, second: str | None, code: str | None
    ) -> Sequence[Fact]:
        if isinstance(command, CommitBallot) and not command.commitments:
            command = await commitment(self.services.safe, self.name)
        done = self.services.floor.conduct(self.affair, command, self.desk.by, key, second, code)
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
        return desk.judge(read(kind, start(desk, kind)))
    except NotUnderstood as error:
        return error


# --- what stands in a form at first


def start(desk: Desk, kind: type[Command]) -> dict[str, list[str]]:
    """What the tournament knows already: what is owed, who plays where, which step is next."""
    values = by_default(kind)
    if kind in desk.view.suggested:
        values |= written(desk.view.suggested[kind])
    if SECRET in kind.__struct_fields__ and desk.secret:
        values[SECRET] = [desk.secret]
    if kind in desk.view.owed:
        values |= written(_Owed(desk.view.owed[kind]))
    return values


class _Owed(msgspec.Struct, frozen=True):
    paid: int


# --- what comes next


@dataclass(frozen=True, slots=True)
class DirectorErrand:
    """Something to be done in this phase, and what is in the way of it."""

    path: str
    """The command; nothing, where all happens by itself."""
    title: str
    says: str
    needs: str
    mine: bool
    """Whether whoever looks at it has the role for it."""
    done: bool
    waits: CitedLine | None
    """What is in the way of it, unless it only has to be filled in."""


def errand(desk: Desk, item: AgendaItem) -> DirectorErrand:
    """An item of the agenda before whoever is at the desk."""
    instrument = desk.view.instrument
    if item.command is None:
        waits = CitedLine(item.follows, cite(instrument, item.clauses)) if item.follows else None
        return DirectorErrand("", item.title, item.says, "", False, item.done, waits)
    tag, act = tag_of(item.command), ACTS[item.command]
    mine = desk.by.role in act.open_to
    found = verdict(desk, item.command) if mine and not item.done else None
    waits = refused(instrument, found) if isinstance(found, Refused) else None
    title = item.title or title_of(tag)
    return DirectorErrand(tag, title, item.says, str(act.needs), mine, item.done, waits)


# --- the secrets of draws: made by the house, kept in its safe, and told with the draw they decide


async def commitment(safe: Safe, tournament: str) -> CommitBallot:
    """Commit to a new secret, which lies in the safe before anybody hears of it."""
    secret = secrets.token_bytes(SECRET_BYTES)
    committed = ballot.commit(secret)
    await safe.put({_place(tournament, committed): secret})
    return CommitBallot(commitments=(committed,))


async def next_secret(safe: Safe, tournament: str, commitments: Sequence[str]) -> str:
    """The secret of the next draw, or nothing if somebody else keeps it."""
    if not commitments:
        return ""
    secret = await safe.get(_place(tournament, commitments[0]))
    return "" if secret is None else secret.hex()


def _place(tournament: str, committed: str) -> str:
    return f"{TOURNAMENTS}{tournament}/ballots/{committed}"
