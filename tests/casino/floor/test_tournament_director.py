"""What a director's word and the end of a session mean at tables that are played at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.casino.floor.cups import DEALER, Cup
from tests.casino.floor.floors import run
from tests.casino.floor.players import wager_of, who_wagers
from tests.casino.floor.sessions import by, finish, playing, the_table
from tests.tournament.support import ACT_2018, CHALLENGE

from croupier.casino.floor import look
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.tournament import CollectTournamentChips
from croupier.table.roles import Person, Role
from croupier.tournament.acts.conduct import RaiseDispute, SettleDispute

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store
    from croupier.table.commands import Command

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
            table, state = live.set_up.duty.table, cup.tournament.session.tables["Table 1"]
            assert PlaceWager in await listed(cup, table, by("p001"))
            while not state.over:
                for name in who_wagers(live):
                    await cup.floor.do(table, wager_of(live, name, 25_00), by(name))
                cup.hands.pass_(1_000)
                await cup.floor.tick(live)
            assert cup.floor.lives[table] is live  # which is not taken down yet
            assert PlaceWager in {type(each) for each in live.table.legal(by("p001"))}
            assert PlaceWager not in await listed(cup, table, by("p001"))
            await finish(cup)

    run(test())


def test_nothing_is_listed_that_begins_a_round_while_a_dispute_stops_play(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            await cup.floor.tick(live)
            table, bell, (first,) = live.set_up.duty.table, live.bell, who_wagers(live)
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
            seen = await listed(cup, live.set_up.duty.table, SUPERVISOR)
            assert itself - seen
            assert not seen & {CollectTournamentChips, CloseTable}
            await finish(cup)

    run(test())
