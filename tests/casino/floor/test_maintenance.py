"""What the program does now and then: it seals the records and reports what it notices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    Hands,
    bet,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)
from tests.casino.forgers import Forger, rehashed

from croupier.casino.checkpoints import read_line
from croupier.casino.floor import Floor
from croupier.casino.floor.maintenance import Sealing, Upkeep
from croupier.casino.floor.timers import Clock
from croupier.casino.floor.verification_in_background import Verifier
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import BuyIn, Incident, Report
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.signing_key import Seal
from croupier.casino.store.contract import StoreFailed, StoreFull
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.casino.significant_events import EventDetails
    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing

SEAL = Seal.new()
TEN_MINUTES = 600_000
TABLE = "blackjack-2018"


class Fickle(SqliteStore):
    """A store whose disk is full for a while."""

    full = False

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        if self.full:
            raise StoreFull("no space left on device")
        return super().write(writings)


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "casino.db")


def upkeep_of(floor: Floor) -> tuple[Upkeep, Sealing]:
    sealing = Sealing(floor, SEAL)
    return Upkeep(floor, sealing, TEN_MINUTES), sealing


def told(store: Store, kind: EventKind) -> list[EventDetails]:
    events = (event.happened for event in significant_events(store))
    return [happened for happened in events if happened.kind is kind]


def test_the_records_are_sealed_every_so_often(where: str) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await found(floor)
            upkeep, sealing = upkeep_of(floor)
            hands.pass_(TEN_MINUTES - 1)
            await upkeep.go_round()
            assert await sealing.last() is None
            hands.pass_(1)
            await upkeep.go_round()
            first = await sealing.last()
            assert first is not None
            await floor.command_house(BuyIn(person="ana", amount=100), ANA)
            await upkeep.go_round()
            assert await sealing.last() == first
            hands.pass_(TEN_MINUTES)
            await upkeep.go_round()
            second = await sealing.last()
            assert second is not None
            sealed, checkpoint = read_line(second)
            assert (sealed.n, sealed.key, sealed.genuine) == (2, SEAL.public, True)
            standing = checkpoint.head_of("house")
            assert standing is not None
            assert standing.lines == store.standing("house").lines
        assert inspect(store, keys=(SEAL.public,), handed_out=(first, second)).sound

    with SqliteStore(where) as store:
        run(test(store))


@pytest.mark.parametrize(
    ("step", "words"), [(90_000, "set forward by 90 seconds"), (-2_500, "set back by 2.5 seconds")]
)
def test_a_clock_that_was_set_is_reported_once(where: str, step: int, words: str) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            upkeep, _ = upkeep_of(floor)
            await upkeep.go_round()
            assert told(store, EventKind.CLOCK) == []
            hands.wall += step
            await upkeep.go_round()
            await upkeep.go_round()
            (event,) = told(store, EventKind.CLOCK)
            assert event.subject == "the clock of the machine"
            assert event.detail.startswith(words)

    with SqliteStore(where) as store:
        run(test(store))


@pytest.mark.parametrize(
    ("step", "boot", "words"),
    [
        (90_000, "first", "set forward by 90 seconds since the casino was last open"),
        (-3_600_000, "first", "set back by 3600 seconds since the casino was last open"),
        (-3_600_000, "second", "it is 3599 seconds behind the last record"),
        (90_000, "second", ""),  # as far as anybody can tell, the machine was off
        (0, "first", ""),
    ],
)
def test_a_clock_that_was_set_while_the_floor_was_closed(
    where: str, step: int, boot: str, words: str
) -> None:
    async def evening(store: Store, hands: Hands) -> None:
        async with Floor(store, clock=clock_after(store, hands)) as floor:
            upkeep, _ = upkeep_of(floor)
            await upkeep.go_round()
            await upkeep.go_round()
            await floor.command_house(Report(incident=Incident.STARTED), ITSELF)

    hands = Hands()
    with SqliteStore(where) as store:
        run(evening(store, hands))
        assert told(store, EventKind.CLOCK) == []
    hands.pass_(1_000)
    hands.wall += step
    hands.boot = boot
    with SqliteStore(where) as store:
        run(evening(store, hands))
        assert [event.detail.partition(";")[0] for event in told(store, EventKind.CLOCK)] == (
            [words] if words else []
        )
    if boot == "first":  # what was reported is not reported again
        with SqliteStore(where) as store:
            run(evening(store, hands))
            again = told(store, EventKind.CLOCK)[bool(words) :]
            assert [event.detail.startswith("it is 3599") for event in again] == [True] * (step < 0)


def clock_after(store: Store, hands: Hands) -> Clock:
    """A clock that goes on after the last record, as a floor makes it."""
    times = [json.loads(line)["entry"].get("at", 0) for line in store.lines("house")]
    return Clock(
        max(times, default=0),
        wall=lambda: hands.wall,
        steady=lambda: hands.at,
        since_boot=lambda: (hands.boot, hands.at),
    )


def test_a_store_that_failed_and_was_overcome_is_reported_when_it_can_be(where: str) -> None:
    async def test(store: Fickle) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await found(floor)
            upkeep, _ = upkeep_of(floor)
            store.full = True
            with pytest.raises(StoreFull):
                await floor.command_house(BuyIn(person="ana", amount=100), ANA)
            hands.wall += 60_000
            for _ in range(2):
                with pytest.raises(StoreFailed):
                    await upkeep.go_round()
            assert told(store, EventKind.MALFUNCTION) == []
            store.full = False
            await upkeep.go_round()
            await upkeep.go_round()
            (event,) = told(store, EventKind.MALFUNCTION)
            assert (event.subject, event.detail) == (
                "the store", "overcome: no space left on device",
            )  # fmt: skip
            assert len(told(store, EventKind.CLOCK)) == 1, "nor is that forgotten meanwhile"

    with Fickle(where) as store:
        run(test(store))


def _forge(where: str, record: str, old: bytes, new: bytes) -> None:
    """Change a table's record on the disk, with hashes to match."""
    forger = Forger(Path(where))
    lines = forger.lines(record)
    changed = rehashed([line.replace(old, new) for line in lines])
    assert changed != lines
    for number, line in enumerate(changed, 1):
        forger.put(record, number, line)
    forger.done()


def test_a_table_whose_record_does_not_lead_to_it_is_reported(where: str) -> None:
    async def play(store: Store) -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)

    async def reopen(store: Store) -> None:
        async with open_floor(store, Hands()) as floor:
            live = floor.live(TABLE)
            assert live.out_of_order
            upkeep, _ = upkeep_of(floor)
            await upkeep.go_round()
            await upkeep.go_round()
            (event,) = told(store, EventKind.VERIFICATION)
            assert event.subject == f"table {TABLE}"
            assert event.detail == live.out_of_order
            verifier = Verifier(floor, SEAL.public)
            verified = await verifier.verify()
            assert not verified.sound
            assert verifier.last is verified
            *_, event = told(store, EventKind.VERIFICATION)
            assert event.subject == "the records"
            assert f"tables/{TABLE}/1" in event.detail

    with SqliteStore(where) as store:
        run(play(store))
    _forge(where, f"tables/{TABLE}/1", b'"amount":100000', b'"amount":200000')
    with SqliteStore(where) as store:
        run(reopen(store))
