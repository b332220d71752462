"""Baccarat in a player's words. The two hands are the player's and the banker's."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from croupier.chips import dollars
from croupier.cli.table.wording import Line, Tone
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    DealtFaceDown,
    NoBetCoup,
    OneMoreRound,
    Stands,
    Stood,
    Turned,
    Winner,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.cli.table.scene import Scene
    from croupier.cli.table.session import Session
    from croupier.games.baccarat.views import CoupView, HandView
    from croupier.table.facts import Settled

HANDS = {"player": "Player", "banker": "Banker"}


def round_of(scene: Scene) -> CoupView | None:
    return cast("CoupView | None", scene.round)


def hand_of(scene: Scene, whose: str) -> HandView | None:
    coup = round_of(scene)
    return None if coup is None else coup.player if whose == "player" else coup.banker


def where(session: Session, settled: Settled) -> str:
    return session.wager_name(settled.wager)


def told(scene: Scene, fact: Fact) -> Line | None:
    if isinstance(fact, Dealt):
        hand = hand_of(scene, fact.hand)
        total = f": {hand.total}" if hand and hand.total is not None and _ends(hand, fact) else ""
        return Line(f"{HANDS[fact.hand]} gets the {fact.card.spoken}{total}", fact.clauses)
    if isinstance(fact, DealtFaceDown):
        return Line(f"{HANDS[fact.hand]} gets a card, face down", fact.clauses)
    if isinstance(fact, Turned):
        return Line(f"{HANDS[fact.hand]}: the {fact.card.spoken} is turned", fact.clauses)
    if isinstance(fact, Stood):
        natural = fact.why is Stands.NATURAL
        with_what = f"a natural {fact.total}" if natural else str(fact.total)
        return Line(f"{HANDS[fact.hand]} stands with {with_what}", fact.clauses)
    if isinstance(fact, CoupEnded):
        return Line(f"{_won(fact.winner)}, {fact.player} to {fact.banker}", fact.clauses)
    if isinstance(fact, NoBetCoup):
        return Line(f"A coup without wagers: {fact.door}", fact.clauses, Tone.NOTICE)
    if isinstance(fact, OneMoreRound):
        said = "A tie: one more round is dealt before the shuffle"
        return Line(said, fact.clauses, Tone.NOTICE)
    return None


def _ends(hand: HandView, fact: Dealt) -> bool:
    """Whether this card makes a total worth telling: it is the hand's second, or its third."""
    return len(hand.cards) > 1 and hand.cards[-1] is fact.card


def _won(winner: Winner) -> str:
    return "A tie" if winner is Winner.TIE else f"{HANDS[winner]} wins"


def lying(scene: Scene) -> Iterator[str]:
    """Both hands, and the wagers on them."""
    coup = round_of(scene)
    if coup is None:
        return
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        total = f"; {hand.total}" if hand.total is not None else ""
        yield f"{name}: {_spoken(hand.cards)}{total}"
    yield ", ".join(f"{each.wager} {dollars(each.stake)}" for each in coup.stakes)


def _spoken(cards: Sequence[Card | None]) -> str:
    return ", ".join(card.spoken if card else "face down" for card in cards) or "no cards"
