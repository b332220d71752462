"""A table's record over HTTP: its lines, its rounds as they were seen, its shuffles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.web.casinos import OLGA, Casino, Visitor, Watch, opened
from tests.web.offices import command, play, set_up, sit_down

from croupier.adjudication import adjudicate
from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.casino.house.commands import TakeDownTable
from croupier.casino.past_rounds import History
from croupier.shoe import commit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

BACCARAT, HOLDEM = "baccarat", "holdem"
RECORD = f"tables/{BACCARAT}/1"
ANA = Person("ana", Role.PLAYER)


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    """A baccarat table at which ana has played three rounds and bob the second of them."""
    async with opened(tmp_path / "casino.db", watch) as casino:
        await set_up(casino, BACCARAT)
        ana, bob = await casino.logged_in("ana"), await casino.logged_in("bob")
        await sit_down(casino, ana, "ana", BACCARAT, 1)
        await sit_down(casino, bob, "bob", BACCARAT, 2)
        for visitor, name, box in ((ana, "ana", 1), (bob, "bob", 2), (ana, "ana", 1)):
            await play(casino, visitor, name, BACCARAT, box)
        yield casino


async def test_the_record_is_sent_line_for_line(casino: Casino) -> None:
    sue = await casino.logged_in("sue")
    lines, after = [], 0
    while after is not None:
        answer = await sue.get(f"/api/tables/{BACCARAT}/record", params={"after": after})
        page = msgspec.json.decode(answer.content, type=dict[str, msgspec.Raw])
        assert json.loads(bytes(page["record"])) == RECORD
        for each in msgspec.json.decode(page["lines"], type=list[dict[str, msgspec.Raw]]):
            lines.append(bytes(each["line"]))
            assert int(bytes(each["number"])) == len(lines)
        after = json.loads(bytes(page["next"]))
    kept = list(casino.floor.store.lines(RECORD))
    assert [line.rstrip() for line in lines] == [line.rstrip() for line in kept]
    assert all(split(line.rstrip() + b"\n") for line in lines)


async def numbers(visitor: Visitor) -> list[int]:
    answer = await visitor.get(f"/api/tables/{BACCARAT}/rounds")
    assert answer.status_code == 200, answer.text
    return [each["number"] for each in answer.json()["rounds"]]


async def test_players_find_their_own_rounds_and_staff_all(casino: Casino) -> None:
    assert await numbers(await casino.logged_in("ana")) == [1, 3]
    assert await numbers(await casino.logged_in("bob")) == [2]
    for name in ("dan", "sue", "olga", "ines", "vic"):
        assert await numbers(await casino.logged_in(name)) == [1, 2, 3]
    assert await numbers(await casino.logged_in("tom")) == []


async def test_a_round_is_shown_as_it_was_seen(casino: Casino) -> None:
    history = History(lambda after: casino.floor.store.lines(RECORD, after))
    for name, role in (("ana", Role.PLAYER), ("ines", Role.INSPECTOR), ("dan", Role.DEALER)):
        visitor = await casino.logged_in(name)
        answer = await visitor.get(f"/api/tables/{BACCARAT}/rounds/1")
        (shown,) = history.show([1], Person(name, role))
        assert answer.content == msgspec.json.encode(shown)
        steps = await visitor.get(f"/api/tables/{BACCARAT}/rounds/1/steps")
        assert steps.content == msgspec.json.encode(history.pictures(1, Person(name, role)))


@pytest.mark.parametrize("what", ["", "/steps"])
async def test_who_took_no_part_sees_nothing_of_a_round(casino: Casino, what: str) -> None:
    for name in ("bob", "tom"):
        visitor = await casino.logged_in(name)
        answer = await visitor.get(f"/api/tables/{BACCARAT}/rounds/1{what}")
        assert answer.status_code == 403
        assert "took no part" in answer.json()["detail"]


async def test_a_round_that_was_never_dealt_is_not_found(casino: Casino) -> None:
    ines = await casino.logged_in("ines")
    for path in ("rounds/9", "rounds/9/steps", "rounds/9/file", f"rounds/{10**30}"):
        answer = await ines.get(f"/api/tables/{BACCARAT}/{path}")
        assert answer.status_code == 404, answer.text
    answer = await ines.get("/api/tables/nowhere/rounds")
    assert (answer.status_code, answer.json()["field"]) == (404, "table")
    answer = await ines.get(f"/api/tables/{BACCARAT}/rounds", params={"session": 2})
    assert (answer.status_code, answer.json()["field"]) == (404, "session")


async def test_a_round_file_is_adjudicated_to_what_the_record_says(casino: Casino) -> None:
    ines, ana = await casino.logged_in("ines"), await casino.logged_in("ana")
    answer = await ines.get(f"/api/tables/{BACCARAT}/rounds/3/file")
    assert answer.status_code == 200, answer.text
    settled = adjudicate(answer.content)
    kept = b"".join(casino.floor.store.lines(RECORD))
    assert b'"player":"ana"' in kept
    assert set(settled.net) == {"ana"}  # type: ignore[union-attr]  # it is settled, not refused
    assert (await ana.get(f"/api/tables/{BACCARAT}/rounds/3/file")).status_code == 403


async def test_the_last_rounds_of_a_box_and_of_oneself(casino: Casino) -> None:
    ines, ana = await casino.logged_in("ines"), await casino.logged_in("ana")
    at_box = await ines.get(f"/api/tables/{BACCARAT}/boxes/1/rounds")
    assert [each["number"] for each in at_box.json()] == [3, 1]
    mine = (await ana.get("/api/me/rounds")).json()
    assert [(each["record"], each["number"]) for each in mine] == [(RECORD, 3), (RECORD, 1)]
    assert mine[0]["view"]["player"] == "ana"
    (last,) = (await ana.get("/api/me/rounds", params={"most": 1})).json()
    assert last == mine[0]
    assert (await ines.get("/api/me/rounds")).json() == []


async def close(casino: Casino) -> Visitor:
    """The table closes, and tells the secret of its shoe."""
    sue = await casino.logged_in("sue")
    for said in ({"do": "announce-closure", "rounds": 0}, {"do": "close-table"}):
        await command(sue, BACCARAT, said)
    step = await sue.post(f"/api/tables/{BACCARAT}/steps", {"step": {"step": "reveal"}})
    assert step.status_code == 200, step.text
    return sue


async def test_a_table_that_was_taken_down_is_still_in_the_archive(casino: Casino) -> None:
    table, sue = casino.floor.live(BACCARAT).table, await close(casino)
    for name in ("ana", "bob"):
        taken = {"do": "take-chips", "player": name, "amount": table.chips.rack(name)}
        await command(await casino.let_in(name), BACCARAT, taken)
    await command(sue, BACCARAT, {"do": "fill-float", "amount": -table.chips.float})
    await casino.floor.command_house(TakeDownTable(table=BACCARAT), OLGA)
    ana = await casino.logged_in("ana")
    assert (await ana.get(f"/api/tables/{BACCARAT}")).status_code == 404
    assert len((await ana.get("/api/me/rounds")).json()) == 2
    assert await numbers(await casino.logged_in("ines")) == [1, 2, 3]


async def test_what_was_done_at_a_table_that_is_gone_is_answered_again(casino: Casino) -> None:
    table, sue = casino.floor.live(BACCARAT).table, await close(casino)
    path, asked = f"/api/tables/{BACCARAT}", {}
    for name in ("ana", "bob"):
        asked[name] = {"do": "take-chips", "player": name, "amount": table.chips.rack(name)}
        visitor = await casino.logged_in(name)
        answer = await _under_key(visitor, path, asked[name])
        assert answer.status_code == 200, answer.text
    ana_was_told = (await _under_key(await casino.logged_in("ana"), path, asked["ana"])).content
    await command(sue, BACCARAT, {"do": "fill-float", "amount": -table.chips.float})
    olga, ana = await casino.logged_in("olga"), await casino.logged_in("ana")
    downs = [await olga.delete(path, headers={"Idempotency-Key": "down"}) for _ in range(2)]
    assert [each.status_code for each in downs] == [200, 200]
    assert downs[0].content == downs[1].content
    again = await _under_key(ana, path, asked["ana"])
    assert (again.status_code, again.content) == (200, ana_was_told)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (await _under_key(ana, path, asked["bob"])).status_code == 409
    assert (await ana.post(f"{path}/commands", {"command": asked["ana"]})).status_code == 404
    assert (await olga.delete(path)).status_code == 404


async def _under_key(visitor: Visitor, path: str, said: dict[str, Any]) -> httpx.Response:
    headers = {"Idempotency-Key": "all of it"}
    return await visitor.post(f"{path}/commands", {"command": said}, headers=headers)


async def test_a_shuffles_commitment_is_public_at_once_and_its_secret_in_the_end(
    casino: Casino,
) -> None:
    path = f"/api/tables/{BACCARAT}/shoes"
    (before,) = (await casino.visitor().get(path)).json()
    assert (before["number"], before["cards"], before["secret"]) == (1, 416, None)
    await close(casino)
    (after,) = (await casino.visitor().get(path)).json()
    assert after["commitment"] == before["commitment"]
    assert after["pack"] is None
    assert commit(bytes.fromhex(after["secret"]), DECK * 8) == after["commitment"]


async def _three_shuffles(casino: Casino) -> Visitor:
    """Ana plays three rounds of Hold'em, each from a deck of its own."""
    await set_up(casino, HOLDEM)
    ana = await casino.logged_in("ana")
    await sit_down(casino, ana, "ana", HOLDEM, 1)
    for _ in range(3):
        await play(casino, ana, "ana", HOLDEM, 1)
    return ana


async def test_secrets_of_decks_that_hide_cards_are_for_those_who_read_the_record(
    tmp_path: Path, watch: Watch
) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        ana = await _three_shuffles(casino)
        path = f"/api/tables/{HOLDEM}/shoes"
        for name in ("ines", "vic", "sue"):
            known = (await (await casino.logged_in(name)).get(path)).json()
            assert known[0]["secret"] is not None
        secret = known[0]["secret"]
        staff = [await casino.logged_in(name) for name in ("tom", "dan")]
        for visitor in (casino.visitor(), ana, *staff):
            told = await visitor.get(f"/api/tables/{HOLDEM}?after=1")
            assert secret not in told.text
            answer = await visitor.get(path)
            assert secret not in answer.text
            assert [each["commitment"] for each in answer.json()] == [
                each["commitment"] for each in known
            ]
            assert all(each["secret"] is None for each in answer.json())


async def test_shuffles_come_in_parts(tmp_path: Path, watch: Watch) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        ana = await _three_shuffles(casino)
        path = f"/api/tables/{HOLDEM}/shoes"
        known = [each["number"] for each in (await ana.get(path)).json()]
        assert known == [*range(1, len(known) + 1)]
        assert len(known) >= 3
        rest = (await ana.get(path, params={"after": 2})).json()
        assert [each["number"] for each in rest] == known[2:]
        assert (await ana.get(path, params={"after": len(known)})).json() == []
        ines = await casino.logged_in("ines")
        page = (await ines.get(f"/desk/shoes/{HOLDEM}?before=3")).text
        assert "Shuffle 2<" in page
        assert "Shuffle 3<" not in page
