"""How long a casino takes to open: from the snapshots of its tables and the lines after them, and
without snapshots, where every command of every record is done again.

    python -m benchmarks.opening [--lines 200000] [--tables 10] [--requests 0]
                                 [--database postgresql://…]

Tables of every instrument are played by their dealers until their records have so many lines
together, in a store under the house's keys. What is measured is a new floor on the same database,
from nothing to the last table: CPU seconds of one process and seconds, beside those that the chains
alone take. WANTED is a million lines in ten seconds.

Before it opens, a casino is compared with the latest signed state. That check is measured alone,
with and without the sums over blocks of lines, and for so many answered requests.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.figure import Figure
from benchmarks.rounds import PLAIN, measure_plain

from croupier.aggregate.record_lines import links
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor, table_snapshots
from croupier.casino.house.commands import Dealing, Enrol, SetUpTable
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import must_be_whole
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, Writing
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

OPERATOR = Person("olga", Role.OPERATOR)
PLAYERS = tuple(Person(name, Role.PLAYER) for name in ("ana", "ben"))
AT_ONCE = 500
"""How many lines go into the store with one commit."""
WANTED = 10.0


def play_round(live: LiveTable) -> None:
    """A round in which nobody says anything, as the dealer of the table deals it."""
    table, dealer = live.table, live.dealer
    prepare(live)
    wager = table.game.wagers[0]
    least = max(table.sign.of(wager).minimum, 10_00)
    for box, player in enumerate(PLAYERS, 1):
        placed = PlaceWager(player=player.name, box=box, amount=least, wager=wager)
        table.do(placed, player, live.at)
    while table.phase is not Phase.SETTLED:
        prepare(live)
        if table.phase is Phase.BETTING:
            table.do(NoMoreBets(), dealer.by, live.at)
        dealer.deal()
        asking = table.game.asking(table) if table.phase is Phase.DEALING else None
        for command in asking.overdue if asking is not None else ():
            if table.check(command, dealer.by, live.at) is None:
                table.do(command, dealer.by, live.at)
    dealer.collect()


def prepare(live: LiveTable) -> None:
    """Get the cards ready; nobody wants to cut them."""
    live.dealer.prepare()
    shoe = live.table.shoe
    while shoe.preparation is Preparation.OFFERING_CUT and (player := shoe.offer.player):
        live.table.do(DeclineCut(player=player), live.dealer.by, live.at)
        live.dealer.prepare()


async def set_up(floor: Floor, number: int) -> LiveTable:
    """A table that the program deals, of one game after the other, with players at it."""
    if not number:
        await floor.command_house(Enrol(person=OPERATOR.name, roles=(OPERATOR.role,)), OPERATOR)
    instrument, options = list(TABLES.values())[number % len(TABLES)]
    command = SetUpTable(
        table=f"table-{number}", instrument=instrument, options=options,
        dealing=Dealing.AUTOMATIC,
    )  # fmt: skip
    await floor.command_house(command, OPERATOR)
    live = floor.live(command.table)
    for player in PLAYERS:
        live.table.do(Arrive(player=player.name), player, live.at)
        live.table.do(BringChips(player=player.name, amount=10**12), player, live.at)
    return live


async def fill(store: Store, lines: int, tables: int) -> None:
    """Set tables up and have their dealers play until they have so many lines."""
    async with Floor(store) as floor:
        for number in range(tables):
            live = await set_up(floor, number)
            while live.line < lines // tables:
                play_round(live)
                if len(live.fresh) >= AT_ONCE:
                    keep(store, live)
            keep(store, live)


def keep(store: Store, live: LiveTable) -> None:
    """Have what is fresh of a table stored."""
    store.add(Writing(additions=live.additions, safe=live.to_be_saved()))
    live.mark_stored()


def answer(store: Store, requests: int) -> None:
    """Answer so many keyed requests that add nothing to a record."""
    for begin in range(0, requests, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, requests))
        asked = (KeyedRequest.of(f"ana/{number:032x}", b"asked") for number in numbers)
        store.write([Writing(additions=(), request=each, answer=b"answered") for each in asked])


def check(store: Store) -> float:
    """Measure the check before opening, in CPU seconds."""
    start = time.process_time()
    must_be_whole(store, None, ())
    return time.process_time() - start


class Opened(NamedTuple):
    cpu: float
    seconds: float
    replayed: int
    """How many lines were done again."""
    wrong: list[str]


async def opened(where: str, keys: HouseKeys | None, tables: int) -> Opened:
    """How long it takes until everything is open, and what is wrong with any table."""
    cpu, start = time.process_time(), time.perf_counter()
    with open_store(where, keys=keys) as store:
        async with Floor(store) as floor:
            cpu, took = time.process_time() - cpu, time.perf_counter() - start
            lives = [floor.live(f"table-{number}") for number in range(tables)]
            replayed = sum(live.stored - live.began_from for live in lives)
            wrong = [f"{live.name}: {live.out_of_order}" for live in lives if live.out_of_order]
            return Opened(cpu, took, replayed, wrong)


def chains(store: Store) -> float:
    start = time.process_time()
    for end in store.records():
        for _ in links(store.lines(end.record)):
            pass
    return time.process_time() - start


@dataclass(frozen=True, slots=True)
class Measured:
    """The times to open one casino in both ways."""

    lines: int
    chains: float
    first_check: float
    later_check: float
    by_snapshot: Opened
    in_full: Opened


def measure(lines: int, tables: int, database: str | None = None, requests: int = 0) -> Measured:
    """Fill a casino and open it from its snapshots and from all its lines."""
    keys = HouseKeys.new()
    with tempfile.TemporaryDirectory() as folder:
        where = database or str(Path(folder) / "casino.db")
        with open_store(where, keys=keys) as store:
            asyncio.run(fill(store, lines, tables))
            answer(store, requests)
        with open_store(where, keys=keys) as store:
            stored = sum(end.lines for end in store.records())
            alone = chains(store)
            checks = check(store), check(store)
        by_snapshot = asyncio.run(opened(where, keys, tables))
        table_snapshots.FORMAT += 1  # as if another program had made them
        in_full = asyncio.run(opened(where, keys, tables))
        table_snapshots.FORMAT -= 1
    return Measured(stored, alone, *checks, by_snapshot, in_full)


CHAINS = "the chains alone"
WAYS = ("from snapshots", "from all lines")
CLOCKS = ("CPU time", "wall time")


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [PLAIN, CHAINS, *(f"{way}, {clock}" for way in WAYS for clock in CLOCKS)]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline, and a plain function as the yardstick.

    A table has 5,000 lines, halfway between two snapshots, so that each run replays about as many.
    """
    yield measure_plain(0.05 if quick else 0.9)
    found = measure(lines=2_000 if quick else 50_000, tables=10)
    yield Figure(CHAINS, found.lines / found.chains, "lines/s", PLAIN)
    for way, each in zip(WAYS, (found.by_snapshot, found.in_full), strict=True):
        if each.wrong:
            raise AssertionError("; ".join(each.wrong))
        for clock, seconds in zip(CLOCKS, (each.cpu, each.seconds), strict=True):
            yield Figure(f"{way}, {clock}", found.lines / seconds, "lines/s", PLAIN)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--database", help="an empty database; a file of its own, if left out")
    asked = parser.parse_args()
    found = measure(asked.lines, asked.tables, asked.database, asked.requests)
    lines = found.lines
    print(f"{lines:,} lines of {asked.tables} tables")
    for way, each in zip(WAYS, (found.by_snapshot, found.in_full), strict=True):
        for problem in each.wrong:
            print(problem)
        print(
            f"{way}: {each.seconds:.1f} s, {each.cpu:.1f} s of a processor, "
            f"{each.replayed:,} lines done again"
        )
    print(
        f"the check before it: {found.first_check:.2f} s of a processor the first time, "
        f"{found.later_check:.2f} s later"
    )
    print(f"{CHAINS}: {found.chains:.1f} s, {lines / found.chains:,.0f}/s")
    reached = found.by_snapshot.cpu <= WANTED * max(1.0, lines / 1e6)
    print(f"wanted: a million lines in {WANTED:.0f} s: {'reached' if reached else 'missed'}")


if __name__ == "__main__":
    main()
