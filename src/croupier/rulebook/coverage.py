"""Which code cites a clause, which tests hold it, and what may therefore be claimed of it.

A clause is cited by name: a field of an instrument's law, such as `law.over_maximum`, carries the
clause ids, and code that runs reads the field. So the code behind a clause is found by asking the
law which fields carry the clause, and the source where those fields are read. Tests name the
clauses they hold with `@pytest.mark.clause(...)`, and the test suite fails a test whose clause was
not cited while it ran. A clause without both is `open`, whatever anybody says. One that is named in
all of this while nothing that happens depends on it is `cited`, and not enforced: those are found
by breaking what enforces each clause (`benchmarks/mutations.py`), and listed with the reason.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from croupier.rulebook.citations import Cited
from croupier.rulebook.instruments import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from croupier.rulebook.instruments import Instrument

STATUS = {
    Kind.DEFINITION: "defined",
    Kind.ENFORCEABLE: "enforced",
    Kind.PROCEDURE: "enforced",
    Kind.POWER: "recorded",
    Kind.NOTICE: "recorded",
    Kind.PHYSICAL: "recorded",
}
OPEN = "open"
CITED = "cited"
EVIDENCE = resources.files("croupier.rulebook") / "evidence.json"
"""The shipped list of tests by clause, for where the tests themselves are not at hand."""

CITED_ONLY = resources.files("croupier.rulebook") / "cited_only.json"
"""The clauses on which nothing depends, by instrument, each with who sees to it instead."""

LAW_NAMES = frozenset({"law", "table_law", "side_law", "side", "sevens"})
"""What the code calls a law when it reads a rule from it."""

_MAY_READ = re.compile(rb"(?:%s)\s*\." % "|".join(sorted(LAW_NAMES)).encode())
"""What source has that reads any rule: parsing takes a thousand times as long as looking."""


class ClauseCoverage(msgspec.Struct, frozen=True):
    clause: str
    kind: str
    status: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


class InstrumentCoverage(msgspec.Struct, frozen=True):
    clauses: tuple[ClauseCoverage, ...]


class Coverage(msgspec.Struct, frozen=True):
    instruments: dict[str, InstrumentCoverage]


def coverage(
    instrument: Instrument,
    laws: Iterable[object],
    readings: Mapping[str, Iterable[str]],
    tests: Mapping[str, Iterable[str]],
    may_cite: Callable[[str], bool],
) -> InstrumentCoverage:
    """Return the status of every clause of one instrument.

    `may_cite` is true of a module, by its dotted name, whose readings count for the instrument:
    other games have rules with the same names.
    """
    named = fields_by_clause(laws)
    only = cited_only().get(instrument.id, {})
    rows = []
    for clause in instrument.clauses:
        places = {place for name in named[clause.id] for place in readings.get(name, ())}
        code = sorted(place for place in places if may_cite(module_at(place)))
        held_by = tuple(sorted(tests.get(clause.id, ())))
        claimed = CITED if clause.id in only else STATUS[clause.kind]
        status = claimed if code and held_by else OPEN
        rows.append(ClauseCoverage(clause.id, clause.kind, status, tuple(code), held_by))
    return InstrumentCoverage(tuple(rows))


def module_at(place: str) -> str:
    """Return the dotted name of the module at a place: `croupier/table/table.py:12`."""
    file = place.partition(":")[0].removesuffix(".py").removesuffix("/__init__")
    return file.replace("/", ".")


def fields_by_clause(laws: Iterable[object]) -> defaultdict[str, set[str]]:
    """The names under which a law carries each clause."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    for law in laws:
        for name, clauses in _carried(law):
            for clause in clauses:
                named[clause].add(name)
    return named


def _carried(law: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not is_dataclass(law):
        return
    for field in fields(law):
        value = getattr(law, field.name)
        if isinstance(value, Cited):
            yield field.name, value.clauses
        elif isinstance(value, tuple):
            yield field.name, value
        elif isinstance(value, dict):
            for inner in value.values():
                if isinstance(inner, Cited):  # a line of a pay table
                    yield field.name, inner.clauses
                elif isinstance(inner, tuple):
                    yield field.name, inner
                elif isinstance(inner, dict):  # a settlement table or a pay table
                    yield from ((field.name, limb.every_clause) for limb in inner.values())
                else:
                    yield from _carried(inner)
        else:
            yield from _carried(value)


def readings_in(package: Path) -> dict[str, set[str]]:
    """Where the source reads each rule: field name to places, `croupier/table/table.py:12`."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if not may_read_rules(source):
            continue
        place = path.relative_to(package.parent).as_posix()
        for name, node in rules_read(ast.parse(source)):
            found[name].add(f"{place}:{getattr(node, 'lineno', 0)}")
    return dict(found)


def may_read_rules(source: bytes) -> bool:
    """Whether it is worth to parse it."""
    return _MAY_READ.search(source) is not None


def rules_read(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every place of a module that reads a rule, with the rule's name."""
    for node in _beside_declarations(tree):
        name = _rule_read(node)
        if name is not None:
            yield name, node


def _beside_declarations(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything but the clauses that acts declare: that tells of a rule and does nothing about it.

    They stand in the declaration, or in a function beside it that is called `declared_for_…`.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_").startswith("declared_for_"):
            continue
        yield node
        declares = isinstance(node, ast.Call) and getattr(node.func, "attr", None) == "act"
        waiting.extend(
            child
            for child in ast.iter_child_nodes(node)
            if not (declares and isinstance(child, ast.keyword) and child.arg == "clauses")
        )


def _rule_read(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute):
        owner = node.value
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", None)
        return node.attr if name in LAW_NAMES else None
    return None


def tests_in(directory: Path, prefixes: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """The tests that claim each clause, by instrument: `tests/…/test_x.py::test_y`.

    `prefixes` maps the short form before a colon (`06:7.4`) to its instrument; an id without one
    speaks for all those that go by their year.
    """
    found: dict[str, dict[str, list[str]]] = {name: {} for name in prefixes.values()}
    for path in sorted(directory.rglob("test_*.py")):
        source = path.read_bytes()
        if b".clause(" not in source:
            continue
        place = path.relative_to(directory.parent).as_posix()
        for node in _tests(ast.parse(source)):
            for text in _claims(node):
                prefix, _, rest = text.partition(":")
                if prefix in prefixes:
                    claimed = [(prefixes[prefix], rest)]
                else:
                    claimed = [(name, text) for year, name in prefixes.items() if year.isdigit()]
                for instrument, clause in claimed:
                    found[instrument].setdefault(clause, []).append(f"{place}::{node.name}")
    return found


def _tests(within: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    for node in within.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _tests(node)


def _claims(node: ast.FunctionDef) -> Iterator[str]:
    """The clauses in a test's marks, on the whole of it or on some of its parameters."""
    named = (
        argument.value
        for decorator in node.decorator_list
        for call in ast.walk(decorator)
        if isinstance(call, ast.Call) and getattr(call.func, "attr", None) == "clause"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
    yield from dict.fromkeys(named)


def shipped_tests() -> dict[str, dict[str, list[str]]]:
    """The tests by instrument and clause, as listed when the package was made."""
    return msgspec.json.decode(EVIDENCE.read_bytes(), type=dict[str, dict[str, list[str]]])


@cache
def cited_only() -> dict[str, dict[str, str]]:
    """The clauses that are named and on which nothing depends, and who sees to them instead."""
    return msgspec.json.decode(CITED_ONLY.read_bytes(), type=dict[str, dict[str, str]])
