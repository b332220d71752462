"""What the house refuses at its tables: cards checked by people who are not there in that role."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    DEALER,
    SUPERVISOR,
    Hands,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.cards import Card
from croupier.casino.house.commands import Dealing
from croupier.casino.opening_and_closing import opening_of
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

TABLES = ["blackjack-2018", "blackjack-2006", "baccarat"]
NOBODY = [("no one", DEALER.name), (SUPERVISOR.name, "no one"), (DEALER.name, SUPERVISOR.name)]
NOBODY += [("ben", DEALER.name), (SUPERVISOR.name, "ben"), (SUPERVISOR.name, "ana")]


@pytest.mark.clause("06:2.4", "18:2.4", "bac:2.3")
def test_2_4_a_replacement_card_is_checked_by_a_supervisor_and_a_dealer_of_the_house(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await found(floor)
            for table in TABLES:
                await set_up(floor, table, dealing=Dealing.REAL)
            for table in TABLES:
                live = floor.live(table)
                papers = opening_of(live.table, "CR 7", floor.clock(), 100_00)
                await floor.do(table, papers, SUPERVISOR)
                await sit_down(floor, table, ANA, 1, chips=10_00)
                for supervisor, dealer in NOBODY:
                    checked = {"checked_by_supervisor": supervisor, "checked_by_dealer": dealer}
                    for command in (ReplaceCard(card=Card("8H"), **checked), NewCards(**checked)):
                        with pytest.raises(Refused, match=r"is not a|plays at this table"):
                            await floor.do(table, command, SUPERVISOR)
                both = {
                    "checked_by_supervisor": SUPERVISOR.name, "checked_by_dealer": DEALER.name,
                }  # fmt: skip
                await floor.do(table, ReplaceCard(card=Card("8H"), **both), SUPERVISOR)

    run(test())
