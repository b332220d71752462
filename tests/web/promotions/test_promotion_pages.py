"""Promotions in the browser: run by forms, read by everybody, and overseen by the inspector."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from tests.promotion.any_command import any_terms
from tests.promotion.cases import (
    CASH,
    DRAW,
    GOODS,
    HOUR,
    MACHINERY,
    REAL_ESTATE,
    RUNNING,
    SAMPLES,
    SECOND,
    SENT,
    START,
    TRAVEL,
    VEHICLE,
    complete,
    worth,
)
from tests.web.evenings import MARKUP
from tests.web.offers import NAME, PUBLISHED, PURSE, TERMS, Offer, amended, promoting
from tests.web.streams import Listening

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import Enrol
from croupier.casino.references import TEXT
from croupier.promotion.acts.offered_terms import OfferPrizes
from croupier.promotion.draw import commit, roll_hash
from croupier.promotion.rules import promotion_law
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import Prize, Terms
from croupier.table.acts.opening import Approval
from croupier.web.console.forms import read, written
from croupier.web.promotions.page_model import spoken
from croupier.web.promotions.terms_form import fits_the_form, place_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.aggregate.acts import Command

pytestmark = pytest.mark.anyio

EVERYBODY = ("", "ana", "dan", "sue", "olga", "ines", "tom", "vic")
BLANK = Terms(name="Spring draw")


@pytest.fixture
async def offer(tmp_path: Path) -> AsyncIterator[Offer]:
    async with promoting(tmp_path / "casino.db") as offer:
        yield offer


def words(page: str) -> str:
    """What a page says, without its markup."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


# --- forms


@pytest.mark.parametrize("command", SAMPLES, ids=lambda command: type(command).__name__)
def test_every_command_can_be_asked_for_by_its_form(command: Command) -> None:
    assert read(type(command), written(command)) == command


@settings(max_examples=25)
@given(any_terms())
def test_terms_come_out_of_their_form_as_they_went_in(terms: Terms) -> None:
    offered = OfferPrizes(terms=terms)
    assert read(OfferPrizes, written(offered)) == offered


async def test_a_promotion_is_run_by_forms_from_its_terms_to_the_last_prize(offer: Offer) -> None:
    await offer.over()
    state = offer.held.state
    assert state.phase is PromotionPhase.DRAWN
    assert [(win.awarded, win.told) for win in state.wins] == [
        (True, True), (False, False), (False, False)
    ]  # fmt: skip
    assert [claim.standing for claim in state.claims] == ["awarded", "refused"]
    (denial,) = state.register
    assert TEXT.fullmatch(denial.address)  # the address itself is not in the record
    assert state.scrutineer == "ines"
    desk = words((await offer.get("sue", "/desk")).text)
    assert "The winners follow from the secret and the word." in desk
    assert "12,000 by transfer" in desk
    assert "2 Low St" in desk


async def test_what_terms_lack_is_listed_with_its_clause_and_its_place(offer: Offer) -> None:
    await offer.begin()
    form = written(OfferPrizes(terms=BLANK))
    asked = await offer.ask("sue", "offer-prizes", **form)
    assert asked.status_code == 200
    for field, clauses in promotion_law().particulars.items():
        assert f'href="#item-{place_of(field)}"' in asked.text, field
        assert f'id="item-{place_of(field)}"' in asked.text, field
        assert f">{clauses[-1]}</a>" in asked.text, field
    assert offer.held.state.terms is None  # it was only asked
    await offer.done("sue", "offer-prizes", **form)
    assert offer.held.state.terms == BLANK
    assert "What keeps the terms from being sent" in (await offer.get("sue", "/desk")).text
    refused = await offer.do("sue", "send-terms")
    assert refused.status_code == 409
    assert "terms.manner: missing" in words(refused.text)


KINDS: tuple[Prize, ...] = (MACHINERY, VEHICLE, TRAVEL, REAL_ESTATE)


async def test_every_particular_of_a_kind_of_prize_is_asked_for(offer: Offer) -> None:
    await offer.begin()
    for kind in (str(prize.__struct_config__.tag) for prize in KINDS):
        chosen = {"terms.name": "Spring draw", "terms.prizes.0.kind": kind}
        asked = (await offer.ask("sue", "offer-prizes", **chosen)).text
        particulars = getattr(promotion_law(), kind.replace("-", "_"))
        assert particulars
        for field, clauses in particulars.items():
            assert f'name="terms.prizes.0.{field}"' in asked, field
            assert f'href="#item-terms.prizes.0.{field}"' in asked, field
            assert f">{clauses[-1]}</a>" in asked, field
        assert 'name="terms.prizes.1.kind"' in asked  # room for one more
        assert 'name="terms.prizes.1.name"' not in asked


async def test_a_form_that_cannot_be_read_says_which_field(offer: Offer) -> None:
    await offer.running()
    answer = await offer.do("dan", "enter", player="ana", ground="member", tickets="many")
    assert answer.status_code == 422
    assert "tickets: a whole number, not 'many'" in words(answer.text)
    answer = await offer.do("dan", "enter", ground="member")
    assert "player: it is needed" in words(answer.text)
    assert (await offer.do("dan", "dance")).status_code == 404
    assert offer.held.state.tickets == []


async def test_terms_with_more_prizes_than_a_form_has_room_for_are_not_cut(offer: Offer) -> None:
    many = complete(*(worth(CASH, 5_00, name=f"prize {n}") for n in range(40)))
    assert not fits_the_form(many)
    assert fits_the_form(complete(*(worth(CASH, 5_00) for _ in range(39))))
    await offer.begin()
    affair = offer.casino.floor.promotions[NAME]
    sue = Person("sue", Role.SUPERVISOR)
    await offer.casino.floor.conduct(affair, OfferPrizes(terms=many), sue)
    page = await offer.get("sue", "/commands/offer-prizes")
    assert "Send them over the API." in page.text
    assert 'name="do"' not in page.text


# --- refusals and their clauses


async def test_e52_a_promotion_whose_terms_came_late_does_not_start(offer: Offer) -> None:
    await offer.begin()
    await offer.done("sue", "offer-prizes", **written(OfferPrizes(terms=TERMS)))
    offer.at(SENT + SECOND)
    await offer.done("sue", "send-terms")
    await offer.done("sue", "publish-terms", **PUBLISHED)
    offer.at(START)
    refused = await offer.do("sue", "start-promotion")
    assert refused.status_code == 409
    assert "from 2026-11-16 09:00:01+11:00" in words(refused.text)
    assert '/20.9">20.9</a>' in refused.text
    assert offer.held.state.phase is PromotionPhase.SENT
    offer.at(START + SECOND)
    await offer.done("sue", "start-promotion")


async def test_what_would_follow_is_shown_before_it_is_done(offer: Offer) -> None:
    await offer.running()
    entry = {"player": "ana", "ground": "member", "tickets": "3"}
    asked = await offer.ask("dan", "enter", **entry)
    assert "Ana has tickets 1 to 3: member." in words(asked.text)
    assert offer.held.state.tickets == []
    stranger = await offer.ask("dan", "enter", player="zoe", ground="member")
    assert stranger.status_code == 409
    assert "has no account" in stranger.text


async def test_a_button_that_is_pressed_twice_does_it_once(offer: Offer) -> None:
    await offer.running()
    form = (await offer.get("dan", "/commands/enter")).text
    (key,) = re.findall(r'name="key" value="([^"]+)"', form)
    entry = {"player": "ana", "ground": "member", "key": key}
    for _ in range(2):
        await offer.done("dan", "enter", **entry)
    assert offer.held.state.tickets == ["ana"]
    await offer.done("dan", "enter", **{**entry, "player": "bob"})  # back, and something else
    (other,) = re.findall(
        r'name="key" value="([^"]+)"', (await offer.get("dan", "/commands/enter")).text
    )
    await offer.done("dan", "enter", **{**entry, "key": other})
    assert offer.held.state.tickets == ["ana", "bob", "ana"]


async def test_an_amendment_needs_the_approval_of_the_authority(offer: Offer) -> None:
    await offer.running()
    changed = msgspec.structs.replace(TERMS, place="the terrace")
    refused = await offer.do("sue", "amend-terms", **amended(changed))
    assert refused.status_code == 409
    assert '/20.9.1">20.9.1</a>' in refused.text
    approval = Approval("ILGA 7", "2026-11-16")
    await offer.done("sue", "amend-terms", **amended(changed, approval))
    assert offer.held.state.terms == changed


# --- who sees what


async def test_nobody_reads_a_draft_but_those_who_work_at_it(offer: Offer) -> None:
    await offer.begin()
    secret = msgspec.structs.replace(TERMS, name="Nobody knows", place="behind the curtain")
    await offer.done("sue", "offer-prizes", **written(OfferPrizes(terms=secret)))
    for who in EVERYBODY:
        visitor = await offer.who(who) if who else offer.casino.visitor()
        said = [(await visitor.get(path)).text for path in ("/promotions", f"/promotions/{NAME}")]
        told = any("Nobody knows" in page or "behind the curtain" in page for page in said)
        assert told == (who in ("sue", "olga", "ines", "vic")), who


async def test_the_page_of_a_promotion_has_its_terms_and_its_steps(offer: Offer) -> None:
    await offer.sent()
    page = await offer.get("")
    for said in ("members over 18", "the main stage", "a purse", "the winner may take $400"):
        assert said in page.text
    assert f"Starts {spoken(TERMS.starts)}." in words(page.text)
    assert page.text.count('aria-current="step"') == 1
    assert "To be had: the cage" in page.text


async def test_the_secret_of_the_draw_is_nowhere_before_it_is_told(offer: Offer) -> None:
    await offer.entered()
    offer.at(DRAW)
    await offer.done("olga", "nominate-scrutineer", person="ines")
    await offer.done("sue", "commit-draw")
    draw = offer.held.state.draw
    assert draw is not None
    place = f"promotions/{NAME}/draws/{draw.commitment}"
    kept = offer.casino.floor.store.safe(place)
    assert kept is not None
    assert commit(kept, roll_hash(offer.held.state.roll())) == draw.commitment
    paths = ("", "/desk", "/record", "/commands/draw-winners", "/commands/witness-draw")
    for who in EVERYBODY:
        for path in paths:
            assert kept.hex() not in (await offer.get(who, path)).text, (who, path)
    await offer.done("ines", "witness-draw", word="kookaburra")
    assert (await offer.do("ana", "draw-winners", secret="")).status_code == 422
    await offer.done("sue", "draw-winners")
    assert kept.hex() in (await offer.get("")).text


async def test_a_secret_that_somebody_else_keeps_is_asked_for(offer: Offer) -> None:
    await offer.entered(complete(worth(CASH, 500_00)))
    offer.at(DRAW)
    secret = bytes(range(32))
    committed = commit(secret, roll_hash(offer.held.state.roll()))
    sue = await offer.who("sue")
    body = {"command": {"do": "commit-draw", "commitment": committed}}
    await sue.post(f"/api/promotions/{NAME}/commands", body)
    await offer.done("bob", "witness-draw", word="galah")
    assert 'name="secret"' in (await offer.get("sue", "/commands/draw-winners")).text
    wrong = await offer.do("sue", "draw-winners", secret="00" * 32)
    assert "Secret: it does not fit the commitment." in words(wrong.text)
    await offer.done("sue", "draw-winners", secret=secret.hex())


async def test_who_won_is_told_when_the_results_are(offer: Offer) -> None:
    olga = Person("olga", Role.OPERATOR)
    await offer.casino.floor.command_house(Enrol(person="zelda", roles=(Role.PLAYER,)), olga)
    await offer.running(complete(worth(CASH, 500_00)))
    offer.at(RUNNING)
    await offer.done("dan", "enter", player="zelda", ground="member")
    offer.at(DRAW)
    await offer.done("sue", "commit-draw")
    await offer.done("bob", "witness-draw", word="galah")
    await offer.done("sue", "draw-winners")
    public = ("", "bob", "dan", "tom")
    for who in public:
        assert "zelda" not in (await offer.get(who)).text, who
    await offer.done("sue", "publish-results", where="the website")
    for who in public:
        assert "zelda" in (await offer.get(who)).text, who


async def test_each_finds_what_they_can_do(offer: Offer) -> None:
    await offer.over()
    winner = offer.held.state.wins[1].player
    other = "ana" if winner == "bob" else "bob"
    page = (await offer.get(winner)).text
    assert f'href="/promotions/{NAME}/commands/claim-prize?prize=2"' in page
    own = (await offer.get(winner, "/commands/claim-prize?prize=2")).text
    assert re.search(r'name="prize">.*?<option value="2" selected>', own)
    assert re.search(rf'name="player"[^>]* value="{winner}"', own)
    await offer.done(winner, "claim-prize", player=winner, prize="2")
    assert "Take $400 in cash instead" in (await offer.get(winner)).text
    for_another = await offer.do(other, "take-cash", player=winner, claim="3")
    assert for_another.status_code == 409
    assert "Desk" not in words((await offer.get(other)).text)


PAGES = {"": 200, "/desk": 403, "/record": 403}


async def test_the_desk_is_for_those_who_answer_for_it(offer: Offer) -> None:
    await offer.running()
    before = offer.held.head
    for who in ("ana", "dan", "tom"):
        for path, status in PAGES.items():
            assert (await offer.get(who, path)).status_code == status
        for do in ("offer-prizes", "postpone", "commit-draw", "draw-winners", "award-prize"):
            answer = await offer.do(who, do, what="draw", reason="x", claim="1", secret="x")
            assert answer.status_code in (409, 422), do
        client = (await offer.who(who)).client
        assert (await client.post("/promotions", data={"promotion": "x"})).status_code == 403
    assert offer.held.head == before


async def test_the_inspector_sees_notices_draws_and_registers_and_changes_nothing(
    offer: Offer,
) -> None:
    await offer.over()
    desk = (await offer.get("ines", "/desk")).text
    said = words(desk)
    assert "to authority Terms and conditions" in said
    assert "Register of denied claims" in said
    assert "The secret fits the commitment." in said
    assert offer.held.head in desk
    assert "/commands/award-prize?claim" not in desk
    record = words((await offer.get("ines", "/record")).text)
    assert "sue (supervisor)" in record
    assert "The promotion has started." in record
    assert "Ines adds the word kookaburra." in record
    assert "There are no more lines" in (await offer.get("ines", "/record?after=999")).text
    before = offer.held.head
    assert (await offer.do("ines", "publish-results", where="here")).status_code == 409
    assert offer.held.head == before


async def test_what_the_authority_is_told_lies_on_the_desk_and_leads_to_the_record(
    offer: Offer,
) -> None:
    await offer.sent()
    ines = await offer.who("ines")
    desk = (await ines.get("/desk")).text
    (href,) = re.findall(r'href="(/promotions/[^"]*)">line', desk)
    assert '/20.9">20.9</a>' in desk
    line = href.partition("?after=")[2]
    assert f'id="line-{int(line) + 1}"' in (await ines.get(href)).text
    (notice,) = re.findall(r'name="notice" value="([^"]*)"', desk)
    await ines.client.post("/desk/acknowledgements", data={"notice": unescape(notice)})
    assert "acknowledged by ines" in words((await ines.get("/desk")).text)


async def test_without_logging_in_one_is_asked_who_one_is(offer: Offer) -> None:
    await offer.running()
    for path in ("/desk", "/commands/enter", "/record"):
        answer = await offer.get("", path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/log-in")


# --- what is written is shown as it was written


async def test_markup_stays_text(offer: Offer) -> None:
    await offer.drawn(
        complete(
            worth(CASH, 500_00, name=MARKUP), worth(GOODS, 50_00, details=MARKUP),
            name=MARKUP, manner=MARKUP, eligibility=MARKUP,
        )
    )  # fmt: skip
    await offer.done("sue", "publish-results", where=MARKUP)
    await offer.done("bob", "dispute-terms", player="bob", about=MARKUP)
    await offer.done("olga", "cancel-draw", reason=MARKUP)
    for who, path in (("", ""), ("bob", ""), ("sue", "/desk"), ("ines", "/record")):
        page = (await offer.get(who, path)).text
        assert MARKUP not in page
        assert "&lt;b&gt;" in page


# --- the list, and streams


async def test_a_promotion_is_begun_with_its_readings(offer: Offer) -> None:
    sue = await offer.who("sue")
    bad = await sue.client.post("/promotions", data={"promotion": "Spring!"})
    assert bad.status_code == 409
    assert "is not a name" in words(bad.text)
    fields = {
        "promotion": NAME, "notify_window": "second_day", "preamend_restarts_24h": "false",
        "prescribed": "cosmetic surgery\r\n\r\n",
    }  # fmt: skip
    done = await sue.client.post("/promotions", data=fields)
    assert done.headers["location"] == f"/promotions/{NAME}/desk"
    rules = offer.held.rules
    assert rules.options["notify_window"] == "second_day"
    assert rules.options["preamend_restarts_24h"] is False
    assert rules.prescribed == ("cosmetic surgery",)
    again = await sue.client.post("/promotions", data=fields)
    assert again.status_code == 409
    assert "to be done" not in (await sue.get("/promotions")).text
    assert (await sue.get("/promotions/nothing")).status_code == 404


async def test_pages_are_sent_anew_when_something_happens(offer: Offer) -> None:
    await offer.running()
    app, desk = offer.casino.app, f"/promotions/{NAME}/stream?desk=true"
    async with (
        Listening(app, await offer.who("ana"), f"/promotions/{NAME}/stream") as ana,
        Listening(app, await offer.who("sue"), desk) as sue,
        Listening(app, await offer.who("bob"), desk) as bob,
    ):
        assert b"You have no ticket." in await ana.event()
        assert b"What comes in turn" in await sue.event()
        assert b"What comes in turn" not in await bob.event()  # a player gets the public page
        await offer.done("dan", "enter", player="ana", ground="member")
        assert b"ticket: 1" in await ana.event()
        assert b"Take entries" in await sue.event()


async def test_a_part_of_a_page_is_sent_to_a_page_that_is_open(offer: Offer) -> None:
    await offer.running()
    dan = await offer.who("dan")
    part = await dan.get(f"/promotions/{NAME}/commands/enter", headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert 'name="player"' in part.text
    offer.at(DRAW + HOUR)
    refused = await dan.client.post(
        f"/promotions/{NAME}/commands/enter",
        data={"player": "ana", "ground": "x", "do": "yes"},
        headers={"HX-Request": "true"},
    )
    assert refused.status_code == 200
    assert "Entries closed on" in refused.text


def test_amounts_of_money_in_forms_are_dollars() -> None:
    form = written(OfferPrizes(terms=complete(PURSE)))
    assert form["terms.prizes.0.value"] == ["12000"]
