"""Rules 6.1 to 6.3: how players share the maximum of a box, and wagers found outside the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.games.challenge.minimums import minimum_for
from croupier.games.challenge.sharing import by_priority
from croupier.games.challenge.table_law import law_of
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.wagers import MAIN, Admitted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from croupier.table.table import Table
    from croupier.table.wagers import Wager

    Overlooked = Collection[tuple[str, int]]
    """Players and boxes."""


def maximum_for(table: Table, player: str) -> int | None:
    """The most that a player may bet on a box: as the sign says, or a sign of the player's own."""
    personal = state_of(table).personal.get(player)
    return table.sign.of(MAIN).maximum if personal is None else personal.maximum


def why_outside(table: Table, new: Wager) -> Refused | None:
    """A wager that is seen to be too small; what is too large is paid up to the maximum."""
    law = law_of(table)
    if new.wager != MAIN:
        limits, side = table.sign.of(new.wager), law.side_bets[new.wager]
        too_much = limits.maximum is not None and new.amount > limits.maximum
        if new.amount < limits.minimum or too_much:
            return Refused(f"{new.wager} is {limits}", side.sign)
        return None
    minimum = minimum_for(table, new.player, new.box)
    if new.amount < minimum and table.options["minimum_scope"] == "player":
        return Refused(f"the minimum is {dollars(minimum)}", law.within_limits)
    return None


def close_box(
    table: Table, box: int, shares: Mapping[int, Clauses], overlooked: Overlooked
) -> list[Admitted]:
    """What stands of the main wagers on a box before the first card; what is overlooked stands."""
    wagers = by_priority(table, box)
    unseen = any((wager.player, box) in overlooked for wager in wagers)
    if not unseen and _short_together(table, wagers):
        within = law_of(table).within_limits
        return [Admitted(wager, 0, wager.amount, within) for wager in wagers]
    return share_out(table, wagers, shares, overlooked)


def share_out(
    table: Table,
    wagers: Sequence[Wager],
    shares: Mapping[int, Clauses],
    overlooked: Overlooked = frozenset(),
) -> list[Admitted]:
    """The main wagers on a box, the controlling player's first, up to the maximum.

    `shares` says what the first, second and third player may bet of it. A share is paid or
    collected even if it is under the minimum: the wager that it is of was not.
    """
    ruled: list[Admitted] = []
    for rank, wager in enumerate(wagers, 1):
        if (wager.player, wager.box) in overlooked:
            ruled.append(_as_it_is(table, wager))
        else:
            used = sum(each.stands for each in ruled)
            share = shares.get(rank, ()) if len(wagers) > 1 else ()
            ruled.append(_share(table, wager, used, share))
    return ruled


def _short_together(table: Table, wagers: list[Wager]) -> bool:
    """Where the minimum asks for a box's wagers together: whether they are seen to be too few."""
    if table.options["minimum_scope"] == "player":
        return False
    least = min(minimum_for(table, wager.player, wager.box) for wager in wagers)
    return sum(wager.amount for wager in wagers) < least


def _as_it_is(table: Table, wager: Wager) -> Admitted:
    """A wager that nobody has noticed to be outside the limits."""
    law = law_of(table)
    short = wager.amount < minimum_for(table, wager.player, wager.box)
    return Admitted(wager, wager.amount, 0, law.under_minimum if short else law.betting_window)


def _share(table: Table, wager: Wager, used: int, share: tuple[str, ...]) -> Admitted:
    law, amount = law_of(table), wager.amount
    most = maximum_for(table, wager.player)
    stands = amount if most is None else max(0, min(amount, most - used))
    if stands == amount:
        return Admitted(wager, stands, 0, law.betting_window)
    return Admitted(wager, stands, amount - stands, Clauses((*law.over_maximum, *share)))
