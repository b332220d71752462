"""Side wagers beside the main wagers that they need, or that others have."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.table.wagers.wagers_in_boxes import MAIN, PLAIN, Admitted

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableLaw
    from croupier.table.wagers.wagers_in_boxes import LimitReadings, Wager


def without_the_displaced(law: TableLaw, ruled: Sequence[Admitted]) -> list[Admitted]:
    """The same wagers, without side wagers that others with a main wager leave no place for."""
    mains = {(r.wager.player, r.wager.box) for r in ruled if r.wager.wager == MAIN and r.stands}
    sides = [r for r in ruled if r.wager.wager in law.side_bets and r.stands]
    taken: Counter[tuple[int, str]] = Counter()
    gone: set[int] = set()
    for side in sorted(sides, key=lambda r: (r.wager.player, r.wager.box) not in mains):
        taken[side.wager.box, side.wager.wager] += 1
        most = law.side_bets[side.wager.wager].most_per_box
        if taken[side.wager.box, side.wager.wager] > most.value:
            gone.add(id(side))
    return [
        Admitted(r.wager, 0, r.wager.amount, law.side_bets[r.wager.wager].most_per_box.clauses)
        if id(r) in gone
        else r
        for r in ruled
    ]


def with_their_mains(
    law: TableLaw, ruled: Sequence[Admitted], needs_own_main: bool, readings: LimitReadings = PLAIN
) -> list[Admitted]:
    """The same wagers, with nothing standing of side wagers that no main wager accompanies."""
    if not law.side_bets or {each.wager.wager for each in ruled} == {MAIN}:
        return list(ruled)
    mains = [main.wager for main in ruled if main.stands and main.wager.wager == MAIN]
    return [_with_its_main(law, mains, each, needs_own_main, readings) for each in ruled]


def with_the_mains_they_need(
    law: TableLaw,
    ruled: Sequence[Admitted],
    own_main: Collection[str],
    readings: LimitReadings = PLAIN,
) -> list[Admitted]:
    """Side wagers fall with the main wager that they need: of their owner for these, or anybody."""
    anybodys = with_their_mains(law, ruled, False, readings)
    own = with_their_mains(law, ruled, True, readings)
    return [
        strict if strict.wager.wager in own_main else plain
        for plain, strict in zip(anybodys, own, strict=True)
    ]


def _with_its_main(
    law: TableLaw,
    mains: Sequence[Wager],
    side: Admitted,
    needs_own_main: bool,
    readings: LimitReadings,
) -> Admitted:
    """A side wager whose main wager is not there, or did not stand, is void or goes back."""
    side_law = law.side_bets.get(side.wager.wager)
    if side_law is None or side.stands == 0:
        return side
    if accompanies(mains, side.wager, needs_own_main, readings):
        return side
    wanted = side_law.asks_for_main(own=needs_own_main)
    return Admitted(side.wager, 0, side.wager.amount, wanted, void=side_law.void_without_main)


def accompanies(
    mains: Sequence[Wager], side: Wager, needs_own_main: bool, readings: LimitReadings
) -> bool:
    """Whether the main wager that a side wager needs is among these."""
    on_the_box = [main for main in mains if main.box == side.box]
    if not on_the_box or not needs_own_main:
        return bool(on_the_box)
    where = mains if readings.own_main_on_any_box else on_the_box
    return any(main.player == side.player for main in where)


def left_without_a_main(
    law: TableLaw, wagers: Sequence[Wager], needs_own_main: bool, readings: LimitReadings = PLAIN
) -> list[tuple[Wager, Clauses]]:
    """Side wagers that are not taken without a main wager, and have none: with the reason."""
    mains = [w for w in wagers if w.wager == MAIN]
    return [
        (side, side_law.asks_for_main(own=needs_own_main))
        for side in wagers
        if (side_law := law.side_bets.get(side.wager)) is not None
        and not side_law.void_without_main
        and not accompanies(mains, side, needs_own_main, readings)
    ]
