"""Breaches, disputes, duties of staff, and what must be given on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused, UnknownClause
from croupier.table.acts import dispute_rulings
from croupier.table.acts.dispute_rulings import go_on_to, must_have_come_to
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import REVIEW_REQUESTED, Attested, Disputed, Exercised, Notified
from croupier.table.law import of_table, together
from croupier.table.table import Dispute

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableLaw, TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts(dispute_rulings.acts)


class RecordBreach(Command, frozen=True, tag="record-breach"):
    """Somebody contravened a provision of the rules."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    states_breach: ClassVar[bool] = True

    person: str
    clause: str
    what: Text


def forbidden(law: TableLaw) -> dict[str, str]:
    """What the rules forbid outright, by clause: the breaches that a floor picks from a list."""
    named = {
        "influence on another's play": law.no_influence,
        "a bet between players": law.no_private_bets,
        "advice on how to play": law.no_advice,
        "an advantage outside the rules": law.no_advantage,
    }
    found: dict[str, list[str]] = {}
    for what, clauses in named.items():
        for clause in clauses[-1:]:  # an instrument may lack the rule, or state several in one
            found.setdefault(clause, []).append(what)
    return {clause: ", or ".join(what) for clause, what in found.items()}


BREACHES = of_table(
    lambda law: together(
        law.breach, law.no_advice, law.no_advantage, law.no_influence, law.no_private_bets
    )
)
"""What a breach that is recorded may be one of."""


@acts.act(
    RecordBreach,
    Role.DEALER,
    clauses=BREACHES,
    lists={"clause": lambda table: forbidden(table.law)},
)
def record_breach(table: Table, command: RecordBreach, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.person.strip() and command.what, "say who did what", law.breach)
    try:
        broken = table.game.instrument.cite(command.clause)
    except UnknownClause as error:
        raise Refused(f"clause: {error}", law.breach) from None

    named = forbidden(law).get(command.clause)

    def effect() -> None:
        table.patrons.breaches[command.person] += 1
        table.add_fact(
            Exercised(
                power=f"breach recorded: {named}" if named else "breach recorded",
                subject=command.person, reason=command.what,
                clauses=Clauses((*law.breach, *broken)),
            )
        )  # fmt: skip

    return effect


class Advise(Command, frozen=True, tag="advise"):
    """An employee tells a player something: about the rules, never about how to play."""

    bears_on_round: ClassVar[bool] = False

    player: str
    about: str
    words: Text


@acts.act(Advise, Role.DEALER, clauses=of_table(lambda law: law.no_advice))
def advise(table: Table, command: Advise, by: Person) -> Effect:
    law = table.law
    must_be_here(table, command.player)
    if command.about != "rules":
        raise Refused("an employee does not advise a player how to play", law.no_advice)
    table.refuse_unless(command.words, "words: say what", law.no_advice)

    def effect() -> None:
        table.add_fact(
            Notified(to=command.player, about="rules", detail=command.words, clauses=law.no_advice)
        )

    return effect


class Attest(Command, frozen=True, tag="attest"):
    """A member of staff answers for a duty that a program cannot see being done."""

    bears_on_round: ClassVar[bool] = False

    duty: str
    statement: Text


def _duties(table: Table) -> dict[str, Clauses]:
    law = table.law
    return {
        "no-advice": law.no_advice,
        "no-advantage": law.no_advantage,
        "approved-procedures": law.approved_procedures,
    }


@acts.act(
    Attest,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(law.conduct, law.no_advice, law.no_advantage, law.approved_procedures)
    ),
    lists={"duty": _duties},
)
def attest(table: Table, command: Attest, by: Person) -> Effect:
    law, duties = table.law, _duties(table)
    if command.duty not in duties:
        raise Refused(f"duty: one of {', '.join(duties)}", law.conduct)
    table.refuse_unless(command.statement, "statement: say what is attested", law.conduct)

    def effect() -> None:
        table.add_fact(
            Attested(
                what=command.duty, by=by.name, detail=command.statement,
                clauses=Clauses((*law.conduct, *duties[command.duty])),
            )
        )  # fmt: skip

    return effect


class AskForRules(Command, frozen=True, tag="ask-for-rules"):
    """Somebody asks for a copy of the rules and is given one."""

    ends_wait: ClassVar[bool] = False
    bears_on_round: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is asked for; nothing of the patron's changes by it"
    )

    player: str


@acts.act(
    AskForRules, Role.PLAYER, clauses=of_table(lambda law: law.copy_of_rules), names_anybody=True
)
def ask_for_rules(table: Table, command: AskForRules, by: Person) -> Effect:
    def effect() -> None:
        table.add_fact(
            Notified(
                to=command.player, about="copy of the rules", detail=table.game.instrument.number,
                clauses=Clauses((*table.law.copy_of_rules, *table.law.vocabulary)),
            )
        )  # fmt: skip

    return effect


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    """A player disputes something that happened under the rules."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    bears_on_round: ClassVar[bool] = False
    puts_right: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    player: str
    about: Text
    round: int | None = None


@acts.act(RaiseDispute, Role.PLAYER, clauses=of_table(lambda law: law.dispute), names_anybody=True)
def raise_dispute(table: Table, command: RaiseDispute, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.about, "about: say what is disputed", law.dispute)
    if command.round is not None and not 1 <= command.round <= table.number:
        raise Refused(f"round: there was no round {command.round}", law.dispute)

    def effect() -> None:
        raised = Dispute("raised", command.round, command.player, command.about)
        table.disputes.append(raised)
        where = f"round {command.round}: " if command.round is not None else ""
        table.add_fact(
            Disputed(
                number=len(table.disputes), stage="raised",
                text=f"{command.player}: {where}{command.about}", clauses=law.dispute,
            )
        )  # fmt: skip

    return effect


class RuleOnDispute(Command, frozen=True, tag="rule-on-dispute"):
    """The operator decides; the decision is final in the house."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    decision: Text
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(RuleOnDispute, Role.SUPERVISOR, clauses=of_table(lambda law: law.dispute))
def rule_on_dispute(table: Table, command: RuleOnDispute, by: Person) -> Effect:
    said, stands = command.decision, command.stands
    return _next_stage(table, command.number, said, ("raised",), "decided", stands=stands)


class RequestReview(Command, frozen=True, tag="request-review"):
    """A review of a decision is asked for."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    number: int
    player: str


@acts.act(RequestReview, Role.PLAYER, clauses=of_table(lambda law: law.dispute), names_anybody=True)
def request_review(table: Table, command: RequestReview, by: Person) -> Effect:
    effect = _next_stage(table, command.number, command.player, ("decided",), REVIEW_REQUESTED)

    def with_notice() -> None:
        effect()
        table.add_fact(
            Notified(
                to="commission", about="review of a dispute", detail=str(command.number),
                clauses=table.law.dispute,
            )
        )  # fmt: skip

    return with_notice


class ReviewDispute(Command, frozen=True, tag="review-dispute"):
    """The Commission's officer gives the outcome of the review."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    outcome: Text
    stands: bool | None = None
    """Whether what happened stands after all, or is put right; what was decided if nothing."""


@acts.act(ReviewDispute, Role.INSPECTOR, clauses=of_table(lambda law: law.dispute))
def review_dispute(table: Table, command: ReviewDispute, by: Person) -> Effect:
    said, stands = command.outcome, command.stands
    before = (REVIEW_REQUESTED,)
    return _next_stage(table, command.number, said, before, "reviewed", stands=stands)


def _next_stage(
    table: Table,
    number: int,
    text: str,
    before: tuple[str, ...],
    stage: str,
    *,
    stands: bool | None = None,
) -> Effect:
    law = table.law
    must_have_come_to(table, number, before, law.dispute)
    table.refuse_unless(text, "say what was decided", law.dispute)
    return lambda: go_on_to(table, number, stage, text, law.dispute, stands=stands)
