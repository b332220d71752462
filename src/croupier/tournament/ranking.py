"""Who comes before whom: the order of elimination, ties, and places. Plain functions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from croupier.table.tournament_law import SameRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Standing = tuple[int | Fraction, ...]
"""How far a player came; the larger, the better, and equal ones are tied."""

ELIMINATED, CUT, LEFT = range(3)
"""Out in a round of the session, not among those who go on from it, or still in at its end."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a player went out: with what left, after what wager, and when the chips were taken."""

    player: str
    residual: int
    wagered: int = 0
    taken: int = 0
    """The place in the order in which chips were taken; the first is 1."""


def standings_of_exits(
    session: int, when: int, exits: Iterable[Exit], rule: SameRound
) -> dict[str, Standing]:
    """Where players stand who went out in one round: whoever goes out later stands above.

    In the same round they share their places, or more chips left come first, then the larger
    wager, then whose chips were taken later.
    """
    if rule is SameRound.SHARE:
        return {each.player: (session, ELIMINATED, when) for each in exits}
    return {
        each.player: (session, ELIMINATED, when, each.residual, each.wagered, each.taken)
        for each in exits
    }


def groups(standings: Mapping[str, Standing]) -> list[list[str]]:
    """Players from the best to the worst, those who are equal together."""
    ordered = sorted(standings, key=lambda player: standings[player], reverse=True)
    return [list(equal) for _, equal in groupby(ordered, key=lambda player: standings[player])]


@dataclass(frozen=True, slots=True)
class Cutting:
    """Who goes on and who does not; those equal at the line are still to be told apart."""

    through: list[str]
    tied: list[str]
    places: int
    """How many of those who are tied go on."""
    cut: list[str]


def cut_at(grouped: Sequence[Sequence[str]], advance: int) -> Cutting:
    """The first so many; a tie matters only where it straddles the line."""
    through: list[str] = []
    rest = [list(group) for group in grouped]
    while rest and len(through) + len(rest[0]) <= advance:
        through += rest.pop(0)
    left = advance - len(through)
    tied = rest.pop(0) if rest and left > 0 else []
    return Cutting(through, tied, left if tied else 0, [name for group in rest for name in group])


def contested(
    grouped: Sequence[Sequence[str]], *prizes: Sequence[object]
) -> list[tuple[int, list[str]]]:
    """Groups of equals whose places have different prizes, with the first of their places.

    `prizes` are by place, those of one kind after the other: money, and what else there is.
    """
    found, place = [], 1
    for group in grouped:
        places = range(place, place + len(group))
        if any(len({_at(kind, n) for n in places}) > 1 for kind in prizes):
            found.append((place, list(group)))
        place += len(group)
    return found


def _at(prizes: Sequence[object], place: int) -> object:
    return (prizes[place - 1] or None) if place <= len(prizes) else None
