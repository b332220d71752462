"""A coup told from its facts, one line for each, with its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.round_file import plain
from croupier.adjudication.story import Chapter, Follower, StoryLine, wager_line
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    Stage,
    StageBegan,
    Stood,
    Whose,
)
from croupier.games.baccarat.hands import count
from croupier.games.baccarat.words import LEFT_OUT, LEVEL
from croupier.table.facts import BettingClosed, Settled
from croupier.wording.teller import Audience, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.games.baccarat.facts import RoundFact
    from croupier.games.baccarat.round import Round
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.wagers import Admitted


def tell(rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The coup from the wagers to as far as it came."""
    chapters = [Chapter("Wagers", [wager_line(each, on_box=False) for each in admitted])]
    if round is not None:
        chapters += _Teller(rules).chapters(round.facts)
    return [chapter for chapter in chapters if chapter.lines]


class HandsFollower(Follower):
    """Follows the facts with the cards of both hands in mind."""

    def __init__(self, rules: BaccaratRules) -> None:
        self.law = rules.law
        self.hands: dict[Whose, list[Card]] = {whose: [] for whose in Whose}
        super().__init__(LEFT_OUT, Audience(level=LEVEL, comes_to=self.comes_to))

    def take(self, fact: Fact) -> None:
        if isinstance(fact, Dealt):
            self.hands[fact.hand].append(fact.card)
        elif isinstance(fact, BettingClosed) or fact.withdraws_round:
            self.hands = {whose: [] for whose in Whose}

    def comes_to(self, fact: Fact) -> str:
        return self.held(fact.hand) if isinstance(fact, Dealt) else ""

    def held(self, whose: Whose) -> str:
        cards = self.hands[whose]
        return f"{' '.join(cards)}, {count(self.law, cards).words}"


follow = HandsFollower


class _Teller:
    """Tells a coup stage by stage, the initial deal hand by hand."""

    def __init__(self, rules: BaccaratRules) -> None:
        self.follower = HandsFollower(rules)
        self.dealing: dict[Whose, list[str]] = {whose: [] for whose in Whose}
        """The clauses of the initial deal, which is told when it is complete."""
        self.told: list[Chapter] = []

    def chapters(self, facts: Sequence[RoundFact]) -> list[Chapter]:
        for fact in facts:
            if isinstance(fact, StageBegan):
                stage = fact.stage
            elif isinstance(fact, Dealt):
                self.follower.take(fact)
                if stage is Stage.INITIAL_DEAL:
                    self.initial_deal(fact)
                else:
                    self.say(Stage.THIRD_CARDS, fact)
            elif isinstance(fact, Stood):
                self.say(Stage.THIRD_CARDS, fact)
            elif isinstance(fact, CoupEnded):
                self.say("result", fact)
            elif isinstance(fact, Settled):
                self.say(stage, fact)
        return self.told

    def initial_deal(self, fact: Dealt) -> None:
        self.dealing[fact.hand].extend(fact.clauses)
        if len(self.follower.hands[Whose.BANKER]) == 2:
            for whose, clauses in self.dealing.items():
                self.add(Stage.INITIAL_DEAL, f"the {whose}: {self.follower.held(whose)}", clauses)

    def say(self, chapter: str, fact: Fact) -> None:
        self.add(chapter, plain(say(fact, self.follower.to)), fact.clauses)

    def add(self, chapter: str, text: str, clauses: Sequence[str]) -> None:
        title = chapter.capitalize()
        if not self.told or self.told[-1].title != title:
            self.told.append(Chapter(title, []))
        self.told[-1].lines.append(StoryLine(text, clauses))
