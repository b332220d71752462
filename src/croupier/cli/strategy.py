"""The best way to play, as a coloured chart in the terminal, a picture or a list."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.printing import print_padded
from croupier.odds.formatting import decision_rows, title
from croupier.odds.pictures import action_colours
from croupier.odds.results import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console, RenderableType

    from croupier.odds.results import Chart, Decision, Strategy


def show_decision(console: Console, decision: Decision) -> None:
    """Print what each choice is worth, the best one first, and what is taken for granted."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("choice")
    table.add_column("worth", justify="right")
    for choice, worth in decision_rows(decision):
        best = "bold" if choice == decision.best else ""
        table.add_row(Text(choice, best), Text(worth, best))
    shown: list[RenderableType] = [table, "", *(Text(note, "dim") for note in decision.notes)]
    print_padded(console, shown)


def decision_data(decision: Decision) -> dict[str, Any]:
    """What `show_decision` prints, as plain data, and `p/q` of each value that is a ratio."""
    both = {**decision.values, **decision.beside}
    ratios = {what: worth for what, worth in both.items() if isinstance(worth, Fraction)}
    return {
        "best": decision.best,
        "values": {choice: float(worth) for choice, worth in decision.values.items()},
        "beside": {wager: float(worth) for wager, worth in decision.beside.items()},
        "exact": dict.fromkeys(both) | plain(ratios),
        "assumptions": list(decision.notes),
    }


def show_strategy(console: Console, strategy: Strategy) -> None:
    """Print the charts in colour, then what their letters stand for."""
    from rich.text import Text

    colours = action_colours(strategy)
    shown: list[RenderableType] = [Text(title(strategy), "bold")]
    wide = max(map(len, strategy.in_use), default=0)
    for chart in strategy.charts:
        heading = Text.assemble((chart.name, "bold"), (f"   across: {chart.across}", "dim"))
        room = (console.width - max(map(len, chart.rows)) - 4) // len(chart.columns)
        shown += ["", heading, "", _chart(chart, colours, max(wide, min(wide + 2, room)))]
    shown.append("")
    for action, words in strategy.in_use.items():
        sample = f"{action:^{wide + 2}}", f"black on {colours[action]}"
        shown.append(Text.assemble(sample, f"  {words}"))
    shown += ["", *(Text(note, "dim") for note in strategy.notes)] if strategy.notes else []
    print_padded(console, shown)


def _chart(chart: Chart, colours: Mapping[str, str], wide: int) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 0), header_style="bold")
    margin = max(map(len, chart.rows))
    table.add_column("", no_wrap=True)
    for column in chart.columns:
        table.add_column(f"{column:^{wide}}", no_wrap=True)
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        line = [
            Text(f"{cell.action:^{wide}}", f"black on {colours.get(cell.action, 'white')}")
            if cell
            else Text(" " * wide)
            for cell in cells
        ]
        table.add_row(Text(f"{row:>{margin}}  "), *line)
    return table
