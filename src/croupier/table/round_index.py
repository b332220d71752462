"""Where the rounds of a table lie in its record, kept entry by entry, and one read back from there.

A table may stand for years, so what is kept of each round is packed. What a table keeps of a
finished round is what its round has stated and lasts, and whether it is void. The entries of a
record say which facts a round has stated, so nothing has to be played again to read one.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.aggregate.record_lines import split
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Reconstructed,
    RoundEnded,
    RoundVoided,
    Settled,
)
from croupier.table.table import FinishedRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.codec import Codec
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry

T = TypeVar("T")

_PACKED = Struct("<4q?2I")
"""Number, where it begins, when, where it ends or 0, whether it is void, whose, which boxes."""


class Span(msgspec.Struct, frozen=True):
    """One round, by the lines of its record; line 1 is the header."""

    number: int
    begins: int
    """The line at which betting closed."""
    at: int
    """The moment of that line."""
    ends: int | None = None
    """The line at which its cards were collected; none while it is in play."""
    void: bool = False
    players: frozenset[str] = frozenset()
    boxes: frozenset[int] = frozenset()
    """Whose wagers were in it, and where they lay, once it has ended."""


def numbered(rounds: int) -> str:
    """`rounds 1 to 3`, for whoever asked for another."""
    if rounds < 2:
        return "round 1 alone" if rounds else "no round yet"
    return f"rounds 1 to {rounds}"


class Rounds:
    """The rounds of a record by their numbers. `take` is shown its entries one by one.

    It looks at each fact once, so that an entry costs no more at the end of a long record.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._companies = _Numbered[frozenset[str]]()
        self._boxes_used = _Numbered[frozenset[int]]()
        self._players: set[str] = set()
        self._boxes: set[int] = set()

    def __len__(self) -> int:
        return len(self._packed)

    def __iter__(self) -> Iterator[Span]:
        return map(self._span, range(len(self)))

    def __reversed__(self) -> Iterator[Span]:
        return map(self._span, reversed(range(len(self))))

    def after(self, number: int) -> Iterator[Span]:
        """Those with higher numbers, in their order."""
        return map(self._span, range(self._place(number + 1), len(self)))

    def before(self, number: int) -> Iterator[Span]:
        """Those with lower numbers, the last one first."""
        return map(self._span, reversed(range(self._place(number))))

    def get(self, number: int) -> Span | None:
        place = self._place(number)
        span = self._span(place) if place < len(self) else None
        return span if span is not None and span.number == number else None

    def take(self, entry: Entry) -> Span | None:
        """Note an entry; if a round ends with it, say which."""
        ended = None
        for fact in entry.facts:
            if isinstance(fact, Settled):
                self._players.add(fact.player)
                if fact.box is not None:
                    self._boxes.add(fact.box)
            elif isinstance(fact, BettingClosed):
                self._packed.append(self._pack(Span(fact.round, entry.n + 1, entry.at)))
                self._players, self._boxes = set(), set()
            elif isinstance(fact, BettingReopened):  # it never began
                del self._packed[self._place(fact.round)]
            elif isinstance(fact, RoundVoided):
                if self.get(fact.round) is not None:  # cards dealt to nobody are no round
                    self._change(fact.round, void=True)
            elif isinstance(fact, Reconstructed) and fact.out_of_the_rack:
                goes_on = self._change(fact.round, ends=None)
                self._players, self._boxes = set(goes_on.players), set(goes_on.boxes)
            elif isinstance(fact, RoundEnded):
                ended = self._change(
                    fact.round, ends=entry.n + 1, players=frozenset(self._players),
                    boxes=frozenset(self._boxes),
                )  # fmt: skip
        return ended

    def _place(self, number: int) -> int:
        return bisect_left(self._packed, number, key=lambda packed: _PACKED.unpack(packed)[0])

    def _change(self, number: int, **what: Any) -> Span:
        place = self._place(number)
        span = msgspec.structs.replace(self._span(place), **what)
        self._packed[place] = self._pack(span)
        return span

    def _pack(self, span: Span) -> bytes:
        return _PACKED.pack(
            span.number, span.begins, span.at, span.ends or 0, span.void,
            self._companies.number(span.players), self._boxes_used.number(span.boxes),
        )  # fmt: skip

    def _span(self, place: int) -> Span:
        number, begins, at, ends, void, company, boxes = _PACKED.unpack(self._packed[place])
        return Span(
            number, begins, at, ends or None, void, self._companies[company],
            self._boxes_used[boxes],
        )  # fmt: skip


class _Numbered(list[T]):
    """Things by their numbers, each of them once: the same people sit there for many rounds."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        number = self._numbers.setdefault(thing, len(self))
        if number == len(self):
            self.append(thing)
        return number


# --- reading one round back


def find_round(codec: Codec, lines: Iterable[bytes], number: int) -> FinishedRound | None:
    """The round in the lines of a record. Only those are read that can be about it."""
    round = _Round(number)
    marks = tuple(b'"round":%d%b' % (number, end) for end in (b",", b"}"))
    for line in lines:
        if round.in_play or any(mark in line for mark in marks):
            parts = split(line)
            assert parts is not None, "the record has been read before"
            if not parts.body.startswith(b'{"format"'):
                round.take(codec.read(parts.body))
    return round.found()


class _Round:
    """One round, as the entries of a record tell of it one after the other."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.in_play = False
        self._ended = self._void = False
        self._stated: list[Fact] = []

    def take(self, entry: Entry) -> None:
        named = self._ended and getattr(entry.command, "round", None) == self.number
        corrected = False
        for place, fact in enumerate(entry.facts):
            if getattr(fact, "round", None) == self.number:
                if isinstance(fact, BettingClosed):
                    self.in_play, self._stated = True, []
                elif isinstance(fact, BettingReopened):  # it never began
                    self.in_play = False
                elif isinstance(fact, RoundVoided):
                    self._void = True
                elif isinstance(fact, RoundEnded):
                    self.in_play, self._ended = False, True
                elif fact.withdraws_round:
                    goes_on = getattr(fact, "out_of_the_rack", False)
                    corrected = not self.in_play and not goes_on
                    self.in_play, self._stated = self.in_play or goes_on, []
            elif fact.lasts and (
                corrected or ((self.in_play or named) and entry.is_of_round(place))
            ):
                self._stated.append(fact)

    def found(self) -> FinishedRound | None:
        if not self._ended or self.in_play:
            return None
        return FinishedRound(self.number, tuple(self._stated), self._void)
