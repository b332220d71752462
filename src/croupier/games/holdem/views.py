"""What each viewer sees of a round of Hold'em, built field by field.

A player who looks sees their own two cards, once everybody has been dealt to. Everything else is
the same for all: the flop, then turn and river together, the dealer's cards when they are turned
up, each hand in its turn at settlement, and a card that was shown by mistake. Staff see no more
than the public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card
from croupier.games.holdem.asks_and_answers import Betting, CardDue, Conceding, HandDue, PlayWager
from croupier.games.holdem.facts import DEALER, Declared, Exposed, Place, Stage
from croupier.games.holdem.legal_answers import candidates

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round

FaceDown = None
"""What stands for a card that the viewer may not see."""


class StakeView(msgspec.Struct, frozen=True):
    """A wager that lies on the layout."""

    wager: str
    amount: int


class BoxView(msgspec.Struct, frozen=True):
    number: int
    player: str
    cards: tuple[Card | None, ...]
    words: str | None
    """The hand as it was declared at its turn."""
    stakes: tuple[StakeView, ...]
    checked: bool
    """Whether it has checked in the betting round that is open."""
    played: str | None
    ended: str | None


class ChoiceView(msgspec.Struct, frozen=True):
    action: str
    amount: int | None = None


class DueView(msgspec.Struct, frozen=True):
    """What the round waits for: a card, answers, concessions or the dealer's next hand."""

    what: str
    to: Place | None = None
    owing: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    choices: tuple[ChoiceView, ...] = ()
    """The viewer's own."""


class RoundView(msgspec.Struct, frozen=True):
    stage: str
    communal: tuple[Card | None, ...]
    dealer: tuple[Card | None, ...]
    dealers_hand: str | None
    boxes: tuple[BoxView, ...]
    due: DueView | None


def view(round: Round, viewer: str | None = None, chips: int | None = None) -> RoundView:
    """The round as a player with so many chips sees it; with no name, as anybody else does."""
    return RoundView(
        stage=round.stage,
        communal=open_cards(round.communal, round.communal_up),
        dealer=open_cards(round.dealer, round.dealer_up),
        dealers_hand=declared(round, DEALER),
        boxes=tuple(_box(round, box, viewer) for box in round.boxes),
        due=_due(round, viewer, chips),
    )


def open_cards(cards: Sequence[Card], up: Collection[int]) -> tuple[Card | None, ...]:
    """Cards as they are seen by whoever sees those at some places, counted from 0."""
    return tuple([card if place in up else FaceDown for place, card in enumerate(cards)])


def hands_seen(round: Round, viewer: str | None) -> list[tuple[list[Card], Collection[int]]]:
    """Everything that lies there, and at which places the viewer sees it."""
    return [
        (round.communal, round.communal_up),
        (round.dealer, round.dealer_up),
        *((box.cards, places_seen(round, box, viewer)) for box in round.boxes),
    ]


def places_seen(round: Round, box: Box, viewer: str | None) -> Collection[int]:
    """The places of the cards of a box that the viewer sees."""
    dealt = round.stage is not Stage.DEAL and len(round.dealer) == 2
    if box.turned_up or (dealt and box.looked and viewer == box.player):
        return range(2)
    return {
        fact.place - 1
        for fact in round.facts
        if isinstance(fact, Exposed) and fact.whose == box.number
    }


def _box(round: Round, box: Box, viewer: str | None) -> BoxView:
    return BoxView(
        number=box.number,
        player=box.player,
        cards=open_cards(box.cards, places_seen(round, box, viewer)),
        words=declared(round, box.number),
        stakes=tuple(StakeView(wager, amount) for wager, amount in box.stakes.items()),
        checked=box.checked is round.stage,
        played=box.played,
        ended=box.ended,
    )


def declared(round: Round, whose: Place) -> str | None:
    """What a hand was declared to be when it was its turn."""
    return next(
        (fact.words for fact in round.facts if isinstance(fact, Declared) and fact.whose == whose),
        None,
    )


def _due(round: Round, viewer: str | None, chips: int | None) -> DueView | None:
    due = round.due
    if isinstance(due, CardDue):
        return DueView("card", to=due.to)
    if isinstance(due, HandDue):
        return DueView("hand", to=due.box.number)
    if isinstance(due, Betting | Conceding):
        betting = isinstance(due, Betting)
        return DueView(
            "answers" if betting else "concessions",
            owing=tuple(box.number for box in round.owing),
            asked=tuple(box.number for box in round.asked),
            choices=_choices(round, viewer, chips) if viewer is not None else (),
        )
    return None


def _choices(round: Round, viewer: str, chips: int | None) -> tuple[ChoiceView, ...]:
    return tuple(
        ChoiceView(
            str(answer.__struct_config__.tag),
            answer.amount if isinstance(answer, PlayWager) else None,
        )
        for answer in candidates(round, viewer, chips)
    )
