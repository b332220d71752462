"""Debian's Chromium, found or, where we may, installed."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")


class Unavailable(Exception):
    """Why there is no browser to be had here."""


def chromium() -> str:
    """The browser's program."""
    found = _find()
    if found is None:
        _install()
        found = _find()
    if found is None:
        raise Unavailable("Chromium is not installed and could not be installed")
    return found


def _find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name)) is not None), None)


def _install() -> None:
    """Debian's package, by one test process at a time."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Unavailable("Chromium is not installed, and only root on Debian could install it")
    with open(Path(tempfile.gettempdir()) / "croupier-tests-apt.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _find() is not None:
            return
        for words in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            answer = subprocess.run(
                ["apt-get", "-qq", *words],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                check=False,
                text=True,
            )
            if answer.returncode != 0:
                raise Unavailable(f"apt-get {words[0]} failed: {answer.stderr.strip()[-300:]}")
