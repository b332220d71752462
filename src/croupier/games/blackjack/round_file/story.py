"""A round of blackjack told from its facts, one line for each, with its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.round_file import plain
from croupier.adjudication.story import Chapter, Follower, StoryLine, wager_line
from croupier.games.blackjack.facts import (
    Chose,
    DealerEnded,
    Dealt,
    Elected,
    HandEnded,
    InsuranceServed,
    Insured,
    Stage,
    StageBegan,
)
from croupier.games.blackjack.hands import count
from croupier.games.blackjack.words import ENDS, LEFT_OUT, LEVEL, OPENS
from croupier.table.facts import BettingClosed, Settled
from croupier.table.wagers import MAIN, who_decides
from croupier.wording.teller import Audience, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.round import Round
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.wagers import Admitted, Wager

_DEALER = 0
_TOLD = (Dealt, Chose, Elected, Insured, InsuranceServed, HandEnded, DealerEnded, Settled)


def tell(rules: BlackjackRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The round from the wagers to as far as it came, without parts in which nothing happened."""
    chapters = [Chapter("Wagers", [*_wagers(rules, admitted)])]
    if round is not None:
        chapters += _Teller(rules).chapters(round.facts)
    return [chapter for chapter in chapters if chapter.lines]


# --- wagers


def _wagers(rules: BlackjackRules, admitted: Sequence[Admitted]) -> Iterator[StoryLine]:
    law = rules.table_law
    for ruled in admitted:
        line = wager_line(ruled)
        if ruled.void or ruled.goes_back or ruled.warned:
            yield line
        elif ruled.clauses == law.under_minimum:
            text = f"{line.text}; under the minimum, and plays for what it is"
            yield StoryLine(text, ruled.clauses)
        else:
            yield StoryLine(line.text, law.betting_window)
    for box, mains in _shared_boxes(admitted).items():
        yield _decider(rules, box, mains)


def _decider(rules: BlackjackRules, box: int, mains: Sequence[Wager]) -> StoryLine:
    first, clauses = who_decides(rules.table_law, mains)
    return StoryLine(f"{plain(first.player)} decides for box {box}", clauses)


def _shared_boxes(admitted: Sequence[Admitted]) -> dict[int, list[Wager]]:
    boxes: dict[int, list[Wager]] = {}
    for ruled in admitted:
        if ruled.wager.wager == MAIN and ruled.stands:
            boxes.setdefault(ruled.wager.box, []).append(ruled.wager)
    return {box: mains for box, mains in sorted(boxes.items()) if len(mains) > 1}


# --- the round


class HandsFollower(Follower):
    """Follows the facts with the cards of every hand in mind."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.law = rules.law
        self.hands: dict[int, list[list[Card]]] = {}
        to = Audience(
            level=LEVEL, hands=lambda box: len(self.hands.get(box, ())), comes_to=self.comes_to
        )
        super().__init__(LEFT_OUT, to)

    def take(self, fact: Fact) -> None:
        if isinstance(fact, Dealt):
            hands = self.hands.setdefault(fact.box, [[]])
            while len(hands) < fact.hand:
                hands.append([])
            hands[fact.hand - 1].append(fact.card)
        elif isinstance(fact, BettingClosed) or fact.withdraws_round:
            self.hands.clear()  # the round begins, or is stated anew from its first card on

    def taken(self, fact: Fact) -> None:
        if isinstance(fact, Chose) and fact.action == "split":
            hands = self.hands[fact.box]
            hands.insert(fact.hand, [hands[fact.hand - 1].pop()])

    def leaves_out(self, fact: Fact) -> bool:
        if isinstance(fact, StageBegan):
            return fact.stage not in OPENS
        if isinstance(fact, HandEnded):
            return fact.how not in ENDS
        return not isinstance(fact, DealerEnded) and super().leaves_out(fact)

    def comes_to(self, fact: Fact) -> str:
        return self.held(fact.box, fact.hand) if isinstance(fact, Dealt) else ""

    def held(self, box: int, hand: int = 1) -> str:
        cards = self.hands[box][hand - 1]
        split = box != _DEALER and len(self.hands[box]) > 1
        counted = count(self.law, cards, split=split)
        return f"{' '.join(cards)}, {counted.words}" if len(cards) > 1 else cards[0]


follow = HandsFollower


class _Teller:
    """Tells a round stage by stage, the initial deal hand by hand."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.follower = HandsFollower(rules)
        self.dealing: dict[int, list[str]] = {}
        """The clauses of the initial deal by box; its lines are told when it is complete."""

    def chapters(self, facts: Sequence[RoundFact]) -> list[Chapter]:
        chapters: list[Chapter] = []
        for fact in facts:
            if isinstance(fact, StageBegan):
                if chapters:
                    chapters[-1].lines.extend(self.initial_deal())
                title = fact.stage.capitalize()
                if not chapters or chapters[-1].title != title:  # each side bet begins its stage
                    chapters.append(Chapter(title, []))
                if fact.stage in OPENS:
                    chapters[-1].lines.append(StoryLine(say(fact), fact.clauses))
                stage = fact.stage
            elif isinstance(fact, Dealt) and stage is Stage.INITIAL_DEAL:
                self.follower.take(fact)
                self.dealing.setdefault(fact.box, []).extend(fact.clauses)
            elif (line := self.line(fact)) is not None:
                chapters[-1].lines.append(line)
        chapters[-1].lines.extend(self.initial_deal())
        return chapters

    def initial_deal(self) -> Iterator[StoryLine]:
        follower = self.follower
        for box in sorted(self.dealing, key=lambda box: (box == _DEALER, box)):
            yield StoryLine(f"{follower.to.place(box)}: {follower.held(box)}", self.dealing[box])
        self.dealing = {}

    def line(self, fact: RoundFact) -> StoryLine | None:
        follower = self.follower
        follower.take(fact)
        if not isinstance(fact, _TOLD) or follower.leaves_out(fact):
            return None
        line = StoryLine(plain(say(fact, follower.to)), fact.clauses)
        follower.taken(fact)
        return line
