"""`--grid`: a line for each table of a grid, with progress while it is worked out."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.printing import console, print_json, progress
from croupier.odds.grids import rows_of
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
    with progress() as tell:
        rows = rows_of(points, workers=workers, scheduler=scheduler, cache=cache, watch=tell)
        if as_csv:
            _write(rows)
            return
        found = list(rows)
    if as_json:
        print_json({"version": __version__, "instrument": found[0]["instrument"], "grid": found})
    else:
        _print(found)


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

    left_out = ("version", "instrument", "options", "exact")  # these are in the data
    names = [
        name
        for name in rows[0]
        if name not in left_out and any(row[name] is not None for row in rows)
    ]
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(_told(row[name]) for name in names))
    console().print(table)


def _told(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,.6g}" if isinstance(value, float) else str(value)
