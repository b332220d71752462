"""What a reader of the rulebook looks for: words, a kind of clause, a status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rulebook import text_search
from croupier.rulebook.wording import KINDS
from croupier.web.rulebook.evidence import covered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Clause, Instrument

LONGEST_SEARCH = 100
"""How many letters somebody may look for."""


@dataclass(frozen=True, slots=True)
class Search:
    """Everything that is asked for must be there; what is left out does not matter."""

    words: tuple[str, ...] = ()
    kind: str = ""
    status: str = ""

    @classmethod
    def of(cls, text: str, kind: str = "", status: str = "") -> Search:
        return cls(text_search.words_of(text[:LONGEST_SEARCH]), kind, status)

    def __bool__(self) -> bool:
        return bool(self.words or self.kind or self.status)

    def finds(self, clause: Clause, instrument: Instrument) -> bool:
        """Whether a clause has everything that was asked for."""
        return (
            text_search.clause_has(clause, instrument, self.words)
            and self.kind in ("", KINDS[clause.kind])
            and self.status in ("", covered(instrument.id)[clause.id].status)
        )

    def marked(self, text: str) -> Iterator[tuple[str, bool]]:
        """The text in pieces, and whether each is one of the words looked for."""
        return text_search.pieces(text, self.words)


def found(search: Search, instrument: Instrument) -> list[Clause]:
    """The clauses that are found; the one whose number was asked for comes first."""
    having = text_search.clauses_with(instrument, search.words)
    return [clause for clause in having if search.finds(clause, instrument)]
