"""A round of blackjack from a record, written as a round file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.blackjack.file import (
    BlackjackFile,
    DoubleHand,
    EvenMoney,
    FileWager,
    HitHand,
    SplitHand,
    StandOnHand,
    TakeInsurance,
)
from croupier.games.blackjack import facts
from croupier.games.blackjack.asks import TakeEvenMoney

if TYPE_CHECKING:
    from croupier.adjudication.blackjack.file import AnyDecision
    from croupier.adjudication.played import Played
    from croupier.aggregate.facts import Fact

WRITTEN: tuple[type[Fact], ...] = (
    facts.StageBegan, facts.Dealt, facts.Chose, facts.Elected, facts.Insured,
    facts.InsuranceServed, facts.HandEnded, facts.DealerEnded,
)  # fmt: skip


def write(played: Played) -> BlackjackFile:
    return BlackjackFile(
        instrument=played.instrument,
        options=played.options,
        cards=played.cards,
        wagers=[
            FileWager(
                box=wager.box, player=wager.player, wager=wager.wager,  # type: ignore[arg-type]
                amount=wager.amount, seated=wager.seated,
            )
            for wager in sorted(played.wagers, key=lambda wager: wager.box)
        ],
        decisions=_Decisions().of(played),
    )  # fmt: skip


class _Decisions:
    """Follows the facts, with how many cards each hand has in mind.

    A hand that nobody decided about is written as the cards and the stand that the rules gave it.
    """

    def __init__(self) -> None:
        self.made: list[AnyDecision] = []
        self.stage = facts.Stage.INITIAL_DEAL
        self.cards: dict[int, list[int]] = {}
        """How many cards lie on each hand of a box."""
        self.chosen = False
        """Whether what happens next to a hand was decided by somebody."""

    def of(self, played: Played) -> list[AnyDecision]:
        for step in played.steps:
            if isinstance(step.command, TakeEvenMoney):
                asked = step.command
                self.made.append(EvenMoney(box=asked.box, player=asked.player))
            for fact in step.facts:
                self.follow(fact)
        return self.made

    def follow(self, fact: Fact) -> None:
        if isinstance(fact, facts.StageBegan):
            self.stage = fact.stage
        elif isinstance(fact, facts.Insured):
            on = fact.on if fact.on != fact.player else None
            self.made.append(
                TakeInsurance(box=fact.box, player=fact.player, amount=fact.amount, on=on)
            )
        elif isinstance(fact, facts.Chose):
            self.choose(fact)
        elif isinstance(fact, facts.Elected):
            self.join(fact)
        elif isinstance(fact, facts.Dealt) and fact.box:
            self.take_card(fact)
        elif isinstance(fact, facts.HandEnded) and fact.how is facts.Ended.STOOD:
            if not self.chosen:
                self.made.append(StandOnHand(box=fact.box, hand=fact.hand))
            self.chosen = False

    def choose(self, fact: facts.Chose) -> None:
        box, hand = fact.box, fact.hand
        self.chosen = fact.action != "split"
        if fact.action == "hit":
            self.made.append(HitHand(box=box, hand=hand))
        elif fact.action == "stand":
            self.made.append(StandOnHand(box=box, hand=hand))
        elif fact.action == "double":
            stakes = {fact.player: fact.amount}
            self.made.append(DoubleHand(box=box, hand=hand, stakes=stakes))
        else:
            self.made.append(SplitHand(box=box, hand=hand, players=[fact.player]))
            self.cards[box][hand - 1 : hand] = [1, 1]

    def join(self, fact: facts.Elected) -> None:
        """What another owner on the hand did about the decision before."""
        decision = self.made[-1]
        if fact.amount and isinstance(decision, DoubleHand):
            decision.stakes[fact.player] = fact.amount
        elif fact.amount and isinstance(decision, SplitHand):
            decision.players.append(fact.player)

    def take_card(self, fact: facts.Dealt) -> None:
        hands = self.cards.setdefault(fact.box, [0])
        drawn = self.stage is facts.Stage.SUBSEQUENT_DEAL and hands[fact.hand - 1] > 1
        if drawn and not self.chosen:
            self.made.append(HitHand(box=fact.box, hand=fact.hand))
        if drawn:
            self.chosen = False
        hands[fact.hand - 1] += 1
