"""Where the rounds of a table lie in its record, kept entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Reconstructed,
    RoundEnded,
    RoundVoided,
    Settled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.record import Entry


class Span(msgspec.Struct):
    """One round, by the lines of its record; line 1 is the header."""

    number: int
    begins: int
    """The line at which betting closed."""
    at: int
    """The moment of that line."""
    ends: int | None = None
    """The line at which its cards were collected; none while it is in play."""
    void: bool = False
    players: set[str] = msgspec.field(default_factory=set)
    boxes: set[int] = msgspec.field(default_factory=set)
    """Whose wagers were in it, and where they lay."""


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
        self._spans: dict[int, Span] = {}
        self._open: Span | None = None

    def __iter__(self) -> Iterator[Span]:
        return iter(self._spans.values())

    def __len__(self) -> int:
        return len(self._spans)

    def get(self, number: int) -> Span | None:
        return self._spans.get(number)

    def take(self, entry: Entry) -> Span | None:
        """Note an entry; if a round ends with it, say which."""
        ended = None
        for fact in entry.facts:
            if isinstance(fact, Settled):
                if self._open is not None:
                    self._open.players.add(fact.player)
                    if fact.box is not None:
                        self._open.boxes.add(fact.box)
            elif isinstance(fact, BettingClosed):
                self._open = Span(fact.round, entry.n + 1, entry.at)
                self._spans[fact.round] = self._open
            elif isinstance(fact, BettingReopened):  # it never began
                del self._spans[fact.round]
                self._open = None
            elif isinstance(fact, RoundVoided):
                self._spans[fact.round].void = True
            elif isinstance(fact, Reconstructed) and fact.out_of_the_rack:
                self._open = self._spans[fact.round]
                self._open.ends = None
            elif isinstance(fact, RoundEnded):
                ended = self._spans[fact.round]
                ended.ends = entry.n + 1
                self._open = None
        return ended
