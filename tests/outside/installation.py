"""A game installed as any package is, where only the processes that ask for it find it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

PROJECT = Path(__file__).parent / "project"
ROOT = PROJECT.parents[2]


def wheel_of(project: Path, folder: Path, entry_point: str = "") -> Path:
    """Build the wheel of a project: its package, and what its `pyproject.toml` says of it."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = about["name"].replace("-", "_"), about["version"]
    info = f"{name}-{version}.dist-info"
    declared = [
        f"[{group}]\n{key} = {entry_point or value}\n"
        for group, points in about["entry-points"].items()
        for key, value in points.items()
    ]
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": "".join(declared),
        "RECORD": "",
    }
    made = folder / f"{name}-{version}-py3-none-any.whl"
    with ZipFile(made, "w") as wheel:
        for file in sorted((project / name).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                wheel.write(file, file.relative_to(project))
        for file_name, text in texts.items():
            wheel.writestr(f"{info}/{file_name}", text)
    return made


@cache
def environment_with_the_game() -> dict[str, str]:
    """Install the game with pip into a folder; return the environment that finds it there."""
    folder = Path(mkdtemp(prefix="croupier-game-"))
    words = ["-m", "pip", "install", "-qq", "--no-index", "--no-deps",
             "--disable-pip-version-check", "--target", str(folder / "site"),
             str(wheel_of(PROJECT, folder))]  # fmt: skip
    subprocess.run([sys.executable, *words], check=True, timeout=300)
    return {"PYTHONPATH": str(folder / "site")}
