"""Two instruments side by side: as the rulebook compares them, or else by the rules they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.game_rules.rules_in_common import rules_in_common
from croupier.rulebook.differences import ClauseChange, compare, is_written, option_differences
from croupier.rulebook.instruments import comparisons
from croupier.rulebook.wording import span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.differences import ClauseDifference, OptionDifference
    from croupier.rulebook.instruments import Clause, Instrument

AT_THE_TABLE = (ClauseChange.CHANGED, ClauseChange.ADDED, ClauseChange.REMOVED)
"""What makes a difference at the table; the other changes are of number or wording only."""


@dataclass(frozen=True, slots=True)
class Side:
    """The clauses of one instrument that answer to some of the other."""

    instrument: Instrument
    clauses: tuple[Clause, ...]

    @property
    def cited(self) -> str:
        return span(self.instrument, [clause.id for clause in self.clauses])


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One rule in both instruments, what became of it, and what differs in a sentence."""

    change: str
    says: str
    before: Side
    after: Side


@dataclass(frozen=True, slots=True)
class SideBySide:
    """All that the page of two instruments tells."""

    before: Instrument
    after: Instrument
    written: bool
    """Whether the rulebook says of every clause what became of it."""
    different: tuple[ComparisonRow, ...]
    formal: tuple[ComparisonRow, ...]
    """Another number or other words for the same rule."""
    shared: tuple[ComparisonRow, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    same: int
    options: tuple[OptionDifference, ...]


def side_by_side(before: Instrument, after: Instrument) -> SideBySide:
    """Two instruments in either direction. Any two: the code knows the rules of each by name."""
    options = option_differences(before, after)
    pair = before.id, after.id
    if is_written(*pair):
        entries = compare(*pair).different
        rows = [_row(entry, before, after) for entry in entries]
        return SideBySide(
            before=before,
            after=after,
            written=True,
            different=tuple(row for row in rows if row.change in AT_THE_TABLE),
            formal=tuple(row for row in rows if row.change not in AT_THE_TABLE),
            shared=(),
            only_before=(),
            only_after=(),
            same=len(compare(*pair).clauses) - len(entries),
            options=options,
        )
    rules = rules_in_common(before, after)
    return SideBySide(
        before=before,
        after=after,
        written=False,
        different=(),
        formal=(),
        shared=tuple(
            ComparisonRow(
                "shared", rule.spoken, _side(before, rule.before), _side(after, rule.after)
            )
            for rule in rules
            if rule.before and rule.after
        ),
        only_before=tuple(rule.spoken for rule in rules if not rule.after),
        only_after=tuple(rule.spoken for rule in rules if not rule.before),
        same=0,
        options=options,
    )


def answering(clause: Clause, instrument: Instrument) -> list[ComparisonRow]:
    """The clauses of the instruments it was compared with that answer to a clause."""
    rows = []
    for pair in comparisons():
        if instrument.id in pair:
            other = pair[1] if pair[0] == instrument.id else pair[0]
            comparison = compare(instrument.id, other)
            rows += [
                _row(entry, comparison.before, comparison.after)
                for entry in comparison.clauses
                if clause.id in entry.before
            ]
    return rows


def _row(entry: ClauseDifference, before: Instrument, after: Instrument) -> ComparisonRow:
    sides = _side(before, entry.before), _side(after, entry.after)
    return ComparisonRow(entry.change, entry.says, *sides)


def _side(instrument: Instrument, ids: Iterable[str]) -> Side:
    wanted = set(ids)
    return Side(instrument, tuple(clause for clause in instrument.clauses if clause.id in wanted))
