"""What leaves for a viewer is made from the viewer's view: the web looks into no aggregate."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from inspect import getmembers, isclass, isfunction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import croupier.web
from croupier.casino.floor.live_table import LiveTable
from croupier.casino.house.books import Books
from croupier.casino.house.house import House
from croupier.casino.house.school import ExerciseSet, School
from croupier.promotion.promotion import Promotion
from croupier.table.table import Table
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB = Path(croupier.web.__file__).parent
INTERNALS = (
    "croupier.casino.floor.live_table", "croupier.casino.floor.transaction",
    "croupier.casino.floor.tournament_tables", "croupier.table.table", "croupier.table.patrons",
)  # fmt: skip
"""Modules that a live table is made of."""
WORDS_ONLY = {"croupier.table.table": {"Phase"}}
"""Words that views have in them."""
AGGREGATES = {
    each.__name__: each.__module__
    for each in (Books, ExerciseSet, House, LiveTable, Promotion, School, Table, Tournament)
}
"""Aggregates and the parts of them that commands change."""
HIDDEN = {"aggregate", "_aggregate", "house", "live", "live_house"}
"""Attributes that lead from what runs on the floor into an aggregate."""
FLOOR = {"tables"}
"""Attributes of the floor that are live tables. Views have attributes of the same name."""
BY_NAME = {"attrgetter", "getattr", "methodcaller"}
"""Functions that read the attribute whose name they are given."""
MAKES_TABLES = {"replay", "restore", "table_for"}
"""Functions that return a table, played or new."""


def _modules() -> list[Path]:
    return sorted(WEB.rglob("*.py"))


def _looked_into(tree: ast.AST) -> set[str]:
    """Return the attributes that a module reads to look into an aggregate."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            of_floor = node.attr in FLOOR and name in ("floor", "_floor")
            of_table = node.attr == "patrons" and name == "table"
            if node.attr in HIDDEN or of_floor or of_table:
                found.add(node.attr)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in BY_NAME:
            found |= {
                part
                for each in node.args
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
                for part in HIDDEN.intersection(each.value.split("."))
            }
        elif isinstance(node, ast.MatchClass):
            found |= HIDDEN.intersection(node.kwd_attrs)
    return found


def _imported(tree: ast.AST) -> set[str]:
    """Return the modules of which a module imports more than it may."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if node.module in INTERNALS and names - WORDS_ONLY.get(node.module, set()):
                found.add(node.module)
            if names & (MAKES_TABLES | AGGREGATES.keys() - {"Promotion", "Tournament"}):
                found.add(str(node.module))
    return found


def _named_by_itself(tree: ast.AST) -> set[str]:
    """Return the aggregates that a module names, but for the `Live` that holds one."""
    within = {
        node.slice
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Live"
    }
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in AGGREGATES and node not in within
    }


def _hands_out(returned: object) -> bool:
    """Return True if the annotation of a function is or contains an aggregate."""
    rest = re.sub(r"\bLive\[\w+\]", "", str(returned))
    return re.search(rf"\b(?:{'|'.join(AGGREGATES)})\b", rest) is not None


def _asked_of_the_casino() -> dict[str, object]:
    """Return each function that the web imports from the casino, with what it returns.

    Of a class they are its public methods and properties.
    """
    found: dict[str, object] = {}
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(
                "croupier.casino."
            ):
                for alias in node.names:
                    found.update(_returns(f"{node.module}.{alias.name}"))
    return found


def _returns(path: str) -> Iterator[tuple[str, object]]:
    module, _, name = path.rpartition(".")
    asked = getattr(import_module(module), name, None)
    functions = [(path, asked)] if isfunction(asked) else []
    if isclass(asked):
        functions = [
            (f"{path}.{member}", getattr(value, "fget", value))
            for member, value in getmembers(asked)
            if not member.startswith("_") and member not in HIDDEN
        ]
    for place, function in functions:
        if isfunction(function):
            yield place, function.__annotations__.get("return", "")


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(WEB)))
def test_the_web_shows_views_and_nothing_behind_them(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert not _looked_into(tree)
    assert not _imported(tree)
    assert not _named_by_itself(tree)


def test_nothing_that_the_web_asks_of_the_casino_hands_out_an_aggregate() -> None:
    asked = _asked_of_the_casino()
    assert "croupier.casino.house_views.set_seen" in asked
    assert not [place for place, returned in asked.items() if _hands_out(returned)]


def test_a_look_behind_a_view_is_found() -> None:
    assert _looked_into(ast.parse("services.floor.tables['mini-1'].table.patrons"))
    assert _looked_into(ast.parse("request.services.floor.live(table).set_up"))
    assert _looked_into(ast.parse("affair.aggregate.conditions"))
    assert _looked_into(ast.parse("live.table.patrons"))
    assert _imported(ast.parse("from croupier.casino.floor.live_table import LiveTable"))
    assert not _looked_into(ast.parse("desk.tables"))
    assert _looked_into(ast.parse("request.services.floor.house.people"))
    assert _looked_into(ast.parse("house = self._floor.house\nhouse.people"))
    assert _looked_into(ast.parse("(lambda there: there.house)(floor)"))
    assert _looked_into(ast.parse("getattr(floor, 'house')"))
    assert _looked_into(ast.parse("attrgetter('floor.house.people')(services)"))
    assert _looked_into(ast.parse("match floor:\n  case Floor(house=found): pass"))
    assert not _looked_into(ast.parse("command_house(command)"))


def test_an_aggregate_that_the_web_names_or_makes_is_found() -> None:
    assert _imported(ast.parse("from croupier.casino.house.house import House"))
    assert _imported(ast.parse("from croupier.casino.house.school import Marked, School"))
    assert _imported(ast.parse("from croupier.game_rules import table_for"))
    assert not _imported(ast.parse("from croupier.casino.house.house import read_entry"))
    assert not _imported(ast.parse("from croupier.table.table import Phase"))
    assert _named_by_itself(ast.parse("Tournament('cup', 'act-blackjack').check(command, by, 0)"))
    assert _named_by_itself(ast.parse("def shown(held: Promotion) -> str: ..."))
    assert not _named_by_itself(ast.parse("def shown(affair: Live[Tournament]) -> str: ..."))


def test_a_function_that_hands_out_an_aggregate_is_found() -> None:
    assert _hands_out("House")
    assert _hands_out("dict[str, Tournament | None]")
    assert not _hands_out("Live[Tournament]")
    assert not _hands_out("list[TournamentSummary]")
