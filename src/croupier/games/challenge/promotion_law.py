"""Rule 20: the clauses behind promotional prizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.durations import HOUR
from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from croupier.rulebook.citations import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite


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
    """Rule 20 with its numbers."""
    cite = book.cite
    return PromotionLaw(
        promotional_prize=cite("1.1:promotional prize(s)", "20.1"),
        may_offer=cite("20.1"),
        scrutineer=Cited(10_000_00, cite("20.2")),
        cash_alternative=cite("20.3"),
        payment_choice=Cited(10_000_00, cite("20.4")),
        **_contents(cite),
        terms_available=cite("20.6"),
        **_particulars(cite),
        winner_told=Cited(48 * HOUR, cite("20.8")),
        channels={
            "face-to-face": cite("20.8", "20.8.1"),
            "mail": cite("20.8", "20.8.2"),
            "telephone": cite("20.8", "20.8.3"),
            "e-mail": cite("20.8", "20.8.4"),
        },
        terms_to_authority=Cited(24 * HOUR, cite("20.9")),
        amendment_approved=cite("20.9.1"),
        reasons_told=cite("20.10"),
        denied_claims=Cited(100_00, cite("20.10", "20.10.1")),
        last_word=cite("20.11"),
        compromised=cite("20.12"),
    )


def _contents(cite: Cite) -> dict[str, Any]:
    return dict(
        prohibited={
            "tobacco": cite("20.5", "20.5.1"),
            "firearm": cite("20.5", "20.5.2"),
            "ammunition": cite("20.5", "20.5.2"),
            "imitation-firearm": cite("20.5", "20.5.2"),
            "prohibited-weapon": cite("20.5", "20.5.3"),
        },
        most_liquor=Cited(20_000, cite("20.5", "20.5.4")),
        prescribed=cite("20.5", "20.5.5"),
        barred=cite("20.5"),
    )


def _particulars(cite: Cite) -> dict[str, Any]:
    def of_terms(**numbers: str) -> dict[str, Clauses]:
        return {field: cite("20.7", f"20.7.{number}") for field, number in numbers.items()}

    def of_prizes(kind: str, **items: str) -> dict[str, Clauses]:
        above = ("20.7", "20.7.11", f"20.7.11.{kind}")
        return {field: cite(*above, f"{above[-1]}({item})") for field, item in items.items()}

    return dict(
        particulars=of_terms(
            manner="1", award_at="2", award_place="2", eligibility="3", entries_close="6",
            starts="7", place="7", claim="8", presence="8", notification="9", results="10",
            prizes="11",
        ),
        wager_named=cite("20.7", "20.7.4"),
        prize_particulars=of_terms(nature="5", name="11", details="11", value="11"),
        machinery=of_prizes("1", make="i", model="ii", accessories="iii"),
        vehicle=of_prizes("2", make="i", model="ii", accessories="iii", on_road_costs="iv"),
        travel=of_prizes(
            "3", persons="i", airfares="ii", transfers="ii", other_transport="ii", duration="ii",
            accommodation="ii", meals="ii", dates="iii", spending_money="iv",
        ),
        real_estate=of_prizes(
            "4", dwelling="i", plans="ii", contract="iii", easements="iv", address="v",
            conveyancing="vi", legal_costs="vi", fixtures="vi", furniture="vi",
        ),
    )  # fmt: skip
