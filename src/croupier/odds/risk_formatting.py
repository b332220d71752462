"""A risk and a table's takings, in words, numbers and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.formatting import chance, per_cent, title
from croupier.odds.pictures import FAINT, INK, LINE, LOSS, Picture
from croupier.odds.plots import Plot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.risk import Risk, Takings

BANDS = (("1%", "99%", "#e7eff0"), ("5%", "95%", "#cfe3e4"), ("25%", "75%", "#a9dadc"))
"""From the widest to the narrowest, which lies on top."""


def risk_heading(risk: Risk) -> str:
    """The table, and what is asked of it."""
    aim = "" if risk.target is None else f", stopping at {_amount(risk.target)}"
    return (
        f"{title(risk)}: {_amount(risk.bankroll)} for {risk.rounds:,} rounds of {risk.wager} at "
        f"{_amount(risk.stake)}{aim}"
    )


def risk_figures(risk: Risk) -> Iterator[tuple[str, str]]:
    """Everything but the fan, one line each."""
    yield "ruined", chance(risk.ruined)
    if risk.reached is not None:
        yield "at the target", chance(risk.reached)
    yield "still playing at the end", chance(risk.playing)
    yield "mean result", _result(risk.mean)
    yield "standard deviation", f"{risk.standard_deviation:,.2f}"
    for share, won in risk.quantiles.items():
        yield f"{share} end at or below", _result(won)


def risk_picture(risk: Risk) -> Picture:
    """The fan of outcomes over the rounds, and ruin under it."""
    picture = Picture()
    top = picture.headed(risk_heading(risk))
    rounds = [0, *(moment.rounds for moment in risk.moments)]
    lines = {
        share: [0.0, *(moment.quantiles[share] for moment in risk.moments)]
        for share in risk.quantiles
    }
    unit = "in initial wagers" if risk.stake == 1 else "in the unit of the stake"
    came = "ruined" if risk.reached is None else "ruined (red), at the target"
    fan = Plot(
        picture, top + LINE, (0, risk.rounds), (min(lines["1%"]), max(lines["99%"])),
        labels=("rounds played", f"won or lost, {unit}: 98, 90 and 50 of 100 players, the median"),
    )  # fmt: skip
    for low, high, fill in BANDS:
        fan.band(rounds, lines[low], lines[high], fill)
    fan.line(zip(rounds, lines["50%"], strict=True), INK, 2)
    ends = Plot(
        picture, fan.bottom + LINE, (0, risk.rounds), (0, _most(risk)),
        labels=("rounds played", came),
        tick="{:.3g} %".format,
    )  # fmt: skip
    ends.line([(0, 0), *((it.rounds, 100 * it.ruined) for it in risk.moments)], LOSS, 2)
    if risk.reached is not None:
        ends.line([(0, 0), *((it.rounds, 100 * it.reached) for it in risk.moments)], FAINT, 2)
    return picture


def takings_heading(takings: Takings) -> str:
    """The table, and what is asked of it."""
    stake = _amount(takings.stake)
    return f"{title(takings)}: {takings.rounds:,} wagers of {stake} on {takings.wager}"


def takings_figures(takings: Takings) -> Iterator[tuple[str, str]]:
    """What the house should win, one line each."""
    yield "theoretical win", _result(takings.theoretical_win)
    yield "standard deviation", f"{takings.standard_deviation:,.2f}"
    honest = f"{_result(takings.least)} to {_result(takings.most)}"
    yield f"an honest table, {100 * takings.confidence:g} % of the time", honest
    yield "the house loses", chance(takings.loses)
    if takings.drop is not None and takings.hold is not None:
        yield f"hold of a drop of {_amount(takings.drop)}", per_cent(takings.hold)


def _amount(amount: float) -> str:
    return f"{amount:,.2f}".removesuffix(".00")


def _result(amount: float) -> str:
    return f"{amount:+,.2f}"


def _most(risk: Risk) -> float:
    return 100 * max(risk.ruined, risk.reached or 0)
