"""Charts as tables: the colour of every cell, its name, and what each choice in it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.results import Cell, Chart, Strategy

COLOURS = 8
"""How many the style sheet has; a mere dot has the first, which is none."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of a chart."""

    name: str
    """The situation in words: `16 against 10`, `AKs`."""
    text: str
    action: str
    colour: int
    values: tuple[tuple[str, float], ...]
    """What each choice is worth, the best first."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart to be drawn as a table."""

    name: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Square | None, ...]], ...]
    hands: bool
    """Whether every cell is a starting hand and bears its name."""

    def squares(self) -> Iterator[Square]:
        for _, row in self.rows:
            yield from (square for square in row if square is not None)


def grids(strategy: Strategy) -> list[Grid]:
    """The charts of a strategy."""
    colours = colours_of(strategy)
    return [_grid(chart, strategy.actions, colours) for chart in strategy.charts]


def colours_of(strategy: Strategy) -> dict[str, int]:
    """A colour by number for each action in use, in the order in which the strategy has them."""
    lettered = [action for action in strategy.in_use if action.isalnum()]
    numbered = {action: 1 + place % COLOURS for place, action in enumerate(lettered)}
    return {action: numbered.get(action, 0) for action in strategy.in_use}


def _grid(chart: Chart, actions: dict[str, str], colours: dict[str, int]) -> Grid:
    hands = chart.rows == chart.columns
    rows = []
    for across, (row, cells) in enumerate(zip(chart.rows, chart.cells, strict=True)):
        squares: list[Square | None] = []
        for down, cell in enumerate(cells):
            column = chart.columns[down]
            name = _hand(row, column, down - across) if hands else f"{row} against {column}"
            squares.append(None if cell is None else _square(cell, name, hands, actions, colours))
        rows.append((row, tuple(squares)))
    return Grid(chart.name, chart.across, chart.columns, tuple(rows), hands)


def _square(
    cell: Cell, name: str, hands: bool, actions: dict[str, str], colours: dict[str, int]
) -> Square:
    values = tuple(sorted(cell.values.items(), key=lambda it: -it[1]))
    text = name if hands else cell.action
    action = actions.get(cell.action, cell.action)
    return Square(name, text, action, colours.get(cell.action, 0), values)


def _hand(row: str, column: str, above: int) -> str:
    """`AKs` above the diagonal, `AKo` below it, `AA` on it; the higher card comes first."""
    if above == 0:
        return f"{row}{column}"
    return f"{row}{column}s" if above > 0 else f"{column}{row}o"
