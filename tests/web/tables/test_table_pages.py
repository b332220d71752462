"""The pages of the tables: sound, whole, and under the strictest policy a browser has."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.baccarat import table_support as baccarat
from tests.holdem import table_support as holdem
from tests.table_support import ACT_2018, SUPERVISOR, open_table, player
from tests.tournament.at_tables import AtTable
from tests.tournament.support import CHALLENGE
from tests.web.reading import Read
from tests.web.scenes import SCENES, Scene, seen_by

import croupier.web
from croupier.cards import DECK
from croupier.documents import card_faces
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.acts.patrons import Sit
from croupier.web.html.card_faces import FILE
from croupier.web.tables.page_model import render_fragment, render_refusal, render_table

STATIC = Path(croupier.web.__file__).parent / "static"
FIRST_PAGE = 200_000
"""How many bytes a browser that was never here may have to load."""


def page_of(scene: Scene) -> str:
    return render_table(scene.view, scene.game, scene.seen)


@pytest.fixture(params=SCENES)
def page(request: pytest.FixtureRequest) -> str:
    return page_of(SCENES[request.param]())


def test_a_page_is_sound(page: str) -> None:
    read = Read.of(page)
    ids = [each.attributes["id"] for each in read.elements if "id" in each.attributes]
    assert [id for id, times in Counter(ids).items() if times > 1] == []
    assert len(read.all("main")) == len(read.all("h1")) == len(read.all("title")) == 1
    assert read.all("html", lang="en")
    for name in ("form", "aria-labelledby"):
        named = {each.attributes[name] for each in read.elements if name in each.attributes}
        assert named <= set(ids)


def test_nothing_in_a_page_needs_a_weaker_policy_or_another_host(page: str) -> None:
    read = Read.of(page)
    for element in read.elements:
        assert element.tag != "style"
        assert "style" not in element.attributes
        assert not [name for name in element.attributes if name.startswith(("on", "hx-on"))]
        for name in ("src", "href", "action", "hx-post", "sse-connect"):
            assert element.attributes.get(name, "/").startswith(("/", "#"))
    assert [script.text for script in read.all("script") if script.text.strip()] == []


def test_whatever_a_page_takes_from_us_is_there(page: str) -> None:
    taken = re.findall(r'(?:src|href)="/static/([^"#]+)(?:#([^"]+))?"', page)
    assert taken
    for name, part in taken:
        file = STATIC / name
        assert file.is_file(), name
        if part:
            assert f'id="{part}"' in file.read_text()


def test_everything_that_is_pressed_or_drawn_has_a_name(page: str) -> None:
    read = Read.of(page)
    for button in read.all("button"):
        assert button.attributes.get("aria-label") or button.text.strip(), button
    for choice in read.all("select"):
        assert choice.attributes.get("aria-label")
    for drawn in read.all("svg"):
        assert drawn.attributes.get("aria-hidden") == "true" or drawn.attributes.get("aria-label")
    assert [each for each in read.all("p", role="status") if each.text.strip()]


def test_what_changes_on_a_page_is_part_of_it() -> None:
    for make in SCENES.values():
        scene = make()
        assert render_fragment(scene.view, scene.game, scene.seen) in page_of(scene)


def test_a_first_page_is_small() -> None:
    page = page_of(SCENES["baccarat-betting"]())
    files = set(re.findall(r'(?:src|href)="/static/([^"#]+)', page))
    assert len(page.encode()) + sum((STATIC / name).stat().st_size for name in files) < FIRST_PAGE


def test_the_cards_are_as_they_are_drawn() -> None:
    sprite = FILE.read_text()
    assert sprite == card_faces.sprite()
    assert all(f'<symbol id="{card}"' in sprite for card in (*DECK, card_faces.BACK))


# --- names


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>"])
def test_a_name_is_only_ever_text(name: str) -> None:
    at = open_table(ACT_2018, "Ana", side_bets=["perfect-pairs"])
    at.arrive(name, box=2)
    at.do(Sit(player="Ana", box=3), player("Ana"))
    at.bet(name, 2, 50)
    at.bet(name, 2, 5, "perfect-pairs")
    at.bet("Ana", 3, 50)
    for cards in ("", "8S 9C 6D 8H 7C"):
        if cards:
            at.deal(cards)
        for viewer in (player("Ana"), player(name), None):
            read = Read.of(page_of(seen_by(at, viewer)))
            assert {each.tag for each in read.elements}.isdisjoint({"img"})
            assert [script for script in read.all("script") if script.text] == []
            shown = [each.text.strip() for each in read.elements if each.has("name")]
            assert ("You" if viewer is not None and viewer.name == name else name) in shown


def test_a_refusal_says_why_and_leads_to_its_clause() -> None:
    refusal = Refused("box: there is no box 9", Clauses(("A:Box", "4.4")))
    said = render_refusal("act-blackjack-2018", refusal)
    assert "There is no box 9." in said
    assert {link.attributes["href"] for link in Read.of(said).all("a")} == {
        "/rules/act-blackjack-2018/A:Box",
        "/rules/act-blackjack-2018/4.4",
    }
    assert render_refusal("act-blackjack-2018", None).strip() == ""


# --- what a viewer may not see


def _hole_cards(board: str, dealer: str, others: str) -> str:
    at = holdem.open_table("Ana Ben", boxes=3)
    for name, box in (("Ana", 1), ("Ben", 2)):
        at.do(Sit(player=name, box=box), player(name))
        at.bet(name, box, 25)
    at.deal(board, dealer, ["AH AD", others])
    at.look(1, 2)
    return page_of(seen_by(at, player("Ana")))


def test_hidden_hole_cards_leave_no_trace_in_a_page() -> None:
    page = _hole_cards("KS 7H 5C 3D 2S", "KC QD", "TH TD")
    assert page == _hole_cards("2C 3C 4C 6C 8C", "9H JS", "5S 4S")
    assert set(re.findall(r"cards\.svg#(\w\w)\"", page)) == {"AH", "AD"}


def test_a_card_face_down_leaves_no_trace_in_a_page() -> None:
    def dealt(cards: str) -> str:
        at = baccarat.open_table("Ana", dealing="face_down")
        at.bet("Ana", "player", 50)
        at.lay_down(cards)
        return page_of(seen_by(at, player("Ana")))

    page = dealt("5D 9C 3H KD")
    assert page == dealt("AS 2S 7H 8D")
    assert re.findall(r"cards\.svg#(\w\w)\"", page) == []


# --- colours


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _palettes() -> dict[str, dict[str, str]]:
    """Every set of colours that the style sheet makes: light and dark, and each cloth in both."""
    sheet = (STATIC / "tokens.css").read_text()
    light, dark, cloths, dark_cloths = re.split(r"@media[^{]+\{|/\* The cloth", sheet)
    read = re.compile(r"--([\w-]+): (#[0-9a-f]{6})\b")
    base = dict(read.findall(light))
    looks = {"light": base, "dark": base | dict(read.findall(dark))}
    for look, rules in (("light", cloths), ("dark", dark_cloths)):
        for name, inside in re.findall(r"\.felt-(\w+) \{([^}]+)\}", rules):
            shared = dict(read.findall(re.search(rf"\.felt-{name} \{{([^}}]+)", cloths)[1]))  # type: ignore[index]
            looks[f"{name} {look}"] = looks[look] | shared | dict(read.findall(inside))
    return looks


PAIRS = [
    *((ink, ground) for ink in ("ink", "ink-soft", "accent", "gold", "good", "bad", "notice")
      for ground in ("paper", "panel")),
    ("ink", "panel-2"), ("on-accent", "accent"), ("ink", "bad-ground"), ("ink", "notice-ground"),
    *((ink, cloth) for ink in ("felt-ink", "felt-soft", "felt-gold")
      for cloth in ("felt-1", "felt-2")),
]  # fmt: skip


@pytest.mark.parametrize("palette", _palettes())
def test_text_can_be_read_on_its_ground(palette: str) -> None:
    colours = _palettes()[palette]
    weak = {
        pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2)
        for pair in PAIRS
        if contrast(colours[pair[0]], colours[pair[1]]) < 4.5
    }
    assert weak == {}


def test_whoever_deals_is_told_whose_the_next_card_is() -> None:
    for name, said in (
        ("blackjack-keypad", "The next card is for box 5."),
        ("blackjack-turn", "Your turn on box 3"),
    ):
        scene = SCENES[name]()
        status = Read.of(render_table(scene.view, scene.game, scene.seen)).all(
            "p", **{"class": "status"}
        )
        assert said in status[0].text


def test_what_is_pressed_most_comes_first() -> None:
    scene = SCENES["blackjack-turn"]()
    page = render_table(scene.view, scene.game, scene.seen)
    places = [page.index(f'data-key="{key}"') for key in "hspd"]
    assert places == sorted(places)


def test_a_screen_reader_hears_the_turn_the_cards_and_what_came_of_them() -> None:
    for name, *heard in (
        ("blackjack-turn", "Your turn on box 3: hard 16", "eight of spades, eight of hearts"),
        ("blackjack-settled", "Dealer: six of diamonds", "You won $180."),
        ("holdem-hole-cards", "your turn", "Box 2, ace of "),
    ):
        scene = SCENES[name]()
        page = Read.of(render_table(scene.view, scene.game, scene.seen))
        (announcer,) = page.all("p", id="announcer")
        assert announcer.attributes["aria-live"] == "polite"
        for said in heard:
            assert said in announcer.text, announcer.text


@pytest.mark.clause("nsw:19.8.2.1")
def test_nsw_19_8_2_1_a_form_names_the_wager_that_it_is_for() -> None:
    """One for a side bet goes with a wager on the hand, and is offered when that lies there."""
    names = ("main", "any-pairs")
    limits = {"side_bets": ["any-pairs"], "limits": {name: [25_00, 500_00] for name in names}}
    at = AtTable(CHALLENGE, {1: ("Ana", 1000.0), 2: ("Ben", 1000.0)}, options=limits, undisclosed=1)
    at.shuffle()
    only = page_of(seen_by(at, player("Ana")))
    assert re.findall(r'write-wager[^"]*">([^<]*)<', only) == ["Hand it in"]
    at.do(PlaceWager(player="Ana", box=1, amount=25_00), player("Ana"))
    page = page_of(seen_by(at, player("Ana")))
    buttons = re.findall(r'value="([^"]*write-wager[^"]*)">([^<]*)<', page)
    assert [words for _, words in buttons] == ["Hand it in: Wager", "Hand it in: Any Pairs"]
    written = [msgspec.json.decode(html.unescape(each), type=WriteWager) for each, _ in buttons]
    assert [form.type for form in written] == list(names)
    at.do(written[1], player("Ana"))
    assert at.table.tournament is not None
    assert at.table.tournament.this_round.forms["Ana"].type == "any-pairs"


@pytest.mark.parametrize(
    ("left", "said"),
    [(2, "for round 1, the first of the last 2."), (1, "for round 1, the last one.")],
)
def test_a_table_that_closes_says_how_many_rounds_are_left(left: int, said: str) -> None:
    at = open_table(ACT_2018, "Ana")
    at.do(AnnounceClosure(rounds=left), SUPERVISOR)
    page = page_of(seen_by(at, player("Ana")))
    assert f"Place your wagers {said}" in page
