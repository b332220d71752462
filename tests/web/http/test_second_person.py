"""A second person for overrides, over the API and on the pages."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.floors import secrets
from tests.web.approved_program.test_program import ONE, OTHER
from tests.web.casinos import OLGA, PASSWORD, Casino, Visitor, Watch, enrol, opened
from tests.web.cups import Cup
from tests.web.evenings import send
from tests.web.offers import promoting

from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import (
    BuyIn,
    IssueChips,
    OpenTournament,
    RequireSecondPerson,
    SetUpTable,
)
from croupier.casino.override_commands import overrides
from croupier.casino.record_names import HOUSE
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store_verification import inspect
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Sit
from croupier.tournament.state import TournamentPhase
from croupier.web.http.patron_code import OPT as FOR_PATRONS
from croupier.web.http.policies import operations
from croupier.web.http.second_person import OPT
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from croupier.casino.significant_events import SignificantEvent
    from croupier.casino.store.contract import Store

pytestmark = pytest.mark.anyio

ANA = Person("ana", Role.PLAYER)
COMMANDS = "/api/tables/pit-1/commands"
CONSOLE = "/tables/pit-1/console/void-round"
VOID = {"ground": "fraud", "reason": "a marked card"}
ASKED = {"command": {"do": "void-round", **VOID}}
INSTRUMENT = TABLES["blackjack-2018"][0]
LAST = {"override": "void-round", "asked_by": "sue", "needs": "supervisor"}


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    """One whose shoes are always the same: ana's round is not over with the first cards."""

    def floored(store: Store) -> Floor:
        return Floor(store, entropy=secrets())

    async with opened(tmp_path / "casino.db", watch, floored=floored) as casino:
        yield casino


def shown(person: str, password: str = PASSWORD) -> dict[str, str]:
    """The header in which somebody confirms."""
    said = b64encode(f"{person}:{password}".encode()).decode()
    return {"second-person": f"Basic {said}"}


def typed(person: str, password: str = PASSWORD) -> dict[str, str]:
    """The fields in which somebody confirms."""
    return {"second_person": person, "second_password": password}


async def in_play(casino: Casino) -> None:
    """A table with a round that ana is in."""
    floor = casino.floor
    instrument, options = TABLES["blackjack-2018"]
    await floor.command_house(IssueChips(amount=FLOAT), OLGA)
    table = SetUpTable(table="pit-1", instrument=instrument, options=options, float=FLOAT)
    await floor.command_house(table, OLGA)
    await floor.command_house(BuyIn(person="ana", amount=100_00), ANA)
    for command in (
        Arrive(player="ana"), Sit(player="ana", box=1), BringChips(player="ana", amount=100_00),
        PlaceWager(player="ana", box=1, amount=10_00),
    ):  # fmt: skip
        await floor.do("pit-1", command, ANA)
    await floor.ready("pit-1", ANA)
    assert floor.live("pit-1").table.in_play


async def want_two(casino: Casino) -> None:
    await enrol(casino.floor, {"otto": (Role.OPERATOR,)})
    await casino.floor.command_house(RequireSecondPerson(required=True), OLGA)


def is_void(casino: Casino) -> bool:
    table = casino.floor.live("pit-1").table
    return bool(table.rounds) and table.rounds[0].void


def heads(casino: Casino) -> list[Any]:
    """Where every record stands."""
    return casino.floor.store.records()


def proof_of(casino: Casino, person: str) -> bytes | None:
    """What proves somebody's password."""
    return casino.floor.store.safe(passwords.in_safe(person))


def told(casino: Casino, kind: EventKind) -> list[SignificantEvent]:
    return [each for each in significant_events(casino.floor.store) if each.happened.kind is kind]


def must_be_unconfirmed(answer: httpx.Response, role: str | None, said: str) -> None:
    assert answer.status_code == 403, answer.text
    problem = answer.json()
    assert problem["type"] == "urn:croupier:problem:unconfirmed"
    assert problem["title"] == "A second person has to confirm it"
    assert (problem["role"], problem["field"]) == (role, "second-person")
    assert said in problem["detail"]


# --- over the API


async def test_where_nobody_wants_it_nothing_is_different(casino: Casino) -> None:
    await in_play(casino)
    lines = casino.floor.live_house.stored
    sue = await casino.logged_in("sue")
    assert (await sue.post(COMMANDS, ASKED)).status_code == 200
    assert is_void(casino)
    assert casino.floor.live_house.stored == lines
    assert told(casino, EventKind.OVERRIDE) == []
    page = await (await casino.logged_in("olga")).get("/people")
    assert "Overrides take one person" in page.text
    enrolling = page.text.partition('<h2 id="enrol-title">')[2].partition("</section>")[0]
    assert "second_person" not in enrolling


async def test_an_override_is_refused_without_a_second_person(casino: Casino) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, before = await casino.logged_in("sue"), heads(casino)
    answer = await sue.post(COMMANDS, ASKED)
    must_be_unconfirmed(
        answer, "supervisor",
        "void-round is an override: a second person has to confirm it with their own password, "
        "supervisor, assistant-gaming-manager, gaming-manager, gaming-shift-manager or operator "
        "and not whoever asks",
    )  # fmt: skip
    assert heads(casino) == before
    assert not is_void(casino)


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("sue", "sue asks for void-round: somebody else has to confirm it"),
        ("dan", "gaming-shift-manager or operator, and dan is none of these"),
        ("ines", "and ines is none of these"),
        ("ana", "and ana is none of these"),
    ],
)
async def test_oneself_and_who_could_not_do_it_confirm_nothing(
    casino: Casino, second: str, said: str
) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, before = await casino.logged_in("sue"), heads(casino)
    answer = await sue.post(COMMANDS, ASKED, headers=shown(second))
    must_be_unconfirmed(answer, "supervisor", said)
    assert heads(casino) == before


async def test_a_proper_second_person_is_in_the_record_and_on_the_inspectors_list(
    casino: Casino,
) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, key = await casino.logged_in("sue"), {"idempotency-key": "one"}
    line = casino.floor.live("pit-1").stored + 1
    done = await sue.post(COMMANDS, ASKED, headers={**shown("gus"), **key})
    assert done.status_code == 200
    assert is_void(casino)
    *_, last = casino.floor.store.lines(HOUSE)
    for field, value in {**LAST, "record": "tables/pit-1/1"}.items():
        assert f'"{field}":"{value}"'.encode() in last
    for headers in (shown("gus"), shown("amy"), {}):  # asked again it is not done again
        again = await sue.post(COMMANDS, ASKED, headers={**headers, **key})
        assert (again.content, again.headers["idempotent-replayed"]) == (done.content, "true")
    event = told(casino, EventKind.OVERRIDE)[-1]
    assert (event.by, event.role, event.record) == ("gus", Role.GAMING_MANAGER, HOUSE)
    ines = await casino.logged_in("ines")
    listed = (await ines.get("/api/events?kind=override")).json()["events"]
    assert [each["event"]["happened"]["what"] for each in listed] == [
        "people that an override takes", "void-round is confirmed",
    ]  # fmt: skip
    page = await ines.get("/desk/events?kind=override")
    assert f"void-round is confirmed</strong>: sue, tables/pit-1/1 line {line}" in page.text
    assert "by gus (gaming manager)" in page.text
    found = inspect(casino.floor.store)
    assert found.sound, [str(each) for each in found.findings]


async def test_a_wrong_password_counts_as_a_failed_log_in_and_locks(
    casino: Casino, watch: Watch
) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, most = await casino.logged_in("sue"), Settings().failures
    for _ in range(most):
        answer = await sue.post(COMMANDS, ASKED, headers=shown("gus", "a wrong one"))
        said = "the name or the password of the second person is wrong"
        must_be_unconfirmed(answer, None, said)
    locked = await sue.post(COMMANDS, ASKED, headers=shown("gus"))  # even the right one
    assert locked.status_code == 429
    assert locked.json()["type"] == "urn:croupier:problem:locked"
    assert (await casino.visitor().log_in("gus")).status_code == 429  # from the same address
    assert (await casino.visitor("198.51.100.7").log_in("gus")).status_code == 201
    assert not is_void(casino)
    failed = told(casino, EventKind.FAILED_LOG_IN)
    assert [each.happened.subject for each in failed] == ["gus"] * most
    assert [each.happened.subject for each in told(casino, EventKind.LOCKED_OUT)] == ["gus"]
    watch.on(Settings().lock)
    assert (await sue.post(COMMANDS, ASKED, headers=shown("gus"))).status_code == 200


async def test_nobody_learns_from_it_who_has_an_account(casino: Casino) -> None:
    await in_play(casino)
    await want_two(casino)
    sue = await casino.logged_in("sue")
    known = await sue.post(COMMANDS, ASKED, headers=shown("gus", "a wrong one"))
    unknown = await sue.post(COMMANDS, ASKED, headers=shown("nobody"))
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)


@pytest.mark.parametrize("header", ["Bearer abc", "Basic", "Basic !!!", "Basic /w==", "gus"])
async def test_a_header_that_is_none_is_named(casino: Casino, header: str) -> None:
    await in_play(casino)
    await want_two(casino)
    sue = await casino.logged_in("sue")
    answer = await sue.post(COMMANDS, ASKED, headers={"second-person": header})
    assert (answer.status_code, answer.json()["field"]) == (422, "second-person")


async def test_a_second_person_is_known_by_any_letters(casino: Casino) -> None:
    await enrol(casino.floor, {"zoë": (Role.SUPERVISOR,)})
    zoe = await casino.logged_in("zoë")
    password = {"password": "öl: und wasser, lange", "current": PASSWORD}
    changed = await zoe.put("/api/people/zoë/password", password)
    assert changed.status_code == 204, changed.text
    await in_play(casino)
    await want_two(casino)
    sue = await casino.logged_in("sue")
    done = await sue.post(COMMANDS, ASKED, headers=shown("zoë", password["password"]))
    assert done.status_code == 200


async def test_commands_of_the_house_take_a_second_operator(casino: Casino) -> None:
    await want_two(casino)
    await casino.floor.command_house(OpenTournament(tournament="cup", instrument=INSTRUMENT), OLGA)
    olga = await casino.logged_in("olga")
    zoe = {"person": "zoe", "roles": ["dealer"], "password": PASSWORD}
    off = {"command": {"do": "cancel-tournament", "reason": "flooded"}}
    for method, path, body in (
        ("POST", "/api/people", zoe),
        ("POST", "/api/people/bob/roles", {"role": "dealer"}),
        ("DELETE", "/api/people/dan/roles/dealer", None),
        ("PUT", "/api/people/bob/password", {"password": PASSWORD}),
        ("POST", "/api/chips/issue", {"amount": 100}),
        ("POST", "/api/chips/retire", {"amount": 100}),
        ("POST", "/api/program/approval", None),
        ("POST", "/api/tournaments/cup/commands", off),
        ("PUT", "/api/powers", {"power": "void-rounds", "role": "operator"}),
        ("PUT", "/api/overrides", {"second_person": False}),
    ):
        before = heads(casino)
        for headers in ({}, shown("olga"), shown("gus")):
            answer = await olga.client.request(method, path, json=body, headers=headers)
            must_be_unconfirmed(answer, "operator", "")
        assert heads(casino) == before, path
        done = await olga.client.request(method, path, json=body, headers=shown("otto"))
        assert done.status_code < 300, (path, done.text)
        *_, event = told(casino, EventKind.OVERRIDE)
        if path != "/api/overrides":
            assert (event.by, event.happened.subject) == ("otto", "olga"), path
    assert not casino.floor.house.second_person
    assert (await casino.visitor().log_in("zoe")).status_code == 201
    assert inspect(casino.floor.store).sound


async def test_the_normal_course_of_the_house_takes_nobody_else(casino: Casino) -> None:
    await want_two(casino)
    olga, bob = await casino.logged_in("olga"), await casino.logged_in("bob")
    zoe = {"person": "zoe", "roles": ["player"], "password": PASSWORD}
    assert (await olga.post("/api/people", zoe)).status_code == 201
    assert (await casino.visitor().log_in("zoe")).status_code == 201
    own = {"password": "another long password", "current": PASSWORD}
    assert (await bob.put("/api/people/bob/password", own)).status_code == 204
    ana = await casino.logged_in("ana")
    assert (await ana.post("/api/chips/buy-in", {"amount": 100})).status_code == 200


async def test_who_wants_a_second_person_says_so_once_there_are_two(casino: Casino) -> None:
    olga, want = await casino.logged_in("olga"), {"second_person": True}
    alone = await olga.put("/api/overrides", want)
    assert (alone.status_code, alone.json()["type"]) == (409, "urn:croupier:problem:refused")
    await enrol(casino.floor, {"otto": (Role.OPERATOR,)})
    assert (await olga.put("/api/overrides", want)).status_code == 200
    seen = (await (await casino.logged_in("ines")).get("/api/overrides")).json()
    assert seen["second_person"]
    assert [each["override"] for each in seen["overrides"]] == [each.name for each in overrides()]
    assert all(each["because"] and each["needs"] for each in seen["overrides"])


async def test_an_approval_of_the_program_is_in_the_record(tmp_path: Path, watch: Watch) -> None:
    where = tmp_path / "casino.db"
    async with opened(where, watch, program=ONE) as casino:
        await want_two(casino)
    async with opened(where, watch, program=OTHER) as casino:
        olga = await casino.logged_in("olga")
        assert (await olga.post("/api/program/approval")).status_code == 403
        shown_now = (await olga.get("/api/program")).json()
        assert shown_now["differing"]
        done = await olga.post("/api/program/approval", headers=shown("otto"))
        assert done.status_code == 200
        *_, approved = told(casino, EventKind.VERIFICATION)
        assert (approved.by, approved.happened.after) == ("olga", str(OTHER))
        assert (await olga.get("/api/program")).json()["differing"] == []


async def test_the_description_names_the_header_where_there_are_overrides(casino: Casino) -> None:
    paths = (await casino.visitor().get("/schema")).json()["paths"]
    described = {
        f"{method.upper()} {path}"
        for path, item in paths.items()
        for method, operation in item.items()
        if any(each["name"] == "Second-Person" for each in operation.get("parameters", ()))
    }
    declared = {
        f"{method} {re.sub(':[a-z]+}', '}', path)}"
        for method, path, handler in operations(casino.app)
        if handler.opt.get(OPT) or handler.opt.get(FOR_PATRONS)
    }
    assert described == declared
    assert described == {
        "POST /api/tables/{table}/commands", "POST /api/tournaments/{name}/commands",
        "POST /api/promotions/{name}/commands", "POST /api/people",
        "POST /api/people/{person}/roles", "DELETE /api/people/{person}/roles/{held}",
        "PUT /api/people/{person}/password", "POST /api/chips/issue", "POST /api/chips/retire",
        "POST /api/program/approval", "PUT /api/overrides", "POST /api/chips/buy-in",
        "POST /api/chips/cash-out",
        "POST /api/people/{person}/forget", "PUT /api/cage", "PUT /api/powers",
    }  # fmt: skip


# --- on the pages


async def do(visitor: Visitor, **second: str) -> httpx.Response:
    return await send(visitor, CONSOLE, {**VOID, "do": "yes", **second})


async def test_the_console_asks_for_a_second_person_where_one_is_wanted(casino: Casino) -> None:
    await in_play(casino)
    sue = await casino.logged_in("sue")
    assert "second_password" not in (await send(sue, CONSOLE, VOID)).text
    await want_two(casino)
    assert "second_password" not in (await sue.get(CONSOLE)).text
    asked = await send(sue, CONSOLE, VOID)
    assert "The rules allow it." in asked.text
    assert "Somebody else confirms it: supervisor, assistant gaming manager" in asked.text
    assert 'name="second_password"' in asked.text
    rules = await send(sue, "/tables/pit-1/console/ask-for-rules", {"player": "ana"})
    assert "second_password" not in rules.text


async def test_the_console_refuses_it_as_the_api_does_and_keeps_the_form(casino: Casino) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, before = await casino.logged_in("sue"), heads(casino)
    for second, said in (
        ({}, "Void-round is an override: a second person has to confirm it"),
        (typed("sue"), "somebody else has to confirm it"),
        (typed("dan"), "dan is none of these"),
    ):
        answer = await do(sue, **second)
        assert answer.status_code == 403
        assert said in answer.text
        assert "a marked card</textarea>" in answer.text
        assert 'name="do"' in answer.text
        assert PASSWORD not in answer.text
        assert heads(casino) == before
    part = await sue.client.post(
        CONSOLE, data={**VOID, "do": "yes"}, headers={"hx-request": "true"}
    )
    assert (part.status_code, "is an override" in part.text) == (200, True)


async def test_a_wrong_password_on_the_console_counts_and_locks(casino: Casino) -> None:
    await in_play(casino)
    await want_two(casino)
    sue, most = await casino.logged_in("sue"), Settings().failures
    for _ in range(most):
        answer = await do(sue, **typed("gus", "a wrong one"))
        assert answer.status_code == 403
        assert "the password of the second person is wrong" in answer.text
    locked = await do(sue, **typed("gus"))
    assert locked.status_code == 403
    assert "oo many wrong passwords of gus: try again in 15 minutes" in locked.text
    assert len(told(casino, EventKind.FAILED_LOG_IN)) == most
    assert not is_void(casino)


async def test_two_at_the_console_void_a_round(casino: Casino) -> None:
    await in_play(casino)
    await want_two(casino)
    sue = await casino.logged_in("sue")
    done = await do(sue, **typed("gus"))
    assert "Done: void round" in done.text
    assert is_void(casino)
    *_, event = told(casino, EventKind.OVERRIDE)
    assert (event.by, event.happened.subject) == ("gus", "sue")


async def test_a_tournament_is_called_off_by_two_at_its_desk(casino: Casino) -> None:
    cup = Cup(casino, INSTRUMENT)
    await cup.begin()
    await want_two(casino)
    off, lines = {"reason": "the hall is flooded"}, len(cup.held.entries)
    asked = await cup.ask("olga", "cancel-tournament", **off)
    assert "Somebody else confirms it: operator." in asked.text
    for second in ({}, typed("olga"), typed("tom"), typed("otto", "a wrong one")):
        answer = await cup.ask("olga", "cancel-tournament", **off, **second, do="yes")
        assert answer.status_code == 403
        assert 'name="second_password"' in answer.text
    assert len(cup.held.entries) == lines
    await cup.do("olga", "cancel-tournament", **off, **typed("otto"))
    assert (len(cup.held.entries), cup.held.phase) == (lines + 1, TournamentPhase.CANCELLED)


async def test_a_draw_is_cancelled_by_two_at_the_desk_of_promotions(tmp_path: Path) -> None:
    async with promoting(tmp_path / "casino.db") as offer:
        await want_two(offer.casino)
        await offer.drawn()
        off, lines = {"reason": "a ticket lay outside the drum"}, offer.held.length
        asked = await offer.ask("olga", "cancel-draw", **off)
        assert "Somebody else confirms it: operator." in asked.text
        for second in ({}, typed("olga"), typed("sue"), typed("otto", "a wrong one")):
            answer = await offer.do("olga", "cancel-draw", **off, **second)
            assert answer.status_code == 403
            assert 'name="second_password"' in answer.text
        assert offer.held.length == lines
        await offer.done("olga", "cancel-draw", **off, **typed("otto"))
        assert offer.held.length == lines + 1
        *_, event = told(offer.casino, EventKind.OVERRIDE)
        assert event.happened.detail == f"promotions/spring line {lines + 1}"


async def test_the_people_of_the_house_are_changed_by_two(casino: Casino) -> None:
    await want_two(casino)
    olga, house = await casino.logged_in("olga"), casino.floor.house
    page = (await olga.get("/people")).text
    assert "second_password" in page
    assert "Dismiss…" in page
    new = {"person": "zoe", "password": "another long password", "roles": "dealer"}
    for path, fields in (
        ("/people", new),
        ("/people/bob/appoint", {"role": "dealer"}),
        ("/people/dan/dismiss", {"role": "dealer"}),
        ("/people/bob/password", {"password": "another long password"}),
    ):
        before = dict(house.people), proof_of(casino, "bob")
        for second in ({}, typed("olga"), typed("gus"), typed("otto", "a wrong one")):
            answer = await send(olga, path, {**fields, **second})
            assert answer.status_code == 403, path
            assert "Not done." in answer.text
        assert (dict(house.people), proof_of(casino, "bob")) == before
        done = await send(olga, path, {**fields, **typed("otto")})
        assert done.status_code == 303, path
    assert house.people[casino.floor.references.person_called("zoe")] == {Role.DEALER}
    assert house.people["bob"] == {Role.PLAYER, Role.DEALER}
    assert house.people["dan"] == set()
    for person in ("zoe", "bob"):
        there = await casino.visitor("192.0.2.9").log_in(person, "another long password")
        assert there.status_code == 201


async def test_the_page_of_overrides_says_which_they_are_and_is_the_operators_to_change(
    casino: Casino,
) -> None:
    await enrol(casino.floor, {"otto": (Role.OPERATOR,)})
    olga, ines = await casino.logged_in("olga"), await casino.logged_in("ines")
    page = await ines.get("/overrides")
    in_words = (each.name.replace("-", " ").capitalize() for each in overrides())
    assert all(f">{each}</th>" in page.text for each in in_words)
    assert "One person is enough" in page.text
    assert '<button class="button primary"' not in page.text
    assert (await send(ines, "/overrides", {"second_person_wanted": "yes"})).status_code == 403
    assert (await send(olga, "/overrides", {"second_person_wanted": "yes"})).status_code == 303
    assert casino.floor.house.second_person
    given = {"power": "void-rounds", "role": "operator"}
    assert (await send(ines, "/overrides/powers", given)).status_code == 403
    unconfirmed = await send(olga, "/overrides/powers", given)
    assert (unconfirmed.status_code, "delegate-power is an override" in unconfirmed.text) == (
        403,
        True,
    )
    assert "Somebody else has to confirm each" in (await ines.get("/overrides")).text
    alone = await send(olga, "/overrides", {"second_person_wanted": "no"})
    assert alone.status_code == 403
    assert "require-second-person is an override" in alone.text
    assert casino.floor.house.second_person
    done = await send(olga, "/overrides", {"second_person_wanted": "no", **typed("otto")})
    assert done.status_code == 303
    assert not casino.floor.house.second_person
    assert (await (await casino.logged_in("ana")).get("/overrides")).status_code == 403


async def test_the_operator_delegates_a_power_on_the_page_and_over_the_api(casino: Casino) -> None:
    olga, ines = await casino.logged_in("olga"), await casino.logged_in("ines")
    listed = (await ines.get("/api/powers")).json()["powers"]
    void = next(each for each in listed if each["power"] == "void-rounds")
    assert (void["holder"], void["clauses"]["act-blackjack-2018"]) == ("supervisor", ["16.3"])
    assert void["by_default"]
    assert "(default)" in (await ines.get("/overrides")).text
    assert (
        await ines.put("/api/powers", {"power": "void-rounds", "role": "operator"})
    ).status_code == 403
    given = {"power": "void-rounds", "role": "gaming-manager"}
    assert (await olga.put("/api/powers", given)).status_code == 200
    assert casino.floor.house.holder_of("void-rounds") is Role.GAMING_MANAGER
    listed = (await ines.get("/api/powers")).json()["powers"]
    assert [each["power"] for each in listed if not each["by_default"]] == ["void-rounds"]
    sent = await send(olga, "/overrides/powers", {"power": "void-rounds", "role": "operator"})
    assert sent.status_code == 303
    assert casino.floor.house.holder_of("void-rounds") is Role.OPERATOR
    again = await send(olga, "/overrides/powers", {"power": "void-rounds", "role": "operator"})
    assert (again.status_code, "is with operator already" in again.text) == (409, True)
    wrong = await send(olga, "/overrides/powers", {"power": "void-rounds", "role": "king"})
    assert (wrong.status_code, "choose a role" in wrong.text) == (409, True)
    page = (await ines.get("/overrides")).text
    assert "Powers of the casino operator" in page
    assert "Void rounds" in page
