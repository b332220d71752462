"""The meters of a table by the day: drop, handle, win, hold, rounds and voids.

They are read off the facts of its record, one entry at a time. What is corrected later, because a
round was void or built again, is booked on the day of the correction: a day that is over stays as
it was counted. A round that is void has no result: no stake in it counts in the handle, also not
one that is forfeited, which is won all the same. All amounts are in cents; a promotional token
counts in the handle at its face, and is not won when it is lost, for no chip changes hands.
Tournament chips are worth nothing outside their tournament: its tables have rounds, and no drop,
handle or win.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import bodies
from croupier.casino.record_names import TABLES, table_name
from croupier.table.acts.opening import CANBERRA
from croupier.table.facts import (
    BettingClosed,
    ChipsMoved,
    Designated,
    Outcome,
    Reconstructed,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
    TokensMoved,
)
from croupier.table_replay import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry
    from croupier.casino.store.contract import Store

_1970 = datetime(1970, 1, 1, tzinfo=UTC)
_DECIDED = (Outcome.WIN, Outcome.LOSE, Outcome.PUSH)


def day_of(at: int) -> str:
    """The day in Canberra of a moment in milliseconds since 1970."""
    return (_1970 + timedelta(milliseconds=at)).astimezone(CANBERRA).date().isoformat()


class Meter(msgspec.Struct, omit_defaults=True):
    """What was counted: at a table on a day, or added up over several."""

    drop: int = 0
    """Chips that players brought to the table or bought at it."""
    taken: int = 0
    """Chips that they took away with them."""
    fills: int = 0
    """Chips that came to the float, less those that left it."""
    handle: int = 0
    """Stakes that were decided, win, lose or stand-off, in rounds that are not void."""
    win: int = 0
    """What the table won from its players, in chips; what they forfeited is among it."""
    rounds: int = 0
    """Rounds that ended, the void ones among them."""
    voids: int = 0

    @property
    def hold(self) -> Fraction | None:
        """The part of the drop that the table won; without a drop there is none."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def left(self) -> int:
        """The chips by which the table has more than at the beginning."""
        return self.drop - self.taken + self.fills

    def __add__(self, other: Meter) -> Meter:
        return Meter(
            *(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__)
        )


def total(meters: Iterable[Meter]) -> Meter:
    return sum(meters, Meter())


class Meters(msgspec.Struct, omit_defaults=True):
    """The meters of one table. `take` is shown its entries in their order.

    They can be encoded, kept, and taken up again where they were left.
    """

    days: dict[str, Meter] = {}
    handles: list[int | None] = []
    """By their numbers, the handles of rounds that stand, in case one is declared void."""
    last: int = 0
    """The round in play, or else the last one; it may still be built again."""
    won: int = 0
    """What the table has won in that round so far."""
    won_before: int = 0
    """What it won in the round before, which may be built again until the next has a card."""
    for_tournament: bool = False
    """Whether tournament chips are played with."""

    @property
    def total(self) -> Meter:
        return total(self.days.values())

    def take(self, entry: Entry) -> None:
        """Count what an entry states."""
        about = self.last
        for fact in entry.facts:
            if isinstance(fact, RoundVoided):
                about = fact.round
                today = self._day(entry.at)
                today.voids += 1
                today.handle -= self._handle_of(about) or 0
                self._keep_handle(about, None)
            elif fact.moves_chips:
                if not self.for_tournament:
                    self._count(fact, about, entry.at)
            elif isinstance(fact, Designated):
                self.for_tournament = True
            elif isinstance(fact, ChipsMoved):
                self._move(fact, self._day(entry.at))
            elif isinstance(fact, BettingClosed):
                if fact.round != self.last:
                    self.won_before = self.won
                about = self.last = fact.round
                self.won = 0
                self._keep_handle(about, 0)
            elif isinstance(fact, RoundEnded):
                self._day(entry.at).rounds += 1
                about = self.last
            elif fact.withdraws_round:
                about = getattr(fact, "round", self.last)
                self._take_back(about, fact, self._day(entry.at))

    def __or__(self, other: Meters) -> Meters:
        """The days of both: of a table that was set up more than once, to look at."""
        days = dict(self.days)
        for day, meter in other.days.items():
            days[day] = days[day] + meter if day in days else meter
        return Meters(days)

    def _day(self, at: int) -> Meter:
        return self.days.setdefault(day_of(at), Meter())

    def _count(self, fact: Fact, about: int, at: int) -> None:
        """A wager decided or undone, or tokens that were staked and went to the house."""
        staked = won = 0
        if isinstance(fact, Settled):
            won = -fact.net
            staked = fact.stake if fact.outcome in _DECIDED else 0
        elif isinstance(fact, Reversed):
            won = fact.net
            staked = -fact.stake
        elif isinstance(fact, TokensMoved):
            won = -fact.lost
        if not (staked or won):
            return
        today = self._day(at)
        today.win += won
        so_far = self._handle_of(about)
        if so_far is not None:
            today.handle += staked
            self._keep_handle(about, so_far + staked)
        if about == self.last:
            self.won += won
        elif about == self.last - 1:
            self.won_before += won

    def _handle_of(self, round: int) -> int | None:
        return self.handles[round] if round < len(self.handles) else None

    def _keep_handle(self, round: int, handle: int | None) -> None:
        while len(self.handles) <= round:
            self.handles.append(None)
        self.handles[round] = handle

    @staticmethod
    def _move(fact: ChipsMoved, today: Meter) -> None:
        if fact.player is None:
            today.fills += fact.amount
        elif fact.amount > 0:
            today.drop += fact.amount
        else:
            today.taken -= fact.amount

    def _take_back(self, round: int, fact: Fact, today: Meter) -> None:
        """What the round stated so far is withdrawn, and stated again as it should be."""
        today.handle -= self._handle_of(round) or 0
        self._keep_handle(round, 0)
        if round == self.last:
            today.win -= self.won
            self.won = 0
        else:
            today.win -= self.won_before
            self.won_before = 0
        if isinstance(fact, Reconstructed) and fact.out_of_the_rack:
            today.rounds -= 1  # it goes on, and ends once more


def meters_of(entries: Iterable[Entry]) -> Meters:
    meters = Meters()
    for entry in entries:
        meters.take(entry)
    return meters


def meters_of_tables(store: Store) -> dict[str, Meters]:
    """The meters of every table of a store by its name, however often it was set up."""
    found: dict[str, Meters] = {}
    for standing in store.records():
        if standing.record.startswith(TABLES):
            name = table_name(standing.record.removeprefix(TABLES))
            meters = meters_of_record(store.lines(standing.record))
            found[name] = found[name] | meters if name in found else meters
    return found


def meters_of_record(lines: Iterable[bytes]) -> Meters:
    """The meters of the table whose record these lines are. A broken one is a `RecordError`."""
    read = bodies(lines)
    reader = Reader(next(read)[1])
    return meters_of(reader.entry(line, body) for line, body in read)
