"""The first page: what the table is, what its wagers cost, whether all checks were passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import (
    Bullets,
    Column,
    Notice,
    PageBreak,
    Pairs,
    code,
    line,
    lines,
    strong,
)
from croupier.dossier.chapters.evidence import WITHIN, outside
from croupier.dossier.findings import hit_frequency, mean_checks, volatility
from croupier.odds.formatting import chance, name, per_cent, title
from croupier.odds.simulation.report import CONFIDENCE
from croupier.rulebook.wording import dates
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings


def summary(found: Findings, numbered: Numbered) -> Iterator[Block]:
    book, odds = found.asked.rules.instrument, found.odds
    yield PageBreak()
    yield numbered.chapter("Summary")
    if book.not_approved is not None:
        yield Notice(line(strong(f"{book.not_approved}. "), "Nobody has approved it."), "bad")
    yield Pairs(
        (
            ("instrument", line(f"{book.title}, {book.number}")),
            ("id", line(code(book.id))),
            ("authority", line(book.authority)),
            ("in force", line(dates(book))),
            ("table", line(title(odds))),
            ("program", line(f"Croupier {__version__}")),
        )
    )
    yield numbered.table(
        "What every wager costs",
        (
            Column("Wager", share=5),
            Column("House edge", "right"),
            Column("Return", "right"),
            Column("Standard deviation", "right"),
            Column("Volatility", "right"),
            Column("Hit frequency", "right"),
        ),
        (
            lines(
                (
                    name(wager),
                    per_cent(wager.house_edge),
                    per_cent(1 - wager.house_edge),
                    f"{wager.standard_deviation:.6f}",
                    f"{volatility(wager):.4f}",
                    chance(hit_frequency(wager)[0]),
                )
            )
            for wager in odds.wagers
        ),
    )
    yield Bullets(
        (
            line(strong("House edge: "), "the part of the initial wager that the house keeps."),
            line(strong("Return: "), "what is left of it, the return to the player."),
            line(
                strong("Standard deviation: "),
                "of one wager's net result, in initial wagers, with all that is staked later.",
            ),
            line(
                strong("Volatility: "),
                f"{CONFIDENCE:.4g} standard deviations. The mean of n wagers lies within this, "
                "divided by the root of n, of its expectation nineteen times in twenty.",
            ),
            line(strong("Hit frequency: "), "the chance of a net win."),
        )
    )
    yield from _verdict(found)


def _verdict(found: Findings) -> Iterator[Block]:
    """Whether all checks of this run were passed."""
    engine, wrong = found.engine, []
    if engine.differing:
        wrong.append(f"{engine.differing} rounds came out otherwise in engine and kernel")
    wrong += [
        f"{check.wager} was simulated {check.away:+.1f} standard errors away from its mean"
        for check in mean_checks(found)
        if check.away is not None and abs(check.away) > WITHIN
    ]
    wrong += [f"the shuffle is outside its band twice by {measure}" for measure in outside(found)]
    if wrong:
        yield Notice(line(strong("A check was not passed: "), "; ".join(wrong), "."), "bad")
        return
    yield Notice(
        line(
            strong("All checks of this run were passed. "),
            f"{engine.rounds:,} rounds with {engine.settlements:,} settlements came out "
            "alike in the engine that deals at tables and in the compiled kernel, and "
            f"{found.simulation.rounds:,} simulated rounds agree with the exact figures.",
        ),
        "good",
    )
