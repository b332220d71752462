"""`--grid`: a line for each table of a grid, with progress while it is worked out."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.laboratory import interrupted, show_sections
from croupier.cli.printing import progress
from croupier.odds.answer_forms import grid_forms
from croupier.odds.grids import UNITS, heading_of, rows_of, section_of
from croupier.odds.simulation.interrupted import interruptible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cli.laboratory import Crew, Form
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.grids import Point


def show(points: Sequence[Point], crew: Crew, cache: AnswerCache, form: Form) -> None:
    """Print every row. Comma-separated lines come as soon as they are worked out."""
    found: list[dict[str, Any]] = []
    done = 0
    with interruptible(by_signal=True), progress() as tell:

        def watch(number: int, total: int, words: str) -> None:
            nonlocal done
            done = number
            tell(number, total, words)

        rows = rows_of(
            points, workers=crew.workers, scheduler=crew.scheduler, cache=cache, watch=watch
        )
        try:
            if form.as_csv:
                _write(rows)
            else:
                found.extend(rows)
        except KeyboardInterrupt:
            pass
        else:
            done = len(points)
    if found:
        form.tell(grid_forms(found[0]["instrument"], found), lambda: _print(points[0].tool, found))
    if done < len(points):
        interrupted(f"after {done} of {len(points)} tables; the same command goes on from there")


def _write(rows: Iterator[dict[str, Any]]) -> None:
    lines: csv.DictWriter[str] | None = None
    for row in rows:
        if lines is None:
            lines = csv.DictWriter(sys.stdout, [*row], lineterminator="\n")
            lines.writeheader()
        lines.writerow(row)
        sys.stdout.flush()


def _print(tool: str, rows: Sequence[dict[str, Any]]) -> None:
    show_sections(heading_of(rows), [section_of(rows)], [UNITS[tool]])
