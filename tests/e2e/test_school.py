"""The school in a browser: drills and exercises with the keyboard alone, sets, and results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from croupier.school.payout_drills import judge, question
from tests.e2e.accessible import ALL, CONTRAST, serious

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

WIDTHS = (390, 820, 1440)
EXERCISE = "/school/exercises/act-blackjack-2018/face-up-in-the-shoe"
FILE = Path(__file__).parents[2] / "docs/examples/irregularities/blackjack-dealer-overdrew.json"


def looked_at(page: Page, what: str) -> list[str]:
    """What axe finds, and where a page is wider than its screen: three widths, light and dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = serious(page, what, ALL)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for look in ("light", "dark"):
            page.emulate_media(color_scheme=look, reduced_motion="reduce")
            found += serious(page, f"{what}, {width} wide, {look}", CONTRAST)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wider > 0:
            found.append(f"{what} is {wider} wider than {width}")
    return found


def tab_to(page: Page, label: str) -> None:
    """Go by the keyboard to whatever is called so."""
    for _ in range(120):
        name = page.evaluate(
            "() => { const it = document.activeElement;"
            " const label = it.labels?.[0]?.innerText || it.innerText || it.name || '';"
            " return it === document.body ? '' : label.trim(); }"
        )
        if re.search(label, name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {label}")


@pytest.mark.parametrize("name", [None, "ana"])
def test_whoever_has_no_door_to_the_school_finds_it_in_the_lobby(
    visit: Visit, name: str | None
) -> None:
    page = visit(name, width=390, height=844)
    page.goto("/")
    found = looked_at(page, "the lobby")
    page.get_by_role("link", name="Practise dealing").click()
    expect(page.get_by_role("heading", name="The school for dealers")).to_be_visible()
    assert found == []
    staff = visit("sue")
    staff.goto("/")
    expect(staff.get_by_role("link", name="School")).to_be_visible()
    expect(staff.get_by_role("link", name="Practise dealing")).to_have_count(0)


def test_a_payout_is_worked_out_on_a_phone_by_the_keyboard(visit: Visit) -> None:
    page = visit(None, width=390, height=844)
    page.goto("/school/payouts/act-blackjack-2018?seed=7&number=1")
    due = judge("act-blackjack-2018", 7, 1, 0).due / 100
    page.get_by_label("What does the player win or lose?").focus()
    page.keyboard.type(f"{due:g}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right")).to_be_visible()
    expect(page.get_by_text("1 of 1 points")).to_be_visible()
    assert page.locator(".verdict .rules a").count() >= 1
    found = looked_at(page, "a payout that was judged")
    tab_to(page, "Next question")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="question 2 of 10")).to_be_visible()
    page.get_by_label("What does the player win or lose?").fill("1234.56")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("heading", name="Not right")).to_be_visible()
    expect(page.get_by_text("1 of 2 points")).to_be_visible()
    page.goto("/school")
    assert found + looked_at(page, "the school") == []


def test_an_exercise_is_done_at_a_drawn_table_by_the_keyboard(visit: Visit) -> None:
    page = visit(None)
    page.goto(EXERCISE)
    expect(page.get_by_role("img", name="eight of spades")).to_be_visible()
    expect(page.get_by_text("lies face up in it")).to_be_visible()
    found = looked_at(page, "an exercise")
    page.set_viewport_size({"width": 1280, "height": 900})
    tab_to(page, "A wager was paid wrongly")
    page.keyboard.press("ArrowDown")
    tab_to(page, "What do the rules want done")
    page.keyboard.type("Face")
    tab_to(page, "^Go on")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Face up card")).to_be_visible()
    expect(page.get_by_label("A card was seen that should not have been")).to_be_checked()
    found += looked_at(page, "an exercise with the fields of a command")
    tab_to(page, "^[Cc]ard")
    page.keyboard.type("king of c")
    tab_to(page, "^Answer")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Right"))).to_be_visible()
    expect(page.get_by_role("link", name="14.1").first).to_be_visible()
    found += looked_at(page, "an exercise that was judged")
    tab_to(page, "What is paid")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The round is over")).to_be_visible()
    found += looked_at(page, "payments")
    tab_to(page, "ana: the main wager")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1 of 1 payments right")).to_be_visible()
    expect(page.get_by_text("3 of 3 points")).to_be_visible()
    assert found == []


def test_a_wrong_act_is_refused_with_its_clause_and_a_field_that_does_not_fit_is_named(
    visit: Visit,
) -> None:
    page = visit(None)
    page.goto("/school/exercises/act-blackjack-2018/card-on-the-wrong-box?do=void-earlier-round")
    page.get_by_label("A card was drawn too many").check()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("alert")).to_contain_text("round: it is needed")
    page.get_by_role("combobox", name="round").select_option("1")
    page.get_by_role("textbox", name="reason").fill("too late")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("The table refuses that")).to_be_visible()
    expect(page.get_by_text("You said: a card was drawn too many")).to_be_visible()
    expect(page.locator(".refused").get_by_role("link", name="14.5")).to_be_visible()
    expect(page.get_by_role("link", name="14.4").first).to_be_visible()


def test_whoever_chooses_again_or_mistypes_loses_neither_score_nor_answers(visit: Visit) -> None:
    page = visit(None)
    page.goto(f"{EXERCISE}?score=3-4-60000-2&mistake=exposed-card&do=burn")
    page.get_by_role("link", name="Choose something else").click()
    expect(page.get_by_label("What do the rules want done")).to_be_visible()
    expect(page.get_by_text("3 of 4 points")).to_be_visible()
    expect(page.get_by_label("A card was seen that should not have been")).to_be_checked()
    page.goto("/school/exercises/act-blackjack-2018/stand-off-collected/payments")
    page.get_by_label("ana:").fill("0")
    page.get_by_label("ben:").fill(",")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Amounts in dollars")
    expect(page.get_by_label("ana:")).to_have_value("0")
    expect(page.get_by_label("ben:")).to_have_value(",")
    page.get_by_label("ben:").fill("10")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("heading", name="2 of 2 payments right")).to_be_visible()


def test_a_verdict_calls_commands_as_the_page_does(visit: Visit) -> None:
    page = visit(None)
    page.goto(f"{EXERCISE}?mistake=exposed-card&do=nothing")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Not right: the rules want face up card: card KC")).to_be_visible()
    expect(page.get_by_text("You did: no command")).to_be_visible()


def test_the_five_cards_of_a_board_lie_in_one_row_on_a_phone(visit: Visit) -> None:
    page = visit(None, width=390, height=844)
    asked = "act-ultimate-texas-holdem-2025"
    number = next(
        number for number in range(1, 100)
        if len(question(asked, 2, number, "blind").hands[-1].cards) == 5
    )  # fmt: skip
    page.goto(f"/school/payouts/{asked}?seed=2&number={number}&wager=blind")
    tops = page.locator(".drill-hands > li:last-child .card").evaluate_all(
        "cards => cards.map((card) => card.getBoundingClientRect().top)"
    )
    assert len(tops) == 5
    assert len(set(tops)) == 1


def test_a_set_that_is_open_in_two_tabs_goes_on_where_it_stands(visit: Visit, house: House) -> None:
    exercises = [{"instrument": "act-blackjack-2018", "exercise": "all-in-order"}]
    asked = {"name": "two-tabs", "title": "Two tabs", "exercises": exercises, "trainees": ["mara"]}
    house.ask("POST", "/api/school/sets", asked, "sue")
    one = visit("mara")
    one.goto("/school/sets/two-tabs")
    one.get_by_role("button", name="Begin").click()
    expect(one.get_by_role("heading", name="Question 1 of 1")).to_be_visible()
    other = one.context.new_page()
    other.goto("/school/sets/two-tabs/1?mistake=nothing&do=nothing")
    expect(other.get_by_role("button", name="Answer")).to_be_visible()
    token = other.locator("main input[name=csrf_token]").first.input_value()
    early = one.request.post(
        "/school/sets/two-tabs/1/payments",
        form={"csrf_token": token, "paid-1": "-10", "paid-2": "10"},
    )
    assert early.url.endswith("/school/sets/two-tabs/1")  # what is done comes first
    one.goto("/school/sets/two-tabs/1?mistake=wrong-payment&do=nothing")
    one.get_by_role("button", name="Answer").click()
    expect(one.get_by_text("You said: a wager was paid wrongly")).to_be_visible()
    other.get_by_role("button", name="Answer").click()  # the first answer counts
    expect(other.get_by_role("heading", name="The round is over")).to_be_visible()
    other.get_by_label("ana:").fill("-10")
    other.get_by_label("ben:").fill("10")
    other.get_by_role("button", name="Answer").click()
    expect(other.get_by_role("heading", name="2 of 2 payments right")).to_be_visible()
    one.get_by_role("link", name="What is paid?").click()
    expect(one.get_by_text("You have answered all of it")).to_be_visible()
    expect(one.get_by_role("row", name=re.compile("3 of 4"))).to_be_visible()


def test_a_second_tab_begins_no_second_question(visit: Visit, house: House) -> None:
    """The time of a question begins when somebody can work at it."""
    exercises = [{"instrument": "act-blackjack-2018", "exercise": "all-in-order"}] * 2
    asked = {"name": "begun", "title": "Begun", "exercises": exercises, "trainees": ["mara"]}
    house.ask("POST", "/api/school/sets", asked, "sue")
    one = visit("mara")
    one.goto("/school/sets/begun")
    other = one.context.new_page()
    other.goto("/school/sets/begun")
    for tab in (one, other):
        tab.get_by_role("button", name="Begin").click()
        expect(tab.get_by_role("heading", name="Question 1 of 2")).to_be_visible()
    other.goto("/school/sets/begun")
    expect(other.get_by_role("link", name="Go on with question 1")).to_be_visible()


def test_a_set_that_is_withdrawn_while_somebody_answers_ends_there(
    visit: Visit, house: House
) -> None:
    exercises = [{"instrument": "act-blackjack-2018", "exercise": "all-in-order"}] * 2
    asked = {"name": "ended", "title": "Ended", "exercises": exercises, "trainees": ["mara"]}
    house.ask("POST", "/api/school/sets", asked, "sue")
    page = visit("mara")
    page.goto("/school/sets/ended")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Question 1 of 2")).to_be_visible()
    page.goto("/school/sets/ended/1?mistake=nothing&do=nothing")
    page.get_by_role("button", name="Answer").click()
    page.get_by_role("link", name="What is paid?").click()
    page.get_by_label("ana:").fill("-10")
    page.get_by_label("ben:").fill("10")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    house.ask("DELETE", "/api/school/sets/ended", None, "sue")
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_text("It has been withdrawn")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("4 of 4"))).to_be_visible()


@pytest.mark.parametrize("name", ["dan"])
def test_an_instructor_sets_exercises_and_sees_how_they_were_answered(
    visit: Visit, house: House, name: str
) -> None:
    sue = visit("sue")
    sue.get_by_role("link", name="School").click()
    sue.get_by_role("link", name="Instructor").click()
    sue.get_by_label("Title").fill("First week")
    sue.get_by_label("Short name").fill("first-week")
    sue.get_by_label(name, exact=True).check()
    sue.locator("summary", has_text="Mini Baccarat").click()
    sue.get_by_label(re.compile("Commission forgotten")).check()
    sue.get_by_text("A round file of your own").click()
    sue.get_by_label("The round file, in JSON").fill("{")
    sue.get_by_label("What the trainee is told").fill("The dealer draws a five after seventeen.")
    sue.get_by_label("What is wrong").select_option("excess-card")
    sue.get_by_role("button", name="Set them").click()
    expect(sue.get_by_role("alert")).to_contain_text("not JSON")
    expect(sue.get_by_label("Title")).to_have_value("First week")
    sue.get_by_label("or from a file").set_input_files(FILE)
    expect(sue.get_by_label("The round file, in JSON")).to_have_value(FILE.read_text("utf-8"))
    sue.get_by_role("button", name="Set them").click()
    expect(sue.get_by_text("first-week, 2 questions, for dan")).to_be_visible()
    sue.get_by_text("0 finished, 0 begun, 1 not begun of First week").click()
    expect(sue.get_by_role("definition")).to_have_text(name)

    dan = visit(name)
    dan.goto("/school")
    dan.get_by_role("link", name="First week").click()
    dan.get_by_role("button", name="Begin").click()
    dan.get_by_label("A wager was paid wrongly").check()
    dan.get_by_label("What do the rules want done").select_option("nothing")
    dan.get_by_role("button", name="Go on").click()
    dan.get_by_role("button", name="Answer").click()
    expect(dan.get_by_role("heading", name=re.compile("^Right"))).to_be_visible()
    dan.get_by_role("link", name="What is paid?").click()
    dan.get_by_label("ana:").fill("20")
    dan.get_by_label("ben:").fill("-10")
    dan.get_by_role("button", name="Answer").click()
    expect(dan.get_by_role("heading", name="1 of 2 payments right")).to_be_visible()
    expect(dan.get_by_role("link", name="8.8(b)").first).to_be_visible()
    dan.get_by_role("button", name="Next question").click()
    expect(dan.get_by_text("draws a five after seventeen")).to_be_visible()
    dan.goto("/school/sets/first-week/1")  # answered once is answered
    expect(dan.get_by_role("link", name="Go on with question 2")).to_be_visible()
    expect(dan.get_by_role("row", name=re.compile("3 of 4"))).to_be_visible()
    found = looked_at(dan, "a set")

    sue.goto("/school/instructor")
    expect(sue.get_by_role("row", name=re.compile(r"dan 1 3 of 4 75 %"))).to_be_visible()
    expect(sue.get_by_role("row", name=re.compile("a wager was paid wrongly 1"))).to_be_visible()
    expect(sue.get_by_text("0 finished, 1 begun, 0 not begun of First week")).to_be_visible()
    found += looked_at(sue, "the instructor's desk")
    sue.get_by_role("link", name=name, exact=True).click()
    expect(sue.get_by_role("heading", name=name)).to_be_visible()
    expect(sue.get_by_role("row", name=re.compile("Mini Baccarat"))).to_be_visible()
    found += looked_at(sue, "a trainee's results")
    sue.goto("/school/instructor")
    sue.get_by_role("button", name="Withdraw First week").click()
    expect(sue.get_by_text("for dan, withdrawn")).to_be_visible()
    assert found == []
