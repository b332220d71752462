"""Numbers and clauses of the law stand in the data files, not in Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.rulebook.instruments import instruments, load

PACKAGE = Path(croupier.__file__).parent
LAWFUL = ("games", "tournament", "promotion", "table")
"""The packages that hold procedures of the law."""


def strings_and_numbers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every clause id, and every number that is cited, with its line."""
    known = {clause.id for name in instruments() for clause in load(name).clauses}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
            yield node.lineno, f"clause {node.value}"
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Cited":
            first, clauses = node.args[0], node.args[1]
            silent = isinstance(clauses, ast.Name) and clauses.id == "NOTHING"
            if isinstance(first, ast.Constant) and isinstance(first.value, int) and not silent:
                yield node.lineno, f"number {first.value}"


def test_no_clause_and_no_cited_number_stands_in_python() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {what}"
        for package in LAWFUL
        for path in sorted((PACKAGE / package).rglob("*.py"))
        for line, what in strings_and_numbers(ast.parse(path.read_bytes()))
    ]
    assert found == []


def test_a_clause_and_a_cited_number_are_found() -> None:
    source = 'law = dict(seat=Cited(3, cite("14.6")), none=Cited(0, NOTHING))'
    found = [what for _, what in strings_and_numbers(ast.parse(source))]
    assert found == ["number 3", "clause 14.6"]
