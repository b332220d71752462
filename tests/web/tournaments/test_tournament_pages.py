"""Tournaments over HTTP: conditions in a form, the desk, the public page, and what players do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.cups import PLAYERS, Cup, conditions, send
from tests.web.evenings import MARKUP
from tests.web.streams import Listening

from croupier.aggregate.acts import tag_of
from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.tournament_automation import manage_tables
from croupier.casino.house.books import pocket
from croupier.table.acts.patrons import StepAway
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.entries import CloseEntries
from croupier.tournament.conditions import read_conditions
from croupier.tournament.state import Status
from croupier.web.console.command_list import title_of
from croupier.wording.commands import clauses_of

if TYPE_CHECKING:
    from tests.web.casinos import Casino

pytestmark = pytest.mark.anyio

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"
INSTRUMENTS = (ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
async def test_a_tournament_is_held_from_the_form_to_the_prizes(
    casino: Casino, instrument: str
) -> None:
    cup = Cup(casino, instrument)
    await cup.enrol_players()
    await cup.open_entries()
    for name in PLAYERS:
        ticked = {"agreed": "yes", "copy_given": "yes"}
        assert (await cup.own(name, "enter", **ticked)).status_code == 303
    await cup.do("tom", "commit-ballot")
    await cup.do("tom", "close-entries")
    await cup.seat_everybody()
    await cup.do("tom", "start-session")
    await cup.do("tom", "commit-ballot")
    await cup.play()
    if not cup.held.session.drawn:
        await cup.seat_everybody()
    await cup.do("tom", "start-session")
    await cup.play()
    done = await cup.do("tom", "award-places")
    assert "all of the pool, $400, is paid" in done
    ines = await cup.who("ines")
    record = (await ines.get("/tournaments/summer-cup/record")).text
    assert record.count("fair</span>") >= 1
    assert "does not agree" not in record
    assert "committed late" not in record
    assert "books of the house holds $0" in record
    held = casino.floor.house.books.held
    players = [casino.floor.references.person_called(name) for name in PLAYERS]
    assert sum(held(pocket(player)) for player in players) == 4 * 500_00
    won = {player: held(pocket(player)) - 400_00 for player in players}
    assert won == {each.name: each.prize for each in cup.held.entrants.values()}


# --- who sees what


async def test_drafts_are_for_those_who_hold_them(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.begin()
    listed = '<a href="/tournaments/summer-cup">'
    for who, sees in (("olga", True), ("tom", True), ("ines", True), ("ana", False)):
        visitor = await cup.who(who)
        assert (listed in (await visitor.get("/tournaments")).text) is sees, who
        status = (await visitor.get("/tournaments/summer-cup/conditions")).status_code
        assert status == (200 if sees else 404), who
    stranger = casino.visitor()
    assert listed not in (await stranger.get("/tournaments")).text
    assert "Summer Cup" not in (await stranger.get("/tournaments/summer-cup")).text
    assert (await stranger.get("/tournaments/summer-cup/conditions")).status_code == 404


DESK = "/tournaments/summer-cup/desk"
RECORD = "/tournaments/summer-cup/record"
EVERYBODY = {"dan", "sue", "amy", "gus", "mara", "olga", "tom", "ines", "vic", "ana"}
MAY = {
    "/director": {"mara", "olga", "tom"},
    f"{DESK}/document-conditions": {"mara", "olga", "tom"},
    DESK: EVERYBODY - {"ana"},
    f"{DESK}/draw-seats": EVERYBODY - {"ana"},
    RECORD: EVERYBODY - {"ana", "dan"},
}


async def test_a_page_of_the_desk_is_for_its_roles_alone(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.begin()
    for path, allowed in MAY.items():
        for name in EVERYBODY:
            status = (await (await cup.who(name)).get(path)).status_code
            assert status == (200 if name in allowed else 403), (path, name)
        assert (await casino.visitor().get(path)).headers["location"].startswith("/log-in")


async def test_a_session_whose_start_is_moved_is_chosen_by_its_name(casino: Casino) -> None:
    await _with_entries(casino)
    tom = await casino.logged_in("tom")
    form = (await tom.get("/tournaments/summer-cup/desk/move-start")).text
    chosen = re.search(r'<select [^>]*name="session"[^>]*>(.*?)</select>', form, re.DOTALL)
    assert chosen is not None
    offered = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)<', chosen[1])
    assert offered[0][0] == ""  # left out, it is the one that comes next
    assert [value for value, _ in offered[1:]] == [str(n) for n in range(1, len(offered))]
    assert all(said.startswith(f"session {value}, ") for value, said in offered[1:])
    assert len(offered) > 2


async def test_what_is_paid_is_told_to_the_house_and_to_the_player_alone(casino: Casino) -> None:
    cup = await _with_entries(casino)
    ana = (await (await cup.who("ana")).get("/tournaments/summer-cup")).text
    assert "Paid so far: $100" in ana
    bob = (await (await cup.who("bob")).get("/tournaments/summer-cup")).text
    assert bob.count("Paid so far") == 1
    assert "Paid so far" not in (await casino.visitor().get("/tournaments/summer-cup")).text
    ines = (await (await cup.who("ines")).get(RECORD)).text
    assert ines.count("<td>entry</td>") == len(PLAYERS)


async def _with_entries(casino: Casino, instrument: str = ACT_2018) -> Cup:
    cup = Cup(casino, instrument)
    await cup.enrol_players()
    await cup.open_entries()
    for name in PLAYERS:
        await cup.do("tom", "enter", player=name, copy_given="yes")
    return cup


# --- conditions


LACKING = [
    ({"prizes.0.percent": "50 30"}, "they add up to 80, not to 100", "19.3(a)(x)"),
    ({"prizes.0.percent": "150 -50"}, "a prize is nothing or more", "19.3(a)(x)"),
    ({"starts.local": ""}, "say when it starts", "19.3(a)(i)"),
    ({"progression": ""}, "say how players go on from session to session", "19.3(a)(ii)(C)"),
    ({"commission.percent": "10"}, "the amount takes an approval", "19.20"),
    ({"name": " "}, "say what it is called", "19.3(a)(i)"),
    ({"wagering.undisclosed": "1"}, "wagers lie in the box", "19.14"),
]


async def test_what_conditions_lack_is_listed_with_its_clause(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    olga = await cup.who("olga")
    for changes, said, clause in LACKING:
        fields = conditions(ACT_2018, **changes)
        checked = await send(olga, "/director/check", fields)
        assert said in checked.text, changes
        assert f">{clause}" in checked.text, changes
        refused = await cup.begin(**changes)
        assert refused.status_code == 409
        assert "Not written down." in refused.text
        assert "summer-cup" not in casino.floor.tournaments, "nothing is begun by halves"


async def test_the_form_says_which_field_cannot_be_read(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    answer = await cup.begin(entry_fee="plenty", tables="a few")
    assert answer.status_code == 422
    assert "entry_fee: an amount of dollars" in answer.text
    assert 'value="a few"' in answer.text, "what was filled in is still there"


async def test_conditions_can_be_saved_and_pasted(casino: Casino) -> None:
    olga = await casino.let_in("olga")
    for instrument in INSTRUMENTS:
        saved = await send(olga, "/director", {**conditions(instrument), "ask": ["file"]})
        stated = read_conditions(saved.content)
        assert (stated.name, stated.instrument) == ("Summer Cup", instrument)
        pasted = await send(olga, "/director", {"json": saved.text, "ask": "paste"})
        assert pasted.status_code == 200
        assert "Nothing is missing." in pasted.text
    wrong = await send(olga, "/director", {"json": '{"name": "x"}', "ask": "paste"})
    assert wrong.status_code == 422
    assert "instrument" in wrong.text


async def test_a_director_drafts_and_the_operator_documents(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    tom = await cup.who("tom")
    answer = await send(tom, "/director", {**conditions(ACT_2018), "ask": ["begin"]})
    assert answer.status_code == 409
    assert "takes an operator" in answer.text
    assert "summer-cup" not in casino.floor.tournaments
    await cup.begin()
    rewritten = await cup.begin(name="Winter Cup")
    assert rewritten.status_code == 303
    assert cup.held.conditions.name == "Winter Cup"


# --- the desk


async def test_what_the_rules_refuse_is_said_with_its_clause_and_not_done(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.enrol_players()
    await cup.begin()
    await cup.do("olga", "nominate-director", person="tom")
    desk = (await (await cup.who("tom")).get(DESK)).text
    assert "The conditions have not been published and notified." in desk
    assert 'href="/rules/act-blackjack-2018/19.2(b)"' in desk
    early = await cup.ask("tom", "enter", player="ana", do="yes")
    assert early.status_code == 409
    assert "The tournament is draft" in early.text
    for step in ("published", "notified"):
        await cup.do("olga", "take-step", step=step, document="CR 7")
    await cup.do("tom", "open-entries")
    await cup.do("tom", "enter", player="ana")
    lines = len(cup.held.lines)
    twice = await cup.ask("tom", "enter", player="ana", do="yes")
    assert "Ana has entered already." in twice.text
    assert ">19.6</a>" in twice.text
    short = await cup.ask("tom", "enter", player="bob", paid="99", do="yes")
    assert "the entry fee is $100" in short.text
    nobody = await cup.ask("tom", "enter", player="zoe", do="yes")
    assert "has no account here" in nobody.text
    assert len(cup.held.lines) == lines


async def test_the_desk_says_why_a_table_could_not_be_set_up(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.begin()
    tom = await cup.who("tom")
    assert "could not be set up" not in (await tom.get(DESK)).text
    casino.floor.tournaments["summer-cup"].trouble = "no layout is approved"
    desk = (await tom.get(DESK)).text
    assert "A table could not be set up:</strong> no layout is approved" in desk


async def test_what_follows_is_shown_first_and_the_same_follows_then(casino: Casino) -> None:
    cup = await _with_entries(casino)
    lines = len(cup.held.lines)
    asked = await cup.ask("tom", "close-entries")
    assert "The rules allow it." in asked.text
    follows = "No more entries are taken: 4 players."
    assert follows in asked.text
    assert len(cup.held.lines) == lines
    assert follows in await cup.do("tom", "close-entries")


async def test_every_command_has_its_page_with_all_that_its_rules_say(casino: Casino) -> None:
    cup = Cup(casino, CHALLENGE)
    await cup.begin()
    tom = await cup.who("tom")
    listed = (await tom.get(DESK)).text
    for kind in ACTS:
        tag = tag_of(kind)
        assert f'href="{DESK}/{tag}"' in listed
        page = (await tom.get(f"{DESK}/{tag}")).text
        if tag == "document-conditions":
            continue  # a form of its own, with its clauses field by field
        assert f">{title_of(tag)}</h2>" in page
        for clause in clauses_of(ACTS[kind], cup.held.law, CHALLENGE):
            assert f">{clause}</a>" in page, f"{tag} has no {clause}"


async def test_a_draw_is_committed_to_first_and_its_secret_is_on_no_page(casino: Casino) -> None:
    cup = await _with_entries(casino)
    await cup.do("tom", "commit-ballot")
    (committed,) = cup.held.commitments
    secret = casino.floor.store.safe(f"tournaments/summer-cup/ballots/{committed}")
    assert secret is not None
    await cup.do("tom", "close-entries")
    tom = await cup.who("tom")
    for path in (DESK, f"{DESK}/draw-seats", RECORD, "/tournaments/summer-cup/draws"):
        page = (await tom.get(path)).text
        assert secret.hex() not in page, path
        assert committed in page or path.startswith(DESK), path
    shown = await cup.ask("tom", "draw-seats")
    assert secret.hex() not in shown.text, "what chance decides is not shown before"
    await cup.do("tom", "draw-seats")
    proof = (await casino.visitor().get("/tournaments/summer-cup/draws")).text
    assert secret.hex() in proof
    assert '<span class="tag good">fair</span>' in proof
    assert "committed late" not in proof
    again = await cup.ask("tom", "draw-seats", secret="00" * 32, do="yes")
    assert again.status_code == 409
    assert "The seats of this session have been drawn." in again.text


async def test_everybody_reads_that_a_draw_was_committed_to_late(casino: Casino) -> None:
    cup = await _with_entries(casino)
    await cup.do("tom", "close-entries")
    desk = (await (await cup.who("tom")).get(DESK)).text
    assert "The names are known: everybody will read that it was committed to late." in desk
    await cup.do("tom", "commit-ballot")
    await cup.do("tom", "draw-seats")
    proof = (await casino.visitor().get("/tournaments/summer-cup/draws")).text
    assert '<span class="tag wrong">committed late</span>' in proof
    assert "The names were known when it was committed to" in proof


async def test_a_name_with_markup_is_a_name(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.begin(name=MARKUP, tables=MARKUP)
    olga = await cup.who("olga")
    for path in ("/tournaments", "/tournaments/summer-cup", DESK, RECORD, f"{DESK}/enter",
                 "/tournaments/summer-cup/conditions", f"{DESK}/document-conditions"):  # fmt: skip
        page = (await olga.get(path)).text
        assert MARKUP not in page, path
        assert "&lt;b&gt;" in page, path


# --- what players do themselves


async def test_a_player_enters_by_the_page_and_is_told_why_not(casino: Casino) -> None:
    cup = Cup(casino, CHALLENGE)
    await cup.enrol_players()
    await cup.open_entries()
    await cup.do("tom", "require-agreement")
    ana = await cup.who("ana")
    page = (await ana.get("/tournaments/summer-cup")).text
    assert 'href="/tournaments/summer-cup/enter"' in page
    form = (await ana.get("/tournaments/summer-cup/enter")).text
    assert form.count('type="checkbox"') == 2
    refused = await cup.own("ana", "enter", copy_given="yes")
    assert refused.status_code == 409
    assert "has not agreed in writing" in refused.text
    assert ">19.4.3<" in refused.text
    assert (await cup.own("ana", "enter", copy_given="yes", agreed="yes")).status_code == 303
    twice = await cup.own("ana", "enter", copy_given="yes", agreed="yes")
    assert twice.status_code == 409
    assert "has entered already" in twice.text
    assert (await cup.own("ana", "cancel-tournament")).status_code == 404
    entered = (await ana.get("/tournaments/summer-cup")).text
    assert "Withdraw</button>" in entered
    assert "<strong>entered</strong></p>" in entered  # and in play, at a place, only later
    assert (await cup.own("ana", "withdraw")).status_code == 303
    assert casino.floor.house.books.held(pocket("ana")) == 500_00


async def test_where_entrants_are_selected_the_page_sends_them_to_the_desk(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.enrol_players()
    await cup.begin(**{"eligibility.criteria": "members"})
    await cup.do("olga", "nominate-director", person="tom")
    for step in ("published", "notified"):
        await cup.do("olga", "take-step", step=step, document="CR 7")
    await cup.do("tom", "open-entries")
    page = (await (await cup.who("ana")).get("/tournaments/summer-cup")).text
    assert "Entries are taken at the director&#39;s desk." in page
    assert (await cup.own("ana", "enter")).status_code == 409


async def test_buying_back_is_offered_while_it_can_be_done(casino: Casino) -> None:
    cup = await _with_entries_and(casino, **BUY_BACK)

    def may_buy_back() -> list[str]:
        entrants = cup.held.entrants.values()
        return [each.name for each in entrants if each.status is Status.MAY_BUY_BACK]

    await cup.play_until(lambda: bool(may_buy_back()), dict.fromkeys(PLAYERS, 10**9))
    out = may_buy_back()[0]
    player = await cup.who(out)
    offered = (await player.get("/tournaments/summer-cup")).text
    assert "Buy back</button>" in offered
    assert "for $50 out of your pocket" in offered
    partial = await player.client.post(
        "/tournaments/summer-cup/own", data={"do": "take-seat"}, headers={"HX-Request": "true"}
    )
    assert "Not possible." in partial.text
    assert (await cup.own(out, "buy-back")).status_code == 303
    assert casino.floor.house.books.held(pocket(out)) == 350_00
    assert "Buy back</button>" not in (await player.get("/tournaments/summer-cup")).text


BUY_BACK = {
    "buy_back.offered": "yes", "buy_back.method": "at once", "buy_back.cost": "50",
    "chips": "25", "limits.0.most": "1000000", "sessions.0.rounds": "20",
}  # fmt: skip
"""Everybody has one minimum, and wagers all there is."""


async def _with_entries_and(casino: Casino, **changes: str) -> Cup:
    """A tournament in its first session."""
    cup = Cup(casino, ACT_2018)
    await cup.enrol_players()
    assert (await cup.begin(**changes)).status_code == 303
    await cup.do("olga", "nominate-director", person="tom")
    for step in ("published", "notified"):
        await cup.do("olga", "take-step", step=step, document="CR 7")
    await cup.do("tom", "open-entries")
    for name in PLAYERS:
        await cup.do("tom", "enter", player=name)
    await cup.do("tom", "close-entries")
    await cup.seat_everybody()
    await cup.do("tom", "start-session")
    return cup


# --- staying current


async def test_the_desk_says_who_is_away_and_what_follows(casino: Casino) -> None:
    cup = await _with_entries_and(casino)
    await manage_tables(casino.floor, casino.floor.tournaments["summer-cup"])
    table = "summer-cup-1"
    first, *others = (each.name for each in cup.held.at_table("Table 1"))
    tom = await cup.who("tom")
    async with Listening(casino.app, tom, f"{DESK}/stream") as desk:
        assert b"Away from" not in await desk.event()
        await casino.floor.do(table, StepAway(player=first), Person(first, Role.PLAYER))
        told = await desk.event()
        assert b"Away from Table 1" in told
        assert casino.floor.references.in_text(first).encode() in told
        assert b"who makes no wager for the round is out" in told
        assert b"19.14" in told
        for name in others:
            await casino.floor.do(table, StepAway(player=name), Person(name, Role.PLAYER))
            told = await desk.event()
        assert b"nobody is there" in told


async def test_the_page_is_sent_anew_when_something_happens(casino: Casino) -> None:
    cup = await _with_entries(casino)
    affair = casino.floor.tournaments["summer-cup"]
    ana, tom = await cup.who("ana"), await cup.who("tom")
    public = Listening(casino.app, ana, "/tournaments/summer-cup/stream")
    desk = Listening(casino.app, tom, f"{DESK}/stream")
    async with public as page, desk as agenda:
        assert b"entries are open" in await page.event()
        assert b"Close entries" in await agenda.event()
        await casino.floor.conduct(affair, CloseEntries(), Person("tom", Role.TOURNAMENT_DIRECTOR))
        assert b"seats are taken" in await page.event()
        assert b"Draw seats" in await agenda.event()


async def test_where_a_decision_can_be_reviewed_the_page_does_not_call_it_final(
    casino: Casino,
) -> None:
    cup = await _with_entries(casino)
    page = (await (await cup.who("ana")).get("/tournaments/summer-cup")).text
    assert "The director decides.</label>" in page


@pytest.mark.clause("nsw:19.11.2")
async def test_19_11_2_a_player_has_a_dispute_decided_by_the_page(casino: Casino) -> None:
    cup = Cup(casino, CHALLENGE)
    await cup.enrol_players()
    await cup.open_entries()
    ana = await cup.who("ana")
    page = "/tournaments/summer-cup"
    assert 'value="raise-dispute"' not in (await ana.get(page)).text
    stranger = await cup.own("ana", "raise-dispute", text="let me in")
    assert stranger.status_code == 409
    for name in PLAYERS:
        await cup.own(name, "enter", agreed="yes", copy_given="yes")
    offered = (await ana.get(page)).text
    assert 'value="raise-dispute"' in offered
    assert "The director decides, and that is final." in offered
    assert (await cup.own("ana", "raise-dispute", text=MARKUP)).status_code == 303
    seen = (await ana.get(page)).text
    assert "Play stops until a dispute is settled." in seen
    assert 'value="raise-dispute"' not in seen  # one at a time
    desk = (await (await cup.who("tom")).get(f"{page}/desk")).text
    assert "In dispute:" in desk
    assert MARKUP not in desk
    await cup.do("tom", "settle-dispute", decision="the fee stands")
    seen = (await ana.get(page)).text
    assert "Play stops" not in seen
    assert "the fee stands" in seen
    assert "the fee stands" not in (await (await cup.who("bob")).get(page)).text


async def test_the_desk_says_in_words_whose_a_step_is(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.begin()
    desk = (await (await cup.who("sue")).get("/tournaments/summer-cup/desk")).text
    assert not re.findall(r'<span class="tag">[^<]*-[^<]*</span>', desk)


@pytest.mark.clause("nsw:19.6.7")
async def test_19_6_7_the_desk_has_a_reported_breach_first_of_all(casino: Casino) -> None:
    cup = Cup(casino, CHALLENGE)
    await cup.enrol_players()
    await cup.open_entries()
    for name in PLAYERS:
        await cup.own(name, "enter", agreed="yes", copy_given="yes")
    await cup.do("tom", "close-entries")
    await cup.seat_everybody()
    await cup.do("dan", "report-breach", player="ana", breach="chips concealed")
    desk = (await (await cup.who("tom")).get("/tournaments/summer-cup/desk")).text
    assert "ana, or dismiss: chips concealed" in desk
    assert "dismiss-breach?player=ana" in desk
    refused = await cup.ask("tom", "start-session", do="yes")
    assert "Disqualify the player, or dismiss the report" in refused.text
    await cup.do("tom", "dismiss-breach", player="ana", reason="it lay under the form")
    await cup.do("tom", "start-session")
