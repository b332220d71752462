"""A table's record read back, and played again to see whether the same facts follow.

What is done for the record of any aggregate is in `aggregate/restore.py`; here it is bound to
tables, whose games say which commands and facts their records have.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.aggregate import restore
from croupier.aggregate.codec import Codec
from croupier.aggregate.restore import AggregateKind, ReadRecord, RecordReader, ReplayResult
from croupier.game_rules import facts_of, game_of, table_for
from croupier.rulebook.amendments import book_of
from croupier.rulebook.options import as_made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.aggregate.record import Header
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.rulebook.instruments import Instrument
    from croupier.table.table import Table


@cache
def codec_of(instrument: str | Instrument) -> Codec:
    """The commands and facts of an instrument's game."""
    return Codec(game_of(instrument).acts, facts_of(instrument))


def _begin(header: Header) -> Table:
    book = book_of(header)
    options = as_made(book, header.options, header.version)
    return table_for(book, options, name=header.table, boxes=header.boxes)


TABLE: AggregateKind[Table] = AggregateKind(
    name="table", begin=_begin, codec=lambda header: codec_of(book_of(header).basis), book=book_of
)


class Reader(RecordReader):
    """Reads the entries of a table's record one by one, in the words of its game."""

    def __init__(self, header: bytes) -> None:
        super().__init__(TABLE, header)


def read_record(lines: Iterable[bytes]) -> ReadRecord:
    """Every line of a record, its chain checked; what is wrong is a `RecordError` with its line."""
    return restore.read(TABLE, lines)


class TableReplayResult(ReplayResult["Table"]):
    """What playing a table's record again gave."""

    @property
    def table(self) -> Table:
        """The table as the record leaves it."""
        return self.aggregate

    def recorded(self, lines: Sequence[bytes]) -> ReadRecord:
        """What the lines say that were played again, whatever the replay made of them."""
        if self.same:
            return ReadRecord(self.header, tuple(self.table.record.entries))
        return read_record(lines[: self.lines])


def replay(
    lines: Iterable[bytes],
    watch: Callable[[ReplayedCommand, Table], object] | None = None,
    *,
    forgetful: bool = False,
) -> TableReplayResult:
    """Make the table of a record anew, give it every command, and tell every difference.

    `watch` is shown every command when it has been done. A broken chain is a `RecordError`. The
    table is `forgetful` where it goes on in front of a store that has the record already.
    """
    again = restore.replay(TABLE, lines, watch, forgetful=forgetful)
    return TableReplayResult(
        again.header, again.aggregate, again.warnings, again.lines, again.differences, again.count
    )
