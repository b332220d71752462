"""`./run` with tools that only say that they were called: what is run, shown and named."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

RUN = Path(__file__).parents[1] / "run"
CHECKS = {
    "tests": "pytest -n", "format": "ruff format --check .", "lint": "ruff check .",
    "types": "mypy", "imports": "lint-imports",
}  # fmt: skip
TOOL = """#!/bin/sh
said="$(basename "$0") $*"
echo "$said"
echo "and this is the second line of $said" >&2
case $said in
    $BROKEN*) exit 3 ;;
esac
"""
PROGRAM = """#!/bin/sh
echo "$CROUPIER_CALLED: croupier $*; ${CROUPIER_DATABASE-no database}"
"""
ENDLESS = """#!/bin/sh
echo $$ >"$PIDS"
exec sleep 600
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree whose environment has just been set up."""
    tree = (tmp_path / "tree").resolve()
    bin = tree / ".venv" / "bin"
    bin.mkdir(parents=True)
    shutil.copy(RUN, tree / "run")
    (tree / "pyproject.toml").write_text("")
    (tree / "src" / "croupier").mkdir(parents=True)
    (tree / "src" / "croupier" / "version.py").write_text("")
    stamp = 'echo "$(printf "" | cksum) $PWD" >.venv/installed-dev'
    subprocess.run(["/bin/sh", "-c", stamp], cwd=tree, check=True)
    (bin / "python").symlink_to(sys.executable)
    for name in ("pytest", "ruff", "mypy", "lint-imports"):
        put(bin / name, TOOL)
    (tmp_path / "temporary").mkdir()
    return tree


def put(tool: Path, text: str) -> None:
    tool.write_text(text)
    tool.chmod(0o755)


def environment(tree: Path, broken: str = "nothing") -> dict[str, str]:
    return {
        **os.environ, "BROKEN": broken, "TMPDIR": str(tree.parent / "temporary"),
        "PIDS": str(tree.parent / "pids"),
    }  # fmt: skip


def run(
    tree: Path, words: Sequence[str] = (), broken: str = "nothing"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [tree / "run", "test", *words],
        env=environment(tree, broken), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def shown(output: str) -> dict[str, list[str]]:
    """What stands under each title."""
    parts = [part.splitlines() for part in output.split("== ")[1:]]
    return {title: lines for title, *lines in parts}


def test_every_check_is_shown_whole_under_its_title(tree: Path) -> None:
    answer = run(tree)
    assert answer.returncode == 0
    found = shown(answer.stdout)
    assert list(found) == [*CHECKS, "all checks passed"]
    for title, said in CHECKS.items():
        assert found[title][0].startswith(said)
        if title != "tests":  # which complain where complaints belong
            assert found[title][1:] == [f"and this is the second line of {found[title][0]}"]


@pytest.mark.parametrize("title", CHECKS)
def test_one_that_does_not_pass_is_named_and_the_others_are_run(tree: Path, title: str) -> None:
    answer = run(tree, broken=CHECKS[title])
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1] == f"run: these checks did not pass: {title}"
    assert list(shown(answer.stdout)) == list(CHECKS)


def test_all_that_do_not_pass_are_named(tree: Path) -> None:
    answer = run(tree, broken="ruff")
    assert answer.stderr.splitlines()[-1] == "run: these checks did not pass: format, lint"


@pytest.mark.parametrize(("broken", "status"), [("nothing", 0), ("pytest", 3)])
def test_what_is_chosen_is_tested_and_nothing_else(tree: Path, broken: str, status: int) -> None:
    answer = run(tree, ["-k", "soft 17", "tests/shoe"], broken)
    assert answer.returncode == status
    assert answer.stdout == "pytest -k soft 17 tests/shoe\n"


def test_who_ends_it_ends_the_checks_beside_the_tests(tree: Path) -> None:
    put(tree / ".venv" / "bin" / "mypy", ENDLESS)
    with subprocess.Popen(
        [tree / "run", "test"], env=environment(tree), stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert "== lint\n" in iter(running.stdout.readline, "")  # the types are what is left
        running.send_signal(signal.SIGTERM)
        assert running.wait(timeout=60) == 128 + signal.SIGTERM
        assert running.stdout.read().count("==") == 0  # and nobody is left who might say more
    with pytest.raises(ProcessLookupError):
        os.kill(int((tree.parent / "pids").read_text()), 0)
    assert not list((tree.parent / "temporary").iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "croupier serve --open; TREE/casino.db"),  # wherever it is called from
        (["play"], "croupier play; no database"),
        (["serve", "--port", "0"], "croupier serve --port 0; no database"),
    ],
)
def test_alone_it_opens_a_casino_beside_it_and_words_are_the_programs(
    tree: Path, words: list[str], said: str
) -> None:
    put(tree / ".venv" / "bin" / "croupier", PROGRAM)
    answer = subprocess.run(
        [tree / "run", *words],
        env={name: value for name, value in environment(tree).items() if "CROUPIER" not in name},
        cwd=tree.parent, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert answer.stdout.strip() == f"{tree}/run: {said.replace('TREE', str(tree))}"
    assert answer.stderr == ""
