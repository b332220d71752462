"""A round of blackjack told from its facts, one line for each, with its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.account import Chapter, Line
from croupier.adjudication.reading import plain
from croupier.chips import dollars
from croupier.games.blackjack.counting import count
from croupier.games.blackjack.facts import (
    Chose,
    DealerEnded,
    Dealt,
    Elected,
    Ended,
    HandEnded,
    InsuranceServed,
    Insured,
    Stage,
    StageBegan,
)
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import MAIN, order_of_decision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cards import Card
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.round import Round
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.wagers import Admitted, Wager

_DEALER = 0
_OPENS = {
    Stage.INSURANCE: "the dealer shows an ace, and owners may insure",
    Stage.INSURANCE_ON_OTHERS: "others may insure where the owner declined",
}
_ENDS = {
    Ended.BLACKJACK: "a Blackjack takes no card",
    Ended.TWENTY_ONE: "21 takes no more cards",
    Ended.BUST: "over 21",
    Ended.DOUBLED: "a doubled hand takes one card",
    Ended.SPLIT_ACE: "a split ace takes one card",
    Ended.FIVE_CARDS: "five cards are enough",
}


def tell(rules: BlackjackRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The round from the wagers to as far as it came, without parts in which nothing happened."""
    chapters = [Chapter("Wagers", [*_wagers(rules, admitted)])]
    if round is not None:
        chapters += _Teller(rules).chapters(round.facts)
    return [chapter for chapter in chapters if chapter.lines]


# --- wagers


def _wagers(rules: BlackjackRules, admitted: Sequence[Admitted]) -> Iterator[Line]:
    law = rules.table_law
    for ruled in admitted:
        wager = ruled.wager
        what = f"{plain(wager.player)} has {wager.wager} {dollars(wager.amount)} on box {wager.box}"
        if ruled.void:
            yield Line(f"{what}; it is void and goes back", ruled.clauses)
        elif ruled.goes_back:
            back = dollars(ruled.goes_back)
            yield Line(
                f"{what}; {back} goes back and {dollars(ruled.stands)} stands", ruled.clauses
            )
        elif ruled.warned:
            yield Line(f"{what}; under the minimum, and taken this once", ruled.clauses)
        elif ruled.clauses == law.under_minimum:
            yield Line(f"{what}; under the minimum, and plays for what it is", ruled.clauses)
        else:
            yield Line(what, law.betting_window)
    for box, mains in _shared_boxes(admitted).items():
        yield _decider(rules, box, mains)


def _decider(rules: BlackjackRules, box: int, mains: Sequence[Wager]) -> Line:
    law, largest = rules.table_law, rules.law.largest_decides
    first, second, *_ = order_of_decision(mains, largest_first=largest is not None)
    if first.seated:
        clauses = law.seated_decides
    else:
        clauses = largest if largest and first.amount > second.amount else law.nearest_decides
    return Line(f"{plain(first.player)} decides for box {box}", clauses)


def _shared_boxes(admitted: Sequence[Admitted]) -> dict[int, list[Wager]]:
    boxes: dict[int, list[Wager]] = {}
    for ruled in admitted:
        if ruled.wager.wager == MAIN and ruled.stands:
            boxes.setdefault(ruled.wager.box, []).append(ruled.wager)
    return {box: mains for box, mains in sorted(boxes.items()) if len(mains) > 1}


# --- the round


class _Teller:
    """Follows the facts with the cards of every hand in mind."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.law = rules.law
        self.hands: dict[int, list[list[Card]]] = {}
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
                if fact.stage in _OPENS:
                    chapters[-1].lines.append(Line(_OPENS[fact.stage], fact.clauses))
                stage = fact.stage
            elif isinstance(fact, Dealt) and stage is Stage.INITIAL_DEAL:
                self.take(fact)
                self.dealing.setdefault(fact.box, []).extend(fact.clauses)
            elif (line := self.line(fact)) is not None:
                chapters[-1].lines.append(line)
        chapters[-1].lines.extend(self.initial_deal())
        return chapters

    def initial_deal(self) -> Iterator[Line]:
        for box in sorted(self.dealing, key=lambda box: (box == _DEALER, box)):
            yield Line(f"{self.where(box)}: {self.held(box)}", self.dealing[box])
        self.dealing = {}

    def line(self, fact: RoundFact) -> Line | None:
        text: str | None = None
        if isinstance(fact, Dealt):
            self.take(fact)
            held = self.held(fact.box, fact.hand)
            text = f"{fact.card} to {self.where(fact.box, fact.hand)}: {held}"
        elif isinstance(fact, Chose):
            text = self.chose(fact)
        elif isinstance(fact, Elected):
            text = f"{plain(fact.player)} {_elected(fact)}"
        elif isinstance(fact, Insured):
            amount, player = dollars(fact.amount), plain(fact.player)
            if fact.on == fact.player:
                text = f"{player} insures box {fact.box} for {amount}"
            else:
                text = f"{player} asks to insure {plain(fact.on)} on box {fact.box} for {amount}"
        elif isinstance(fact, InsuranceServed):
            amount, on = dollars(fact.amount), plain(fact.on)
            text = f"{plain(fact.player)} insures {on} on box {fact.box} for {amount}"
        elif isinstance(fact, HandEnded) and fact.how in _ENDS:
            text = f"{self.where(fact.box, fact.hand)} is over: {_ENDS[fact.how]}"
        elif isinstance(fact, DealerEnded):
            text = f"the dealer stops at {fact.total}"
        elif isinstance(fact, Settled):
            text = self.settled(fact)
        return None if text is None else Line(text, fact.clauses)

    def chose(self, fact: Chose) -> str:
        where = self.where(fact.box, fact.hand)
        if fact.action == "split":
            hands = self.hands[fact.box]
            hands.insert(fact.hand, [hands[fact.hand - 1].pop()])
        does = {
            "hit": f"draws on {where}",
            "stand": f"stands on {where}",
            "double": f"doubles {where} for {dollars(fact.amount)}",
            "split": f"splits {where} for {dollars(fact.amount)}",
        }[fact.action]
        return f"{plain(fact.player)} {does}"

    def settled(self, fact: Settled) -> str:
        wager = f"{plain(fact.player)}'s {fact.wager} {dollars(fact.stake)}"
        on = f" for {plain(fact.on)}" if fact.on not in (None, fact.player) else ""
        comes_out = {
            Outcome.WIN: f"wins {dollars(fact.net)}",
            Outcome.LOSE: "loses" if fact.net == -fact.stake else f"loses {dollars(-fact.net)}",
            Outcome.PUSH: "stands off",
            Outcome.VOID: "is void and goes back",
            Outcome.RETURNED: "goes back",
        }[fact.outcome]
        return f"{wager} on {self.where(fact.box or 0, fact.hand or 0)}{on} {comes_out}"

    # -- the cards

    def take(self, fact: Dealt) -> None:
        self.hands.setdefault(fact.box, [[]])[fact.hand - 1].append(fact.card)

    def where(self, box: int, hand: int = 1) -> str:
        if box == _DEALER:
            return "the dealer"
        several = hand and len(self.hands.get(box, ())) > 1
        return f"box {box}, hand {hand}" if several else f"box {box}"

    def held(self, box: int, hand: int = 1) -> str:
        cards = self.hands[box][hand - 1]
        split = box != _DEALER and len(self.hands[box]) > 1
        counted = count(self.law, cards, split=split)
        return f"{' '.join(cards)}, {counted.words}" if len(cards) > 1 else cards[0]


def _elected(fact: Elected) -> str:
    if fact.on == "split":
        return (
            f"splits too, for {dollars(fact.amount)}" if fact.amount else "rides on the first hand"
        )
    return f"doubles too, for {dollars(fact.amount)}" if fact.amount else "does not double"
