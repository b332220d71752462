"""`croupier count`: what counting cards is worth at a table, for game protection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import (
    AmendOption,
    InstrumentArgument,
    JsonOption,
    RecomputeOption,
    instrument_of,
)
from croupier.cli.laboratory import (
    AnteOption,
    CsvOption,
    DarkOption,
    DecksOption,
    OptionOption,
    PictureOption,
    RemoveOption,
    TripsOption,
    asked_table,
    laboratory_option,
    one_form,
    usual_cache,
    write_picture,
)
from croupier.cli.printing import console, print_json, print_padded, progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from croupier.odds.sections import Section

ROOMY = 60
"""Columns of a terminal from which on those of a table stand further apart."""


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(count)


def count(
    instrument: InstrumentArgument,
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
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    picture: PictureOption = None,
    dark: DarkOption = False,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
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
    from croupier.odds import data_shape as data
    from croupier.odds.counting import PARTS, count_for
    from croupier.odds.counting import formatting as told
    from croupier.odds.simulation.shoe_cut import read_penetration

    one_form(as_json=as_json, as_csv=as_csv, picture=picture)
    parts = [part for part in PARTS if not only or part in only]
    for word in only or ():
        if word not in PARTS:
            raise typer.BadParameter(f"--only {word}: there are {', '.join(PARTS)}")
    book = instrument_of(instrument, amend)
    with progress() as watch:
        answer = count_for(
            book, count=count, penetration=read_penetration(penetration), shoes=shoes, seed=seed,
            parts=parts, cache=usual_cache(recompute=recompute), watch=watch,
            **asked_table(book, decks, option or [], remove, trips, ante),
        )  # fmt: skip
    if picture is not None:
        write_picture(picture, told.counting_picture(answer), dark=dark)
    elif as_json:
        print_json(data.as_data(answer))
    elif as_csv:
        typer.echo(data.lines(data.table_columns(answer), told.rows(answer)), nl=False)
    else:
        notes = [*(f"{k}: {v}" for k, v in answer.actions.items()), *answer.assumptions]
        show(told.heading(answer), list(told.sections(answer)), notes)


def show(heading: str, sections: Sequence[Section], notes: Iterable[str]) -> None:
    """Print tables under their titles, and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    apart = 3 if out.width >= ROOMY else 1
    shown: list[RenderableType] = [Text(heading, "bold")]
    for section in sections:
        table = Table(box=None, padding=(0, apart, 0, 0), header_style="dim")
        for place, column in enumerate(section.columns):
            left = place == 0 or column == "tags"
            table.add_column(column, justify="left" if left else "right", overflow="fold")
        for row in section.rows:
            table.add_row(*row)
        shown += ["", Text(section.title, "bold"), table]
    shown += ["", *(Text(note, "dim") for note in notes)]
    print_padded(out, shown)
