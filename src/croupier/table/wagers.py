"""Wagers as they lie in the boxes, and what the limits make of them when betting closes.

Everything here is a plain function of plain data, so that a live table, a round file and a fuzzer
all get the same ruling.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from croupier.chips import Limits, dollars
from croupier.rulebook.citing import Clauses, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.table.law import TableLaw

MAIN = "main"
_NO_LIMITS = Limits()


class BoxMaxScope(StrEnum):
    TOTAL = "total"
    EACH = "each"


class MarkerTotalLimit(StrEnum):
    SIGN = "sign"
    MARKER = "marker"


@dataclass(slots=True)
class Wager:
    """Chips of one owner on one box; in a box the list is ordered, nearest the dealer first."""

    box: int
    player: str
    wager: str
    amount: int
    seated: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """What the sign at the table says: limits and multiples for each kind of wager."""

    limits: Mapping[str, Limits] = field(default_factory=dict)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The sign of a table whose options name limits and multiples, either without the other."""
        limits, multiples = options["limits"], options["multiples"]
        shown: dict[str, Limits] = {}
        for wager in {**limits, **multiples}:
            least, most = limits.get(wager, (1, None))
            shown[wager] = Limits(least, most, multiples.get(wager, 1))
        return cls(shown)

    def of(self, wager: str) -> Limits:
        return self.limits.get(wager, _NO_LIMITS)


@dataclass(frozen=True, slots=True)
class Markers:
    """Personal limit markers beside boxes: a higher maximum for a player at a box."""

    limits: Mapping[tuple[str, int], int] = field(default_factory=dict)
    total_limit: MarkerTotalLimit = MarkerTotalLimit.SIGN

    def for_player(self, player: str, box: int) -> int | None:
        return self.limits.get((player, box))

    def at_box(self, box: int) -> int | None:
        """The highest marker that lies beside a box."""
        there = [limit for (_, number), limit in self.limits.items() if number == box]
        return max(there) if there else None


@dataclass(frozen=True, slots=True)
class Admitted:
    """One wager as betting closes: what stands, what goes back, and whether its owner is warned."""

    wager: Wager
    stands: int
    goes_back: int
    clauses: Clauses
    warned: bool = False
    void: bool = False


def close_betting(
    law: TableLaw,
    sign: Sign,
    wagers: Sequence[Wager],
    *,
    markers: Markers,
    scope: BoxMaxScope,
    warned: Iterable[str] = (),
    overlooked: Iterable[tuple[str, int]] = (),
    needs_own_main: bool = False,
) -> list[Admitted]:
    """What stands of every wager: the minimum for each owner, the maximum for the box.

    A wager over the maximum stands up to it, from the front of the box to the back; of side wagers
    the sign names the largest, not the most for a box. A wager under the minimum stands once; from
    an owner who has been told, it goes back, unless the dealer overlooked it.
    """
    told, unseen = set(warned), set(overlooked)
    used: Counter[int] = Counter()
    ruled: list[Admitted] = []
    for wager in wagers:
        limits = sign.of(wager.wager)
        ceiling = limits.maximum
        marker = markers.for_player(wager.player, wager.box) if wager.wager == MAIN else None
        if marker is not None and ceiling is not None:
            ceiling = max(ceiling, marker)
        short = wager.amount < limits.minimum
        if short and wager.player in told and (wager.player, wager.box) not in unseen:
            ruled.append(Admitted(wager, 0, wager.amount, law.under_minimum))
            continue
        stands = wager.amount
        if ceiling is not None:
            shared = scope is BoxMaxScope.TOTAL and wager.wager == MAIN
            stands = max(0, min(stands, ceiling - (used[wager.box] if shared else 0)))
        if stands < wager.amount:
            clauses = law.over_maximum
        else:
            clauses = law.under_minimum if short else law.betting_window
        ruled.append(Admitted(wager, stands, wager.amount - stands, clauses, warned=short))
        if wager.wager == MAIN:
            used[wager.box] += stands
    return with_their_mains(law, ruled, needs_own_main)


def with_their_mains(
    law: TableLaw, ruled: Sequence[Admitted], needs_own_main: bool
) -> list[Admitted]:
    """The same wagers, with nothing standing of side wagers that no main wager accompanies."""
    return [_with_its_main(law, ruled, each, needs_own_main) for each in ruled]


def _with_its_main(
    law: TableLaw, ruled: Sequence[Admitted], side: Admitted, needs_own_main: bool
) -> Admitted:
    """A side wager whose main wager is not there, or did not stand, is void or goes back."""
    side_law = law.side_bets.get(side.wager.wager)
    if side_law is None or side.stands == 0:
        return side
    if any(
        main.stands
        and main.wager.wager == MAIN
        and main.wager.box == side.wager.box
        and (main.wager.player == side.wager.player or not needs_own_main)
        for main in ruled
    ):
        return side
    return Admitted(
        side.wager, 0, side.wager.amount, side_law.needs_main, void=side_law.void_without_main
    )


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
) -> Refused | None:
    """Why a wager is not taken beside those that lie there already.

    `new` replaces the same owner's wager of the same kind on the same box.
    """
    if new.wager != MAIN and new.wager not in offered:
        return Refused(f"{new.wager} is not offered at this table", _may_be_offered(law, new.wager))
    if new.amount < 1:
        return Refused("a wager is made by placing chips in the box", law.chips_in_the_box)
    step = sign.of(new.wager).multiple
    if new.amount % step:
        return Refused(f"{dollars(new.amount)} is not a multiple of {dollars(step)}", law.multiples)
    others = [
        w for w in wagers if w.box == new.box and (w.player, w.wager) != (new.player, new.wager)
    ]
    if new.wager == MAIN:
        return _why_not_main(law, sign, others, new, markers)
    return _why_not_side(law, others, new, needs_own_main, approved_amounts)


def _may_be_offered(law: TableLaw, wager: str) -> Clauses:
    """What lets a table offer this side bet, or for one that nothing lets it, the others."""
    known = law.side_bets.get(wager)
    if known is not None:
        return known.offered
    offers = (clause for side_law in law.side_bets.values() for clause in side_law.offered)
    return Clauses(tuple(dict.fromkeys(offers))) or law.betting_window


def _why_not_main(
    law: TableLaw, sign: Sign, others: Sequence[Wager], new: Wager, markers: Markers
) -> Refused | None:
    mains = [w for w in others if w.wager == MAIN]
    if len(mains) >= law.players_per_box.value:
        return Refused(
            f"box {new.box} holds {law.players_per_box.value} players already",
            law.players_per_box.clauses,
        )
    marker = markers.at_box(new.box)
    if marker is not None and mains:
        ceiling = sign.of(MAIN).maximum
        if markers.total_limit is MarkerTotalLimit.MARKER:
            ceiling = marker
        total = sum(w.amount for w in mains) + new.amount
        if ceiling is not None and total > ceiling:
            return Refused(
                f"with a limit marker at box {new.box} all wagers together may not exceed "
                f"{dollars(ceiling)}",
                law.marker_box_total,
            )
    return None


def _why_not_side(
    law: TableLaw,
    others: Sequence[Wager],
    new: Wager,
    needs_own_main: bool,
    approved_amounts: Sequence[int],
) -> Refused | None:
    side_law = law.side_bets[new.wager]
    if side_law.approved_amounts and approved_amounts and new.amount not in approved_amounts:
        allowed = ", ".join(dollars(amount) for amount in approved_amounts)
        return Refused(
            f"{new.wager} takes the approved amount of {allowed}", side_law.approved_amounts
        )
    most = side_law.most_per_box
    if sum(w.wager == new.wager for w in others) >= most.value:
        return Refused(f"box {new.box} holds {most.value} {new.wager} wagers", most.clauses)
    has_main = any(
        w.wager == MAIN and (w.player == new.player or not needs_own_main) for w in others
    )
    if not has_main and not side_law.void_without_main:
        whose = "your own" if needs_own_main else "a"
        return Refused(f"{new.wager} needs {whose} Blackjack wager on the box", side_law.needs_main)
    return None


def order_of_decision(mains: Sequence[Wager]) -> list[Wager]:
    """Who decides about a shared box's cards: the player seated there, then the nearest wager."""
    return [w for w in mains if w.seated] + [w for w in mains if not w.seated]
