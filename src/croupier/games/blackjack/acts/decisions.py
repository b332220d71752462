"""The answers of players and dealer at a table, judged by the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.blackjack.asks_and_answers import (
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.legal_answers import Decision, why_not
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.law import together
from croupier.table.table import DEALING

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.rules import BlackjackRules, InsuranceLaw
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()

PLAYER = Role.PLAYER


def declared_for_a_decision(kind: type[Decision]) -> Callable[[BlackjackRules], Clauses]:
    """What decides about a decision: whose it is for the box, and when it may be made."""

    def clauses(rules: BlackjackRules) -> Clauses:
        table_law, law = rules.table_law, rules.law
        choices: dict[type[Decision], tuple[Clauses | None, ...]] = {
            Hit: (law.may_draw, law.blackjack_ends_the_hand),
            Stand: (law.may_stand, law.must_draw_below.clauses),
            Double: (
                law.may_double, law.no_card_at_21, law.one_card_on_double, law.double_after_split,
            ),
            Split: (
                law.may_split, law.split_again, law.split_stake, law.most_hands.clauses,
                law.one_card_on_aces, law.hands_in_turn, law.no_split_after_drawing,
            ),
        }  # fmt: skip
        return together(
            table_law.seated_decides, table_law.largest_decides, table_law.nearest_decides,
            law.subsequent_deal, *choices[kind],
        )  # fmt: skip

    return clauses


def _judge(table: Table, answer: Answer) -> tuple[RoundAtTable, Effect]:
    law = table.law
    at_table = table.round
    if not isinstance(at_table, RoundAtTable) or table.phase is not DEALING:
        raise Refused("no round is in play", law.round_of_play)
    if at_table.astray:
        raise Refused("a card lies on the wrong hand", law.misplaced_in_round)
    refusal = why_not(at_table.round, answer)
    if refusal is not None:
        raise refusal

    def effect() -> None:
        at_table.round.accept(answer)
        table.follow()

    return at_table, effect


def _must_afford(table: Table, player: str, amount: int) -> None:
    rack = table.chips.rack(player)
    if amount > rack:
        raise Refused(f"{player} has {money(rack)} in chips", table.law.chips_in_the_box)


def decide(table: Table, answer: Decision, by: Person) -> Effect:
    """What the controlling player of a box does with a hand."""
    at_table, effect = _judge(table, answer)
    due = at_table.round.due
    assert isinstance(due, Choice)
    if by.role is PLAYER and by.name != due.player:
        raise Refused(
            f"{due.player} makes the decisions for box {answer.box}", table.law.seated_decides
        )
    if type(answer) is Double:
        _must_afford(table, due.player, answer.amount)
    elif type(answer) is Split:
        _must_afford(table, due.player, due.hand.own_bet(due.player).stake)
    return effect


acts.act(Hit, Role.PLAYER, clauses=declared_for_a_decision(Hit))(decide)
acts.act(Stand, Role.PLAYER, clauses=declared_for_a_decision(Stand))(decide)
acts.act(Double, Role.PLAYER, clauses=declared_for_a_decision(Double))(decide)
acts.act(Split, Role.PLAYER, clauses=declared_for_a_decision(Split))(decide)


def declared_for_an_election(rules: BlackjackRules) -> Clauses:
    """What decides whether another owner joins a split or a double."""
    law = rules.law
    return together(
        law.decider_declined_split, law.others_may_split, law.others_stay_on_first_hand,
        law.decider_declined_double, law.others_may_double,
    )  # fmt: skip


@acts.act(Elect, Role.PLAYER, clauses=declared_for_an_election)
def elect(table: Table, command: Elect, by: Person) -> Effect:
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


def _declared_for_insurance(
    read: Callable[[InsuranceLaw], Clauses],
) -> Callable[[BlackjackRules], Clauses]:
    def clauses(rules: BlackjackRules) -> Clauses:
        law = rules.law.insurance
        assert law is not None
        return read(law)

    return clauses


@acts.act(
    Insure,
    Role.PLAYER,
    clauses=_declared_for_insurance(
        lambda law: together(
            law.insurance, law.insurance_window, law.insurance_multiples, law.insurance_on_others,
            law.preference_same_box, law.preference_nearest, law.preference_least_insured,
        )
    ),
)  # fmt: skip
def insure(table: Table, command: Insure, by: Person) -> Effect:
    must_be_here(table, command.player)
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


@acts.act(
    TakeEvenMoney,
    Role.PLAYER,
    clauses=lambda rules: together(
        rules.law.blackjack,
        rules.law.interim_settlement,
        _declared_for_insurance(lambda law: law.even_money.clauses)(rules),
    ),
)
def take_even_money(table: Table, command: TakeEvenMoney, by: Person) -> Effect:
    must_be_here(table, command.player)
    return _judge(table, command)[1]


@acts.act(
    DeclineInsurance,
    Role.PLAYER,
    clauses=_declared_for_insurance(
        lambda law: together(law.insurance, law.insurance_window, law.insurance_on_others)
    ),
)
def decline_insurance(table: Table, command: DeclineInsurance, by: Person) -> Effect:
    return _judge(table, command)[1]


@acts.act(
    MoveOn,
    Role.DEALER,
    clauses=lambda rules: together(
        _declared_for_insurance(lambda law: law.insurance_window)(rules),
        rules.law.others_stay_on_first_hand,
        rules.law.others_may_double,
    ),
)
def move_on(table: Table, command: MoveOn, by: Person) -> Effect:
    return _judge(table, command)[1]
