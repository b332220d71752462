"""Acts that take a notice: on a real floor refused without it, and done once it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEGUN,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    Hands,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.record_queries import Noticeboard
from croupier.casino.house.commands import Enrol
from croupier.casino.store_verification import inspect
from croupier.games.baccarat.acts.determinations import ChangeSettlement
from croupier.games.challenge.acts.closing import DisplayClosingSign
from croupier.games.challenge.acts.limits import AnnounceMinimum
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.player_restrictions import RestrictToOneBox
from croupier.games.challenge.acts.side_bets import RestrictSideBet
from croupier.rulebook.citations import Refused
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.player_restrictions import Restrict
from croupier.table.acts.sign import ChangeLimits

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store

MANAGER = Person("gus", Role.GAMING_MANAGER)
MINUTE = 60_000


class Case(NamedTuple):
    """What is to be done at a table, who must hear of it before, and how long before."""

    table: str
    act: Command
    first: tuple[Command, ...]
    to: tuple[str, ...]
    wait: int = 0


CLOSING = CloseTable(), (AnnounceClosure(rounds=0),), ("players",)
CASES = {
    "one box": Case(
        "challenge", RestrictToOneBox(player="ana", reason="pattern of play"),
        (GiveNotice(to="inspector", of="one-box", player="ana"),), ("inspector",),
    ),
    "side bet": Case(
        "challenge", RestrictSideBet(wager="any-pairs", sign="main bettors only"),
        (GiveNotice(to="surveillance", of="any-pairs"), GiveNotice(to="inspector", of="any-pairs")),
        ("surveillance", "inspector"),
    ),
    "minimum": Case(
        "challenge", ChangeLimits(limits={"main": (20_00, 500_00)}),
        (AnnounceMinimum(minimum=20_00, takes_effect=BEGUN + 20 * MINUTE),), ("players",),
        20 * MINUTE,
    ),
    "closing blackjack": Case("blackjack-2018", *CLOSING),
    "closing blackjack as it was": Case("blackjack-2006", *CLOSING),
    "closing baccarat": Case("baccarat", *CLOSING),
    "closing hold'em": Case("holdem", *CLOSING),
    "closing the challenge": Case(
        "challenge", CloseTable(), (DisplayClosingSign(closes=BEGUN + 20 * MINUTE),), ("players",),
        20 * MINUTE,
    ),
}  # fmt: skip


async def _opened(floor: Floor, table: str) -> Noticeboard:
    await found(floor)
    await floor.command_house(Enrol(person="gus", roles=(Role.GAMING_MANAGER,)), OPERATOR)
    await set_up(floor, table)
    await sit_down(floor, table, ANA, 1)
    return Noticeboard(floor)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_takes_a_notice_is_refused_until_it_is_in_the_record(store: Store, case: Case) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            board = await _opened(floor, case.table)
            already = len((await board.read()).news)
            for announcing in case.first:
                with pytest.raises(Refused) as refusal:
                    await floor.do(case.table, case.act, MANAGER)
                assert refusal.value.clauses
                await floor.do(case.table, announcing, MANAGER)
            if case.wait:
                hands.pass_(case.wait - 1)
                with pytest.raises(Refused):
                    await floor.do(case.table, case.act, MANAGER)
                hands.pass_(1)
            done = (await floor.do(case.table, case.act, MANAGER)).read()
            given = list(await board.read())[already : already + len(case.first)]
            assert tuple(notice.to for notice in given) == case.to
            for notice in given:
                assert notice.record == done["record"]
                assert notice.line < done["line"]
                assert notice.at <= hands.at - case.wait
                assert notice.clauses
        assert inspect(store).sound

    run(test())


def test_a_change_gives_notice_now_and_holds_from_the_next_betting(store: Store) -> None:
    """New limits and another method of settlement are their own notice."""

    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _opened(floor, "baccarat")
            table = floor.live("baccarat").table
            before = table.sign
            for act in (
                ChangeLimits(limits={"banker": (20_00, 900_00)}),
                ChangeSettlement(method="B"),
            ):
                await floor.do("baccarat", act, SUPERVISOR)
            *_, limits, method = await board.read()
            assert (limits.to, method.to) == ("players", "players")
            assert "banker" in limits.detail
            assert table.sign == before

    run(test())


def test_the_commission_is_told_of_a_restriction_and_its_officer_takes_it(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _opened(floor, "blackjack-2018")
            order = Restrict(player="ana", procedure="P 7", tracked="file 12")
            await floor.do("blackjack-2018", order, SUPERVISOR)
            (notice,) = [each for each in await board.read() if each.to == "commission"]
            assert (notice.detail, notice.is_waiting) == ("ana", True)
            await board.acknowledge(notice, INSPECTOR)
            (notice,) = [each for each in await board.read() if each.to == "commission"]
            assert not notice.is_waiting

    run(test())
