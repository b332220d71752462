"""Grids: what their words mean, and that every point is what the tool itself answers."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.odds import odds
from croupier.odds.disk_cache import AnswerCache
from croupier.odds.grids import axes_of, points_of, rows_of
from croupier.odds.risk import risk_for, takings_for

if TYPE_CHECKING:
    from pathlib import Path

BACCARAT = "act-mini-baccarat-2016"
ACT = "act-blackjack-2018"


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("decks=4..8", ["4", "5", "6", "7", "8"]),
        ("decks=4..8..2", ["4", "6", "8"]),
        ("decks=4,4", ["4"]),
        ("decks=6,4..6", ["6", "4", "5"]),
        ("soft_17=stand,hit", ["stand", "hit"]),
        ("bankroll=10,20..40..10", ["10", "20", "30", "40"]),
    ],
)
def test_words_name_values(word: str, values: list[str]) -> None:
    (axis,) = axes_of([word])
    assert axis.name == word.partition("=")[0]
    assert list(axis.values) == values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "say what is varied"),
        (["decks"], "'decks' is no NAME=VALUES"),
        (["decks=8..4"], "decks=8..4 goes nowhere"),
        (["decks=4..8..0"], "goes nowhere"),
        (["decks=4,,8"], "a value that is nothing"),
        (["decks=4", "decks=8"], "decks is there twice"),
        (["rounds=1..999999999"], "more than 10,000 values"),
    ],
)
def test_words_that_name_none_are_refused(words: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        axes_of(words)


def test_what_the_tool_or_the_rules_do_not_have_is_refused_before_anything_is_done() -> None:
    for words, said in (
        (["soft17=hit"], "soft17 cannot be varied; did you mean soft_17?"),
        (["foo=3"], "foo cannot be varied, only decks, remove, trips, ante, .*soft_17"),
        (["decks=4..9"], "options.decks: 9 is not between 4 and 8"),
        (["soft_17=perhaps"], "soft_17"),
        (["decks=four"], "decks=four is no number"),
        (["bankroll=5"], "bankroll cannot be varied"),
        (["decks=4..8", *[f"betting_seconds={','.join(map(str, range(2001)))}"]], "10,005 tables"),
    ):
        with pytest.raises((ValueError, LookupError), match=said.replace("?", ".")):
            points_of("odds", ACT, axes_of(words), {}, {})


def test_every_point_is_what_the_tool_itself_answers(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    removed = axes_of(["remove=4S,KD"])
    rows = [*rows_of(points_of("odds", BACCARAT, removed, {}, {}), workers=1, cache=cache)]
    assert [(row["remove"], row["wager"], row["house_edge"]) for row in rows] == [
        (card, wager.wager, wager.house_edge)
        for card in ("4S", "KD")
        for wager in odds(BACCARAT, remove=card).wagers
    ]
    assert {row["instrument"] for row in rows} == {BACCARAT}


def test_a_point_that_was_done_is_not_done_again(tmp_path: Path) -> None:
    asked = {"rounds": 50, "stake": 1.0, "wager": "tie", "cover": "first", "target": None}
    points = points_of("risk", BACCARAT, axes_of(["bankroll=5,6"]), asked, {})
    cache = AnswerCache(tmp_path)
    first = [*rows_of(points[:1], workers=1, cache=cache)]
    ruined = risk_for(BACCARAT, bankroll=5, rounds=50, wager="tie").ruined
    assert [row["ruined"] for row in first] == [ruined]
    (kept,) = (tmp_path / "grids").glob("*.json")
    marked = json.loads(kept.read_text())
    marked[0]["ruined"] = 2.0  # nothing that is worked out comes to this
    kept.write_text(json.dumps(marked))
    assert [row["ruined"] > 1 for row in rows_of(points, workers=1, cache=cache)] == [True, False]
    anew = AnswerCache(tmp_path, recompute=True)
    assert [row["ruined"] > 1 for row in rows_of(points, workers=1, cache=anew)] == [False, False]


def test_lines_for_a_program_and_for_a_person() -> None:
    words = ["risk", BACCARAT, "--grid", "bankroll=5,6", "rounds=10", "--workers", "1"]
    lines = CliRunner().invoke(app, [*words, "--csv"]).stdout.splitlines()
    assert lines[0].startswith("version,instrument,options,bankroll,rounds,wager,stake,target,")
    assert len(lines) == 3
    told = CliRunner().invoke(app, words).stdout
    assert "ruined" in told
    assert "target" not in told, "a column without a value"
    assert f"{BACCARAT}, decks=8, settlement=A" in told, "what is the same at every table"
    assert "Chances are parts of one" in told
    settlements = ["odds", BACCARAT, "--grid", "settlement=A,B", "--workers", "1"]
    assert f"{BACCARAT}, decks=8 " in CliRunner().invoke(app, settlements).stdout
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [row["bankroll"] for row in data["grid"]] == [5, 6]


def test_what_a_table_is_asked_is_asked_of_every_table() -> None:
    words = ["risk", BACCARAT, "--grid", "confidence=0.5,0.9", "--rounds", "50", "--drop", "20"]
    rows = [*csv.DictReader(io.StringIO(CliRunner().invoke(app, [*words, "--csv"]).stdout))]
    found = [takings_for(BACCARAT, rounds=50, drop=20, confidence=sure) for sure in (0.5, 0.9)]
    assert [(float(row["least"]), float(row["hold"])) for row in rows] == [
        (each.least, each.hold) for each in found
    ]
    assert found[0].least != found[1].least


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds", BACCARAT, "--grid", "decks=8", "--workers", "0"], "workers: 0 is not a number"),
        (["risk", BACCARAT, "--grid", "target=5"], "target is asked of a player"),
        (["risk", BACCARAT, "--grid", "cover=first,all"], "cover is asked of a player"),
        (["risk", BACCARAT, "--bankroll", "5", "--grid", "drop=1"], "drop is asked of a table"),
        (["risk", BACCARAT, "--bankroll", "5", "--grid", "confidence=0.9"], "confidence is asked"),
        (
            ["simulate", ACT, "--rounds", "1", "--grid", "ramp=1:8,1:12"],
            "ramp is asked of somebody",
        ),
    ],
)
def test_what_is_wrong_with_a_grid_names_its_field(words: list[str], said: str) -> None:
    assert said in str(CliRunner().invoke(app, words).exception)


@pytest.mark.parametrize(
    "words",
    [
        ["odds", BACCARAT, "decks=8"],
        ["odds", BACCARAT, "--csv", "--json"],
        ["odds", BACCARAT, "--grid", "decks=8", "--csv", "--json"],
        ["odds", BACCARAT, "--grid", "decks=8", "--effects"],
    ],
)
def test_what_does_not_go_together_is_said(words: list[str]) -> None:
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 2
    assert "grid" in answer.output or "choose one" in answer.output
