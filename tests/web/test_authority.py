"""Who may give which command: each of each instrument, by every role and by nobody, over the API.

Who may do what takes a role is spelt out here, from what the instruments say of their people, and
not read from the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec
import pytest
from tests.nonsense import least
from tests.web.casinos import OLGA, Casino, Visitor, Watch, enrol, opened

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor.dealer_steps import AnyDealerStep, draws_cards
from croupier.casino.house.commands import BuyIn, Dealing, SetUpTable
from croupier.rulebook.instruments import load
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.aggregate.acts import Command

pytestmark = pytest.mark.anyio

STAFF = (
    Role.DEALER, Role.SUPERVISOR, Role.ASSISTANT_MANAGER, Role.GAMING_MANAGER, Role.SHIFT_MANAGER,
    Role.OPERATOR,
)  # fmt: skip
MAY = {
    Role.PLAYER: {Role.PLAYER, *STAFF},
    Role.DEALER: {*STAFF},
    Role.SUPERVISOR: {*STAFF[1:]},
    Role.ASSISTANT_MANAGER: {*STAFF[2:]},
    Role.GAMING_MANAGER: {*STAFF[3:]},
    Role.SHIFT_MANAGER: {*STAFF[4:]},
    Role.OPERATOR: {Role.OPERATOR},
    Role.TOURNAMENT_DIRECTOR: {Role.TOURNAMENT_DIRECTOR},
    Role.INSPECTOR: {Role.INSPECTOR},
    Role.SURVEILLANCE: {Role.SURVEILLANCE, Role.INSPECTOR},
}
"""By the role that something takes, those who may do it."""
ONE_OF_EACH: dict[str, tuple[Role, ...]] = {f"one-{role}": (role,) for role in Role}
PATRONS_OWN = "urn:croupier:problem:patron-unconfirmed"
BUSY = Settings(log_requests=False, rate=10**6, rate_by_address=10**6)


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", watch, BUSY) as casino:
        await enrol(casino.floor, ONE_OF_EACH)
        yield casino


async def everybody(casino: Casino) -> dict[Role, Visitor]:
    """Somebody in every role, whom the front door has let in already."""
    return {role: await casino.let_in(f"one-{role}") for role in Role}


async def set_up(casino: Casino, name: str, dealing: Dealing) -> dict[type[Command], Role]:
    """A table, and which role each of its commands takes by the register of its game."""
    instrument, options = TABLES[name]
    command = SetUpTable(table=name, instrument=instrument, options=options, dealing=dealing)
    await casino.floor.command_house(command, OLGA)
    acts = casino.floor.live(name).table.game.acts
    return {command: act.needs for command, act in acts.items() if act.needs is not None}


def spelt(command: Command | AnyDealerStep, under: str) -> bytes:
    return b'{"%b":%b}' % (under.encode(), msgspec.json.encode(command))


async def cell(visitor: Visitor, path: str, body: bytes) -> tuple[int, dict[str, object]]:
    headers = {"content-type": "application/json"}
    answer = await visitor.client.post(path, content=body, headers=headers)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()


@pytest.mark.parametrize("name", TABLES)
async def test_every_command_by_every_role_as_the_register_says(casino: Casino, name: str) -> None:
    needs = await set_up(casino, name, Dealing.REAL)
    assert set(needs.values()) <= set(MAY)
    known = load(TABLES[name][0]).by_id
    people, path = await everybody(casino), f"/api/tables/{name}/commands"
    cells = 0
    for command, needed in needs.items():
        body = spelt(least(command), "command")
        for role, visitor in people.items():
            status, said = await cell(visitor, path, body)
            if said.get("type") == PATRONS_OWN:  # whoever has the role is asked for more than it
                assert role in MAY[needed] - {Role.PLAYER}, (command, role, said)
                cells += 1
                continue
            assert (status == 403) == (role not in MAY[needed]), (command, role, said)
            if status == 403:
                assert (said["type"], said["role"]) == ("urn:croupier:problem:not-allowed", needed)
                clauses = said["clauses"]
                assert isinstance(clauses, list)
                assert clauses
                assert set(clauses) <= set(known), (command, role, said)
            else:
                assert status in (200, 409), (command, role, said)
            cells += 1
        assert (await cell(casino.visitor(), path, body))[0] == 401
    assert cells == len(needs) * len(Role)


@pytest.mark.parametrize("dealing", [Dealing.AUTOMATIC, Dealing.VIRTUAL])
async def test_cards_of_a_virtual_shoe_are_named_by_nobody(
    casino: Casino, dealing: Dealing
) -> None:
    """Whoever lacks the role is told that first; whoever has it, to leave it to the shoe."""
    needs = await set_up(casino, "baccarat", dealing)
    people, path = await everybody(casino), "/api/tables/baccarat/commands"
    for command, needed in needs.items():
        if draws_cards(command):
            for role, visitor in people.items():
                status, said = await cell(visitor, path, spelt(least(command), "command"))
                assert status == (409 if role in MAY[needed] else 403), (command, role, said)


@pytest.mark.parametrize("dealing", Dealing)
async def test_every_step_takes_a_dealer(casino: Casino, dealing: Dealing) -> None:
    people = await everybody(casino)
    for name in TABLES:
        await set_up(casino, name, dealing)
        path = f"/api/tables/{name}/steps"
        for step in get_args(AnyDealerStep):
            body = spelt(least(step), "step")
            for role, visitor in people.items():
                status, said = await cell(visitor, path, body)
                assert (status == 403) == (role not in MAY[Role.DEALER]), (step, role, said)
                if status == 403:
                    assert said["role"] == Role.DEALER
                    assert said["clauses"]
            assert (await cell(casino.visitor(), path, body))[0] == 401


async def test_nobody_borrows_a_role_they_do_not_hold(casino: Casino) -> None:
    await set_up(casino, "holdem", Dealing.REAL)
    people, path = await everybody(casino), "/api/tables/holdem/commands"
    for role, visitor in people.items():
        for other in Role:
            body = b'{"command":{"do":"open-table"},"role":"%b"}' % other.encode()
            status, said = await cell(visitor, path, body)
            if role is other:
                assert status in (200, 403, 409)
            else:
                assert (status, said["role"]) == (403, other)
                assert f"may not act as {other}" in str(said["detail"])


async def test_who_may_not_move_chips_is_told_nothing_about_them(casino: Casino) -> None:
    """What somebody else has, and what the cage has, is in no refusal."""
    await set_up(casino, "holdem", Dealing.REAL)
    people = await everybody(casino)
    player, supervisor = people[Role.PLAYER], people[Role.SUPERVISOR]
    name = f"one-{Role.PLAYER}"
    bought = BuyIn(person="bob", amount=123_45)
    await casino.floor.command_house(bought, Person("bob", Role.PLAYER))
    path, huge = "/api/tables/holdem/commands", 10**12
    answers = [
        await player.post(path, {"command": {"do": "bring-chips", "player": who, "amount": huge}})
        for who in ("bob", name)
    ]
    answers.append(await player.post(path, {"command": {"do": "fill-float", "amount": huge}}))
    answers.append(await player.post("/api/chips/buy-in", {"amount": huge}))
    assert [answer.status_code for answer in answers] == [409, 409, 403, 409]
    for answer in answers:
        assert "123.45" not in answer.text
        assert "999" not in answer.text
    told = await supervisor.post("/api/chips/buy-in", {"amount": huge, "person": "bob"})
    assert "cage holds $999876.55" in told.json()["detail"].replace(",", "")
