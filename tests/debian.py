"""Debian's packages for what the tests run on: found, or installed where we may."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
BRIEFLY = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20")
"""Where there is no network that is soon found out."""


class Unavailable(Exception):
    """Why something is not to be had here."""


def found_or_installed(package: str, find: Callable[[], T | None]) -> T:
    """What `find` finds, after installing the package if it found nothing."""
    found = find()
    if found is None:
        _install(package, find)
        found = find()
    if found is None:
        raise Unavailable(f"{package} is not installed and could not be installed")
    return found


def _install(package: str, find: Callable[[], object | None]) -> None:
    """By one test process at a time."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Unavailable(f"{package} is not installed, and only root on Debian could install it")
    with open(Path(tempfile.gettempdir()) / "croupier-tests-apt.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find() is not None:
            return
        for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            answer = subprocess.run(
                ["apt-get", "-qq", *BRIEFLY, *words],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                check=False,
                text=True,
            )
            if answer.returncode != 0:
                raise Unavailable(f"apt-get {words[0]} failed: {answer.stderr.strip()[-300:]}")
