"""Blackjack at a live table: the game a table plays, and the commands its players give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.chips import dollars
from croupier.games.blackjack import voiding
from croupier.games.blackjack.answers import why_not
from croupier.games.blackjack.asks import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    Misplaced,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.betting import boxes_in_play
from croupier.games.blackjack.reconstruction import rebuild
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.views import RoundView, view
from croupier.rulebook.citing import Refused
from croupier.table.acting import act
from croupier.table.facts import Outcome
from croupier.table.roles import Role
from croupier.table.table import Phase
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.cards import Card
    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citing import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.acting import Effect
    from croupier.table.law import TableLaw
    from croupier.table.roles import Person
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted


class Blackjack:
    """The game of a blackjack table, with its options decided."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules

    @property
    def instrument(self) -> Instrument:
        return self.rules.instrument

    @property
    def table_law(self) -> TableLaw:
        return self.rules.table_law

    @property
    def options(self) -> dict[str, Any]:
        return self.rules.options

    @property
    def inscription_clauses(self) -> Clauses | None:
        return self.rules.law.dealer_draws if self.rules.law.dealer_hits_soft_17 else None

    def start(self, admitted: Iterable[Admitted], absent: Iterable[str]) -> RoundAtTable:
        return RoundAtTable(self.rules, list(admitted), set(absent))


class RoundAtTable:
    """A round with what only a table can do to it: misplaced cards, voids, people who leave."""

    def __init__(
        self,
        rules: BlackjackRules,
        admitted: list[Admitted],
        absent: set[str],
        round: Round | None = None,
    ) -> None:
        self.rules = rules
        self._admitted = admitted
        self._removals: list[Callable[[Round], object]] = []
        self.round = round or Round(rules, boxes_in_play(admitted), absent=absent)

    @property
    def facts(self) -> list[RoundFact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.due is None

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        due = self.round.due
        if not isinstance(due, CardDue):
            return None
        return (due.box.number if due.box else 0, due.hand.place)

    def deal_card(self, card: Card) -> None:
        self.round.deal(card)

    def misplace(self, card: Card, box: int, hand: int) -> None:
        self.round.deal(Misplaced(card, box, hand))

    def has_place(self, box: int, hand: int) -> bool:
        try:
            self.round.find(box, hand)
        except LookupError:
            return False
        return box != 0 or hand == 1

    def reconsider(self) -> None:
        self.round.reconsider()

    def set_absent(self, player: str, absent: bool) -> None:
        if absent:
            self.round.absent.add(player)
        else:
            self.round.absent.discard(player)
        self.round.reconsider()

    def void(self, clauses: Clauses) -> None:
        voiding.void_everything(self.round, clauses)

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        self._remove(lambda round: voiding.void_wagers(round, player, box, wager, clauses))

    def hand_back(self, player: str, box: int, clauses: Clauses) -> None:
        self._remove(
            lambda round: voiding.give_back(
                round, Outcome.RETURNED, clauses, lambda stake: stake.belongs_to(player, box, MAIN)
            )
        )

    def _remove(self, removal: Callable[[Round], object]) -> None:
        removal(self.round)
        self._removals.append(removal)

    def rebuilt(self) -> tuple[RoundAtTable, list[Card], int]:
        round, cards, kept = rebuild(self.round, boxes_in_play(self._admitted))
        again = RoundAtTable(self.rules, self._admitted, set(), round)
        for removal in self._removals:
            removal(round)
        again._removals = list(self._removals)
        round.reconsider()
        return again, cards, kept

    def view(self) -> RoundView:
        return view(self.round)


# --- the commands of players and dealer, judged by the round


def _judge(table: Table, answer: Answer) -> tuple[RoundAtTable, Effect]:
    law = table.law
    at_table = table.round
    if not isinstance(at_table, RoundAtTable) or table.phase is not Phase.DEALING:
        raise Refused("no round is in play", law.round_of_play)
    refusal = why_not(at_table.round, answer)
    if refusal is not None:
        raise refusal

    def effect() -> None:
        at_table.round.answer(answer)
        table.drain()
        if at_table.over:
            table.phase = Phase.SETTLED

    return at_table, effect


def _must_afford(table: Table, player: str, amount: int) -> None:
    rack = table.chips.rack(player)
    if amount > rack:
        raise Refused(f"{player} has {dollars(rack)} in chips", table.law.chips_in_the_box)


def _decide(table: Table, answer: Hit | Stand | Double | Split, by: Person) -> Effect:
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


act(Hit, Role.PLAYER)(_decide)
act(Stand, Role.PLAYER)(_decide)
act(Double, Role.PLAYER)(_decide)
act(Split, Role.PLAYER)(_decide)


@act(Elect, Role.PLAYER)
def elect(table: Table, command: Elect, by: Person) -> Effect:
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


@act(Insure, Role.PLAYER)
def insure(table: Table, command: Insure, by: Person) -> Effect:
    _, effect = _judge(table, command)
    _must_afford(table, command.player, command.amount)
    return effect


@act(TakeEvenMoney, Role.PLAYER)
def take_even_money(table: Table, command: TakeEvenMoney, by: Person) -> Effect:
    return _judge(table, command)[1]


@act(DeclineInsurance, Role.PLAYER)
def decline_insurance(table: Table, command: DeclineInsurance, by: Person) -> Effect:
    return _judge(table, command)[1]


@act(MoveOn, Role.DEALER)
def move_on(table: Table, command: MoveOn, by: Person) -> Effect:
    return _judge(table, command)[1]
