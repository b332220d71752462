"""What each wager of a table costs, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.printing import NARROW, print_padded, width
from croupier.odds.formatting import (
    EFFECTS,
    OUTCOMES,
    assumptions,
    effect_rows,
    exactly,
    figures,
    name,
    outcome_rows,
    per_cent,
    title,
    without_effect,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.odds.results import Effect, GameOdds, WagerOdds


_LEAST = {OUTCOMES[1]: len("+1.5"), "wager": len("insurance")}
"""Columns that may be narrower than a figure in per cent."""


def show_effects(console: Console, effects: Iterable[Effect]) -> None:
    """Print what moves each wager, the dearest first, and name what moves none."""
    from rich.padding import Padding
    from rich.text import Text

    tried = tuple(effects)
    places = (0, 1, 3) if width() < NARROW else (0, 1, 2, 3)  # the change says what an option does
    table = _columns(*(EFFECTS[place] for place in places))
    table.columns[1].justify = "left"
    for row in effect_rows(tried):
        table.add_row(*(row[place] for place in places))
    console.print()
    if table.rows:
        console.print(Padding(table, (0, 1, 1, 1)))
    console.print(Padding(Text(without_effect(tried), "dim"), (0, 1)), markup=False)
    console.print()


def show_odds(console: Console, answer: GameOdds) -> None:
    """Print every wager's edge, how it comes out, and what was taken for granted."""
    from rich.text import Text

    shown: list[RenderableType] = [Text(title(answer), "bold")]
    shown += ["", _edges(answer.wagers)]
    for wager in answer.wagers:
        shown += ["", Text(name(wager), "bold"), *_details(wager)]
    if granted := assumptions(answer):
        shown += ["", Text("What is taken for granted", "bold"), _granted(granted)]
    print_padded(console, shown)


def _granted(granted: Mapping[str, Iterable[str]]) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(style="dim", ratio=1)
    for wagers, assumed in granted.items():
        for place, assumption in enumerate(assumed):
            table.add_row("" if place else f"  {wagers}", assumption)
    return table


def _edges(wagers: Iterable[WagerOdds]) -> Table:
    table = _columns("wager", "house edge", "standard deviation")
    for wager in wagers:
        table.add_row(name(wager), per_cent(wager.house_edge), f"{wager.standard_deviation:.6f}")
    return table


def _details(wager: WagerOdds) -> Iterable[RenderableType]:
    more = [*figures(wager)]
    if wager.exact is not None:
        more.insert(0, ("house edge exactly", exactly(wager)))
    if more:
        table = _columns("", "", header=False)
        for what, value in more:
            table.add_row(f"  {what}", value)
        yield table
    if wager.outcomes:
        table = _columns(f"  {OUTCOMES[0]}", *OUTCOMES[1:])
        for outcome, net, chance in outcome_rows(wager):
            table.add_row(f"  {outcome}", net, chance)
        yield table


def _columns(first: str, *others: str, header: bool = True) -> Table:
    from rich.table import Table

    narrow = width() < NARROW
    apart = 1 if narrow else 3
    table = Table(box=None, padding=(0, apart, 0, 0), show_header=header, header_style="dim")
    table.add_column(first, overflow="fold")
    for other in others:
        least = _LEAST.get(other, len("10.0000 %")) if narrow else None
        table.add_column(other, justify="right", overflow="fold", min_width=least)
    return table
