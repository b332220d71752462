"""Rule 18: prohibited devices and what they cost, advice, refused wagers, and disputes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.challenge.acts.decisions import asking_anew
from croupier.games.challenge.acts.wagering import clear_the_place
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import conduct_of
from croupier.rulebook.citations import Clauses, Refused, UnknownClause
from croupier.table.acts import conduct, dispute_rulings, voiding
from croupier.table.acts.betting import after_a_removal, take_back
from croupier.table.acts.conduct import (
    Advise,
    AskForRules,
    RaiseDispute,
    RecordBreach,
    RequestReview,
)
from croupier.table.acts.dispute_rulings import go_on_to, must_have_come_to
from croupier.table.acts.voiding import Exclude, VoidWager
from croupier.table.facts import (
    DETAIN,
    EXCLUDE_FROM_CASINO,
    HAND_OVER,
    REVIEW_REQUESTED,
    Exercised,
    Notified,
)
from croupier.table.law import together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table


acts: Acts[Table, BlackjackRules] = Acts(dispute_rulings.acts)

acts.act(Advise, Role.DEALER, clauses=of_challenge(lambda law: law.no_advice))(conduct.advise)
acts.act(
    AskForRules,
    Role.PLAYER,
    clauses=of_challenge(lambda law: law.copy_of_rules),
    names_anybody=True,
)(conduct.ask_for_rules)


def _void_wager(table: Table, command: VoidWager, by: Person) -> Effect:
    return asking_anew(table, voiding.void_wager(table, command, by))


acts.act(
    VoidWager,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.void, law.breach, law.void_wager)),
)(_void_wager)


@acts.act(
    Exclude,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.breach, law.exclude)),
    names_anybody=True,
)
def exclude(table: Table, command: Exclude, by: Person) -> Effect:
    effect = voiding.exclude(table, command, by)

    def shown_out() -> None:
        effect()
        if command.player not in table.patrons.arrived:
            clear_the_place(table, command.player)

    return asking_anew(table, shown_out)


# --- prohibited devices


class FindProhibitedDevice(Command, frozen=True, tag="find-prohibited-device"):
    """A casino supervisor is satisfied that somebody used a device that helps to play."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    states_breach: ClassVar[bool] = True

    person: str
    apparatus: Text
    on_duty: bool = False
    """Whether it was staff or an inspector in the course of duty."""


@acts.act(
    FindProhibitedDevice,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.prohibited_device, law.staff_exempt, law.breach)),
)
def find_prohibited_device(table: Table, command: FindProhibitedDevice, by: Person) -> Effect:
    law, person = card_law_of(table), command.person
    table.refuse_unless(
        person.strip() and command.apparatus, "say who used what", law.prohibited_device
    )
    table.refuse_unless(
        not command.on_duty, f"{person} acts in the course of duty", law.staff_exempt
    )

    def effect() -> None:
        table.patrons.breaches[person] += 1
        table.add_fact(
            Exercised(
                power="prohibited device found", subject=person, reason=command.apparatus,
                clauses=Clauses((*law.prohibited_device, *law.breach)),
            )
        )  # fmt: skip

    return effect


class ExcludeFromCasino(Command, frozen=True, tag="exclude-from-casino"):
    """Somebody who used a prohibited device is excluded from the casino under the Act."""

    bears_on_round: ClassVar[bool] = False

    person: str
    order: Text
    """The written order."""


@acts.act(
    ExcludeFromCasino,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.breach, law.exclude_from_casino)),
)
def exclude_from_casino(table: Table, command: ExcludeFromCasino, by: Person) -> Effect:
    law, person = card_law_of(table), command.person
    table.refuse_unless(command.order, "order: name the order", law.exclude_from_casino)
    _must_have_been_satisfied(table, person)
    out = None
    if person not in table.patrons.excluded:
        out = exclude(table, Exclude(player=person, reason=command.order), by)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power=EXCLUDE_FROM_CASINO, subject=person, reason=command.order,
                clauses=law.exclude_from_casino,
            )
        )  # fmt: skip
        if out is not None:
            out()

    return effect


class Detain(Command, frozen=True, tag="detain"):
    """Somebody with a prohibited device is held until an inspector or the police have come."""

    bears_on_round: ClassVar[bool] = False

    person: str
    reason: Text


@acts.act(
    Detain, Role.SUPERVISOR, clauses=of_challenge(lambda law: together(law.breach, law.detain))
)
def detain(table: Table, command: Detain, by: Person) -> Effect:
    law, person = card_law_of(table), command.person
    table.refuse_unless(command.reason, "reason: say why", law.detain)
    _must_have_been_satisfied(table, person)
    table.refuse_unless(
        person not in conduct_of(table).detained, f"{person} is detained already", law.detain
    )

    def effect() -> None:
        conduct_of(table).detained.add(person)
        table.add_fact(
            Exercised(power=DETAIN, subject=person, reason=command.reason, clauses=law.detain)
        )

    return effect


class HandOver(Command, frozen=True, tag="hand-over"):
    """An inspector or a police officer has come and taken charge of somebody detained."""

    bears_on_round: ClassVar[bool] = False

    person: str
    to: Text


@acts.act(
    HandOver, Role.SUPERVISOR, clauses=of_challenge(lambda law: together(law.breach, law.detain))
)
def hand_over(table: Table, command: HandOver, by: Person) -> Effect:
    law, person = card_law_of(table), command.person
    table.refuse_unless(
        person in conduct_of(table).detained, f"{person} is not detained", law.detain
    )
    table.refuse_unless(command.to, "to: name the inspector or officer", law.detain)

    def effect() -> None:
        conduct_of(table).detained.remove(person)
        table.add_fact(
            Exercised(power=HAND_OVER, subject=person, reason=command.to, clauses=law.detain)
        )

    return effect


def _must_have_been_satisfied(table: Table, person: str) -> None:
    law = card_law_of(table)
    if not table.patrons.breaches[person]:
        raise Refused(f"no prohibited device was found on {person}", law.breach)


# --- other conduct


@acts.act(
    RecordBreach,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(
            law.cards_handled, law.prohibited_device, law.no_influence, law.no_private_bets
        )
    ),
)
def record_breach(table: Table, command: RecordBreach, by: Person) -> Effect:
    """What the rules forbid without naming a consequence, such as touching the cards."""
    law = card_law_of(table)
    forbidden = {
        law.cards_handled[-1]: "touching the cards",
        law.no_private_bets[-1]: "a bet between players",
    }
    table.refuse_unless(
        command.person.strip() and command.what, "say who did what", law.cards_handled
    )
    if command.clause in law.prohibited_device:
        raise Refused("clause: a prohibited device is found by a supervisor", law.breach)
    if command.clause in law.no_influence:
        raise Refused("clause: influence is noted with whom it was meant for", law.no_influence)
    try:
        broken = table.game.instrument.cite(command.clause)
    except UnknownClause as error:
        raise Refused(f"clause: {error}", law.cards_handled) from None
    named = forbidden.get(command.clause)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power=f"breach recorded: {named}" if named else "breach recorded",
                subject=command.person, reason=command.what, clauses=broken,
            )
        )  # fmt: skip

    return effect


class NoteInfluence(Command, frozen=True, tag="note-influence"):
    """A spectator or player tries to influence a player, who may have asked for it."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    bears_on_round: ClassVar[bool] = False

    person: str
    player: str
    requested: bool = False


@acts.act(
    NoteInfluence,
    Role.DEALER,
    clauses=of_challenge(lambda law: law.no_influence),
    names_anybody=True,
)
def note_influence(table: Table, command: NoteInfluence, by: Person) -> Effect:
    law = card_law_of(table)
    table.refuse_unless(
        command.person.strip() and command.player.strip() not in ("", command.person),
        "say who advised whom",
        law.no_influence,
    )  # fmt: skip
    if command.requested:
        raise Refused(f"{command.player} has asked for it", law.no_influence)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="breach recorded: influence on another's play", subject=command.person,
                reason=f"on {command.player}", clauses=law.no_influence,
            )
        )  # fmt: skip

    return effect


class RefuseWager(Command, frozen=True, tag="refuse-wager"):
    """A casino supervisor refuses a wager before the first card; it leaves the layout."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    grounds: Text
    wager: str | None = None


@acts.act(RefuseWager, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.refuse_wager))
def refuse_wager(table: Table, command: RefuseWager, by: Person) -> Effect:
    law, player, box = card_law_of(table), command.player, command.box
    table.refuse_unless(command.grounds, "grounds: say what is wrong with it", law.refuse_wager)
    if table.wager_of(player, box, command.wager) is None:
        raise Refused(f"{player} has no such wager on box {box}", law.refuse_wager)
    if table.in_play:
        raise Refused("the first card has been dealt", law.refuse_wager)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="refuse a wager", subject=f"{player} on box {box}", reason=command.grounds,
                clauses=law.refuse_wager,
            )
        )  # fmt: skip
        if table.phase is Phase.BETTING:
            while wager := table.wager_of(player, box, command.wager):
                take_back(table, wager, law.refuse_wager)
            return
        assert table.round is not None
        table.round.void_wagers(player, box, command.wager, law.refuse_wager)
        after_a_removal(table)

    return effect


RAISED, DECIDED, REVIEWED, FINAL = "raised", "decided", "reviewed", "final"


acts.act(
    RaiseDispute, Role.PLAYER, clauses=of_challenge(lambda law: law.dispute), names_anybody=True
)(conduct.raise_dispute)


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The gaming supervisor decides a dispute in the first instance."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    decision: Text
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


@acts.act(
    RequestReview, Role.PLAYER, clauses=of_challenge(lambda law: law.dispute), names_anybody=True
)
def request_review(table: Table, command: RequestReview, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (DECIDED,), law.dispute)
    return lambda: go_on_to(table, number, REVIEW_REQUESTED, command.player, law.dispute)


class ReviewDecision(Command, frozen=True, tag="review-decision"):
    """A casino supervisor reviews what the gaming supervisor decided."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    outcome: Text
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(ReviewDecision, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.dispute))
def review_decision(table: Table, command: ReviewDecision, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (REVIEW_REQUESTED,), law.dispute)
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

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    decision: Text
    stands: bool | None = None
    """Whether what happened stands, or is put right before the next round."""


@acts.act(DecideFinally, Role.OPERATOR, clauses=of_challenge(lambda law: law.operator_final))
def decide_finally(table: Table, command: DecideFinally, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (DECIDED, REVIEW_REQUESTED, REVIEWED), law.operator_final)
    table.refuse_unless(command.decision, "decision: say what is decided", law.operator_final)
    text = command.decision
    return lambda: go_on_to(table, number, FINAL, text, law.operator_final, stands=command.stands)


class NotSatisfied(Command, frozen=True, tag="not-satisfied"):
    """Somebody is not satisfied with the operator's decision, and is told of the next step."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    number: int
    player: str


@acts.act(
    NotSatisfied,
    Role.PLAYER,
    clauses=of_challenge(lambda law: law.operator_final),
    names_anybody=True,
)
def not_satisfied(table: Table, command: NotSatisfied, by: Person) -> Effect:
    law, number = card_law_of(table), command.number
    must_have_come_to(table, number, (FINAL,), law.operator_final)

    def effect() -> None:
        table.add_fact(
            Notified(
                to=command.player, about="right to complain to an inspector",
                detail=f"dispute {number}", clauses=law.operator_final,
            )
        )  # fmt: skip

    return effect
