"""How every wager comes out, and what is taken for granted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import Bullets, Column, Pairs, Paragraph, line, lines, strong
from croupier.dossier import drawings
from croupier.dossier.findings import hit_frequency, stand_offs, volatility
from croupier.odds.formatting import assumptions, chance, figures, name, per_cent, signed
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from croupier.documents.model import Block, Line
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings
    from croupier.odds.results import WagerOdds

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
    yield drawings.outcomes(wager, name(wager), caption)


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
