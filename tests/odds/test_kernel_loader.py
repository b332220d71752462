"""Compiled code: kept under the hash of all that went into it, and asked for in plain words.

The kernel here stands in a copy of the package, so that its sources can be edited between runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "croupier"
KERNEL = """
import numba
from croupier.odds.tiny_pays import WIN

@numba.njit(cache=True)
def paid(stake):
    return stake * WIN
"""
LOADED = (
    "from croupier.odds import kernel_loader; kernel = kernel_loader.load('croupier.odds.tiny')"
)
IMPORTED = "from croupier.odds import tiny as kernel"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with a kernel that takes a payout over from another module."""
    ignored = shutil.ignore_patterns("__pycache__", "web", "cli", "casino", "tournament")
    shutil.copytree(PACKAGE, tmp_path / "croupier", ignore=ignored)
    (tmp_path / "croupier" / "odds" / "tiny.py").write_text(KERNEL)
    pays(tmp_path, "3 / 2")
    return tmp_path


def pays(copy: Path, win: str) -> None:
    (copy / "croupier" / "odds" / "tiny_pays.py").write_text(f"WIN = {win}\n")


def run(copy: Path, how: str, body: str = "print(kernel.paid(10.0))") -> tuple[str, str]:
    """What a fresh process prints, and what it says meanwhile."""
    environment = {
        **os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1",
        "CROUPIER_CACHE": str(copy / "cache"),
    }  # fmt: skip
    answer = subprocess.run(
        [sys.executable, "-c", f"{how}\n{body}"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return answer.stdout.strip(), answer.stderr.strip()


def test_the_first_run_says_that_it_compiles_and_the_next_does_not(copy: Path) -> None:
    assert run(copy, LOADED) == ("15.0", "croupier: compiling, the first time only …")
    assert run(copy, LOADED) == ("15.0", "")
    hits = "kernel.paid(10.0); print(sum(kernel.paid.stats.cache_hits.values()))"
    assert run(copy, LOADED, hits) == ("1", "")


def test_a_payout_that_changed_elsewhere_is_paid(copy: Path) -> None:
    assert run(copy, LOADED)[0] == "15.0"
    pays(copy, "6 / 5")
    assert run(copy, LOADED)[0] == "12.0"


def test_numba_alone_would_pay_the_old_one(copy: Path) -> None:
    """The control: without `load`, the compiled payout outlives its source."""
    assert run(copy, IMPORTED)[0] == "15.0"
    pays(copy, "6 / 5")
    assert run(copy, IMPORTED)[0] == "15.0"


def test_without_the_compiler_the_message_says_what_to_install(copy: Path) -> None:
    absent = "import sys; sys.modules['numba'] = None\nfrom croupier.odds import kernel_loader"
    body = (
        "try: kernel_loader.load('croupier.odds.tiny')\n"
        "except kernel_loader.NotInstalled as error: print(error)"
    )
    assert run(copy, absent, body)[0] == (
        'this analysis is compiled, and numba is not installed: pip install "croupier[odds]"'
    )
