"""`croupier promotion check`: what terms lack, as lines and as JSON, and the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "spring-draw.json"


def check(*words: str, terms: object = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", "promotion", "check", *words],
        input=json.dumps(terms),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def example(**fields: Any) -> dict[str, Any]:
    """The terms of the example, with these fields instead of its own; None leaves one out."""
    said = json.loads(EXAMPLE.read_text("utf-8")) | fields
    return {field: value for field, value in said.items() if value is not None}


def test_the_example_lacks_nothing_and_says_what_follows() -> None:
    answer = check(str(EXAMPLE))
    assert (answer.returncode, answer.stderr) == (0, "")
    first, *follows = answer.stdout.splitlines()
    assert first == "Spring draw: nothing is missing."
    assert [line.rpartition(" ")[2] for line in follows] == [
        "(20.9)", "(20.2)", "(20.8)", "(20.3)", "(20.4)",
    ]  # fmt: skip
    assert "by 2026-11-15 09:00:00+11:00" in follows[0]


def test_what_is_missing_is_named_with_its_clauses_and_what_they_say() -> None:
    answer = check("-", terms=example(award_place=None, results=" "))
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.splitlines() == [
        "Spring draw: 2 things missing or not allowed.",
        "  award_place: missing (20.7, 20.7.2)",
        "      When and where it is awarded.",
        "  results: missing (20.7, 20.7.10)",
        "      How the results are made public.",
    ]


def test_the_same_as_json() -> None:
    answer = check("-", "--json", terms=example(manner=None))
    assert answer.returncode == 1
    assert json.loads(answer.stdout) == {
        "name": "Spring draw",
        "complete": False,
        "objections": [{"field": "manner", "says": "missing", "clauses": ["20.7", "20.7.1"]}],
        "follows": [],
    }
    whole = json.loads(check(str(EXAMPLE), "--json").stdout)
    assert whole["complete"] is True
    assert [each["clauses"] for each in whole["follows"]] == [
        ["20.9"], ["20.2"], ["20.8"], ["20.3"], ["20.4"],
    ]  # fmt: skip


def test_readings_and_what_the_regulations_list_are_asked_for_by_name() -> None:
    banned = check(str(EXAMPLE), "--prescribed", "Cheese and Fruit")
    assert (banned.returncode, "20.5.5" in banned.stdout) == (1, True)
    together = check(str(EXAMPLE), "--option", "liquor_scope=per_promotion")
    assert (together.returncode, "45 litres" in together.stdout) == (1, True)
    later = check(str(EXAMPLE), "--option", "notify_window=second_day")
    assert "told by 2026-11-22 23:59:59" in later.stdout
    waits = check(str(EXAMPLE), "--option", "preamend_restarts_24h=false")
    assert waits.returncode == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.json",), "nowhere.json"),
        ((__file__,), f"{__file__}: terms: an object, not text"),
        (("-",), "terms: an object, not nothing"),
        (("-", "--option", "liquor_scope"), "write it as NAME=VALUE"),
        (("-", "--option", "liquor_scope=all"), "options.liquor_scope"),
        (("-", "--option", "decks=6"), "options.decks"),
    ],
)
def test_what_makes_no_sense_is_one_line(words: tuple[str, ...], says: str) -> None:
    answer = check(*words)
    assert (answer.returncode, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith("croupier: ")
    assert says in line


def test_terms_cannot_steer_a_terminal() -> None:
    answer = check("-", terms=example(name="\x1b[31mred"))
    assert answer.stdout.startswith("\\x1b[31mred: nothing is missing.")


def test_terms_that_are_too_long_are_not_read() -> None:
    answer = check("-", terms=example(manner="x" * 1_000_001))
    assert (answer.returncode, "too long" in answer.stderr) == (2, True)
