"""The words of a clause, for whoever asks under what it was settled or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.rulebook.instruments import Clause, Instrument


def heading(instrument: Instrument, clause: Clause) -> str:
    """`13  Settlement`, or the part's name alone where it has no number."""
    name = instrument.parts[clause.part]
    return f"{clause.part}  {name}" if clause.part.isdigit() else name


def words(instrument: Instrument, ids: Iterable[str]) -> Iterator[tuple[str, list[Clause]]]:
    """Each part that is cited, with the clauses to read: the cited ones and what they hang on."""
    parts: dict[str, dict[str, Clause]] = {}
    for id in ids:
        clause = instrument.clause(id)
        read = parts.setdefault(heading(instrument, clause), {})
        for above in _above(instrument, clause):
            read.setdefault(above.id, above)
        read.setdefault(clause.id, clause)
    for part, clauses in parts.items():
        yield part, list(clauses.values())


def _above(instrument: Instrument, clause: Clause) -> Iterator[Clause]:
    if clause.parent is not None:
        parent = instrument.clause(clause.parent)
        yield from _above(instrument, parent)
        yield parent
