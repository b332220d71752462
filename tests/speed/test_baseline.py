"""The command that compares speed with a stored run. No test here measures anything."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from benchmarks import baseline
from benchmarks.baseline import Run, compare, find_absent, read_run, show_comparison, write_run
from benchmarks.figure import Figure

if TYPE_CHECKING:
    from pathlib import Path

MACHINE = {
    "date": "2026-11-18T12:00:00+00:00", "commit": "1234", "processor": "a processor", "cores": 2,
    "python": "CPython 3.11", "load_average_at_start": [0.1, 0.1, 0.1],
}  # fmt: skip


def make_run(plain: float, table: float, seconds: float = 2.0, *, processor: str = "a") -> Run:
    figures = [
        Figure("plain", plain, "rounds/s"),
        Figure("table", table, "rounds/s", "plain"),
        Figure("start", seconds, "s", "plain"),
    ]
    return Run(MACHINE | {"processor": processor}, {"repeat": 3}, {"rounds": figures})


def test_the_stored_run_has_every_figure_that_the_command_measures() -> None:
    names = "import json; from benchmarks.baseline import *; print(json.dumps("
    names += "{group: load_group(group).figure_names() for group in GROUPS}))"
    # In another process: the scripts load Numba, the casino and the tests' helpers.
    measured = subprocess.run(
        [sys.executable, "-c", names], cwd=baseline.ROOT, capture_output=True, check=True
    ).stdout
    stored = read_run(baseline.STORED)
    assert {
        group: [figure.name for figure in figures] for group, figures in stored.groups.items()
    } == json.loads(measured)


def test_stored_figures_were_not_measured_in_a_hurry() -> None:
    stored = read_run(baseline.STORED)
    assert stored.settings == {"repeat": baseline.REPEAT, "quick": False}


def test_every_yardstick_is_a_figure_of_the_same_group() -> None:
    for figures in read_run(baseline.STORED).groups.values():
        yardsticks = {figure.yardstick for figure in figures} - {""}
        assert yardsticks <= {figure.name for figure in figures if not figure.yardstick}


def test_a_higher_rate_and_a_shorter_time_are_both_above_one() -> None:
    compared = compare(make_run(100, 30, seconds=1.0), make_run(100, 20, seconds=2.0))
    assert [each.ratio for each in compared] == [1.0, 1.5, 2.0]


def test_the_relative_ratio_is_divided_by_that_of_the_yardstick() -> None:
    plain, table, _ = compare(make_run(50, 10), make_run(100, 20))
    assert plain.relative is None
    assert (table.ratio, table.relative) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("plain", "table", "processor", "is_fast_enough"),
    [
        (100, 18, "a", False),  # slower by both ratios
        (80, 17, "a", True),  # the whole machine was slower
        (120, 20, "a", True),  # only the yardstick was quicker
        (120, 20, "another", False),  # a quicker machine should have been quicker with tables too
    ],
)
def test_a_figure_is_slower_if_the_ratios_that_count_are_below_the_limit(
    plain: float, table: float, processor: str, is_fast_enough: bool
) -> None:
    seconds = 2.0 * 100 / plain
    now = make_run(plain, table, seconds, processor=processor)
    assert show_comparison(now, make_run(100, 20), 0.95) is is_fast_enough


def test_without_a_stored_yardstick_the_plain_ratio_counts() -> None:
    stored = make_run(100, 20)
    stored.groups["rounds"].pop(0)
    table, _ = compare(make_run(100, 18), stored)
    assert (table.relative, table.judge(same_machine=True)) == (None, 0.9)


def test_a_yardstick_that_moved_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    show_comparison(make_run(80, 20), make_run(100, 20), 0.95)
    assert "1 yardsticks moved by more than 5%" in capsys.readouterr().out


def test_a_stored_figure_that_is_not_measured_any_more_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stored = make_run(100, 20)
    now = Run(stored.machine, stored.settings, {"rounds": stored.groups["rounds"][:2]})
    assert find_absent(stored, now) == ["rounds: start"]
    assert not show_comparison(now, stored, 0.95)
    assert "Stored, but not measured now: rounds: start" in capsys.readouterr().out


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    run = make_run(100, 20)
    write_run(tmp_path / "figures/speed.json", run)
    assert read_run(tmp_path / "figures/speed.json") == run
