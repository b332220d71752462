"""A round that a table no longer has at hand, read from its record.

What is kept of a finished round is what its round has stated and lasts, and whether it is void. The
entries of a record say which facts a round has stated, so nothing has to be played again for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.record_lines import split
from croupier.table.facts import BettingClosed, BettingReopened, RoundEnded, RoundVoided
from croupier.table.table import FinishedRound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.codec import Codec
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry


def find(codec: Codec, lines: Iterable[bytes], number: int) -> FinishedRound | None:
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
