"""A player disputes something at a table; supervisor and inspector see it at once, and answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from croupier.web.html.template_environment import called
from tests.e2e.accessible import must_be_accessible
from tests.e2e.tour import a_round

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def test_what_a_player_disputes_is_seen_and_answered_in_words(visit: Visit, house: House) -> None:
    table = a_round(house)
    inspector, supervisor = visit("ines"), visit("sue")
    inspector.goto("/desk")
    supervisor.goto(f"/tables/{table}/console")
    player = visit("ana", width=390)
    player.goto(f"/tables/{table}")
    player.get_by_text("Dispute something").click()
    player.get_by_label("What was not right?").fill("my ten was counted as a nine")
    player.get_by_role("button", name="About round 1", exact=True).click()
    mine = player.locator("#about-disputes")
    expect(mine).to_contain_text("Round 1: my ten was counted as a nine")
    expect(mine).to_contain_text("A supervisor has it before them")
    expect(player.get_by_label("What was not right?")).to_have_value("")
    must_be_accessible(player)

    lying = inspector.locator("#disputes li").filter(has_text=called(table))
    expect(lying).to_contain_text("ana: my ten was counted as a nine.")
    expect(lying).to_contain_text("waits for an answer")
    expect(lying.get_by_role("link", name="round 1")).to_be_visible()
    must_be_accessible(inspector)

    supervisor.locator("#disputes").get_by_role("link", name="ana, round 1").click()
    supervisor.get_by_role("link", name="Rule on dispute").click()
    expect(supervisor.locator("#field-number")).to_have_value("1")
    supervisor.locator("#field-decision").fill("the cameras show a nine")
    supervisor.get_by_role("button", name="See what follows").click()
    supervisor.locator("#action").get_by_role("button", name="Rule on dispute").click()
    expect(supervisor.locator("#disputes")).to_contain_text("Decided: the cameras show a nine")
    must_be_accessible(supervisor)

    expect(mine).to_contain_text("Decided: the cameras show a nine")
    expect(lying).not_to_contain_text("waits for an answer")
    player.get_by_role("button", name="Ask for a review").click()
    expect(lying).to_contain_text("waits for an answer")
    lying.get_by_role("link", name="Answer at the table").click()
    inspector.get_by_role("link", name="Review dispute").click()
    inspector.locator("#field-outcome").fill("it was a nine")
    inspector.get_by_role("button", name="See what follows").click()
    inspector.locator("#action").get_by_role("button", name="Review dispute").click()
    expect(mine).to_contain_text("Reviewed: it was a nine")
