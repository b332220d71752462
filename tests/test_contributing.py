"""What meets a contributor: the ten-minute path, the workflows, forms and hooks."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
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


def test_the_layers_are_those_that_the_imports_are_held_to() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = [
        [name.strip().removeprefix("croupier.") for name in layer.split("|")]
        for layer in contracts["contracts"][0]["layers"]
    ]
    page = (ROOT / "CONTRIBUTING.md").read_text().partition("## Layers")[2]
    told = page.split("\n\n")[2]
    assert [re.findall(r"`(\w+)`", layer) for layer in told.split("→")] == layers


def test_packages_and_pages_name_modules_and_tests_that_there_are() -> None:
    modules = [
        (package.relative_to(ROOT), name)
        for package in sorted((ROOT / "src").rglob("__init__.py"))
        for name in re.findall(
            r"`(\w+\.py)`", ast.get_docstring(ast.parse(package.read_text())) or ""
        )
        if not (package.parent / name).exists()
    ]
    assert not modules
    there = {f"/{path.relative_to(ROOT)}" for path in (ROOT / "tests").rglob("test_*.py")}
    tests = [
        (page.name, name)
        for page in sorted((ROOT / "docs").glob("*.md"))
        for name in re.findall(r"`((?:\w+/)*test_\w+\.py)`", page.read_text())
        if not any(path.endswith(f"/{name}") for path in there)
    ]
    assert not tests


NGINX_DIRECTIVES = {"worker_connections", "worker_rlimit_nofile"}
"""Names in the pages that belong to nginx's own file of settings."""


def test_pages_say_names_that_the_tree_has() -> None:
    """Of modules, functions, fields and options: a name that was changed is changed there, too."""
    kept = [
        path
        for place in ("src", "tests", "benchmarks", "docs/examples")
        for path in (ROOT / place).rglob("*")
        if path.suffix in (".py", ".json", ".toml", ".html", ".js")
    ]
    known = {path.stem for path in kept} | NGINX_DIRECTIVES
    for path in kept:
        known.update(re.findall(r"\w+", path.read_text()))
    missing = [
        (page.name, name)
        for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
        if page.name != "moved-files.md"  # lists old names; tests/test_moved_files.py checks it
        for quoted in re.findall(r"`([^`\n]+)`", page.read_text())
        for name in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", quoted)
        if name.removeprefix("croupier_").removesuffix("_total") not in known  # as of metrics
    ]
    assert not missing


def test_hooks_call_the_tools_of_the_checks() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    tools = set(re.findall(r"entry: \.venv/bin/(\S+)", hooks))
    assert tools == {"ruff", "mypy", "lint-imports"}


def test_the_first_ten_minutes_go_as_they_are_told(tmp_path: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    tests = ROOT / "tests/act_blackjack/test_rule_13_final_settlement.py"
    assert f"./run test {tests.relative_to(ROOT)} -k 13_2_a" in page
    data = "src/croupier/rulebook/data/act-blackjack-2018.json"
    named = f"""grep -n '"name": "blackjack_pays"' {data}"""
    assert named in page

    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    law = tmp_path / data
    (line,) = [line for line in law.read_text().splitlines() if '"name": "blackjack_pays"' in line]
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
    failing = re.search(r"`(test_13_2_a\S+)` fails: 12 was paid and the law says 15", page)
    assert failing
    assert f"::{failing[1]}" in found.stdout
    assert "{'P': 12.0} == {'P': 15}" in found.stdout
