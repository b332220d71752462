"""From wagers that stood when betting closed to the boxes of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.hands import Box, MainWager, SideWager
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.wagers import Admitted


def boxes_in_play(admitted: Iterable[Admitted], first: int = 1) -> list[Box]:
    """The boxes with a Blackjack wager that stands, clockwise from the first one on."""
    mains: dict[int, list[MainWager]] = {}
    sides: dict[int, list[SideWager]] = {}
    for ruled in admitted:
        wager = ruled.wager
        if not ruled.stands:
            continue
        if wager.wager == MAIN:
            main = MainWager(wager.player, ruled.stands, wager.seated)
            mains.setdefault(wager.box, []).append(main)
        else:
            side = SideWager(wager.player, wager.wager, ruled.stands)
            sides.setdefault(wager.box, []).append(side)
    order = sorted(mains, key=lambda number: (number < first, number))
    return [Box(number, tuple(mains[number]), sides.get(number, [])) for number in order]
