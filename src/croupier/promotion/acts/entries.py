"""20.7.3 to 20.7.6 at work: who gets a ticket, for what wager, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.money import money
from croupier.promotion.acts.offered_terms import must_be_available
from croupier.promotion.facts import Entered
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import as_written, milliseconds
from croupier.promotion.terms_review import must_be_name, must_be_said
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion

acts: Acts[Promotion, PromotionLaw] = Acts()

MOST_TICKETS = 10_000
"""By one command; more come by another."""


class Enter(Command, frozen=True, tag="enter"):
    """Somebody on the staff takes an entry, and answers for it that the entrant is eligible."""

    player: str
    ground: Text
    """How the entrant meets what the terms ask."""
    wagered: int = 0
    tickets: int = 1


@acts.act(
    Enter,
    Role.DEALER,
    clauses=lambda law: together(law.particulars["eligibility"], law.particulars["entries_close"]),
)
def enter(promotion: Promotion, command: Enter, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    eligible = law.particulars["eligibility"]
    must_be_taking_part(promotion)
    if state.draw is not None:
        raise Refused("the draw has begun", law.particulars["entries_close"])
    must_be_name("player", command.player, eligible)
    must_be_said("ground", command.ground, eligible)
    if not 1 <= command.tickets <= MOST_TICKETS:
        raise Refused(f"tickets: 1 to {MOST_TICKETS:,}", eligible)
    if command.player == state.scrutineer:
        raise Refused(f"player: {command.player} is the scrutineer", law.scrutineer.clauses)
    qualified = must_have_wagered(promotion, command.wagered)
    first = len(state.tickets) + 1
    yield Entered(
        player=command.player, first=first, last=first + command.tickets - 1,
        ground=command.ground, wagered=command.wagered,
        clauses=Clauses((*eligible, *qualified, *law.particulars["entries_close"][1:])),
    )  # fmt: skip


def must_be_taking_part(promotion: Promotion) -> None:
    """The promotion runs, its entries have not closed, and its terms can be had."""
    law, state = promotion.law, promotion.state
    if state.phase is not PromotionPhase.RUNNING:
        raise Refused(f"the promotion is {state.phase}", law.particulars["starts"])
    if state.postponed == "promotion":
        raise Refused("the promotion is postponed", law.compromised)
    assert state.entries_close is not None
    if promotion.now > milliseconds(state.entries_close):
        raise Refused(
            f"entries closed on {as_written(state.entries_close)}", law.particulars["entries_close"]
        )
    must_be_available(promotion)


def must_have_wagered(promotion: Promotion, wagered: int) -> Clauses:
    """What the terms ask to be wagered; the clauses that ask it, if they do."""
    law, terms = promotion.law, promotion.state.terms
    assert terms is not None
    if wagered < 0:
        raise Refused("wagered: not less than nothing", law.wager_named)
    if terms.wager is None:
        return Clauses(())
    assert terms.wager.amount is not None
    if wagered < terms.wager.amount:
        raise Refused(
            f"wagered: {money(wagered)}, and the {terms.wager.kind} wager is "
            f"{money(terms.wager.amount)}",
            law.wager_named,
        )
    return Clauses(law.wager_named[1:])
