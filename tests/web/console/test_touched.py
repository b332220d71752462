"""Every irregularity that the rules know is reached from what it happened to."""

from __future__ import annotations

import pytest

from croupier.aggregate.acts import CommandSignificance
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.games import table_for
from croupier.web.console.command_list import groups, tag_of
from croupier.web.console.touched import HAPPENS_TO, Matter, Touched, touched, what_happened

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
    acts = table_for(*TABLES[name]).game.acts
    listed = list(groups(acts.values(), SUE, ()))
    reached = {
        entry.path
        for said in TOUCHES
        if (at := touched(said)) is not None
        for group in what_happened(at, listed)
        for entry, _ in group.entries
    }
    wrong = {tag_of(kind) for kind in acts if kind.significance is CommandSignificance.IRREGULARITY}
    assert wrong
    assert wrong <= reached


def test_only_commands_that_some_game_has_are_listed() -> None:
    known = {tag_of(kind) for name in TABLES for kind in table_for(*TABLES[name]).game.acts}
    assert {path for path in HAPPENS_TO if not path.startswith("hands/")} <= known


def test_what_was_touched_stands_in_the_form_already() -> None:
    at = touched({"at": "box-3-hand-2", "place": "2", "card": "9D"})
    assert isinstance(at, Touched)
    assert at.title == "The nine of diamonds, box 3, hand 2"
    assert at.matters == (Matter.CARD, Matter.BOX, Matter.ROUND)
    assert (at.known["box"], at.known["hand"], at.known["card"]) == ("3", "2", "9D")


@pytest.mark.parametrize("at", ["", "box-", "box-1-hand-", "ceiling", "box-1234"])
def test_what_is_not_on_a_layout_is_not_touched(at: str) -> None:
    assert touched({"at": at, "card": "XX", "place": "1"}) is None
