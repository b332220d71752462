"""A promotion in pages: where it stands, its terms as a document, its prizes and its registers.

Everything here is made from the views of a promotion, so what a viewer may not know cannot be on
their page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.durations import zone
from croupier.money import money
from croupier.promotion.rules import INSTRUMENT, promotion_law
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import (
    Content,
    DecidedBy,
    Machinery,
    Prize,
    RealEstate,
    Travel,
    Vehicle,
    local,
    milliseconds,
)
from croupier.rulebook.citations import Clauses
from croupier.web.felt.game_pages import cloth
from croupier.web.html.cited_lines import cite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.promotion.terms import Item, Terms
    from croupier.promotion.views import PublicView
    from croupier.web.html.cited_lines import CitedClause

CLOTH = cloth(INSTRUMENT)


@dataclass(frozen=True, slots=True)
class TermsRow:
    """A particular of the terms, under the clause that asks for it."""

    label: str
    text: str
    cited: tuple[CitedClause, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeCard:
    """A prize as patrons read of it."""

    number: int
    name: str
    kind: str
    quantity: int
    value: str
    rows: tuple[TermsRow, ...]


@dataclass(frozen=True, slots=True)
class PromotionStep:
    """A step in the life of a promotion; one of them is the present one."""

    label: str
    when: str
    state: str
    """`done`, `now` or `to-come`."""


# --- moments


def spoken(moment: datetime | None) -> str:
    """`Fri 20 November 2026, 20:00 (UTC+11)`."""
    if moment is None:
        return ""
    return f"{moment:%a} {moment.day} {moment:%B %Y, %H:%M} ({zone(moment)})"


def on_the_clock(at: int | None, view: PublicView) -> str:
    """A moment of the record on the clock that the terms go by."""
    if at is None:
        return ""
    return spoken(local(at, view.award_at or datetime.fromtimestamp(0, UTC)))


# --- the terms as a document


def title_of(view: PublicView) -> str:
    return view.terms.name if view.terms is not None else view.promotion


def document(terms: Terms) -> tuple[TermsRow, ...]:
    """What the terms say, in the order of rule 20.7."""
    return tuple(row for row in _particulars(terms) if row.text)


def _particulars(terms: Terms) -> Iterator[TermsRow]:
    law = promotion_law()
    named = law.particulars
    decided = {DecidedBy.DRAW: "a draw", DecidedBy.CHANCE: "chance", None: ""}
    yield _row("Goes with", terms.gaming, law.promotional_prize)
    yield _row("Decided by", decided.get(terms.decided_by, ""), law.promotional_prize)
    yield _row("How prizes are awarded", terms.manner, named["manner"])
    yield _row("Awarded", spoken(terms.award_at), named["award_at"])
    yield _row("Awarded at", terms.award_place, named["award_place"])
    yield _row("Who can win", terms.eligibility, named["eligibility"])
    if terms.wager is not None:
        amount = "" if terms.wager.amount is None else f" of {money(terms.wager.amount)}"
        yield _row("Wager", f"a {terms.wager.kind} wager{amount}", law.wager_named)
    yield _row("Entries close", spoken(terms.entries_close), named["entries_close"])
    yield _row("Starts", spoken(terms.starts), named["starts"])
    yield _row("Takes place", terms.place, named["place"])
    yield _row("How to claim", terms.claim, named["claim"])
    yield _row("Being there", _presence(terms.presence), named["presence"])
    yield _row("Winners are told by", ", ".join(terms.notification), named["notification"])
    yield _row("Results are published", terms.results, named["results"])
    if terms.one_prize_each:
        yield TermsRow("Prizes for one person", "no more than one")


def _row(label: str, text: str, clauses: Clauses) -> TermsRow:
    return TermsRow(label, text, cite(INSTRUMENT, clauses[-1:]))


def _presence(presence: bool | None) -> str:
    if presence is None:
        return ""
    return "one has to be at the draw to win" if presence else "nobody has to be at the draw"


def prizes(terms: Terms) -> tuple[PrizeCard, ...]:
    return tuple(
        PrizeCard(
            number,
            prize.name,
            str(prize.__struct_config__.tag).replace("-", " "),
            prize.quantity,
            "" if prize.value is None else money(prize.value),
            tuple(row for row in _of_a_prize(prize) if row.text),
        )
        for number, prize in enumerate(terms.prizes, 1)
    )


def _of_a_prize(prize: Prize) -> Iterator[TermsRow]:
    law = promotion_law()
    asked = law.prize_particulars
    yield _row("What it is", prize.nature, asked["nature"])
    yield _row("Details", prize.details, asked["details"])
    for field, clauses in _of_its_kind(prize).items():
        yield _row(field.replace("_", " ").capitalize(), _said(getattr(prize, field)), clauses)
    yield _row("Holds", ", ".join(map(_content, prize.contents)), Clauses(law.prescribed[:1]))
    if prize.nothing_barred:
        yield _row("Declared", "nothing is in it that no prize may hold", law.barred)
    if prize.cash_alternative is not None:
        cash = f"the winner may take {money(prize.cash_alternative)}"
        yield _row("Cash instead", cash, law.cash_alternative)
    yield _row("Reserved", prize.reservations, asked["nature"])
    yield _row("Conditions", prize.conditions, asked["details"])


def _of_its_kind(prize: Prize) -> dict[str, Clauses]:
    law = promotion_law()
    kinds = {
        Machinery: law.machinery,
        Vehicle: law.vehicle,
        Travel: law.travel,
        RealEstate: law.real_estate,
    }
    return next((asked for kind, asked in kinds.items() if isinstance(prize, kind)), {})


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "included" if value else "not included"
    return "" if value is None else str(value)


def _content(item: Item) -> str:
    litres = f" ({item.millilitres / 1000:g} litres)" if item.content is Content.LIQUOR else ""
    return f"{item.what}{litres}"


# --- where it stands


def steps(view: PublicView, at: int) -> tuple[PromotionStep, ...]:
    """The life of a promotion whose terms are known."""
    assert view.terms is not None
    phase, terms = view.phase, view.terms
    started = phase not in (PromotionPhase.DRAFT, PromotionPhase.SENT)
    closed = started and view.entries_close is not None and at > milliseconds(view.entries_close)
    drawn = phase == PromotionPhase.DRAWN or (
        terms.decided_by is DecidedBy.CHANCE and bool(view.winners)
    )
    made = (
        ("Terms with the Authority", "", True),
        ("Starts", spoken(terms.starts), started),
        ("Entries close", spoken(view.entries_close), closed),
        ("Draw" if terms.decided_by is DecidedBy.DRAW else "Award", spoken(view.award_at), drawn),
        ("Winners published", view.results, bool(view.results)),
    )
    now = next((place for place, (_, _, done) in enumerate(made) if not done), len(made))
    return tuple(
        PromotionStep(label, when, "done" if place < now else "now" if place == now else "to-come")
        for place, (label, when, _) in enumerate(made)
    )


def headline(view: PublicView, at: int) -> str:
    """In one sentence, what there is to know now."""
    if view.postponed:
        return f"The {view.postponed} is postponed until it can be trusted again."
    if view.terms is None:
        return "The terms are being drawn up."
    if view.phase == PromotionPhase.SENT:
        return f"Starts {spoken(view.terms.starts)}."
    if view.phase == PromotionPhase.CANCELLED:
        return "The draw is cancelled. Nobody has won in it."
    if view.phase == PromotionPhase.DRAWN or view.results:
        return "The winners are known." if view.winners else "The draw has taken place."
    if view.entries_close is not None and at > milliseconds(view.entries_close):
        return f"Entries have closed. The draw is {spoken(view.award_at)}."
    return f"Entries are taken until {spoken(view.entries_close)}."


def offered(terms: Terms) -> int:
    """What all the prizes are worth together."""
    return sum((prize.value or 0) * prize.quantity for prize in terms.prizes)


def dearest(terms: Terms) -> str:
    """The prize that people come for."""
    first = max(terms.prizes, key=lambda prize: prize.value or 0, default=None)
    return "" if first is None else first.name
