"""Wagers as they lie in the boxes, the sign that they go by, and what is ruled on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

import msgspec

from croupier.money import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableLaw

MAIN = "main"
_NO_LIMITS = Limits()


class BoxMaxScope(StrEnum):
    TOTAL = "total"
    EACH = "each"


class MarkerTotalLimit(StrEnum):
    SIGN = "sign"
    MARKER = "marker"


class WarningCovers(StrEnum):
    """The wagers that a warning about the minimum is for."""

    EVERY_WAGER = "every_wager"
    EACH_KIND = "each_kind"
    MAIN_ALONE = "main_alone"


class WarningReach(msgspec.Struct, frozen=True):
    """The reach of warnings about the minimum at a table."""

    covers: WarningCovers = WarningCovers.EVERY_WAGER
    mains: tuple[str, ...] = (MAIN,)
    """The wagers whose minimum the rule is for in any case."""
    given: Collection[tuple[str, str]] = ()
    """The player and the kind of wager of each warning; no kind, where it is not known."""

    @classmethod
    def of(
        cls, options: Mapping[str, Any], law: TableLaw, given: Collection[tuple[str, str]] = ()
    ) -> Self:
        """Return how far warnings reach by the options of a table."""
        covers = WarningCovers(options.get("under_min_warning_covers", WarningCovers.EVERY_WAGER))
        return cls(covers, law.tournament.wagers.value, given)

    def goes_back(self, told: bool, player: str, kind: str) -> bool:
        """Return True if a short wager is not taken, its owner having been told or not."""
        if self.covers is WarningCovers.MAIN_ALONE:
            return told or kind not in self.mains
        if self.covers is WarningCovers.EACH_KIND:
            return told and bool({(player, kind), (player, "")} & set(self.given))
        return told


class Wager(msgspec.Struct):
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


class Markers(msgspec.Struct, frozen=True):
    """Personal limit markers beside boxes: a higher maximum for a player at a box."""

    limits: Mapping[tuple[str, int], int] = {}
    total_limit: MarkerTotalLimit = MarkerTotalLimit.SIGN

    def for_player(self, player: str, box: int) -> int | None:
        return self.limits.get((player, box))

    def most_together(self, box: int, stated: int | None) -> int | None:
        """What wagers of several players may come to beside a marker; None where no marker lies.

        That is the maximum on the sign, or a higher figure on a marker where that one counts.
        """
        if not self.limits or stated is None:
            return None
        there = [limit for (_, number), limit in self.limits.items() if number == box]
        if not there:
            return None
        return max(stated, *there) if self.total_limit is MarkerTotalLimit.MARKER else stated


@dataclass(frozen=True, slots=True)
class LimitReadings:
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


PLAIN = LimitReadings()
EVERY_WAGER = WarningReach()


@dataclass(slots=True)  # not frozen: every wager of every round is admitted anew
class Admitted:
    """One wager as betting closes: what stands, what goes back, and whether its owner is warned."""

    wager: Wager
    stands: int
    goes_back: int
    clauses: Clauses
    warned: bool = False
    void: bool = False


def order_of_decision(mains: Sequence[Wager], *, largest_first: bool = False) -> list[Wager]:
    """Who decides about a shared box's cards: the player seated there, then the nearest wager.

    Where the largest wager comes first, the nearest decides between equals.
    """
    if largest_first:
        mains = sorted(mains, key=lambda wager: -wager.amount)
    return [w for w in mains if w.seated] + [w for w in mains if not w.seated]


def who_decides(law: TableLaw, mains: Sequence[Wager]) -> tuple[Wager, Clauses]:
    """Whose wager on a shared box gives the decisions about its cards, and by which rule."""
    first, second, *_ = order_of_decision(mains, largest_first=bool(law.largest_decides))
    if first.seated:
        return first, law.seated_decides
    if law.largest_decides and first.amount > second.amount:
        return first, law.largest_decides
    return first, law.nearest_decides
