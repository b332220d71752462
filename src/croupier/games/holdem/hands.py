"""A box in a round of Hold'em: its player, stakes and two cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.money import Limits

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.holdem.facts import Ended, Stage

ANTE, BLIND, TRIPS, PLAY = "ante", "blind", "trips", "play"
OPENING = (ANTE, BLIND, TRIPS)
"""The wagers that are made before the first card."""
_NO_LIMITS = Limits()


@dataclass(slots=True)
class Box:
    """One box in play. Ante, blind and trips are what stands of them after the limits."""

    number: int
    player: str
    ante: int
    blind: int
    trips: int = 0
    ante_placed: int = 0
    """The ante as it was laid down, over the limit or not."""
    play_limits: Limits = _NO_LIMITS
    """What the sign says of play, where it says anything."""

    cards: list[Card] = field(default_factory=list)
    stakes: dict[str, int] = field(default_factory=dict)
    """What lies on the layout, undecided."""
    played: Stage | None = None
    """When the play wager was made."""
    overlooked: bool = False
    """Whether a play wager against rule 8 was let stand."""
    checked: Stage | None = None
    """The last betting round in which the player checked."""
    looked: bool = False
    """Whether the player has looked at the cards, or been shown them."""
    turned_up: bool = False
    ended: Ended | None = None

    def __post_init__(self) -> None:
        self.ante_placed = self.ante_placed or self.ante
        opening = {ANTE: self.ante, BLIND: self.blind, TRIPS: self.trips}
        self.stakes = {wager: amount for wager, amount in opening.items() if amount}

    def as_staked(self) -> Box:
        """The box as it is before the first card."""
        return Box(
            self.number, self.player, ante=self.ante, blind=self.blind, trips=self.trips,
            ante_placed=self.ante_placed, play_limits=self.play_limits,
        )  # fmt: skip

    @property
    def live(self) -> bool:
        """Whether the hand is still in the round."""
        return self.ended is None

    def owes_an_answer(self, stage: Stage) -> bool:
        """Whether the player is to decide in a betting round that is open."""
        return self.ended is None and self.played is None and self.checked is not stage
