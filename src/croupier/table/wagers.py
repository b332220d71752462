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
from croupier.table.law import together

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
    tokens: int = 0
    """How much of it lies in promotional tokens."""


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
class Readings:
    """How an instrument reads limits and preference where it leaves the plain way."""

    shares: Mapping[int, Clauses] = field(default_factory=dict)
    """Where the box's maximum is the controlling player's first, then filled from front to back:
    what the first, second and third player on a shared box may bet."""
    steps_from_the_minimum: bool = False
    minimum_for_the_box: bool = False
    """The minimum asks for the wagers on a box together, not for each owner's."""
    short_wagers_are_valid: bool = False
    """A wager found under the minimum plays every time, and nobody is warned."""
    mains_first: bool = False
    """Where side wagers are too many, those of players with a main wager come first."""
    own_main_on_any_box: bool = False
    """A side bettor who needs an own main wager may have it on another box."""


PLAIN = Readings()


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
    readings: Readings = PLAIN,
) -> list[Admitted]:
    """What stands of every wager: the minimum for each owner, the maximum for the box.

    A wager over the maximum stands up to it, from the front of the box to the back; of side wagers
    the sign names the largest, not the most for a box. A wager under the minimum stands once; from
    an owner who has been told, it goes back, unless the dealer overlooked it.
    """
    told, unseen = set(warned), set(overlooked)
    closing = _Closing(law, sign, wagers, markers, scope, readings)
    ruled: dict[int, Admitted] = {}
    for place in _filling(wagers, readings):
        wager = wagers[place]
        had_notice = wager.player in told and (wager.player, wager.box) not in unseen
        ruled[place] = closing.admit(wager, had_notice=had_notice)
    in_their_order = [ruled[place] for place in range(len(wagers))]
    accompanied = with_their_mains(law, in_their_order, needs_own_main, readings)
    return without_the_displaced(law, accompanied) if readings.mains_first else accompanied


@dataclass(slots=True)
class _Closing:
    """What the limits make of one wager after the other, as they fill the maximum of each box."""

    law: TableLaw
    sign: Sign
    wagers: Sequence[Wager]
    markers: Markers
    scope: BoxMaxScope
    readings: Readings
    used: Counter[int] = field(default_factory=Counter)
    """What stands of main wagers, by box."""
    ranks: Counter[int] = field(default_factory=Counter)
    """How many main wagers have come to their turn, by box."""

    def admit(self, wager: Wager, *, had_notice: bool) -> Admitted:
        """What stands of a wager, whose owner may have had notice of the minimum."""
        law, short = self.law, self._is_short(wager)
        if short and had_notice:
            return Admitted(wager, 0, wager.amount, law.under_minimum)
        stands = self._stands(wager)
        if wager.wager == MAIN:
            self.ranks[wager.box] += 1
            self.used[wager.box] += stands
        if stands < wager.amount:
            clauses = self._over_the_maximum(wager)
        else:
            clauses = law.under_minimum if short else law.betting_window
        warned = short and not self.readings.short_wagers_are_valid
        return Admitted(wager, stands, wager.amount - stands, clauses, warned=warned)

    def _is_short(self, wager: Wager) -> bool:
        amount = wager.amount
        if self.readings.minimum_for_the_box and wager.wager == MAIN:
            amount = sum(main.amount for main in self._mains_on(wager.box))
        return amount < self.sign.of(wager.wager).minimum

    def _stands(self, wager: Wager) -> int:
        ceiling = self.sign.of(wager.wager).maximum
        if ceiling is None:
            return wager.amount
        if wager.wager == MAIN:
            ceiling = max(ceiling, self.markers.for_player(wager.player, wager.box) or 0)
            if self.scope is BoxMaxScope.TOTAL:
                ceiling -= self.used[wager.box]
        return max(0, min(wager.amount, ceiling))

    def _over_the_maximum(self, wager: Wager) -> Clauses:
        clauses = self.law.over_maximum
        if wager.wager == MAIN and len(self._mains_on(wager.box)) > 1:
            clauses = Clauses((*clauses, *self.readings.shares.get(self.ranks[wager.box], ())))
        return clauses

    def _mains_on(self, box: int) -> list[Wager]:
        return [wager for wager in self.wagers if wager.box == box and wager.wager == MAIN]


def _filling(wagers: Sequence[Wager], readings: Readings) -> Sequence[int]:
    """The places of the wagers in the order in which they fill the maximum of their box."""
    places = range(len(wagers))
    if not readings.shares:
        return places
    boxes: dict[int, list[Wager]] = {}
    for wager in wagers:
        if wager.wager == MAIN:
            boxes.setdefault(wager.box, []).append(wager)
    controlling = [order_of_decision(mains, largest_first=True)[0] for mains in boxes.values()]
    first = {id(wager) for wager in controlling}
    return sorted(places, key=lambda place: id(wagers[place]) not in first)


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
    law: TableLaw, ruled: Sequence[Admitted], needs_own_main: bool, readings: Readings = PLAIN
) -> list[Admitted]:
    """The same wagers, with nothing standing of side wagers that no main wager accompanies."""
    return [_with_its_main(law, ruled, each, needs_own_main, readings) for each in ruled]


def _with_its_main(
    law: TableLaw,
    ruled: Sequence[Admitted],
    side: Admitted,
    needs_own_main: bool,
    readings: Readings,
) -> Admitted:
    """A side wager whose main wager is not there, or did not stand, is void or goes back."""
    side_law = law.side_bets.get(side.wager.wager)
    if side_law is None or side.stands == 0:
        return side
    mains = [main.wager for main in ruled if main.stands and main.wager.wager == MAIN]
    if _accompanies(mains, side.wager, needs_own_main, readings):
        return side
    wanted = side_law.asks_for_main(own=needs_own_main)
    return Admitted(side.wager, 0, side.wager.amount, wanted, void=side_law.void_without_main)


def _accompanies(
    mains: Iterable[Wager], side: Wager, needs_own_main: bool, readings: Readings
) -> bool:
    """Whether the main wager that a side wager needs is among these."""
    mains = list(mains)
    on_the_box = [main for main in mains if main.box == side.box]
    where = mains if readings.own_main_on_any_box else on_the_box
    own = any(main.player == side.player for main in where)
    return bool(on_the_box) and (own or not needs_own_main)


def left_without_a_main(
    law: TableLaw, wagers: Sequence[Wager], needs_own_main: bool, readings: Readings = PLAIN
) -> list[tuple[Wager, Clauses]]:
    """Side wagers that are not taken without a main wager, and have none: with the reason."""
    mains = [w for w in wagers if w.wager == MAIN]
    return [
        (side, side_law.asks_for_main(own=needs_own_main))
        for side in wagers
        if (side_law := law.side_bets.get(side.wager)) is not None
        and not side_law.void_without_main
        and not _accompanies(mains, side, needs_own_main, readings)
    ]


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
    readings: Readings = PLAIN,
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
        return Refused(f"{dollars(new.amount)} is not a multiple of {dollars(step)}", law.multiples)
    others = [
        w for w in wagers if w.box == new.box and (w.player, w.wager) != (new.player, new.wager)
    ]
    if new.wager == MAIN:
        return _why_not_main(law, sign, others, new, markers)
    mains = [w for w in wagers if w.wager == MAIN]
    return _why_not_side(law, others, mains, new, needs_own_main, approved_amounts, readings)


def _may_be_offered(law: TableLaw, wager: str) -> Clauses:
    """What lets a table offer this side bet, or for one that nothing lets it, the others."""
    known = law.side_bets.get(wager)
    if known is not None:
        return known.offered
    return together(*(side.offered for side in law.side_bets.values())) or law.betting_window


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
    mains: Sequence[Wager],
    new: Wager,
    needs_own_main: bool,
    approved_amounts: Sequence[int],
    readings: Readings,
) -> Refused | None:
    side_law = law.side_bets[new.wager]
    if side_law.approved_amounts and approved_amounts and new.amount not in approved_amounts:
        allowed = ", ".join(dollars(amount) for amount in approved_amounts)
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
    has_main = _accompanies(mains, new, needs_own_main, readings)
    if not has_main and not side_law.void_without_main:
        whose = "your own" if needs_own_main else "a"
        wanted = side_law.asks_for_main(own=needs_own_main)
        return Refused(f"{new.wager} needs {whose} Blackjack wager on the box", wanted)
    return None


def order_of_decision(mains: Sequence[Wager], *, largest_first: bool = False) -> list[Wager]:
    """Who decides about a shared box's cards: the player seated there, then the nearest wager.

    Where the largest wager comes first, the nearest decides between equals.
    """
    if largest_first:
        mains = sorted(mains, key=lambda wager: -wager.amount)
    return [w for w in mains if w.seated] + [w for w in mains if not w.seated]
