"""The shuffles of a table: what each was committed to, how it was cut, and what was revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.facts import CutMade, Revealed, ShuffleCommitted, Shuffled, ShuffleVoided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.record import Entry


class Shuffle(msgspec.Struct, frozen=True, kw_only=True):
    """One shuffle. With its secret and its pack anybody can shuffle again, and compare."""

    number: int
    line: int
    """The line of the record that tells of it."""
    at: int
    cards: int
    commitment: str | None
    """None for a real shoe, which commits to nothing."""
    cut: int | None = None
    """After which card a person cut it."""
    secret: str | None = None
    pack: tuple[Card, ...] | None = None
    """The cards before the shuffle, if they were not whole decks in their order."""


class Shuffles:
    """Is shown the entries of a table's record, and keeps its shuffles."""

    def __init__(self) -> None:
        self._shuffles: list[Shuffle] = []
        self._committed: dict[str, int] = {}
        """Where those are that were committed to and not revealed yet."""
        self._is_cut_first = False
        self._cut_before: int | None = None
        """How cards were cut whose shuffle is still to come, for their order nobody may know."""

    def take(self, entry: Entry) -> None:
        for fact in entry.facts:
            if isinstance(fact, Shuffled):
                self._begin(fact, entry)
            elif isinstance(fact, ShuffleCommitted | ShuffleVoided):
                self._is_cut_first = isinstance(fact, ShuffleCommitted) and fact.cut_first
                self._cut_before = None
            elif isinstance(fact, CutMade) and self._is_cut_first:
                self._cut_before = fact.at
            elif isinstance(fact, CutMade):
                self._change(-1, cut=fact.at)
            elif isinstance(fact, Revealed) and isinstance(entry.command, Reveal):
                place = self._committed.pop(fact.commitment, None)
                if place is not None:  # otherwise it was told before
                    self._change(place, secret=fact.secret, pack=entry.command.pack)

    def _begin(self, fact: Shuffled, entry: Entry) -> None:
        if fact.commitment is not None:
            self._committed[fact.commitment] = len(self._shuffles)
        shuffle = Shuffle(
            number=len(self._shuffles) + 1, line=entry.n + 1, at=entry.at, cards=fact.cards,
            commitment=fact.commitment, cut=self._cut_before,
        )  # fmt: skip
        self._shuffles.append(shuffle)
        self._is_cut_first, self._cut_before = False, None

    def _change(self, place: int, **what: object) -> None:
        self._shuffles[place] = msgspec.structs.replace(self._shuffles[place], **what)

    def __iter__(self) -> Iterator[Shuffle]:
        return iter(self._shuffles)

    def __len__(self) -> int:
        return len(self._shuffles)

    def after(self, number: int, most: int) -> list[Shuffle]:
        """The next ones after a number, but no more than so many."""
        return self._shuffles[number : number + most]


def without_secret(shuffle: Shuffle) -> Shuffle:
    """What those may know of a shuffle who must not learn which cards stayed hidden."""
    return msgspec.structs.replace(shuffle, secret=None, pack=None)
