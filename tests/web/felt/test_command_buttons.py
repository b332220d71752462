"""Every command that a table offers to somebody has a button in words of its own."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from inspect import isfunction
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.table_support import open_table
from tests.table_support import player

from croupier.aggregate.acts import Command, tag_of
from croupier.game_rules import game_of, packages_of
from croupier.games.baccarat.acts.dealing import Turn
from croupier.games.blackjack.asks_and_answers import Elect, Hit
from croupier.games.challenge.acts.card_checks import CheckByMachine
from croupier.games.challenge.round import ElectRefund
from croupier.games.holdem.asks_and_answers import Concede, PlayWager
from croupier.registry import registered
from croupier.table import legal_commands
from croupier.table.acts.dealing import Deal
from croupier.table.acts.turns import AskWager
from croupier.web.felt.game_pages import PAGES
from croupier.web.felt.move_buttons import BUTTONS
from croupier.web.tables.page_model import render_fragment

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACED_ELSEWHERE = {Deal}
"""A card that is dealt is named on the keypad."""


def offered(instrument: str) -> set[type[Command]]:
    """Return the commands that the code of a game and of every table offers as candidates."""
    known = set(game_of(instrument).acts)
    found = set[type[Command]]()
    waiting: list[Any] = [legal_commands._candidates, *candidates_of(instrument)]
    seen = set[object]()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for each in named_in(function):
            if isinstance(each, type) and issubclass(each, Command):
                found.add(each)
            elif isfunction(each) and each.__module__.startswith("croupier."):
                waiting.append(each)
    return found & known


def candidates_of(instrument: str) -> Iterator[Any]:
    """Yield the methods of the game, and of its rounds, that name candidates."""
    packages = tuple(f"{package}." for package in packages_of(instrument))
    for name, module in [*sys.modules.items()]:
        if name.startswith(packages):
            for each in vars(module).values():
                if isinstance(each, type) and "candidates" in vars(each):
                    yield vars(each)["candidates"]


def named_in(function: FunctionType) -> Iterator[object]:
    """Yield what the code of a function names, by itself or as an attribute of a module."""
    names = set(names_of(function.__code__))
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    yield from known
    for module in known:
        if isinstance(module, ModuleType):
            yield from (vars(module)[name] for name in names if name in vars(module))


def names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_of(each)


@pytest.mark.parametrize("instrument", registered())
def test_every_command_that_a_table_offers_has_a_button(instrument: str) -> None:
    own = PAGES.of(instrument).buttons
    assert not own.keys() & BUTTONS.keys()
    bare = offered(instrument) - BUTTONS.keys() - own.keys() - PLACED_ELSEWHERE
    assert not bare, f"no button: {', '.join(sorted(map(tag_of, bare)))}"


@pytest.mark.parametrize(
    ("instrument", "some"),
    [
        ("act-blackjack-2018", {Hit, Elect, AskWager}),
        ("nsw-blackjack-challenge", {Hit, ElectRefund, CheckByMachine}),
        ("act-mini-baccarat-2016", {Turn, AskWager}),
        ("act-ultimate-texas-holdem-2025", {PlayWager, Concede, AskWager}),
    ],
)
def test_offers_are_found_wherever_a_game_makes_them(
    instrument: str, some: set[type[Command]]
) -> None:
    assert some <= offered(instrument)


def test_the_page_looks_at_the_viewers_cards_by_itself() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("3S 4S 9D JC KH", "KC QD", ["AH AD", "TH TD"])
    drawn = render_fragment(at.table.view(player("P")), at.table.game)
    pressed = re.findall(r'class="[^"]* pressed-by-page" id="(move-look-at-cards-\w+)"', drawn)
    assert len(pressed) == 1
    assert drawn.count("pressed-by-page") == 1
    script = files("croupier.web").joinpath("static/table/own_cards.js").read_text()
    assert '"#moves .pressed-by-page"' in script
