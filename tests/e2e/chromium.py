"""Debian's Chromium, without windows where that is to be had: it takes half the time."""

from __future__ import annotations

import shutil
from contextlib import suppress
from functools import cache

from tests.debian import Unavailable, found_or_installed

SHELL = "chromium-headless-shell"
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium() -> str:
    """The browser's program. One with windows is taken only if the other cannot be installed."""
    with suppress(Unavailable):
        return found_or_installed(SHELL, lambda: shutil.which(SHELL))
    return found_or_installed("chromium", _with_windows)


def _with_windows() -> str | None:
    return next((path for name in WITH_WINDOWS if (path := shutil.which(name)) is not None), None)
