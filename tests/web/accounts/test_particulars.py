"""What is known of people is apart from the records, and can be removed without breaking a chain.

The control is the same house before somebody is forgotten, where all of it is found, and the rest
of the house afterwards, where nothing else is missing.
"""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.floors import Hands
from tests.web.casinos import OLGA, PASSWORD, Casino, Visitor, Watch, give_password, opened
from tests.web.offers import Offer, promoting
from tests.web.streams import Listening

from croupier.aggregate.roles import Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import SetUpTable
from croupier.casino.references import PERSON, TEXT
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store import open_store
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect
from croupier.cli.app import app as cli
from croupier.durations import HOUR
from croupier.promotion.draw import roll_hash
from croupier.web.http.log_in import ADDRESSES_KEPT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.casino.store.contract import Store

pytestmark = pytest.mark.anyio

ZOE = 'Zoë "Z" <Quill>'
"""Somebody whose name has to be escaped wherever it goes."""
DETAILS = {
    "name": "Zoe Example", "contact": "zoe@example.org", "document": "passport X123",
    "note": "a tall one",
}  # fmt: skip
WHY = {"reason": "asked to, order 7"}
TABLE = "blackjack-2018"


@pytest.fixture
async def offer(tmp_path: Path) -> AsyncIterator[Offer]:
    async with promoting(tmp_path / "casino.db") as offer:
        yield offer


async def enrolled(casino: Casino, name: str = ZOE, role: Role = Role.PLAYER) -> str:
    """Somebody who gets an account as everybody does; how the records call them."""
    person = await casino.floor.enrol(name, (role,), OLGA)
    await give_password(casino.floor, person)
    return person


async def playing(casino: Casino, name: str = ZOE) -> Visitor:
    """The same with chips at a table, who has said what they are called in each request."""
    instrument, options = TABLES[TABLE]
    await casino.floor.command_house(
        SetUpTable(table=TABLE, instrument=instrument, options=options), OLGA
    )
    zoe = await casino.logged_in(name)
    await done(zoe, "/api/chips/buy-in", {"amount": 500_00, "person": name})
    for command in (
        {"do": "arrive", "player": name},
        {"do": "bring-chips", "player": name, "amount": 500_00},
        {"do": "sit", "player": name, "box": 2},
        {"do": "place-wager", "player": name, "box": 2, "amount": 10_00},
    ):
        await done(zoe, f"/api/tables/{TABLE}/commands", {"command": command})
    return zoe


async def done(who: Visitor, path: str, body: Any) -> Any:
    answer = await who.post(path, body)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


async def known(casino: Casino, person: str) -> Any:
    sue = await casino.let_in("sue")
    return (await sue.get(f"/api/people/{person}/particulars")).json()


def records(casino: Casino) -> bytes:
    store = casino.floor.store
    return b"".join(line for each in store.records() for line in store.lines(each.record))


def store_of(casino: Casino) -> SqliteStore:
    store = casino.floor.store
    assert isinstance(store, SqliteStore)
    return store


def written(name: str) -> list[bytes]:
    """A name as JSON and as text."""
    return [name.encode(), name.replace('"', '\\"').encode()]


# --- names


async def test_a_name_is_in_no_record_and_everybody_sees_it_where_they_did(casino: Casino) -> None:
    person = await enrolled(casino)
    zoe = await playing(casino)
    assert PERSON.fullmatch(person)
    assert person.encode() in records(casino)
    assert not any(name in records(casino) for name in written(ZOE))
    db = sqlite3.connect(store_of(casino).path)
    kept = db.execute("SELECT group_concat(hex(answer)) FROM requests").fetchone()[0] or ""
    assert ZOE.encode().hex().upper() not in kept
    seen = (await casino.visitor().get(f"/api/tables/{TABLE}")).json()["view"]
    assert [box["wagers"][0]["player"] for box in seen["boxes"] if box["wagers"]] == [ZOE]
    answered = await done(zoe, f"/api/tables/{TABLE}/commands", {
        "command": {"do": "place-wager", "player": ZOE, "box": 2, "amount": 15_00}
    })  # fmt: skip
    assert answered["facts"][0]["player"] == ZOE
    assert (await zoe.get("/api/me")).json()["person"] == ZOE
    for page in ("/", f"/tables/{TABLE}"):
        text = (await zoe.get(page)).text
        assert ("Zoë &#34;Z&#34; &lt;Quill&gt;" in text, "<Quill>" in text) == (True, False)
    olga = await casino.logged_in("olga")
    people = (await olga.get("/api/people")).json()
    assert ZOE in [each["person"] for each in people]
    assert (await olga.get(f"/api/people/{ZOE}")).json()["chips"] == 0
    assert "Zoë &#34;Z&#34; &lt;Quill&gt;" in (await olga.get("/people")).text


async def test_a_stream_has_names_and_a_refusal_too(casino: Casino) -> None:
    await enrolled(casino)
    zoe = await playing(casino)
    for path in (f"/api/tables/{TABLE}/stream", f"/tables/{TABLE}/stream"):
        async with Listening(casino.app, casino.visitor(), path) as heard:
            event = (await heard.event()).decode()
            assert "Quill" in event
            assert not PERSON.search(event)
    sue = await casino.let_in("sue")
    refused = await sue.post("/api/chips/cash-out", {"amount": 999_00, "person": ZOE})
    assert (refused.status_code, ZOE in refused.json()["detail"]) == (409, True), refused.text
    again = await zoe.post("/api/people", {"person": "x", "roles": [], "password": PASSWORD})
    assert (again.status_code, ZOE in again.json()["detail"]) == (403, True)


async def test_who_asks_for_the_record_gets_what_is_recorded(casino: Casino) -> None:
    """Line by line where that is asked for, and of anything with a header."""
    person = await enrolled(casino)
    await playing(casino)
    sue = await casino.let_in("sue")
    lines = (await sue.get(f"/api/tables/{TABLE}/record")).text
    assert (person in lines, "Quill" in lines) == (True, False)
    headers = {"names": "as-recorded"}
    seen = (await casino.visitor().get(f"/api/tables/{TABLE}", headers=headers)).text
    assert (person in seen, "Quill" in seen) == (True, False)
    page = (await casino.visitor().get(f"/tables/{TABLE}", headers=headers)).text
    assert (person in page, "Quill" in page) == (True, False)


@pytest.mark.parametrize("alike", [ZOE, ZOE.upper(), 'Zoё "Z" <Quill>', "~" + "a" * 16])
async def test_nobody_else_is_called_so(casino: Casino, alike: str) -> None:
    await enrolled(casino)
    olga = await casino.logged_in("olga")
    body = {"person": alike, "roles": ["player"], "password": PASSWORD}
    assert (await olga.post("/api/people", body)).status_code == 409


async def test_enrolling_twice_under_one_key_is_enrolling_once(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    body = {"person": ZOE, "roles": ["player"], "password": PASSWORD}
    for _ in range(2):
        answer = await olga.post("/api/people", body, headers={"idempotency-key": "one"})
        assert (answer.status_code, answer.json()["person"]) == (201, ZOE)
    assert len([each for each in casino.floor.house.people if PERSON.fullmatch(each)]) == 1


async def test_a_reference_to_a_text_is_nothing_that_anybody_writes(casino: Casino) -> None:
    """Or whoever had seen one could have it shown to them again."""
    await playing(casino, "ana")
    ana = await casino.let_in("ana")
    about = {"do": "raise-dispute", "player": "ana", "about": f"particular:{'0' * 16}"}
    refused = await ana.post(f"/api/tables/{TABLE}/commands", {"command": about})
    assert (refused.status_code, "reference" in refused.json()["detail"]) == (409, True)


# --- what else is known


async def test_an_address_is_in_no_record_and_shown_to_those_who_may_see_it(offer: Offer) -> None:
    await offer.over()
    casino = offer.casino
    loser = offer.held.state.register[0].name
    assert b"2 Low St" not in records(casino)
    assert TEXT.search(records(casino).decode())
    assert (await known(casino, loser))["texts"] == ["2 Low St"]
    assert "2 Low St" in (await offer.get("sue", "/desk")).text
    other = "bob" if loser == "ana" else "ana"
    assert "2 Low St" not in (await offer.get(other)).text


async def test_everybody_sees_what_is_known_of_them_and_nobody_elses(casino: Casino) -> None:
    ana, sue, dan = [await casino.logged_in(who) for who in ("ana", "sue", "dan")]
    assert (await sue.put("/api/people/ana/particulars", DETAILS)).status_code == 204
    assert (await ana.get("/api/people/ana/particulars")).json()["details"] == DETAILS
    assert (await ana.get("/api/people/bob/particulars")).status_code == 403
    assert (await dan.get("/api/people/ana/particulars")).status_code == 403
    assert (await ana.put("/api/people/ana/particulars", DETAILS)).status_code == 403
    assert (await sue.put("/api/people/nobody/particulars", DETAILS)).status_code == 404
    long = await sue.put("/api/people/ana/particulars", {"name": "x" * 401})
    assert (long.status_code, long.json()["field"]) == (422, "name")


async def test_the_page_of_particulars(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    person = await enrolled(casino)
    page = f"/people/{person}/particulars"
    assert page in (await olga.get("/people")).text
    assert 'role="status"' not in (await olga.get(page)).text
    kept = await olga.client.post(page, data={"name": "<b>Zoe</b>"})
    assert kept.status_code == 303
    shown = (await olga.get(kept.headers["location"])).text
    assert re.search(r'role="status"><strong>The particulars of .* are kept\.</strong>', shown)
    assert "&lt;b&gt;Zoe&lt;/b&gt;" in shown
    assert "Zoë &#34;Z&#34; &lt;Quill&gt;" in shown
    assert f"<code>{person}</code>" in shown
    nothing = await olga.client.post(f"/people/{person}/forget", data={"reason": ""})
    assert (nothing.status_code, "Not done." in nothing.text) == (409, True)
    assert (await olga.client.post(f"/people/{person}/forget", data=WHY)).status_code == 303
    gone = (await olga.get(page)).text
    assert (f"{person} is forgotten" in gone, "Quill" in gone) == (True, False)
    assert person not in (await olga.get("/people")).text


LOOKED_AT = (
    "/", "/promotions", "/promotions/spring", "/promotions/spring/desk", "/floor",
    "/promotions/spring/record", "/promotions/spring/commands/claim-prize", "/people", "/desk",
    "/desk/events", "/approvals",
    "/api/me", "/api/people", "/api/people/ana", "/api/people/bob/particulars", "/api/barred",
    "/api/promotions", "/api/promotions/spring?after=0", "/api/chips", "/api/events",
    "/api/people/ana/chips", "/api/notices", "/api/promotions/spring/events",
)  # fmt: skip
KEYS = re.compile(r"[0-9a-f]{64}|[0-9a-f]{16}|croupier_[\w-]+|[\w-]{43}")
"""What is drawn by chance, or works out of a record."""


async def everything_seen(offer: Offer) -> dict[tuple[str, str], tuple[int, str]]:
    seen = {}
    for who in ("", "ana", "bob", "dan", "sue", "ines", "olga"):
        visitor = await offer.who(who) if who else offer.casino.visitor()
        for path in LOOKED_AT:
            if path.endswith("spring/events"):
                async with Listening(offer.casino.app, visitor, path) as heard:
                    status, text = heard.status, (await heard.event()).decode()
            else:
                got = await visitor.get(path)
                status, text = got.status_code, got.text
            named = KEYS.sub("#", offer.casino.floor.references.in_text(text))
            seen[who, path] = (
                status,
                named.casefold(),
            )  # a reference begins no sentence as a name does
    return seen


async def test_nobody_sees_whether_somebody_is_entered_under_a_reference(tmp_path: Path) -> None:
    """But for addresses and what buttons send, which have references."""
    seen = []
    for by_reference in (False, True):
        async with promoting(tmp_path / f"{by_reference}.db", by_reference=by_reference) as offer:
            for _ in range(0 if by_reference else 11):
                offer.casino.floor.entropy()  # as many as the other draws for its people
            await offer.over()
            seen.append(await everything_seen(offer))
            held = offer.held.state
            assert bool(PERSON.fullmatch(held.wins[0].player)) == by_reference
            assert inspect(offer.casino.floor.store).sound
    one, other = seen
    assert {each for each in one if one[each] != other[each]} == set()
    assert sum("ana" in text for _, text in one.values()) > 40


async def test_a_draw_is_made_again_from_what_is_recorded(tmp_path: Path) -> None:
    async with promoting(tmp_path / "casino.db", by_reference=True) as offer:
        await offer.drawn()
        sue, said = await offer.who("sue"), {}
        for names in ("as-recorded", "as-shown"):
            answer = await sue.get("/api/promotions/spring", headers={"names": names})
            said[names] = answer.json()["view"]
        for names, fits in (("as-recorded", True), ("as-shown", False)):
            roll = roll_hash(enumerate(said[names]["holders"], 1))
            assert (roll == said[names]["draw"]["roll"]) == fits
        assert set(said["as-shown"]["holders"]) == {"ana", "bob"}


# --- and how it is removed


async def test_who_is_forgotten_is_gone_and_every_chain_holds(offer: Offer) -> None:
    await offer.over()
    casino = offer.casino
    loser = offer.held.state.register[0].name
    olga, theirs = await casino.let_in("olga"), await casino.let_in(loser)
    noted = await olga.put(f"/api/people/{loser}/particulars", DETAILS)
    assert noted.status_code == 204, noted.text
    assert (await known(casino, loser))["details"] == DETAILS
    held = casino.services.chips_of(loser)
    if held:
        await done(theirs, "/api/chips/cash-out", {"amount": held})
    before = list(casino.floor.store.lines("house"))
    gone = await olga.post(f"/api/people/{loser}/forget", WHY)
    assert gone.status_code == 204, gone.text
    assert await known(casino, loser) == {"person": loser, "details": {}, "texts": []}
    desk = (await offer.get("sue", "/desk")).text
    assert ("2 Low St" in desk, "removed" in desk, loser in desk) == (False, True, True)
    assert "1 High St" in desk  # the other's is there
    assert (await theirs.get("/api/me")).status_code == 401
    assert (await casino.visitor().log_in(loser)).status_code == 401
    after = list(casino.floor.store.lines("house"))
    assert after[: len(before)] == before
    assert any(b"person-forgotten" in line for line in after[len(before) :])
    assert inspect(casino.floor.store).sound
    (event,) = [
        each
        for each in significant_events(casino.floor.store)
        if each.happened.kind is EventKind.FORGOTTEN
    ]
    assert (event.by, event.happened.subject) == ("olga", loser)
    refused = await olga.put(f"/api/people/{loser}/particulars", DETAILS)
    assert refused.status_code == 409
    for path, body in (("roles", {"role": "player"}), ("forget", WHY)):
        assert (await olga.post(f"/api/people/{loser}/{path}", body)).status_code == 409
    again = {"person": loser.upper(), "roles": ["player"], "password": PASSWORD}
    assert (await olga.post("/api/people", again)).status_code == 409


async def test_nobody_is_forgotten_whom_the_house_has_to_know(casino: Casino) -> None:
    olga, ana = await casino.logged_in("olga"), await casino.logged_in("ana")
    await done(ana, "/api/chips/buy-in", {"amount": 500})
    for person, why in (("ana", "to be cashed"), ("sue", "on the staff"), ("croupier", "nobody")):
        refused = await olga.post(f"/api/people/{person}/forget", WHY)
        assert (refused.status_code, why in refused.json()["detail"]) == (409, True), refused.text
    assert (await ana.get("/api/me")).status_code == 200
    await done(ana, "/api/chips/cash-out", {"amount": 500})
    assert (await olga.post("/api/people/ana/forget", WHY)).status_code == 204


async def test_a_second_person_stands_behind_it_where_the_house_wants_one(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    otto = {"person": "otto", "roles": ["operator"], "password": PASSWORD}
    assert (await olga.post("/api/people", otto)).status_code == 201
    assert (await olga.put("/api/overrides", {"second_person": True})).status_code == 200
    alone = await olga.post("/api/people/bob/forget", WHY)
    assert alone.json()["type"] == "urn:croupier:problem:unconfirmed"
    assert (await known(casino, "bob"))["person"] == "bob"
    assert "bob" not in casino.floor.house.forgotten


SOUGHT = [
    *(value.encode() for value in DETAILS.values()),
    "Zoë".encode(),
    b"<quill>",
    b"192.0.2.77",
]
"""What is known of somebody, with their name as it is looked up and from where they came."""


def found_in(*files: Path) -> list[bool]:
    stored = b"".join(path.read_bytes() for path in files)
    return [each in stored for each in SOUGHT]


async def test_nothing_is_left_anywhere(
    tmp_path: Path, watch: Watch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the file and its log, in copies and exports, on pages, in answers and streams."""
    where, copy = tmp_path / "casino.db", tmp_path / "copy.db"
    async with opened(where, watch) as casino:
        person = await enrolled(casino)
        zoe, olga = await playing(casino), await casino.logged_in("olga")
        await casino.logged_in(ZOE, "192.0.2.77")
        for note in ("first", "second"):  # what is put in the place of something goes as well
            noted = {**DETAILS, "note": note} if note == "first" else DETAILS
            assert (await olga.put(f"/api/people/{ZOE}/particulars", noted)).status_code == 204
        for number in range(60):  # the safe's pages are filled, split and emptied
            other = await casino.floor.enrol(f"guest {number}", (Role.PLAYER,), OLGA)
            await olga.put(f"/api/people/{other}/particulars", {"note": "x" * number * 6})
        for command in (
            {"do": "place-wager", "player": ZOE, "box": 2, "amount": 0},
            {"do": "take-chips", "player": ZOE, "amount": 500_00},
            {"do": "leave", "player": ZOE},
        ):
            await done(zoe, f"/api/tables/{TABLE}/commands", {"command": command})
        await done(zoe, "/api/chips/cash-out", {"amount": casino.services.chips_of(person)})
        files = [where, tmp_path / "casino.db-wal"]
        assert found_in(*files) == [True] * len(SOUGHT)  # the control
        store_of(casino).back_up(copy)
        assert found_in(copy) == [True] * len(SOUGHT)
        cli(["events", str(copy)], standalone_mode=False)
        assert ZOE in capsys.readouterr().out
        cli(["events", "--json", str(copy)], standalone_mode=False)
        assert '"Zoë \\"Z\\" <Quill>"' in capsys.readouterr().out
        copy.unlink()
        before = records(casino)
        stream = f"/api/tables/{TABLE}/stream"
        async with Listening(casino.app, await casino.let_in(person), stream) as heard:
            await heard.event()
            assert (await olga.post(f"/api/people/{ZOE}/forget", WHY)).status_code == 204
            with pytest.raises(EOFError):
                await heard.event()
        assert found_in(*files) == [False] * len(SOUGHT)
        assert before in records(casino) or records(casino).startswith(before[:1000])
        store_of(casino).back_up(copy)
        assert found_in(copy) == [False] * len(SOUGHT)
        for path in ("/people", "/desk", "/desk/events", f"/tables/{TABLE}", "/api/people",
                     "/api/events", "/api/chips/ledger", f"/api/tables/{TABLE}/record",
                     f"/api/tables/{TABLE}"):  # fmt: skip
            text = (await olga.get(path)).text
            assert not any(each.decode() in text for each in SOUGHT), path
        assert (await casino.visitor().log_in(ZOE)).status_code == 401
        assert inspect(casino.floor.store).sound
        assert "guest 59" in (await olga.get("/api/people")).text
    for words in (["events", str(copy)], ["verify", str(copy)]):
        cli(words, standalone_mode=False)
        said = capsys.readouterr().out
        assert person in said or words[0] == "verify"
        assert not any(each.decode() in said for each in SOUGHT)


async def test_from_where_somebody_failed_to_log_in_is_known_for_a_time_only(
    tmp_path: Path, watch: Watch
) -> None:
    """And not in the record; of somebody who is forgotten at once."""
    hands, address = Hands(), "198.51.100.7"

    def floored(store: Store) -> Floor:
        return Floor(store, clock=hands.clock())

    async with opened(tmp_path / "casino.db", watch, floored=floored) as casino:
        person, olga = await enrolled(casino), await casino.logged_in("olga")
        for name in (ZOE, "nobody"):
            assert (await casino.visitor(address).log_in(name, "a wrong one")).status_code == 401
        assert address.encode() not in records(casino)
        assert (await olga.get("/desk/events")).text.count(address) == 2
        assert (await olga.post(f"/api/people/{person}/forget", WHY)).status_code == 204
        assert (await olga.get("/desk/events")).text.count(address) == 1
        hands.pass_(ADDRESSES_KEPT - 1)
        await casino.services.upkeep.go_round()
        assert (await olga.get("/desk/events")).text.count(address) == 1
        hands.pass_(HOUR)
        await casino.services.upkeep.go_round()
        assert address not in (await olga.get("/desk/events")).text
        files = tmp_path.glob("casino.db*")
        assert not any(address.encode() in path.read_bytes() for path in files)
        assert inspect(casino.floor.store).sound


async def test_a_server_that_was_killed_removes_the_traces_when_it_opens(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = tmp_path / "casino.db"

    async def killed(floor: Floor) -> None:
        return

    async with opened(where, watch) as casino:
        person = await enrolled(casino)
        olga = await casino.logged_in("olga")
        assert (await olga.put(f"/api/people/{ZOE}/particulars", DETAILS)).status_code == 204
        with monkeypatch.context() as patch:
            patch.setattr(Floor, "scrub", killed)
            assert (await olga.post(f"/api/people/{person}/forget", WHY)).status_code == 204
        left = tmp_path / "left.db"
        for each in ("", "-wal"):
            (tmp_path / f"left.db{each}").write_bytes((tmp_path / f"casino.db{each}").read_bytes())
    log = tmp_path / "left.db-wal"
    assert any(found_in(left, log))  # the control: it is in the log
    with open_store(str(left)) as store:
        async with Floor(store):
            assert not any(found_in(left, log))
