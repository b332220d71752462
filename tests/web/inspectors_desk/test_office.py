"""The inspector's office over HTTP: meters, significant events, verification, checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.forgers import Forger, rehashed
from tests.web.casinos import Casino, Watch, opened
from tests.web.offices import play, set_up, sit_down

from croupier.casino.checkpoints import read_line
from croupier.casino.meters import meters_of_tables
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store_verification import inspect
from croupier.web.approved_program.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

TABLES = ("baccarat", "blackjack-2018")


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", watch) as casino:
        await set_up(casino, *TABLES)
        ana = await casino.logged_in("ana")
        for table in TABLES:
            await sit_down(casino, ana, "ana", table, 1)
            await play(casino, ana, "ana", table, 1)
        yield casino


async def test_the_meters_are_those_of_the_records(casino: Casino) -> None:
    ines, ana = await casino.logged_in("ines"), await casino.logged_in("ana")

    async def agree() -> list[dict[str, Any]]:
        shown: list[dict[str, Any]] = (await ines.get("/api/meters")).json()
        counted = meters_of_tables(casino.floor.store)
        assert {(each["table"], each["day"]) for each in shown} == {
            (table, day) for table, meters in counted.items() for day in meters.days
        }
        for each in shown:
            meter = counted[each["table"]].days[each["day"]]
            assert (each["drop"], each["handle"], each["win"], each["rounds"]) == (
                meter.drop, meter.handle, meter.win, meter.rounds,
            )  # fmt: skip
            assert each["hold"] == (None if meter.hold is None else str(meter.hold))
        return shown

    before = await agree()
    assert sum(each["rounds"] for each in before) == 2
    await play(casino, ana, "ana", "baccarat", 1)
    after = await agree()
    assert sum(each["rounds"] for each in after) == 3
    (one,) = (await ines.get("/api/meters", params={"table": "baccarat"})).json()
    assert one in after
    assert (await ines.get("/api/meters", params={"day": "1999-01-01"})).json() == []


async def test_significant_events_are_read_on_from_where_one_was(casino: Casino) -> None:
    ines = await casino.logged_in("ines")
    read: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = (await ines.get("/api/events", params={"after": after})).json()
        read += page["events"]
        after = page["next"]
    told = list(significant_events(casino.floor.store))
    assert [each["event"]["line"] for each in read] == [event.line for event in told]
    assert [each["number"] for each in read] == list(range(1, len(told) + 1))
    await casino.visitor().log_in("ana", "a wrong one")
    more = (await ines.get("/api/events", params={"after": len(told)})).json()["events"]
    assert [each["event"]["happened"]["kind"] for each in more] == [EventKind.FAILED_LOG_IN]
    only = (await ines.get("/api/events", params={"kind": "opening"})).json()["events"]
    assert len(only) == len(TABLES)
    assert (await ines.get("/api/events", params={"kind": "gossip"})).status_code == 422


async def test_verification_finds_a_sound_house_sound(casino: Casino) -> None:
    ines = await casino.logged_in("ines")
    first = (await ines.get("/api/verification")).json()
    assert first["sound"]
    assert {each["record"] for each in first["records"]} >= {"house", "tables/baccarat/1"}
    assert (first["checkpoints"], first["unsealed"]) == (0, first["lines"])
    assert (await ines.get("/api/verification")).json() == first, "it is not done again"
    assert (await ines.post("/api/checkpoints")).status_code == 200
    second = (await ines.post("/api/verification")).json()
    assert second["sound"]
    assert (second["checkpoints"], second["unsealed"]) == (1, 0)
    assert second["keys"] == [casino.services.sealing.key]


async def test_a_forged_record_is_found_and_reported(tmp_path: Path, watch: Watch) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        await set_up(casino, "baccarat")
        olga = await casino.logged_in("olga")
        assert (await olga.post("/api/checkpoints")).status_code == 200
        forger = Forger(tmp_path / "casino.db")
        record = "tables/baccarat/1"
        changed = [line.replace(b"play chips", b"real chips") for line in forger.lines(record)]
        for number, line in enumerate(rehashed(changed), 1):
            forger.put(record, number, line)
        forger.done()
        found = (await olga.post("/api/verification")).json()
        assert not found["sound"]
        (wrong,) = [each for each in found["records"] if each["record"] == record]
        assert [each["fault"] for each in wrong["findings"]] == ["rewritten"]
        told = [event.happened for event in significant_events(casino.floor.store)]
        assert (told[-1].kind, told[-1].subject) == (EventKind.VERIFICATION, "the records")
        assert record in told[-1].detail


async def test_a_program_that_was_not_approved_is_reported_once(
    tmp_path: Path, watch: Watch
) -> None:
    where = tmp_path / "casino.db"
    async with opened(where, watch, program=Manifest("1", {"cards.py": "aa"})) as casino:
        await set_up(casino, *TABLES)
    async with opened(where, watch, program=Manifest("1", {"cards.py": "bb"})) as casino:
        assert all(live.out_of_order for live in casino.floor.tables.values())
        await casino.services.upkeep.go_round()
        ines = await casino.logged_in("ines")
        told = (await ines.get("/api/events", params={"kind": "verification"})).json()["events"]
        assert [each["event"]["happened"]["subject"] for each in told] == ["the program"]


async def test_anybody_may_keep_the_last_checkpoint_elsewhere(casino: Casino) -> None:
    ines, anybody = await casino.logged_in("ines"), casino.visitor()
    assert (await anybody.get("/api/checkpoints/last")).status_code == 404
    made = (await ines.post("/api/checkpoints")).content
    kept = (await anybody.get("/api/checkpoints/last")).content
    assert kept == made
    page = (await anybody.get("/api/checkpoints")).json()
    (listed,) = page["checkpoints"]
    assert listed["line"].encode() == made
    assert read_line(made)[0].key == page["key"] == listed["key"]
    assert inspect(casino.floor.store, keys=(page["key"],), handed_out=(kept,)).sound
    assert (await ines.post("/api/checkpoints")).content == made, "nothing was added since"


async def test_checkpoints_are_made_by_inspectors_and_the_operator(casino: Casino) -> None:
    for name, allowed in (("olga", True), ("ines", True), ("vic", False), ("sue", False)):
        answer = await (await casino.logged_in(name)).post("/api/checkpoints")
        assert (answer.status_code == 200) == allowed
