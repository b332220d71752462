"""Every irregularity that the rules know is reached from what it happened to."""

from __future__ import annotations

import pytest

from croupier.aggregate.acts import CommandSignificance, Target, tag_of
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.game_rules import game_of, table_for
from croupier.registry import registered
from croupier.web.console.command_list import groups
from croupier.web.console.table_console import STEPS
from croupier.web.console.touched import HANDS, Touched, in_order, touched, what_happened
from croupier.web.felt.game_pages import PAGES

SUE = Person("sue", Role.SUPERVISOR)
TOUCHES = (
    {"at": "box-1-hand-1", "place": "1", "card": "9D"},
    {"at": "box-1", "place": "1", "card": ""},
    {"at": "box-1", "player": "ana"},
    {"at": "box-1", "wager": "main", "player": "ana"},
    {"at": "dealer", "place": "1", "card": "KC"},
    {"at": "communal", "place": "2", "card": ""},
    {"at": "banker", "place": "2", "card": "8H"},
    {"at": "shoe"},
    {"at": "rack"},
    {"at": "round"},
)
"""One of each kind of thing on the layouts."""


@pytest.mark.parametrize("name", TABLES)
def test_every_irregularity_is_two_steps_from_where_it_happened(name: str) -> None:
    game = table_for(*TABLES[name]).game
    acts, own = game.acts, PAGES.of(game.instrument).happens_after
    listed = list(groups(acts.values(), SUE, ()))
    reached = {
        entry.path
        for said in TOUCHES
        if (at := touched(said)) is not None
        for group in what_happened(at, listed, own)
        for entry, _ in group.entries
    }
    wrong = {tag_of(kind) for kind in acts if kind.significance is CommandSignificance.IRREGULARITY}
    assert wrong
    assert wrong <= reached


@pytest.mark.parametrize("instrument", registered())
def test_every_command_that_happens_to_something_has_one_place_in_the_lists(
    instrument: str,
) -> None:
    own = PAGES.of(instrument).happens_after
    places = list(in_order(own))
    assert len(places) == len(set(places))
    declared = {command for command in game_of(instrument).acts if command.happens_to}
    assert declared <= set(places)
    assert all(command.happens_to for command in places)
    assert {command for after in own.values() for command in after} <= declared


def test_what_was_touched_stands_in_the_form_already() -> None:
    at = touched({"at": "box-3-hand-2", "place": "2", "card": "9D"})
    assert isinstance(at, Touched)
    assert at.title == "The nine of diamonds, box 3, hand 2"
    assert at.matters == (Target.CARD, Target.BOX, Target.ROUND)
    assert (at.known["box"], at.known["hand"], at.known["card"]) == ("3", "2", "9D")


@pytest.mark.parametrize("at", ["", "box-", "box-1-hand-", "ceiling", "box-1234"])
def test_what_is_not_on_a_layout_is_not_touched(at: str) -> None:
    assert touched({"at": at, "card": "XX", "place": "1"}) is None


def test_the_steps_of_the_dealers_hands_are_listed_by_their_addresses() -> None:
    assert HANDS.keys() <= {f"hands/{step}" for step in STEPS}
