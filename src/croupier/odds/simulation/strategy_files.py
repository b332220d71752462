"""Strategies as files: what `croupier strategy` writes, and `croupier simulate` plays by."""

from __future__ import annotations

import csv
import io

import msgspec

from croupier.decoding_errors import UNREADABLE, mistake_in, not_json
from croupier.odds.results import Cell, Chart, Strategy

LARGEST = 10_000_000
"""The most bytes of a strategy that are read."""


class Unplayable(ValueError):
    """A strategy that leaves a situation open, or does in one what the rules do not allow."""


def read_strategy(path: str, instrument: str) -> Strategy:
    """A strategy from a file as `croupier strategy --csv` or `--json` writes it."""
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    try:
        found = _from_json(data) if path.endswith(".json") else _from_lines(data, instrument)
    except Unplayable as error:
        raise Unplayable(
            f"{path} is no strategy as `croupier strategy --csv` or --json writes it: {error}"
        ) from None
    if found.instrument != instrument:
        raise Unplayable(f"{path} is a strategy for {found.instrument}")
    return found


def _from_json(data: bytes) -> Strategy:
    try:
        return msgspec.json.decode(data, type=Strategy)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, Strategy)
        raise Unplayable(f"{mistake.field or 'it'}: {mistake.wrong}") from None
    except UNREADABLE as error:
        raise Unplayable(not_json(error, data)) from None


def _from_lines(data: bytes, instrument: str) -> Strategy:
    """Charts from lines of chart, row, column and action; what else a line has is not read."""
    told: dict[str, dict[tuple[str, str], str]] = {}
    try:
        for line in csv.DictReader(io.StringIO(data.decode("utf-8"))):
            told.setdefault(line["chart"], {})[line["row"], line["column"]] = line["action"]
    except UnicodeDecodeError:
        raise Unplayable("it is not text") from None
    except KeyError as column:
        raise Unplayable(f"it has no column {column}") from None
    except csv.Error as error:
        raise Unplayable(str(error)) from None
    if not told:
        raise Unplayable("there is nothing in it")
    return Strategy(
        instrument=instrument,
        options={},
        actions={},
        charts=tuple(_chart(name, cells) for name, cells in told.items()),
    )


def _chart(name: str, cells: dict[tuple[str, str], str]) -> Chart:
    rows = tuple(dict.fromkeys(row for row, _ in cells))
    columns = tuple(dict.fromkeys(column for _, column in cells))
    return Chart(
        name=name,
        across="",
        columns=columns,
        rows=rows,
        cells=tuple(
            tuple(
                Cell(action=cells[row, column]) if (row, column) in cells else None
                for column in columns
            )
            for row in rows
        ),
    )
