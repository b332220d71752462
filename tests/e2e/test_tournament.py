"""A director runs a tournament of two tables to its prizes, and a player follows it on a phone.

One of its wagers is undisclosed: until it is announced nobody else's page has it in any form.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

from tests.e2e.pressing import press

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

PLAYERS = ("ana", "ben", "chloe", "<b>eve<b>")
CUP = "/tournaments/masters"
FORM = {
    "tournament": "masters", "name": "Challenge Masters", "minimum_players": "2",
    "starts.local": "2099-01-16T19:00", "withdraw_until.local": "2099-01-15T19:00",
    "sessions.0.rounds": "1", "sessions.0.seats": "2", "sessions.0.advance_per_table": "1",
    "sessions.1.rounds": "1", "wagering.undisclosed": "1",
    "betting": "600", "decision": "600", "cut": "0", "settled": "600",
}  # fmt: skip
"""No time runs out: a table goes on when its players are ready and its dealer has collected."""
LONGEST = 300
"""Seconds, after which tables that have not come to an end never will."""
SECRET = 175
"""Dollars of the undisclosed wager; no other number on the pages has these digits."""
STAKES = dict(zip(PLAYERS, (50_00, 100_00, 150_00, 200_00), strict=True))
WANTED = ("place-wager", "decline-insurance", "stand", "hit", "elect-refund")
"""What players at the tables do, the first that is legal."""


def direct(page: Page, errand: str, command: str, **fields: str) -> None:
    """Do what comes next at the desk: open it, see what follows, and do it."""
    page.get_by_role("link", name=f"{errand}: open").click()
    action = page.locator("#action .action")
    expect(action.locator("h2")).to_have_text(command)
    for name, text in fields.items():
        action.locator(f"[name='{name}']").fill(text)
    ask = action.get_by_role("button", name="See what follows")
    if ask.count():
        ask.click()
        expect(action).to_contain_text("The rules allow it.")
    action.get_by_role("button", name=command, exact=True).click()
    expect(page.locator("#action")).to_contain_text(f"Done: {command.lower()}")


def write_conditions(page: Page) -> None:
    """The form tells what is missing as it is filled in, until nothing is."""
    page.goto("/director?instrument=nsw-blackjack-challenge")
    expect(page.locator("#checked")).to_contain_text("say until when a player may withdraw")
    page.get_by_text("How many seconds the program waits").click()
    for name, text in FORM.items():
        page.locator(f"[name='{name}']").fill(text)
    for name in ("starts", "withdraw_until"):
        page.locator(f"[name='{name}.from_greenwich']").select_option("+11:00")
    expect(page.locator("#checked")).to_contain_text("Nothing is missing.")
    page.get_by_role("button", name="Begin the tournament").click()
    expect(page.locator("#agenda-title")).to_be_visible()
    page.wait_for_load_state()


def ask(house: House, who: str, do: str, **fields: Any) -> None:
    command = {"do": do, "player": who, **fields}
    house.ask("POST", f"/api{CUP}/commands", {"command": command}, who)


def see(house: House, who: str | None = None) -> Any:
    return house.ask("GET", f"/api{CUP}", who=who)["view"]


def tables_of(house: House) -> list[str]:
    listed = house.ask("GET", "/api/tables")
    return [each["table"] for each in listed if each["table"].startswith("masters-")]


def looked_at(house: House, table: str, who: str | None = None) -> Any:
    """What somebody sees at a table, or nothing if it has been taken down meanwhile."""
    try:
        return house.see(table, who)
    except AssertionError:
        if table in tables_of(house):
            raise
        return None


def play(house: House, table: str) -> None:
    """Everybody at a table does what they are asked for, once, and needs no more time for it."""
    seen = looked_at(house, table)
    for name in [each["player"] for each in seen["tournament"]["positions"]] if seen else ():
        view = looked_at(house, table, name)
        legal = {each["do"]: each for each in view["legal"]} if view else {}
        if view and not _owes_a_wager(view, name):
            legal.pop("place-wager", None)
        do = next((do for do in WANTED if do in legal), None)
        if do is not None:
            stake = {"amount": STAKES[name]} if do == "place-wager" else {}
            house.do(table, name, **{**legal[do], **stake})
        if view and view["phase"] == "betting" and not view["tournament"]["rounds"]:
            house.ask("POST", f"/api/tables/{table}/ready", who=name)
    if seen and seen["phase"] == "dealing":
        house.go_on(table)


def wager(house: House, table: str, name: str) -> None:
    """A player wagers, openly."""
    legal = looked_at(house, table, name)["legal"]
    placing = next(each for each in legal if each["do"] == "place-wager")
    house.do(table, name, **{**placing, "amount": STAKES[name]})


def collect(house: House, table: str) -> None:
    """The dealer ends a round that is over; the floor takes the table down if it was the last."""
    seen = looked_at(house, table, "dan")
    if seen and seen["phase"] == "settled":
        house.do(table, "dan", "collect")


def _owes_a_wager(view: Any, name: str) -> bool:
    """Whether the one round of the session waits for a player's wager, disclosed or not."""
    cup = view["tournament"]
    handed_in = any(each["undisclosed"] for each in cup["positions"] if each["player"] == name)
    placed = any(wager["player"] == name for box in view["boxes"] for wager in box["wagers"])
    return not (cup["rounds"] or handed_in or placed)


def play_session(house: House, director: Page) -> None:
    """The tables play until they are through, and what is equal after it is played off."""
    _play_while(house, director, lambda: _is_played(house))
    expect(director.get_by_text("all tables are through").first).to_be_visible()
    direct(director, "End session", "End session")
    _play_while(house, director, lambda: see(house)["phase"] == "deciding ties")


def _is_played(house: House) -> bool:
    """Whether the session goes on at a table, be it set up already or not."""
    session = see(house)["session"]
    return bool(set(session["rounds"]) - set(session["over"]) or tables_of(house))


def _play_while(house: House, director: Page, goes_on: Callable[[], bool]) -> None:
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        if not goes_on():
            return
        for table in tables_of(house):
            play(house, table)
            collect(house, table)
        director.wait_for_timeout(50)
    waiting = {table: looked_at(house, table) for table in tables_of(house)}
    raise AssertionError(f"the tables do not come to an end: {waiting}")


def test_two_tables_are_directed_to_the_prizes_and_followed_on_a_phone(
    visit: Visit, house: House
) -> None:
    operator, director = visit("olga"), visit("tom")
    phone = visit("ana", width=390, height=844)
    write_conditions(operator)
    direct(operator, "Nominate director", "Nominate director", person="tom")
    direct(operator, "Conditions published", "Take step", document="on the board")
    director.goto(f"{CUP}/desk")
    direct(director, "Open entries", "Open entries")

    phone.goto(CUP)
    phone.get_by_role("link", name="Enter").click()
    phone.get_by_label("I have been given a copy").check()
    phone.get_by_role("button", name="Enter").click()
    expect(phone.locator(".own")).to_contain_text("Paid so far: $100")
    for name in PLAYERS[1:]:
        ask(house, name, "enter", paid=100_00, copy_given=True)
    expect(phone.locator(".leaders").first).to_contain_text("<b>eve<b>")
    expect(director.locator(".numbers div", has_text="Entered")).to_contain_text("4")
    direct(director, "Commit ballot", "Commit ballot")
    direct(director, "Close entries", "Close entries")
    draw_seats(director, with_the_phone=True)
    press(phone.get_by_role("button", name="Take your seat"))
    for name in PLAYERS[1:]:
        ask(house, name, "take-seat")
    expect(director.locator("#unseated-title")).to_have_count(0)
    direct(director, "Start session", "Start session")

    phone.get_by_role("link", name="To your table").click()
    undisclosed_until_announced(phone, visit, house)
    phone.goto(CUP)
    play_session(house, director)
    if see(house)["phase"] == "seating":
        rows = see(house)["leaderboard"]
        draw_seats(
            director, with_the_phone="ana" in {r["player"] for r in rows if r["status"] == "in"}
        )
        for seat in see(house)["seats"]:
            ask(house, seat["player"], "take-seat")
        expect(director.locator("#unseated-title")).to_have_count(0)
        direct(director, "Start session", "Start session")
        expect(phone.locator(".banner")).to_contain_text("Session 2, final")
        play_session(house, director)
    direct(director, "Award places", "Award places")

    expect(phone.locator(".banner .status")).to_contain_text("won.")
    expect(phone.locator("#leaders-title")).to_have_text("Places")
    won = sum(row["prize"] for row in see(house)["leaderboard"])
    assert won == 4 * 100_00
    phone.get_by_role("link", name="The draws, and how they are proved").click()
    phone.get_by_role("link", name="Check draw 1 in your browser").click()
    expect(phone.locator("[data-verdict]")).to_contain_text("Everything fits")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def draw_seats(director: Page, *, with_the_phone: bool) -> None:
    """Where ana is on the roll her phone takes part by itself, and is waited for: until its tip is
    there to be bound to, and when the roll is closed until its link is. Without her the house draws
    with the secret that it has committed to.
    """
    if with_the_phone:
        closing = director.locator(".agenda li", has_text="Close roll")
        expect(closing).to_be_visible()
        direct(director, "Close roll", "Close roll")
        expect(closing).to_have_class("done")
        expect(director.get_by_role("link", name="Void draw: open")).to_have_count(0)
    direct(director, "Draw seats", "Draw seats")


def undisclosed_until_announced(phone: Page, visit: Visit, house: House) -> None:
    """Ana hands a wager in; the other player's page does not have it until the round is over."""
    expect(phone.locator("#cup-title")).to_be_visible()
    table = phone.url.rpartition("/")[2]
    (mate,) = (
        each["player"]
        for each in house.see(table)["tournament"]["positions"]
        if each["player"] != "ana"
    )
    other = visit(mate)
    other.goto(f"/tables/{table}")
    house.until(  # the shuffle that ana's phone takes part in draws the page anew
        f"/api/tables/{table}",
        lambda view: view["shoe"]["state"] == "loaded",
        "the cards are not shuffled",
    )
    form = phone.get_by_label("Undisclosed wager")
    form.fill(str(SECRET))
    wager(house, table, mate)
    expect(phone.locator(".spot.laid")).to_have_count(1)
    expect(form).to_have_value(str(SECRET))  # though the table was drawn anew
    press(phone.get_by_role("button", name="Hand it in"))
    expect(other.locator(".cup")).to_contain_text("undisclosed wager")
    digits = re.compile(rf"\b{SECRET}(00)?\b")
    while house.see(table, "ana")["phase"] in ("betting", "dealing"):
        for seen in (other.content(), str(house.see(table, mate)), str(house.see(table))):
            assert not digits.search(seen)
        play(house, table)
    expect(other.locator(".notices")).to_contain_text(f"Undisclosed wager of ana: {SECRET}")
