"""`croupier meters`: what tables took and won, by the day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import RecordError, bodies
from croupier.casino.meters import Meters, meters_of_record, meters_of_tables, total
from croupier.cli.printing import console, print_json, printable, width
from croupier.cli.record_sources import is_database, lines_of, not_a_record, opened
from croupier.money import dollars
from croupier.rulebook.citations import did_you_mean
from croupier.table_replay import Reader
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from croupier.casino.meters import Meter

NARROW = 70
"""Columns of a terminal under which a table is told in blocks."""
COLUMNS = ("drop", "handle", "win", "hold", "rounds", "voids")


def meters(path: str, table: str | None, day: str | None) -> None:
    """A line for each table and day, and one for all of them."""
    from rich.table import Table
    from rich.text import Text

    found = _found(path, table, day)
    counted = [meter for days in found.values() for meter in days.values()]
    if not counted:
        print("Nothing was counted." if day is None else f"Nothing was counted on {day}.")
        return
    rows = [
        (printable(name), when, _row(meter))
        for name, days in found.items()
        for when, meter in sorted(days.items())
    ]
    if len(counted) > 1:
        rows.append(("all", "", _row(total(counted))))
    if width() < NARROW:
        _print_narrow(rows)
        return
    shown = Table(box=None, pad_edge=False)
    shown.add_column("table")
    shown.add_column("day", no_wrap=True)
    for name in COLUMNS:
        shown.add_column(name, justify="right", no_wrap=True)
    for name, when, row in rows:
        shown.add_row(Text(name), when, *row, style="" if when else "bold")
    console().print(shown)


def _print_narrow(rows: Iterable[tuple[str, str, tuple[str, ...]]]) -> None:
    """A block for each table and day, where a line has no room for all of it."""
    for name, when, row in rows:
        print(" ".join(filter(None, (name, when))))
        for column, value in zip(COLUMNS, row, strict=True):
            print(f"  {column:7}{value:>14}")


def _row(meter: Meter) -> tuple[str, ...]:
    money = (dollars(amount) for amount in (meter.drop, meter.handle, meter.win))
    return (*money, _percent(meter.hold), str(meter.rounds), str(meter.voids))


def _percent(hold: Fraction | None) -> str:
    return "" if hold is None else f"{float(100 * hold):.1f} %"


def meters_json(path: str, table: str | None, day: str | None) -> None:
    """The same as data, amounts in cents and the hold as an exact ratio."""
    found = _found(path, table, day)
    counted = [meter for days in found.values() for meter in days.values()]
    print_json(
        {
            "tables": [
                {"table": name, "day": when, **_as_data(meter)}
                for name, days in found.items()
                for when, meter in sorted(days.items())
            ],
            "total": _as_data(total(counted)),
        }
    )


def meters_csv(path: str, table: str | None, day: str | None) -> None:
    """The same as comma-separated lines."""
    from croupier.odds.data_shape import lines

    rows = [
        {"table": name, "day": when, **_as_data(meter)}
        for name, days in _found(path, table, day).items()
        for when, meter in sorted(days.items())
    ]
    print(lines({"version": __version__}, rows), end="")


def _as_data(meter: Meter) -> dict[str, Any]:
    hold = None if meter.hold is None else str(meter.hold)
    return {**msgspec.structs.asdict(meter), "hold": hold}


def _found(path: str, table: str | None, day: str | None) -> Mapping[str, dict[str, Meter]]:
    """The meters that were asked for, by table and day."""
    day = read_day(day)
    tables = _tables(path)
    must_be_there(table, tables)
    return {
        name: {when: meter for when, meter in meters.days.items() if day in (None, when)}
        for name, meters in tables.items()
        if table in (None, name)
    }


def read_day(day: str | None) -> str | None:
    """A day as it was given, written as records have it."""
    if day is None:
        return None
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise ValueError(f"--day: {day!r} is not a day such as 2027-01-15") from None


def must_be_there(table: str | None, tables: Iterable[str]) -> None:
    """Refuse a table that the casino does not have."""
    names = [*tables]
    if table is not None and table not in names:
        there = ", ".join(names) or "none"
        raise LookupError(f"--table: there are these: {there}{did_you_mean(table, names)}")


def _tables(path: str) -> dict[str, Meters]:
    try:
        if is_database(path):
            with opened(path) as store:
                return meters_of_tables(store)
        lines = lines_of(path, None)
        _, header = next(bodies(lines))
        return {Reader(header).header.table: meters_of_record(lines)}
    except RecordError as error:
        raise not_a_record(path, error) from None
