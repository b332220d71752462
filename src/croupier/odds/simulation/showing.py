"""A report in words and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.showing import per_cent, signed
from croupier.odds.simulation.report import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.simulation.report import Report


def interval(mean: float, error: float) -> str:
    """A mean with what holds its true value nineteen times in twenty."""
    return f"{100 * mean:+.4f} % ± {100 * CONFIDENCE * error:.4f} %"


def heading(report: Report) -> str:
    """The table, and how much of it was played."""
    decks = report.options.get("decks")
    shoe = "a fresh shoe each round"
    if report.penetration is not None:
        shoe = f"dealt to {100 * report.penetration:g} % of the shoe"
    boxes = f", {report.boxes} boxes" if report.boxes > 1 else ""
    named = f"{report.instrument}, {decks} deck{'' if decks == 1 else 's'}"
    return f"{named}: {report.rounds:,} rounds{boxes}, {shoe}"


def figures(report: Report) -> Iterator[tuple[str, str]]:
    """Everything but the distribution, one line each."""
    yield f"mean of {report.wager}", interval(report.mean, report.standard_error)
    yield "standard error", f"{100 * report.standard_error:.6f} %"
    yield "standard deviation", f"{report.standard_deviation:.6f}"
    for side in report.side_bets:
        yield f"mean of {side.wager}", interval(side.mean, side.standard_error)
    if report.cut_card_effect is not None:
        effect = report.cut_card_effect
        yield "cut-card effect", interval(effect.mean, effect.standard_error)
    if report.n0 is not None:
        yield "N0", f"{report.n0:,.0f} rounds"
    ruin = report.risk_of_ruin
    yield (
        "risk of ruin",
        (
            f"{per_cent(ruin.within)} in {ruin.rounds:,} rounds, {per_cent(ruin.ever)} in the end, "
            f"of {ruin.bankroll:g} wagers"
        ),
    )
    rate = report.rounds / report.seconds if report.seconds else 0.0
    yield "time", f"{report.seconds:.2f} s, {rate:,.0f} rounds a second, workers: {report.workers}"


def report_text(report: Report) -> str:
    lines = [heading(report), ""]
    told = list(figures(report))
    wide = max(len(what) for what, _ in told)
    lines += [f"{what:{wide}}  {value}" for what, value in told]
    lines += ["", f"{'result':>8}  {'rounds':>14}  share"]
    lines += [
        f"{signed(result.net):>8}  {result.count:14,}  {per_cent(result.share)}"
        for result in report.distribution
    ]
    return "\n".join(lines)
