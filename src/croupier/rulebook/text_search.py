"""Finding clauses and options by their words, the same in the terminal and in the browser.

A text is found if every word looked for is somewhere in it, also as part of a longer word, in
upper or lower case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.rulebook.instruments import Clause, Instrument, Option


def words_of(text: str) -> tuple[str, ...]:
    """What somebody looks for, word by word."""
    return tuple(text.lower().split())


def clause_has(clause: Clause, instrument: Instrument, words: Sequence[str]) -> bool:
    """Whether every word is in the clause's number, its text or its part's heading."""
    return _has_all(words, f"{clause.id} {clause.says} {instrument.parts[clause.part]}")


def clauses_with(instrument: Instrument, words: Sequence[str]) -> list[Clause]:
    """The clauses that have every word; the one whose number was asked for comes first."""
    found = [clause for clause in instrument.clauses if clause_has(clause, instrument, words)]
    return sorted(found, key=lambda clause: clause.id.lower() not in words)


def options_with(instrument: Instrument, words: Sequence[str]) -> list[Option]:
    """The options that have every word in their name, their text or their readings."""
    return [
        option
        for option in instrument.options
        if _has_all(words, " ".join((option.name, option.says, *_readings(option))))
    ]


def _readings(option: Option) -> Iterator[str]:
    for name, says in option.readings.items():
        yield f"{name} {says}"


def _has_all(words: Sequence[str], text: str) -> bool:
    text = text.lower()
    return all(word in text for word in words)


def pieces(text: str, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is one of the words looked for."""
    if not words:
        yield text, False
        return
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(re.escape(word) for word in longest_first)
    for place, piece in enumerate(re.split(f"({pattern})", text, flags=re.IGNORECASE)):
        if piece:
            yield piece, place % 2 == 1
