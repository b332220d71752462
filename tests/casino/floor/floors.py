"""Floors for tests: the demo house on a real store, with a clock that a test sets."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor, look
from croupier.casino.floor.timers import Clock
from croupier.casino.house.commands import (
    BuyIn,
    CageTerms,
    Dealing,
    Enrol,
    IssueChips,
    Pace,
    SetCageTerms,
    SetUpTable,
    Shuffles,
)
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

OPERATOR = Person("operator", Role.OPERATOR)
ANA, BEN, CHLOE = (Person(name, Role.PLAYER) for name in ("ana", "ben", "chloe"))
DEALER = Person("dora", Role.DEALER)
SUPERVISOR = Person("sid", Role.SUPERVISOR)
INSPECTOR = Person("ines", Role.INSPECTOR)
EVERYBODY = (OPERATOR, ANA, BEN, CHLOE, DEALER, SUPERVISOR, INSPECTOR)
BEGUN = 1_800_000_000_000
PATIENCE = 30.0
"""How many seconds a floor has on a busy machine for what it does by itself."""


class Hands:
    """The hands of a clock, set by the test."""

    def __init__(self, at: int = BEGUN) -> None:
        self.at = at
        self.wall = at
        self.boot = "first"
        """Which start of the machine it is."""

    def pass_(self, milliseconds: int) -> None:
        self.at += milliseconds
        self.wall += milliseconds

    def clock(self) -> Clock:
        return Clock(
            self.at,
            wall=lambda: self.wall,
            steady=lambda: self.at,
            since_boot=lambda: (self.boot, self.at),
        )


def secrets() -> Callable[[], bytes]:
    """Secrets that are the same in every run, and never the same twice in one."""
    numbers = count(1)
    return lambda: random.Random(next(numbers)).randbytes(32)


@asynccontextmanager
async def open_floor(store: Store, hands: Hands) -> AsyncIterator[Floor]:
    async with Floor(store, clock=hands.clock(), entropy=secrets()) as floor:
        yield floor


class WoundByHand(Floor):
    """Looks after its tables when the test says so, and not after seconds of the machine's clock.

    On a busy machine these would pass while the test's hands are somewhere else, and wagers be
    dealt to that the test is about to take back.
    """

    def schedule(self, live: LiveTable) -> None:
        pass


async def found(floor: Floor, chips: int = 10_000_00, more: Sequence[Person] = ()) -> None:
    """People with chips, and no table yet. Staff who come later wait before they confirm."""
    for person in (*EVERYBODY, *more):
        await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OPERATOR)
    await floor.command_house(IssueChips(amount=100_000_000_00), OPERATOR)
    if chips > CageTerms().own_buy_in:
        terms = CageTerms(own_buy_in=chips)
        await floor.command_house(SetCageTerms(terms=terms), OPERATOR)
    for player in (ANA, BEN, CHLOE):
        await floor.command_house(BuyIn(person=player.name, amount=chips), player)


async def set_up(
    floor: Floor,
    table: str,
    *,
    dealing: Dealing = Dealing.AUTOMATIC,
    pace: Pace | None = None,
    name: str = "",
    shuffles: Shuffles = Shuffles.HOUSE,
) -> None:
    instrument, options = TABLES[table]
    command = SetUpTable(
        table=name or table, instrument=instrument, options=options, dealing=dealing,
        pace=pace or Pace(), float=1_000_000_00, shuffles=shuffles,
    )  # fmt: skip
    await floor.command_house(command, OPERATOR)


async def sit_down(
    floor: Floor, table: str, player: Person, box: int, chips: int = 1_000_00
) -> None:
    name = player.name
    for command in (Arrive(player=name), Sit(player=name, box=box)):
        await floor.do(table, command, player)
    await floor.do(table, BringChips(player=name, amount=chips), player)


async def bet(floor: Floor, table: str, player: Person, box: int, amount: int = 10_00) -> None:
    wager = floor.live(table).table.game.wagers[0]
    placed = PlaceWager(player=player.name, box=box, amount=amount, wager=wager)
    await floor.do(table, placed, player)


async def legal(floor: Floor, table: str, person: Person) -> list[Command]:
    return list((await look(floor, table, person)).view.legal)


async def play_at_random(
    floor: Floor, table: str, players: Iterable[Person], rounds: int, hands: Hands, seed: int
) -> None:
    """Seated players bet and decide at random, or let their time pass, for so many rounds."""
    chance, live = random.Random(seed), floor.live(table)
    players = list(players)
    first = live.table.number
    for _ in range(rounds * 400):
        if live.table.number >= first + rounds and live.is_betting and not live.table.wagers:
            return
        for player in players:
            if chance.random() < 0.8:
                await _something(floor, table, player, chance)
        hands.pass_(chance.choice((500, 2_000, 30_000)))
        await floor.tick(live)
    raise AssertionError(f"{table} did not come to {rounds} rounds")


async def _something(floor: Floor, table: str, player: Person, chance: random.Random) -> None:
    """One thing that is legal; going away is not among it, and wagers stay as they are."""
    there = {wager.player for wager in floor.live(table).table.wagers}
    open_to = [
        command
        for command in await legal(floor, table, player)
        if not isinstance(command, Leave | StepAway | Sit)
        and type(command).__name__ not in ("GetUp", "TakeChips")
        and not (isinstance(command, PlaceWager) and (player.name in there or not _modest(command)))
    ]
    if open_to:
        command = chance.choice(open_to)
        try:
            await floor.do(table, command, player)
        except Refused as refusal:
            # Nothing else is refused that was legal, unless another process was faster.
            assert "chips" in refusal.reason or floor.store.shared, refusal  # noqa: PT017


def _modest(wager: PlaceWager) -> bool:
    """What nobody is ruined by in an evening."""
    return 0 < wager.amount <= 20_00


async def until(is_so: Callable[[], object]) -> None:
    """Wait for what a floor does by itself, and fail if it does not."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.001)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def seen(live: LiveTable, viewer: Person | None) -> bytes:
    """Everything that a viewer sees, as bytes."""
    return msgspec.json.encode((live.table.view(viewer), live.due))
