"""Tournaments played at tables of the floor, from the first wager to the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import POCKET, Cup, example, names, people
from tests.casino.floor.floors import Hands, open_floor, run
from tests.casino.floor.players import QUICK, play_on, settled
from tests.casino.floor.sessions import playing, the_table
from tests.tournament.support import BACCARAT, HOLDEM, INSTRUMENTS

from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.meters import meters_of_tables
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.table.tournament_play import play_at
from croupier.tournament.acts.conduct import SetPace
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.conditions import moment
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.store.contract import Store

TWO = {"sessions": [
    {"name": "heats", "rounds": 2, "seats": 4, "advance_per_table": 2},
    {"name": "final", "rounds": 2, "seats": 7},
]}  # fmt: skip


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_two_sessions_are_played_to_the_prizes(instrument: str, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 8)
            cup = Cup(floor, hands, instrument, pace=QUICK)
            await cup.take_entries(8, example(instrument, **TWO))
            while cup.tournament.phase is TournamentPhase.SEATING:
                await cup.seat()
                await play_on(cup, lambda name: 50_00 * int(name[1:]))
                await cup.do(EndSession())
                await play_on(cup, lambda name: 50_00 * int(name[1:]))
            await cup.do(AwardPlaces())
            assert cup.tournament.phase is TournamentPhase.FINISHED
            pool = cup.tournament.pool
            assert sum(e.prize for e in cup.tournament.entrants.values()) == pool.total
            assert (cup.account, floor.house.books.balance) == (0, True)
            held = sum(cup.pocket(name) for name in names(8))
            assert held == 8 * POCKET - pool.commission
            assert not floor.tables
        found = inspect(store)
        assert found.sound, [str(each) for each in found.findings]

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))
        for meters in meters_of_tables(store).values():
            assert meters.total.rounds
            assert (meters.total.drop, meters.total.handle, meters.total.win) == (0, 0, 0)


BEFORE_THE_RULES = {
    "minimum_players": 2,
    "starts": "2016-11-16T19:00:00+11:00", "withdraw_until": "2016-11-15T19:00:00+11:00",
}  # fmt: skip


def test_why_a_table_cannot_be_set_up_is_known_until_it_can(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hands = Hands(moment("2016-11-01T12:00:00+11:00"))
        async with open_floor(store, hands) as floor:
            await people(floor, 4)
            cup = Cup(floor, hands, BACCARAT, pace=QUICK)
            await cup.take_entries(4, example(BACCARAT, **TWO, **BEFORE_THE_RULES))
            await cup.seat()
            await settled()
            assert not tables_of(floor, cup.name)
            assert "the instrument was only signed on 2016-12-15" in cup.affair.trouble
            events = (event.happened for event in significant_events(store))
            (told,) = (event for event in events if event.kind is EventKind.MALFUNCTION)
            assert cup.affair.trouble in told.detail
            hands.pass_(60 * 24 * 3_600_000)
            await cup.do(SetPace(direction="all sit down"))
            await settled()
            assert len(tables_of(floor, cup.name)) == 1
            assert not cup.affair.trouble

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))


def test_tables_of_a_tournament_with_a_long_name_have_names(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 8)
            cup = Cup(floor, hands, BACCARAT, name=40 * "c", pace=QUICK)
            await cup.take_entries(8, example(BACCARAT, **TWO))
            await cup.seat()
            await settled()
            assert sorted(floor.tables) == [f"{34 * 'c'}-1", f"{34 * 'c'}-2"]

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))


@pytest.mark.clause("uth:16.8", "uth:16.9")
def test_16_8_who_keeps_a_seat_of_a_larger_table_plays_on_there(sqlite: Store) -> None:
    async def test() -> None:
        sessions = [
            {"name": "heat", "rounds": 1, "seats": 9, "advance_in_all": 3},
            {"name": "final", "rounds": 1, "seats": 3},
        ]
        changes = {
            "sessions": sessions, "progression": "the first three", "levels": [],
            "elimination": "as in the rules", "session_ties": "play-off",
        }  # fmt: skip
        async with playing(sqlite, HOLDEM, 9, **changes) as cup:
            boxes = dict(play_at(the_table(cup).table).positions)
            high = {name for name, box in boxes.items() if box > 7}
            await play_on(cup, lambda name: 25_00 if name in high else 25_00 * boxes[name] + 25_00)
            await cup.do(EndSession())
            await play_on(cup, lambda name: 25_00 * boxes[name])
            await cup.seat()
            await settled()
            assert {e.name for e in cup.tournament.still_in()} >= high
            assert not cup.affair.trouble
            assert high <= set(play_at(the_table(cup).table).positions)

    run(test())
