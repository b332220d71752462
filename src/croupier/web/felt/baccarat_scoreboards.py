"""The scoreboards of baccarat: where each coup of the shoe stands on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.games.baccarat.views import Bead

ROWS = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """One coup on a board."""

    column: int
    row: int
    bead: Bead
    ties: int = 0
    """How many ties followed it, on the big road."""

    @property
    def letter(self) -> str:
        return {"player": "P", "banker": "B", "tie": "T"}.get(str(self.bead.winner), "\N{EN DASH}")

    @property
    def spoken(self) -> str:
        return f"round {self.bead.round}: {self.bead.winner or 'void'}"


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    marks: tuple[Mark, ...]

    @property
    def columns(self) -> int:
        return max((mark.column for mark in self.marks), default=-1) + 1


def boards(beads: Sequence[Bead]) -> tuple[Board, ...]:
    return (Board("Bead plate", bead_plate(beads)), Board("Big road", big_road(beads)))


def bead_plate(beads: Sequence[Bead]) -> tuple[Mark, ...]:
    """Every coup in its order, six to a column."""
    return tuple(Mark(*divmod(place, ROWS), bead) for place, bead in enumerate(beads))


def big_road(beads: Iterable[Bead]) -> tuple[Mark, ...]:
    """A column for each streak; one that has no room below turns to the right. Ties are counted."""
    marks: list[Mark] = []
    taken: set[tuple[int, int]] = set()
    first, column, row, turned = -1, 0, 0, False
    for bead in beads:
        if bead.winner is None:
            continue
        if bead.winner == "tie":
            if marks:
                last = marks[-1]
                marks[-1] = Mark(last.column, last.row, last.bead, last.ties + 1)
            continue
        if not marks or marks[-1].bead.winner != bead.winner:
            first, row, turned = first + 1, 0, False
            while (first, row) in taken:
                first += 1
            column = first
        elif not turned and row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:
            column, turned = column + 1, True
        taken.add((column, row))
        marks.append(Mark(column, row, bead))
    return tuple(marks)
