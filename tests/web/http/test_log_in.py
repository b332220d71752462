"""Wrong passwords: what is said, and when somebody is locked out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from argon2 import PasswordHasher
from tests.web.casinos import PASSWORD, Casino, Watch, opened
from tests.web.evenings import second

from croupier.casino import passwords
from croupier.web.http.failed_log_ins import MOST_ADDRESSES, MOST_FAMILIAR
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

LOCK, FAILURES = Settings().lock, Settings().failures


async def fail(casino: Casino, person: str, times: int, address: str = "192.0.2.1") -> list[int]:
    visitor = casino.visitor(address)
    return [(await visitor.log_in(person, "a wrong one")).status_code for _ in range(times)]


@pytest.mark.parametrize(
    ("person", "password"),
    [("ana", "a wrong one"), ("nobody", PASSWORD), ("ana", PASSWORD + " "), ("ANA", PASSWORD)],
)
async def test_who_is_wrong_is_not_told_in_what(casino: Casino, person: str, password: str) -> None:
    answer = await casino.visitor().log_in(person, password)
    assert answer.status_code == 401
    assert answer.json()["detail"] == "the name or the password is wrong"
    assert "set-cookie" not in answer.headers


async def test_the_same_password_from_another_keyboard(casino: Casino) -> None:
    composed, decomposed = "caf\u00e9 au lait fort", "cafe\u0301 au lait fort"
    olga = await casino.logged_in("olga")
    await olga.put("/api/people/ana/password", {"password": composed}, headers=second("sue"))
    assert (await casino.visitor().log_in("ana", decomposed)).status_code == 201


async def test_an_account_is_locked_where_passwords_are_wrong(casino: Casino, watch: Watch) -> None:
    assert await fail(casino, "ana", FAILURES) == [401] * FAILURES
    locked = await casino.visitor().log_in("ana")  # even the right one, from there
    assert locked.status_code == 429
    assert locked.headers["retry-after"] == str(LOCK)
    assert locked.json()["type"] == "urn:croupier:problem:locked"
    assert (await casino.visitor().log_in("bob")).status_code == 201  # nobody else is
    watch.on(LOCK - 1)
    assert (await casino.visitor().log_in("ana")).headers["retry-after"] == "1"
    watch.on(1)
    assert (await casino.visitor().log_in("ana")).status_code == 201


async def test_strangers_do_not_lock_staff_out(casino: Casino) -> None:
    for number in range(200):  # each address as often as it can before it is locked
        await fail(casino, "olga", 1, f"203.0.113.{number}")
    assert (await casino.visitor("203.0.113.5").log_in("olga")).status_code == 429  # control
    olga = casino.visitor("198.51.100.7")
    assert (await olga.log_in("olga")).status_code == 429  # where she has never been
    await casino.services.failures.begin_anew("olga")
    assert (await olga.log_in("olga")).status_code == 201
    for number in range(200):
        await fail(casino, "olga", 1, f"203.0.113.{number}")
    assert (await casino.visitor("203.0.113.5").log_in("olga")).status_code == 429
    assert (await olga.log_in("olga")).status_code == 201  # where she has been


async def test_an_address_full_of_guesses_does_not_lock_out_who_logged_in_there(
    casino: Casino,
) -> None:
    assert (await casino.visitor().log_in("bob")).status_code == 201
    for number in range(Settings().failures_by_address):
        assert await fail(casino, f"guess{number}", 1) == [401]
    assert (await casino.visitor().log_in("ana")).status_code == 429
    assert (await casino.visitor().log_in("bob")).status_code == 201
    assert (await casino.visitor().log_in("ana")).status_code == 429  # his did not open it


async def test_every_lock_is_twice_as_long_as_the_last(casino: Casino, watch: Watch) -> None:
    waits = []
    for _ in range(9):
        await fail(casino, "ana", FAILURES)
        waits.append(int((await casino.visitor().log_in("ana")).headers["retry-after"]))
        watch.on(waits[-1])
    assert waits == [min(LOCK * 2**number, 24 * 60 * 60) for number in range(9)]
    assert (await casino.visitor().log_in("ana")).status_code == 201
    await fail(casino, "ana", FAILURES)  # and it begins anew after the right one
    assert (await casino.visitor().log_in("ana")).headers["retry-after"] == str(LOCK)


async def test_a_guess_from_a_thousand_addresses_is_slowed_down(
    casino: Casino, watch: Watch
) -> None:
    """A patient guesser, who always comes from somewhere new, gets one guess a minute."""
    looked_at = 0
    for number in range(1_000):
        address = f"10.0.{number // 250}.{number % 250}"
        looked_at += await fail(casino, "ana", 1, address) == [401]
        watch.on(1)
    free, most = Settings().failures_by_account, 6 + 1_000 // 60
    assert free < looked_at <= free + most
    watch.on(LOCK)  # left alone it forgets
    assert await fail(casino, "ana", 1, "10.1.0.1") == [401]
    assert (await casino.visitor("10.1.0.2").log_in("ana")).status_code == 201


async def test_a_network_of_ipv6_is_one_address(casino: Casino) -> None:
    for number in range(FAILURES):
        assert await fail(casino, "ana", 1, f"2001:db8:1:2::{number}") == [401]
    assert (await casino.visitor("2001:db8:1:2:ffff::1").log_in("ana")).status_code == 429
    assert (await casino.visitor("2001:db8:1:3::1").log_in("ana")).status_code == 201


async def test_what_is_kept_of_attempts_is_bounded(casino: Casino, watch: Watch) -> None:
    for number in range(300):
        await fail(casino, "ana", 1, f"10.0.{number // 250}.{number % 250}")
        watch.on(61)
    for number in range(30):
        assert (await casino.visitor(f"10.9.0.{number}").log_in("ana")).status_code == 201
        watch.on(61)
    kept = await casino.services.safe.get("people/ana/failures")
    assert kept is not None
    assert MOST_ADDRESSES // 2 < kept.count(b'"10.0.') <= MOST_ADDRESSES
    assert kept.count(b'"10.9.') == MOST_FAMILIAR


async def test_another_password_makes_every_address_new(casino: Casino, watch: Watch) -> None:
    """Whoever had the old one may be the one who logged in."""
    ana, olga = await casino.logged_in("ana", "198.51.100.7"), await casino.logged_in("olga")
    body = {"password": "another fine password"}
    answer = await olga.put("/api/people/ana/password", body, headers=second("sue"))
    assert answer.status_code == 204, answer.text
    for number in range(60):
        await fail(casino, "ana", 1, f"203.0.113.{number}")
    assert (await ana.log_in("ana", "another fine password")).status_code == 429
    watch.on(LOCK)
    assert (await ana.log_in("ana", "another fine password")).status_code == 201
    body = {"password": "yet another password", "current": "another fine password"}
    assert (await ana.put("/api/people/ana/password", body)).status_code == 204
    for number in range(60):
        await fail(casino, "ana", 1, f"203.0.113.{number}")
    assert (await ana.log_in("ana", "yet another password")).status_code == 201  # her own change


async def test_a_lock_tells_nothing_about_who_has_an_account(casino: Casino) -> None:
    known, unknown = casino.visitor("192.0.2.1"), casino.visitor("192.0.2.2")
    for _ in range(FAILURES + 1):
        here = await known.log_in("ana", "a wrong one")
        there = await unknown.log_in("nobody", "a wrong one")
        assert (here.status_code, here.json()) == (there.status_code, there.json())


async def test_the_right_password_clears_the_count(casino: Casino) -> None:
    for _ in range(3):
        assert await fail(casino, "ana", FAILURES - 1) == [401] * (FAILURES - 1)
        assert (await casino.visitor().log_in("ana")).status_code == 201


async def test_failures_of_long_ago_do_not_count(casino: Casino, watch: Watch) -> None:
    await fail(casino, "ana", FAILURES - 1)
    watch.on(LOCK)
    assert await fail(casino, "ana", FAILURES) == [401] * FAILURES


async def test_a_lock_outlives_a_restart(tmp_path: Path, watch: Watch) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        await fail(casino, "ana", FAILURES)
    async with opened(tmp_path / "casino.db", watch) as casino:
        assert (await casino.visitor().log_in("ana")).status_code == 429


async def test_many_attempts_at_once_are_no_way_around_a_lock(casino: Casino) -> None:
    visitor = casino.visitor()
    attempts = [visitor.log_in("ana", f"a wrong one {number}") for number in range(20)]
    codes = sorted(answer.status_code for answer in await asyncio.gather(*attempts))
    assert codes == [401] * FAILURES + [429] * (20 - FAILURES)


async def test_an_address_is_locked_out_whomever_it_tries(casino: Casino, watch: Watch) -> None:
    most = Settings().failures_by_address
    for number in range(most):
        assert await fail(casino, f"guess{number}", 1) == [401]
    assert (await casino.visitor().log_in("bob")).status_code == 429
    assert (await casino.visitor("198.51.100.7").log_in("bob")).status_code == 201
    watch.on(LOCK)
    assert (await casino.visitor().log_in("bob")).status_code == 201


async def test_another_password_unlocks_an_account(casino: Casino) -> None:
    await fail(casino, "ana", FAILURES)
    olga = await casino.logged_in("olga")
    body = {"password": "another fine password"}
    answer = await olga.put("/api/people/ana/password", body, headers=second("sue"))
    assert answer.status_code == 204, answer.text
    assert (await casino.visitor().log_in("ana", "another fine password")).status_code == 201


async def test_a_proof_of_other_costs_is_made_anew(casino: Casino) -> None:
    weak = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash(PASSWORD).encode()
    name = passwords.in_safe("ana")
    await casino.services.safe.put({name: weak})
    visitor = await casino.logged_in("ana")
    stronger = await casino.services.safe.get(name)
    assert stronger is not None
    assert not passwords.is_outdated(stronger)
    assert (await visitor.get("/api/me")).status_code == 200
