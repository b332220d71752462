"""Whole evenings by a seed: the power fails, answers get lost, somebody sets the clock.

What was acknowledged is in the record, once, however often it had to be asked for; the books
balance and every table plays again as it was played. `CROUPIER_EVENINGS` is how many there are; a
thousand on demand. The same evenings on a disk that lies are found out.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import apsw
import msgspec
import pytest
from tests.casino.disks import Disk, failing
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    Hands,
    found,
    legal,
    open_floor,
    run,
    secrets,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor, NoSuchTable
from croupier.casino.floor.command_answers import request_of
from croupier.casino.store.contract import StoreFailed
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.patrons import ComeBack, GetUp, Leave, Sit, StepAway

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.store.contract import KeyedRequest

EVENINGS = int(os.environ.get("CROUPIER_EVENINGS", "12"))
LIVES = 3
"""How often the power fails in an evening."""
LAST = 25
"""How many things are done after that."""
PLAYERS = (ANA, BEN, CHLOE)
HOUR = 3_600_000
NOT_NOW = (AskForRules, GetUp, Leave, Sit, StepAway, TakeChips)


@pytest.fixture(scope="module")
def casinos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By table: a casino with three players seated at it, closed properly."""

    async def make(path: Path, table: str) -> None:
        with SqliteStore(path) as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                await set_up(floor, table)
                for box, player in enumerate(PLAYERS, 1):
                    await sit_down(floor, table, player, box)

    casinos = {}
    for table in TABLES:
        casinos[table] = tmp_path_factory.mktemp(table) / "casino.db"
        run(make(casinos[table], table))
    return casinos


class Evening:
    """One table, and players who ask until they are answered."""

    def __init__(self, table: str, seed: int, *, sync_lies: bool = False) -> None:
        self.table = table
        self.chance = Random(seed)
        self.hands = Hands()
        self.entropy = secrets()
        self.sync_lies = sync_lies
        self.asked = 0
        self.pending: tuple[str, Command, Person] | None = None
        """What has not been answered yet, as far as the one who asked knows."""
        self.acknowledged: dict[str, tuple[KeyedRequest, bytes]] = {}
        self.done: Counter[tuple[str, str]] = Counter()

    async def life(self, before: Path, after: Path) -> None:
        """Play until the power fails; leave what is on the disk then."""
        fail_at = self.chance.randrange(20, 250)
        with failing(Disk(fail_at=fail_at, sync_lies=self.sync_lies)) as disk:
            with suppress(StoreFailed), SqliteStore(before / "casino.db") as store:
                assert store._writer is not None
                store._writer.wal_autocheckpoint(self.chance.choice((5, 50, 1000)))
                async with Floor(store, clock=self.hands.clock(), entropy=self.entropy) as floor:
                    while not disk.failed:
                        await self.something(floor)
            disk.leave(self.chance, after)

    async def come_to_an_end(self, where: Path) -> None:
        """Play on with a disk that does not fail, and find everything as it should be."""
        with failing(Disk()), SqliteStore(where / "casino.db") as store:
            async with Floor(store, clock=self.hands.clock(), entropy=self.entropy) as floor:
                until = self.asked + LAST
                while self.asked < until or self.pending:
                    await self.something(floor)
                assert floor.house.books.balance
                assert not floor.live(self.table).out_of_order
            self.check(store)

    def check(self, store: SqliteStore) -> None:
        for key, (request, body) in self.acknowledged.items():
            receipt = store.receipt(request.id)
            assert receipt is not None, f"{key} is lost"
            assert receipt.answer == body
        recorded: Counter[tuple[str, str]] = Counter()
        for line in store.lines(f"tables/{self.table}/1", after=self.seated):
            entry = msgspec.json.decode(line)["entry"]
            if entry["role"] == Role.PLAYER and entry["command"]["do"] != "come-back":
                recorded[entry["by"], entry["command"]["do"]] += 1
        assert recorded == self.done
        for standing in store.records():
            entries = (msgspec.json.decode(line)["entry"] for line in store.lines(standing.record))
            times = [entry["at"] for entry in entries if "at" in entry]
            assert times == sorted(times), f"{standing.record} has times that go back"
        found = inspect(store)
        assert found.sound, found.findings

    async def something(self, floor: Floor) -> None:
        """Somebody asks for something, or again for what was not answered; time passes."""
        if self.pending is None:
            self.pending = await self.wish(floor)
        if self.pending is not None:
            await self.ask(floor, *self.pending)
        if self.chance.random() < 0.05:
            self.hands.wall += self.chance.choice((-HOUR, HOUR))
        self.hands.pass_(self.chance.choice((500, 2_000, 30_000)))
        await floor.tick(floor.live(self.table))

    async def wish(self, floor: Floor) -> tuple[str, Command, Person] | None:
        by = self.chance.choice(PLAYERS)
        there = {wager.player for wager in floor.live(self.table).table.wagers}
        open_to = [
            command
            for command in await legal(floor, self.table, by)
            if not isinstance(command, NOT_NOW)
            and not (
                isinstance(command, PlaceWager)
                and (by.name in there or not 0 < command.amount <= 20_00)
            )
        ]
        if not open_to:
            return None
        self.asked += 1
        return f"{by.name}-{self.asked}", self.chance.choice(open_to), by

    async def ask(self, floor: Floor, key: str, command: Command, by: Person) -> None:
        try:
            answered = await floor.do(self.table, command, by, key)
        except Refused:
            assert key not in self.acknowledged, f"{key} was done and then refused"
            self.pending = None
            return
        request = request_of(by, key, floor.live(self.table).record, command)
        assert request is not None
        if key in self.acknowledged:
            assert answered.repeated, f"{key} was done twice"
            assert answered.body == self.acknowledged[key][1]
        else:
            self.acknowledged[key] = (request, answered.body)
            if not isinstance(command, ComeBack):
                self.done[by.name, msgspec.to_builtins(command)["do"]] += 1
        if self.chance.random() < 0.8:  # else the answer is lost on its way
            self.pending = None

    def play(self, casino: Path, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        for number in range(LIVES + 1):
            (folder / str(number)).mkdir(parents=True)
        shutil.copy(casino, folder / "0" / "casino.db")
        with SqliteStore(casino, read_only=True) as store:
            self.seated = store.standing(f"tables/{self.table}/1").lines
        for number in range(LIVES):
            run(self.life(folder / str(number), folder / str(number + 1)))
        run(self.come_to_an_end(folder / str(LIVES)))


def evenings(count: int) -> list[tuple[str, int]]:
    """A table and a seed for each."""
    tables = list(TABLES)
    return [(tables[seed % len(tables)], seed) for seed in range(count)]


def test_no_evening_loses_or_repeats_anything(casinos: dict[str, Path], tmp_path: Path) -> None:
    acknowledged = 0
    for table, seed in evenings(EVENINGS):
        evening = Evening(table, seed)
        try:
            evening.play(casinos[table], tmp_path / "evening")
        except Exception as error:
            error.add_note(f"seed {seed}, {table}")
            raise
        acknowledged += len(evening.acknowledged)
    assert acknowledged > 40 * EVENINGS


def test_on_a_disk_that_lies_they_do(casinos: dict[str, Path], tmp_path: Path) -> None:
    for table, seed in evenings(20):
        try:
            Evening(table, seed, sync_lies=True).play(casinos[table], tmp_path / "evening")
        except (AssertionError, StoreFailed, NoSuchTable, ValueError, apsw.Error):
            return  # an answer, a line or a whole table that was acknowledged is gone
    pytest.fail("nobody noticed")
