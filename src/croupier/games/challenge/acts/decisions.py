"""Rules 9 and 16: decisions while a card dealt in error waits, and players who do not decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf, Target
from croupier.aggregate.facts import Fact
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.durations import SECOND
from croupier.games.blackjack.acts import decisions
from croupier.games.blackjack.acts.decisions import (
    declared_for_a_decision,
    declared_for_an_election,
)
from croupier.games.blackjack.asks_and_answers import Double, Elect, Hit, MoveOn, Split, Stand
from croupier.games.challenge.round import ChallengeAtTable, round_at
from croupier.games.challenge.table_law import card_law_of, challenge_law, of_challenge
from croupier.games.challenge.table_state import conduct_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import patrons
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.legal_answers import Decision
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table


acts: Acts[Table, BlackjackRules] = Acts()


def _declared_for_a_decision(kind: type[Decision]) -> Callable[[BlackjackRules], Clauses]:
    """What decides about a decision, of which the rules say who is to make it."""
    decided = declared_for_a_decision(kind)
    return lambda rules: together(challenge_law(rules).controlling_player, decided(rules))


class CardRefused(Fact, frozen=True, tag="card-refused"):
    """A player does not take the card that was dealt in error, and gets no other."""

    player: str
    box: int
    hand: int
    card: Card


def known_card(table: Table) -> Card | None:
    """The card dealt in error that everybody has seen and that is dealt next, if there is one."""
    return table.shoe.pending[0] if table.shoe.pending else None


def _must_not_wait_for_refunds(table: Table) -> None:
    if isinstance(table.round, ChallengeAtTable) and table.round.refunds:
        law = card_law_of(table)
        raise Refused("players have not said whether they take refunds", law.refund_offered)


def _with_the_time(table: Table, effect: Effect) -> Effect:
    """Whoever is asked next has the time from here."""

    def answered() -> None:
        effect()
        round_at(table).asked_at = table.now

    return answered


def asking_anew(table: Table, effect: Effect) -> Effect:
    """If somebody else is asked afterwards, or somebody at last, the time is theirs from here."""

    def asked() -> None:
        before = _asked(table)
        effect()
        if _asked(table) not in (None, before):
            round_at(table).asked_at = table.now

    return asked


def _asked(table: Table) -> tuple[str, int, int] | None:
    """Who is asked to decide, about which hand."""
    choosing = round_at(table).choosing if table.phase is Phase.DEALING else None
    if choosing is None:
        return None
    return (choosing.player, choosing.box.number, choosing.hand.place)


def _step_away(table: Table, command: StepAway, by: Person) -> Effect:
    return asking_anew(table, patrons.step_away(table, command, by))


def _come_back(table: Table, command: ComeBack, by: Person) -> Effect:
    return asking_anew(table, patrons.come_back(table, command, by))


acts.act(StepAway, Role.PLAYER, clauses=of_challenge(lambda law: law.absent_player))(_step_away)
acts.act(
    ComeBack,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.absent_player, law.exclude)),
)(_come_back)


def _decide(table: Table, answer: Hit | Stand | Double | Split, by: Person) -> Effect:
    _must_not_wait_for_refunds(table)
    return _with_the_time(table, decisions.decide(table, answer, by))


acts.act(Hit, Role.PLAYER, clauses=_declared_for_a_decision(Hit))(_decide)


def _into_the_unknown(table: Table, answer: Double | Split, by: Person) -> Effect:
    """Whether the card that comes may be known beforehand is a reading."""
    effect = _decide(table, answer, by)
    card = known_card(table)
    if card is not None and table.options["double_into_known_card"] == "refuse":
        law = card_law_of(table)
        raise Refused(f"{card} is known: it may be taken or refused", law.drawn_in_error)
    return effect


acts.act(Double, Role.PLAYER, clauses=_declared_for_a_decision(Double))(_into_the_unknown)
acts.act(Split, Role.PLAYER, clauses=_declared_for_a_decision(Split))(_into_the_unknown)


@acts.act(
    Stand,
    Role.PLAYER,
    clauses=lambda rules: together(
        _declared_for_a_decision(Stand)(rules), challenge_law(rules).card_refused
    ),
)
def stand(table: Table, command: Stand, by: Person) -> Effect:
    """Whoever stands while a card dealt in error is offered refuses that card."""
    effect = _decide(table, command, by)
    card = known_card(table)
    if card is None:
        return effect

    def refuse() -> None:
        law, at_table = card_law_of(table), round_at(table)
        choosing = at_table.choosing
        assert choosing is not None
        table.add_fact(
            CardRefused(
                player=choosing.player, box=command.box, hand=command.hand, card=card,
                clauses=Clauses((*law.drawn_in_error, *law.card_refused)),
            )
        )  # fmt: skip
        effect()
        at_table.refuse_card(choosing.player, command.box)
        table.follow()

    return refuse


@acts.act(Elect, Role.PLAYER, clauses=declared_for_an_election)
def elect(table: Table, command: Elect, by: Person) -> Effect:
    _must_not_wait_for_refunds(table)
    return _with_the_time(table, decisions.elect(table, command, by))


@acts.act(
    MoveOn,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.others_stay_on_first_hand,
        rules.law.others_may_double,
        challenge_law(rules).refund_offered,
    ),
)
def move_on(table: Table, command: MoveOn, by: Person) -> Effect:
    """Whoever was offered a refund and says nothing leaves the wagers in the round."""
    at_table = table.round
    if not isinstance(at_table, ChallengeAtTable) or not at_table.refunds:
        return _with_the_time(table, decisions.move_on(table, command, by))

    def effect() -> None:
        law = card_law_of(table)
        for refund in list(at_table.refunds):
            at_table.answer_refund(refund, takes=False, clauses=law.refund_offered)

    return asking_anew(table, effect)


class NoDecision(Command, frozen=True, tag="no-decision"):
    """A player does not decide about a box within a reasonable period, or refuses to."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    after_the_time: ClassVar[bool] = True

    player: str
    refuses: bool = False


@acts.act(NoDecision, Role.DEALER, clauses=of_challenge(lambda law: law.absent_player))
def no_decision(table: Table, command: NoDecision, by: Person) -> Effect:
    law, player = card_law_of(table), command.player
    _must_not_wait_for_refunds(table)
    choosing = round_at(table).choosing if table.wagers_are_frozen else None
    if choosing is None or choosing.player != player:
        raise Refused(f"player: no decision is due from {player}", law.absent_player)
    seconds = table.options["decision_timer"]
    if seconds and not command.refuses:
        left = round_at(table).asked_at + seconds * SECOND - table.now
        if left > 0:
            raise Refused(
                f"{player} has {-(-left // SECOND)} of {seconds} seconds left", law.absent_player
            )
    box = choosing.box.number

    def passed_over() -> None:
        table.add_fact(
            Notified(
                to="record", about="no decision", detail=f"{player} on box {box}",
                clauses=law.absent_player,
            )
        )  # fmt: skip
        round_at(table).pass_over(player, box)
        table.follow()

    return _with_the_time(table, passed_over)


# --- 9.4: hand signals

SIGNALS = {"scratch": "hit", "tap": "hit", "knock": "hit", "horizontal wave": "stand"}
"""The signals that the rules name, and what each asks for."""
MEANINGS: dict[str, type[Hit | Stand | Double | Split]] = {
    "hit": Hit, "stand": Stand, "double": Double, "split": Split,
}  # fmt: skip


class AcceptSignal(Command, frozen=True, tag="accept-signal"):
    """The operator accepts another hand signal for a decision than those that the rules name."""

    signal: Text
    means: Annotated[str, OneOf(tuple(MEANINGS))]


@acts.act(AcceptSignal, Role.OPERATOR, clauses=of_challenge(lambda law: law.signals))
def accept_signal(table: Table, command: AcceptSignal, by: Person) -> Effect:
    law, known = card_law_of(table), conduct_of(table).signals
    table.refuse_unless(command.signal, "signal: say what the hand does", law.signals)
    table.refuse_unless(command.means in MEANINGS, f"means: {', '.join(MEANINGS)}", law.signals)
    means = _signals(table).get(command.signal, command.means)
    table.refuse_unless(
        means == command.means, f"signal: {command.signal} means {means} already", law.signals
    )

    def effect() -> None:
        known[command.signal] = command.means
        table.add_fact(
            Exercised(
                power="accept a hand signal", subject=f"{command.signal}: {command.means}",
                clauses=law.signals,
            )
        )  # fmt: skip

    return effect


class ShowSignal(Command, frozen=True, tag="show-signal"):
    """A player decides by a hand signal: one that the rules name, or that the operator accepts."""

    box: int
    signal: str
    hand: int = 1
    amount: int | None = None
    """What is added to double."""


def _signals(table: Table) -> dict[str, str]:
    return SIGNALS | conduct_of(table).signals


@acts.act(
    ShowSignal,
    Role.PLAYER,
    clauses=of_challenge(lambda law: law.signals),
    lists={"signal": _signals},
)
def show_signal(table: Table, command: ShowSignal, by: Person) -> Effect:
    law, box, hand = card_law_of(table), command.box, command.hand
    means = _signals(table).get(command.signal)
    if means is None:
        raise Refused(f"signal: {command.signal} is no signal accepted here", law.signals)
    if (means == "double") != (command.amount is not None):
        raise Refused("amount: it is said when a player doubles, and only then", law.signals)
    if means == "stand":
        return stand(table, Stand(box=box, hand=hand), by)
    if means == "hit":
        return _decide(table, Hit(box=box, hand=hand), by)
    if command.amount is None:
        return _into_the_unknown(table, Split(box=box, hand=hand), by)
    return _into_the_unknown(table, Double(box=box, hand=hand, amount=command.amount), by)
