"""`croupier count`: what counting cards is worth at a table, for game protection."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.laboratory import (
    AskedTable,
    DrawnForm,
    laboratory_option,
    must_not_be_ignored,
    show_sections,
)
from croupier.cli.printing import progress


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(count)


def count(
    ctx: typer.Context,
    table: AskedTable,
    *,
    count: Annotated[str, laboratory_option("count")] = "HI-LO",
    penetration: Annotated[str | None, laboratory_option("penetration")] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART", help="effects, plays or penetration; may be given more than once."
        ),
    ] = None,
    shoes: Annotated[int | None, laboratory_option("shoes")] = None,
    seed: Annotated[int, laboratory_option("seed")] = 1,
    form: DrawnForm,
) -> None:
    """Show what counting cards is worth, for game protection.

    What one card less of each rank does to every wager, exactly; how well a count follows it and
    which tags would best; which plays change at which true count; and how often a wager turns
    favourable as the shoe is dealt. It is analysis beside the table, not advice at it.

    \b
    Examples:
      croupier count act-blackjack-2018
      croupier count act-blackjack-2018 --count ZEN --only plays
      croupier count act-blackjack-2006 --option side_bets=super-sevens
      croupier count act-mini-baccarat-2016 --count "4+1 6-1" --only effects
      croupier count act-blackjack-2018 --option device=shuffler --picture it.svg
    """
    from croupier.odds import ODDS
    from croupier.odds.answer_forms import forms_of
    from croupier.odds.counting import PARTS, count_for, why_no_shoes
    from croupier.odds.counting.formatting import heading, notes, sections
    from croupier.odds.simulation.shoe_cut import read_penetration
    from croupier.rulebook.instruments import load

    form.must_be_one()
    for word in only or ():
        if word not in PARTS:
            raise typer.BadParameter(f"--only {word}: there are {', '.join(PARTS)}")
    if ODDS.of(book := load(table.book)).counted is None:
        must_not_be_ignored(ctx, why_no_shoes(book), "shoes")
    if only and "penetration" not in only:
        why = "shoes are shuffled for the part penetration: leave out --only, or name it there too"
        must_not_be_ignored(ctx, why, "shoes")
    with progress() as watch:
        answer = count_for(
            table.book, count=count, penetration=read_penetration(penetration), shoes=shoes,
            seed=seed, parts=[part for part in PARTS if not only or part in only],
            cache=table.cache, watch=watch, **table.arguments,
        )  # fmt: skip
    form.tell(
        forms_of(answer),
        lambda: show_sections(heading(answer), list(sections(answer)), notes(answer)),
    )
