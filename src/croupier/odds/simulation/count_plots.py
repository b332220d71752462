"""What a count brought, as plots: the edge by true count, and how often each stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.counting.formatting import bars
from croupier.odds.pictures import INK, LEVEL
from croupier.odds.plots import Plot
from croupier.odds.simulation.report import CONFIDENCE

if TYPE_CHECKING:
    from croupier.odds.pictures import Picture
    from croupier.odds.simulation.count_report import CountReport

SURE = 0.05
"""Edges that are known less well than this, to either side, are not drawn."""


def draw(picture: Picture, top: float, counting: CountReport) -> float:
    """The mean of a wager with its error at each true count, then the rounds at each."""
    known = [each for each in counting.by_true_count if each.standard_error < SURE / CONFIDENCE]
    if known:
        trues = [each.true_count for each in known]
        means = [100 * each.mean for each in known]
        widths = [100 * CONFIDENCE * each.standard_error for each in known]
        low = [mean - width for mean, width in zip(means, widths, strict=True)]
        high = [mean + width for mean, width in zip(means, widths, strict=True)]
        plot = Plot(
            picture, top, (trues[0], trues[-1]), (min(0, *low), max(0, *high)),
            labels=(
                "true count, rounded down",
                f"{counting.count}: what a wager brought, in per cent, nineteen times in twenty",
            ),
        )  # fmt: skip
        plot.band(trues, low, high, LEVEL)
        plot.line(zip(trues, means, strict=True), INK, 2)
        top = plot.bottom
    return bars(picture, top, {each.true_count: each.share for each in counting.by_true_count})
