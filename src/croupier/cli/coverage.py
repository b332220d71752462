"""`croupier coverage`: what implements each clause, what tests it, and what is still open."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import croupier
from croupier.cli.printing import progress
from croupier.game_rules import laws_of
from croupier.rulebook.coverage import (
    CITED,
    OPEN,
    Coverage,
    cited_only,
    coverage,
    readings_in,
    shipped_tests,
    tests_in,
)
from croupier.rulebook.instruments import heading_of, load, shipped
from croupier.source_parts import citation_filter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

PREFIXES = {mark: id for id in shipped() if (mark := heading_of(id).mark)}
"""How tests name one instrument's clause: `06:7.4`, `uth:9.5(a)`."""

_OTHER_COLUMNS = 76  # what all columns but the last take of a line
_WIDE = 100  # from here on there is room for the name of a test

_PACKAGE = Path(croupier.__file__).parent


def collect(tests: Path | None, instruments: Sequence[str]) -> Coverage:
    """Coverage, from the tests in a directory, in the checkout, or from the shipped list."""
    if tests is not None and not tests.is_dir():
        raise ValueError(f"--tests: there is no directory {tests}")
    books = [load(name) for name in instruments]
    checkout = _PACKAGE.parent.parent / "tests"
    where = tests or (checkout if (checkout / "conftest.py").is_file() else None)
    with progress() as tell:  # to read all code and tests takes seconds
        tell(0, 3, "reading the tests")
        held_by = tests_in(where.resolve(), PREFIXES) if where else shipped_tests()
        tell(1, 3, "reading the code")
        readings = readings_in(_PACKAGE)
        tell(2, 3, "finding each clause")
        return Coverage(
            {
                book.id: coverage(
                    book,
                    laws_of(book.id),
                    readings,
                    held_by.get(book.id, {}),
                    citation_filter(book.id),
                )
                for book in books
            }
        )


def coverage_json(tests: Path | None, instruments: Sequence[str]) -> str:
    text = msgspec.json.encode(collect(tests, instruments))
    return msgspec.json.format(text, indent=2).decode()


def show_coverage(console: Console, instruments: Sequence[str], tests: Path | None) -> None:
    """A line for each clause, and a count of each status for each instrument."""
    from rich.markup import escape
    from rich.table import Table

    room = console.width - _OTHER_COLUMNS if console.width >= _WIDE else 0
    colours = {
        "enforced": "green", "recorded": "cyan", "defined": "blue", CITED: "yellow", OPEN: "red",
    }  # fmt: skip
    for name, found in collect(tests, instruments).instruments.items():
        table = Table(title=name, title_justify="left", title_style="bold", box=None)
        table.add_column("clause", no_wrap=True)
        table.add_column("kind", style="dim", no_wrap=True, min_width=14)
        table.add_column("status", no_wrap=True, min_width=8)
        table.add_column("code", justify="right", min_width=4)
        table.add_column("tests", justify="right", min_width=5)
        if room:
            table.add_column("for instance", style="dim", no_wrap=True)
        for row in found.clauses:
            colour = colours[row.status]
            table.add_row(
                escape(row.clause),
                row.kind,
                f"[{colour}]{row.status}[/{colour}]",
                str(len(row.code) or ""),
                str(len(row.tests) or ""),
                *([_instance(row.tests, room)] if room else []),
            )
        console.print(table)
        counts = Counter(row.status for row in found.clauses)
        summary = ", ".join(f"{counts[status]} {status}" for status in colours if counts[status])
        console.print(f"{len(found.clauses)} clauses: {summary}")
        for clause, instead in cited_only().get(name, {}).items():
            console.print(f"  {escape(clause)} is cited, and nothing depends on it: {instead}")
        console.print()


def _instance(tests: Sequence[str], room: int) -> str:
    return tests[0].partition("::")[2][:room] if tests else ""
