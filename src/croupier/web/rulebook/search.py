"""Finding clauses by their number, their kind or their words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rulebook.wording import KINDS
from croupier.web.rulebook.evidence import covered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Clause, Instrument

LONGEST = 100

LONGEST_SEARCH = 100
"""How many letters somebody may look for."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a reader looks for: words, of which every one must be there, a kind, a status."""

    words: tuple[str, ...] = ()
    kind: str = ""
    status: str = ""

    @classmethod
    def of(cls, text: str, kind: str = "", status: str = "") -> Search:
        return cls(tuple(text[:LONGEST].lower().split()), kind, status)

    def __bool__(self) -> bool:
        return bool(self.words or self.kind or self.status)

    def finds(self, clause: Clause, instrument: Instrument) -> bool:
        """Whether a clause has everything that was asked for."""
        text = f"{clause.id} {clause.says} {instrument.parts[clause.part]}".lower()
        return (
            all(word in text for word in self.words)
            and self.kind in ("", KINDS[clause.kind])
            and self.status in ("", covered(instrument.id)[clause.id].status)
        )

    def marked(self, text: str) -> Iterator[tuple[str, bool]]:
        """The text in pieces, and whether each is one of the words looked for."""
        if not self.words:
            yield text, False
            return
        longest_first = sorted(self.words, key=len, reverse=True)
        pattern = "|".join(re.escape(word) for word in longest_first)
        for place, piece in enumerate(re.split(f"({pattern})", text, flags=re.IGNORECASE)):
            if piece:
                yield piece, place % 2 == 1


def found(search: Search, instrument: Instrument) -> list[Clause]:
    """The clauses that are found; the one whose number was asked for comes first."""
    clauses = [clause for clause in instrument.clauses if search.finds(clause, instrument)]
    return sorted(clauses, key=lambda clause: clause.id.lower() not in search.words)
