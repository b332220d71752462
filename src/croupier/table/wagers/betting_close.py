"""The close of betting: what stands of every wager, and what goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.rulebook.citations import Clauses
from croupier.table.wagers.side_bets import with_their_mains, without_the_displaced
from croupier.table.wagers.wagers_in_boxes import (
    EVERY_WAGER,
    MAIN,
    PLAIN,
    Admitted,
    BoxMaxScope,
    order_of_decision,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from croupier.table.law import TableLaw
    from croupier.table.wagers.wagers_in_boxes import (
        LimitReadings,
        Markers,
        Sign,
        Wager,
        WarningReach,
    )


TOTAL = BoxMaxScope.TOTAL


def close_betting(
    law: TableLaw,
    sign: Sign,
    wagers: Sequence[Wager],
    *,
    markers: Markers,
    scope: BoxMaxScope,
    warned: Collection[str] = (),
    overlooked: Collection[tuple[str, int]] = (),
    needs_own_main: bool = False,
    readings: LimitReadings = PLAIN,
    reach: WarningReach = EVERY_WAGER,
) -> list[Admitted]:
    """What stands of every wager: the minimum for each owner, the maximum for the box.

    A wager over the maximum stands up to it, from the front of the box to the back; of side wagers
    the sign names the largest, not the most for a box. Beside a limit marker its holder comes
    first, and the others have what that leaves of the most that all may come to. A wager under the
    minimum stands once; from an owner who has been told, it goes back, unless the dealer
    overlooked it.
    """
    closing = _Closing(law, sign, wagers, markers, scope, readings)
    ruled: dict[int, Admitted] = {}
    for place in _filling(wagers, markers, readings):
        wager = wagers[place]
        had_notice = reach.goes_back(wager.player in warned, wager.player, wager.wager)
        had_notice = had_notice and (wager.player, wager.box) not in overlooked
        ruled[place] = closing.admit(wager, had_notice=had_notice)
    in_their_order = [ruled[place] for place in range(len(wagers))]
    accompanied = with_their_mains(law, in_their_order, needs_own_main, readings)
    return without_the_displaced(law, accompanied) if readings.mains_first else accompanied


class _Closing(msgspec.Struct, eq=False):
    """What the limits make of one wager after the other, as they fill the maximum of each box."""

    law: TableLaw
    sign: Sign
    wagers: Sequence[Wager]
    markers: Markers
    scope: BoxMaxScope
    readings: LimitReadings
    used: dict[int, int] = {}
    """What stands of main wagers, by box."""
    ranks: dict[int, int] = {}
    """How many main wagers have come to their turn, by box."""

    def admit(self, wager: Wager, *, had_notice: bool) -> Admitted:
        """What stands of a wager, whose owner may have had notice of the minimum."""
        law, limits = self.law, self.sign.of(wager.wager)
        short = self._is_short(wager, limits.minimum)
        if short and had_notice:
            return Admitted(wager, 0, wager.amount, law.under_minimum)
        stands = wager.amount if limits.maximum is None else self._stands(wager, limits.maximum)
        if stands < wager.amount:
            clauses = self._over_the_maximum(wager)
        else:
            clauses = law.under_minimum if short else law.betting_window
        if wager.wager == MAIN:
            self.ranks[wager.box] = self.ranks.get(wager.box, 0) + 1
            self.used[wager.box] = self.used.get(wager.box, 0) + stands
        warned = short and not self.readings.short_wagers_are_valid
        return Admitted(wager, stands, wager.amount - stands, clauses, warned=warned)

    def _is_short(self, wager: Wager, minimum: int) -> bool:
        amount = wager.amount
        if self.readings.minimum_for_the_box and wager.wager == MAIN:
            amount = sum(main.amount for main in self._mains_on(wager.box))
        return amount < minimum

    def _stands(self, wager: Wager, stated: int) -> int:
        """What stands of a wager whose maximum is stated on the sign."""
        ceiling = self._ceiling(wager, stated) if wager.wager == MAIN else stated
        return max(0, min(wager.amount, ceiling))

    def _ceiling(self, wager: Wager, stated: int) -> int:
        """The most that a main wager may be beside what stands on its box already."""
        used = self.used.get(wager.box, 0)
        together = self._most_beside_a_marker(wager) if self.markers.limits else None
        if together is not None and used:
            return together - used
        marker = self.markers.for_player(wager.player, wager.box) or 0
        ceiling = max(stated, marker, together or 0)
        return ceiling - used if self.scope is TOTAL else ceiling

    def _most_beside_a_marker(self, wager: Wager) -> int | None:
        return self.markers.most_together(wager.box, self.sign.of(MAIN).maximum)

    def _over_the_maximum(self, wager: Wager) -> Clauses:
        law, box = self.law, wager.box
        clauses = law.over_maximum
        if wager.wager != MAIN:
            return clauses
        if self.used.get(box) and self._most_beside_a_marker(wager) is not None:
            clauses = Clauses((*clauses, *law.marker_box_total))
        if len(self._mains_on(box)) > 1:
            clauses = Clauses((*clauses, *self.readings.shares.get(self.ranks.get(box, 0) + 1, ())))
        return clauses

    def _mains_on(self, box: int) -> list[Wager]:
        return [wager for wager in self.wagers if wager.box == box and wager.wager == MAIN]


def _filling(wagers: Sequence[Wager], markers: Markers, readings: LimitReadings) -> Sequence[int]:
    """The places of the wagers in the order in which they fill the maximum of their box."""
    places = range(len(wagers))
    if not readings.shares:
        held = markers.limits
        if not held:
            return places
        return sorted(places, key=lambda at: (wagers[at].player, wagers[at].box) not in held)
    boxes: dict[int, list[Wager]] = {}
    for wager in wagers:
        if wager.wager == MAIN:
            boxes.setdefault(wager.box, []).append(wager)
    controlling = [order_of_decision(mains, largest_first=True)[0] for mains in boxes.values()]
    first = {id(wager) for wager in controlling}
    return sorted(places, key=lambda place: id(wagers[place]) not in first)
