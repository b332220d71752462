"""The form of a promotion's terms: its fields with the clauses that ask for them, by section."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.promotion.rules import INSTRUMENT, promotion_law
from croupier.promotion.terms_review import consequences, objections
from croupier.rulebook.citations import Clauses
from croupier.rulebook.instruments import load
from croupier.web.console.field_shapes import MOST_ROWS
from croupier.web.html.cited_lines import CitedLine, cite
from croupier.wording.teller import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.promotion.rules import PromotionRules
    from croupier.promotion.terms import Terms
    from croupier.web.console.forms import Field

TERMS = "terms"
SECTIONS: dict[str, tuple[str, ...]] = {
    "The promotion": ("name", "gaming", "starts", "place"),
    "Who may win": ("eligibility", "wager", "entries_close"),
    "The award": ("decided_by", "manner", "award_at", "award_place", "one_prize_each"),
    "After the draw": ("claim", "presence", "notification", "results"),
}
"""The fields of terms, but for the prizes, in the order in which people ask for them."""
ASKS = {
    "one_prize_each": "nobody wins more than one prize",
    "presence": "entrants have to be at the draw to win",
    "wager": "a wager that one has to make",
    "results": "how the results are published",
    "claim": "how a prize is claimed",
    "notification": "how winners are told",
    "decided_by": "what decides who wins",
    "gaming": "the gaming that it goes with",
    "manner": "how the prizes are awarded",
    "on_road_costs": "registration and other on-road costs are included",
    "spending_money": "spending money is included",
    "value": "value of one",
    "quantity": "how many there are",
    "nothing_barred": "it holds nothing barred, and no liquor but what is listed",
    "cash_alternative": "cash that the winner may take instead",
    "reservations": "what is qualified, reserved or guaranteed",
    "conditions": "conditions on receiving, using or accepting it",
}
"""What a field asks, where its name does not say it."""


PAID = ("cash", "slots-dollars", "casino-dollars")
"""Kinds of prizes that hold nothing, and have no alternative in cash."""
OF_THINGS = ("contents", "nothing_barred", "cash_alternative")


@dataclass(frozen=True, slots=True)
class TermsItem:
    """A field, under the clause that asks for what stands in it."""

    field: Field
    wants: CitedLine | None


@dataclass(frozen=True, slots=True)
class TermsSection:
    title: str
    items: tuple[TermsItem, ...]


@dataclass(frozen=True, slots=True)
class PrizeForm:
    """A prize that is being described; with a kind, every particular of that kind."""

    number: int
    kind: str
    items: tuple[TermsItem, ...]


@dataclass(frozen=True, slots=True)
class CheckedTerms:
    """Terms held against rule 20."""

    lacks: tuple[tuple[str, CitedLine], ...]
    """Each with the place of the form where it would be said."""
    follows: tuple[CitedLine, ...]
    """What terms that lack nothing make due."""


def fits_the_form(terms: Terms) -> bool:
    """Whether a form has room for all of the prizes and what they hold."""
    most = max((len(prize.contents) for prize in terms.prizes), default=0)
    return max(len(terms.prizes), most) < MOST_ROWS


def sections(fields: Iterable[Field]) -> list[TermsSection]:
    parts = _parts(fields)
    law = promotion_law()
    asked = {**law.particulars, "wager": law.wager_named, "gaming": law.promotional_prize}
    asked["decided_by"] = law.promotional_prize
    return [
        TermsSection(title, tuple(_item(parts[name], name, asked.get(name)) for name in names))
        for title, names in SECTIONS.items()
    ]


def prizes(fields: Iterable[Field]) -> Iterator[PrizeForm]:
    """The prizes that are described, and room for one more."""
    law = promotion_law()
    asked: dict[str, Clauses] = {
        **law.prize_particulars,
        "reservations": law.prize_particulars["nature"],
        "conditions": law.particulars["prizes"],
        "contents": Clauses(law.prescribed[:1]),
        "nothing_barred": law.barred,
        "cash_alternative": law.cash_alternative,
    }
    of_kind = {
        "machinery": law.machinery,
        "vehicle": law.vehicle,
        "travel": law.travel,
        "real-estate": law.real_estate,
    }
    for number, row in enumerate(_parts(fields)["prizes"].rows, 1):
        kind = row[0].value
        wanted = {**asked, **of_kind.get(kind, {})}
        named = [(field, field.name.rpartition(".")[2]) for field in row]
        items = tuple(
            _item(field, name, wanted.get(name))
            for field, name in named
            if not (kind in PAID and name in OF_THINGS)
        )
        yield PrizeForm(number, kind, items)


def _parts(fields: Iterable[Field]) -> dict[str, Field]:
    whole = next(field for field in fields if field.name == TERMS)
    return {part.name.removeprefix(f"{TERMS}."): part for part in whole.parts}


def _item(field: Field, name: str, clauses: Clauses | None) -> TermsItem:
    field = replace(field, label=ASKS.get(name, field.label))
    if not clauses:
        return TermsItem(field, None)
    says = load(INSTRUMENT).clause(clauses[-1]).says
    return TermsItem(field, CitedLine(sentence(says), cite(INSTRUMENT, clauses[-1:])))


def place_of(field: str) -> str:
    """The item of the form that a field of the terms lies in: the first is `terms.prizes.0`."""
    parts = re.sub(r"\[(\d+)\]", lambda found: f".{int(found[1]) - 1}", field).split(".")
    return ".".join((TERMS, *parts[: 3 if parts[0] == "prizes" else 1]))


def checked(terms: Terms, rules: PromotionRules) -> CheckedTerms:
    """Everything that terms lack, each with its clause, or else what follows from them."""
    lacks = tuple(
        (place_of(each.field), CitedLine(str(each), cite(INSTRUMENT, each.clauses[-1:])))
        for each in objections(terms, rules)
    )
    follows = () if lacks else consequences(terms, rules)
    return CheckedTerms(
        lacks,
        tuple(CitedLine(sentence(each.says), cite(INSTRUMENT, each.clauses)) for each in follows),
    )
