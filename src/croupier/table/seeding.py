"""What a table knows of a shuffle that players take part in: tips, links, and the root.

It never knows what the house has laid. `croupier.shoe.joint_shuffle` says what these are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from croupier.commitment import Contributed, seed

if TYPE_CHECKING:
    from croupier.commitment import Contribution
    from croupier.shoe import Committed

NOT_SEEDED = "committed, not player-seeded"
"""What is said of virtual cards that the house has shuffled alone."""
TIME_FOR_LINKS = 2_000
"""How long a contributor has at least before a link is missing, in milliseconds."""


@dataclass(frozen=True, slots=True)
class JointShuffle(Contributed):
    """A shuffle that the house is bound to, and those who take part in it."""

    committed: Committed
    since: int
    contributions: tuple[Contribution, ...]
    cut_first: bool = False
    """Whether no link is opened before the cards are cut; of an earlier version, they are cut
    when the order is known.
    """
    cut: int | None = None
    """Where they were cut before any link was opened."""

    @property
    def root(self) -> str:
        return self.committed.root

    @property
    def seed(self) -> bytes:
        """What all of them have brought; every link is open by then."""
        assert not self.missing
        return seed(self.committed.bound_to, self.root, self.links)

    @property
    def awaits_cut(self) -> bool:
        """Whether nobody may open a link yet."""
        return self.cut_first and self.cut is None

    @property
    def words(self) -> str:
        """Whose chance it comes of."""
        return f"seeded by {', '.join(self.players)}" if self.contributions else NOT_SEEDED


def shortened(shown: str) -> str:
    """A tip or link as it is remembered: enough of it that no two are taken for each other."""
    return shown[:16]


@dataclass(slots=True)
class Seeding:
    """Whose tips lie at a table, and the shuffles that the house is bound to."""

    number: int = 0
    """How often the house was bound, so that no two shuffles are taken for each other."""
    void: int = 0
    """How many of these came to nothing."""
    tips: dict[str, str] = field(default_factory=dict)
    """By player, the tip that the next link opens."""
    spent: set[str] = field(default_factory=set)
    """Every tip and link that was ever shown: what opens them is known, or may be."""
    redraw: frozenset[str] | None = None
    """After a void shuffle, who may take part in the next: those who had opened, and nobody new."""
    awaited: JointShuffle | None = None
    """What the house is bound to while links are opened, until the cards are shuffled by it."""
    in_use: JointShuffle | None = None
    """What the cards were shuffled by that are in use."""
    unrevealed: dict[str, JointShuffle] = field(default_factory=dict)
    """By root, those whose secret has not been told."""

    def cut_awaited(self, at: int, now: int) -> None:
        """The cards are cut: links are awaited from now on."""
        assert self.awaited is not None
        self.awaited = replace(self.awaited, cut=at, since=now)
        self.unrevealed[self.awaited.root] = self.awaited
