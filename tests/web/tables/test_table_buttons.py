"""Buttons are the legal commands, no fewer and no others, and what they post is read back."""

from __future__ import annotations

import msgspec
import pytest
from tests.web.reading import Read, same
from tests.web.scenes import SCENES

from croupier.games.baccarat.acts.dealing import Turn
from croupier.games.blackjack.asks_and_answers import Double, Insure, MoveOn
from croupier.games.holdem.asks_and_answers import NoAnswer, TakeAndPay
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.dealing import Deal
from croupier.table.views import FloorView, PlayerView
from croupier.web.felt.layout import legal_of
from croupier.web.html.cited_lines import written
from croupier.web.html.command_forms import NotACommand, read_command, value
from croupier.web.html.template_environment import headed
from croupier.web.tables.page_model import Seen, render_table

GAMES = {
    "act-blackjack-2006": ("super-sevens", "perfect-pairs"),
    "act-blackjack-2018": ("perfect-pairs",),
    "nsw-blackjack-challenge": ("any-pairs",),
    "act-mini-baccarat-2016": ("perfect-pairs",),
    "act-ultimate-texas-holdem-2025": (),
}
NAMES = ("Ana", "Ben", "Chloe")
NOON = 1_800_000_000_000
STEPS = 60
GOING_ON = (NoMoreBets, MoveOn, TakeAndPay, NoAnswer, Turn)
"""What a dealer does when players keep the table waiting."""


@pytest.mark.parametrize("name", SCENES)
def test_what_the_buttons_post_is_read_back(name: str) -> None:
    view = SCENES[name]().view
    for command in legal_of(view):
        assert same(read_command({"command": value(command)}, view)) == same(command)


def test_staff_name_cards_only_where_real_ones_are_dealt() -> None:
    scene = SCENES["blackjack-keypad"]()
    assert isinstance(scene.view, FloorView)
    keys = Read.of(render_table(scene.view, scene.game, scene.seen)).all("button")
    cards = {key.attributes["data-card"] for key in keys if "data-card" in key.attributes}
    assert cards == {c.card for c in scene.view.legal if isinstance(c, Deal)}
    virtual = Read.of(render_table(scene.view, scene.game, Seen()))
    assert not [key for key in virtual.all("button") if "data-card" in key.attributes]


# --- chips and amounts


def _betting() -> PlayerView:
    view = SCENES["blackjack-betting"]().view
    assert isinstance(view, PlayerView)
    return view


def test_a_chip_is_added_to_what_lies_on_the_spot() -> None:
    wager = PlaceWager(player="Ana", box=3, amount=10_00)
    fields = {"command": value(wager), "chip": "2500"}
    assert read_command(fields, _betting()) == msgspec.structs.replace(wager, amount=75_00)
    free = PlaceWager(player="Ana", box=6, amount=10_00)
    fields = {"command": value(free), "chip": "2500"}
    assert read_command(fields, _betting()) == msgspec.structs.replace(free, amount=25_00)


def test_taking_back_takes_no_chip() -> None:
    back = PlaceWager(player="Ana", box=3, amount=0)
    assert read_command({"command": value(back), "chip": "2500"}, _betting()) == back


def test_an_amount_beside_a_button_is_taken_instead_of_the_whole() -> None:
    scene = SCENES["blackjack-turn"]()
    read = Read.of(render_table(scene.view, scene.game, scene.seen))
    offered = [each.attributes["value"] for each in read.all("option")]
    whole = next(c for c in legal_of(scene.view) if isinstance(c, Double))
    assert offered[0] == str(whole.amount)
    fields = {"command": value(whole), "amount": offered[-1]}
    less = read_command(fields, scene.view)
    assert less == msgspec.structs.replace(whole, amount=int(offered[-1]))


def test_insurance_is_offered_in_steps_that_can_be_laid() -> None:
    scene = SCENES["blackjack-insurance"]()
    read = Read.of(render_table(scene.view, scene.game, scene.seen))
    whole = next(c for c in legal_of(scene.view) if isinstance(c, Insure))
    amounts = [int(each.attributes["value"]) for each in read.all("option")]
    assert amounts[0] == whole.amount == 25_00
    assert amounts == sorted(amounts, reverse=True)
    assert {amount % 1_25 for amount in amounts} == {0}


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, "command"),
        ({"command": "[1]"}, "command"),
        ({"command": '{"do":"fly"}'}, "command"),
        ({"command": '{"do":"hit","box":1,"faster":true}'}, "command"),
        (
            {"command": '{"do":"place-wager","player":"Ana","box":3,"amount":1}', "chip": "-5"},
            "chip",
        ),
        ({"command": '{"do":"double","box":3,"amount":1}', "amount": "1e3"}, "amount"),
        ({"command": '{"do":"double","box":3,"amount":1}', "amount": "9" * 5000}, "amount"),
        ({"command": '{"do":"double","box":3,"amount":1}', "dollars": "9" * 5000}, "dollars"),
        ({"command": '{"do":"double","box":3,"amount":' + "9" * 5000 + "}"}, "command"),
    ],
)
def test_what_cannot_be_read_names_its_field(fields: dict[str, str], named: str) -> None:
    with pytest.raises(NotACommand, match=f"^{named}: "):
        read_command(fields, _betting())


def test_a_player_is_offered_the_cut_in_words_and_not_in_cards() -> None:
    scene = SCENES["blackjack-cut"]()
    text = render_table(scene.view, scene.game, scene.seen)
    for place in ("Cut near the top", "Cut in the middle", "Cut near the bottom"):
        assert place in text
    assert "Cut at" not in text
    assert "Deal now" not in text, "nothing is dealt before the cards are cut"


@pytest.mark.parametrize(
    ("table", "game", "heading"),
    [
        ("blackjack-2018", "Blackjack", ("Blackjack 2018", "")),
        ("holdem", "Ultimate Texas Hold\N{RIGHT SINGLE QUOTATION MARK}em", None),
        ("dealt-by-hand", "Blackjack", ("Dealt by hand", "Blackjack")),
        ("Emerald 3", "Mini-Baccarat", ("Emerald 3", "Mini-Baccarat")),
        ("VIP-7", "Blackjack", ("VIP-7", "Blackjack")),
    ],
)
def test_a_table_is_called_as_one_would_say_it(
    table: str, game: str, heading: tuple[str, str] | None
) -> None:
    assert headed(table, game) == (heading or (game, ""))


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("13.2(a)", "13.2(a)"),
        ("8.8(d)[1]", "8.8(d)"),
        ("10.1:T1[2]:Royal Flush", "10.1, table"),
        ("A:Double/double down", "A, Double/double down"),
    ],
)
def test_a_clause_is_cited_as_one_writes_it(clause: str, words: str) -> None:
    assert written(clause) == words
