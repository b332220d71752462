"""The wheel of this tree, installed where nothing of the tree is: it starts, plays, serves, counts.

The short form installs its files alone, beside the libraries that are here. `CROUPIER_WHEELS` names
interpreters (`python3.11 python3.13`), and every extra by itself is then installed into an empty
environment of each, from the package index.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHONS = os.environ.get("CROUPIER_WHEELS", "").split()
PATIENCE = 900
ROUND = ROOT / "docs/examples/split-eights.json"
GAME = """
import random, croupier
for name in croupier.instruments():
    game = croupier.Game(name, seats=2, seed=7)
    for _ in game.rounds(20):
        while game.turn:
            game.play(random.choice(game.legal))
    print(name, game.net)
"""
MAKE = """
import gymnasium
env = gymnasium.make("croupier.environments:croupier/ActBlackjack2018-v0")
print(env.reset(seed=1))
"""
SEVERAL_SEATS = """
from croupier.environments import pettingzoo
print(pettingzoo)
"""
EXTRAS = {
    "odds": [["-m", "croupier", "odds", "act-blackjack-2018", "--recompute"]],
    "cluster": [["-m", "croupier", "simulate", "act-mini-baccarat-2016", "--rounds", "1000"],
                ["-c", "import distributed"]],
    "postgresql": [["-c", "import psycopg; print(psycopg.pq.__impl__)"]],
    "pictures": [["-m", "croupier", "odds", "act-mini-baccarat-2016", "--picture", "edges.png"]],
    "gym": [["-c", MAKE]],
    "pettingzoo": [["-c", SEVERAL_SEATS]],
    "documents": [["-m", "croupier", "adjudicate", str(ROUND), "--report", "round.pdf"]],
    "site": [["-c", "import sphinx, myst_parser, furo"]],
}  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    words = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-qq",
        "--no-deps",
        "--wheel-dir",
        str(out),
        str(ROOT),
    ]
    subprocess.run(words, check=True, timeout=PATIENCE)
    (made,) = out.glob("croupier-*.whl")
    return made


def done(words: list[str], where: Path, environment: dict[str, str]) -> str:
    answer = subprocess.run(
        words, cwd=where, env=environment, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert answer.returncode == 0, f"{words}: {answer.stderr[-2000:]}"
    return answer.stdout


def must_work(python: str, where: Path, environment: dict[str, str]) -> None:
    """What everybody does first, from an empty directory."""
    at = done([python, "-c", "import croupier; print(croupier.__file__)"], where, environment)
    assert not Path(at.strip()).is_relative_to(ROOT), "the wheel's own files are meant"
    listed = done([python, "-m", "croupier", "instruments"], where, environment)
    assert len(listed.splitlines()) == 5
    assert '"net": {"ana": -6000}' in done(
        [python, "-m", "croupier", "adjudicate", str(ROUND)], where, environment
    )
    assert len(done([python, "-c", GAME], where, environment).splitlines()) == 5
    assert "1.2351 %" in done(
        [python, "-m", "croupier", "odds", "act-mini-baccarat-2016"], where, environment
    )
    lacking = subprocess.run(
        [python, "-m", "croupier", "risk", "act-mini-baccarat-2016"],
        cwd=where, env=environment, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert lacking.returncode == 0 or 'pip install "croupier[odds]"' in lacking.stderr
    served = subprocess.Popen(
        [python, "-m", "croupier", "serve", "--port", "0"],
        cwd=where, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert served.stdout is not None
    try:
        said = next(line for line in served.stdout if "open at" in line)
        address = said.split()[4]
        with urllib.request.urlopen(address) as page:
            text = page.read().decode()
        (style, *_) = re.findall(r'href="(/static/[^"]+\.css[^"]*)"', text)
        with urllib.request.urlopen(address + style) as answer:
            assert answer.status == 200
    finally:
        served.terminate()
        served.communicate(timeout=PATIENCE)
    assert served.returncode == 0


def test_the_wheel_has_all_that_it_needs(wheel: Path, tmp_path: Path) -> None:
    files = tmp_path / "installed"
    words = ["-m", "pip", "install", "-qq", "--no-deps", "--no-compile", "--target", str(files)]
    subprocess.run([sys.executable, *words, wheel], check=True, timeout=PATIENCE)
    empty = tmp_path / "empty"
    empty.mkdir()
    must_work(sys.executable, empty, os.environ | {"PYTHONPATH": str(files)})


@pytest.mark.parametrize("extra", ["", *EXTRAS])
@pytest.mark.parametrize("python", PYTHONS)  # none are named: nothing to try
def test_each_extra_alone_in_an_empty_environment(
    python: str, extra: str, wheel: Path, tmp_path: Path
) -> None:
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True, timeout=PATIENCE)
    inside = str(tmp_path / "venv/bin/python")
    named = f"{wheel}[{extra}]" if extra else str(wheel)
    words = [inside, "-m", "pip", "install", "-qq", named]
    subprocess.run(words, check=True, timeout=PATIENCE)
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if not extra:
        must_work(inside, empty, environment)
    for words in EXTRAS.get(extra, ()):
        assert done([inside, *words], empty, environment) is not None
