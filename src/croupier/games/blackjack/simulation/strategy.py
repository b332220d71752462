"""A strategy for blackjack as a player follows it: what to do with a hand against a card."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec

from croupier.decoding_errors import UNREADABLE, mistake_in, not_json
from croupier.odds.results import Cell, Chart, Strategy

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.hand_terms import HandTerms

LARGEST = 10_000_000
"""The most bytes of a strategy that are read."""
_IN_WORDS = {2: "two", 3: "three", 4: "four"}


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


class Charts:
    """The charts of one strategy, asked by what a player sees."""

    def __init__(self, strategy: Strategy, terms: HandTerms) -> None:
        self._charts = {chart.name: chart for chart in strategy.charts}
        self._counts_cards = terms.most_cards < 21

    def of_total(self, cards: int, total: int, soft: bool, against: str) -> str:
        """What to do with a total."""
        name = f"{'soft' if soft else 'hard'} totals"
        if self._counts_cards:
            name += f", {_IN_WORDS[cards]} cards"
        return self._told(name, str(total), against, ("S", "H", "D", "Ds"))

    def splits(self, card: str, against: str) -> bool:
        """Whether a pair is split. A chart that has no such row splits none."""
        chart = self._charts.get("pairs")
        row = f"{card}-{card}"
        if chart is None or row not in chart.rows:
            return False
        return self._told("pairs", row, against, ("S", "H", "D", "Ds", "P")) == "P"

    def against_an_ace(self, row: str, takes: str) -> bool:
        """Whether even money or insurance is taken; not where no chart says so."""
        chart = self._charts.get("against an ace")
        return chart is not None and row in chart.rows and self._at(chart, row, "A") == takes

    def _told(self, name: str, row: str, against: str, known: tuple[str, ...]) -> str:
        chart = self._charts.get(name)
        action = None
        if chart is not None and row in chart.rows and against in chart.columns:
            action = self._at(chart, row, against)
        if action not in known:
            said = "nothing" if action is None else repr(action)
            raise Unplayable(
                f"strategy: {name}, {row} against {against} says {said}, not one of "
                f"{', '.join(known)}"
            )
        return action

    @staticmethod
    def _at(chart: Chart, row: str, column: str) -> str | None:
        cell = chart[row, column]
        return cell.action if cell else None
