"""The chapters of results: every wager, the best play, the options, and the win of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.documents.model import Bullets, Column, Pairs, Paragraph, Picture, line, lines, strong
from croupier.dossier.findings import hit_frequency, stand_offs, volatility
from croupier.odds.formatting import (
    UNMOVED,
    assumptions,
    chance,
    figures,
    name,
    per_cent,
    signed,
    title,
)
from croupier.odds.pictures import INK, LOSS, MARGIN, charts_on, outcomes_on, svg
from croupier.odds.pictures import Picture as Drawing
from croupier.odds.plots import Plot
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from croupier.documents.model import Block, Line
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings
    from croupier.odds.results import Strategy, WagerOdds

MOST_TOGETHER = 40
"""Rows of a table of all wagers together that somebody reads."""


def wagers(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.chapter("The wagers")
    yield Paragraph(
        line(
            "Net results are in initial wagers, from the player's side. A chance that is known "
            "as a ratio of whole numbers is given as one. The last column is what the outcome "
            "adds to the player's expectation; the column adds up to the house edge with the "
            "other sign."
        )
    )
    for wager in found.odds.wagers:
        yield from _wager(wager, numbered)
    yield from _together(found, numbered)
    if granted := assumptions(found.odds):
        yield numbered.section("What is taken for granted")
        for wagers, each in granted.items():
            yield Paragraph(line(strong(capital(wagers))))
            yield Bullets(tuple(line(f"{capital(said)}.") for said in each))


def _together(found: Findings, numbered: Numbered) -> Iterator[Block]:
    """How all wagers come out of one round, where that is counted and can be read."""
    joint = found.odds.joint
    if not 0 < len(joint) <= MOST_TOGETHER:
        return
    wagers = list(joint[0].outcomes)
    yield numbered.section("All wagers of a round together")
    yield numbered.table(
        "Every way in which the wagers come out together",
        (
            *(Column(wager, share=3) for wager in wagers),
            Column("Chance as a ratio", "right", 5),
            Column("Chance", "right", 3),
        ),
        (
            lines((*each.outcomes.values(), str(each.exact or ""), f"{each.chance:.10f}"))
            for each in sorted(joint, key=lambda it: -it.chance)
        ),
    )


def _wager(wager: WagerOdds, numbered: Numbered) -> Iterator[Block]:
    yield numbered.section(capital(name(wager)))
    yield Pairs(tuple(_figures(wager)))
    known = any(each.exact is not None for each in wager.outcomes)
    ratio = (Column("Chance as a ratio", "right", 5),) if known else ()
    yield numbered.table(
        f"How {name(wager)} comes out",
        (
            Column("Outcome", share=4),
            Column("Net", "right"),
            *ratio,
            Column("Chance", "right", 3),
            Column("Adds", "right", 3),
        ),
        (
            (
                line(each.outcome),
                line(signed(each.net)),
                *([line(str(each.exact or ""))] if known else []),
                line(f"{each.chance:.10f}"),
                line(f"{each.net * each.chance:+.10f}"),
            )
            for each in sorted(wager.outcomes, key=lambda it: -it.net)
        ),
    )
    caption = numbered.figure(f"The outcomes of {name(wager)}")
    yield _draw_outcomes(wager, name(wager), caption)


def _figures(wager: WagerOdds) -> Iterator[tuple[str, Line]]:
    exact = "" if wager.exact is None else f", exactly {wager.exact}"
    yield "house edge", line(strong(per_cent(wager.house_edge)), exact)
    yield "return to the player", line(per_cent(1 - wager.house_edge))
    yield "standard deviation", line(f"{wager.standard_deviation:.6f}")
    yield "volatility", line(f"{volatility(wager):.4f}")
    yield "hit frequency", line(_often(*hit_frequency(wager)))
    yield "stand-offs", line(_often(*stand_offs(wager)))
    for what, value in figures(wager):
        yield what, line(value)


def _often(often: float, exact: Fraction | None) -> str:
    if not often:
        return "never"
    one_in = f", one in {1 / often:,.2f}"
    ratio = "" if exact is None else f", exactly {exact}"
    return f"{chance(often)}{one_in}{ratio}"


def play(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.chapter("The best play")
    strategy = found.strategy
    if strategy is None:
        yield Paragraph(
            line("The rules leave a player nothing to decide once the wagers are made.")
        )
        return
    yield Paragraph(
        line(
            "The charts are worked out, not typed in. This is analysis for whoever judges the "
            "game; nobody at a table is told how to play."
        )
    )
    yield Pairs(tuple((words, line(strong(short))) for short, words in strategy.in_use.items()))
    for drawn, names, width in _draw_charts(strategy):
        caption = numbered.figure(f"{capital(names)}, {title(strategy)}")
        yield Picture(drawn, f"Chart of {names}: what to do in each situation.", caption, width)
    yield Bullets(tuple(line(f"{capital(note)}.") for note in strategy.notes))


def options(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.chapter("What the options do")
    moving = [each for each in found.effects if abs(each.change) > UNMOVED]
    yield Paragraph(
        line(
            "Each option chosen otherwise than at this table, all others as they are, and what "
            "that does to the house edge."
        )
    )
    if moving:
        in_order = dict.fromkeys(each.wager for each in moving)
        yield numbered.table(
            "Options that move an edge",
            (
                Column("Option chosen otherwise", share=5),
                Column("Wager", share=3),
                Column("House edge", "right", 2),
                Column("Change", "right", 2),
            ),
            (
                lines(
                    (
                        f"{each.option}={each.reading}",
                        each.wager,
                        per_cent(each.house_edge),
                        f"{100 * each.change:+.4f} %",
                    )
                )
                for wager in in_order
                for each in sorted(moving, key=lambda it: -it.change)
                if each.wager == wager
            ),
        )
    moved = {each.option for each in moving}
    still = dict.fromkeys(each.option for each in found.effects)
    names = ", ".join(each.replace("_", " ") for each in still if each not in moved)
    if names:
        yield Paragraph(line(f"These were chosen otherwise and move no edge: {names}."))


def house(found: Findings, numbered: Numbered) -> Iterator[Block]:
    first = found.takings[0]
    yield numbered.chapter("What the house should win")
    yield Paragraph(
        line(
            f"The theoretical win of equal wagers of 1 on {first.wager}, and the range in "
            f"which an honest table's result lies {100 * first.confidence:g} times in a "
            "hundred, from the distribution of the wager convolved as often as it is made."
        )
    )
    yield numbered.table(
        f"Equal wagers of 1 on {first.wager}, {title(first)}",
        (
            Column("Wagers", "right", 2),
            Column("Theoretical win", "right", 3),
            Column("Standard deviation", "right", 3),
            Column(f"Range, {100 * first.confidence:g} %", "right", 4),
            Column("The house loses", "right", 3),
        ),
        (
            lines(
                (
                    f"{each.rounds:,}",
                    f"{each.theoretical_win:+,.2f}",
                    f"{each.standard_deviation:,.2f}",
                    f"{each.least:+,.2f} to {each.most:+,.2f}",
                    chance(each.loses),
                )
            )
            for each in found.takings
        ),
    )
    caption = "The house edge (line) and the range of 99 of 100 honest results"
    yield _draw_settling(found, numbered.figure(caption))


# --- pictures

MANY, LEAST = 12, 0.001
"""Outcomes that are all drawn, and how likely one has to be if there are more."""
BAND = "#cfe3e4"


def _draw_outcomes(wager: WagerOdds, name: str, caption: str) -> Picture:
    """A wager's outcomes as bars; of many, those that can be seen."""
    if len(wager.outcomes) > MANY:
        seen = tuple(each for each in wager.outcomes if each.chance >= LEAST)
        caption += f"; those rarer than {100 * LEAST:g} % are in the table alone"
        wager = msgspec.structs.replace(wager, outcomes=seen)
    picture = Drawing()
    outcomes_on(picture, wager, MARGIN)
    says = f"The outcomes of {name} as bars, as long as they are likely; the table has the figures."
    return Picture(svg(picture), says, caption, 76)


def _draw_charts(strategy: Strategy) -> Iterator[tuple[str, str, int]]:
    """The charts two by two, with what is on each picture and how wide it is to be set."""
    places = range(0, len(strategy.charts), 2)
    widest = 0.0
    drawn = []
    for place in places:
        beside = strategy.charts[place : place + 2]
        picture = Drawing()
        charts_on(picture, strategy, beside)
        widest = max(widest, picture.width)
        drawn.append((picture, " and ".join(chart.name for chart in beside)))
    for picture, names in drawn:
        yield svg(picture), names, max(30, round(100 * picture.width / widest))


def _draw_settling(findings: Findings, caption: str) -> Picture:
    """The house's result for each wager, between the bounds that hold 99 of 100 honest tables."""
    wager, found = findings.odds.wagers[0], findings.settling
    wagers = [each.rounds for each in found]
    least = [100 * each.least / each.rounds for each in found]
    most = [100 * each.most / each.rounds for each in found]
    picture = Drawing()
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
    return Picture(svg(picture), says, caption, 82)
