"""Placing a wager: why it is not taken beside those that lie there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.table.wagers.side_bets import accompanies
from croupier.table.wagers.wagers_in_boxes import MAIN, PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableLaw
    from croupier.table.wagers.wagers_in_boxes import LimitReadings, Markers, Sign, Wager


def why_not_place(
    law: TableLaw,
    sign: Sign,
    wagers: Sequence[Wager],
    new: Wager,
    *,
    offered: Iterable[str],
    markers: Markers,
    needs_own_main: bool = False,
    approved_amounts: Sequence[int] = (),
    readings: LimitReadings = PLAIN,
    main_called: str = "main",
) -> Refused | None:
    """Why a wager is not taken beside those that lie there already.

    `new` replaces the same owner's wager of the same kind on the same box.
    """
    if new.wager != MAIN and new.wager not in offered:
        return Refused(f"{new.wager} is not offered at this table", _may_be_offered(law, new.wager))
    if new.amount < 1:
        return Refused("a wager is made by placing chips in the box", law.chips_in_the_box)
    limits = sign.of(new.wager)
    step = limits.multiple
    above = max(0, new.amount - limits.minimum) if readings.steps_from_the_minimum else new.amount
    if above % step:
        return Refused(f"{money(new.amount)} is not a multiple of {money(step)}", law.multiples)
    others, now = [], 0
    for w in wagers:
        if w.box == new.box:
            if w.player == new.player and w.wager == new.wager:
                now += w.amount
            else:
                others.append(w)
    if new.wager == MAIN:
        return _why_not_main(law, sign, others, new, markers, now)
    mains = [w for w in wagers if w.wager == MAIN]
    return _why_not_side(
        law, others, mains, new, needs_own_main, approved_amounts, readings, main_called
    )


def _may_be_offered(law: TableLaw, wager: str) -> Clauses:
    """What lets a table offer this side bet, or for one that nothing lets it, the others."""
    known = law.side_bets.get(wager)
    if known is not None:
        return known.offered
    return together(*(side.offered for side in law.side_bets.values())) or law.betting_window


def _why_not_main(
    law: TableLaw, sign: Sign, others: Sequence[Wager], new: Wager, markers: Markers, now: int
) -> Refused | None:
    mains = [w for w in others if w.wager == MAIN]
    if len(mains) >= law.players_per_box.value:
        return Refused(
            f"box {new.box} holds {law.players_per_box.value} players already",
            law.players_per_box.clauses,
        )
    if not markers.limits or not mains or new.amount <= now:
        return None
    ceiling = markers.most_together(new.box, sign.of(MAIN).maximum)
    total = sum(w.amount for w in mains) + new.amount
    if ceiling is not None and total > ceiling:
        return Refused(
            f"with a limit marker at box {new.box} all wagers together may not exceed "
            f"{money(ceiling)}",
            law.marker_box_total,
        )
    return None


def _why_not_side(
    law: TableLaw,
    others: Sequence[Wager],
    mains: Sequence[Wager],
    new: Wager,
    needs_own_main: bool,
    approved_amounts: Sequence[int],
    readings: LimitReadings,
    main_called: str,
) -> Refused | None:
    side_law = law.side_bets[new.wager]
    if side_law.approved_amounts and approved_amounts and new.amount not in approved_amounts:
        allowed = ", ".join(money(amount) for amount in approved_amounts)
        return Refused(
            f"{new.wager} takes the approved amount of {allowed}", side_law.approved_amounts
        )
    most = side_law.most_per_box
    rivals = [w for w in others if w.wager == new.wager]
    owners = {w.player for w in mains if w.box == new.box}
    if readings.mains_first and new.player in owners:
        rivals = [w for w in rivals if w.player in owners]
    if len(rivals) >= most.value:
        return Refused(f"box {new.box} holds {most.value} {new.wager} wagers", most.clauses)
    has_main = accompanies(mains, new, needs_own_main, readings)
    if not has_main and not side_law.void_without_main:
        whose = "your own" if needs_own_main else "a"
        wanted = side_law.asks_for_main(own=needs_own_main)
        return Refused(f"{new.wager} needs {whose} {main_called} wager on the box", wanted)
    return None
