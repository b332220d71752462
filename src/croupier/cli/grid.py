"""`--grid`: a line for each table of a grid, with progress while it is worked out."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.laboratory import interrupted
from croupier.cli.printing import console, print_json, progress
from croupier.odds.grids import rows_of, section_of
from croupier.odds.simulation.interrupted import interruptible
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.grids import Point


def show(
    points: Sequence[Point],
    crew: tuple[int | None, str | None, AnswerCache],
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print every row. Comma-separated lines come as soon as they are worked out."""
    workers, scheduler, cache = crew
    found: list[dict[str, Any]] = []
    done = 0
    with interruptible(by_signal=True), progress() as tell:

        def watch(number: int, total: int, words: str) -> None:
            nonlocal done
            done = number
            tell(number, total, words)

        rows = rows_of(points, workers=workers, scheduler=scheduler, cache=cache, watch=watch)
        try:
            if as_csv:
                _write(rows)
            else:
                found.extend(rows)
        except KeyboardInterrupt:
            pass
        else:
            done = len(points)
    if found and as_json:
        print_json({"version": __version__, "instrument": found[0]["instrument"], "grid": found})
    elif found:
        _print(found)
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


def _print(rows: Sequence[dict[str, Any]]) -> None:
    from rich.table import Table

    section = section_of(rows)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in section.columns:
        table.add_column(name, justify="right")
    for row in section.rows:
        table.add_row(*row)
    console().print(table)
