"""Debian's Chromium, without windows where that is to be had: it takes half the time."""

from __future__ import annotations

import shutil

from tests.debian import Unavailable, found_or_installed

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The browser's program."""
    try:
        return found_or_installed(SHELL, _find)
    except Unavailable:
        return found_or_installed("chromium", _find)


def _find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name)) is not None), None)
