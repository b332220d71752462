"""How far long work has come, on standard error, where somebody looks at it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Tell = Callable[[int, int, str], object]
    """Told how much of how much is done, and a few words."""


@contextmanager
def progress() -> Iterator[Tell]:
    """A bar that is gone when the work is done."""
    if not sys.stderr.isatty():
        yield lambda done, total, words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Progress(
        BarColumn(), TextColumn("{task.percentage:3.0f} %"), TextColumn("{task.description}"),
        TimeRemainingColumn(), console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with shown:
        bar = shown.add_task("", total=None)
        yield lambda done, total, words: shown.update(
            bar, completed=done, total=total, description=words
        )
