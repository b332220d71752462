"""Every module of version 1.2 is at its old path, or `docs/moved-files.md` says where it went."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/moved-files.md"
MODULES_OF_1_2 = (ROOT / "tests/modules_of_1_2.txt").read_text().split()
HEAD = "| version 1.2 | now |\n|---|---|\n"


def find_problems(page: str, modules: list[str], root: Path) -> list[str]:
    """Return every mistake in the table of moved files, in the words of what to do."""
    _, head, table = page.partition(HEAD)
    if not head:
        return ["the page has no table"]
    problems, listed = [], []
    for row in table.strip().splitlines():
        cells = re.fullmatch(r"\| `([^`]+)` \| (.+) \|", row)
        if cells is None:
            problems.append(f"write this row as | `old path` | `new path` |: {row}")
            continue
        old, new = cells.groups()
        listed.append(old)
        if old not in modules:
            problems.append(f"remove the row of {old}: version 1.2 has no such module")
        elif (root / old).is_file():
            problems.append(f"remove the row of {old}: the file is at this path")
        problems += find_problems_of_cell(old, new, root)
    problems += [f"list {old} once" for old, times in Counter(listed).items() if times > 1]
    if listed != sorted(listed):
        problems.append("sort the rows by the old path")
    problems += [
        f"add the row | `{module}` | `new path` |, or write `deleted: reason` without backticks"
        for module in modules
        if module not in listed and not (root / module).is_file()
    ]
    return problems


def find_problems_of_cell(old: str, new: str, root: Path) -> list[str]:
    """Return the mistakes in the second cell: one or more paths, or the reason of a deletion."""
    if new.startswith("deleted:"):
        return [] if new.removeprefix("deleted:").strip() else [f"say why {old} was deleted"]
    if not re.fullmatch(r"`[^`]+`(?:, `[^`]+`)*", new):
        return [f"write the new paths of {old} as `one path`, `another path`, not {new}"]
    return [
        f"correct the row of {old}: there is no file {path}"
        for path in re.findall(r"`([^`]+)`", new)
        if not (root / path).is_file()
    ]


def test_every_module_of_1_2_is_at_its_path_or_in_the_table() -> None:
    problems = find_problems(PAGE.read_text(), MODULES_OF_1_2, ROOT)
    if problems:
        pytest.fail("In docs/moved-files.md:\n  " + "\n  ".join(problems), pytrace=False)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (["| `moved.py` | `new.py` |"], []),
        (["| `moved.py` | `new.py`, `stays.py` |"], []),
        (["| `moved.py` | deleted: nothing used it |"], []),
        ([], ["add the row | `moved.py`"]),
        (["| `moved.py` | deleted: |"], ["say why moved.py was deleted"]),
        (["| `moved.py` | `gone.py` |"], ["correct the row of moved.py: there is no file gone.py"]),
        (["| `moved.py` | new.py |"], ["write the new paths of moved.py"]),
        (["| moved.py | `new.py` |"], ["write this row", "add the row"]),
        (["| `moved.py` | `new.py` |"] * 2, ["list moved.py once"]),
        (
            ["| `moved.py` | `new.py` |", "| `stays.py` | `new.py` |"],
            ["remove the row of stays.py"],
        ),
        (
            ["| `other.py` | `new.py` |", "| `moved.py` | `new.py` |"],
            ["remove the row of other.py", "sort the rows"],
        ),
    ],
)
def test_a_mistake_in_the_table_is_found(tmp_path: Path, rows: list[str], wrong: list[str]) -> None:
    for name in ("stays.py", "new.py"):
        (tmp_path / name).touch()
    page = f"# Moved files\n\n{HEAD}" + "\n".join([*rows, ""])
    problems = find_problems(page, ["moved.py", "stays.py"], tmp_path)
    assert len(problems) == len(wrong), problems
    assert all(each.startswith(start) for each, start in zip(problems, wrong, strict=True))


def test_the_list_of_1_2_is_whole() -> None:
    assert len(MODULES_OF_1_2) == len(set(MODULES_OF_1_2)) == 782


# --- commits that blame passes over


def read_ignored(text: str) -> list[str]:
    """Return the listed commits."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def ask_git(*words: str) -> str:
    """Return what git prints about this tree, or nothing without git or a history."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return ""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout


def test_every_commit_that_blame_passes_over_is_in_the_history() -> None:
    """A rebase gives a commit another hash, and blame would then pass over nothing."""
    listed = read_ignored((ROOT / ".git-blame-ignore-revs").read_text())
    assert listed
    assert all(re.fullmatch("[0-9a-f]{40}", commit) for commit in listed)
    if ask_git("rev-parse", "--is-shallow-repository").strip() != "false":
        pytest.skip("there is no whole history here")
    history = set(ask_git("rev-list", "HEAD").split())
    assert [commit for commit in listed if commit not in history] == []
