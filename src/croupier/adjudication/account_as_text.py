"""The readable account as plain text: what happened, under which clauses, and what those say."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from croupier.adjudication.account import chapters_of, cited_in
from croupier.adjudication.story import LineKind
from croupier.wording.options import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.adjudication.story import Adjudication, Chapter, StoryLine
    from croupier.rulebook.instruments import Instrument

_INDENT = "  "
_NARROWEST = 50
_CITED = 26
"""What a line keeps free for its clauses and the gaps around them."""


def explain(account: Adjudication, width: int = 100) -> str:
    """The account as plain text, in lines no longer than `width` where words allow it."""
    width = max(width, _NARROWEST)
    instrument = account.instrument
    chapters = chapters_of(account)
    longest = max(len(_indented(line)) for chapter in chapters for line in chapter.lines)
    column = min(longest, width - _CITED)
    text = [
        *textwrap.wrap(f"{instrument.title}, {instrument.number}", width),
        *textwrap.wrap(chosen(instrument, account.options), width),
    ]
    for chapter in chapters:
        text += ["", chapter.title]
        for line in chapter.lines:
            text += _told(line, column, width)
    text += ["", "Clauses", *_glossary(instrument, chapters, width)]
    return "\n".join(text) + "\n"


_MARKS = {
    LineKind.FOLLOWED: "   ",
    LineKind.REFUSED: "   refused: ",
    LineKind.WRONG: "does not agree: ",
}


def _indented(line: StoryLine) -> str:
    return f"{_MARKS.get(line.kind, '')}{line.text}"


def _told(line: StoryLine, column: int, width: int) -> Iterator[str]:
    hanging = " " * (len(_MARKS[LineKind.FOLLOWED]) if line.kind in _MARKS else 0)
    if not line.clauses:
        if line.kind in (LineKind.TOLD,):
            yield f"{_INDENT}{line.text}"
            return
        wide = width - len(_INDENT)
        for each in textwrap.wrap(_indented(line), wide, subsequent_indent=hanging):
            yield f"{_INDENT}{each}"
        return
    cited = ", ".join(dict.fromkeys(line.clauses))
    text = textwrap.wrap(_indented(line), column, subsequent_indent=hanging) or [""]
    beside = textwrap.wrap(cited, width - column - 4) or [""]
    for i in range(max(len(text), len(beside))):
        left = text[i] if i < len(text) else ""
        right = beside[i] if i < len(beside) else ""
        yield f"{_INDENT}{left:{column}}{_INDENT}{right}".rstrip()


def _glossary(instrument: Instrument, chapters: Sequence[Chapter], width: int) -> Iterator[str]:
    cited = cited_in(instrument, chapters)
    longest = max((len(clause.id) for clause in cited), default=0)
    for clause in cited:
        yield from textwrap.wrap(
            clause.says,
            width,
            initial_indent=f"{_INDENT}{clause.id:{longest}}{_INDENT}",
            subsequent_indent=" " * (longest + 4),
        )
