"""Whoever a table takes in a command can be named in its form.

Staff and players do at random what makes sense at a table and what does not, about people who are
there, who were, and who never were. Whatever staff could do about somebody, the form would have
let them say: the name is among those that it offers, or its act takes names that are typed.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.nonsense import anything
from tests.web.tables.test_waits_by_hand import DAN, SUE, ByHand

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.game_rules import game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Refused
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.patrons import Arrive
from croupier.web.console import listed
from croupier.web.console.forms import fields_of

COMMANDS = 3000
STAFF = (SUE, SUE, DAN, Person("gus", Role.GAMING_MANAGER), Person("ola", Role.OPERATOR))


def _can_be_named(at: ByHand, command: Any) -> bool:
    """Whether the form of a command lets staff say the player whom it is about."""
    table, kind = at.table, type(command)
    known = listed.at_table(table.view(SUE), table.game.wagers)
    typed = table.game.acts[kind].names_anybody
    fields = {each.name: each for each in fields_of(kind, {}, lists=known, names_anybody=typed)}
    if listed.LYING in fields:
        said = listed.lying(command.box, command.wager or "", command.player)
        return said in fields[listed.LYING].choices
    return fields["player"].kind == "text" or command.player in fields["player"].choices


@pytest.mark.parametrize("name", TABLES)
def test_whoever_a_table_takes_can_be_named(name: str) -> None:
    chance, at, done = Random(f"named {name}"), ByHand(name), Counter[type]()
    acts = at.table.game.acts
    kinds = sorted((kind for kind in acts if "player" in kind.__struct_fields__), key=str)
    for _ in range(COMMANDS):
        if chance.random() < 0.2:
            at.anything(chance)
            continue
        command: Any = anything(chance.choice(kinds), chance)
        by_staff = chance.random() < 0.7
        by = chance.choice(STAFF) if by_staff else Person(command.player or "zed", Role.PLAYER)
        here = command.player in at.table.patrons.arrived
        can_be_named = here or not by_staff or not command.player or _can_be_named(at, command)
        try:
            at.do(command, by)
        except Refused:
            continue
        assert can_be_named, command
        done[type(command)] += not here
    assert {Arrive, TakeChips} <= {*+done}, "people come, and fetch what they left"


def test_acts_of_one_command_name_the_same() -> None:
    """Where games judge a command each in its own way, its form is still one."""
    said: dict[type, set[bool]] = {}
    for instrument, _ in TABLES.values():
        for kind, act in game_of(instrument).acts.items():
            said.setdefault(kind, set()).add(act.names_anybody)
    assert not [kind for kind, each in said.items() if len(each) > 1]


def test_anybody_may_be_named_in_a_promotion() -> None:
    """Who holds no ticket enters, wins by chance, and is paid."""
    assert all(act.names_anybody for act in PROMOTION_ACTS.values())
