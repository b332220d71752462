"""What the choices of a hand are worth, and where a play leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Actions, Flags, Floats, Ints

STAND, HIT, DOUBLE = 0, 1, 2
BUST = 22
"""The row of a pay table for hands over 21."""
NEVER = -1e9
"""The value of a choice that a hand has not got."""


@njit(cache=True)
def values_of(
    child: Ints, row: Ints, ended: Flags, must_draw: Flags, may_double: Flags, at: Ints,
    free: Floats, left: Floats, chances: Floats, pays: Floats, forced: Actions,
) -> tuple[Floats, Actions]:  # fmt: skip
    """What standing, drawing and doubling are worth for every hand, the hands after played well.

    Where `forced` holds an action for a hand (0 or more), that is what is played after.
    """
    count = len(child)
    values = np.zeros((count, 3)) + NEVER
    actions = np.zeros(count, np.int8)
    worth = np.zeros(count)
    for hand in range(count - 1, 10, -1):  # hands of one card decide nothing
        state = at[hand]
        if state < 0:
            continue
        if not must_draw[hand]:
            values[hand, STAND] = _settled(chances, state, pays, 0, row[hand])
        if not ended[hand]:
            hit = double = 0.0
            for card in range(10):
                chance = free[card, state] / left[state] if left[state] > 0 else 0.0
                if chance > 0:
                    then = child[hand, card]
                    if then < 0:
                        hit += chance * pays[0, BUST, 0]
                        double += chance * pays[1, BUST, 0]
                    else:
                        hit += chance * worth[then]
                        double += chance * _settled(chances, at[then], pays, 1, row[then])
            values[hand, HIT] = hit
            if may_double[hand]:
                values[hand, DOUBLE] = double
        action = forced[hand]
        if action < 0:
            action = STAND
            for other in (HIT, DOUBLE):
                if values[hand, other] > values[hand, action]:
                    action = other
        actions[hand] = action
        worth[hand] = values[hand, action]
    return values, actions


@njit(cache=True)
def _settled(chances: Floats, state: int, pays: Floats, doubled: int, row: int) -> float:
    net = 0.0
    for outcome in range(7):
        net += chances[outcome, state] * pays[doubled, row, outcome]
    return net


@njit(cache=True)
def follow(
    child: Ints, row: Ints, at: Ints, actions: Actions, reach: Floats, free: Floats, left: Floats,
    chances: Floats, ends: Floats,
) -> None:  # fmt: skip
    """Play every hand by its action, as often as it is reached, and add up how hands end.

    `ends[doubled, row, dealer's outcome]`; `reach` is given for the hands that are dealt and
    completed for those that are drawn to.
    """
    bust = np.zeros(7)
    for hand in range(1, len(child)):
        often = reach[hand]
        if often == 0.0:
            continue
        state = at[hand]
        if actions[hand] == STAND:
            for outcome in range(7):
                ends[0, row[hand], outcome] += often * chances[outcome, state]
            continue
        doubled = 1 if actions[hand] == DOUBLE else 0
        for outcome in range(7):  # a hand that does not end otherwise is bust
            bust[outcome] = often * chances[outcome, state]
        for card in range(10):
            then = child[hand, card]
            if then < 0 or free[card, state] <= 0:
                continue
            drawn = often * free[card, state] / left[state]
            for outcome in range(7):
                part = drawn * chances[outcome, at[then]]
                bust[outcome] -= part
                if doubled:
                    ends[1, row[then], outcome] += part
            if not doubled:
                reach[then] += drawn
        for outcome in range(7):
            ends[doubled, BUST, outcome] += bust[outcome]


@njit(cache=True)
def weigh(
    cell: Ints, ended: Flags, may_double: Flags, at: Ints, values: Floats, reach: Floats,
    sums: Floats,
) -> None:  # fmt: skip
    """Add up, for each cell of a chart, what its choices are worth as often as they arise.

    By whether a hand may be doubled: how often, standing, drawing, doubling.
    """
    for hand in range(11, len(cell)):
        often, place = reach[hand], cell[hand]
        if often == 0.0 or ended[hand] or at[hand] < 0:
            continue
        may = 1 if may_double[hand] else 0
        sums[may, 0, place] += often
        sums[may, 1, place] += often * values[hand, STAND]
        sums[may, 2, place] += often * values[hand, HIT]
        if may:
            sums[may, 3, place] += often * values[hand, DOUBLE]
