"""A round file of blackjack: its wagers and decisions, read, or written down from a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.round_file import (
    MOST_ENTRIES,
    Amount,
    Asked,
    BoxNumber,
    FileEntry,
    HandPlace,
    Name,
    RoundFile,
    RoundFileError,
)
from croupier.games.blackjack import facts
from croupier.games.blackjack.asks_and_answers import TakeEvenMoney

if TYPE_CHECKING:
    from croupier.adjudication.recorded_round import RecordedRound
    from croupier.aggregate.facts import Fact


WagerName = Literal[
    "main", "perfect-pairs", "pairs-play", "super-sevens", "any-pairs", "canberra-pairs"
]


class FileWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player in one box, nearest the dealer first."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class FileDecision(FileEntry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided, in the order of the file."""

    box: BoxNumber


class OnHand(FileDecision, frozen=True, kw_only=True):
    """A decision about the cards of one hand."""

    hand: HandPlace


class HitHand(OnHand, frozen=True, kw_only=True, tag="hit"):
    """A card, also where the rules allow nothing else."""


class StandOnHand(OnHand, frozen=True, kw_only=True, tag="stand"):
    """No more cards."""


class DoubleHand(OnHand, frozen=True, kw_only=True, tag="double"):
    """What each player adds; whoever is left out adds nothing."""

    stakes: dict[str, Asked]


class SplitHand(OnHand, frozen=True, kw_only=True, tag="split"):
    """Who matches their wager; the others ride on the first of the two hands."""

    players: Annotated[list[Name], msgspec.Meta(max_length=MOST_ENTRIES)]


class TakeInsurance(FileDecision, frozen=True, kw_only=True, tag="insurance"):
    """Insurance asked for, on the player's own wager unless `on` names another's."""

    player: Name
    amount: Asked
    on: Name | None = None


class EvenMoney(FileDecision, frozen=True, kw_only=True, tag="even-money"):
    """A Blackjack paid one to one at once."""

    player: Name


AnyDecision = HitHand | StandOnHand | DoubleHand | SplitHand | TakeInsurance | EvenMoney
ACTIONS = ("hit", "stand", "double", "split", "insurance", "even-money")


class BlackjackFile(RoundFile, frozen=True, kw_only=True):
    """One round of blackjack."""

    wagers: (
        Annotated[list[FileWager], msgspec.Meta(max_length=MOST_ENTRIES)] | msgspec.UnsetType
    ) = msgspec.UNSET
    decisions: (
        Annotated[list[AnyDecision], msgspec.Meta(max_length=MOST_ENTRIES)] | msgspec.UnsetType
    ) = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decisions = AnyDecision
decoder = msgspec.json.Decoder(BlackjackFile)


def check_entries(file: BlackjackFile) -> None:
    """What no single field shows: entries that contradict one another."""
    if not file.wagers and file.script is msgspec.UNSET:
        raise RoundFileError("wagers: nobody has bet")
    placed: dict[tuple[int, str, str], int] = {}
    seated: dict[int, str] = {}
    for place, wager in enumerate(file.wagers or (), 1):
        key = (wager.box, wager.player, wager.wager)
        if key in placed:
            raise RoundFileError(
                f"wagers[{place}]: the same player has the same wager on the same box "
                f"in wagers[{placed[key]}]"
            )
        placed[key] = place
        if wager.seated and seated.setdefault(wager.box, wager.player) != wager.player:
            raise RoundFileError(f"wagers[{place}].seated: somebody else sits at box {wager.box}")
    for place, decision in enumerate(file.decisions or (), 1):
        if isinstance(decision, SplitHand) and len(set(decision.players)) < len(decision.players):
            raise RoundFileError(f"decisions[{place}].players: a player is named twice")


WRITTEN: tuple[type[Fact], ...] = (
    facts.StageBegan, facts.Dealt, facts.Chose, facts.Elected, facts.Insured,
    facts.InsuranceServed, facts.HandEnded, facts.DealerEnded,
)  # fmt: skip


def write(played: RecordedRound) -> BlackjackFile:
    return BlackjackFile(
        instrument=played.instrument.id,
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

    def of(self, played: RecordedRound) -> list[AnyDecision]:
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
