"""`croupier covariance`: how wagers and boxes of one round depend on each other."""

from __future__ import annotations

from typing import Annotated

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
    DecksOption,
    OptionOption,
    RemoveOption,
    TripsOption,
    asked_table,
    laboratory_option,
    one_form,
    usual_cache,
)
from croupier.cli.printing import print_json


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(covariance)


def covariance(
    instrument: InstrumentArgument,
    rounds: Annotated[int, laboratory_option("rounds")] = 2_000_000,
    seed: Annotated[int, laboratory_option("seed")] = 1,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
) -> None:
    """Show how wagers of one round depend on each other.

    Main and side bets of a box, and the same wager on two boxes: exactly where it can be counted,
    else from a simulation of --rounds, with its error.

    \b
    Examples:
      croupier covariance act-mini-baccarat-2016 --option side_bets=perfect-pairs
      croupier covariance act-blackjack-2018 --option side_bets=perfect-pairs
      croupier covariance act-ultimate-texas-holdem-2025 --trips 1 --json
    """
    from croupier.cli.count import show
    from croupier.odds import data_shape as data
    from croupier.odds.covariance import covariance_for, rows, sections
    from croupier.odds.formatting import title

    one_form(as_json=as_json, as_csv=as_csv, picture=None)
    book = instrument_of(instrument, amend)
    answer = covariance_for(
        book, rounds=rounds, seed=seed, cache=usual_cache(recompute=recompute),
        **asked_table(book, decks, option or [], remove, trips, ante),
    )  # fmt: skip
    if as_json:
        print_json(data.as_data(answer))
    elif as_csv:
        typer.echo(data.lines(data.table_columns(answer), rows(answer)), nl=False)
    else:
        show(title(answer), list(sections(answer)), answer.assumptions)
