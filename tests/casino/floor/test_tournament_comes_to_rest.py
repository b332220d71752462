"""A tournament on the floor never waits for something that nobody is asked for.

Players at random wager, pass, write their wagers down, go away and come back, and let their time
pass; staff do anything at the table and at the director's desk, which mostly makes no sense.
After whatever was done, each table of the tournament goes on by a clock, asks somebody, or says
what it waits for; and where no table is left to play at, the director can do something.
`CROUPIER_RESTS` is how many things are done in the tournaments of each instrument.
"""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.crowds import store_in_memory
from tests.casino.floor.cups import DEALER, TOM, Cup, example, names, people
from tests.casino.floor.floors import OPERATOR, SUPERVISOR, Hands, open_floor, run
from tests.casino.floor.players import QUICK, settled, who_wagers
from tests.casino.floor.sessions import by
from tests.nonsense import anything
from tests.tournament.directing import onwards
from tests.tournament.support import CHALLENGE, INSTRUMENTS, MINUTE, Held

from croupier.casino.floor import look
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import BuyIn, Enrol
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.acts.voiding import VoidRound
from croupier.table.table import Phase
from croupier.table.tournament_play import law_at, play_at
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

THINGS = int(os.environ.get("CROUPIER_RESTS", "80"))
PLAYERS = 4
AMOUNTS = (0, 10_00, 25_00, 25_00, 25_00, 50_00, 60_00, 100_00, 500_00, 5_000_00)
STAFF = (TOM, TOM, DEALER, SUPERVISOR)
AT_THE_DESK = sorted((kind for kind in ACTS if kind is not CancelTournament), key=str)
LIGHTS = "the lights went out"
VOIDS: tuple[Command, ...] = (
    VoidRound(ground="impractical", reason=LIGHTS),
    VoidMisdeal(error=LIGHTS, why_not_rebuilt="nobody could see"),
)
SESSIONS = [{"name": "final", "rounds": 4, "seats": 7}]
TRIES = 130
"""How often a clock may run out and be set again, half a second later, with a reason."""


class Evening:
    """The tournaments of one instrument, one after the other, and whoever is there."""

    def __init__(self, floor: Floor, hands: Hands, instrument: str, chance: Random) -> None:
        self.floor, self.hands, self.instrument, self.chance = floor, hands, instrument, chance
        self.number = 0
        self.cup: Cup

    async def begin(self) -> None:
        """Another tournament, whose only session has begun."""
        for name in names(PLAYERS):
            await self.floor.command_house(BuyIn(person=name, amount=1_000_00), by(name))
        self.number += 1
        changes: dict[str, Any] = {"sessions": SESSIONS, "minimum_players": 2}
        if self.instrument == CHALLENGE:
            by_form = ({"order": True}, {"pass_cards": 2}, {"order": True, "undisclosed": 2})
            changes["wagering"] = {"allocation": "by ballot"} | self.chance.choice(by_form)
        self.cup = Cup(
            self.floor, self.hands, self.instrument, name=f"cup-{self.number}", pace=QUICK
        )
        await self.cup.take_entries(PLAYERS, example(self.instrument, **changes))
        await self.cup.seat()
        await settled()

    @property
    def tables(self) -> list[LiveTable]:
        return list(tables_of(self.floor, self.cup.name))

    # -- what is done

    async def something(self) -> None:
        which, tables = self.chance.random(), self.tables
        with suppress(Refused, LookupError):  # LookupError: the table is gone meanwhile
            if which < 0.06:
                await self.at_the_desk()
            elif tables and which < 0.14:
                await self.by_staff(self.chance.choice(tables))
            elif tables and which < 0.85:
                await self.by_a_player(self.chance.choice(tables))
            else:
                self.hands.pass_(self.chance.choice((500, 1_000, 61_000)))
                for live in tables:
                    await self.floor.tick(live)
        await settled()

    async def at_the_desk(self) -> None:
        await self.cup.do(self.about_somebody(self.chance.choice(AT_THE_DESK)), TOM)

    async def by_staff(self, live: LiveTable) -> None:
        chance, kinds = self.chance, sorted(live.table.game.acts, key=str)
        sensible = [void for void in VOIDS if type(void) in live.table.game.acts]
        sensible += [each for each in live.table.legal(TOM) if chance.random() < 0.3]
        command = chance.choice((self.about_somebody(chance.choice(kinds)), *sensible))
        await self.do(live, command, chance.choice(STAFF))

    async def by_a_player(self, live: LiveTable) -> None:
        chance, table = self.chance, live.table
        name = chance.choice(who_wagers(live) or names(PLAYERS))
        wagers: list[Command] = [
            PlaceWager(
                player=name, box=play_at(table).positions.get(name, 1), wager=wager,
                amount=chance.choice(AMOUNTS),
            )
            for wager in (*law_at(table).wagers.value, *table.game.wagers)
        ]  # fmt: skip
        if WriteWager in table.game.acts:
            amount = chance.choice((None, *AMOUNTS))
            wagers.append(WriteWager(player=name, amount=amount, type="main"))
        may = (await look(self.floor, live.set_up.command.table, by(name))).view.legal
        await self.do(live, chance.choice((*wagers, *may)), by(name))

    def about_somebody(self, kind: type[Command]) -> Command:
        """Anything, about people who are there."""
        command = anything(kind, self.chance)
        said: dict[str, Any] = {
            "player": self.chance.choice(names(PLAYERS)), "table": "Table 1", "reason": "seen",
            "seconds": 30, "minutes": 5,
        }  # fmt: skip
        fields = {field: said[field] for field in command.__struct_fields__ if field in said}
        return msgspec.structs.replace(command, **fields)

    async def do(self, live: LiveTable, command: Command, by: Person) -> None:
        await self.floor.do(live.set_up.command.table, command, by)

    # -- whether it is at rest

    async def must_be_at_rest(self) -> None:
        for live in self.tables:
            assert not live.out_of_order, live.out_of_order
            await self._must_go_on(live)
        await settled()
        if not self.tables:
            assert self.is_over or self._is_directed, self.cup.tournament.phase

    async def _must_go_on(self, live: LiveTable) -> None:
        if live.due is None:
            assert self._asked(live) or live.held_up or self._is_directed, live.table.phase
            return
        before = live.line
        for _ in range(TRIES):
            if live.due is None or live.set_up.command.table not in self.floor.tables:
                return
            self.hands.pass_(max(0, live.due - self.hands.at))
            await self.floor.tick(live)
            await settled()
            if live.line > before:
                return
            assert live.held_up, "the time was over and nothing happened, for no reason"
        raise AssertionError(f"it tries for ever: {live.held_up}")

    def _asked(self, live: LiveTable) -> list[str]:
        """Who could bring the round on."""
        deciding = live.table.phase is Phase.DEALING
        may = [name for name in names(PLAYERS) if deciding and any(live.table.legal(by(name)))]
        return who_wagers(live) or may

    @property
    def _is_directed(self) -> bool:
        """Whether the director can bring it on, now or when the clock says so."""
        tournament = self.cup.tournament
        waits = any(each.status is Status.MAY_BUY_BACK for each in tournament.entrants.values())
        held = Held(tournament, self.hands.at + 10 * MINUTE)
        return waits or any(
            tournament.check(command, by, held.now) is None for command, by in onwards(held)
        )

    @property
    def is_over(self) -> bool:
        over = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
        return self.cup.tournament.phase in over


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_tournament_whose_tables_the_program_deals_comes_to_rest(instrument: str) -> None:
    rounds = 0

    async def evening(store: Store) -> None:
        nonlocal rounds
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, PLAYERS)
            supervisor = Enrol(person=SUPERVISOR.name, roles=(SUPERVISOR.role,))
            await floor.command_house(supervisor, OPERATOR)
            evening = Evening(floor, hands, instrument, Random(f"cup at rest {instrument}"))
            await evening.begin()
            for _ in range(THINGS):
                await evening.something()
                if evening.chance.random() < 0.3:
                    await evening.must_be_at_rest()
                rounds += any(live.table.number for live in evening.tables)
                if not evening.tables:
                    await evening.must_be_at_rest()
                    await evening.begin()

    with store_in_memory() as store:
        run(evening(store))
    assert rounds, "no round was dealt"
