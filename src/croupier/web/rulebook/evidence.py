"""What stands behind each clause: the code that cites it and the tests that hold it."""

from __future__ import annotations

import linecache
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent

import croupier
from croupier.game_rules import laws_of
from croupier.game_rules.rules_in_common import names_by_clause
from croupier.rulebook.coverage import (
    CITED,
    OPEN,
    ClauseCoverage,
    coverage,
    readings_in,
    shipped_tests,
)
from croupier.rulebook.instruments import load
from croupier.source_parts import citation_filter

_PACKAGE = Path(croupier.__file__).parent
TRIES = 5
LONGEST = 6
"""Lines of source that are shown of one place."""

STATUSES = {
    "enforced": "code applies it, and tests hold the code to it",
    "recorded": "people do it; the table asks for it, records it and cites it, and tests hold that",
    "defined": "a word that the code uses as it is meant here, and tests hold that",
    CITED: "code names it, and nothing that happens depends on it",
    OPEN: "no code cites it yet, or no test holds it",
}
"""What may be claimed of a clause, and what the claim means."""


@dataclass(frozen=True, slots=True)
class CitingLine:
    """A line of the program that cites a clause."""

    file: str
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class HeldBy:
    """A test, by its file and by what its name says."""

    file: str
    name: str

    @property
    def says(self) -> str:
        return self.name.removeprefix("test_").replace("_", " ")


@cache
def covered(instrument: str) -> dict[str, ClauseCoverage]:
    """What may be claimed of every clause, by its id."""
    tests = shipped_tests().get(instrument, {})
    found = coverage(
        load(instrument), laws_of(instrument), _readings(), tests, citation_filter(instrument)
    )
    return {row.clause: row for row in found.clauses}


@cache
def _readings() -> dict[str, set[str]]:
    for _ in range(TRIES):
        with suppress(SystemError):  # Python 3.11 counts its depth wrong if two threads parse
            return readings_in(_PACKAGE)
    raise RuntimeError("the program's own source cannot be read now")


@cache
def rule_names(instrument: str) -> dict[str, set[str]]:
    """Return the names under which the code knows each clause."""
    return names_by_clause(load(instrument))


def tally(instrument: str) -> dict[str, int]:
    """How many clauses stand at each status."""
    counts = Counter(row.status for row in covered(instrument).values())
    return {status: counts[status] for status in STATUSES}


def places(row: ClauseCoverage) -> list[CitingLine]:
    """The lines that cite a clause, each with its text."""
    return [_place(place) for place in row.code]


def _place(place: str) -> CitingLine:
    file, _, line = place.rpartition(":")
    return CitingLine(file, int(line), _statement(str(_PACKAGE.parent / file), int(line)))


def _statement(file: str, line: int) -> str:
    """A line of source, and those after it as long as brackets stand open."""
    text = linecache.getline(file, line)
    for more in range(line + 1, line + LONGEST):
        if sum(map(text.count, "([{")) <= sum(map(text.count, ")]}")):
            break
        text += linecache.getline(file, more)
    return dedent(text).rstrip()


def held_by(row: ClauseCoverage) -> list[HeldBy]:
    """The tests that hold a clause."""
    return [HeldBy(file, name) for file, _, name in (test.partition("::") for test in row.tests)]
