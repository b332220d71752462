"""People at a table of the floor who do at random what makes sense there and what does not."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from tests.casino.floor.floors import (
    BEGUN,
    DEALER,
    EVERYBODY,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    found,
)
from tests.casino.test_patron_acts import PATRONS_OWN as PATRONS_OWN_BY_HAND
from tests.nonsense import AMOUNTS, anything

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.casino.floor.dealer_steps import AnyDealerStep, CollectCards, DealOn, DealOne, Prepare
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import BuyIn, CageTerms, Dealing, SetCageTerms
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.override_commands import name_of
from croupier.casino.store.sqlite import SqliteStore
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, Sit
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

PLAYERS = tuple(Person(name, Role.PLAYER) for name in ("ana", "bob", "cat"))
MANAGER, DIRECTOR = Person("gus", Role.GAMING_MANAGER), Person("tom", Role.TOURNAMENT_DIRECTOR)
PEOPLE = (*PLAYERS, *PLAYERS, DEALER, DEALER, SUPERVISOR, MANAGER, OPERATOR, DIRECTOR, INSPECTOR)
STEPS = get_args(AnyDealerStep)
PATRONS_OWN = frozenset(PATRONS_OWN_BY_HAND["tables"].split())


class Crowd:
    """Everybody at one table, and what they try next."""

    def __init__(self, floor: Floor, name: str, chance: Random) -> None:
        self.floor = floor
        self.live: LiveTable = floor.live(name)
        self.chance = chance
        self.kinds = sorted(self.live.table.game.acts, key=str)
        self.dealing = self.live.set_up.command.dealing

    async def do(self, command: Command, by: Person) -> bool:
        is_for_another = by.role is not Role.PLAYER and name_of(type(command)) in PATRONS_OWN
        before = self.accounts() if is_for_another else {}
        try:
            await self.floor.do(self.live.set_up.command.table, command, by)
        except Refused:
            return False
        assert self.live.table.chips.balances, command
        if is_for_another and self.dealing is not Dealing.AUTOMATIC:
            assert self.accounts() == before, (command, by)
        return True

    def accounts(self) -> dict[str, object]:
        """What everybody with an account has here and in the pocket, and where they are."""
        table, books = self.live.table, self.floor.house.books
        return {
            name: (
                books.held(pocket(name)), table.chips.rack(name), table.patrons.seat_of(name),
                name in table.patrons.arrived,
                [(on.box, on.wager, on.amount) for on in table.wagers if on.player == name],
            )
            for name in self.floor.house.people
        }  # fmt: skip

    async def something(self) -> bool:
        """Whether somebody managed to do anything."""
        chance = self.chance
        which = chance.random()
        if which < 0.66:
            return await self.do(anything(chance.choice(self.kinds), chance), chance.choice(PEOPLE))
        if which < 0.72 and self.dealing is not Dealing.REAL:
            return await self.step(anything(chance.choice(STEPS), chance))
        if which < 0.76:
            return await self.legal(chance.choice(PLAYERS))
        return await self.go_on()

    async def step(self, step: AnyDealerStep) -> bool:
        try:
            await self.floor.step(self.live.set_up.command.table, step, DEALER)
        except Refused:
            return False
        return True

    async def legal(self, by: Person) -> bool:
        """Something that is legal is never refused, unless the chips for it are elsewhere."""
        commands = list(self.live.table.legal(by, self.live.table.at))
        return bool(commands) and await self.do(self.chance.choice(commands), by)

    async def go_on(self) -> bool:
        """What a table of this kind might wait for."""
        chance, table = self.chance, self.live.table
        if table.phase in (Phase.NOT_OPEN, Phase.CLOSED):
            opening = opening_of(table, "approved", BEGUN, 10_000_00)
            return await self.do(opening, OPERATOR) and await self.do(CheckCards(), DEALER)
        if table.phase is Phase.BETTING and chance.random() < 0.7:
            return await self.come_and_bet(chance.choice(PLAYERS))
        if self.dealing is Dealing.REAL:
            return await self.by_hand()
        if table.phase is Phase.BETTING and chance.random() < 0.5:
            return await self.do(NoMoreBets(), DEALER)
        if chance.random() < 0.5:
            return await self.legal(chance.choice((*PLAYERS, DEALER)))
        return await self.step(chance.choice((Prepare(), DealOne(), DealOn(), CollectCards())))

    async def come_and_bet(self, by: Person) -> bool:
        chance, table = self.chance, self.live.table
        if by.name not in table.patrons.arrived:
            return await self.do(Arrive(player=by.name), by)
        box = 1 + PLAYERS.index(by)
        if box not in table.patrons.seats:
            return await self.do(Sit(player=by.name, box=box), by)
        if table.chips.rack(by.name) < 100_00:
            return await self.do(BringChips(player=by.name, amount=200_00), by)
        wager = chance.choice(table.game.wagers)
        amount = chance.choice(AMOUNTS)
        return await self.do(PlaceWager(player=by.name, box=box, amount=amount, wager=wager), by)

    async def by_hand(self) -> bool:
        """Real cards, which the dealer names."""
        chance, shoe = self.chance, self.live.table.shoe
        said = chance.choice(
            (
                Deal(card=chance.choice(DECK)),
                Deal(card=chance.choice(DECK)),
                NoMoreBets(),
                Collect(),
                Shuffle(),
                Cut(player=chance.choice(PEOPLE).name, at=shoe.remaining // 2),
                InsertCuttingCard(from_back=60),
            )
        )
        if type(said) not in self.live.table.game.acts:
            return False
        return await self.do(said, DEALER) or await self.legal(DEALER)


async def open_house(floor: Floor) -> None:
    """Everybody is known, and the players have chips."""
    more = [each for each in (*PLAYERS, MANAGER, DIRECTOR) if each not in EVERYBODY]
    await found(floor, more=more)
    terms = CageTerms(own_buy_in=2_000_000_00)
    await floor.command_house(SetCageTerms(terms=terms), OPERATOR)
    for player in PLAYERS:
        await floor.command_house(BuyIn(person=player.name, amount=1_000_000_00), player)


@contextmanager
def store_in_memory() -> Iterator[Store]:
    """Where there is such a place: what disks do to a store is tested elsewhere."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with TemporaryDirectory(dir=memory) as where, SqliteStore(f"{where}/casino.db") as store:
        yield store
