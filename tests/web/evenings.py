"""An evening at a table of a virtual shoe, for pages that look back on it."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from tests.web.casinos import OLGA, PASSWORD, Casino, Visitor

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor.dealer_steps import CollectCards, DealOn, Prepare
from croupier.casino.house.commands import BuyIn, Dealing, SetUpTable
from croupier.casino.opening_and_closing import opening_of
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.conduct import RaiseDispute, RequestReview, RuleOnDispute
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, Sit, StepAway
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    import httpx

MARKUP = "<b>markup</b>"


async def send(visitor: Visitor, path: str, fields: dict[str, str]) -> httpx.Response:
    return await visitor.client.post(path, data=fields)


def people(casino: Casino) -> tuple[Person, Person]:
    """Ana and sue, as the records of a casino call them."""
    called = casino.floor.references.person_called
    return Person(called("ana"), Role.PLAYER), Person(called("sue"), Role.SUPERVISOR)


async def an_evening(casino: Casino, rounds: int = 1) -> None:
    """A table opens, ana plays, quarrels, and asks an inspector to look into it."""
    floor = casino.floor
    ana, sue = people(casino)
    instrument, options = TABLES["blackjack-2018"]
    await floor.command_house(
        SetUpTable(table="pit-1", instrument=instrument, options=options, dealing=Dealing.VIRTUAL),
        OLGA,
    )
    live = floor.live("pit-1")
    await floor.do("pit-1", opening_of(live.table, "play chips", floor.clock(), 100_00), sue)
    await floor.do("pit-1", CheckCards(), sue)
    await floor.command_house(BuyIn(person="ana", amount=1_000_00), ana)
    for command in (
        Arrive(player="ana"),
        BringChips(player="ana", amount=1_000_00),
        Sit(player="ana", box=2),
    ):
        await floor.do("pit-1", command, ana)
    for _ in range(rounds):
        await a_round(casino)
    await floor.do("pit-1", RaiseDispute(player="ana", about=MARKUP), ana)
    await floor.do("pit-1", RuleOnDispute(number=1, decision="it stands"), sue)
    await floor.do("pit-1", RequestReview(player="ana", number=1), ana)


async def a_round(casino: Casino) -> None:
    floor, table = casino.floor, casino.floor.live("pit-1").table
    ana, sue = people(casino)
    await floor.step("pit-1", Prepare(), sue)
    if table.shoe.preparation is Preparation.OFFERING_CUT:
        await floor.do("pit-1", DeclineCut(player="ana"), ana)
        await floor.step("pit-1", Prepare(), sue)
    await floor.do("pit-1", PlaceWager(player="ana", box=2, amount=10_00), ana)
    await floor.do("pit-1", NoMoreBets(), sue)
    while table.phase is Phase.DEALING:
        await floor.step("pit-1", DealOn(), sue)
        asking = table.game.asking(table)
        if asking is not None:
            for command in asking.overdue:
                by = ana if isinstance(command, StepAway) else sue
                if table.check(command, by, floor.clock()) is None:
                    await floor.do("pit-1", command, by)
    await floor.step("pit-1", CollectCards(), sue)


def second(person: str, password: str = PASSWORD) -> dict[str, str]:
    """The header by which a second person confirms something."""
    said = b64encode(f"{person}:{password}".encode()).decode()
    return {"second-person": f"Basic {said}"}
