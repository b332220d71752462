"""A strategy as charts: what to do in each situation, and what each choice is worth."""

from __future__ import annotations

from typing import Any

import msgspec


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One situation: the best choice, and what every choice is worth in initial wagers."""

    action: str
    values: dict[str, float] = {}


class Chart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One grid of situations. A row may end early; `None` is a situation that cannot be."""

    name: str
    across: str
    """What the columns are, such as `dealer's card`."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]

    def __getitem__(self, place: tuple[str, str]) -> Cell | None:
        row, column = place
        return self.cells[self.rows.index(row)][self.columns.index(column)]


class Strategy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to play one table, for one composition of its shoe."""

    instrument: str
    options: dict[str, Any]
    removed: tuple[str, ...] = ()
    actions: dict[str, str]
    """What each action's short form in a chart stands for: `{"H": "hit"}`."""
    charts: tuple[Chart, ...]
    notes: tuple[str, ...] = ()
    """What the charts do not say, and what was taken for granted."""

    @property
    def in_use(self) -> dict[str, str]:
        """The actions that some chart tells to take, with what they stand for."""
        told = {cell.action for chart in self.charts for row in chart.cells for cell in row if cell}
        return {action: words for action, words in self.actions.items() if action in told}

    def __str__(self) -> str:
        from croupier.odds.showing import strategy_text

        return strategy_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.pictures import strategy_picture, svg

        return svg(strategy_picture(self))
