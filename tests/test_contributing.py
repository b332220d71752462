"""What meets a contributor: the ten-minute path, the workflows, forms and hooks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCHEMAS = {
    ".github/workflows/*.yml": "github-workflows",
    ".github/ISSUE_TEMPLATE/config.yml": "github-issue-config",
    ".github/ISSUE_TEMPLATE/[!c]*.yml": "github-issue-forms",
    ".github/dependabot.yml": "dependabot",
}


def checked(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("pattern", SCHEMAS)
def test_files_of_the_forge_are_what_it_reads(pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    found = checked(SCHEMAS[pattern], *files)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_workflow_with_a_mistake_is_found(tmp_path: Path) -> None:
    workflow = (ROOT / ".github/workflows/checks.yml").read_text()
    broken = tmp_path / "checks.yml"
    broken.write_text(workflow.replace("runs-on:", "runs_on:"))
    assert checked("github-workflows", broken).returncode != 0


def test_workflows_run_nothing_but_the_checks_and_the_build() -> None:
    checks = (ROOT / ".github/workflows/checks.yml").read_text()
    assert re.findall(r"^ *- run: (.*)$", checks, re.MULTILINE) == [".ci/run"]
    assert "exec ./run test\n" in (ROOT / ".ci/run").read_text()


def test_supported_pythons_are_named_alike() -> None:
    least = re.search(r'requires-python = ">=(.*)"', (ROOT / "pyproject.toml").read_text())
    matrix = re.search(r"python: \[(.*)\]", (ROOT / ".github/workflows/checks.yml").read_text())
    assert least
    assert matrix
    assert matrix[1].split(", ")[0] == f'"{least[1]}"'


def test_the_forms_name_every_instrument() -> None:
    from croupier.rulebook.instruments import instruments

    form = (ROOT / ".github/ISSUE_TEMPLATE/ruling.yml").read_text()
    assert re.findall(r"^ {8}- (\S+)$", form, re.MULTILINE) == sorted(instruments(), key=form.index)


def test_hooks_call_the_tools_of_the_checks() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    tools = set(re.findall(r"entry: \.venv/bin/(\S+)", hooks))
    assert tools == {"ruff", "mypy", "lint-imports"}


def test_the_first_ten_minutes_go_as_they_are_told(tmp_path: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    tests = ROOT / "tests/act_blackjack/test_rule_13_final_settlement.py"
    assert f"./run test {tests.relative_to(ROOT)} -k 13_2_a" in page
    data = "src/croupier/rulebook/data/act-blackjack-2018.json"
    assert f"grep -n blackjack_pays {data}" in page

    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    law = tmp_path / data
    (line,) = [line for line in law.read_text().splitlines() if '"blackjack_pays"' in line]
    law.write_text(law.read_text().replace(line, line.replace("3 to 2", "6 to 5")))

    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-q",
        "-p",
        "no:cacheprovider",
        str(tests),
    ]
    found = subprocess.run(
        [*command, "-k", "13_2_a"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
    )
    named = re.search(r"`(test_13_2_a\S+)` fails: 12 was paid and the law says 15", page)
    assert named
    assert f"::{named[1]}" in found.stdout
    assert "{'P': 12.0} == {'P': 15}" in found.stdout
