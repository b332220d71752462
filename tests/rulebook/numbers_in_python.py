"""Find numbers and clause ids that procedures of the law have in Python, however they are written.

A number of the law stands in a data file. Whatever number a procedure has itself is listed in
`numbers_in_python.toml`, with the function that has it, under the reason why it is not law.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import croupier
from croupier.rulebook.coverage import module_at
from croupier.rulebook.instruments import instruments, load
from croupier.source_parts import PartKind, part_finder

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(croupier.__file__).parent
LAWFUL = ("games", "game_rules", "tournament", "promotion", "table")
"""The packages with procedures of the law."""
TELLING = frozenset(
    {
        PartKind.WORDS, PartKind.ROUND_FILE, PartKind.ODDS, PartKind.PLAY, PartKind.PAGE,
        PartKind.TERMINAL, PartKind.ENVIRONMENT, PartKind.SCHOOL,
    }
)  # fmt: skip
"""Parts of a game that tell of its rules and enforce none."""
LISTED = Path(__file__).with_suffix(".toml")
COUNTING = frozenset({0, 1})
"""Numbers that every program counts with. They count only where a citation is beside them."""

_WORDS = "two three four five six seven eight nine ten eleven twelve twenty thirty hundred half"
_NUMBER = re.compile(rf"\d+|\b(?:{_WORDS.replace(' ', '|')}|twice|thrice)\b", re.IGNORECASE)
_DEFINED = re.compile(r"\bA:")
"""The beginning of the id of a definition."""
_CITED = re.compile(r"(?<![\w.(])\d{1,2}(?:\.\d{1,2})+[A-Z]?(?:\(\w+\))*")


@cache
def _known() -> frozenset[str]:
    return frozenset(clause.id for name in instruments() for clause in load(name).clauses)


def literals(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Yield each number and clause id with the function or class that has it, and its line."""
    yield from _within(tree, "")


def _within(node: ast.AST, name: str) -> Iterator[tuple[str, str, int]]:
    silent = _comments(node)
    for child in ast.iter_child_nodes(node):
        if child in silent:
            continue
        inner = getattr(child, "name", "") if isinstance(child, _NAMED) else ""
        if isinstance(child, ast.Constant):
            yield from ((name, each, child.lineno) for each in _of_constant(child.value))
        elif isinstance(child, ast.Call) and getattr(child.func, "id", None) == "Cited":
            yield from ((name, each, child.lineno) for each in _cited_counts(child))
        yield from _within(child, f"{name}.{inner}".strip(".") if inner else name)


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _comments(node: ast.AST) -> set[ast.AST]:
    """Return the docstrings of a block, and other strings that do nothing."""
    body = getattr(node, "body", None)
    found: set[ast.AST] = set()
    for each in body if isinstance(body, list) else ():
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
            found.add(each)
    return found


def _of_constant(value: object) -> Iterator[str]:
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, str):
        if value in _known() or _DEFINED.search(value) or _CITED.search(value):
            yield f"clause {value}"
        elif _NUMBER.search(value):
            yield repr(value)
    elif _is_number(value) and value not in COUNTING:
        yield str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | complex) and not isinstance(value, bool)


def _cited_counts(call: ast.Call) -> Iterator[str]:
    """Yield 0 and 1 where they are cited: `Cited(1, law.one_card)`."""
    given = [*call.args, *(each.value for each in call.keywords)]
    if any(isinstance(each, ast.Name) and each.id == "NOTHING" for each in given):
        return
    for each in given:
        for node in ast.walk(each):
            value = node.value if isinstance(node, ast.Constant) else None
            if _is_number(value) and value in COUNTING:
                yield str(value)


def found_in(path: Path) -> dict[str, list[str]]:
    """Return the literals of one module by function or class, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, what, _ in literals(ast.parse(path.read_bytes())):
        found[name].append(what)
    return {name: sorted(each) for name, each in found.items()}


def everything_found() -> dict[str, list[str]]:
    """Return the literals of all procedures of the law, by `path:function`."""
    find_part = part_finder()
    paths = (path for package in LAWFUL for path in sorted((PACKAGE / package).rglob("*.py")))
    places = {path: path.relative_to(PACKAGE).as_posix() for path in paths}
    return {
        f"{place}:{name}": each
        for path, place in places.items()
        if find_part(module_at(f"croupier/{place}")).kind not in TELLING
        for name, each in found_in(path).items()
    }


def listed() -> dict[str, dict[str, list[str]]]:
    """Return what is listed, by reason and then by `path:function`."""
    lists: dict[str, dict[str, list[str]]] = {
        section["because"]: section["in"]
        for section in tomllib.loads(LISTED.read_text("utf-8"))["numbers"]
    }
    return lists
