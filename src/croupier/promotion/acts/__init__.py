"""What can be asked of a promotion, by subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.acts import Acts
from croupier.promotion.acts import (
    awards,
    claims,
    disputes,
    drawing,
    draws,
    entries,
    integrity,
    offered_terms,
    winners,
)

if TYPE_CHECKING:
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion

ACTS: Acts[Promotion, PromotionLaw] = Acts(
    offered_terms.acts,
    entries.acts,
    draws.acts,
    drawing.acts,
    winners.acts,
    claims.acts,
    awards.acts,
    integrity.acts,
    disputes.acts,
    names_anybody=True,  # who holds no ticket may enter, win by chance, claim and dispute
)
COMMANDS: Any = ACTS.commands
"""The union of the commands, for decoding; `do` says which one it is."""
