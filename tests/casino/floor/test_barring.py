"""NSW 18.3.3 and 18.3.4: who is excluded from the casino or detained plays at no table of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import Cup
from tests.casino.floor.floors import (
    ANA,
    BEN,
    DEALER,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    Hands,
    bet,
    found,
    legal,
    open_floor,
    run,
    set_up,
    sit_down,
    until,
)
from tests.casino.floor.players import wager_of, who_wagers
from tests.casino.floor.sessions import by, playing, the_table
from tests.tournament.support import CHALLENGE, conditions_for

from croupier.aggregate.facts import Bar
from croupier.casino.house.commands import BuyIn, CashOut, Enrol, LiftBar
from croupier.casino.house.house import House
from croupier.casino.significant_events import significant_events
from croupier.casino.store import open_store
from croupier.games.challenge.acts.conduct import (
    Detain,
    ExcludeFromCasino,
    FindProhibitedDevice,
    HandOver,
)
from croupier.games.challenge.acts.overlooked_wagers import OverlookWager
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips, TakeChips
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.table import Phase

if TYPE_CHECKING:
    from tests.casino.postgresql_server import Server

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store

HERE, THERE = "challenge", "blackjack-2018"


async def two_tables(floor: Floor) -> None:
    """ana sits at a table of Blackjack Challenge, and there is another table of another game."""
    await found(floor)
    await set_up(floor, HERE)
    await set_up(floor, THERE)
    await sit_down(floor, HERE, ANA, 1)


async def caught(floor: Floor) -> None:
    device = FindProhibitedDevice(person="ana", apparatus="a telephone that counts")
    await floor.do(HERE, device, SUPERVISOR)


async def excluded(floor: Floor) -> None:
    await caught(floor)
    await floor.do(HERE, ExcludeFromCasino(person="ana", order="s 79, order 12"), SUPERVISOR)


async def detained(floor: Floor) -> None:
    await caught(floor)
    await floor.do(HERE, Detain(person="ana", reason="until police come"), SUPERVISOR)


async def refused(floor: Floor, table: str, command: Command, by: Person) -> Refused:
    assert command not in await legal(floor, table, by)
    with pytest.raises(Refused) as refusal:
        await floor.do(table, command, by)
    return refusal.value


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_who_is_excluded_from_the_casino_plays_nowhere_in_it(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await excluded(floor)
            assert (
                "excluded from the casino"
                in (await refused(floor, THERE, Arrive(player="ana"), ANA)).reason
            )
            again = await refused(floor, HERE, Arrive(player="ana"), ANA)
            assert "18.3.2" in again.clauses  # what the table itself says comes first
            with pytest.raises(Refused, match="excluded from the casino"):
                await floor.command_house(BuyIn(person="ana", amount=10_00), ANA)
            await floor.do(HERE, TakeChips(player="ana", amount=1_000_00), ANA)
            await floor.command_house(
                CashOut(person="ana", amount=10_00), ANA
            )  # what is hers she takes
            await sit_down(floor, THERE, BEN, 1)  # others are not concerned

    run(test())


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_no_wager_of_theirs_goes_unnoticed_elsewhere(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await set_up(floor, HERE, name="challenge-2")
            await sit_down(floor, "challenge-2", ANA, 2)
            unseen = OverlookWager(player="ana", box=2, amount=1_00)
            assert floor.live("challenge-2").table.check(unseen, DEALER, floor.house.at) is None
            await excluded(floor)
            assert "excluded" in (await refused(floor, "challenge-2", unseen, DEALER)).reason

    run(test())


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_who_sits_elsewhere_bets_no_more_and_what_lies_there_goes_back(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await sit_down(floor, THERE, ANA, 2)
            await bet(floor, THERE, ANA, 2)
            await excluded(floor)
            await until(lambda: not floor.live(THERE).table.wagers)
            table = floor.live(THERE).table
            assert table.phase is Phase.BETTING
            assert table.chips.rack("ana") == 1_000_00
            more = PlaceWager(player="ana", box=2, amount=10_00)
            assert "excluded" in (await refused(floor, THERE, more, ANA)).reason
            for command in (Sit(player="ana", box=3), BringChips(player="ana", amount=1_00)):
                assert "excluded" in (await refused(floor, THERE, command, ANA)).reason
            await floor.do(THERE, TakeChips(player="ana", amount=1_000_00), ANA)
            await floor.do(THERE, Leave(player="ana"), ANA)

    run(test())


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_it_outlasts_a_restart_and_the_table_and_the_operator_lifts_it(
    sqlite: Store,
) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await two_tables(floor)
            await sit_down(floor, THERE, ANA, 2)
            await excluded(floor)
        lines = list(sqlite.lines("house"))
        assert House.restore(lines).bars("ana") == {Bar.EXCLUDED}
        async with open_floor(sqlite, hands) as floor:
            bet_ = PlaceWager(player="ana", box=2, amount=10_00)
            assert "excluded" in (await refused(floor, THERE, bet_, ANA)).reason
            lift = LiftBar(person="ana", bar=Bar.EXCLUDED, reason="order revoked")
            for by in (SUPERVISOR, INSPECTOR, ANA):
                with pytest.raises(Refused, match="takes"):
                    await floor.command_house(lift, by)
            blank = LiftBar(person="ana", bar=Bar.EXCLUDED, reason="  ")
            with pytest.raises(Refused, match="reason: one line"):
                await floor.command_house(blank, OPERATOR)
            earlier = House.restore(lines)  # which accepts what version 1.0 accepted
            earlier.takes_text_as_stored, earlier.keep = True, lines.append
            earlier.do(blank, OPERATOR, floor.clock())
            assert House.restore(lines).bars("ana") == set()
            await floor.command_house(lift, OPERATOR)
            await floor.do(THERE, bet_, ANA)
            with pytest.raises(Refused, match="is not excluded"):
                await floor.command_house(lift, OPERATOR)

    run(test())


@pytest.mark.clause("nsw:18.3.4")
def test_18_3_4_who_is_detained_neither_plays_nor_leaves_until_somebody_has_come(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await sit_down(floor, THERE, ANA, 2)
            await detained(floor)
            for table, box in ((HERE, 1), (THERE, 2)):
                wager = PlaceWager(player="ana", box=box, amount=10_00)
                assert "detained" in (await refused(floor, table, wager, ANA)).reason
                assert "detained" in (await refused(floor, table, Leave(player="ana"), ANA)).reason
            await floor.do(HERE, HandOver(person="ana", to="constable 7"), SUPERVISOR)
            assert not floor.house.bars("ana")
            await bet(floor, THERE, ANA, 2)
            await bet(floor, HERE, ANA, 1)

    run(test())


@pytest.mark.clause("nsw:18.3.4")
def test_18_3_4_a_detention_is_ended_in_the_house_when_its_table_is_gone(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await detained(floor)
            end = LiftBar(person="ana", bar=Bar.DETAINED, reason="inspector ines has come")
            with pytest.raises(Refused, match="takes"):
                await floor.command_house(end, ANA)
            await floor.command_house(end, INSPECTOR)
            await sit_down(floor, THERE, ANA, 2, chips=10_00)

    run(test())


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_who_is_excluded_enters_no_tournament_and_wagers_in_none(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 3) as cup:
            floor, live = cup.floor, the_table(cup)
            await floor.command_house(
                Enrol(person=SUPERVISOR.name, roles=(SUPERVISOR.role,)), OPERATOR
            )
            table, first = live.set_up.command.table, who_wagers(live)[0]
            device = FindProhibitedDevice(person=first, apparatus="an app")
            await floor.do(table, device, SUPERVISOR)
            out = ExcludeFromCasino(person=first, order="s 79, order 12")
            await floor.do(table, out, SUPERVISOR)
            assert floor.house.bars(first) == {Bar.EXCLUDED}
            with pytest.raises(Refused, match="excluded"):
                await floor.do(table, wager_of(live, first, 25_00), by(first))
            other = Cup(floor, cup.hands, CHALLENGE, name="other")
            await other.open()
            await other.all(other.to_entries(conditions_for(CHALLENGE)))
            with pytest.raises(Refused, match="is excluded from the casino"):
                await other.do(other.entry(first))
            await other.do(other.entry("p002" if first != "p002" else "p001"))

    run(test())


@pytest.mark.clause("nsw:18.3.3")
def test_18_3_3_another_process_knows_it_too(postgresql: Server) -> None:
    async def test() -> None:
        hands, where = Hands(), postgresql.empty_database()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await two_tables(one)
                await until(lambda: THERE in other.tables)
                await sit_down(other, THERE, ANA, 2)
                await excluded(one)
                await until(lambda: other.house.bars("ana"))
                wager = PlaceWager(player="ana", box=2, amount=10_00)
                assert "excluded" in (await refused(other, THERE, wager, ANA)).reason
                lift = LiftBar(person="ana", bar=Bar.EXCLUDED, reason="order revoked")
                await other.command_house(lift, OPERATOR)
                await until(lambda: not one.house.bars("ana"))
                await one.do(THERE, wager, ANA)

    run(test())


def test_the_record_of_the_house_says_who_is_barred_and_why(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await two_tables(floor)
            await excluded(floor)
            lines = list(sqlite.lines("house"))
        assert b'"person":"ana","bar":"excluded","table":"challenge/1"' in lines[-1]
        events = [event for event in significant_events(sqlite) if event.record == "house"]
        assert events[-1].happened.what == "somebody is excluded"
        assert events[-1].happened.subject == "ana"

    run(test())
