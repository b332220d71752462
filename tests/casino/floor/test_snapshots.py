"""A table begins from its snapshot as it would from its record, and the record wins over it."""

from __future__ import annotations

import os
import pickle
import random
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec
import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    INSPECTOR,
    Hands,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
    until,
)
from tests.casino.forgers import Forger

from croupier.casino.demo import TABLES
from croupier.casino.floor import look, table_snapshots
from croupier.casino.floor.snapshot_checks import check_snapshots, same
from croupier.casino.floor.table_snapshots import NoSnapshot, Snapshot, taken
from croupier.casino.house_keys import HouseKeys
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store import open_store
from croupier.casino.store.contract import Writing
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

KEYS = HouseKeys.new()
TABLE = "blackjack-2018"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_snapshots, "EVERY", 30)


@pytest.fixture
def keyed(where: str) -> Iterator[Store]:
    with open_store(where, keys=KEYS) as store:
        yield store
        inspected = inspect(store)
        assert inspected.sound, [str(each) for each in inspected.findings]


async def evening(store: Store, table: str = TABLE, rounds: int = 12) -> Hands:
    """Two people play at a table; the hands of its clock afterwards."""
    hands = Hands()
    async with open_floor(store, hands) as floor:
        await found(floor)
        await set_up(floor, table)
        for box, player in enumerate((ANA, BEN), 1):
            await sit_down(floor, table, player, box)
        await play_at_random(floor, table, (ANA, BEN), rounds, hands, seed=7)
    return hands


async def everything(floor: Floor, table: str = TABLE) -> list[Any]:
    """What everybody sees, and what the floor knows besides."""
    looks = [await look(floor, table, viewer) for viewer in (None, ANA, BEN, INSPECTOR)]
    live = floor.live(table)
    told = [(seen.body, seen.settled, seen.history) for seen in looks]
    return [told, dict(live.stays), live.wait_timer.state(), live.due, live.line, live.table.head]


def must_come_from(live: LiveTable, *, snapshot: bool) -> None:
    found = live.out_of_order, live.snapshot_problem, bool(live.began_from)
    assert found == ("", "", snapshot)


@pytest.mark.parametrize("table", list(TABLES))
def test_a_table_begins_from_its_snapshot_as_from_its_record(sqlite_path: str, table: str) -> None:
    async def test(store: Store) -> None:
        hands = await evening(store, table)
        async with open_floor(store, hands) as floor:
            live = floor.live(table)
            must_come_from(live, snapshot=True)
            assert live.line - live.began_from < live.line
            by_snapshot = await everything(floor, table)
            await check_snapshots(floor)
            assert live.began_from == 0, "it was compared, and found to be the same"
            await play_at_random(floor, table, (ANA, BEN), 4, hands, seed=8)
            after = await everything(floor, table)
        with patch.object(table_snapshots, "program", lambda: "another version"):
            async with open_floor(store, hands) as floor:
                must_come_from(floor.live(table), snapshot=False)
                assert await everything(floor, table) == after
        assert by_snapshot[-2] < after[-2]
        assert not _reported(store)

    with open_store(sqlite_path, keys=KEYS) as store:
        run(test(store))
        assert inspect(store).sound


@pytest.fixture
def sqlite_path(tmp_path: Any) -> str:
    return str(tmp_path / "casino.db")


def test_every_line_of_a_table_may_be_its_last(sqlite_path: str) -> None:
    """Opened after any number of lines, from a snapshot or not, it stands at the same place."""

    async def test(store: Store) -> None:
        hands = await evening(store, rounds=3)
        for seed in range(12):
            async with open_floor(store, hands) as floor:
                before = await everything(floor)
                await check_snapshots(floor)
                with patch.object(table_snapshots, "program", lambda: "another version"):
                    floor.live(TABLE).reload()
                assert (await everything(floor))[0] == before[0]
                chance = random.Random(seed)
                for _ in range(chance.randrange(1, 9)):
                    hands.pass_(chance.choice((500, 2_000, 30_000)))
                    await floor.tick(floor.live(TABLE))
                    for player, box in ((ANA, 1), (BEN, 2)):
                        await _something(floor, player, box, chance)
        assert not _reported(store)

    with open_store(sqlite_path, keys=KEYS) as store:
        run(test(store))


async def _something(floor: Floor, player: Any, box: int, chance: random.Random) -> None:
    legal = list((await look(floor, TABLE, player)).view.legal)
    plays = [each for each in legal if type(each).__name__ in ("PlaceWager", "Hit", "Stand")]
    if plays:
        await floor.do(TABLE, chance.choice(plays), player)


def test_the_record_wins_over_a_snapshot_that_is_wrong(keyed: Store) -> None:
    async def test() -> None:
        hands = await evening(keyed)
        async with open_floor(keyed, hands) as floor:
            right, live = await everything(floor), floor.live(TABLE)
            await check_snapshots(floor)
            kept = keyed.safe(live.snapshot)
            assert kept is not None
            snapshot = table_snapshots.read(kept)
            forged = _with_more_chips(floor, snapshot)
            await floor.write(Writing(additions=(), safe={live.snapshot: forged.encode()}))
        async with open_floor(keyed, hands) as floor:
            live = floor.live(TABLE)
            must_come_from(live, snapshot=True)
            assert live.table.chips.rack("ana") == 99_000_00, "it is wrong"
            await until(lambda: not live.uses_snapshots)
            await check_snapshots(floor)
            assert (await everything(floor))[0] == right[0]
            must_come_from(live, snapshot=False)
            await until(lambda: keyed.safe(live.snapshot) is None)
            await until(lambda: bool(_reported(keyed)))
        (event,) = _reported(keyed)
        assert "chips" in event

    run(test())


def _with_more_chips(floor: Floor, snapshot: Snapshot) -> Snapshot:
    """The same, in which somebody has other chips."""
    live = floor.live(TABLE)
    was = dict(live.table.chips.racks)
    live.table.chips.racks["ana"] = 99_000_00
    try:
        forged = taken(live)
    finally:
        live.table.chips.racks.update(was)
    return forged


def _reported(store: Store) -> list[str]:
    events = (event.happened for event in significant_events(store))
    return [str(each) for each in events if each.kind is EventKind.VERIFICATION]


@pytest.mark.parametrize("how", ["another head", "a line to come", "garbage", "another program"])
def test_a_snapshot_that_does_not_fit_is_done_without(sqlite_path: str, how: str) -> None:
    async def test(store: Store) -> None:
        hands = await evening(store)
        async with open_floor(store, hands) as floor:
            right, name = await everything(floor), floor.live(TABLE).snapshot
            kept = store.safe(name)
            assert kept is not None
            snapshot = table_snapshots.read(kept)
            put = {
                "another head": msgspec.structs.replace(snapshot, head="0" * 64).encode(),
                "a line to come": msgspec.structs.replace(snapshot, line=10_000).encode(),
                "garbage": msgspec.structs.replace(snapshot, state=b"garbage").encode(),
                "another program": msgspec.structs.replace(snapshot, program="").encode(),
            }[how]
            await floor.write(Writing(additions=(), safe={name: put}))
        async with open_floor(store, hands) as floor:
            live = floor.live(TABLE)
            assert (live.out_of_order, live.began_from) == ("", 0)
            assert bool(live.snapshot_problem) == (how != "another program")
            assert (await everything(floor))[0] == right[0]
            await check_snapshots(floor)
        assert bool(_reported(store)) == (how != "another program")

    with open_store(sqlite_path, keys=KEYS) as store:
        run(test(store))


def test_an_older_snapshot_leads_to_the_same_table(sqlite_path: str) -> None:
    async def test(store: Store) -> None:
        hands = await evening(store)
        async with open_floor(store, hands) as floor:
            older = store.safe(floor.live(TABLE).snapshot)
            await play_at_random(floor, TABLE, (ANA, BEN), 10, hands, seed=3)
            right = await everything(floor)
            assert store.safe(floor.live(TABLE).snapshot) != older
            await floor.write(Writing(additions=(), safe={floor.live(TABLE).snapshot: older}))
        async with open_floor(store, hands) as floor:
            must_come_from(floor.live(TABLE), snapshot=True)
            assert (await everything(floor))[0] == right[0]
            await check_snapshots(floor)
            assert floor.live(TABLE).began_from == 0
        assert not _reported(store)

    with open_store(sqlite_path, keys=KEYS) as store:
        run(test(store))


def test_a_line_before_the_snapshot_that_was_altered_meanwhile_stops_play(
    sqlite_path: str,
) -> None:
    async def test(store: Store) -> None:
        hands = await evening(store)
        forger = Forger(Path(sqlite_path))
        record = f"tables/{TABLE}/1"
        line = forger.lines(record)[4]
        forger.put(record, 5, line.replace(b'"n":4', b'"n":7'))
        forger.done()
        async with open_floor(store, hands) as floor:
            must_come_from(floor.live(TABLE), snapshot=True)
            await check_snapshots(floor)
            told = floor.live(TABLE).out_of_order
            assert told.startswith(f"the record was tampered with: {record}: line 5 ")

    with open_store(sqlite_path, keys=KEYS) as store:
        run(test(store))


def test_without_keys_there_are_no_snapshots(store: Store) -> None:
    async def test() -> None:
        hands = await evening(store)
        async with open_floor(store, hands) as floor:
            live = floor.live(TABLE)
            assert store.safe(live.snapshot) is None
            must_come_from(live, snapshot=False)

    run(test())


def test_nothing_comes_out_of_a_snapshot_that_no_table_is_made_of(sqlite: Store) -> None:
    async def test(store: Store) -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            table = floor.live(TABLE).table
            for thing in (os.system, print, random.Random(1)):
                with pytest.raises((NoSnapshot, pickle.UnpicklingError)):
                    table_snapshots._Unpickler(BytesIO(pickle.dumps(thing)), table).load()

    run(test(sqlite))


def test_values_that_differ_in_any_part_are_not_the_same() -> None:
    one = {"a": [1, {2, 3}, (4, None)], "b": TABLES}
    assert same(one, {"b": TABLES, "a": [1, {3, 2}, (4, None)]})
    for other in ({"a": [1, {2, 3}, (4, 0)], "b": TABLES}, {"a": [1, {2}, (4, None)], "b": TABLES}):
        assert not same(one, other)
