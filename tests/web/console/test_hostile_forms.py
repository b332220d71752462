"""Whatever is typed into any field of any page is text on the pages that follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import Casino, enrol
from tests.web.evenings import an_evening

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import BuyIn
from croupier.table.acts.patrons import Arrive

if TYPE_CHECKING:
    import httpx
    from tests.web.casinos import Visitor

pytestmark = pytest.mark.anyio

TYPED = "\"'><img src=x onerror=alert(1)>{{7*7}}"
NAME = "<i>eve<i>\"' onfocus=x"
PLAYER = Person(NAME, Role.PLAYER)
PAGES = {
    None: ("/log-in",),
    NAME: ("/", "/tables/pit-1", "/tables/pit-1/rounds"),
    "sue": (
        "/tables/pit-1", "/tables/pit-1/console", "/tables/pit-1/console/open-table",
        "/tables/pit-1/console/require-minimum", "/tables/pit-1/console/designate-for-tournament",
        "/tables/pit-1/console/void-round", "/tables/pit-1/console/hands/misplace",
    ),
    "mara": ("/floor", "/floor?instrument=act-blackjack-2018", "/floor/takings"),
    "olga": ("/people",),
    "ines": ("/desk", "/desk/events", "/desk/rounds", "/desk/records/pit-1"),
}  # fmt: skip
KEPT = ("csrf_token", "command", "step", "roles", "instrument", "notice", "role")
"""What is not typed but chosen, or proves where a form comes from."""


@dataclass
class Form:
    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)


class Forms(HTMLParser):
    """The forms of a page, and every element and attribute on it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.images = 0
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        self.images += tag == "img"
        self.handlers += [name for name in said if name.startswith("on")]
        if tag == "form":
            self.found.append(Form(said.get("method", "get"), said.get("action", "")))
        elif tag in ("input", "textarea", "select", "button") and self.found and "name" in said:
            self.found[-1].fields[said["name"]] = said.get("value", "")


@pytest.fixture
async def evening(casino: Casino) -> Casino:
    await an_evening(casino)
    await enrol(casino.floor, {NAME: (Role.PLAYER,)})
    await casino.floor.command_house(BuyIn(person=NAME, amount=100_00), Person(NAME, Role.PLAYER))
    await casino.floor.do("pit-1", Arrive(player=NAME), PLAYER)
    return casino


async def _visitor(casino: Casino, who: str | None) -> Visitor:
    return casino.visitor() if who is None else await casino.let_in(who)


def _is_text(answer: httpx.Response) -> None:
    """Nothing that was typed has become an element or an attribute."""
    assert "default-src 'self'" in answer.headers["content-security-policy"], answer.url
    if "text/html" in answer.headers.get("content-type", ""):
        forms = Forms(answer.text)
        assert forms.images == 0, answer.url
        assert forms.handlers == [], answer.url
        assert "<i>eve" not in answer.text, answer.url


@pytest.mark.parametrize("who", PAGES, ids=str)
async def test_every_field_of_every_form_takes_markup_as_text(
    evening: Casino, who: str | None
) -> None:
    visitor, sent = await _visitor(evening, who), 0
    for path in PAGES[who]:
        page = await visitor.get(path)
        _is_text(page)
        for form in Forms(page.text).found:
            typed = {
                name: value if name in KEPT and value else TYPED
                for name, value in form.fields.items()
            }
            if form.action == "/log-out":
                continue
            if form.method == "get":
                answer = await visitor.get(form.action or path, params=typed)
            else:
                answer = await visitor.client.post(form.action or path, data=typed)
            assert answer.status_code < 500, (form.action, answer.text)
            _is_text(answer)
            sent += 1
    assert sent > 0


async def test_addresses_take_markup_as_text(evening: Casino) -> None:
    visitor = await evening.let_in("olga")
    for path in ("/", "/tables/", "/tables/pit-1/console/", "/desk/records/", "/rules/",
                 "/laboratory/", "/static/", "/people/", "/rules?q=", "/log-in?next=",
                 "/tables/pit-1/rounds?before=", "/desk?wrong=", "/rules/compare?a="):  # fmt: skip
        _is_text(await visitor.client.get(path + TYPED))


async def test_a_path_that_leads_nowhere_is_a_page_for_people_and_a_problem_for_programs(
    evening: Casino,
) -> None:
    ana = await evening.let_in("ana")
    page = await ana.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "<p>Nothing is at this path.</p>" in page.text
    assert "Back to the tables" in page.text
    problem = await ana.get("/api/nowhere")
    assert problem.headers["content-type"] == "application/problem+json"


async def test_troubles_of_every_kind_carry_the_policy(evening: Casino) -> None:
    ana, nobody = await evening.let_in("ana"), evening.visitor()
    troubles = {
        404: await ana.get("/tables/roulette"),
        403: await ana.get("/people"),
        303: await nobody.get("/desk"),
        405: await ana.client.delete("/people"),
        422: await ana.get("/tables/pit-1/rounds/1?step=x"),
        413: await ana.client.post("/log-in", content=b"x" * 2_000_000),
    }
    for status, answer in troubles.items():
        assert answer.status_code == status, (status, answer.status_code)
        _is_text(answer)
