"""What leaves for a viewer is made from the viewer's view: the web looks into no aggregate."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import croupier.web

WEB = Path(croupier.web.__file__).parent
INTERNALS = (
    "croupier.casino.floor.live_table", "croupier.casino.floor.transaction",
    "croupier.casino.floor.tournament_tables", "croupier.table.table", "croupier.table.patrons",
)  # fmt: skip
"""What a live table is made of."""
WORDS_ONLY = {"croupier.table.table": {"Phase"}}
"""Words that views have in them."""
HIDDEN = {"aggregate", "live_house"}
"""Attributes that lead from what runs on the floor into an aggregate."""
FLOOR = {"live", "tables"}
"""Attributes of the floor that are live tables."""


def _modules() -> list[Path]:
    return sorted(WEB.rglob("*.py"))


def _looked_into(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            of_floor = node.attr in FLOOR and name in ("floor", "_floor")
            of_table = node.attr == "patrons" and name == "table"
            if node.attr in HIDDEN or of_floor or of_table:
                found.add(node.attr)
    return found


def _imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in INTERNALS:
            names = {alias.name for alias in node.names}
            if names - WORDS_ONLY.get(node.module, set()):
                found.add(node.module)
    return found


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(WEB)))
def test_the_web_shows_views_and_nothing_behind_them(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert not _looked_into(tree)
    assert not _imported(tree)


def test_a_look_behind_a_view_is_found() -> None:
    assert _looked_into(ast.parse("services.floor.tables['mini-1'].table.patrons"))
    assert _looked_into(ast.parse("request.services.floor.live(table).set_up"))
    assert _looked_into(ast.parse("affair.aggregate.conditions"))
    assert _looked_into(ast.parse("live.table.patrons"))
    assert _imported(ast.parse("from croupier.casino.floor.live_table import LiveTable"))
    assert not _looked_into(ast.parse("desk.tables"))
