"""Rules 8.7, 12 and 15 at a table: silence, cards in view, devices, exclusion and void rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.holdem import round_irregularities
from croupier.games.holdem.acts.misdeals import happen, note_what_came_back
from croupier.games.holdem.facts import Abort, Ended
from croupier.games.holdem.round_at_table import RoundAtTable, round_in_play
from croupier.games.holdem.table_state import law_of, state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import conduct, voiding
from croupier.table.acts.betting import after_a_removal
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.voiding import IMPRACTICAL, Exclude, Invalidate, VoidRound
from croupier.table.facts import Exercised, Notified
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemLaw, HoldemRules
    from croupier.table.table import Table


acts: Acts[Table, HoldemRules] = Acts()


class Say(Command, frozen=True, tag="say"):
    """A player says something to the table."""

    bears_on_round: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    player: str
    words: Text


@acts.act(
    Say, Role.PLAYER, clauses=lambda rules: together(rules.law.silence, rules.law.no_word_of_hands)
)
def say(table: Table, command: Say, by: Person) -> Effect:
    """From the first card to the last settlement players declare what they do, and no more."""
    law = law_of(table)
    must_be_here(table, command.player)
    table.refuse_unless(command.words, "words: say what", law.silence)
    at_table = table.round
    if table.in_play and isinstance(at_table, RoundAtTable) and not at_table.over:
        betting = at_table.round.betting_law is not None
        if betting:
            raise Refused("in a betting round players declare fold, check or bet", law.silence)
        raise Refused("nothing is said while hands are in play", law.no_word_of_hands)
    return lambda: table.add_fact(
        Notified(
            to="players", about=f"said by {command.player}", detail=command.words,
            clauses=law.silence,
        )
    )  # fmt: skip


COLLUSION = ("out-of-view", "exchange", "word-of-hand", "talk")
EXCLUDE_FROM_ROUND, VOID_ROUND = "exclude-from-round", "void-round"
SANCTIONS = (EXCLUDE_FROM_ROUND, VOID_ROUND)


def _forbidden(law: HoldemLaw) -> dict[str, Clauses]:
    broken = (law.cards_in_view, law.no_exchange, law.no_word_of_hands, law.silence)
    return dict(zip(COLLUSION, broken, strict=True))


class ReportCollusion(Command, frozen=True, tag="report-collusion"):
    """A player let cards out of view, exchanged some, spoke of a hand, or spoke out of turn."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)

    player: str
    what: Annotated[str, OneOf(COLLUSION)]
    words: Text


@acts.act(
    ReportCollusion,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.silence,
        rules.law.cards_in_view,
        rules.law.no_exchange,
        rules.law.no_word_of_hands,
        rules.law.collusion,
    ),
)
def report_collusion(table: Table, command: ReportCollusion, by: Person) -> Effect:
    law = law_of(table)
    forbidden = _forbidden(law)
    round_in_play(table)
    must_be_here(table, command.player)
    if command.what not in forbidden:
        raise Refused(f"what: one of {', '.join(forbidden)}", law.collusion)
    table.refuse_unless(command.words, "words: say what happened", law.collusion)

    def effect() -> None:
        table.patrons.breaches[command.player] += 1
        if forbidden[command.what] != law.silence:  # which is none of rule 12
            state_of(table).colluded.add(command.player)
        table.add_fact(
            Exercised(
                power=f"breach recorded: {command.what}", subject=command.player,
                reason=command.words,
                clauses=Clauses((*forbidden[command.what], *table.law.breach)),
            )
        )  # fmt: skip

    return effect


@acts.act(RecordBreach, Role.DEALER, clauses=conduct.BREACHES)
def record_breach(table: Table, command: RecordBreach, by: Person) -> Effect:
    """As at any table; one of rule 12 may have its own sanction."""
    effect = conduct.record_breach(table, command, by)
    law = law_of(table)
    rule = together(law.cards_in_view, law.no_exchange, law.no_word_of_hands, law.collusion)

    def with_collusion() -> None:
        effect()
        if command.clause in rule:
            state_of(table).colluded.add(command.person)

    return with_collusion


class SanctionCollusion(Command, frozen=True, tag="sanction-collusion"):
    """Somebody who colluded is excluded from the round, or the round is void."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    why_override: ClassVar[str] = "if the round is void, others lose theirs for what one player did"

    player: str
    sanction: Annotated[str, OneOf(SANCTIONS)]
    reason: Text

    @property
    def is_override(self) -> bool:
        return self.sanction == VOID_ROUND


@acts.act(
    SanctionCollusion,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.void, rules.law.collusion),
)
def sanction_collusion(table: Table, command: SanctionCollusion, by: Person) -> Effect:
    """Void the open wagers of an excluded player; decided wagers stay taken or paid.

    The rules say nothing else about the wagers of an excluded player than that they may be void.
    """
    law, at_table, state = law_of(table), round_in_play(table), state_of(table)
    table.refuse_unless(command.reason, "reason: say why", law.collusion)
    if command.player not in state.colluded:
        raise Refused(f"no collusion by {command.player} is recorded", law.collusion)
    if command.sanction not in SANCTIONS:
        raise Refused(f"sanction: {' or '.join(SANCTIONS)}", law.collusion)
    excludes, once = command.sanction == EXCLUDE_FROM_ROUND, (table.number, command.player)
    hands = [box for box in at_table.round.boxes if box.player == command.player]
    if excludes and (once in state.put_out or all(box.ended is Ended.VOID for box in hands)):
        raise Refused(f"{command.player} has no hand in this round", law.collusion)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power=command.sanction, subject=command.player, reason=command.reason,
                clauses=law.collusion,
            )
        )  # fmt: skip
        if excludes:
            state.put_out.add(once)
            for box in (box for box in hands if box.live):
                at_table.void_hand(box.number, "excluded from the round", law.collusion)
                table.follow()
                note_what_came_back(table)
        else:
            happen(
                table,
                lambda round: round_irregularities.abort(
                    round, Abort.VOID, command.reason, law.collusion
                ),
            )

    return effect


class ReportDevice(Command, frozen=True, tag="report-device"):
    """Somebody uses a device to record, project or analyse the game."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)

    person: str
    device: Text
    on_duty: bool = False
    """Whether it is an agent or an employee of the casino, in the course of their duty."""


@acts.act(
    ReportDevice,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.no_devices, rules.table_law.breach),
)
def report_device(table: Table, command: ReportDevice, by: Person) -> Effect:
    law, person = law_of(table), command.person
    table.refuse_unless(person.strip() and command.device, "say who uses what", law.no_devices)
    if command.on_duty:
        raise Refused(f"{person} may, in the course of their duty", law.no_devices)

    def effect() -> None:
        table.patrons.breaches[person] += 1
        table.add_fact(
            Exercised(
                power="breach recorded: a device", subject=person, reason=command.device,
                clauses=Clauses((*law.no_devices, *table.law.breach)),
            )
        )  # fmt: skip

    return effect


@acts.act(
    Invalidate, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.disturbance))
)
def invalidate(table: Table, command: Invalidate, by: Person) -> Effect:
    """A disturbance reaches a game only before its completion."""
    effect = voiding.invalidate(table, command, by)
    if table.round is not None and table.round.over:
        raise Refused("the game is complete", table.law.disturbance)
    return effect


@acts.act(
    VoidRound, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.void_round))
)
def void_round(table: Table, command: VoidRound, by: Person) -> Effect:
    """A round that is complete cannot be impractical to continue; fraud may still be found."""
    effect = voiding.void_round(table, command, by)
    if command.ground == IMPRACTICAL and table.phase is Phase.SETTLED:
        raise Refused("the round is complete", table.law.void_round)
    return effect


@acts.act(
    Exclude,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.breach, law.exclude)),
    names_anybody=True,
)
def exclude(table: Table, command: Exclude, by: Person) -> Effect:
    """Void the open wagers of a player who is excluded in mid-round.

    To exclude is to end further participation: a hand that was folded, conceded or settled is
    over, and its wagers stay taken or paid. Only declaring them void (15.3(a)) reaches these.
    """
    effect = voiding.exclude(table, command, by)
    law, player = table.law, command.player

    def with_the_hand() -> None:
        at_table = table.round
        if isinstance(at_table, RoundAtTable) and table.phase is Phase.DEALING:
            hands = (box for box in at_table.round.boxes if box.player == player)
            hand = next((box for box in hands if box.live), None)
            if hand is not None:
                clauses = Clauses((*law.exclude, *law.void_wager))
                at_table.void_hand(hand.number, "excluded from the game", clauses)
                after_a_removal(table)
                note_what_came_back(table)
        effect()

    return with_the_hand
