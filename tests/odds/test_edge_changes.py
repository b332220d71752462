"""What a change of instrument does to the edge, as `croupier compare` says it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import croupier
from croupier.cli.compare import edges_json
from croupier.odds import effects_for
from croupier.odds.edge_changes import EdgeChange, edge_changes

OLD: Final = "act-blackjack-2006"
NEW: Final = "act-blackjack-2018"


@pytest.fixture(scope="module")
def changes() -> tuple[EdgeChange, ...]:
    return edge_changes(OLD, NEW)


def row(changes: tuple[EdgeChange, ...], wager: str, **options: str) -> EdgeChange:
    (found,) = [each for each in changes if (each.wager, each.options) == (wager, options)]
    return found


def test_every_wager_has_its_edge_under_both(changes: tuple[EdgeChange, ...]) -> None:
    main = row(changes, "main")
    assert main.before == croupier.odds(OLD)["main"].house_edge
    assert main.after == croupier.odds(NEW)["main"].house_edge
    assert main.change == 0
    assert row(changes, "perfect-pairs").change == 0


def test_a_choice_that_one_instrument_lacks_is_told_against_what_it_always_does(
    changes: tuple[EdgeChange, ...],
) -> None:
    hit = row(changes, "main", soft_17="hit")
    assert hit.before == row(changes, "main").before
    assert hit.after == croupier.odds(NEW, options={"soft_17": "hit"})["main"].house_edge
    assert hit.change is not None
    assert round(100 * hit.change, 3) == 0.214


def test_a_wager_that_only_one_takes_has_no_change(changes: tuple[EdgeChange, ...]) -> None:
    sevens, pairs = row(changes, "super-sevens"), row(changes, "pairs-play")
    assert (sevens.after, sevens.change) == (None, None)
    assert (pairs.before, pairs.change) == (None, None)
    assert sevens.before == pytest.approx(404 / 4485, rel=1e-12)
    assert pairs.after == pytest.approx(43 / 415, rel=1e-12)


def test_choices_that_move_nothing_are_not_told(changes: tuple[EdgeChange, ...]) -> None:
    assert {tuple(each.options) for each in changes} == {(), ("soft_17",)}


def test_the_other_way_round_the_change_has_the_other_sign(
    changes: tuple[EdgeChange, ...],
) -> None:
    back = edge_changes(NEW, OLD)
    assert {(each.wager, *each.options.items()) for each in back} == {
        (each.wager, *each.options.items()) for each in changes
    }
    for each in back:
        there = row(changes, each.wager, **each.options)
        assert (each.before, each.after) == (there.after, there.before)


def test_an_instrument_and_itself() -> None:
    assert edge_changes(NEW, NEW) == ()


def test_the_effects_of_options() -> None:
    effects = {
        (each.option, each.reading): each
        for each in effects_for(NEW, decks=6)
        if each.wager == "main"
    }
    hit = effects["soft_17", "hit"]
    six, other = (
        croupier.odds(NEW, decks=6, options={"soft_17": choice})["main"].house_edge
        for choice in ("stand", "hit")
    )
    assert hit.house_edge == pytest.approx(other, rel=1e-12)
    assert hit.change == pytest.approx(other - six, rel=1e-9)
    assert effects["decks", "8"].change > 0 > effects["decks", "4"].change
    assert effects["collect_busts", "at_end"].change == 0
    assert ("decks", "6") not in effects


def moved(instrument: str, **asked: Any) -> dict[tuple[str, str, str], float]:
    return {
        (each.option, each.reading, each.wager): round(100 * each.change, 4)
        for each in effects_for(instrument, **asked)
        if each.change
    }


def test_decks_move_insurance_and_side_bets_too() -> None:
    offered = {"side_bets": ["perfect-pairs"]}
    effects = moved(NEW, decks=4, options=offered)
    four, six = (croupier.odds(NEW, decks=decks, options=offered) for decks in (4, 6))
    for wager in ("main", "insurance", "perfect-pairs"):
        change = 100 * (six[wager].house_edge - four[wager].house_edge)
        assert effects["decks", "6", wager] == round(change, 4)


def test_cards_that_are_removed_stay_removed() -> None:
    tens = "TS,TS,TS,TS,TS"
    effects = effects_for(NEW, remove=tens)
    insurance = {each.reading: each for each in effects if each.wager == "insurance"}
    assert insurance["hit"].house_edge == croupier.odds(NEW, remove=tens)["insurance"].house_edge
    assert "4" not in insurance  # four decks have four of that card
    assert "5" in insurance


def test_baccarats_methods_of_settlement() -> None:
    assert moved("act-mini-baccarat-2016") == {("settlement", "B", "banker"): 0.4002}
    assert moved("act-mini-baccarat-2016", options={"settlement": "B"}) == {
        ("settlement", "A", "banker"): -0.4002
    }


UTH: Final = "act-ultimate-texas-holdem-2025"


def test_a_maximum_payout_moves_hold_em_by_the_ante() -> None:
    options = {"blind_payout_cap": 100_000}
    for ante, change in ((1000, -1.2313), (200, 0)):
        effects = moved(UTH, options=options, ante=ante)
        assert effects.get(("blind_payout_cap", "none", "ante"), 0) == change
        assert set(effects) <= {("blind_payout_cap", "none", "ante")}


def test_a_comparison_is_worked_out_anew_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    before = edges_json(OLD, NEW)
    for file in (tmp_path / "answers").iterdir():
        wagers = json.loads(file.read_bytes())
        wagers[0]["house_edge"] = 0.5
        file.write_text(json.dumps(wagers))
    damaged = edges_json(OLD, NEW)["edges"]
    assert damaged[0]["from"] == damaged[0]["to"] == 0.5
    assert edges_json(OLD, NEW, recompute=True) == before
    assert edges_json(OLD, NEW) == before


# --- in the terminal


def compared(
    *words: str, without: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    absent = f"sys.modules[{without!r}] = None\n" if without else ""
    script = f"import sys\n{absent}from croupier.cli import main\nmain()"
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", script, "compare", OLD, NEW, *words],
        env={**os.environ, **plain, **environment},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )


def test_the_comparison_ends_with_the_edges() -> None:
    lines = [" ".join(line.split()) for line in compared().stdout.splitlines()]
    after = lines[lines.index("What that does to the house edge") :]
    assert "main, soft_17=hit 0.5424 % 0.7560 % +0.2136 %" in after
    assert "super-sevens 9.0078 % not taken" in after
    edges = json.loads(compared("--json").stdout)["edges"]
    sevens = edges[3]
    assert (sevens["wager"], sevens["to"], sevens["change"]) == ("super-sevens", None, None)


def test_without_the_compiler_the_rest_is_still_compared(tmp_path: Path) -> None:
    answer = compared(without="numba", CROUPIER_CACHE=str(tmp_path))
    assert "What differs" in answer.stdout
    assert "The edges are not known: this analysis is compiled, and numba is not installed" in (
        answer.stdout
    )
    data = json.loads(compared("--json", without="numba", CROUPIER_CACHE=str(tmp_path)).stdout)
    assert data["edges"] is None
    assert data["clauses"]
