"""Blackjack at a live table: the game a table plays, and the commands its players give."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.chips import NotWholeCents, dollars
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
    Reconsider,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.betting import boxes_in_play
from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.legal import candidates
from croupier.games.blackjack.reconstruction import Event, rebuild
from croupier.games.blackjack.round import Round, why_stop
from croupier.games.blackjack.views import RoundView, view
from croupier.rulebook.citing import Refused
from croupier.table.acting import act
from croupier.table.facts import Outcome, Settled
from croupier.table.roles import Role
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, with_their_mains

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citing import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.acting import Effect
    from croupier.table.law import TableLaw
    from croupier.table.roles import Person
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted, Sign


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

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        pays = self.rules.law.blackjack_pays
        if wager == MAIN:
            try:
                pays.value.on(amount)
            except NotWholeCents as error:
                return Refused(str(error), pays.clauses)
        return None

    def start(
        self, admitted: Iterable[Admitted], absent: Iterable[str], sign: Sign
    ) -> RoundAtTable:
        rules, multiple = self.rules, sign.of(MAIN).multiple
        if multiple != rules.double_multiple:  # the sign has been changed since the table opened
            rules = replace(rules, double_multiple=multiple)
        return RoundAtTable(rules, list(admitted), frozenset(absent))


class _Round(Round):
    """A round whose wagers can be taken off while a card is due to them."""

    def reconsider(self) -> None:
        due = self.due
        if isinstance(due, CardDue) and not self._needs(due):
            self._send(Reconsider(), ())
        else:
            super().reconsider()

    def _needs(self, due: CardDue) -> bool:
        """Whether a card that was due is due still: no needless one is drawn (12.2)."""
        if self.stage is Stage.SUBSEQUENT_DEAL:
            return due.hand.has_open_bets
        return self.stage is not Stage.DEALERS_HAND or why_stop(self) is None

    def lay(self, card: object, box: Box | None, hand: Hand, clauses: Clauses) -> None:
        if type(card) is not Reconsider:  # which stands for the card that is not needed
            super().lay(card, box, hand, clauses)


class RoundAtTable:
    """A round with what only a table can do to it: misplaced cards, voids, people who leave."""

    def __init__(
        self, rules: BlackjackRules, admitted: list[Admitted], absent: frozenset[str]
    ) -> None:
        self.rules = rules
        self.round = _Round(rules, boxes_in_play(admitted), absent=absent)
        self._admitted = admitted
        self._absent = absent
        self._events: list[Event] = []
        self._misplaced = False
        self._astray = False

    @property
    def facts(self) -> list[RoundFact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.due is None

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        due = self.round.due
        if not isinstance(due, CardDue) or self._astray:
            return None
        return (due.box.number if due.box else 0, due.hand.place)

    @property
    def misplaced(self) -> bool:
        return self._misplaced

    @property
    def astray(self) -> bool:
        return self._astray

    @property
    def unsettled(self) -> bool:
        return any(True for _ in voiding.open_stakes(self.round))

    def deal_card(self, card: Card) -> None:
        self._lay(card)

    def misplace(self, card: Card, box: int, hand: int) -> None:
        self._misplaced = True
        self._lay(Misplaced(card, box, hand))

    def _lay(self, sent: Card | Misplaced) -> None:
        due = self.round.due
        assert isinstance(due, CardDue)
        if self._misplaced and self._ends_the_initial_deal_wrong(due, sent):
            # Nothing can follow an initial deal that left a hand short.
            self._astray = True
            self.round.answers.append((sent, ()))
            self.round.lay(sent, due.box, due.hand, due.clauses)
        else:
            self.round.deal(sent)

    def _ends_the_initial_deal_wrong(self, due: CardDue, sent: Card | Misplaced) -> bool:
        round = self.round
        if due.clauses is not round.law.second_card or due.box is not round.boxes[-1]:
            return False
        to = due.hand if isinstance(sent, Card) else round.find(sent.box, sent.hand)[1]
        hands = [(round.dealer, 1), *((box.hands[0], 2) for box in round.boxes)]
        return any(len(hand.cards) + (hand is to) != cards for hand, cards in hands)

    def has_place(self, box: int, hand: int) -> bool:
        try:
            self.round.find(box, hand)
        except LookupError:
            return False
        return box != 0 or hand == 1

    def reconsider(self) -> None:
        self.round.reconsider()

    # -- what is done to it from outside

    def set_absent(self, player: str, absent: bool) -> None:
        def happen(round: Round) -> None:
            if absent:
                round.absent.add(player)
            else:
                round.absent.discard(player)

        self._happen(happen)

    def void(self, clauses: Clauses) -> None:
        voiding.void_everything(self.round, clauses)

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        return voiding.can_void(self.round, player, box, wager)

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        self._take_back(Outcome.VOID, player, box, wager, clauses)

    def hand_back(self, player: str, box: int, clauses: Clauses) -> None:
        self._take_back(Outcome.RETURNED, player, box, MAIN, clauses)

    def _take_back(
        self, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
    ) -> None:
        if self.round.answers:
            self._happen(
                lambda round: voiding.take_back(round, outcome, player, box, wager, clauses)
            )
        else:
            self._start_without(outcome, player, box, wager, clauses)

    def _happen(self, happen: Callable[[Round], object]) -> None:
        self._events.append(Event(len(self.round.answers), happen))
        happen(self.round)
        self.round.reconsider()

    def _start_without(
        self, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
    ) -> None:
        """No card has been dealt: a box that loses its last main wager gets none."""
        off = [
            each
            for each in self._admitted
            if each.wager.player == player
            and each.wager.box == box
            and wager in (None, each.wager.wager)
        ]
        gone = [(each, outcome, clauses) for each in off]
        ruled = with_their_mains(
            self.rules.table_law,
            [each for each in self._admitted if each not in off],
            self.rules.side_bet_needs_own_main,
        )
        for each in ruled:
            if not each.stands:
                how = Outcome.VOID if each.void else Outcome.RETURNED
                gone.append((each, how, each.clauses))
        self._admitted = [each for each in ruled if each.stands]
        facts = [_given_back(*each) for each in gone]
        before, boxes = self.round.facts, boxes_in_play(self._admitted)
        if boxes:
            self.round = _Round(self.rules, boxes, absent=self._absent)
        else:
            self.round.stop()
        self.round.facts = [*before, *facts]
        self._events.append(Event(0, lambda round: round.facts.extend(facts)))

    def rebuilt(self) -> tuple[RoundAtTable, list[Card], int]:
        rebuilt = rebuild(self.round, boxes_in_play(self._admitted), self._absent, self._events)
        again = RoundAtTable(self.rules, self._admitted, self._absent)
        again.round, again._events = rebuilt.round, rebuilt.events
        return again, rebuilt.cards, rebuilt.decisions_kept

    def candidates(self, player: str | None) -> Iterator[Answer]:
        return candidates(self.round, player)

    def view(self) -> RoundView:
        return view(self.round)


def _given_back(each: Admitted, outcome: Outcome, clauses: Clauses) -> Settled:
    wager = each.wager
    return Settled(
        player=wager.player, box=wager.box, hand=None, wager=wager.wager,
        stake=each.stands or each.goes_back, outcome=outcome, net=0, clauses=clauses,
    )  # fmt: skip


# --- the commands of players and dealer, judged by the round


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
