"""What a director's word and the end of a session mean at tables that are played at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.cups import DEALER, SECRETS, Cup, example, people
from tests.casino.floor.floors import Hands, open_floor, run
from tests.casino.floor.players import QUICK, play_on, settled, wager_of, who_wagers
from tests.casino.floor.sessions import ONE, by, finish, playing, the_table
from tests.tournament.support import ACT_2018, CHALLENGE, HOLDEM, MINUTE

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import look
from croupier.casino.floor.tournament_tables import tables_of
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.tournament import CollectTournamentChips
from croupier.table.tournament_play import play_at
from croupier.tournament import ballot
from croupier.tournament.acts.conduct import (
    CallBreak,
    Disqualify,
    RaiseDispute,
    SetPace,
    SettleDispute,
)
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.seating import BreakTable, CommitBallot
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.state import Ground

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.store.contract import Store

SUPERVISOR = Person("sid", Role.SUPERVISOR)


async def listed(cup: Cup, table: str, person: Person) -> set[type[Command]]:
    """What somebody is told that they can do at a table."""
    return {type(each) for each in (await look(cup.floor, table, person)).view.legal}


# --- what is listed


def test_nothing_is_listed_that_begins_a_round_when_the_session_is_over(sqlite: Store) -> None:
    async def test() -> None:
        rounds = [{"name": "final", "rounds": 1, "seats": 7}]
        async with playing(sqlite, ACT_2018, 2, sessions=rounds) as cup:
            live = the_table(cup)
            table, state = live.set_up.command.table, cup.tournament.session.tables["Table 1"]
            assert PlaceWager in await listed(cup, table, by("p001"))
            while not state.over:
                for name in who_wagers(live):
                    await cup.floor.do(table, wager_of(live, name, 25_00), by(name))
                cup.hands.pass_(1_000)
                await cup.floor.tick(live)
            assert cup.floor.tables[table] is live  # which is not taken down yet
            assert PlaceWager in {type(each) for each in live.table.legal(by("p001"))}
            assert PlaceWager not in await listed(cup, table, by("p001"))
            await finish(cup)

    run(test())


def test_nothing_is_listed_that_begins_a_round_while_a_dispute_stops_play(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            await cup.floor.tick(live)
            table, bell, (first,) = live.set_up.command.table, live.changed, who_wagers(live)
            assert PlaceWager in await listed(cup, table, by(first))
            await cup.do(RaiseDispute(text="who was first"), DEALER)
            assert bell.is_set()  # whoever watches the table looks again
            assert PlaceWager not in await listed(cup, table, by(first))
            await cup.do(SettleDispute(decision=f"{first} was"))
            assert PlaceWager in await listed(cup, table, by(first))
            await finish(cup)

    run(test())


def test_what_the_tournament_decides_is_not_listed_for_the_staff_of_its_table(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            itself = {type(each) for each in live.table.legal(SUPERVISOR)}
            seen = await listed(cup, live.set_up.command.table, SUPERVISOR)
            assert itself - seen
            assert not seen & {CollectTournamentChips, CloseTable}
            await finish(cup)

    run(test())


# --- the pace


def test_the_time_that_the_director_sets_for_wagers_begins_anew_at_its_tables(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            cup.hands.pass_(QUICK.betting - 1)  # and nearly all of the time has passed
            await cup.do(SetPace(direction="wager at once", seconds=10))
            told = [notice for notice in live.table.notices if notice.about == "time for a wager"]
            assert [each.detail for each in told] == ["10 seconds: wager at once"]
            await cup.floor.tick(live)
            assert live.due == cup.hands.at + 10_000
            cup.hands.pass_(10_000)
            await cup.floor.tick(live)
            assert live.table.patrons.away == {"p001", "p002"}
            await finish(cup)

    run(test())


def test_a_table_in_play_and_tables_to_come_follow_the_pace_between_rounds(sqlite: Store) -> None:
    async def test() -> None:
        two = [
            {"name": "heat", "rounds": 2, "seats": 7, "advance_per_table": 2},
            {"name": "final", "rounds": 1, "seats": 7},
        ]
        async with playing(sqlite, ACT_2018, 3, sessions=two) as cup:
            live = the_table(cup)
            table, play = live.set_up.command.table, play_at(live.table)
            await cup.floor.do(table, wager_of(live, "p001", 25_00), by("p001"))
            await cup.do(SetPace(direction="wager at once", seconds=10))
            assert play.terms.seconds is None
            await play_on(
                cup, lambda name: 25_00, until=lambda: play.rounds == 1 and live.is_betting
            )
            assert play.terms.seconds == 10
            await play_on(cup, lambda name: 25_00 * int(name[1:]))
            await cup.do(EndSession())
            await play_on(cup, lambda name: 25_00 * int(name[1:]))
            await cup.seat()
            await settled()
            assert play_at(the_table(cup).table).terms.seconds == 10
            await finish(cup)

    run(test())


# --- breaking a table


def test_a_table_is_broken_between_rounds_and_its_players_go_to_the_others(sqlite: Store) -> None:
    async def test() -> None:
        rounds = [{"name": "final", "rounds": 3, "seats": 3}]
        async with playing(sqlite, HOLDEM, 4, sessions=rounds) as cup:
            one, two = the_table(cup), the_table(cup, "Table 2")
            gone = cup.tournament.at_table("Table 1")[0].name
            breach = Disqualify(player=gone, ground=Ground.BREACH, reason="sought advice")
            await cup.do(breach)  # and there is room for two
            chips = {each.name: each.chips for each in cup.tournament.still_in()}
            moving = set(play_at(two.table).positions)
            secret = SECRETS[-1]
            await cup.do(CommitBallot(commitments=(ballot.commit(secret),)))
            broken = BreakTable(table="Table 2", secret=secret.hex())
            await cup.floor.tick(two)
            (first,) = who_wagers(two)
            await cup.floor.do(two.set_up.command.table, wager_of(two, first, 25_00), by(first))
            with pytest.raises(Refused, match="a round is in play at cup-2"):
                await cup.do(broken)
            await cup.do(CallBreak(minutes=5))
            await play_on(
                cup, lambda name: 25_00, until=lambda: two.table.number == 1 and two.is_betting
            )
            chips |= {each.name: each.chips for each in cup.tournament.at_table("Table 2")}
            await cup.do(broken)
            await settled()
            assert set(cup.floor.tables) == {one.set_up.command.table}
            assert moving <= set(play_at(one.table).positions)
            there = {name: one.table.chips.rack(name) for name in play_at(one.table).positions}
            assert there == chips
            cup.hands.pass_(5 * MINUTE)
            await finish(cup)

    run(test())


# --- chips that are worth cash


def test_chips_that_are_cashed_are_paid_out_of_the_cage(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 2)
            cup = Cup(floor, hands, CHALLENGE, pace=QUICK)
            cash: dict[str, Any] = {"chips_cashed": True, "chips": 500_00, "buy_in": 500_00}
            cash["buy_back"] = {"offered": False}
            await cup.take_entries(2, example(CHALLENGE, **{**ONE, **cash}))
            await cup.all(cup.ballot())
            for name in ("p001", "p002"):
                await cup.do(PayBuyIn(player=name, paid=500_00))
            await cup.seat()
            await settled()
            before = {name: cup.pocket(name) for name in ("p001", "p002")}
            await play_on(cup, lambda name: 25_00)
            left = {each.name: each.chips for each in cup.tournament.entrants.values()}
            await cup.do(EndSession())
            assert {name: cup.pocket(name) - held for name, held in before.items()} == left
            assert sum(left.values()) > 0
            await play_on(cup, lambda name: 25_00)
            await cup.do(AwardPlaces())
            assert (cup.account, floor.house.books.balance) == (0, True)

    run(test())


def test_a_table_at_which_nobody_is_left_keeps_no_session_from_its_end(sqlite: Store) -> None:
    async def test() -> None:
        heats = [
            {"name": "heat", "rounds": 2, "seats": 2, "advance_per_table": 1},
            {"name": "final", "rounds": 1, "seats": 7},
        ]
        async with playing(sqlite, CHALLENGE, 4, sessions=heats) as cup:
            gone = [each.name for each in cup.tournament.at_table("Table 1")]
            for name in gone:
                out = Disqualify(player=name, ground=Ground.BREACH, reason="seen")
                await cup.do(out)
            await settled()
            left = {each.set_up.command.belongs.table for each in tables_of(cup.floor, cup.name)}  # type: ignore[union-attr]
            assert left == {"Table 2"}
            await play_on(cup, lambda name: 25_00 * int(name[1:]))
            await cup.do(EndSession())
            assert not {each.name for each in cup.tournament.still_in()} & set(gone)

    run(test())
