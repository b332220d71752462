"""The inspection of tournaments and promotions: played again, and held against the books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.casino.affairs import kind_of
from croupier.casino.duties import FollowAffair
from croupier.casino.house import Entry
from croupier.chips import dollars
from croupier.table.chain import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.casino.books import Transfer

_FOLLOWED = b'"do":"follow-affair"'

_read_house = msgspec.json.Decoder(Entry).decode


class AffairBooks:
    """What the affairs of a store say was paid, and what the house booked for them."""

    def __init__(self) -> None:
        self._said: dict[str, list[Transfer]] = {}
        self._booked: dict[str, list[Transfer]] = {}

    def play(self, record: str, lines: Iterable[bytes]) -> None:
        """Play the record of an affair again; what is wrong with it is a `ValueError`."""
        kind = kind_of(record)
        if kind is not None:
            subject = kind.restore(lines)
            self._said[record] = list(kind.transfers(subject, subject.facts))

    def read_house(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            parts = split(line) if _FOLLOWED in line else None
            if parts is not None:
                followed = _read_house(parts[1]).command
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
