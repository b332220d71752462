"""A round of blackjack, in the order of the instrument: rules 6 to 13 of the ACT, 7 to 15 of NSW.

`play` is a coroutine. It asks for a card or a decision and is sent the answer; it never shuffles,
looks at a clock, stores or prints. `Round` drives it; what it knows is in `RoundState`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack import insurance, settlement, side_bets
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Election,
    Hit,
    Insure,
    Misplaced,
    Reconsider,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import (
    DEALERS_HAND,
    INITIAL_DEAL,
    OVER,
    SUBSEQUENT_DEAL,
    DealerEnded,
    Elected,
    Ended,
)
from croupier.games.blackjack.hands import Bet, Box, Hand
from croupier.games.blackjack.legal_answers import drawing_clauses, why_not
from croupier.games.blackjack.round_state import RoundState
from croupier.games.blackjack.rules import BlackjackRules, CollectBusts, Soft17
from croupier.rulebook.citations import Clauses

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from croupier.cards import Card
    from croupier.games.blackjack.asks_and_answers import Answer, Request

    Sent = Card | Misplaced | Answer | Reconsider
    Play = Generator[Request, Sent, None]


STOOD, BUST = Ended.STOOD, Ended.BUST
HIT, AT_BUST = Soft17.HIT, CollectBusts.AT_BUST


def play(round: Round) -> Play:
    yield from initial_deal(round)
    side_bets.settle_on_the_initial_deal(round)
    yield from insurance.offer(round)
    settlement.interim(round)
    yield from subsequent_deal(round)
    yield from dealers_hand(round)
    settlement.final(round)
    side_bets.pay_after_the_round(round)


# --- rule 6 (NSW 7): one card to each box, one to the dealer, another to each box


def initial_deal(round: Round) -> Play:
    law = round.law
    round.begin(INITIAL_DEAL, law.initial_deal)
    for box in round.boxes:
        if round.is_dealt_to(box):
            yield from draw(round, box, box.hands[0], law.first_card)
    if round.is_dealt_to(None):
        yield from draw(round, None, round.dealer, law.dealers_card)
    for box in round.boxes:
        if round.is_dealt_to(box):
            yield from draw(round, box, box.hands[0], law.second_card)


def draw(round: Round, box: Box | None, hand: Hand, clauses: Clauses) -> Play:
    round.lay((yield CardDue(box, hand, clauses)), box, hand, clauses)


# --- rule 9: each box in turn, each of its hands from the left


def subsequent_deal(round: Round) -> Play:
    round.begin(SUBSEQUENT_DEAL, round.law.subsequent_deal)
    for box in round.boxes:
        for hand in box.hands:  # a split puts its new hand next in this very list
            yield from play_hand(round, box, hand)
        side_bets.settle_when_the_box_is_done(round, box)


def play_hand(round: Round, box: Box, hand: Hand) -> Play:
    law = round.law
    if len(hand.cards) == 1 and hand.has_open_bets:  # split: the second card comes in its turn
        yield from draw(round, box, hand, law.hands_in_turn)
        if law.one_card_on_aces and hand.cards[0].is_ace:
            and_no_blackjack = law.no_blackjack_after_split or () if hand.total == 21 else ()
            clauses = Clauses((*law.one_card_on_aces, *and_no_blackjack))
            round.end(box, hand, Ended.SPLIT_ACE, clauses)
    while not finished(round, box, hand):
        player = round.decider(box, hand)
        if player is None:
            yield from play_without_decisions(round, box, hand)
            continue
        answer = yield Choice(box, hand, player)
        if type(answer) is Stand:
            round.chose(player, box, hand, "stand", 0, law.may_stand)
            round.end(box, hand, STOOD, law.may_stand)
        elif type(answer) is Hit:
            clauses = drawing_clauses(round.rules, hand)
            round.chose(player, box, hand, "hit", 0, clauses)
            yield from draw(round, box, hand, clauses)
        elif type(answer) is Double:
            yield from double(round, box, hand, player, answer.amount)
        elif type(answer) is Split:
            yield from split(round, box, hand, player)
            yield from play_hand(round, box, hand)


def finished(round: Round, box: Box, hand: Hand) -> bool:
    """Whether the hand takes no more decisions; says so the first time it is noticed."""
    if hand.ended is not None:
        return True
    law = round.law
    if hand.total == 21:
        if hand.is_blackjack:
            if hand.split:  # the interim settlement has seen the others
                settlement.pay_blackjack(round, box, hand)
            round.end(box, hand, Ended.BLACKJACK, settlement.ending(round, hand))
        else:
            barred = law.no_blackjack_after_split if hand.split and len(hand.cards) == 2 else None
            round.end(box, hand, Ended.TWENTY_ONE, barred or law.no_card_at_21)
            if law.pays_21:
                settlement.pay_at_once(round, box, hand, law.pays_21)
    elif hand.total > 21:
        round.end(box, hand, BUST, law.player_bust)
        if round.rules.collect_busts is AT_BUST:
            settlement.collect_bust(round, box, hand)
    elif law.five_card_trick and len(hand.cards) == 5:
        round.end(box, hand, Ended.FIVE_CARDS, law.five_card_trick.clauses)
        settlement.pay_at_once(round, box, hand, law.five_card_trick)
    elif not hand.has_open_bets:  # declared void in mid-round
        round.end(box, hand, Ended.NO_WAGER, law.subsequent_deal)
    return hand.ended is not None


def play_without_decisions(round: Round, box: Box, hand: Hand) -> Play:
    """Cards up to the total at which the dealer stops, and nothing that needs a choice."""
    clauses = round.nobody_decides(box, hand)
    if hand.total > round.law.absent_player_stops_over.value:
        round.end(box, hand, Ended.STOOD, clauses)
    else:
        yield from draw(round, box, hand, clauses)


# --- rule 10 (NSW 11): splitting


def split(round: Round, box: Box, hand: Hand, player: str) -> Play:
    law = round.law
    own = hand.own_bet(player)
    clauses = law.split_again if hand.split else law.may_split
    round.chose(player, box, hand, "split", own.stake, clauses)
    right = Hand(place=hand.place + 1, split=True)
    box.hands.insert(hand.place, right)
    for later in box.hands[right.place :]:
        later.place += 1
    right.add(hand.give_up_second_card())
    hand.may_be_blackjack = right.may_be_blackjack = law.no_blackjack_after_split is None
    right.bets.append(Bet(player, own.stake))

    def join(other: str, amount: int) -> None:
        right.bets.append(Bet(other, amount))

    others = hand.others_than(player)
    if round.rules.rejoin_on_resplit:
        away = (main.player for main in box.mains if hand.bet_of(main.player) is None)
        others += [other for other in away if round.stake_to_match(box, hand, other)]
    election = Election("split", box, hand, others)
    yield from elections(round, election, join, law.others_may_split, law.others_stay_on_first_hand)


# --- rule 11 (NSW 10): doubling


def double(round: Round, box: Box, hand: Hand, player: str, amount: int) -> Play:
    law = round.law
    clauses = law.double_after_split if hand.split else law.may_double
    round.chose(player, box, hand, "double", amount, clauses)
    hand.doubled = True
    hand.own_bet(player).double = amount

    def join(other: str, amount: int) -> None:
        hand.own_bet(other).double = amount

    election = Election("double", box, hand, hand.others_than(player))
    yield from elections(round, election, join, law.others_may_double, law.others_may_double)
    yield from draw(round, box, hand, clauses)
    if hand.total < 21:
        round.end(box, hand, Ended.DOUBLED, law.one_card_on_double)


def elections(
    round: Round,
    election: Election,
    join: Callable[[str, int], None],
    joins: Clauses,
    stays_out: Clauses,
) -> Play:
    """What the other owners on the hand say before the next card; silence is no election."""
    box, hand = election.box, election.hand

    def elected(player: str, amount: int) -> None:
        if amount:
            join(player, amount)
        round.facts.append(
            Elected(
                player=player, box=box.number, hand=hand.place, on=election.action, amount=amount,
                clauses=joins if amount else stays_out,
            )
        )  # fmt: skip

    while election.waiting:
        for player in [p for p in election.waiting if p in round.absent]:
            election.waiting.remove(player)
            elected(player, 0)
        if not election.waiting:
            break
        answer = yield election
        if isinstance(answer, Elect):
            election.waiting.remove(answer.player)
            elected(answer.player, answer.amount)
        elif isinstance(answer, Reconsider):
            election.waiting = [p for p in election.waiting if round.may_add(election, p)]
        else:  # the dealer moves on
            for player in election.waiting:
                elected(player, 0)
            election.waiting = []


# --- rule 12: the dealer's hand


def dealers_hand(round: Round) -> Play:
    law, dealer = round.law, round.dealer
    round.begin(DEALERS_HAND, law.dealer_draws)
    while (stop := why_stop(round, dealer, round.undecided())) is None:
        yield from draw(round, None, dealer, round.dealers_rule)
        if len(dealer.cards) == 2:
            insurance.settle(round)
    if dealer.is_blackjack:
        stop = Clauses((*stop, *law.blackjack))
    round.facts.append(DealerEnded(total=dealer.total, clauses=stop))


def why_stop(round: Round, dealer: Hand, waiting: tuple[bool, bool]) -> Clauses | None:
    """The clause under which the dealer takes no further card on a hand, if any.

    `waiting` says whether wagers are undecided that the hand's total or its Blackjack decides.
    """
    law = round.law
    undecided, blackjacks = waiting
    if len(dealer.cards) < 2:
        needed = undecided or blackjacks or round.insurance
        return None if needed else law.no_needless_cards
    if not undecided:
        return law.no_needless_cards
    if dealer.total < 17:
        return None
    if dealer.total == 17 and dealer.soft and round.rules.soft_17 is HIT:
        return None
    return round.dealers_rule


class Round(RoundState):
    """One round in progress: what is due next, and the answers given so far."""

    def __init__(
        self, rules: BlackjackRules, boxes: Iterable[Box], *, absent: Iterable[str] = ()
    ) -> None:
        super().__init__(rules, boxes, absent)
        self.answers: list[tuple[Sent, tuple[Card, ...]]] = []
        """Everything that was sent, with the cards that a decision was made on."""
        self._play = play(self)
        self.due: Request | None = next(self._play)

    @property
    def over(self) -> bool:
        return self.due is None

    def deal(self, card: Card | Misplaced) -> None:
        """Give the card that is due."""
        if type(self.due) is not CardDue:
            raise RuntimeError("no card is due")  # the driver's mistake, not a player's
        self.send(card)

    def answer(self, answer: Answer) -> None:
        """Give the decision that is due, or raise `Refused` with nothing done."""
        refusal = why_not(self, answer)
        if refusal is not None:
            raise refusal
        self.send(answer, self.seen_by(answer))

    def accept(self, answer: Answer) -> None:
        """Go on with a decision that has been judged."""
        self.send(answer, self.seen_by(answer))

    def seen_by(self, answer: Answer) -> tuple[Card, ...]:
        """The cards that a decision is made on: the hand it is about and the dealer's."""
        due = self.due
        if type(due) is Choice or type(due) is Election:
            return (*self.dealer.cards, *due.hand.cards)
        if isinstance(answer, (Insure, TakeEvenMoney, DeclineInsurance)):
            return (*self.dealer.cards, *self.find(answer.box)[1].cards)
        return tuple(self.dealer.cards)

    def stop(self) -> None:
        """The round is void: nothing more is due."""
        self._play.close()
        self.due = None
        self.stage = OVER

    def reconsider(self) -> None:
        """Look again at who is to answer, after a wager or a player has gone."""
        if isinstance(self.due, (Choice, Election)):
            self.send(Reconsider())

    def send(self, sent: Sent, seen: tuple[Card, ...] = ()) -> None:
        """Give what is due, and is known to be: `deal` and `answer` ask first."""
        self.answers.append((sent, seen))
        try:
            self.due = self._play.send(sent)
        except StopIteration:
            self.due = None
            self.stage = OVER
