"""The pictures of a dossier: outcomes, charts, and how the house's result settles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.documents import model
from croupier.odds.pictures import INK, LOSS, MARGIN, Picture, charts_on, outcomes_on, svg
from croupier.odds.plots import Plot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.dossier.findings import Findings
    from croupier.odds.results import Strategy, WagerOdds

MANY, LEAST = 12, 0.001
"""Outcomes that are all drawn, and how likely one has to be if there are more."""
BAND = "#cfe3e4"


def outcomes(wager: WagerOdds, name: str, caption: str) -> model.Picture:
    """A wager's outcomes as bars; of many, those that can be seen."""
    if len(wager.outcomes) > MANY:
        seen = tuple(each for each in wager.outcomes if each.chance >= LEAST)
        caption += f"; those rarer than {100 * LEAST:g} % are in the table alone"
        wager = msgspec.structs.replace(wager, outcomes=seen)
    picture = Picture()
    outcomes_on(picture, wager, MARGIN)
    says = f"The outcomes of {name} as bars, as long as they are likely; the table has the figures."
    return model.Picture(svg(picture), says, caption, 76)


def charts(strategy: Strategy) -> Iterator[tuple[str, str, int]]:
    """The charts two by two, with what is on each picture and how wide it is to be set."""
    places = range(0, len(strategy.charts), 2)
    widest = 0.0
    drawn = []
    for place in places:
        beside = strategy.charts[place : place + 2]
        picture = Picture()
        charts_on(picture, strategy, beside)
        widest = max(widest, picture.width)
        drawn.append((picture, " and ".join(chart.name for chart in beside)))
    for picture, names in drawn:
        yield svg(picture), names, max(30, round(100 * picture.width / widest))


def settling(findings: Findings, caption: str) -> model.Picture:
    """The house's result for each wager, between the bounds that hold 99 of 100 honest tables."""
    wager, found = findings.odds.wagers[0], findings.settling
    wagers = [each.rounds for each in found]
    least = [100 * each.least / each.rounds for each in found]
    most = [100 * each.most / each.rounds for each in found]
    picture = Picture()
    plot = Plot(
        picture, MARGIN, (wagers[0], wagers[-1]), (least[0], most[0]),
        labels=("wagers", f"won by the house, in per cent of the wagers on {wager.wager}"),
        tick="{:+.3g} %".format,
    )  # fmt: skip
    plot.band(wagers, least, most, BAND)
    edge = 100 * wager.house_edge
    plot.line([(wagers[0], edge), (wagers[-1], edge)], LOSS, 2)
    plot.line([(wagers[0], 0), (wagers[-1], 0)], INK, 0.75)
    says = "The range of an honest table's result narrows to the house edge as wagers are made."
    return model.Picture(svg(picture), says, caption, 82)
