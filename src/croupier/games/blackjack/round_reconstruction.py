"""Rebuilding a round: a card was laid on the wrong hand (14.4), or named wrongly."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import CardDue, Misplaced, Reconsider
from croupier.games.blackjack.legal_answers import why_not
from croupier.games.blackjack.round import Round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.hands import Box
    from croupier.games.blackjack.round import Sent


R = TypeVar("R", bound=Round)
Misread = tuple[Card, Card]
"""What a card had been called, and what it is."""


@dataclass(frozen=True, slots=True)
class OutsideEvent:
    """Something done to a round from outside: a wager taken off, somebody gone or back."""

    after: int
    """How many cards and answers the round had been sent by then."""
    happen: Callable[[Round], object]


@dataclass(slots=True)
class Rebuilt(Generic[R]):
    """The round with every card where it was due."""

    round: R
    events: list[OutsideEvent]
    cards: list[Card]
    """Cards drawn so far that have no place in it yet."""
    decisions_kept: int


@dataclass(frozen=True, slots=True)
class _Decision:
    number: int
    answer: Answer
    seen: tuple[Card, ...]


def rebuild(
    round: R,
    boxes: Iterable[Box],
    absent: Iterable[str],
    events: Iterable[OutsideEvent],
    answers: Iterable[tuple[Sent, tuple[Card, ...]]] | None = None,
    misread: Misread | None = None,
) -> Rebuilt[R]:
    """Follow the draws again, each card to its proper place.

    `answers` stand for the round's own, where what was staked is not what should have been, or a
    card had been `misread`.

    A decision is kept if it is still legal and was made on the same cards, whatever one of them was
    called. From the first that has to be asked for again, the cards drawn so far wait their turn.
    """
    cards: deque[tuple[int, Card]] = deque()
    decisions: list[_Decision] = []
    for number, (sent, seen) in enumerate(round.answers if answers is None else answers):
        if isinstance(sent, Card):
            cards.append((number, sent))
        elif isinstance(sent, Misplaced):
            cards.append((number, sent.card))
        elif not isinstance(sent, Reconsider):
            decisions.append(_Decision(number, sent, seen))
    again = type(round)(round.rules, boxes, absent=absent)
    waiting, happened = deque(events), list[OutsideEvent]()
    kept = 0

    def catch_up(number: int | None = None) -> bool:
        """Let happen what happened before this card or answer, or with none whatever is next."""
        if not waiting or (number is not None and waiting[0].after > number):
            return False
        event = waiting.popleft()
        happened.append(OutsideEvent(len(again.answers), event.happen))
        event.happen(again)
        again.reconsider()
        return True

    while again.due is not None:
        if isinstance(again.due, CardDue):
            if cards and not catch_up(cards[0][0]):
                again.deal(cards.popleft()[1])
            elif not cards and not catch_up():
                break
            continue
        kept_here = next((d for d in decisions if _stands(again, d, misread)), None)
        if kept_here is not None and not catch_up(kept_here.number):
            decisions.remove(kept_here)
            again.answer(kept_here.answer)
            kept += 1
        elif kept_here is None and not catch_up():
            break
    while catch_up():
        pass
    return Rebuilt(again, happened, [card for _, card in cards], kept)


def _stands(again: Round, decision: _Decision, misread: Misread | None) -> bool:
    if why_not(again, decision.answer) is not None:
        return False
    seen, lying = decision.seen, again.seen_by(decision.answer)
    if seen == lying or misread is None:
        return seen == lying
    other = [pair for pair in zip(seen, lying, strict=False) if pair[0] is not pair[1]]
    return len(seen) == len(lying) and other == [misread]
