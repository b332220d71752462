"""Rule 20: the clauses behind promotional prizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from croupier.rulebook.citations import Cited, Clauses
from croupier.rulebook.law_reader import read_law

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionLaw:
    """Rule 20, name by name."""

    promotional_prize: Clauses
    may_offer: Clauses
    scrutineer: Cited[int]
    """A draw with a single prize above this many cents has one."""
    cash_alternative: Clauses
    payment_choice: Cited[int]
    """The winner of more cash than this chooses how to be paid."""
    prohibited: dict[str, Clauses]
    most_liquor: Cited[int]
    """In millilitres."""
    prescribed: Clauses
    barred: Clauses
    """Everything that no prize may be or hold, in one list."""
    terms_available: Clauses

    # What the terms contain, by the field that says it
    particulars: dict[str, Clauses]
    wager_named: Clauses
    prize_particulars: dict[str, Clauses]
    machinery: dict[str, Clauses]
    vehicle: dict[str, Clauses]
    travel: dict[str, Clauses]
    real_estate: dict[str, Clauses]

    winner_told: Cited[int]
    """How long there is to reach a winner."""
    channels: dict[str, Clauses]
    """The ways of telling a winner that count; there are others."""
    terms_to_authority: Cited[int]
    """How long before the start the Authority has the terms."""
    amendment_approved: Clauses
    reasons_told: Clauses
    denied_claims: Cited[int]
    """A refused claim above this many cents is kept."""
    last_word: Clauses
    compromised: Clauses


@cache
def promotion_law(book: Instrument) -> PromotionLaw:
    """Return rule 20 with its numbers."""
    return read_law(book, "promotion", PromotionLaw)
