"""Rebuilding a round in which a card was laid on the wrong hand (14.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.games.blackjack.answers import why_not
from croupier.games.blackjack.asks import CardDue, Misplaced, Reconsider
from croupier.games.blackjack.round import Round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.hands import Box


def rebuild(round: Round, boxes: Iterable[Box]) -> tuple[Round, list[Card], int]:
    """The round with every card where it was due: the round, cards still to place, decisions kept.

    A decision is kept if it is still legal and was made on the same cards. From the first that has
    to be asked for again, the cards drawn so far wait their turn.
    """
    cards: list[Card] = []
    decisions: list[tuple[Answer, tuple[Card, ...]]] = []
    for sent, seen in round.answers:
        if isinstance(sent, Card):
            cards.append(sent)
        elif isinstance(sent, Misplaced):
            cards.append(sent.card)
        elif not isinstance(sent, Reconsider):
            decisions.append((sent, seen))
    again = Round(round.rules, boxes, absent=round.absent)
    kept = 0
    while again.due is not None:
        if isinstance(again.due, CardDue):
            if not cards:
                break
            again.deal(cards.pop(0))
            continue
        standing = next(
            (
                (answer, seen)
                for answer, seen in decisions
                if why_not(again, answer) is None and again.seen_by(answer) == seen
            ),
            None,
        )
        if standing is None:
            break
        decisions.remove(standing)
        again.answer(standing[0])
        kept += 1
    return again, cards, kept
