"""The cut: who is offered it, where a stack may be parted, where the cutting card then goes in."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from croupier.cards import DECK_SIZE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

C = TypeVar("C")
P = TypeVar("P", bound=Hashable)


class CutOutOfRange(ValueError):
    """A cutting card placed where it may not be; `allowed` says where it may."""

    def __init__(self, asked: int, allowed: range) -> None:
        least, most = allowed.start, allowed.stop - 1
        where = f"{least}" if least == most else f"{least} to {most}"
        super().__init__(f"the cutting card goes in at {where} cards, not at {asked}")
        self.asked = asked
        self.allowed = allowed


def front_cut_range(cards: int) -> range:
    """How many cards may lie in front of the cut: at least a deck, and a deck behind it.

    Under two decks nothing is a deck in from either end; the middle comes nearest.
    """
    _some(cards)
    if cards < 2 * DECK_SIZE:
        return _only(cards // 2)
    return range(DECK_SIZE, cards - DECK_SIZE + 1)


def cutting_card_range(cards: int, tolerance: int = 0, *, least: int = DECK_SIZE) -> range:
    """How far from the back the cutting card may go in: `least` cards up to half of the stack.

    The half is approximate, so a shoe recorded from a real table may allow it a `tolerance`;
    the least is not. A stack too small for both bounds keeps the half and gives up the least,
    so that the cutting card goes in at the middle, where such a stack is cut.
    """
    _some(cards)
    if tolerance < 0:
        raise ValueError("a tolerance is a number of cards, not less than 0")
    half = cards // 2
    most = min(half + tolerance, cards)
    return range(least if least <= most else half, most + 1)


def cut(stack: Sequence[C], front: int, allowed: range | None = None) -> tuple[C, ...]:
    """The stack after its first `front` cards have gone to the back, their order kept."""
    _check(front, front_cut_range(len(stack)) if allowed is None else allowed)
    return (*stack[front:], *stack[:front])


def place_cutting_card(cards: int, from_back: int, allowed: range | None = None) -> int:
    """How many cards come out before a cutting card put in `from_back` cards from the back."""
    _check(from_back, cutting_card_range(cards) if allowed is None else allowed)
    return cards - from_back


def _some(cards: int) -> None:
    if cards < 1:
        raise ValueError("there are no cards to cut")


def _only(place: int) -> range:
    return range(place, place + 1)


def _check(asked: int, allowed: range) -> None:
    if asked not in allowed:
        raise CutOutOfRange(asked, allowed)


# --- who is offered the cut


class Occasion(StrEnum):
    """Why the cards were shuffled, as far as it decides who may cut them."""

    GAME_BEGINNING = "the game is just beginning"
    CUTTING_CARD_ON_BOX = "the cutting card appeared on a box"
    CUTTING_CARD_ON_DEALER = "the cutting card appeared on the dealer's hand"
    CUTTING_CARD_FIRST = "the cutting card was drawn before the first card of a round"
    CARDS_REPLACED = "the cards were replaced"
    MACHINE_BREAKDOWN = "the shuffling machine broke down during a round"
    OTHERWISE = "the cards were shuffled for another reason"


class CutClaim(StrEnum):
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
class CutOffer(Generic[P]):
    """One offer of the cut. It goes to staff where `player` is None."""

    limb: CutClaim
    player: P | None
    box: int | None = None  # None too for a player who has come to the table and has no box yet


def cut_offers(
    players: Mapping[int, P],
    occasion: Occasion,
    *,
    first_to_table: P | None = None,
    cutting_card_box: int | None = None,
    farthest_right_on: Set[Occasion] = FARTHEST_RIGHT_ON,
) -> tuple[CutOffer[P], ...]:
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
            offers.append(CutOffer(CutClaim.IN_TURN, player, box))
    return (*offers, CutOffer(CutClaim.SUPERVISOR, None))


def _claim(
    players: Mapping[int, P],
    occasion: Occasion,
    *,
    first_to_table: P | None,
    cutting_card_box: int | None,
    farthest_right_on: Set[Occasion],
) -> CutOffer[P] | None:
    """The offer that the occasion gives to one player before the others, if it does."""
    if occasion is Occasion.GAME_BEGINNING and first_to_table is not None:
        own = [box for box, player in players.items() if player == first_to_table]
        return CutOffer(CutClaim.FIRST_TO_THE_TABLE, first_to_table, min(own, default=None))
    if occasion is Occasion.CUTTING_CARD_ON_BOX:
        if cutting_card_box is None:
            raise ValueError("the cutting card appeared on a box, but no box is named")
        if cutting_card_box in players:
            player = players[cutting_card_box]
            return CutOffer(CutClaim.BOX_OF_THE_CUTTING_CARD, player, cutting_card_box)
    if occasion in farthest_right_on and players:
        last = max(players)
        return CutOffer(CutClaim.FARTHEST_RIGHT, players[last], last)
    return None
