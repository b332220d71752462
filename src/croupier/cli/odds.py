"""`croupier odds`: what each wager of a table costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.laboratory import AskedTable, Crew, DrawnForm, GridWords
from croupier.cli.printing import NARROW, console, print_padded, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import RenderableType
    from rich.table import Table

    from croupier.odds.results import Effect, GameOdds, WagerOdds


_LEAST = {"net": len("+1.5"), "wager": len("insurance")}
"""Columns that may be narrower than a figure in per cent."""


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(odds)


def odds(
    table: AskedTable,
    words: GridWords,
    *,
    effects: Annotated[
        bool, typer.Option("--effects", help="Show what each option does to the edge instead.")
    ] = False,
    crew: Crew,
    form: DrawnForm,
) -> None:
    """Show what each wager costs, exactly.

    \b
    Examples:
      croupier odds act-mini-baccarat-2016
      croupier odds act-mini-baccarat-2016 --option side_bets=perfect-pairs
      croupier odds act-blackjack-2018 --decks 6 --option soft_17=hit --json
      croupier odds act-mini-baccarat-2016 --remove 4S,4S,KD
      croupier odds act-blackjack-2018 --effects
      croupier odds act-ultimate-texas-holdem-2025 --trips 1
      croupier odds act-blackjack-2018 --amend six-to-five.toml
      croupier odds act-blackjack-2018 --grid decks=4..8 soft_17=stand,hit --csv
    """
    from croupier.odds import effects_for
    from croupier.odds import odds as odds_of
    from croupier.odds.answer_forms import effect_forms, forms_of
    from croupier.odds.question import question

    if words.is_wanted:
        if effects or form.picture is not None:
            raise typer.BadParameter("--grid prints lines: leave out --effects and --picture")
        words.show("odds", table, {}, crew, form)
        return
    crew.must_be_for_a_grid()
    form.must_be_one()
    if effects and form.picture is not None:
        raise typer.BadParameter("choose one of --effects and --picture")
    arguments = table.arguments
    if effects:
        found = effects_for(table.book, cache=table.cache, **arguments)
        asked = question(table.book, **arguments)
        form.tell(effect_forms(asked, found), lambda: _show_effects(found))
    else:
        answer = odds_of(table.book, cache=table.cache, **arguments)
        form.tell(forms_of(answer), lambda: _show_odds(answer))


def _show_effects(effects: Iterable[Effect]) -> None:
    """Print what moves each wager, the dearest first, and name what moves none."""
    from rich.padding import Padding
    from rich.text import Text

    from croupier.odds.formatting import EFFECTS, effect_rows, without_effect

    out, tried = console(), tuple(effects)
    places = (0, 1, 3) if width() < NARROW else (0, 1, 2, 3)  # the change says what an option does
    table = _columns(*(EFFECTS[place] for place in places))
    table.columns[1].justify = "left"
    for row in effect_rows(tried):
        table.add_row(*(row[place] for place in places))
    out.print()
    if table.rows:
        out.print(Padding(table, (0, 1, 1, 1)))
    out.print(Padding(Text(without_effect(tried), "dim"), (0, 1)), markup=False)
    out.print()


def _show_odds(answer: GameOdds) -> None:
    """Print every wager's edge, how it comes out, and what was taken for granted."""
    from rich.text import Text

    from croupier.odds.formatting import assumptions, name, title

    shown: list[RenderableType] = [Text(title(answer), "bold")]
    shown += ["", _edges(answer.wagers)]
    for wager in answer.wagers:
        shown += ["", Text(name(wager), "bold"), *_details(wager)]
    if granted := assumptions(answer):
        shown += ["", Text("What is taken for granted", "bold"), _granted(granted)]
    print_padded(console(), shown)


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
    from croupier.odds.formatting import name, per_cent

    table = _columns("wager", "house edge", "standard deviation")
    for wager in wagers:
        table.add_row(name(wager), per_cent(wager.house_edge), f"{wager.standard_deviation:.6f}")
    return table


def _details(wager: WagerOdds) -> Iterable[RenderableType]:
    from croupier.odds.formatting import OUTCOMES, exactly, figures, outcome_rows

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
