"""What came of every round for everybody who played in it, to be found again.

It is kept as the records grow, packed, for there may be very many. Whoever looks for a player or a
table is led by an index; a search by amounts or times alone looks at the newest first, and at no
more than it is told to.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from struct import Struct
from typing import TYPE_CHECKING

import msgspec

from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.record import Entry

_PACKED = Struct("<IqIIIqqB")
"""The record, when, the number of the round, the last line, the player, staked, net, what it is."""
STANDS, VOID, WITHDRAWN = 0, 1, 2
MOST_LOOKED_AT = 200_000
"""Rows that one search looks at; after that one goes on from where it stopped."""


class RoundResult(msgspec.Struct, frozen=True):
    """What one player had in one round, and what came of it, in cents."""

    row: int
    record: str
    number: int
    at: int
    """When its cards were collected."""
    line: int
    player: str
    staked: int
    net: int
    void: bool


class RoundQuery(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for. What is left out does not matter."""

    player: str = ""
    records: frozenset[str] | None = None
    since: int = 0
    until: int | None = None
    """Moments in milliseconds since 1970; the second one is not in it any more."""
    least: int = 0
    """The smallest stake, or win or loss, in cents."""
    outcome: str = ""
    """`won` or `lost` by the player, `level` or `void`."""
    before: int | None = None
    """The row before which to go on."""


class ResultsPage(msgspec.Struct, frozen=True):
    """Results, the newest first."""

    results: list[RoundResult]
    next: int | None
    """Before which row to go on; nothing if this was all."""


class RoundResults:
    """Every result of every table. `take` is shown the entries of the records in their order."""

    def __init__(self) -> None:
        self._rows: list[bytes] = []
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._by_name: dict[int, array[int]] = {}
        """The rows of each player and of each record, by their numbers."""
        self._rounds: dict[tuple[int, int], range] = {}
        self._open: dict[str, dict[str, list[int]]] = {}
        """For the round in play at each table, what everybody staked and won."""

    def take(self, record: str, entry: Entry) -> None:
        """Note what an entry says of wagers."""
        held = self._open.setdefault(record, {})
        named = getattr(entry.command, "round", None)
        ended = self._rounds.get((self._number(record), named)) if named else None
        restated = 0
        for place, fact in enumerate(entry.facts):
            if isinstance(fact, Settled | Reversed):
                if ended is not None and entry.is_of_round(place):
                    self._change(ended, fact)
                    continue
                staked, net = _moved(fact)
                own = held.setdefault(fact.player, [0, 0])
                own[0] += staked
                own[1] += net
            elif isinstance(fact, BettingClosed | BettingReopened):
                held.clear()
            elif isinstance(fact, RoundVoided):
                self._mark(record, fact.round, VOID)
            elif fact.withdraws_round:
                number = getattr(fact, "round", 0)
                self._mark(record, number, WITHDRAWN)
                held.clear()
                stays_over = not getattr(fact, "out_of_the_rack", False)
                if stays_over and (self._number(record), number) in self._rounds:
                    restated, ended = number, None
            elif isinstance(fact, RoundEnded):
                self._end(record, fact.round, entry, held)
        if restated:
            self._end(record, restated, entry, held)

    def _end(self, record: str, number: int, entry: Entry, held: dict[str, list[int]]) -> None:
        key, first = self._number(record), len(self._rows)
        voided = any(isinstance(fact, RoundVoided) for fact in entry.facts)
        before = self._rounds.get((key, number))
        was_void = before is not None and bool(before) and self._state(before[0]) == VOID
        state = VOID if voided or was_void else STANDS
        for player, (staked, net) in held.items():
            who, row = self._number(player), len(self._rows)
            packed = (key, entry.at, number, entry.n + 1, who, staked, net, state)
            self._rows.append(_PACKED.pack(*packed))
            for index in (who, key):
                rows = self._by_name[index]
                if not rows or rows[-1] != row:
                    rows.append(row)
        if before is not None:
            self._mark(record, number, WITHDRAWN)
        self._rounds[key, number] = range(first, len(self._rows))
        held.clear()

    def _number(self, name: str) -> int:
        if name not in self._numbers:
            self._numbers[name] = len(self._names)
            self._by_name[len(self._names)] = array("Q")
            self._names.append(name)
        return self._numbers[name]

    def _state(self, row: int) -> int:
        return int(_PACKED.unpack(self._rows[row])[-1])

    def _mark(self, record: str, number: int, state: int) -> None:
        for row in self._rounds.get((self._number(record), number), ()):
            self._rows[row] = self._rows[row][:-1] + bytes((state,))

    def _change(self, rows: range, fact: Settled | Reversed) -> None:
        """A wager of a round that has ended came out otherwise after all."""
        staked, net = _moved(fact)
        for row in rows:
            *place, who, so_far, won, state = _PACKED.unpack(self._rows[row])
            if self._names[who] == fact.player:
                self._rows[row] = _PACKED.pack(*place, who, so_far + staked, won + net, state)

    def find(self, query: RoundQuery, most: int) -> ResultsPage:
        """So many results at most, the newest first."""
        found: list[RoundResult] = []
        for looked, row in enumerate(self._candidates(query)):
            result, state = self._result(row)
            if result.at < query.since:
                break
            if looked == MOST_LOOKED_AT:
                return ResultsPage(found, row + 1)
            if state != WITHDRAWN and _fits(result, query):
                if len(found) == most:
                    return ResultsPage(found, found[-1].row)
                found.append(result)
        return ResultsPage(found, None)

    def _candidates(self, query: RoundQuery) -> Iterator[int]:
        """Rows by the narrowest index there is, the newest first."""
        end = len(self._rows) if query.before is None else min(query.before, len(self._rows))
        if query.until is not None:
            end = min(end, bisect_left(self._rows, query.until, key=_when))
        indexes: list[Sequence[int]] = []
        if query.player:
            indexes.append(self._of(query.player))
        if query.records is not None and len(query.records) == 1:
            indexes.append(self._of(next(iter(query.records))))
        if not indexes:
            return iter(range(end - 1, -1, -1))
        rows = min(indexes, key=len)
        return (rows[place] for place in range(bisect_left(rows, end) - 1, -1, -1))

    def _of(self, name: str) -> Sequence[int]:
        number = self._numbers.get(name)
        return () if number is None else self._by_name[number]

    def _result(self, row: int) -> tuple[RoundResult, int]:
        record, at, number, line, player, staked, net, state = _PACKED.unpack(self._rows[row])
        names = self._names
        return (
            RoundResult(
                row, names[record], number, at, line, names[player], staked, net, state == VOID
            ),
            state,
        )


def _moved(fact: Settled | Reversed) -> tuple[int, int]:
    """What a fact adds to what was staked and what was won."""
    return (fact.stake, fact.net) if isinstance(fact, Settled) else (-fact.stake, -fact.net)


def _when(packed: bytes) -> int:
    return int(_PACKED.unpack(packed)[1])


def _fits(result: RoundResult, query: RoundQuery) -> bool:
    if query.player and result.player != query.player:
        return False
    if query.records is not None and result.record not in query.records:
        return False
    if max(result.staked, abs(result.net)) < query.least:
        return False
    return not query.outcome or query.outcome == _outcome(result)


def _outcome(result: RoundResult) -> str:
    if result.void:
        return "void"
    return "won" if result.net > 0 else "lost" if result.net < 0 else "level"
