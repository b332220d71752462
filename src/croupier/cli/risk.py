"""`croupier risk`: what a bankroll risks, and what a table should win."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from croupier.cli.laboratory import (
    AskedTable,
    Crew,
    DrawnForm,
    GridWords,
    laboratory_option,
    must_not_be_ignored,
    show_figures,
)


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(risk)


def risk(
    ctx: typer.Context,
    table: AskedTable,
    words: GridWords,
    *,
    rounds: Annotated[int, laboratory_option("rounds")] = 1_000,
    bankroll: Annotated[float | None, laboratory_option("bankroll")] = None,
    stake: Annotated[float, laboratory_option("stake")] = 1,
    target: Annotated[float | None, laboratory_option("target")] = None,
    wager: Annotated[str | None, laboratory_option("wager")] = None,
    cover: Annotated[str, laboratory_option("cover")] = "first",
    drop: Annotated[float | None, laboratory_option("drop")] = None,
    confidence: Annotated[float, laboratory_option("confidence")] = 0.99,
    crew: Crew,
    form: DrawnForm,
) -> None:
    """Show what a bankroll risks, or what a table should win.

    With --bankroll, what becomes of a player: ruin, a target, the spread of results. Without it,
    what the house wins of so many wagers, and the range of an honest table. Nothing is sampled.

    \b
    Examples:
      croupier risk act-blackjack-2018 --bankroll 1000 --stake 10 --rounds 500
      croupier risk act-ultimate-texas-holdem-2025 --bankroll 100 --target 150
      croupier risk act-mini-baccarat-2016 --bankroll 50 --picture fan.svg
      croupier risk act-blackjack-2018 --rounds 3500 --stake 25 --drop 12000
    """
    from croupier.odds import risk_formatting as told
    from croupier.odds.answer_forms import forms_of
    from croupier.odds.risk import risk_for, takings_for

    asked: dict[str, Any] = {"rounds": rounds, "stake": stake, "wager": wager}
    of_a_player: dict[str, Any] = {"bankroll": bankroll, "target": target, "cover": cover}
    of_a_table: dict[str, Any] = {"drop": drop, "confidence": confidence}
    if words.is_wanted:
        if form.picture is not None:
            raise typer.BadParameter("--grid prints lines: leave out --picture")
        _must_go_together(ctx, has_bankroll=bankroll is not None or words.varies("bankroll"))
        words.show("risk", table, asked | of_a_player | of_a_table, crew, form)
        return
    crew.must_be_for_a_grid()
    form.must_be_one()
    _must_go_together(ctx, has_bankroll=bankroll is not None)
    asked |= {"cache": table.cache, **table.arguments}
    if bankroll is None:
        house = takings_for(table.book, **of_a_table, **asked)
        form.tell(
            forms_of(house),
            lambda: show_figures(
                told.takings_heading(house), told.takings_figures(house), house.assumptions
            ),
        )
        return
    player = risk_for(table.book, **of_a_player, **asked)
    form.tell(
        forms_of(player),
        lambda: show_figures(
            told.risk_heading(player), told.risk_figures(player), player.assumptions
        ),
    )


def _must_go_together(ctx: typer.Context, *, has_bankroll: bool) -> None:
    """Refuse what is asked of a table alone beside a player, and the other way round."""
    if has_bankroll:
        why = "it is asked of a table: leave out the bankroll"
        must_not_be_ignored(ctx, why, "drop", "confidence")
    else:
        why = "it is asked of a player: give --bankroll"
        must_not_be_ignored(ctx, why, "target", "cover", "picture")
