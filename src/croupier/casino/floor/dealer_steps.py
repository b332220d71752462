"""What a person who deals from a virtual shoe has the dealer's hands do.

The person decides when; the cards come from the shoe. Slips are among it, because what goes wrong
at a table goes wrong with a card of its shoe.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, get_args

import msgspec

from croupier.cards import Card
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.dealer import Dealer


COMMITMENT = "commitment"
"""The field of every command that brings cards in an order which the dealer has committed to."""


class DealerStep(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="step", omit_defaults=True
):
    """One thing that hands do."""


class Prepare(DealerStep, frozen=True, tag="prepare"):
    """Shuffle, offer the cut, load and burn, as far as the table wants it."""


class DealOne(DealerStep, frozen=True, tag="deal-one"):
    """Deal the card that is due, or do what else is the dealer's next."""


class DealOn(DealerStep, frozen=True, tag="deal-on"):
    """Deal until somebody has to decide or the round is over."""


class CollectCards(DealerStep, frozen=True, tag="collect"):
    """End the round, and feed the machine if there is one."""


class RevealSecrets(DealerStep, frozen=True, tag="reveal"):
    """Publish the secrets of every shoe that is finished."""


class FindFaceUp(DealerStep, frozen=True, tag="find-face-up"):
    """The next card is found turned over."""


class DrawInError(DealerStep, frozen=True, tag="draw-in-error"):
    """A card leaves the shoe when none is due."""

    seen: bool = True


class BurnInError(DealerStep, frozen=True, tag="burn-in-error"):
    """A card is put into the discard rack by mistake."""

    seen: bool = True


class TakeBack(DealerStep, frozen=True, tag="take-from-rack"):
    """A card that was burnt by mistake is noticed at once."""


class Overdraw(DealerStep, frozen=True, tag="overdraw"):
    """The dealer's own hand gets a card that the rules do not give it."""

    seen: bool = True


class Misplace(DealerStep, frozen=True, tag="misplace"):
    """The card that is due is laid on another hand; the dealer's is box 0."""

    box: int
    hand: int = 1


AnyDealerStep = (
    Prepare | DealOne | DealOn | CollectCards | RevealSecrets
    | FindFaceUp | DrawInError | BurnInError | TakeBack | Overdraw | Misplace
)  # fmt: skip
SLIPS: dict[type[DealerStep], type[Command]] = {
    FindFaceUp: FaceUpCard, DrawInError: DrawnInError, BurnInError: BurntInError,
    TakeBack: TakeFromRack, Overdraw: DealerOverdrew,
}  # fmt: skip
"""What a slip is called at the table; a game without such a command does not know the slip."""


def take(dealer: Dealer, step: AnyDealerStep) -> None:
    """Have a dealer do it."""
    match step:
        case Prepare():
            dealer.prepare()
        case DealOne():
            dealer.step()
        case DealOn():
            dealer.deal()
        case CollectCards():
            dealer.collect()
        case RevealSecrets():
            dealer.reveal()
        case FindFaceUp():
            dealer.find_face_up()
        case DrawInError(seen):
            dealer.draw_in_error(seen=seen)
        case BurnInError(seen):
            dealer.burn_in_error(seen=seen)
        case TakeBack():
            dealer.take_from_rack()
        case Overdraw(seen):
            dealer.overdraw(seen=seen)
        case Misplace(box, hand):
            dealer.misplace(box, hand)


@cache
def draws_cards(kind: type[Command]) -> bool:
    """Whether a command speaks of cards that only the dealer of a virtual shoe can know."""
    fields = msgspec.structs.fields(kind)
    return kind.needs_cards_in_hand or any(
        field.name == COMMITMENT or _names_a_card(field.type) for field in fields
    )


def _names_a_card(kind: object) -> bool:
    return kind is Card or any(_names_a_card(part) for part in get_args(kind))
