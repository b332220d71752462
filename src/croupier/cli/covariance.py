"""`croupier covariance`: how wagers and boxes of one round depend on each other."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.laboratory import AskedTable, Form, laboratory_option, show_sections


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(covariance)


def covariance(
    table: AskedTable,
    *,
    rounds: Annotated[int, laboratory_option("rounds")] = 2_000_000,
    seed: Annotated[int, laboratory_option("seed")] = 1,
    form: Form,
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
    from croupier.odds.answer_forms import forms_of
    from croupier.odds.covariance import covariance_for, sections
    from croupier.odds.formatting import title

    form.must_be_one()
    answer = covariance_for(
        table.book, rounds=rounds, seed=seed, cache=table.cache, **table.arguments
    )
    form.tell(
        forms_of(answer),
        lambda: show_sections(title(answer), list(sections(answer)), answer.assumptions),
    )
