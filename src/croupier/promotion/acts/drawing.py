"""Others take part in the draw: tips, the closed roll, links, void draws.

Who oversees the draw by 20.2 is among them. A draw in which nobody takes part is made with the word
of a witness (`draws`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.joint_draws import (
    CloseRoll,
    VoidDraw,
    draw_voided,
    link_opened,
    roll_closed,
    tip_brought,
)
from croupier.promotion.acts.draws import must_be_drawing_time, must_not_oversee
from croupier.promotion.acts.offered_terms import must_be_available
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms_review import needs_scrutineer
from croupier.rulebook.citations import Refused
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.rulebook.citations import Clauses

acts: Acts[Promotion, PromotionLaw] = Acts()


def _clauses(law: PromotionLaw) -> Clauses:
    return together(law.scrutineer.clauses, law.particulars["manner"])


@acts.act(BringTip, None, clauses=_clauses)
def bring_tip(promotion: Promotion, command: BringTip, by: Person) -> Facts:
    state, clauses = promotion.state, promotion.law.particulars["manner"]
    if state.phase is not PromotionPhase.RUNNING:
        raise Refused(f"the promotion is {state.phase}", clauses)
    oversees = by.name == state.scrutineer
    fact = tip_brought(state.drawing, command, by, clauses, official=oversees)
    if not fact.official and (by.role is not Role.PLAYER or by.name not in state.tickets):
        raise Refused("player: entrants, the scrutineer and inspectors take part", clauses)
    yield fact


@acts.act(CloseRoll, Role.SUPERVISOR, clauses=_clauses)
def close_roll(promotion: Promotion, command: CloseRoll, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    terms, manner = must_be_drawing_time(promotion), law.particulars["manner"]
    must_be_available(promotion)
    must_not_oversee(promotion, by)
    if state.draw is not None:
        raise Refused("commitment: one is published", manner)
    roll = state.closing_roll(promotion.name)
    if not roll.lines:
        raise Refused("tickets: there are none to draw from", law.particulars["eligibility"])
    overseen = (each.player for each in state.drawing.contributors(roll))
    if needs_scrutineer(terms, law) and state.scrutineer not in overseen:
        raise Refused(
            "scrutineer: a draw for such a prize has one, who takes part in it",
            law.scrutineer.clauses,
        )
    yield roll_closed(state.drawing, command, roll, _clauses(law))


@acts.act(OpenLink, None, clauses=_clauses)
def open_link(promotion: Promotion, command: OpenLink, by: Person) -> Facts:
    yield link_opened(promotion.state.drawing, command, by, promotion.law.particulars["manner"])


@acts.act(VoidDraw, Role.SUPERVISOR, clauses=_clauses)
def void_draw(promotion: Promotion, command: VoidDraw, by: Person) -> Facts:
    clauses = promotion.law.particulars["manner"]
    yield draw_voided(promotion.state.drawing, command, promotion.now, clauses)
