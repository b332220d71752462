"""The best play as charts, and what the options do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import Bullets, Column, Pairs, Paragraph, Picture, line, lines, strong
from croupier.dossier import drawings
from croupier.odds.formatting import UNMOVED, per_cent, title
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings


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
    for drawn, names, width in drawings.charts(strategy):
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
