"""A round file of blackjack, played through the real round.

The round asks for a card or a decision; the file has both in order. What the round refuses ends
the file at that entry, and what it asks for in vain makes the file no round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.blackjack.file import (
    DoubleHand,
    EvenMoney,
    HitHand,
    OnHand,
    SplitHand,
    StandOnHand,
    TakeInsurance,
)
from croupier.adjudication.reading import plain
from croupier.adjudication.roundfile import RoundFileError
from croupier.chips import NotWholeCents
from croupier.games.blackjack import actions, asks, insurance
from croupier.games.blackjack.answers import why_not
from croupier.rulebook.citing import Refused
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.adjudication.blackjack.file import AnyDecision, BlackjackFile
    from croupier.cards import Card
    from croupier.games.blackjack.asks import Answer, CardDue, Choice
    from croupier.games.blackjack.round import Round
    from croupier.rulebook.citing import Clauses

    Asking = asks.Insure | asks.TakeEvenMoney


class Playback:
    """Deals a round the file's cards and answers it with the file's decisions."""

    def __init__(self, round: Round, file: BlackjackFile) -> None:
        self.round = round
        self.file = file
        self.cards: Sequence[Card] = file.cards
        self.decisions: Sequence[AnyDecision] = file.decisions
        self.cards_used = 0
        self.decided = 0

    def run(self) -> None:
        """Play until the round is over; with no box in play nothing is dealt at all."""
        round = self.round
        try:
            while round.boxes and (due := round.due) is not None:
                if isinstance(due, asks.CardDue):
                    self.deal(due)
                elif isinstance(due, asks.Choice):
                    self.decide(due)
                elif isinstance(due, asks.InsuranceWindow):
                    self.insure()
        except NotWholeCents as error:
            raise RoundFileError(f"wagers[{self.unpayable()}].amount: {error}") from None
        self.nothing_left_to_decide()

    # -- cards

    def deal(self, due: CardDue) -> None:
        if due.box is None and self.round.dealer.cards:  # the players' part is over
            self.nothing_left_to_decide()
        if self.cards_used == len(self.cards):
            self.no_card(due)
        card = self.cards[self.cards_used]
        self.cards_used += 1
        self.round.deal(card)

    def no_card(self, due: CardDue) -> None:
        if self.decided < len(self.decisions):
            decision = self.decisions[self.decided]
            if isinstance(decision, OnHand) and self.is_over(decision):
                self.nothing_left_to_decide()
        whose = "the dealer" if due.box is None else f"box {due.box.number}, hand {due.hand.place}"
        raise RoundFileError(f"cards[{self.cards_used}]: missing; {whose} is due a card")

    def is_over(self, decision: OnHand) -> bool:
        try:
            _, hand = self.round.find(decision.box, decision.hand)
        except LookupError:
            return False
        return hand.ended is not None

    # -- decisions

    def decide(self, due: Choice) -> None:
        if self.decided == len(self.decisions):
            held = " ".join(due.hand.cards)
            raise RoundFileError(
                f"decisions[{self.decided}]: missing; {plain(due.player)} decides about box "
                f"{due.box.number}, hand {due.hand.place} ({held}, {due.hand.total})"
            )
        decision = self.decisions[self.decided]
        self.decided += 1
        try:
            if isinstance(decision, DoubleHand):
                self.double(due, decision)
            elif isinstance(decision, SplitHand):
                self.split(due, decision)
            else:
                self.round.answer(_as_answer(decision))
        except Refused as refusal:
            raise Stopped("decision", self.decided, refusal) from None

    def double(self, due: Choice, decision: DoubleHand) -> None:
        rules, hand, stakes = self.round.rules, due.hand, decision.stakes
        answer = _as_answer(decision, stakes.get(due.player, 0))
        if due.player not in stakes and _is_about(due, decision):
            raise actions.why_not_double(rules, hand) or Refused(
                f"{due.player} decides for box {decision.box} and does not double",
                rules.law.decider_declined_double,
            )
        refusal = why_not(self.round, answer)
        for player, amount in stakes.items():
            bet = hand.bet_of(player)
            if refusal is None and bet is None:
                refusal = _no_stake(player, decision, rules.law.others_may_double)
            elif refusal is None and bet is not None and amount and player != due.player:
                refusal = actions.why_not_double_by(rules, bet, amount)
        if refusal is not None:
            raise refusal
        self.round.answer(answer)
        self.elect(stakes)

    def split(self, due: Choice, decision: SplitHand) -> None:
        rules, hand, players = self.round.rules, due.hand, decision.players
        if due.player not in players and _is_about(due, decision):
            raise actions.why_not_split(rules, due.box, hand) or Refused(
                f"{due.player} decides for box {decision.box} and does not split",
                rules.law.decider_declined_split,
            )
        answer = _as_answer(decision)
        refusal = why_not(self.round, answer)
        stakes: dict[str, int] = {}
        for player in players:
            stake = self.round.stake_to_match(due.box, hand, player)
            if stake:
                stakes[player] = stake
            elif refusal is None:
                refusal = _no_stake(player, decision, rules.law.others_may_split)
        if refusal is not None:
            raise refusal
        self.round.answer(answer)
        self.elect(stakes)

    def elect(self, stakes: Mapping[str, int]) -> None:
        """What the other owners on the hand add; whoever is not named adds nothing."""
        election = self.round.due
        if isinstance(election, asks.Election):
            box, hand = election.box.number, election.hand.place
            for player in tuple(election.waiting):
                amount = stakes.get(player, 0)
                self.round.answer(asks.Elect(player=player, box=box, hand=hand, amount=amount))

    def insure(self) -> None:
        """Everything about insurance that comes before the first other decision.

        Owners answer before others are asked, whatever their order in the file; the entry that is
        refused is the first in the file.
        """
        round, refused = self.round, dict[int, Refused]()
        own: list[tuple[int, Asking]] = []
        on_others: list[tuple[int, Asking]] = []
        for place, answer in self.leading_insurance():
            (on_others if insurance.is_on_another(answer) else own).append((place, answer))
        for place, answer in own:
            try:
                round.answer(answer)
            except Refused as refusal:
                refused[place] = refusal
                break
        for place, answer in on_others:
            if (why := insurance.why_not_at_its_time(round, answer)) is not None:
                refused.setdefault(place, why)
        if refused:
            place = min(refused)
            raise Stopped("decision", place, refused[place])
        round.answer(asks.MoveOn())
        if on_others:
            self.ask_for_others(on_others)
        elif isinstance(round.due, asks.InsuranceWindow):
            round.answer(asks.MoveOn())

    def leading_insurance(self) -> Iterator[tuple[int, Asking]]:
        """Each with its place from 1."""
        for decision in self.decisions[self.decided :]:
            if not isinstance(decision, TakeInsurance | EvenMoney):
                break
            self.decided += 1
            yield self.decided, _asking(decision)

    def ask_for_others(self, requests: Sequence[tuple[int, Asking]]) -> None:
        for place, request in requests:
            try:
                self.round.answer(request)
            except Refused as refusal:  # together with what the same player asked for before
                raise Stopped("decision", place, refusal) from None
        self.round.answer(asks.MoveOn())

    def nothing_left_to_decide(self) -> None:
        """Refuse a decision that comes when the players' part is over."""
        if self.decided < len(self.decisions):
            refusal = why_not(self.round, _as_answer(self.decisions[self.decided]))
            assert refusal is not None  # nobody is being asked
            raise Stopped("decision", self.decided + 1, refusal)

    # -- money

    def unpayable(self) -> int:
        """The wager whose Blackjack cannot be paid in whole cents, by its place in the file."""
        odd = next(
            (box.number, bet.player)
            for box in self.round.boxes
            for bet in box.hands[0].bets
            if bet.open and bet.stake % 2 and box.hands[0].is_blackjack
        )
        return next(
            place
            for place, wager in enumerate(self.file.wagers)
            if (wager.box, wager.player) == odd and wager.wager == MAIN
        )


def _asking(decision: TakeInsurance | EvenMoney) -> Asking:
    if isinstance(decision, EvenMoney):
        return asks.TakeEvenMoney(player=decision.player, box=decision.box)
    return asks.Insure(
        player=decision.player, box=decision.box, amount=decision.amount, on=decision.on
    )


def _as_answer(decision: AnyDecision, amount: int = 0) -> Answer:
    if isinstance(decision, TakeInsurance | EvenMoney):
        return _asking(decision)
    box, hand = decision.box, decision.hand
    if isinstance(decision, HitHand):
        return asks.Hit(box=box, hand=hand)
    if isinstance(decision, StandOnHand):
        return asks.Stand(box=box, hand=hand)
    if isinstance(decision, SplitHand):
        return asks.Split(box=box, hand=hand)
    return asks.Double(box=box, hand=hand, amount=amount)


def _is_about(due: Choice, decision: OnHand) -> bool:
    return (due.box.number, due.hand.place) == (decision.box, decision.hand)


def _no_stake(player: str, decision: OnHand, clauses: Clauses) -> Refused:
    return Refused(f"{player} has no wager on box {decision.box}, hand {decision.hand}", clauses)
