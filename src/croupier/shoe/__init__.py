"""Where cards come from: the fair shuffle, the cut, and the shoes that a dealer draws from.

Nothing here looks at a clock, a disk or a source of chance: secrets come in as arguments.
"""

from croupier.shoe.card_sources import (
    AllCopiesOut,
    CardShoe,
    CardShoeState,
    CardSource,
    CuttingCardInFront,
    NamedCards,
    NamedCardsState,
    NotOut,
    ShoeEmpty,
)
from croupier.shoe.cutting import (
    FARTHEST_RIGHT_ON,
    CutClaim,
    CutOffer,
    CutOutOfRange,
    Occasion,
    cut,
    cut_offers,
    cutting_card_range,
    front_cut_range,
    place_cutting_card,
)
from croupier.shoe.fair_shuffle import commit, opened, pack_text, shuffle, verify
from croupier.shoe.joint_shuffle import Committed, Laid, Proof, commit_to, order, positions, proves
from croupier.shoe.shuffling_machine import (
    CardDrawn,
    CardsInserted,
    CardsRemoved,
    MachineState,
    ShufflingMachine,
    verify_draws,
)

__all__ = [
    "FARTHEST_RIGHT_ON",
    "AllCopiesOut",
    "CardDrawn",
    "CardShoe",
    "CardShoeState",
    "CardSource",
    "CardsInserted",
    "CardsRemoved",
    "Committed",
    "CutClaim",
    "CutOffer",
    "CutOutOfRange",
    "CuttingCardInFront",
    "Laid",
    "MachineState",
    "NamedCards",
    "NamedCardsState",
    "NotOut",
    "Occasion",
    "Proof",
    "ShoeEmpty",
    "ShufflingMachine",
    "commit",
    "commit_to",
    "cut",
    "cut_offers",
    "cutting_card_range",
    "front_cut_range",
    "opened",
    "order",
    "pack_text",
    "place_cutting_card",
    "positions",
    "proves",
    "shuffle",
    "verify",
    "verify_draws",
]
