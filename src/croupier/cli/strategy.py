"""`croupier strategy`: the best way to play, as a coloured chart, a picture or a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.laboratory import AskedTable, DrawnForm, laboratory_option
from croupier.cli.printing import console, print_padded
from croupier.odds.parameters import BOARD, DEALERS_CARD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console, RenderableType

    from croupier.odds.results import Chart, Decision, Strategy


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(strategy)


def strategy(
    table: AskedTable,
    *,
    hand: Annotated[str | None, laboratory_option("hand")] = None,
    board: Annotated[str, laboratory_option(BOARD)] = "",
    dealer: Annotated[str, laboratory_option(DEALERS_CARD)] = "",
    as_svg: Annotated[bool, typer.Option("--svg", help="Print a picture, as SVG.")] = False,
    form: DrawnForm,
) -> None:
    """Show the best way to play, for use away from the table.

    \b
    Examples:
      croupier strategy act-blackjack-2018 --decks 6
      croupier strategy act-ultimate-texas-holdem-2025 --svg > chart.svg
      croupier strategy nsw-blackjack-challenge --picture chart.png
      croupier strategy act-ultimate-texas-holdem-2025 --hand AS,KD
      croupier strategy act-blackjack-2018 --hand TS,6D --dealer TH
      croupier strategy act-blackjack-2018 --hand "8 8" --dealer 10
    """
    from croupier.odds import decision_for, strategy_for
    from croupier.odds.answer_forms import choice_forms, forms_of
    from croupier.odds.pictures import strategy_picture, svg
    from croupier.odds.question import question

    form.must_be_one(svg=as_svg)
    if hand is None and (board or dealer):
        raise typer.BadParameter("a decision needs the hand: give --hand")
    if hand is not None:
        if as_svg or form.picture is not None:
            raise typer.BadParameter("a decision is told in words, or with --csv or --json")
        decision = decision_for(table.book, hand, board, dealer=dealer, **table.arguments)
        asked = question(table.book, **table.arguments)
        cards = {"hand": hand, "board": board, "dealer": dealer}
        form.tell(
            choice_forms(asked, cards, decision.choices), lambda: show_decision(console(), decision)
        )
        return
    answer = strategy_for(table.book, cache=table.cache, **table.arguments)
    if as_svg:
        typer.echo(svg(strategy_picture(answer), dark=form.dark), nl=False)
    else:
        form.tell(forms_of(answer), lambda: show_strategy(console(), answer))


def show_decision(console: Console, decision: Decision) -> None:
    """Print what each choice is worth, the best one first, and what is taken for granted."""
    from rich.table import Table
    from rich.text import Text

    from croupier.odds.formatting import decision_rows

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("choice")
    table.add_column("worth", justify="right")
    for choice, worth in decision_rows(decision):
        best = "bold" if choice == decision.best else ""
        table.add_row(Text(choice, best), Text(worth, best))
    shown: list[RenderableType] = [table, "", *(Text(note, "dim") for note in decision.notes)]
    print_padded(console, shown)


def show_strategy(console: Console, strategy: Strategy) -> None:
    """Print the charts in colour, then what their letters stand for."""
    from rich.text import Text

    from croupier.odds.formatting import title
    from croupier.odds.pictures import action_colours

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
