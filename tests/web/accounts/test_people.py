"""People and their chips, over HTTP."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from argon2 import PasswordHasher
from tests.web.casinos import PASSWORD, Casino, Visitor
from tests.web.evenings import second, send

from croupier.aggregate.facts import Bar, Barring
from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.demo import TABLES
from croupier.casino.floor.commands import command_house
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import Dealing, FollowTable, SetUpTable
from croupier.casino.store_verification import inspect

pytestmark = pytest.mark.anyio

NEW: dict[str, Any] = {"person": "carl", "roles": ["player"], "password": "a fine password"}


async def test_somebody_is_enrolled_and_logs_in(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    answer = await olga.post("/api/people", NEW)
    assert answer.status_code == 201
    assert answer.json() == {"person": "carl", "roles": ["player"], "chips": 0}
    assert (await casino.visitor().log_in("carl", NEW["password"])).status_code == 201


async def test_a_password_that_is_too_short_makes_no_account(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    answer = await olga.post("/api/people", NEW | {"password": "short"})
    assert (answer.status_code, answer.json()["field"]) == (422, "password")
    assert (await olga.get("/api/people/carl")).status_code == 404


@pytest.mark.parametrize(
    "person", ["ana", "ANA", "croupier", " ana", "a\nb", "\u0430na", "../ana", "people/ana"]
)
async def test_names_that_are_taken_or_are_none(casino: Casino, person: str) -> None:
    olga = await casino.logged_in("olga")
    answer = await olga.post("/api/people", NEW | {"person": person})
    assert answer.status_code == 409
    assert answer.json()["type"] == "urn:croupier:problem:refused"


async def test_a_password_that_anybody_would_try_makes_no_account(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    for password in ("password123", "carl-2024!!"):
        answer = await olga.post("/api/people", NEW | {"password": password})
        assert (answer.status_code, answer.json()["field"]) == (422, "password")
        assert "three or four words" in answer.json()["detail"]
        page = await send(
            olga, "/people", {"person": "carl", "password": password, "roles": "player"}
        )
        assert (page.status_code, "three or four words" in page.text) == (409, True)
    assert (await olga.get("/api/people/carl")).status_code == 404
    changed = await olga.put(
        "/api/people/ana/password", {"password": "qwertyuiop"}, headers=second("sue")
    )
    assert (changed.status_code, changed.json()["field"]) == (422, "password")
    assert (await casino.visitor().log_in("ana")).status_code == 201


async def test_who_has_such_a_password_logs_in_with_it(casino: Casino) -> None:
    weak = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash("password").encode()
    await casino.services.safe.put({passwords.in_safe("ana"): weak})
    assert (await casino.visitor().log_in("ana", "password")).status_code == 201
    renewed = await casino.services.safe.get(passwords.in_safe("ana"))
    assert renewed not in (None, weak)
    assert (await casino.visitor().log_in("ana", "password")).status_code == 201


async def test_a_name_is_data_wherever_it_goes(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    name = "<script>alert(1)<script>"
    assert (await olga.post("/api/people", NEW | {"person": name})).status_code == 201
    answer = await olga.get("/api/people")
    assert answer.headers["content-type"] == "application/json"
    assert name in [account["person"] for account in answer.json()]


async def test_roles_are_given_and_taken(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    given = await olga.post("/api/people/ana/roles", {"role": "dealer"})
    assert given.json()["roles"] == ["player", "dealer"]
    taken = await olga.delete("/api/people/ana/roles/player")
    assert taken.json()["roles"] == ["dealer"]
    assert (await olga.delete("/api/people/olga/roles/operator")).status_code == 409
    unknown = await olga.delete("/api/people/ana/roles/emperor")
    assert (unknown.status_code, unknown.json()["field"]) == (422, "held")
    assert (await olga.post("/api/people/nobody/roles", {"role": "dealer"})).status_code == 409


async def test_everybody_sees_their_own_account_and_supervisors_anybodys(casino: Casino) -> None:
    ana, sue = await casino.logged_in("ana"), await casino.logged_in("sue")
    assert (await ana.get("/api/people/ana")).json()["person"] == "ana"
    assert (await ana.get("/api/people/bob")).status_code == 403
    assert (await sue.get("/api/people/bob")).json()["person"] == "bob"
    assert (await ana.get("/api/people/nobody")).status_code == 403  # as if there were one


async def test_whoever_changes_their_password_knows_it(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    for body in ({"password": "another one"}, {"password": "another one", "current": "a guess"}):
        answer = await ana.put("/api/people/ana/password", body)
        assert (answer.status_code, answer.json()["field"]) == (403, "current")
    others = await ana.put(
        "/api/people/bob/password", {"password": "another one", "current": PASSWORD}
    )
    assert (others.status_code, others.json()["role"]) == (403, "operator")
    assert (await casino.visitor().log_in("bob")).status_code == 201


async def test_guessing_the_current_password_locks_like_logging_in(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    body = {"password": "another one", "current": "a guess"}
    codes = [(await ana.put("/api/people/ana/password", body)).status_code for _ in range(7)]
    assert codes == [403] * 5 + [429] * 2


# --- people who play nowhere


async def test_bars_are_listed_and_ended_by_those_who_may(casino: Casino) -> None:
    barring = Barring(person="ana", bar=Bar.EXCLUDED, reason="order 12")
    held = Barring(person="a stranger", bar=Bar.DETAINED, reason="until police come")
    follow = FollowTable(table="one/1", transfers=(), barrings=(barring, held))
    await command_house(casino.floor, follow, ITSELF)
    ana, sue, olga = [await casino.logged_in(who) for who in ("ana", "sue", "olga")]
    assert (await ana.get("/api/barred")).status_code == 403
    assert (await sue.get("/api/barred")).json() == [
        {"person": "a stranger", "bars": ["detained"]},
        {"person": "ana", "bars": ["excluded"]},
    ]
    refused = await ana.post("/api/chips/buy-in", {"amount": 10_00})
    assert (refused.status_code, "excluded" in refused.json()["detail"]) == (409, True)
    end, why = "/api/people/ana/bars/excluded/end", {"reason": "revoked"}
    assert (await sue.post(end, why)).status_code == 403  # only the operator
    assert (await olga.post(end, {"reason": ""})).status_code == 422
    assert (await olga.post(end, why)).status_code == 204
    assert (await ana.post("/api/chips/buy-in", {"amount": 10_00})).status_code == 200
    page = (await olga.get("/people")).text
    assert "a stranger is detained" in page
    gone = await send(olga, "/people/a stranger/lift", {"bar": "detained", "reason": "Sgt. Hill"})
    assert gone.status_code == 303
    assert not casino.floor.house.barred


# --- chips


async def bought(visitor: Visitor, **body: Any) -> int:
    return (await visitor.post("/api/chips/buy-in", body)).status_code


async def test_chips_come_from_the_cage_and_go_back(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    answer = await ana.post("/api/chips/buy-in", {"amount": 500_00})
    assert answer.status_code == 200
    (fact,) = answer.json()["facts"]
    assert fact["transfer"] == {"source": "cage", "to": "people/ana", "amount": 500_00}
    assert (await ana.get("/api/me")).json()["chips"] == 500_00
    too_many = await ana.post("/api/chips/cash-out", {"amount": 500_01})
    assert too_many.status_code == 409
    assert "500.01" in too_many.json()["detail"]
    assert (await ana.post("/api/chips/cash-out", {"amount": 200_00})).status_code == 200
    assert casino.services.chips_of("ana") == 300_00


async def test_a_supervisor_sells_chips_to_others_with_another_and_a_player_does_not(
    casino: Casino,
) -> None:
    ana, sue = await casino.logged_in("ana"), await casino.logged_in("sue")
    sold, other = {"amount": 100, "person": "bob"}, second("olga")
    assert (await sue.post("/api/chips/buy-in", sold)).status_code == 403
    assert (await sue.post("/api/chips/buy-in", sold, headers=other)).status_code == 200
    assert await bought(ana, amount=100, person="bob") == 403
    assert await bought(sue, amount=100, person="nobody") == 409
    assert casino.services.chips_of("bob") == 100


async def test_asking_again_under_the_same_key_is_asking_once(casino: Casino) -> None:
    ana, bob = await casino.logged_in("ana"), await casino.logged_in("bob")
    key = {"idempotency-key": "evening-1"}
    first = await ana.post("/api/chips/buy-in", {"amount": 100}, headers=key)
    again = await ana.post("/api/chips/buy-in", {"amount": 100}, headers=key)
    assert first.content == again.content
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert casino.services.chips_of("ana") == 100
    other = await ana.post("/api/chips/buy-in", {"amount": 200}, headers=key)
    assert (other.status_code, other.json()["type"]) == (409, "urn:croupier:problem:other-request")
    his = await bob.post("/api/chips/buy-in", {"amount": 100}, headers=key)
    assert (his.status_code, "idempotent-replayed" in his.headers) == (200, False)
    long = await ana.post(
        "/api/chips/buy-in", {"amount": 1}, headers={"idempotency-key": "k" * 101}
    )
    assert (long.status_code, long.json()["field"]) == (422, "idempotency-key")


async def test_the_books_balance_and_tell_every_transfer(casino: Casino) -> None:
    olga, ana = await casino.logged_in("olga"), await casino.logged_in("ana")
    assert (await olga.post("/api/chips/issue", {"amount": 5_000})).status_code == 200
    assert (await olga.post("/api/chips/retire", {"amount": 2_000})).status_code == 200
    assert await bought(ana, amount=700) == 200
    books = (await olga.get("/api/chips")).json()
    assert books["balance"] is True
    assert books["issued"] == 1_000_000_00 + 3_000
    assert sum(books["places"].values()) == 0
    ledger = (await olga.get("/api/chips/ledger")).json()
    assert ledger["next"] is None
    amounts = [booked["transfer"]["amount"] for booked in ledger["booked"]]
    assert amounts == [1_000_000_00, 5_000, 2_000, 700]
    (hers,) = (await ana.get("/api/people/ana/chips")).json()["booked"]
    assert (hers["by"], hers["transfer"]["amount"]) == ("ana", 700)
    after = await olga.get("/api/chips/ledger", params={"after": hers["line"] - 1})
    assert after.json()["booked"] == [hers]
    assert (await olga.get("/api/chips/ledger", params={"after": -1})).status_code == 422


async def test_what_was_done_over_http_is_in_a_sound_record(casino: Casino) -> None:
    olga, ana = await casino.logged_in("olga"), await casino.logged_in("ana")
    await olga.post("/api/people", NEW)
    await bought(ana, amount=700)
    found = inspect(casino.floor.store)
    assert found.sound
    lines = b"".join(casino.floor.store.lines("house"))
    assert b'"buy-in"' in lines
    assert str(NEW["password"]).encode() not in lines


# --- the rules


async def test_a_copy_of_the_rules_of_a_table_is_for_whoever_asks(casino: Casino) -> None:
    table, (instrument, options) = "pit-1", TABLES["challenge"]
    command = SetUpTable(
        table=table, instrument=instrument, options=options, dealing=Dealing.VIRTUAL
    )
    await casino.floor.command_house(command, Person("olga", Role.OPERATOR))
    book = casino.floor.live(table).table.game.instrument
    for visitor in (casino.visitor(), await casino.logged_in("ana")):
        answer = await visitor.get(f"/api/tables/{table}/rules")
        assert (answer.status_code, f"{book.title}, {book.authority}" in answer.text) == (200, True)
        assert answer.headers["content-type"].startswith("text/plain")
        page = await visitor.get(f"/tables/{table}/rules")
        assert page.status_code == 200
        for clause in book.clauses[:3]:
            assert clause.says in answer.text
            assert escape(clause.says) in page.text
    assert f'href="/tables/{table}/rules"' in (await casino.visitor().get(f"/tables/{table}")).text
    assert (await casino.visitor().get("/api/tables/none/rules")).status_code == 404
