"""Where cards come from: the fair shuffle, the cut, and the shoes that a dealer draws from.

Nothing here looks at a clock, a disk or a source of chance: secrets come in as arguments.
"""

from croupier.shoe.card_shoe import CardShoe, CardShoeState, CuttingCardInFront
from croupier.shoe.cut import (
    CutOutOfRange,
    cut,
    cutting_card_range,
    front_cut_range,
    place_cutting_card,
)
from croupier.shoe.fair import commit, opened, pack_text, shuffle, verify
from croupier.shoe.machine import (
    Drawn,
    Inserted,
    MachineState,
    Removed,
    ShufflingMachine,
    verify_draws,
)
from croupier.shoe.named import NamedCards, NamedCardsState
from croupier.shoe.offers import FARTHEST_RIGHT_ON, Limb, Occasion, Offer, cut_offers
from croupier.shoe.source import AllCopiesOut, CardSource, NotOut, ShoeEmpty

__all__ = [
    "FARTHEST_RIGHT_ON",
    "AllCopiesOut",
    "CardShoe",
    "CardShoeState",
    "CardSource",
    "CutOutOfRange",
    "CuttingCardInFront",
    "Drawn",
    "Inserted",
    "Limb",
    "MachineState",
    "NamedCards",
    "NamedCardsState",
    "NotOut",
    "Occasion",
    "Offer",
    "Removed",
    "ShoeEmpty",
    "ShufflingMachine",
    "commit",
    "cut",
    "cut_offers",
    "cutting_card_range",
    "front_cut_range",
    "opened",
    "pack_text",
    "place_cutting_card",
    "shuffle",
    "verify",
    "verify_draws",
]
