"""`croupier commands` and `croupier coverage`: lists that are read in a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.aggregate.acts import tag_of
from croupier.cli.app import app
from croupier.game_rules import game_of
from croupier.rulebook.instruments import instruments

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def lines_of(*words: str) -> list[str]:
    answer = CliRunner().invoke(app, words, env={"COLUMNS": "80"})
    assert answer.exit_code == 0
    return [line.rstrip() for line in answer.stdout.splitlines()]


@pytest.mark.parametrize("instrument", instruments())
def test_every_command_is_listed_in_lines_that_fit(instrument: str) -> None:
    lines = lines_of("commands", instrument)
    assert all(len(line) <= 80 for line in lines)
    listed = {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "}
    assert listed == {tag_of(act.command) for act in game_of(instrument).acts.values()}
    told = msgspec.json.decode("".join(lines_of("commands", instrument, "--json")))
    assert told["instrument"] == instrument
    assert {each["do"] for each in told["commands"]} == listed
    assert all(each["subject"] and each["needs"] for each in told["commands"])


def test_coverage_leaves_out_the_names_of_tests_where_they_do_not_fit(tmp_path: Path) -> None:
    title, heading, *rows = lines_of("coverage", "act-blackjack-2006", "--tests", str(tmp_path))
    assert title == "act-blackjack-2006"
    assert heading.split() == ["clause", "kind", "status", "code", "tests"]
    assert all(len(row) <= 80 for row in rows)
    assert "229 clauses: 229 open" in rows


def test_whoever_waits_for_coverage_sees_how_far_it_is(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    words = ["coverage", "act-blackjack-2006", "--tests", str(tmp_path), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
    ) as process:  # fmt: skip
        os.close(theirs)
        seen = b"".join(read_to_the_end(ours))
    os.close(ours)
    assert process.returncode == 0
    assert b"reading the code" in seen


def read_to_the_end(terminal: int) -> Iterator[bytes]:
    try:
        while some := os.read(terminal, 4096):
            yield some
    except OSError:  # how Linux says that nobody writes there any more
        return
