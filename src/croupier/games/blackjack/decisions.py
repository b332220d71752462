"""The answers of players and dealer at a table, judged by the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.chips import dollars
from croupier.games.blackjack.answers import why_not
from croupier.games.blackjack.asks import (
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
from croupier.games.blackjack.at_table import RoundAtTable
from croupier.rulebook.citing import Refused
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


def _judge(table: Table, answer: Answer) -> tuple[RoundAtTable, Effect]:
    law = table.law
    at_table = table.round
    if not isinstance(at_table, RoundAtTable) or table.phase is not Phase.DEALING:
        raise Refused("no round is in play", law.round_of_play)
    if at_table.astray:
        raise Refused("a card lies on the wrong hand", law.misplaced_in_round)
    refusal = why_not(at_table.round, answer)
    if refusal is not None:
        raise refusal

    def effect() -> None:
        at_table.round.answer(answer)
        table.follow()

    return at_table, effect


def _must_afford(table: Table, player: str, amount: int) -> None:
    rack = table.chips.rack(player)
    if amount > rack:
        raise Refused(f"{player} has {dollars(rack)} in chips", table.law.chips_in_the_box)


def decide(table: Table, answer: Hit | Stand | Double | Split, by: Person) -> Effect:
    """What the controlling player of a box does with a hand."""
    at_table, effect = _judge(table, answer)
    due = at_table.round.due
    assert isinstance(due, Choice)
    if by.role is Role.PLAYER and by.name != due.player:
        raise Refused(
            f"{due.player} makes the decisions for box {answer.box}", table.law.seated_decides
        )
    if isinstance(answer, Double):
        _must_afford(table, due.player, answer.amount)
    elif isinstance(answer, Split):
        _must_afford(table, due.player, due.hand.own_bet(due.player).stake)
    return effect


acts.act(Hit, Role.PLAYER)(decide)
acts.act(Stand, Role.PLAYER)(decide)
acts.act(Double, Role.PLAYER)(decide)
acts.act(Split, Role.PLAYER)(decide)


@acts.act(Elect, Role.PLAYER)
def elect(table: Table, command: Elect, by: Person) -> Effect:
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


@acts.act(Insure, Role.PLAYER)
def insure(table: Table, command: Insure, by: Person) -> Effect:
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


@acts.act(TakeEvenMoney, Role.PLAYER)
def take_even_money(table: Table, command: TakeEvenMoney, by: Person) -> Effect:
    return _judge(table, command)[1]


@acts.act(DeclineInsurance, Role.PLAYER)
def decline_insurance(table: Table, command: DeclineInsurance, by: Person) -> Effect:
    return _judge(table, command)[1]


@acts.act(MoveOn, Role.DEALER)
def move_on(table: Table, command: MoveOn, by: Person) -> Effect:
    return _judge(table, command)[1]
