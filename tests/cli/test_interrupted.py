"""Ctrl-C at the laboratory's long commands: real processes, a real signal, a real terminal."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from croupier.odds import disk_cache

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BACCARAT = "act-mini-baccarat-2016"
LONG = "200000000000"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A place for answers of its own, with what is compiled already."""
    return with_kernels(tmp_path / "cache")


def with_kernels(where: Path) -> Path:
    where.mkdir()
    compiled = disk_cache.directory() / "kernels"
    compiled.mkdir(exist_ok=True)
    (where / "kernels").symlink_to(compiled)
    return where


@contextmanager
def begun(cache: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A command whose standard error is a terminal, and the other end of that."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        env={**os.environ, "CROUPIER_CACHE": str(cache), "TERM": "xterm", "COLUMNS": "120"},
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def read_until(terminal: int, sign: str) -> str:
    """What a terminal shows, to the sign that is awaited."""
    told = ""
    while sign not in told:
        told += os.read(terminal, 4096).decode("utf-8", "replace")
    return told


def interrupted(cache: Path, sign: str, *words: str, by: int = signal.SIGINT) -> tuple[str, str]:
    """What a command prints that is interrupted once its progress shows a sign."""
    with begun(cache, *words) as (process, terminal):
        read_until(terminal, sign)
        process.send_signal(by)
        said = read_until(terminal, "interrupted")
        said = said[said.index("interrupted") :]
        if "\n" not in said:
            said += read_until(terminal, "\n")
        assert process.stdout is not None
        out = process.stdout.read()
        assert process.wait(timeout=60) == 130
    return out, said.strip()


def finished(cache: Path, *words: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "CROUPIER_CACHE": str(cache)},
        check=True,
        timeout=300,
    )
    return answer.stdout


def test_an_interrupted_simulation_prints_what_it_has_and_goes_on(
    cache: Path, tmp_path: Path
) -> None:
    words = ("simulate", BACCARAT, "--rounds", LONG, "--json")
    out, said = interrupted(cache, "±", *words)
    first = json.loads(out)
    assert 0 < first["rounds"] < first["asked_for"] == int(LONG)
    assert said == (
        f"interrupted after {first['rounds']:,} of {int(LONG):,} rounds; the same command goes on "
        "from there"
    )
    rounds = str(first["rounds"] + 1_000_000)
    whole = json.loads(finished(cache, *words[:3], rounds, "--json"))
    at_once = json.loads(
        finished(with_kernels(tmp_path / "elsewhere"), *words[:3], rounds, "--json")
    )
    assert "asked_for" not in whole
    assert whole["seconds"] > first["seconds"]
    assert {**whole, "seconds": 0} == {**at_once, "seconds": 0}


def test_a_simulation_that_is_told_to_end_keeps_what_it_has_too(cache: Path) -> None:
    words = ("simulate", BACCARAT, "--rounds", LONG)
    out, said = interrupted(cache, "±", *words, by=signal.SIGTERM)
    assert "mean of player" in out
    assert said.endswith("the same command goes on from there")
    assert list((cache / "simulations").iterdir())


def test_before_the_first_round_there_is_nothing_to_print(cache: Path) -> None:
    words = ("simulate", BACCARAT, "--rounds", LONG)
    out, said = interrupted(cache, "dealing", *words)
    assert (out, said) == ("", "interrupted before any round was played") or " rounds," in out


@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_an_interrupted_grid_prints_the_tables_it_has_and_goes_on(cache: Path, form: str) -> None:
    words = ("simulate", BACCARAT, "--grid", "settlement=A,B", f"rounds=1000,{LONG}", form)
    out, said = interrupted(cache, f"settlement A, rounds {LONG}", *words, "--rounds", "1")
    assert said == "interrupted after 1 of 4 tables; the same command goes on from there"
    if form == "--json":
        assert [row["wager"] for row in json.loads(out)["grid"]] == ["player", "banker", "tie"]
    else:
        assert [line.split(",")[5] for line in out.splitlines()] == [
            "wager", "player", "banker", "tie",
        ]  # fmt: skip
    assert list((cache / "grids").iterdir())
