"""Two rulings side by side: what each wager is worth in both, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.web.round_files.rulings import Ruling, WagerWorth


@dataclass(frozen=True, slots=True)
class Row:
    """One wager in both; where one does not have it, nothing."""

    round: int
    wager: str
    before: WagerWorth | None
    after: WagerWorth | None

    @property
    def differs(self) -> bool:
        return _worth(self.before) != _worth(self.after)


def compared(before: Ruling, after: Ruling) -> tuple[Row, ...]:
    """Every wager of both, those of the first in their order."""
    first, second = _by_wager(before), _by_wager(after)
    return tuple(
        Row(key[0], key[1], first.get(key), second.get(key))
        for key in dict.fromkeys((*first, *second))
    )


def _by_wager(ruling: Ruling) -> dict[tuple[int, str, int], WagerWorth]:
    """Wagers by round and name; where two have one name, in their order."""
    found: dict[tuple[int, str, int], WagerWorth] = {}
    for worth in ruling.worth:
        again = 0
        while (worth.round, worth.wager, again) in found:
            again += 1
        found[worth.round, worth.wager, again] = worth
    return found


def _worth(worth: WagerWorth | None) -> tuple[int, str, int] | None:
    return None if worth is None else (worth.stake, worth.result, worth.net)
