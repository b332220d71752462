"""One adjudicated round and its readable account: what happened, under which clauses."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.adjudication.answer import Answer
from croupier.adjudication.round_file import plain
from croupier.money import dollars
from croupier.wording.options import chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from croupier.adjudication.answer import Refusal
    from croupier.adjudication.round_file import RoundFile
    from croupier.adjudication.table_run import Told
    from croupier.rulebook.instruments import Instrument
    from croupier.table.wagers import Admitted

_INDENT = "  "
_NARROWEST = 50
_CITED = 26
"""What a line keeps free for its clauses and the gaps around them."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that happened, and the clauses under which it did."""

    text: str
    clauses: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the round, told in order."""

    title: str
    lines: list[StoryLine]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A round file as it was adjudicated; its story is told only to who asks for it."""

    instrument: Instrument
    options: Mapping[str, Any]
    """Every option of the table, decided."""
    result: Answer | Refusal
    tell: Callable[[], list[Chapter]]
    file: RoundFile
    told: Sequence[Told] = ()
    """What became of each entry of a file that was played at a table, in the order done."""


def wager_line(ruled: Admitted, *, on_box: bool = True) -> StoryLine:
    """A wager as it was admitted: all of it, a part, none, or once although it is too small."""
    wager = ruled.wager
    where = f" on box {wager.box}" if on_box else ""
    what = f"{plain(wager.player)} has {wager.wager} {dollars(wager.amount)}{where}"
    if ruled.void:
        what = f"{what}; it is void and goes back"
    elif ruled.goes_back:
        stands = f"{dollars(ruled.stands)} stands" if ruled.stands else "nothing stands"
        what = f"{what}; {dollars(ruled.goes_back)} goes back and {stands}"
    elif ruled.warned:
        what = f"{what}; under the minimum, and taken this once"
    return StoryLine(what, ruled.clauses)


def explain(account: Adjudication, width: int = 100) -> str:
    """The account as plain text, in lines no longer than `width` where words allow it."""
    width = max(width, _NARROWEST)
    instrument = account.instrument
    chapters = [*account.tell(), _ending(account.result)]
    longest = max(len(line.text) for chapter in chapters for line in chapter.lines)
    column = min(longest, width - _CITED)
    text = [
        f"{instrument.title}, {instrument.number}",
        *textwrap.wrap(chosen(instrument, account.options), width),
    ]
    for chapter in chapters:
        text += ["", chapter.title]
        for line in chapter.lines:
            text += _told(line, column, width)
    text += ["", "Clauses", *_glossary(instrument, chapters, width)]
    return "\n".join(text) + "\n"


def _ending(result: Answer | Refusal) -> Chapter:
    if isinstance(result, Answer):
        width = max(len(plain(player)) for player in result.net)
        return Chapter(
            "Net",
            [
                StoryLine(f"{plain(player):{width}}  {'+' if cents > 0 else ''}{dollars(cents)}")
                for player, cents in result.net.items()
            ],
        )
    refused = result.refused
    entry, place = ("wager", refused.wager) if refused.wager else ("decision", refused.decision)
    return Chapter(
        "Refused", [StoryLine(f"{entry} {place}: {plain(refused.reason)}", refused.clauses)]
    )


def _told(line: StoryLine, column: int, width: int) -> Iterator[str]:
    if not line.clauses:
        yield f"{_INDENT}{line.text}"
        return
    cited = ", ".join(dict.fromkeys(line.clauses))
    text = textwrap.wrap(line.text, column) or [""]
    beside = textwrap.wrap(cited, width - column - 4) or [""]
    for i in range(max(len(text), len(beside))):
        left = text[i] if i < len(text) else ""
        right = beside[i] if i < len(beside) else ""
        yield f"{_INDENT}{left:{column}}{_INDENT}{right}".rstrip()


def _glossary(instrument: Instrument, chapters: Sequence[Chapter], width: int) -> Iterator[str]:
    cited = {clause for chapter in chapters for line in chapter.lines for clause in line.clauses}
    longest = max(len(clause) for clause in cited)
    for clause in instrument.clauses:
        if clause.id in cited:
            yield from textwrap.wrap(
                clause.says,
                width,
                initial_indent=f"{_INDENT}{clause.id:{longest}}{_INDENT}",
                subsequent_indent=" " * (longest + 4),
            )
