"""A tournament held through its pages: the operator writes conditions, a director runs it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from html import unescape
from typing import TYPE_CHECKING, Any

from tests.casino.floor.players import wager_of, who_wagers
from tests.web.casinos import PASSWORD, Casino, Visitor, enrol

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import BuyIn
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import ComeBack
from croupier.table.table import Phase as TablePhase
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import Tournament
from croupier.web.tournaments import conditions_form as form
from croupier.web.tournaments.conditions_pages import suggested

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import httpx

    from croupier.casino.floor.live_table import LiveTable

LONGEST = 300
"""Seconds, after which a session that has not come to its end never will."""
PLAYERS = ("ana", "bob", "cleo", "dave")
STARTS = {"starts.local": "2099-01-16T19:00", "starts.from_greenwich": "+11:00"}
UNTIL = {"withdraw_until.local": "2099-01-15T19:00", "withdraw_until.from_greenwich": "+11:00"}
STAKES = {name: 50_00 + 25_00 * n for n, name in enumerate(PLAYERS)}
SMALL = {
    "sessions.0.rounds": "1", "sessions.0.seats": "2", "sessions.0.advance_per_table": "1",
    "sessions.1.rounds": "1", "minimum_players": "2",
    "betting": "60", "decision": "0", "cut": "0", "settled": "0",
}  # fmt: skip


def conditions(instrument: str, **changes: str) -> dict[str, list[str]]:
    """What stands in the form of a small tournament at two tables, as a browser sends it."""
    values = form.written(suggested(instrument))
    for name, text in {"name": "Summer Cup", **STARTS, **UNTIL, **SMALL, **changes}.items():
        values[name] = [text]
    return {**values, "instrument": [instrument], "tournament": ["summer-cup"]}


class Cup:
    """A tournament at a casino, and whoever does something about it."""

    def __init__(self, casino: Casino, instrument: str) -> None:
        self.casino = casino
        self.instrument = instrument
        self._visitors: dict[str, Visitor] = {}

    @property
    def held(self) -> Tournament:
        return self.casino.floor.tournaments["summer-cup"].aggregate

    async def who(self, name: str) -> Visitor:
        if name not in self._visitors:
            self._visitors[name] = await self.casino.let_in(name)
        return self._visitors[name]

    async def begin(self, **changes: str) -> httpx.Response:
        olga = await self.who("olga")
        fields = {**conditions(self.instrument, **changes), "ask": ["begin"]}
        return await send(olga, "/director", fields)

    async def ask(self, who: str, command: str, **fields: Any) -> httpx.Response:
        """Have somebody send a form of the desk, filled in as it is shown but for these."""
        visitor = await self.who(who)
        page = await visitor.get(f"/tournaments/summer-cup/desk/{command}")
        assert page.status_code == 200, page.text
        sent = {**filled(page.text), **fields}
        return await send(visitor, f"/tournaments/summer-cup/desk/{command}", sent)

    async def do(self, who: str, command: str, **fields: Any) -> str:
        """The same, and it is done; that somebody is entered, a supervisor confirms."""
        confirmed = {"second_person": "sue", "second_password": PASSWORD}
        second = confirmed if command == "enter" else {}
        answer = await self.ask(who, command, **fields, **second, do="yes")
        assert answer.status_code == 200, answer.text
        assert "Done: " in answer.text
        return answer.text

    async def open_entries(self) -> None:
        """From the conditions to entries, by all the steps of the gate."""
        assert (await self.begin()).status_code == 303
        await self.do("olga", "nominate-director", person="tom")
        for step in self.held.law.gate:
            if step not in self.held.steps:
                await self.do("olga", "take-step", step=str(step), document="CR 7", to="the office")
        await self.do("tom", "open-entries")

    async def enrol_players(self) -> None:
        more: dict[str, tuple[Role, ...]] = {
            name: (Role.PLAYER,) for name in PLAYERS if name not in ("ana", "bob")
        }
        """Two of them are entered under references."""
        floor = self.casino.floor
        await enrol(floor, more, by_reference=True)
        for name in PLAYERS:
            player = Person(floor.references.person_called(name), Role.PLAYER)
            await floor.command_house(BuyIn(person=name, amount=500_00), player)

    async def own(self, who: str, do: str, **fields: str) -> httpx.Response:
        visitor = await self.who(who)
        return await send(visitor, "/tournaments/summer-cup/own", {"do": do, **fields})

    async def seat_everybody(self) -> None:
        """The draw, and everybody sits down."""
        if not self.held.commitments:
            await self.do("tom", "commit-ballot")
        await self.do("tom", "draw-seats")
        for name in list(self.held.session.players):
            assert (await self.own(name, "take-seat")).status_code == 303

    async def play(self, stakes: Mapping[str, int] = STAKES) -> None:
        """Everybody wagers at their table until the session is decided, and it ends."""
        await self.play_until(lambda: self._all_over)
        if self.held.phase is TournamentPhase.PLAYING:
            await self.do("tom", "end-session")
        await self.play_until(lambda: self.held.phase is not TournamentPhase.TIES)

    async def play_until(
        self, enough: Callable[[], bool], stakes: Mapping[str, int] = STAKES
    ) -> None:
        floor = self.casino.floor
        async with asyncio.timeout(LONGEST):
            while not enough():
                for live in tables_of(floor, "summer-cup"):
                    await self._come_back(live)
                    for name in who_wagers(live):
                        wager = wager_of(live, name, stakes[floor.references.in_text(name)])
                        await floor.do(live.set_up.command.table, wager, Person(name, Role.PLAYER))
                    await floor.tick(live)
                await asyncio.sleep(0.001)  # what the floor does by itself comes in between

    async def _come_back(self, live: LiveTable) -> None:
        """Whoever let a decision pass is there again, or nobody would be waited for any more."""
        if live.table.phase is TablePhase.BETTING:
            for name in sorted(live.table.patrons.away):
                with suppress(Refused, LookupError):  # the session may have ended meanwhile
                    await self.casino.floor.do(
                        live.set_up.command.table, ComeBack(player=name), Person(name, Role.PLAYER)
                    )

    @property
    def _all_over(self) -> bool:
        over = all(
            state.over or not self.held.at_table(table)
            for table, state in self.held.session.tables.items()
        )
        return over and not tables_of(self.casino.floor, "summer-cup")


async def send(visitor: Visitor, path: str, fields: dict[str, Any]) -> httpx.Response:
    return await visitor.client.post(path, data=fields)


def rows(name: str, amounts: dict[str, int]) -> dict[str, str]:
    """A field that says something of each of several people."""
    fields: dict[str, str] = {}
    for row, (person, amount) in enumerate(amounts.items()):
        fields |= {f"{name}.{row}.key": person, f"{name}.{row}": str(amount)}
    return fields


def filled(page: str) -> dict[str, str]:
    """What stands in the fields of the form of a command and would be sent with it."""
    form = page[page.find('class="panel action"') :]
    form = form[: form.find("</form>")]
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        told = dict(re.findall(r'(\w[\w-]*)="([^"]*)"', tag))
        if told.get("type") != "checkbox" or " checked" in tag:
            fields[told["name"]] = unescape(told.get("value", ""))
    fields |= re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</textarea>', form)
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = unescape(chosen[1]) if chosen else ""
    return fields
