"""A thousand broken connections: who keeps being cut off is told what is told to who stays.

The control comes back without saying what it heard last, and does miss something.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.floors import Hands, play_at_random, secrets, sit_down
from tests.web.casinos import OLGA, Casino, Visitor, Watch, opened
from tests.web.streams import Listening

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, SetUpTable
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

DROPS = 1_000
ANA, BOB = Person("ana", Role.PLAYER), Person("bob", Role.PLAYER)
VIEWERS = (None, "ana", "bob", "sue", "ines")
CHIPS = 20_000_00
"""More than anybody loses before the last stream is cut: who has none left plays no round."""
BUSY = Settings(log_requests=False, rate=10**6, rate_by_address=10**6)


@dataclass
class Listener:
    """Somebody who follows a table, and what they were told."""

    casino: Casino
    visitor: Visitor
    table: str
    id: str = "1"
    moments: list[Any] = field(default_factory=list)
    view: Any = None
    drops: int = 0
    says_what_it_heard: bool = True

    @property
    def line(self) -> int:
        return int(self.id)

    def hear(self, event: bytes) -> None:
        head, _, data = event.partition(b"\nevent: look\ndata: ")
        self.id = head.removeprefix(b"id: ").decode()
        told = msgspec.json.decode(data)
        assert told["line"] == self.line
        self.moments += told["moments"]
        self.view = told["view"]

    def _connection(self, *, by_query: bool = False) -> Listening:
        path = f"/api/tables/{self.table}/stream"
        if not self.says_what_it_heard:
            return Listening(self.casino.app, self.visitor, path)
        if by_query:
            return Listening(self.casino.app, self.visitor, f"{path}?after={self.id}")
        return Listening(self.casino.app, self.visitor, path, **{"last-event-id": self.id})

    async def stay(self, until: asyncio.Event) -> None:
        """One connection, to the end."""
        async with self._connection() as heard:
            while not (until.is_set() and self.line == self.casino.floor.live(self.table).stored):
                self.hear(await heard.event())

    async def come_and_go(self, until: asyncio.Event, chance: Random) -> None:
        """Cut off at random: at once, after some events, or while one is on its way."""
        while self.drops < DROPS // len(VIEWERS) or not until.is_set():
            async with self._connection(by_query=chance.random() < 0.5) as heard:
                for _ in range(chance.choice((0, 1, 1, 2, 3))):
                    event = await heard.event()
                    if chance.random() < 0.2:
                        break  # it never arrived
                    self.hear(event)
                    if until.is_set():
                        break
            self.drops += 1
        async with self._connection() as heard:
            self.hear(await heard.event())


async def test_who_keeps_being_cut_off_misses_nothing(tmp_path: Path) -> None:
    hands, over = Hands(), asyncio.Event()

    def floored(store: Any) -> Floor:
        return Floor(store, clock=hands.clock(), entropy=secrets())

    async with opened(tmp_path / "casino.db", Watch(), BUSY, floored=floored) as casino:
        floor, table = casino.floor, "holdem"
        instrument, options = TABLES[table]
        command = SetUpTable(table=table, instrument=instrument, options=options, float=100_000_00)
        await floor.command_house(command, OLGA)
        for box, player in enumerate((ANA, BOB), 1):
            await floor.command_house(BuyIn(person=player.name, amount=CHIPS), player)
            await sit_down(floor, table, player, box, CHIPS)
        people = [
            casino.visitor() if name is None else await casino.let_in(name) for name in VIEWERS
        ]
        staying = [Listener(casino, visitor, table) for visitor in people]
        leaving = [Listener(casino, visitor, table) for visitor in people]
        careless = Listener(casino, casino.visitor(), table, says_what_it_heard=False)
        tasks = [asyncio.create_task(listener.stay(over)) for listener in staying]
        tasks += [
            asyncio.create_task(listener.come_and_go(over, Random(seed)))
            for seed, listener in enumerate((*leaving, careless))
        ]
        seed = 0
        while min(listener.drops for listener in leaving) < DROPS // len(VIEWERS):
            seed += 1
            await play_at_random(floor, table, (ANA, BOB), 1, hands, seed)
        over.set()
        floor.live(table).notify()
        await asyncio.gather(*tasks)
        assert sum(listener.drops for listener in leaving) >= DROPS
        lines = list(range(2, floor.live(table).stored + 1))
        for name, stayed, left in zip(VIEWERS, staying, leaving, strict=True):
            assert [moment["line"] for moment in stayed.moments] == lines, name
            assert left.moments == stayed.moments, name
            assert left.view == stayed.view, name
        assert len(careless.moments) < len(staying[0].moments)
        assert careless.view == staying[0].view
