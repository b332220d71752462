"""Views of the house: what somebody was shown does not change when the house goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import Hands, open_floor
from tests.casino.test_school import DAN, DEE, MARK, ONE, PAID, SUE, WEEK, ask

from croupier.aggregate.roles import Person, Role
from croupier.casino import house_views
from croupier.casino.cage import chips_at, chips_in_pocket, chips_of_house
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.books import CAGE, ISSUE, pocket
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips
from croupier.casino.house.school import SchoolPart, SetExercises, WithdrawExercises
from croupier.casino.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

OLGA, ANA = Person("olga", Role.OPERATOR), Person("ana", Role.PLAYER)


@pytest.mark.anyio
async def test_a_set_that_was_seen_stays_as_it_was(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        async with open_floor(store, Hands()) as floor:
            await floor.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
            for person in (SUE, DAN, DEE):
                await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OLGA)
            await floor.command_house(WEEK, SUE)
            everybody = SetExercises(name="all", title="For all", exercises=(ONE,))
            await floor.command_house(everybody, SUE)

            first = house_views.set_seen(floor, "week", "dan")
            assert first is not None
            assert (first.asked, first.next, first.unfinished, first.done) == (0, 1, None, 0)
            assert first.is_for_viewer
            await floor.command_house(ask(1), DAN)
            await floor.command_house(ask(2), DAN)
            await floor.command_house(MARK, ITSELF)
            begun = house_views.set_seen(floor, "week", "dan")
            assert begun is not None
            assert (begun.asked, begun.next, begun.unfinished, begun.done) == (2, None, 1, 0)
            assert begun.is_marked(1, SchoolPart.ACT)
            assert not begun.is_marked(1, SchoolPart.PAYMENTS)
            await floor.command_house(PAID, ITSELF)
            await floor.command_house(WithdrawExercises(name="week"), SUE)
            ended = house_views.set_seen(floor, "week", "dan")
            assert ended is not None
            assert (ended.unfinished, ended.done, ended.is_withdrawn) == (2, 1, True)

            assert (first.next, first.is_withdrawn) == (1, False)
            assert not begun.is_marked(1, SchoolPart.PAYMENTS)
            by_dee = house_views.sets_seen(floor, "dee")
            assert [(each.name, each.is_for_viewer) for each in by_dee] == [
                ("all", True),
                ("week", False),
            ]
            assert house_views.set_seen(floor, "none", "dan") is None


@pytest.mark.anyio
async def test_chips_and_people_that_were_seen_stay_as_they_were(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        async with open_floor(store, Hands()) as floor:
            assert not house_views.has_people(floor)
            await floor.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
            await floor.command_house(Enrol(person="ana", roles=(Role.PLAYER,)), OLGA)
            await floor.command_house(IssueChips(amount=1_000_000_00), OLGA)
            people, before = house_views.list_people(floor), chips_of_house(floor)
            await floor.command_house(BuyIn(person="ana", amount=100_00), ANA)
            await floor.command_house(Enrol(person="dan", roles=(Role.DEALER,)), OLGA)
            assert people == ("olga", "ana")
            assert before.places == {ISSUE: -1_000_000_00, CAGE: 1_000_000_00}
            assert chips_in_pocket(floor, "ana") == chips_at(floor, pocket("ana")) == 100_00
            assert chips_at(floor, CAGE) == 999_900_00
            assert house_views.list_staff(floor, Role.DEALER) == ("olga", "dan")
            assert house_views.roles_held(floor, "dan") == {Role.DEALER}
            assert house_views.roles_held(floor, "eve") == frozenset()
