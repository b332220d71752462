"""What the pages of promotions are given to show, made from views and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from croupier.aggregate.acts import tag_of
from croupier.aggregate.roles import Role
from croupier.casino.floor.tournament_and_promotion_views import rules_of
from croupier.promotion.acts.claims import ClaimPrize
from croupier.promotion.acts.disputes import DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import MarkPresent, WinByChance, WitnessDraw
from croupier.promotion.acts.entries import Enter
from croupier.promotion.rules import INSTRUMENT
from croupier.promotion.views import DeskView, InspectorView, PlayerView
from croupier.web.console import console as consoles
from croupier.web.html.cited_lines import cite
from croupier.web.promotions import page_model as pages
from croupier.web.promotions import terms_form as terms
from croupier.web.promotions.console import KINDS, states_terms
from croupier.web.promotions.next_steps import agenda
from croupier.wording.commands import first_line
from croupier.wording.promotion import payments_in_words
from croupier.wording.teller import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.promotion.views import PromotionView
    from croupier.web.console.console import ConsoleOutcome
    from croupier.web.promotions.console import PromotionConsole

_OF_EVERYBODY: tuple[type[Command], ...] = (
    Enter,
    MarkPresent,
    WinByChance,
    WitnessDraw,
    ClaimPrize,
    DisputeTerms,
    NotSatisfied,
)
OWN = tuple(map(tag_of, _OF_EVERYBODY))
"""What is offered on the page that everybody sees; the rest is for the desk."""


@dataclass(frozen=True, slots=True)
class PromotionCard:
    """A promotion in the list."""

    name: str
    title: str
    phase: str
    headline: str
    prize: str
    offered: int
    tickets: int
    duties: int
    """How many things the desk owes."""


@dataclass(frozen=True, slots=True)
class PromotionOffer:
    """Something that a viewer could do now."""

    path: str
    title: str
    says: str


def base_of(view: PromotionView) -> str:
    return f"/promotions/{quote(view.promotion, safe='')}"


def list_context(views: Iterable[PromotionView], at: int) -> dict[str, Any]:
    return {"promotions": list(_listed(views, at)), "cloth": pages.CLOTH}


def _listed(views: Iterable[PromotionView], at: int) -> Iterator[PromotionCard]:
    """A draft is shown to nobody but those who work at it."""
    for view in views:
        known = view.draft if isinstance(view, DeskView) else view.terms
        if known is None and not isinstance(view, DeskView):
            continue
        yield PromotionCard(
            view.promotion,
            known.name if known is not None else view.promotion,
            view.phase,
            pages.headline(view, at),
            pages.dearest(known) if known is not None else "",
            pages.offered(known) if known is not None else 0,
            view.tickets,
            len(view.duties) if isinstance(view, DeskView) else 0,
        )


# --- for everybody


def page_context(view: PromotionView, viewer: Person | None, at: int) -> dict[str, Any]:
    known = view.terms
    return {
        **_standing(view, at),
        "prizes": pages.prizes(known) if known is not None else (),
        "document": pages.document(known) if known is not None else (),
        "steps": pages.steps(view, at) if known is not None else (),
        "own": view if isinstance(view, PlayerView) else None,
        "offers": list(_offers(view, viewer)),
        "tickets": _runs(view.own_tickets) if isinstance(view, PlayerView) else "",
    }


def _standing(view: PromotionView, at: int) -> dict[str, Any]:
    return {
        "view": view,
        "base": f"{base_of(view)}/commands",
        "here": base_of(view),
        "title": pages.title_of(view),
        "headline": pages.headline(view, at),
        "cloth": pages.CLOTH,
        "when": lambda moment: pages.on_the_clock(moment, view),
        "spoken": pages.spoken,
        "cited": lambda clauses: cite(INSTRUMENT, clauses),
        "sentence": sentence,
        "paid": payments_in_words,
    }


def _offers(view: PromotionView, viewer: Person | None) -> Iterator[PromotionOffer]:
    own = viewer is not None and viewer.role is Role.PLAYER
    for do in OWN if own or not isinstance(view, DeskView) else ():
        if do in view.possible:
            kind = KINDS[do]
            yield PromotionOffer(do, do.replace("-", " ").capitalize(), first_line(kind))


def _runs(numbers: tuple[int, ...]) -> str:
    """`1 to 20, 31`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)


# --- the desk


def desk_context(view: DeskView, at: int) -> dict[str, Any]:
    known = view.draft
    errands = agenda(view)
    return {
        **_standing(view, at),
        "heading": known.name if known is not None else view.promotion,
        "prizes": pages.prizes(known) if known is not None else (),
        "document": pages.document(known) if known is not None else (),
        "agenda": errands,
        "next": next((each for each in errands if each.possible), None),
        "holders": _holders(view),
        "inspector": view if isinstance(view, InspectorView) else None,
        "may": set(view.possible),
        "place_of": terms.place_of,
    }


def _holders(view: DeskView) -> list[tuple[str, int]]:
    """Who has how many tickets, those with most first."""
    counted: dict[str, int] = {}
    for name in view.holders:
        counted[name] = counted.get(name, 0) + 1
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))


# --- commands


def command_context(at: PromotionConsole, outcome: ConsoleOutcome) -> dict[str, Any]:
    """A form, with the terms that it states held against the rules."""
    view, action, command = at.view, outcome.action, outcome.command
    states = states_terms(command) if command is not None else None
    is_about_terms = action is not None and any(f.name == terms.TERMS for f in action.fields)
    known = view.draft if isinstance(view, DeskView) else None
    rules = rules_of(at.affair)
    return {
        **consoles.context(at, outcome),
        "view": view,
        "here": base_of(view),
        "called": pages.title_of(view),
        "sections": terms.sections(action.fields) if action and is_about_terms else (),
        "prize_forms": list(terms.prizes(action.fields)) if action and is_about_terms else (),
        "others": [f for f in action.fields if f.name != terms.TERMS] if action else (),
        "checked": terms.checked(states, rules) if states is not None else None,
        "key": token_hex(8),
        "too_many": known is not None and not terms.fits_the_form(known),
    }
