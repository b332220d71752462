"""What the house should win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import Column, Paragraph, line, lines
from croupier.dossier import drawings
from croupier.odds.formatting import chance, title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings


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
    yield drawings.settling(found, numbered.figure(caption))
