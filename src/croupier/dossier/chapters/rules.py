"""The rules of the table, and all clauses of the instrument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import (
    Column,
    Heading,
    PageBreak,
    Paragraph,
    Table,
    Words,
    faint,
    line,
    strong,
)
from croupier.game_rules import game_of
from croupier.game_rules.signs import sign
from croupier.money import Limits, dollars
from croupier.rulebook.wording import KINDS
from croupier.wording.options import readings_of, value_of
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings
    from croupier.game_rules import Rules
    from croupier.rulebook.instruments import Instrument, Option

NO_LIMITS = f"{dollars(1)} or more"


def rules(found: Findings, numbered: Numbered) -> Iterator[Block]:
    table = found.asked.rules
    yield numbered.chapter("The rules of the table")
    yield Paragraph(
        line(
            "Every figure follows from the rules that the program plays by, which are read "
            "from its rulebook. Clauses are those of the instrument; their words here are the "
            "program's own, not those of the instrument."
        )
    )
    yield from _values(table.instrument, numbered)
    yield from _options(table, numbered)
    yield from _sign(table, numbered)


def _values(book: Instrument, numbered: Numbered) -> Iterator[Block]:
    """What the rules pay, and the other values that they fix."""
    yield numbered.section("Pay tables")
    paid = [value for value in book.values if value.type in ("odds", "per cent")]
    yield numbered.table(
        "What is paid",
        (Column("Rule", share=6), Column("Value", "right", 2), Column("Clauses", share=3)),
        (
            (
                line(capital(value.says)),
                line(strong(value.words)),
                line(faint(", ".join(value.clauses))),
            )
            for value in paid
        ),
    )
    others = [value for value in book.values if value not in paid]
    if others:
        yield numbered.section("Other values")
        yield numbered.table(
            "What else the rules fix",
            (Column("Rule", share=5), Column("Value", share=5), Column("Clauses", share=3)),
            (
                (
                    line(capital(value.says)),
                    line(strong(value.words)),
                    line(faint(", ".join(value.clauses))),
                )
                for value in others
            ),
        )


def _options(table: Rules, numbered: Numbered) -> Iterator[Block]:
    options = table.options
    yield numbered.section("Options in force")
    yield numbered.table(
        "Every option of the table",
        (
            Column("Option", share=4),
            Column("Value", share=4),
            Column("What it decides, and what the value means", share=8),
            Column("Clauses", share=3),
        ),
        (
            (
                line(option.name.replace("_", " ")),
                line(_chosen(option, options[option.name])),
                line(option.says, *_reading(option, options[option.name])),
                line(faint(", ".join(option.clauses))),
            )
            for option in table.instrument.options
        ),
    )


def _sign(table: Rules, numbered: Numbered) -> Iterator[Block]:
    options = table.options
    yield numbered.section("The sign")
    game = game_of(table.instrument)(table)
    limits, steps = options.get("limits") or {}, options.get("multiples") or {}

    def shown(wager: str) -> Limits:
        least, most = limits.get(wager, (1, None))
        return Limits(least, most, steps.get(wager, 1))

    said = [each for each in sign(game, shown) if NO_LIMITS not in each.value]
    yield numbered.table(
        "What the sign at the table says",
        (Column("Line", share=7), Column("Clauses", share=3)),
        ((line(each.value), line(faint(", ".join(each.clauses)))) for each in said),
    )


def clauses(found: Findings) -> Iterator[Block]:
    book = found.asked.rules.instrument
    yield PageBreak()
    yield Heading("Appendix: the clauses of the instrument")
    yield Paragraph(
        line(f"All {len(book.clauses)} clauses, in the words of the program's rulebook.")
    )
    for part, about in book.parts.items():
        rows = [clause for clause in book.clauses if clause.part == part]
        if rows:
            yield Table(
                f"{part}: {about}" if part != about else about,
                (Column("Clause", share=2), Column("Kind", share=1), Column("Says", share=7)),
                tuple(
                    (line(strong(each.id)), line(faint(KINDS[each.kind])), line(each.says))
                    for each in rows
                ),
            )


def _reading(option: Option, value: object) -> Iterator[Words]:
    """What the value means, where it is one of several that have a name."""
    for name, meant in readings_of(option, value):
        yield faint(f" {name}: {meant}" if name else f" {meant}")


def _chosen(option: Option, value: object) -> Words:
    told = value_of(option, value) or "none"
    if option.fixed:
        return Words(f"always {told}")
    return faint(told) if value == option.default else strong(told)
