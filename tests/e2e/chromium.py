"""Debian's Chromium."""

from __future__ import annotations

import shutil

from tests.debian import found_or_installed

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The browser's program."""
    return found_or_installed("chromium", _find)


def _find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name)) is not None), None)
