"""A round of Ultimate Texas Hold'em, in the order of the instrument: rules 7 to 9.

`play` is a coroutine. It asks for a card or a decision and is sent the answer; it never shuffles,
looks at a clock, stores or prints. `Round` drives it; what it knows is in `RoundState`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem import settlement
from croupier.games.holdem.asks_and_answers import (
    Betting,
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    Reconsider,
    TakeAndPay,
)
from croupier.games.holdem.facts import (
    AFTER_THE_FLOP,
    BEFORE_THE_FLOP,
    COMMUNAL,
    DEALER,
    ON_THE_RIVER,
    Announced,
    Ended,
    Spread,
    Stage,
    TurnedUp,
)
from croupier.games.holdem.hands import PLAY
from croupier.games.holdem.legal_answers import play_amounts, why_not
from croupier.games.holdem.round_state import FLOP, TURN_AND_RIVER, RoundState
from croupier.games.holdem.rules import DealDirection
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Outcome, Warned
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from croupier.cards import Card
    from croupier.games.holdem.asks_and_answers import Answer, Misplaced, Request
    from croupier.games.holdem.facts import Place
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.rules import BettingLaw, HoldemRules

    Sent = Card | Misplaced | Answer | Reconsider
    Play = Generator[Request, Sent, None]


def play(round: Round) -> Play:
    yield from deal(round)
    yield from before_the_flop(round)
    yield from after_the_flop(round)
    yield from on_the_river(round)
    dealers_hand(round)
    yield from concessions(round)
    yield from take_and_pay(round)


# --- rule 7: the communal cards, then boxes and dealer, as the device has it


def deal(round: Round) -> Play:
    law = round.rules.deal_law
    round.begin(Stage.DEAL, law.manner)
    yield from draw(round, [(COMMUNAL, law.communal)] * 5)
    round.facts.append(Spread(clauses=law.spread))
    yield from draw(round, hands_in_order(round))


def hands_in_order(round: Round) -> list[tuple[Place, Clauses]]:
    """Where the cards of boxes and dealer go: two at a time, or one at a time round the table."""
    rules, law = round.rules, round.rules.deal_law
    clockwise = rules.deal_direction is DealDirection.CLOCKWISE
    boxes = [box.number for box in (round.boxes if clockwise else round.boxes[::-1])]
    dealers: list[tuple[Place, Clauses]]
    dealers = [(DEALER, law.dealers_first), (DEALER, law.dealers_second)]
    if rules.device is Device.SHUFFLER:
        both = (law.first_card, law.second_card)
        return [*((box, clauses) for box in boxes for clauses in both), *dealers]
    first = [(box, law.first_card) for box in boxes]
    second = [(box, law.second_card) for box in boxes]
    return [*first, dealers[0], *second, dealers[1]]


def draw(round: Round, places: Iterable[tuple[Place, Clauses]]) -> Play:
    """No card goes to a box whose wagers have been taken off it since the first."""
    gone = round.gone
    for to, clauses in places:
        while to not in gone:
            card = yield CardDue(to, clauses)
            if type(card) is Reconsider:
                gone = round.gone
                continue
            if TYPE_CHECKING:
                assert isinstance(card, Card | Misplaced)  # whoever drives the round sees to it
            round.lay(card, to, clauses)
            break


# --- rules 8.1 to 8.7: three betting rounds


def before_the_flop(round: Round) -> Play:
    yield from betting(round, BEFORE_THE_FLOP, round.law.before_the_flop)


def after_the_flop(round: Round) -> Play:
    if not round.deserted:
        round.turn_communal(FLOP, round.law.flop)
        yield from betting(round, AFTER_THE_FLOP, round.law.after_the_flop)


def on_the_river(round: Round) -> Play:
    if not round.deserted:
        round.turn_communal(TURN_AND_RIVER, round.law.turn_and_river)
        yield from betting(round, ON_THE_RIVER, round.law.on_the_river)


def betting(round: Round, stage: Stage, law: BettingLaw) -> Play:
    """Every hand without a play wager answers, in whatever order."""
    round.begin(stage, law.opens)
    while round.owing:
        answer = yield Betting()
        if type(answer) is Fold:
            fold(round, round.box(answer.box), law.fold)
        elif type(answer) is NoAnswer:
            fold(round, round.box(answer.box), round.law.no_answer, by_player=False)
        elif type(answer) is Check and law.check is not None:
            check(round, round.box(answer.box), law.check)
        elif isinstance(answer, (PlayWager, OverlookedPlay)):
            bet(round, law, round.box(answer.box), answer)


def fold(round: Round, box: Box, clauses: Clauses, *, by_player: bool = True) -> None:
    """The cards are passed in unseen, or taken where nobody answers, and every wager is lost."""
    round.decided(box, "fold", 0, clauses)
    round.handled = round.handled or by_player
    box.ended = Ended.FOLDED
    for wager in list(box.stakes):
        lost = Clauses((*clauses, *round.law.fold_loses))
        round.settle(box, wager, Outcome.LOSE, lost)


def check(round: Round, box: Box, clauses: Clauses) -> None:
    round.decided(box, "check", 0, clauses)
    box.checked = round.stage


def bet(round: Round, law: BettingLaw, box: Box, answer: PlayWager | OverlookedPlay) -> None:
    """The cards lie face down, and the play wager beside them."""
    amount = answer.amount
    box.overlooked = type(answer) is OverlookedPlay
    stands = amount if box.overlooked else play_amounts(round.rules, law, box)[amount]
    clauses = law.bet if box.overlooked else Clauses((*law.bet, *law.multiples.clauses))
    round.decided(box, "play", amount, clauses)
    round.handled = True
    box.played = round.stage
    box.stakes[PLAY] = stands
    if amount > stands:
        round.hand_back(box, PLAY, amount - stands, round.law.over_maximum)
    elif stands < box.play_limits.minimum and not box.overlooked:
        round.facts.append(
            Warned(
                player=box.player, box=box.number, wager=PLAY, clauses=round.law.under_minimum
            )
        )  # fmt: skip


# --- rule 8.8: the dealer's hand


def dealers_hand(round: Round) -> None:
    if round.deserted:
        return
    law = round.law
    round.begin(Stage.DEALERS_HAND, law.dealers_hand)
    round.facts.append(Announced(words="dealer's hand", clauses=law.announce))
    round.dealer_up.update((0, 1))
    cards = tuple(round.dealer)
    round.facts.append(TurnedUp(whose=DEALER, cards=cards, clauses=law.turn_dealers_cards))
    settlement.declare_dealers_hand(round)


# --- rules 9.1 to 9.3: who gives up, and then one hand after another from the dealer's right


def concessions(round: Round) -> Play:
    while round.live:
        answer = yield Conceding()
        if isinstance(answer, TakeAndPay):
            return
        if isinstance(answer, Concede):
            concede(round, round.box(answer.box))


def concede(round: Round, box: Box) -> None:
    law = round.law
    round.facts.append(Announced(words="conceding hand", box=box.number, clauses=law.concede))
    box.ended = Ended.CONCEDED
    settlement.put_play_right(round, box)
    for wager in list(box.stakes):
        round.settle(box, wager, Outcome.LOSE, law.concede)


def take_and_pay(round: Round) -> Play:
    if not round.live:
        return
    round.begin(Stage.SETTLEMENT, round.law.settlement)
    settlement.refund_antes(round)
    while live := round.live:
        settlement.settle_hand(round, live[-1])
        answer: Sent | None = None
        while (live := round.live) and type(answer) is not TakeAndPay:
            answer = yield HandDue(live[-1])
    settlement.pay_shared_blinds(round)


class Round(RoundState):
    """One round in progress, and what is due next."""

    def __init__(self, rules: HoldemRules, boxes: Iterable[Box]) -> None:
        super().__init__(rules, boxes)
        self._play = play(self)
        self.due: Request | None = next(self._play)

    @property
    def over(self) -> bool:
        return self.due is None

    def deal(self, card: Card | Misplaced) -> None:
        """Give the card that is due."""
        if not isinstance(self.due, CardDue):
            raise RuntimeError("no card is due")  # the driver's mistake, not a player's
        self.send(card)

    def answer(self, answer: Answer) -> None:
        """Give a decision that is due, or raise `Refused` with nothing done."""
        refusal = why_not(self, answer)
        if refusal is not None:
            raise refusal
        self.send(answer)

    def stop(self) -> None:
        """The round has no result: nothing more is due."""
        self._play.close()
        self.due = None
        self.stage = Stage.OVER

    def reconsider(self) -> None:
        """Look again at who is dealt to or is to answer, after a hand has gone."""
        if isinstance(self.due, (CardDue, Betting, Conceding, HandDue)):
            self.send(Reconsider())

    def send(self, sent: Sent) -> None:
        """Give what is due, and is known to be: `deal` and `answer` ask first."""
        try:
            self.due = self._play.send(sent)
        except StopIteration:
            self.due = None
            self.stage = Stage.OVER
