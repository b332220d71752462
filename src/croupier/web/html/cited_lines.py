"""Words that the pages of every game share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.game_rules import signs
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.table.wagers import MAIN
from croupier.web.rulebook.links import clause_url
from croupier.wording.teller import audience_of, innermost, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.facts import Fact
    from croupier.rulebook.citations import Refused
    from croupier.table.views import TableView


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause, and where the rulebook has it."""

    clause: str
    href: str

    @property
    def name(self) -> str:
        return written(self.clause)


@dataclass(frozen=True, slots=True)
class CitedLine:
    """Something said, and the clauses that it rests on."""

    text: str
    cited: tuple[CitedClause, ...] = ()
    tone: str = "plain"


def cite(instrument: str, clauses: Iterable[str]) -> tuple[CitedClause, ...]:
    """Clauses as links, without those that a cited item of theirs names already."""
    found: dict[str, CitedClause] = {}
    for clause in innermost(clauses):
        found.setdefault(written(clause), CitedClause(clause, clause_url(instrument, clause)))
    return tuple(found.values())


def written(clause: str) -> str:
    """A clause as one writes it: `10.1, table` for a row of its table, `A, Box` for a definition.

    What our ids add to tell apart what the instrument does not number is left out.
    """
    place = re.sub(r"\[\d+\]", "", clause)
    place = re.sub(r":T\d+.*", ", table", place)
    return place.replace(":", ", ", 1)


def refused(instrument: str, refusal: Refused) -> CitedLine:
    """Why something is refused."""
    return CitedLine(sentence(refusal.reason), cite(instrument, refusal.clauses))


def told(instrument: str, facts: Iterable[Fact], *, spoken: bool = False) -> list[CitedLine]:
    """Facts in words, and cards too if they are spoken."""
    to = replace(audience_of(instrument), spoken=spoken)
    return [CitedLine(sentence(say(fact, to)), cite(instrument, fact.clauses)) for fact in facts]


def wager_name(instrument: str, wager: str) -> str:
    """`Perfect Pairs` for `perfect-pairs`."""
    if wager == MAIN:
        return "Wager"
    return signs.wager_name(instrument, wager)


def is_check_due(view: TableView) -> bool:
    """Whether no round begins before the cards that lie at the table are checked."""
    new_cards = view.shoe.state == Preparation.NEEDS_NEW_CARDS
    return view.phase == Phase.BETTING and not view.shoe.checked and not new_cards


def between_rounds(view: TableView) -> str:
    """What the table waits for while no round is in play."""
    if view.phase == Phase.NOT_OPEN:
        if isinstance(view, FloorView):
            return "The table is not open yet: a supervisor opens it in the console."
        return "The table is not open yet; the staff open it."
    if view.phase == Phase.CLOSED:
        return "The table is closed."
    if view.shoe.state == Preparation.OFFERING_CUT:
        to = view.shoe.cut_offered_to
        if isinstance(view, PlayerView) and to == view.player:
            return "The cut is yours: cut the cards, or decline."
        return f"The cut is offered to {to or 'the supervisor'}."
    staff = isinstance(view, FloorView)
    if is_check_due(view):
        said = "The cards have to be checked before anything is dealt"
        return f"{said}." if staff else f"{said}; the dealer checks them."
    if view.shoe.state != Preparation.LOADED:
        said = f"{view.shoe.state[:1].upper()}{view.shoe.state[1:]}"
        return f"{said}." if staff else f"{said}; the dealer prepares the cards."
    if view.shoe.burns_due and staff:
        cards = "A card is" if view.shoe.burns_due == 1 else f"{view.shoe.burns_due} cards are"
        return f"{cards} to be burnt from the new shoe."
    left = view.sign.rounds_left
    last = "" if not left else ", the last one" if left == 1 else f", the first of the last {left}"
    return f"Place your wagers for round {view.number + 1}{last}."


def next_card(view: TableView, to: str) -> str:
    """Whose the next card is, for those who deal it; players are only told that it comes."""
    return f"The next card is for {to}." if isinstance(view, FloorView) else "The dealer deals."
