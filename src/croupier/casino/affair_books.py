"""What tournaments and promotions say was paid, held against the books of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.record_lines import split
from croupier.aggregate.restore import restore
from croupier.casino.house.commands import FollowAffair
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.live_kinds import TOURNAMENT, kind_of
from croupier.joint_draws import withheld_draw
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.casino.house.books import Transfer

_FOLLOWED = b'"do":"follow-affair"'


class AffairBooks:
    """What the affairs of a store say was paid, and what the house booked for them."""

    def __init__(self) -> None:
        self._said: dict[str, list[Transfer]] = {}
        self._booked: dict[str, list[Transfer]] = {}

    def play(self, record: str, lines: Iterable[bytes], now: int) -> str:
        """Play the record of an affair again; what is wrong with it is a `ValueError`. What is
        returned is a draw whose secret the house has kept to itself, in words, or nothing.
        """
        kind = kind_of(record)
        if kind is None:
            return ""
        aggregate = restore(kind.records, lines)
        self._said[record] = list(kind.transfers(aggregate, aggregate.facts))
        drawing = aggregate.drawing if kind is TOURNAMENT else aggregate.state.drawing
        return withheld_draw(drawing, now)

    def read_house(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            parts = split(line) if _FOLLOWED in line else None
            if parts is not None:
                followed = read_house(parts[1]).command
                assert isinstance(followed, FollowAffair)
                self._booked.setdefault(followed.affair, []).extend(followed.transfers)

    def differences(self) -> Iterator[tuple[str, str]]:
        """Every affair whose payments are not those in the books, and how they differ."""
        for record in sorted(self._said.keys() | self._booked.keys()):
            said, booked = self._said.get(record), self._booked.get(record, [])
            if said is not None and said != booked:
                yield record, f"{_sum(said)} by its facts, and {_sum(booked)} in the books"


def _sum(transfers: Sequence[Transfer]) -> str:
    total = dollars(sum(each.amount for each in transfers))
    return f"{len(transfers)} transfers of {total}"
