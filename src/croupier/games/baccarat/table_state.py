"""What a table of baccarat keeps between coups: its terms, no-bet coups, the shoe's last rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.games.baccarat.facts import Determined, Door, Whose
from croupier.rulebook.citations import Clauses
from croupier.table.shoe_state import Device, ShoeState

if TYPE_CHECKING:
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table


@dataclass(slots=True)
class BaccaratState:
    """The state of one table."""

    rules: BaccaratRules
    """With the operator's determinations as they are now."""
    coming: dict[str, Any] = field(default_factory=dict)
    """Determinations that hold from the next round on; notice of them has been given."""
    pairs_approved: set[str] = field(default_factory=set)
    """Pairs whose layout was approved after the opening."""

    asked: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)
    directed: Clauses | None = None
    """Under which clauses a supervisor has directed the next coup to be a no-bet coup."""
    turners: dict[Whose, tuple[str, ...]] = field(default_factory=dict)
    sent_back: set[str] = field(default_factory=set)
    """Whose wagers on the coup went back as betting closed, for the table differential."""

    first_round: int = 1
    """The first round from the shoe in use."""
    one_more: bool = False
    """Whether the round after a tie at the end of the shoe is the one to be played now."""
    last_round: int | None = None
    """The round after which the cutting card has the cards shuffled, if none follows a tie."""
    shuffle_directed: bool = False
    pre_shuffled: bool = False
    check_was_due: bool = False
    """Whether other cards had been played with when pre-shuffled ones were introduced."""
    riffle_asked_by: str | None = None
    riffle_approved: bool = False

    ruling_due: int | None = None
    """The last round, if a card was found misplaced in it before the next began."""
    older_rulings_due: set[int] = field(default_factory=set)

    def forget_wishes(self) -> None:
        """What was asked for, agreed to and directed was for one round."""
        self.asked.clear()
        self.agreed.clear()
        self.directed = None


class BaccaratShoe(ShoeState):
    """A shoe whose first card is shown, where the table burns by its points."""

    def __init__(self, decks: int, *, shows_first_burn: bool) -> None:
        super().__init__(decks, Device.SHOE)
        self.shows_first_burn = shows_first_burn
        self.seen_since = False
        """Whether a card that was drawn in excess unseen has been seen while it waits."""

    @property
    def burn_is_shown(self) -> bool:
        return self.shows_first_burn and self.remaining == self.cards

    @property
    def excess_seen(self) -> bool:
        """Whether anybody has seen a card that waits to be dealt."""
        return self.seen_since or any(card is not None for card in self.pending)

    def gather(self) -> None:
        super().gather()
        self.seen_since = False


def state_of(table: Table) -> BaccaratState:
    assert isinstance(table.own, BaccaratState)
    return table.own


def shoe_of(table: Table) -> BaccaratShoe:
    assert isinstance(table.shoe, BaccaratShoe)
    return table.shoe


def turners_of(table: Table, hand: Whose) -> list[str]:
    """Who was named to turn a hand and may: nobody who has gone, or takes no further part."""
    patrons = table.patrons
    return [
        player
        for player in state_of(table).turners.get(hand, ())
        if player in patrons.arrived and player not in patrons.excluded
    ]


def markers_of(table: Table) -> dict[str, int]:
    """The personal maximum of every patron with a marker."""
    return {player: limit for (player, _), limit in table.patrons.markers.items()}


def patrons_at(table: Table) -> list[str]:
    """Who counts as a player at the table: who sits there, or has chips there."""
    seated = set(table.patrons.seats.values())
    betting = {wager.player for wager in table.wagers}
    return [
        player
        for player in table.patrons.arrived
        if player in seated or player in betting or table.chips.rack(player) > 0
    ]


def no_bet_door(table: Table) -> Door | None:
    """What makes the coup to come a no-bet coup, if anything does."""
    house, shoe = state_of(table), shoe_of(table)
    if shoe.ready and shoe.excess_seen:  # else it is shuffled in
        return Door.EXCESS_CARD
    if house.directed is None:
        return None
    if house.directed != house.rules.law.no_bet_without_patrons:
        return Door.AGREED
    return None if patrons_at(table) else Door.NOBODY_HERE


def no_bet_clauses(table: Table, door: Door) -> Clauses:
    house = state_of(table)
    law = house.rules.law
    if door is Door.EXCESS_CARD:
        return Clauses((*law.excess_exposed, *law.no_bet_coup))
    return Clauses((*(house.directed or ()), *law.no_bet_coup))


def state_determinations(table: Table, clauses: Clauses) -> None:
    rules = state_of(table).rules
    options = rules.options
    table.add_fact(
        Determined(
            settlement=options["settlement"],
            pairs=next(iter(options["side_bets"]), None),
            dealing=rules.dealing,
            differential=rules.differential,
            clauses=clauses,
        )
    )
