"""A dossier chapter by chapter: the findings as a document with numbered tables and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.documents.model import Document, Hash
from croupier.dossier.chapters.evidence import checks, rests_on, shuffle
from croupier.dossier.chapters.numbered import Numbered
from croupier.dossier.chapters.results import house, options, play, wagers
from croupier.dossier.chapters.rules import clauses, rules
from croupier.dossier.chapters.summary import summary
from croupier.odds.formatting import title
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.findings import Findings

_CHAPTERS = (summary, rules, wagers, play, options, house, checks, shuffle)
"""In their order; what the dossier rests on and the clauses come last."""


def document(findings: Findings, program: tuple[Hash, ...]) -> Document:
    """The whole dossier."""
    book = findings.asked.rules.instrument
    return Document(
        title=f"Mathematics of {book.title}",
        subtitle=title(findings.odds),
        blocks=tuple(_blocks(findings, program)),
        rests_on=(Hash("rulebook", book.fingerprint), *program[:1]),
        made_by=f"Croupier {__version__}",
        has_contents=True,
    )


def _blocks(findings: Findings, program: tuple[Hash, ...]) -> Iterator[Block]:
    numbered = Numbered()
    for chapter in _CHAPTERS:
        yield from chapter(findings, numbered)
    yield from rests_on(findings, numbered, program)
    yield from clauses(findings)
