"""What everybody sees of a round of blackjack, built field by field.

All cards are dealt face up, so a round looks the same to every seat, the floor and the inspector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import CardDue, Choice, Election, InsuranceWindow
from croupier.games.blackjack.hands import count
from croupier.games.blackjack.legal_answers import legal_actions

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Hand
    from croupier.games.blackjack.round import Round


class StakeView(msgspec.Struct, frozen=True):
    player: str
    stake: int
    double: int
    open: bool


class HandView(msgspec.Struct, frozen=True):
    place: int
    cards: tuple[Card, ...]
    total: int
    words: str
    clauses: tuple[str, ...]
    stakes: tuple[StakeView, ...]
    ended: str | None


class SideView(msgspec.Struct, frozen=True):
    player: str
    wager: str
    amount: int
    open: bool


class BoxView(msgspec.Struct, frozen=True):
    number: int
    controlled_by: str | None
    hands: tuple[HandView, ...]
    sides: tuple[SideView, ...]


class InsuranceView(msgspec.Struct, frozen=True):
    player: str
    box: int
    on: str
    amount: int


class DueView(msgspec.Struct, frozen=True):
    """What the round waits for: a card, a choice, an election or insurance."""

    what: str
    box: int | None = None
    hand: int | None = None
    players: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    announced: str = ""
    """The total of the hand, where the rules have the dealer call it."""
    clauses: tuple[str, ...] = ()
    """Under which clauses it is called."""


class RoundView(msgspec.Struct, frozen=True):
    stage: str
    boxes: tuple[BoxView, ...]
    dealer: HandView
    insurance: tuple[InsuranceView, ...]
    due: DueView | None


def view(round: Round) -> RoundView:
    return RoundView(
        stage=round.stage,
        boxes=tuple(
            BoxView(
                number=box.number,
                controlled_by=next(box.deciders(), None),
                hands=tuple(_hand(round, hand) for hand in box.hands),
                sides=tuple(
                    SideView(side.player, side.wager, side.amount, side.open) for side in box.sides
                ),
            )
            for box in round.boxes
        ),
        dealer=_hand(round, round.dealer),
        insurance=tuple(
            InsuranceView(wager.player, wager.box, wager.on, wager.amount)
            for wager in round.insurance
        ),
        due=_due(round),
    )


def _hand(round: Round, hand: Hand) -> HandView:
    counted = count(round.law, hand.cards, split=hand.split)
    return HandView(
        place=hand.place,
        cards=tuple(hand.cards),
        total=hand.total,
        words=counted.words if hand.cards else "",
        clauses=counted.clauses,
        stakes=tuple(StakeView(b.player, b.stake, b.double, b.open) for b in hand.bets),
        ended=hand.ended,
    )


def _announced(round: Round, hand: Hand) -> tuple[str, tuple[str, ...]]:
    """What the dealer calls as a player is asked: when the turn comes, and after every card."""
    law = round.law
    drawn = len(hand.cards) > 2
    clauses = law.announces_after_a_card if drawn else law.announces
    if hand.split and not drawn:
        clauses = law.announces_after_a_split
    if clauses is None:
        return "", ()
    return count(law, hand.cards, split=hand.split).words, clauses


def _due(round: Round) -> DueView | None:
    due = round.due
    if isinstance(due, CardDue):
        return DueView("card", due.box.number if due.box else 0, due.hand.place)
    if isinstance(due, Choice):
        actions = legal_actions(round.rules, due.box, due.hand)
        said, clauses = _announced(round, due.hand)
        return DueView(
            "choice", due.box.number, due.hand.place, (due.player,), actions, said, clauses
        )
    if isinstance(due, Election):
        return DueView(due.action, due.box.number, due.hand.place, tuple(due.waiting))
    if isinstance(due, InsuranceWindow):
        players = dict.fromkeys(main.player for box in round.boxes for main in box.mains)
        return DueView(f"insurance: {due.window}", players=tuple(players))
    return None
