"""A round of Hold'em told from its facts, one line for each, with its clauses.

Whoever adjudicates has the cards before them, so hands are named from the deal on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.round_file import plain
from croupier.adjudication.story import Chapter, Follower, StoryLine, wager_line
from croupier.games.holdem.facts import (
    COMMUNAL,
    DEALER,
    Announced,
    DealtFaceDown,
    Decided,
    Declared,
    Qualified,
    Spread,
    Stage,
    StageBegan,
    TurnedUp,
)
from croupier.games.holdem.words import LEFT_OUT, LEVEL, place
from croupier.table.facts import Settled, Warned
from croupier.wording.teller import Audience, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.holdem.facts import Place, RoundFact
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.wagers import Admitted

_TO = Audience(level=LEVEL)
_TOLD = (Decided, TurnedUp, Declared, Qualified, Warned, Settled)


def tell(rules: HoldemRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The round from the wagers to as far as it came, without parts in which nothing happened."""
    chapters = [Chapter("Wagers", [wager_line(each) for each in admitted])]
    if round is not None:
        chapters += _Teller(round).chapters()
    return [chapter for chapter in chapters if chapter.lines]


def follow(_: HoldemRules) -> Follower:
    """Nothing has to be kept in mind: hands are told when they are turned up."""
    return Follower(LEFT_OUT, _TO)


class _Teller:
    """Follows the facts, with the cards of the round at hand."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.told: list[Chapter] = []

    def chapters(self) -> list[Chapter]:
        for fact in self.round.facts:
            if isinstance(fact, StageBegan):
                self.begin(fact.stage)
                if fact.stage is Stage.DEAL:
                    self.told[-1].lines.extend(self.deal())
            elif isinstance(fact, TurnedUp) and fact.whose == COMMUNAL:
                flop = len(fact.cards) == 3
                self.begin(Stage.AFTER_THE_FLOP if flop else Stage.ON_THE_RIVER)
                self.told[-1].lines.append(StoryLine(say(fact), fact.clauses))
            elif (text := self.line(fact)) is not None:
                self.told[-1].lines.append(StoryLine(text, fact.clauses))
        return self.told

    def begin(self, stage: Stage) -> None:
        title = stage.capitalize()
        if not self.told or self.told[-1].title != title:
            self.told.append(Chapter(title, []))

    def deal(self) -> Iterator[StoryLine]:
        """Each hand as it was dealt, with the clauses of all its cards."""
        clauses: dict[Place, list[str]] = {}
        for fact in self.round.facts:
            if isinstance(fact, DealtFaceDown):
                clauses.setdefault(fact.to, []).extend(fact.clauses)
            elif isinstance(fact, Spread):
                clauses[COMMUNAL].extend(fact.clauses)
        for whose, cited in sorted(clauses.items(), key=_in_order):
            cards = " ".join(self.round.cards_of(whose))
            yield StoryLine(f"{place(whose)}: {cards}, face down", cited)

    def line(self, fact: RoundFact) -> str | None:
        if isinstance(fact, Announced) and fact.box is not None:
            return f"{plain(self.round.box(fact.box).player)} concedes box {fact.box}"
        return plain(say(fact, _TO)) if isinstance(fact, _TOLD) else None


def _in_order(dealt: tuple[Place, list[str]]) -> tuple[bool, bool, int]:
    """The communal cards, the boxes, the dealer."""
    whose = dealt[0]
    return whose == DEALER, whose != COMMUNAL, whose if isinstance(whose, int) else 0
