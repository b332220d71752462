"""A strategy for blackjack as a player follows it: what to do with a hand against a card."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.odds.strategy import Cell, Chart, Strategy

if TYPE_CHECKING:
    from croupier.odds.blackjack.terms import Terms

_IN_WORDS = {2: "two", 3: "three", 4: "four"}


class Unplayable(ValueError):
    """A strategy that leaves a situation open, or does in one what the rules do not allow."""


def read_strategy(path: str, instrument: str) -> Strategy:
    """A strategy from a file as `croupier strategy --csv` or `--json` writes it."""
    text = Path(path).read_bytes()
    try:
        if path.endswith(".json"):
            found = msgspec.json.decode(text, type=Strategy)
        else:
            found = _from_lines(text.decode("utf-8"), instrument)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError) as error:
        wrong = f"it has no column {error}" if isinstance(error, KeyError) else error
        raise Unplayable(
            f"{path} is no strategy as `croupier strategy --csv` or --json writes it: {wrong}"
        ) from None
    if found.instrument != instrument:
        raise Unplayable(f"{path} is a strategy for {found.instrument}")
    return found


def _from_lines(text: str, instrument: str) -> Strategy:
    """Charts from lines of chart, row, column and action; what else a line has is not read."""
    told: dict[str, dict[tuple[str, str], str]] = {}
    for line in csv.DictReader(io.StringIO(text)):
        told.setdefault(line["chart"], {})[line["row"], line["column"]] = line["action"]
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

    def __init__(self, strategy: Strategy, terms: Terms) -> None:
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
