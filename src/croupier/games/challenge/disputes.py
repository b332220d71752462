"""Rule 18: disputes, decided by the gaming supervisor, reviewed, and in the end the operator's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import conduct_of
from croupier.rulebook.citing import Refused
from croupier.table.acts import conduct, rulings
from croupier.table.acts.conduct import RaiseDispute, RequestReview
from croupier.table.acts.rulings import go_on_to, must_have_come_to
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts(rulings.acts)

RAISED, DECIDED, WANTED, REVIEWED, FINAL = (
    "raised", "decided", "review requested", "reviewed", "final",
)  # fmt: skip


acts.act(RaiseDispute, Role.PLAYER, clauses=of_challenge(lambda law: law.dispute))(
    conduct.raise_dispute
)


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The gaming supervisor decides a dispute in the first instance."""

    number: int
    decision: str
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(DecideDispute, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.first_decision))
def decide_dispute(table: Table, command: DecideDispute, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (RAISED,), law.first_decision)
    table.refuse_unless(command.decision, "decision: say what is decided", law.first_decision)

    def effect() -> None:
        conduct_of(table).decided_by[number] = by.name
        text = f"{by.name}: {command.decision}"
        go_on_to(table, number, DECIDED, text, law.first_decision, stands=command.stands)

    return effect


@acts.act(RequestReview, Role.PLAYER, clauses=of_challenge(lambda law: law.dispute))
def request_review(table: Table, command: RequestReview, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (DECIDED,), law.dispute)
    return lambda: go_on_to(table, number, WANTED, command.player, law.dispute)


class ReviewDecision(Command, frozen=True, tag="review-decision"):
    """A casino supervisor reviews what the gaming supervisor decided."""

    number: int
    outcome: str
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(ReviewDecision, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.dispute))
def review_decision(table: Table, command: ReviewDecision, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (WANTED,), law.dispute)
    table.refuse_unless(command.outcome, "outcome: say what came of it", law.dispute)
    if table.options["dispute_reviewer_distinct"]:
        if by.name == conduct_of(table).decided_by[number]:
            raise Refused(f"{by.name} has decided the dispute first", law.dispute)
        if by.role is Role.SUPERVISOR:
            raise Refused("a review takes somebody above a gaming supervisor", law.dispute)
    text = f"{by.name}: {command.outcome}"
    return lambda: go_on_to(table, number, REVIEWED, text, law.dispute, stands=command.stands)


class DecideFinally(Command, frozen=True, tag="decide-finally"):
    """The casino operator decides a dispute, and that is final."""

    number: int
    decision: str
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(DecideFinally, Role.OPERATOR, clauses=of_challenge(lambda law: law.operator_final))
def decide_finally(table: Table, command: DecideFinally, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (DECIDED, WANTED, REVIEWED), law.operator_final)
    table.refuse_unless(command.decision, "decision: say what is decided", law.operator_final)
    text = command.decision
    return lambda: go_on_to(table, number, FINAL, text, law.operator_final, stands=command.stands)


class NotSatisfied(Command, frozen=True, tag="not-satisfied"):
    """Somebody is not satisfied with the operator's decision, and is told of the next step."""

    number: int
    player: str


@acts.act(NotSatisfied, Role.PLAYER, clauses=of_challenge(lambda law: law.operator_final))
def not_satisfied(table: Table, command: NotSatisfied, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (FINAL,), law.operator_final)

    def effect() -> None:
        table.state(
            Notified(
                to=command.player, about="right to complain to an inspector",
                detail=f"dispute {number}", clauses=law.operator_final,
            )
        )  # fmt: skip

    return effect
