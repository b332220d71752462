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
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import croupier

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def wheel_of(project: Path, folder: Path, entry_point: str = "") -> Path:
    """Build the wheel of a project: its package, and what its `pyproject.toml` says of it."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = about["name"].replace("-", "_"), about["version"]
    info = f"{name}-{version}.dist-info"
    groups = about["entry-points"].items()
    lines = [f"[{group}]\n{key} = {entry_point or it}\n" for group, points in groups
             for key, it in points.items()]  # fmt: skip
    made = folder / f"{name}-{version}-py3-none-any.whl"
    with ZipFile(made, "w") as wheel:
        for file in sorted((project / name).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                wheel.write(file, file.relative_to(project))
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {about['name']}\n"
                       f"Version: {version}\n")  # fmt: skip
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n"
                       "Tag: py3-none-any\n")  # fmt: skip
        wheel.writestr(f"{info}/entry_points.txt", "".join(lines))
        wheel.writestr(f"{info}/RECORD", "")
    return made


def installed(wheel: Path, folder: Path) -> dict[str, str]:
    """Install a wheel into a folder; return an environment whose Python finds it there."""
    words = ["-m", "pip", "install", "-qq", "--no-index", "--no-deps", "--no-compile",
             "--disable-pip-version-check", "--target", str(folder), str(wheel)]  # fmt: skip
    subprocess.run([sys.executable, *words], check=True, timeout=300)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def test_the_game_is_found_and_passes_its_tests(tmp_path: Path) -> None:
    environment = installed(wheel_of(HERE, tmp_path), tmp_path / "site")
    environment.pop("PYTEST_XDIST_WORKER", None)
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE / "played")]
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
    with ZipFile(wheel_of(HERE, tmp_path, entry_point)) as wheel:
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
