"""A clause is claimed only where code cites it and a test holds it, and the list shows both."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from benchmarks.figures import COVERAGE, Figures, read_figures, write_figures
from rich.console import Console

import croupier
from croupier.cli.coverage import PREFIXES, collect, show_coverage
from croupier.game_rules import laws_of
from croupier.rulebook.citations import Cited, Clauses
from croupier.rulebook.coverage import (
    EVIDENCE,
    STATUS,
    ClauseCoverage,
    cited_only,
    coverage,
    fields_by_clause,
    readings_in,
    shipped_tests,
)
from croupier.rulebook.coverage import tests_in as claims_in  # pytest would take it for a test
from croupier.rulebook.instruments import Clause, Instrument, Kind, instruments, load

if TYPE_CHECKING:
    from collections.abc import Callable

TESTS = Path(__file__).parent.parent
SOURCE = Path(croupier.__file__).parent.parent
ACT_BLACKJACK = ("act-blackjack-2006", "act-blackjack-2018")


def asked(*words: str) -> Any:
    answer = subprocess.run(
        [sys.executable, "-m", "croupier", "coverage", "--json", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return json.loads(answer.stdout)


@pytest.fixture(scope="module")
def told() -> Any:
    """What `croupier coverage --json` prints."""
    return asked()


# --- what the command prints


def test_every_clause_of_every_instrument_is_a_row_of_the_list(told: Any) -> None:
    assert set(told) == {"instruments"}
    assert set(told["instruments"]) == set(instruments())
    for name, found in told["instruments"].items():
        assert set(found) == {"clauses"}
        rows = [(row["clause"], row["kind"]) for row in found["clauses"]]
        assert rows == [(clause.id, clause.kind) for clause in load(name).clauses]
        assert {frozenset(row) for row in found["clauses"]} == {
            frozenset({"clause", "kind", "status", "code", "tests"})
        }


def test_one_instrument_may_be_asked_for(told: Any) -> None:
    name = "act-blackjack-2018"
    assert asked(name) == {"instruments": {name: told["instruments"][name]}}


def test_the_status_follows_from_kind_code_and_tests(told: Any) -> None:
    claimed = {
        "definition": "defined",
        "enforceable": "enforced",
        "procedure": "enforced",
        "operator-power": "recorded",
        "notice": "recorded",
        "physical": "recorded",
    }
    for name, found in told["instruments"].items():
        for row in found["clauses"]:
            proved = row["code"] and row["tests"]
            only = row["clause"] in cited_only().get(name, ())
            claim = "cited" if only else claimed[row["kind"]]
            assert row["status"] == (claim if proved else "open"), row


def test_every_code_place_is_a_line_of_the_source(told: Any) -> None:
    places = {
        place
        for found in told["instruments"].values()
        for row in found["clauses"]
        for place in row["code"]
    }
    assert len(places) > 100
    for place in places:
        path, _, line = place.partition(":")
        assert _lines(path)[int(line) - 1].strip(), place


@cache
def _lines(path: str) -> list[str]:
    return (SOURCE / path).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ACT_BLACKJACK)
def test_a_code_place_names_a_rule_that_carries_the_clause(told: Any, name: str) -> None:
    carried = fields_by_clause(laws_of(name))
    for row in told["instruments"][name]["clauses"]:
        for place in row["code"]:
            path, _, line = place.partition(":")
            lines = _lines(path)
            read = " ".join(lines[int(line) - 1 :][:4])  # a call may go on below
            assert any(rule in read for rule in carried[row["clause"]]), (row["clause"], place)


@pytest.mark.parametrize("name", ACT_BLACKJACK)
def test_every_named_test_is_there_and_claims_the_clause(told: Any, name: str) -> None:
    year = next(prefix for prefix, instrument in PREFIXES.items() if instrument == name)
    for row in told["instruments"][name]["clauses"]:
        for place in row["tests"]:
            path, _, test = place.partition("::")
            marks = _marks(TESTS.parent / path)[test]
            assert marks & {row["clause"], f"{year}:{row['clause']}"}, (row["clause"], place)


@cache
def _marks(path: Path) -> dict[str, set[str]]:
    """The strings in the decorators of each function of a file."""
    return {
        node.name: {
            inner.value
            for decorator in node.decorator_list
            for inner in ast.walk(decorator)
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str)
        }
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef)
    }


# --- what is open


@pytest.mark.parametrize("name", instruments())
def test_nothing_is_open(told: Any, name: str) -> None:
    rows = told["instruments"][name]["clauses"]
    assert [row["clause"] for row in rows if row["status"] == "open"] == []


# --- compared with the stored figures


def test_no_clause_is_lost_or_has_a_lower_status_or_fewer_tests_than_stored(told: Any) -> None:
    """`CROUPIER_REGENERATE=1 pytest -k than_stored` stores the figures of today."""
    now: Figures = {
        name: {
            row["clause"]: {
                "kind": row["kind"],
                "status": row["status"],
                "code": len(row["code"]),
                "tests": len(row["tests"]),
            }
            for row in found["clauses"]
        }
        for name, found in told["instruments"].items()
    }
    if os.environ.get("CROUPIER_REGENERATE"):
        write_figures(COVERAGE, now)
    stored = read_figures(COVERAGE)
    assert {name: set(rows) for name, rows in now.items()} == {
        name: set(rows) for name, rows in stored.items()
    }
    assert [
        f"{name} {clause}: {row}, stored {before}"
        for name, rows in stored.items()
        for clause, before in rows.items()
        if is_lower(row := now[name][clause], before)
    ] == []


def is_lower(row: dict[str, Any], before: dict[str, Any]) -> bool:
    """True if a clause has another kind, a lower status or fewer tests than before."""
    if row["kind"] != before["kind"] or row["tests"] < before["tests"]:
        return True
    standing = {"open": 0, "cited": 1}
    return standing.get(row["status"], 2) < standing.get(before["status"], 2)


@pytest.mark.parametrize(
    ("change", "lower"),
    [
        ({}, False),
        ({"tests": 3, "code": 1}, False),
        ({"tests": 1}, True),
        ({"status": "cited"}, True),
        ({"status": "open"}, True),
        ({"kind": "physical", "status": "recorded"}, True),
    ],
)
def test_a_clause_is_lower_by_its_kind_status_or_tests(change: dict[str, Any], lower: bool) -> None:
    before = {"kind": "enforceable", "status": "enforced", "code": 2, "tests": 2}
    assert is_lower(before | change, before) is lower


# --- where the tests are found


def test_the_shipped_list_is_what_the_tests_claim() -> None:
    """`CROUPIER_REGENERATE=1 pytest -k shipped_list` writes it anew."""
    claimed = claims_in(TESTS, PREFIXES)
    if os.environ.get("CROUPIER_REGENERATE"):
        ordered = {
            name: {clause.id: held[clause.id] for clause in load(name).clauses if clause.id in held}
            for name, held in claimed.items()
        }
        text = msgspec.json.format(msgspec.json.encode(ordered), indent=1)
        Path(str(EVIDENCE)).write_bytes(text + b"\n")
    assert shipped_tests() == claimed


def test_the_shipped_list_serves_where_the_tests_are_not(
    told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.coverage._PACKAGE", tmp_path / "a" / "b" / "croupier")
    found = collect(None, ACT_BLACKJACK)
    for name in ACT_BLACKJACK:
        rows = {row.clause: row.tests for row in found.instruments[name].clauses}
        shipped = shipped_tests()[name]
        assert rows == {clause: tuple(sorted(shipped.get(clause, ()))) for clause in rows}


def test_without_tests_everything_is_open(tmp_path: Path) -> None:
    found = collect(tmp_path, ACT_BLACKJACK)
    for name in ACT_BLACKJACK:
        rows = found.instruments[name].clauses
        assert {row.status for row in rows} == {"open"}
        assert any(row.code for row in rows)


def test_a_directory_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--tests: there is no directory"):
        collect(tmp_path / "nowhere", ACT_BLACKJACK)


# --- an instrument of four clauses, with its law, its source and its tests


@dataclass(frozen=True, kw_only=True)
class FakeSideLaw:
    window: Clauses


@dataclass(frozen=True, kw_only=True)
class FakeLaw:
    hours: Clauses
    decks: Cited[int]
    revoked: Clauses | None
    strict: bool
    side_bets: dict[str, FakeSideLaw]


LAW = FakeLaw(
    hours=Clauses(("1.1",)),
    decks=Cited(6, Clauses(("1.2", "1.3"))),
    revoked=None,
    strict=True,
    side_bets={"pairs": FakeSideLaw(window=Clauses(("1.4",)))},
)
ALL_TESTED = {f"1.{n}": [f"tests/test_fake.py::test_1_{n}"] for n in range(1, 5)}


def book(first: Kind) -> Instrument:
    """An instrument with clauses 1.1 to 1.4, all enforceable but perhaps for the first."""
    kinds = (first, Kind.ENFORCEABLE, Kind.ENFORCEABLE, Kind.ENFORCEABLE)
    return Instrument(
        id="fake",
        game="fake",
        engine="fake",
        title="Fake Approval",
        number="NI1",
        authority="nobody",
        signed="1999-01-01",
        commences=None,
        parts={"1": "One"},
        clauses=tuple(Clause(f"1.{n}", kind, "It says so.") for n, kind in enumerate(kinds, 1)),
        options=(),
    )


def rows_of(
    source: str,
    tests: dict[str, list[str]],
    package: Path,
    first: Kind = Kind.ENFORCEABLE,
    may_cite: Callable[[str], bool] = lambda module: True,
) -> dict[str, ClauseCoverage]:
    (package / "acts").mkdir(parents=True)
    (package / "acts" / "opening.py").write_text(source)
    found = coverage(book(first), [LAW], readings_in(package), tests, may_cite)
    return {row.clause: row for row in found.clauses}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return tmp_path / "src" / "fake"


def test_a_law_carries_its_clauses_under_the_names_of_its_rules() -> None:
    assert fields_by_clause([LAW]) == {
        "1.1": {"hours"},
        "1.2": {"decks"},
        "1.3": {"decks"},
        "1.4": {"window"},
    }


def test_a_clause_that_code_reads_and_a_test_holds_is_claimed(package: Path) -> None:
    rows = rows_of("def open(law):\n    return law.hours\n", ALL_TESTED, package)
    assert rows["1.1"] == ClauseCoverage(
        "1.1", "enforceable", "enforced", ("fake/acts/opening.py:2",), tuple(ALL_TESTED["1.1"])
    )


def test_a_rule_that_no_code_reads_is_open_whatever_tests_say(package: Path) -> None:
    rows = rows_of("def open(law):\n    return law.hours\n", ALL_TESTED, package)
    assert (rows["1.2"].status, rows["1.2"].code) == ("open", ())
    assert rows["1.2"].tests == tuple(ALL_TESTED["1.2"])


def test_code_of_another_game_does_not_speak_for_this_one(package: Path) -> None:
    for game in ("fake", "other"):
        (package / "games" / game).mkdir(parents=True)
        (package / "games" / game / "round.py").write_text("def play(law):\n    return law.hours\n")
    rows = rows_of("", ALL_TESTED, package, may_cite=lambda module: ".other." not in module)
    assert rows["1.1"].code == ("fake/games/fake/round.py:2",)


def test_a_clause_that_no_test_holds_is_open_whatever_code_reads(package: Path) -> None:
    rows = rows_of("def open(law):\n    return law.hours, law.decks\n", {}, package)
    assert {row.status for row in rows.values()} == {"open"}
    assert rows["1.3"].code == ("fake/acts/opening.py:2",)


def test_a_clause_on_which_nothing_depends_is_cited_and_not_enforced(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = {"fake": {"1.1": "people see to it"}, "other": {"1.2": "people see to it"}}
    monkeypatch.setattr("croupier.rulebook.coverage.cited_only", lambda: only)
    rows = rows_of("law.hours; law.decks", ALL_TESTED, package)
    assert (rows["1.1"].status, rows["1.2"].status) == ("cited", "enforced")


def test_without_code_or_a_test_it_is_open_all_the_same(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = {"fake": {"1.1": "people see to it"}}
    monkeypatch.setattr("croupier.rulebook.coverage.cited_only", lambda: only)
    assert rows_of("law.hours", {}, package)["1.1"].status == "open"


def test_what_is_listed_as_cited_alone_would_else_be_called_enforced() -> None:
    for name, clauses in cited_only().items():
        for clause, instead in clauses.items():
            assert STATUS[load(name).by_id[clause].kind] == "enforced", (name, clause)
            assert instead


def test_coverage_says_in_words_who_sees_to_what_is_only_cited() -> None:
    console = Console(record=True, width=200, file=StringIO())
    show_coverage(console, ["nsw-blackjack-challenge"], None)
    told = console.export_text()
    for clause, instead in cited_only()["nsw-blackjack-challenge"].items():
        assert f"{clause} is cited, and nothing depends on it: {instead}" in told
    assert "1 cited" in told


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Kind.DEFINITION, "defined"),
        (Kind.ENFORCEABLE, "enforced"),
        (Kind.PROCEDURE, "enforced"),
        (Kind.POWER, "recorded"),
        (Kind.NOTICE, "recorded"),
        (Kind.PHYSICAL, "recorded"),
    ],
)
def test_what_is_claimed_depends_on_the_kind(package: Path, kind: Kind, status: str) -> None:
    rows = rows_of("law.hours", ALL_TESTED, package, kind)
    assert (rows["1.1"].kind, rows["1.1"].status) == (kind, status)


@pytest.mark.parametrize(
    "source",
    [
        "law.hours",
        "table.law.hours",
        "self.game.table_law.hours",
        "raise Refused('too late', law.hours)",
        "cited = Clauses((*law.approved, *law.hours))",
    ],
)
def test_a_rule_is_read_from_a_law_by_name(package: Path, source: str) -> None:
    assert rows_of(source, ALL_TESTED, package)["1.1"].status == "enforced"


@pytest.mark.parametrize(
    "source",
    [
        "options.hours",
        "hours = '1.1'",
        "table.hours = (10, 22)",
        "# law.hours",
        "'law.hours'",
        "FakeLaw(hours=cite('1.1'))",
        "Limb('hours', 'it is late')",
    ],
)
def test_nothing_else_counts_as_reading_it(package: Path, source: str) -> None:
    assert rows_of(source, ALL_TESTED, package)["1.1"].status == "open"


@pytest.mark.parametrize("source", ["side.window", "side_law.window"])
def test_the_law_of_a_side_bet_is_read_like_any_other(package: Path, source: str) -> None:
    assert rows_of(source, ALL_TESTED, package)["1.4"].status == "enforced"


# --- tests, by the clauses they claim

FAKE_TESTS = """
import pytest

@pytest.mark.clause("1.1")
def test_both(instrument): ...

@pytest.mark.clause("06:1.2", "18:1.3")
@pytest.mark.parametrize("x", ["1.4"])
def test_one_of_each(instrument): ...

@pytest.mark.parametrize("x", [
    pytest.param("1.4", marks=pytest.mark.clause("18:1.5")),
    pytest.param("1.5", marks=[pytest.mark.clause("18:1.5", "18:1.6")]),
    "1.7",
])
def test_some_of_its_parameters(x): ...

def test_nothing(): ...

@pytest.mark.clause("1.4")
def helper(): ...

class TestTogether:
    @pytest.mark.clause("18:1.1", "uth:1.1")
    def test_inside(self): ...
"""


def test_tests_are_found_by_their_marks(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "deep").mkdir(parents=True)
    (tests / "deep" / "test_fake.py").write_text(FAKE_TESTS)
    (tests / "support.py").write_text(FAKE_TESTS)
    here = "tests/deep/test_fake.py"
    prefixes = {"06": "fake-2006", "18": "fake-2018", "uth": "fake-holdem"}
    assert claims_in(tests, prefixes) == {
        "fake-2006": {"1.1": [f"{here}::test_both"], "1.2": [f"{here}::test_one_of_each"]},
        "fake-2018": {
            "1.1": [f"{here}::test_both", f"{here}::test_inside"],
            "1.3": [f"{here}::test_one_of_each"],
            "1.5": [f"{here}::test_some_of_its_parameters"],
            "1.6": [f"{here}::test_some_of_its_parameters"],
        },
        "fake-holdem": {"1.1": [f"{here}::test_inside"]},
    }
