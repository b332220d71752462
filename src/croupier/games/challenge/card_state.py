"""What the rules on cards and conduct keep track of: the shoe or device, signs, disputes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.games.challenge.card_law import card_law_of
from croupier.rulebook.citing import Refused
from croupier.table.shoe_state import Device, ShoeState

if TYPE_CHECKING:
    from croupier.table.table import Table


class ChallengeShoe(ShoeState):
    """A shoe or a shuffling device, with what only these rules ask about its cards."""

    def __init__(self, decks: int, device: Device) -> None:
        super().__init__(decks, device)
        self.preshuffled = ""
        """Who shuffled the cards before they came to the table, if they came shuffled."""
        self.riffle_asked_by = ""
        self.riffle_approved = False
        self.dropped = False
        """Whether cards fell and nobody has seen yet that all are there."""
        self.initial_deal_over = False
        """Whether the initial deal has just ended and the rack is to go into the device."""
        self.burnt_in_error_at: int | None = None
        """How many cards were left when the last card was burnt by mistake."""
        self.after_the_round = 0
        """Waiting cards that came out when the round was over: the first of the next."""
        self.face_up_found = False
        self.wrong_cards = False
        """Whether cards were missing or foreign, and the decks have not been checked since."""
        self.awaits_device = False
        """Whether a shoe stands in for a device that failed."""

    @property
    def feed_wanted(self) -> bool:
        """After the initial deal, and when no card is left in the device."""
        wanted = self.initial_deal_over or not (self.remaining or self.pending)
        return wanted and self.machine and self.ready

    def gather(self) -> None:
        super().gather()
        self.initial_deal_over = self.face_up_found = False
        self.burnt_in_error_at = None
        self.after_the_round = 0


@dataclass(slots=True)
class Conduct:
    """The sign about closing, who decided which dispute, and whom the staff hold."""

    closing_sign: tuple[int, int] | None = None
    """When the table is to close, and since when the sign has said so."""
    decided_by: dict[int, str] = field(default_factory=dict)
    """Who decided a dispute first, by its number."""
    detained: set[str] = field(default_factory=set)
    signals: dict[str, str] = field(default_factory=dict)
    """Hand signals that the operator accepts besides those of the rules, with their meaning."""


def shoe_of(table: Table) -> ChallengeShoe:
    assert isinstance(table.shoe, ChallengeShoe)
    return table.shoe


def why_detained(table: Table, player: str) -> Refused | None:
    """Why somebody neither bets nor leaves: they are held until others take charge of them."""
    if player not in conduct_of(table).detained:
        return None
    return Refused(f"{player} is detained", card_law_of(table).detain)


def conduct_of(table: Table) -> Conduct:
    assert isinstance(table.own, Conduct)
    return table.own
