"""A card game from a package of its own, installed by pip beside Croupier.

The package is built and installed into a folder that only a process of its own sees: there, the
tests in `played` use the game wherever Croupier has games. Every other test sees the five
instruments of the rulebook.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.outside.installation import PROJECT, ROOT, environment_with_the_game, wheel_of

import croupier
from croupier.web.approved_program.manifest import measure


def test_the_game_is_found_and_passes_its_tests() -> None:
    site = environment_with_the_game()["PYTHONPATH"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([site, str(ROOT)])}
    environment.pop("PYTEST_XDIST_WORKER", None)
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", str(Path(__file__).parent / "played")]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True,
        check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


@pytest.mark.parametrize(
    ("entry_point", "reason"),
    [
        ("high_card.part:PARTS", "cannot be loaded: No module named 'high_card.part'"),
        ("high_card.parts:PART", "cannot be loaded: module 'high_card.parts' has no attribute"),
        ("high_card.rules:TWINS", "is not a croupier.game_parts.GameParts"),
    ],
)
def test_a_package_with_a_wrong_entry_point_is_named(
    entry_point: str, reason: str, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    with ZipFile(wheel_of(PROJECT, tmp_path, entry_point)) as wheel:
        wheel.extractall(folder)
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "instruments"],
        env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 2
    assert f"high-card declares the game high-card as {entry_point}" in done.stderr
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_no_file_of_croupier_mentions_the_game() -> None:
    name = re.compile(r"\bhigh-card\b|import high_card|from high_card|High Card")
    sources = [path for path in Path(croupier.__file__).parent.rglob("*") if path.suffix in
               (".py", ".html", ".js", ".css", ".json")]  # fmt: skip
    assert [str(path) for path in sources if name.search(path.read_text("utf-8"))] == []
    assert "high-card" not in croupier.instruments()
    assert not [file for file in measure().files if file.startswith("outside/")]


EXCERPT = re.compile(
    r"^`(?P<file>[\w./-]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
TUTORIAL = (ROOT / "docs" / "instruments.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "text"),
    [(found["file"], found["text"]) for found in EXCERPT.finditer(TUTORIAL)],
    ids=lambda each: each if "\n" not in each else "",
)
def test_an_excerpt_of_the_tutorial_stands_in_its_file(file: str, text: str) -> None:
    whole = (PROJECT / file).read_text("utf-8")
    for part in re.split(r"^ *(?:# )?\.\.\.\n", text, flags=re.MULTILINE):
        assert part in whole


def test_the_tutorial_has_excerpts() -> None:
    assert len(EXCERPT.findall(TUTORIAL)) >= 12


def test_the_tutorial_names_every_file_of_the_game() -> None:
    files = {path.name for path in (PROJECT / "high_card").rglob("*") if path.is_file()}
    assert {name for name in files if name.endswith((".py", ".json"))} <= set(
        re.findall(r"[\w-]+\.(?:py|json)", TUTORIAL)
    )
