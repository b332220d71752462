"""What the rules of Blackjack Challenge keep track of: shoe, conduct, wagers and limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.games.challenge.table_law import card_law_of
from croupier.rulebook.citations import Refused
from croupier.table.shoe_state import Device, ShoeState
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.money import Limits
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
        self.burnt_in_error_place = 0
        """Where it lies in the rack."""
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

    @property
    def has_just_burnt(self) -> bool:
        """Whether the last card to leave the shoe was burnt by mistake, and is still to be had."""
        return self.ready and self.burnt_in_error_at == self.remaining

    def gather(self) -> None:
        super().gather()
        self.initial_deal_over = self.face_up_found = False
        self.burnt_in_error_at = None
        self.after_the_round = 0

    def gather_rack(self) -> None:
        super().gather_rack()
        self.burnt_in_error_at = None

    def feed_machine(self) -> int:
        self.burnt_in_error_at = None
        return super().feed_machine()

    def take_out_of_rack(self, first: int, cards: int) -> None:
        super().take_out_of_rack(first, cards)
        if self.burnt_in_error_place >= first + cards:
            self.burnt_in_error_place -= cards


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


@dataclass(frozen=True, slots=True)
class AnnouncedMinimum:
    """A sign at the table: the new minimum, from when, and since when it has been up."""

    minimum: int
    takes_effect: int
    displayed: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The old minimums that a player may go on betting: that of each box, or one for all boxes."""

    minimum: int
    """The lowest of them."""
    marker: int
    boxes: Mapping[int, int] | None

    def on(self, box: int) -> int | None:
        """Return the old minimum that holds for the player on a box, if one does."""
        return self.minimum if self.boxes is None else self.boxes.get(box)

    @property
    def minimums(self) -> set[int]:
        return {self.minimum, *(self.boxes or {}).values()}

    def raised_to(self, minimum: int) -> Kept:
        """Return what is left of the old minimums when none is lower than this."""
        boxes = self.boxes
        if boxes is not None:
            boxes = {box: max(old, minimum) for box, old in boxes.items()}
        return Kept(max(self.minimum, minimum), self.marker, boxes)

    def below(self, minimum: int) -> Kept | None:
        """Return the old minimums that are lower than this one on the sign, if some are."""
        if self.minimum >= minimum:
            return None
        if self.boxes is None:
            return self
        boxes = {box: old for box, old in self.boxes.items() if old < minimum}
        return Kept(self.minimum, self.marker, boxes)


@dataclass(frozen=True, slots=True)
class Voucher:
    """The conditions on which a player has tokens."""

    kept_on_a_win: bool
    wagers: tuple[str, ...]


@dataclass(slots=True)
class ChallengeState(Conduct):
    """Notices, signs, markers and restrictions of one table."""

    told: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Who has been told of which restriction on whom, and when."""
    most_players: dict[int, int] = field(default_factory=dict)
    """Boxes on which fewer players may wager than the rules let."""
    since: dict[tuple[str, int], int] = field(default_factory=dict)
    """Which main wager was there first: entries in the record when a player bet on a box."""
    overlooked: set[tuple[str, int]] = field(default_factory=set)
    """Wagers outside the limits that nobody has noticed."""
    playing: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Who has wagered since coming to the table, and on which boxes last."""
    announced: dict[str, AnnouncedMinimum] = field(default_factory=dict)
    """New minimums on signs, by wager; that of players who keep an old one by `KEPT`."""
    kept: dict[str, Kept] = field(default_factory=dict)
    personal: dict[str, Limits] = field(default_factory=dict)
    """Limits of players with a sign of their own."""
    own_main: set[str] = field(default_factory=set)
    """Side bets that take a main wager of the side bettor's own."""
    vouchers: dict[str, Voucher] = field(default_factory=dict)
    vouchers_used: set[str] = field(default_factory=set)


KEPT = "previous minimum"


def state_of(table: Table) -> ChallengeState:
    """What a table of Blackjack Challenge keeps track of."""
    assert isinstance(table.own, ChallengeState)
    return table.own


def note_the_time(table: Table, player: str, box: int) -> None:
    """A player is about to have a main wager on a box; one that lies there keeps its time."""
    if table.wager_of(player, box, MAIN) is None:
        state_of(table).since[player, box] = table.record.length
