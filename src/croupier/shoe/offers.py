"""Who is offered the cut after a shuffle, one after the other, until somebody accepts."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

P = TypeVar("P", bound=Hashable)


class Occasion(StrEnum):
    """Why the cards were shuffled, as far as it decides who may cut them."""

    GAME_BEGINNING = "the game is just beginning"
    CUTTING_CARD_ON_BOX = "the cutting card appeared on a box"
    CUTTING_CARD_ON_DEALER = "the cutting card appeared on the dealer's hand"
    CUTTING_CARD_FIRST = "the cutting card was drawn before the first card of a round"
    CARDS_REPLACED = "the cards were replaced"
    MACHINE_BREAKDOWN = "the shuffling machine broke down during a round"
    OTHERWISE = "the cards were shuffled for another reason"


class Limb(StrEnum):
    """In what quality somebody is offered the cut."""

    FIRST_TO_THE_TABLE = "the first player to the table"
    BOX_OF_THE_CUTTING_CARD = "the player on whose box the cutting card appeared"
    FARTHEST_RIGHT = "the player farthest to the right of the dealer"
    IN_TURN = "the next player clockwise"
    SUPERVISOR = "the casino supervisor, no player wishing to cut"
    DEALER = "the dealer, whose cut it is"


FARTHEST_RIGHT_ON: frozenset[Occasion] = frozenset(
    {Occasion.CUTTING_CARD_ON_DEALER, Occasion.MACHINE_BREAKDOWN}
)
"""On which occasions the last box is asked first; a rulebook may name others."""


@dataclass(frozen=True, slots=True)
class Offer(Generic[P]):
    """One offer of the cut. It goes to staff where `player` is None."""

    limb: Limb
    player: P | None
    box: int | None = None  # None too for a player who has come to the table and has no box yet


def cut_offers(
    players: Mapping[int, P],
    occasion: Occasion,
    *,
    first_to_table: P | None = None,
    cutting_card_box: int | None = None,
    farthest_right_on: Set[Occasion] = FARTHEST_RIGHT_ON,
) -> tuple[Offer[P], ...]:
    """Every offer in its order, the supervisor's last; each player is asked once.

    `players` maps a box to the player who makes its decisions, box 1 being the first to the
    dealer's left. After a refusal the asking goes on clockwise from the box last asked; where
    nobody has a claim before the others it starts at the lowest box.
    """
    claim = _claim(
        players,
        occasion,
        first_to_table=first_to_table,
        cutting_card_box=cutting_card_box,
        farthest_right_on=farthest_right_on,
    )
    offers = [] if claim is None else [claim]
    asked = {offer.player for offer in offers}
    start = claim.box if claim is not None and claim.box is not None else 0
    for box in sorted(players, key=lambda box: (box <= start, box)):
        player = players[box]
        if player not in asked:
            asked.add(player)
            offers.append(Offer(Limb.IN_TURN, player, box))
    return (*offers, Offer(Limb.SUPERVISOR, None))


def _claim(
    players: Mapping[int, P],
    occasion: Occasion,
    *,
    first_to_table: P | None,
    cutting_card_box: int | None,
    farthest_right_on: Set[Occasion],
) -> Offer[P] | None:
    """The offer that the occasion gives to one player before the others, if it does."""
    if occasion is Occasion.GAME_BEGINNING and first_to_table is not None:
        own = [box for box, player in players.items() if player == first_to_table]
        return Offer(Limb.FIRST_TO_THE_TABLE, first_to_table, min(own, default=None))
    if occasion is Occasion.CUTTING_CARD_ON_BOX:
        if cutting_card_box is None:
            raise ValueError("the cutting card appeared on a box, but no box is named")
        if cutting_card_box in players:
            player = players[cutting_card_box]
            return Offer(Limb.BOX_OF_THE_CUTTING_CARD, player, cutting_card_box)
    if occasion in farthest_right_on and players:
        last = max(players)
        return Offer(Limb.FARTHEST_RIGHT, players[last], last)
    return None
