"""What the record says of those who try to get in, and of the service itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.web.casinos import Casino, Watch, opened

from croupier.casino.house.commands import Incident
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store_verification import inspect
from croupier.web.server import Run
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.significant_events import EventDetails

pytestmark = pytest.mark.anyio

FAILURES = Settings().failures


def events(casino: Casino, *kinds: EventKind) -> list[EventDetails]:
    """With what their references stand for, as whoever may see them is shown it."""
    told = (event.happened for event in significant_events(casino.floor.store))
    named = casino.floor.references.in_text
    return [
        msgspec.structs.replace(happened, detail=named(happened.detail))
        for happened in told
        if happened.kind in kinds
    ]


async def test_failed_log_ins_and_lock_outs_are_recorded(casino: Casino) -> None:
    visitor = casino.visitor("192.0.2.77")
    for _ in range(FAILURES + 2):
        await visitor.log_in("ana", "a wrong one")
    failed = events(casino, EventKind.FAILED_LOG_IN)
    assert [event.subject for event in failed] == ["ana"] * FAILURES
    assert {event.detail for event in failed} == {"from 192.0.2.77"}
    (locked,) = events(casino, EventKind.LOCKED_OUT)
    assert (locked.subject, locked.detail) == ("ana", "the account, from 192.0.2.77")
    assert inspect(casino.floor.store).sound


async def test_an_address_that_is_locked_out_is_recorded(casino: Casino) -> None:
    visitor = casino.visitor("192.0.2.77")
    for number in range(Settings().failures_by_address):
        await visitor.log_in(f"guess{number}", "a wrong one")
    (locked,) = events(casino, EventKind.LOCKED_OUT)
    assert (locked.subject, locked.detail) == ("", "the address, from 192.0.2.77")


async def test_what_somebody_typed_for_a_name_is_recorded_nowhere(casino: Casino) -> None:
    await casino.visitor().log_in("my secret password", "ana")
    assert len(events(casino, EventKind.FAILED_LOG_IN)) == 1
    assert b"my secret" not in b"".join(casino.floor.store.lines("house"))


async def test_whoever_gets_in_leaves_no_such_trace(casino: Casino) -> None:
    await casino.logged_in("ana")
    assert events(casino, EventKind.FAILED_LOG_IN, EventKind.LOCKED_OUT) == []


async def test_starts_stops_and_failures_are_told_apart(tmp_path: Path, watch: Watch) -> None:
    incidents = []
    for ends_well in (True, False, True):
        async with opened(tmp_path / "casino.db", watch) as casino:
            run = Run(casino.floor, casino.services.safe, "http://casino.test")
            incidents.append(await run.start(await casino.services.program.check()))
            if ends_well:
                await run.stop()
    assert incidents == [Incident.STARTED, Incident.STARTED, Incident.RECOVERED]
    async with opened(tmp_path / "casino.db", watch) as casino:
        told = events(casino, EventKind.RUNNING, EventKind.RECOVERY)
        assert [event.what for event in told] == [
            "started", "stopped", "started", "recovered", "stopped",
        ]  # fmt: skip
        checked = await casino.services.program.check()
        assert told[0].detail == str(checked.manifest)
