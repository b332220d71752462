"""The console over HTTP: who gets it, what it shows before something is done, and what it does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import OLGA, Casino, Visitor

from croupier.aggregate.acts import tag_of
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.house.commands import BuyIn, Dealing, SetUpTable
from croupier.game_rules import game_of, rules_for
from croupier.games.blackjack.side_bets import SUPER_SEVENS
from croupier.games.challenge.acts.conduct import RefuseWager
from croupier.rulebook.instruments import load
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.conduct import Advise
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.patrons import Arrive, Sit
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.wording.commands import by_subject, clauses_of

if TYPE_CHECKING:
    import httpx

pytestmark = pytest.mark.anyio

STAFF = ("dan", "sue", "amy", "gus", "mara", "olga", "tom", "ines")
MARKUP = "<b>bold</b>"
VOID = {"ground": "fraud", "reason": "a slip"}


async def set_up(casino: Casino, name: str, dealing: Dealing) -> None:
    instrument, options = TABLES[name]
    command = SetUpTable(
        table="pit-1", instrument=instrument, options=options, dealing=dealing, float=0
    )
    await casino.floor.command_house(command, OLGA)


async def send(
    visitor: Visitor, path: str, fields: dict[str, str], **headers: str
) -> httpx.Response:
    return await visitor.client.post(path, data=fields, headers=headers)


def filled(page: str) -> dict[str, str]:
    """What stands in the fields of a form and would be sent with it."""
    fields = {}
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', page):
        fields[name] = "".join(re.findall(r'value="([^"]*)" selected', options))
    for tag in re.findall(r'<input type="(?:text|checkbox)"[^>]*>', page):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        assert name is not None
        if "checkbox" not in tag or " checked" in tag:
            fields[name[1]] = "" if value is None else value[1]
    fields |= re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</textarea>', page)
    return fields


async def opened(casino: Casino, name: str = "blackjack-2018") -> Visitor:
    """A table of real cards that a supervisor has opened by the console."""
    await set_up(casino, name, Dealing.REAL)
    sue = await casino.logged_in("sue")
    page = await sue.get("/tables/pit-1/console/open-table")
    assert page.status_code == 200
    done = await send(sue, "/tables/pit-1/console/open-table", {**filled(page.text), "do": "yes"})
    assert "Done: open table" in done.text, done.text
    return sue


@pytest.mark.parametrize("name", TABLES)
async def test_a_table_that_is_not_open_yet_has_its_pages(casino: Casino, name: str) -> None:
    await set_up(casino, name, Dealing.VIRTUAL)
    sue = await casino.logged_in("sue")
    for path in ("/tables/pit-1", "/tables/pit-1/console"):
        page = await sue.get(path)
        assert page.status_code == 200, path
        assert "The table is not open yet" in page.text


@pytest.mark.parametrize("name", TABLES)
async def test_a_table_of_every_game_is_opened_by_hand(casino: Casino, name: str) -> None:
    await opened(casino, name)
    assert casino.floor.live("pit-1").table.phase == "betting"


async def test_players_and_strangers_have_no_console(casino: Casino) -> None:
    await set_up(casino, "holdem", Dealing.VIRTUAL)
    for who in STAFF:
        visitor = await casino.logged_in(who)
        assert (await visitor.get("/tables/pit-1/console")).status_code == 200, who
    ana = await casino.logged_in("ana")
    assert (await ana.get("/tables/pit-1/console")).status_code == 403
    assert (await send(ana, "/tables/pit-1/console/close-table", {"do": "y"})).status_code == 403
    stranger = await casino.visitor().get("/tables/pit-1/console")
    assert stranger.headers["location"].startswith("/log-in")


@pytest.mark.parametrize("name", TABLES)
async def test_every_command_has_its_page_with_all_that_its_rules_say(
    casino: Casino, name: str
) -> None:
    await set_up(casino, name, Dealing.REAL)
    sue = await casino.logged_in("sue")
    instrument = TABLES[name][0]
    listed = (await sue.get("/tables/pit-1/console")).text
    for _, _, acts in by_subject(instrument):
        for act in acts:
            path = f"/tables/pit-1/console/{tag_of(act.command)}"
            assert f'href="{path}"' in listed
            page = await sue.get(path)
            assert page.status_code == 200, path
            for clause in clauses_of(act, rules_for(instrument), instrument):
                assert f">{clause}</a>" in page.text, f"{path} has no {clause}"


async def test_what_the_rules_refuse_is_said_with_its_clause_and_not_done(casino: Casino) -> None:
    sue = await opened(casino)
    before = casino.floor.live("pit-1").stored
    for button in ({}, {"do": "yes"}):
        answer = await send(sue, "/tables/pit-1/console/void-round", {**VOID, **button})
        assert answer.status_code == 409
        assert "Not possible now." in answer.text
        assert re.search(r'href="/rules/act-blackjack-2018/[^"]+">', answer.text)
    assert casino.floor.live("pit-1").stored == before


async def test_what_follows_is_shown_first_and_the_same_follows_then(casino: Casino) -> None:
    sue = await opened(casino)
    live = casino.floor.live("pit-1")
    limits = {"limits.0.key": "main", "limits.0.least": "20", "limits.0.most": "400"}
    before = live.stored
    seen = await send(sue, "/tables/pit-1/console/change-limits", limits)
    assert live.stored == before
    assert "The rules allow it." in seen.text
    assert 'name="do"' in seen.text
    foreseen = facts(seen.text)
    done = await send(sue, "/tables/pit-1/console/change-limits", {**limits, "do": "yes"})
    assert live.stored == before + 1
    assert foreseen
    assert facts(done.text) == foreseen


def facts(page: str) -> list[str]:
    (listed,) = re.findall(r'<ul class="facts">(.*?)</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", listed, re.DOTALL)


async def test_a_form_that_is_not_complete_says_which_field(casino: Casino) -> None:
    sue = await opened(casino)
    answer = await send(
        sue, "/tables/pit-1/console/place-marker", {"player": "ana", "box": "x", "limit": "5"}
    )
    assert answer.status_code == 422
    assert "box: a whole number" in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert 'value="ana"' in answer.text
    answer = await send(sue, "/tables/pit-1/console/replace-card", {"card": "KS"})
    assert answer.status_code == 422
    assert "checked by supervisor: it is needed" in answer.text
    assert "checked_by_supervisor: " not in answer.text


async def test_a_part_of_an_open_page_is_sent_to_scripts(casino: Casino) -> None:
    sue = await opened(casino)
    part = await sue.get("/tables/pit-1/console/close-table", headers={"hx-request": "true"})
    assert "<html" not in part.text
    assert "Close table" in part.text
    refused = await send(sue, "/tables/pit-1/console/void-round", VOID, **{"hx-request": "true"})
    assert refused.status_code == 200
    assert "Not possible now." in refused.text


async def test_hands_draw_the_cards_of_a_virtual_shoe(casino: Casino) -> None:
    await set_up(casino, "blackjack-2018", Dealing.VIRTUAL)
    sue = await casino.logged_in("sue")
    page = await sue.get("/tables/pit-1/console")
    assert "/console/hands/deal-one" in page.text
    assert 'console/deal"' not in page.text
    opening = await sue.get("/tables/pit-1/console/open-table")
    await send(sue, "/tables/pit-1/console/open-table", {**filled(opening.text), "do": "yes"})
    await send(sue, "/tables/pit-1/console/check-cards", {"occasion": "opening", "do": "yes"})
    done = await send(sue, "/tables/pit-1/console/hands/prepare", {})
    assert "Done: prepare" in done.text, done.text
    assert "shuffled" in done.text
    nowhere = await sue.get("/tables/pit-1/console/hands/juggle")
    assert nowhere.status_code == 404


async def test_what_people_typed_is_text_and_never_markup(casino: Casino) -> None:
    sue = await opened(casino)
    await casino.floor.do("pit-1", Arrive(player="ana"), Person("ana", Role.PLAYER))
    said = {"player": "ana", "about": "rules", "words": MARKUP}
    for button in ({}, {"do": "yes"}):
        answer = await send(sue, "/tables/pit-1/console/advise", {**said, **button})
        assert answer.status_code == 200, answer.text
        assert MARKUP not in answer.text
        assert "&lt;b&gt;" in answer.text


@pytest.mark.parametrize("name", TABLES)
async def test_every_form_is_shown_while_wagers_lie_on_the_layout(
    casino: Casino, name: str
) -> None:
    sue = await opened(casino, name)
    ana = Person("ana", Role.PLAYER)
    live = casino.floor.live("pit-1").table
    for command in (Arrive(player="ana"), Sit(player="ana", box=1)):
        await casino.floor.do("pit-1", command, ana)
    await casino.floor.command_house(BuyIn(person="ana", amount=100_00), ana)
    await casino.floor.do("pit-1", BringChips(player="ana", amount=100_00), ana)
    wager, another = live.game.wagers[0], live.game.wagers[-1]
    for each in (wager, another):
        amount = 5_00 if each == SUPER_SEVENS else 20_00
        laid = PlaceWager(player="ana", box=1, amount=amount, wager=each)
        await casino.floor.do("pit-1", laid, ana)
    for kind in live.game.acts:
        page = await sue.get(f"/tables/pit-1/console/{kind.__struct_config__.tag}")
        assert page.status_code == 200, kind
        if kind.names_lying_wager:
            assert f'<option value="1 {wager} ana">ana, box 1: ' in page.text
        if kind in (VoidWager, RefuseWager):
            assert '<option value="1  ana">ana, box 1: every wager' in page.text


async def test_without_the_token_of_the_session_nothing_is_done(casino: Casino) -> None:
    sue = await opened(casino)
    before = casino.floor.live("pit-1").stored
    del sue.client.headers["x-csrf-token"]
    answer = await send(
        sue, "/tables/pit-1/console/announce-closure", {"rounds": "3", "reason": "r", "do": "yes"}
    )
    assert answer.status_code == 403
    assert casino.floor.live("pit-1").stored == before


async def test_the_clauses_of_a_command_are_those_that_its_act_declares() -> None:
    book = load("act-blackjack-2018")
    rules = rules_for(book.id)
    acts = game_of(book.id).acts
    assert clauses_of(acts[Advise], rules, book.id) == ("16.5(a)",)
    assert "3.2" in clauses_of(acts[PlaceMarker], rules, book.id)
    assert "16.3" in clauses_of(acts[VoidRound], rules, book.id)
