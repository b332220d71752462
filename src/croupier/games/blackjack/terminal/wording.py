"""Blackjack in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from croupier.games.blackjack.facts import Dealt
from croupier.money import dollars
from croupier.table.wagers import MAIN
from croupier.wording.teller import Audience

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.scene import TableScene
    from croupier.cli.play_screen.session import TableSession
    from croupier.games.blackjack.views import HandView, RoundView
    from croupier.table.facts import Settled


def round_of(scene: TableScene) -> RoundView | None:
    return cast("RoundView | None", scene.round)


def hand_of(scene: TableScene, box: int, place: int) -> HandView | None:
    """A hand in play; box 0 is the dealer's."""
    round = round_of(scene)
    if round is None:
        return None
    if box == 0:
        return round.dealer
    hands = (hand for each in round.boxes if each.number == box for hand in each.hands)
    return next((hand for hand in hands if hand.place == place), None)


def place(scene: TableScene, box: int, hand: int) -> str:
    """`Box 2`, or `Box 2, hand 1` once it has been split."""
    if box == 0:
        return "Dealer"
    round = round_of(scene)
    hands = next((b.hands for b in round.boxes if b.number == box), ()) if round else ()
    return f"Box {box}, hand {hand}" if len(hands) > 1 else f"Box {box}"


def against(scene: TableScene) -> str:
    round = round_of(scene)
    if round is None or not round.dealer.cards:
        return "no card of the dealer's"
    return f"dealer shows the {round.dealer.cards[0].spoken}"


def where(session: TableSession, scene: TableScene, settled: Settled) -> str:
    """The wager, and the hand it was on."""
    box = f"Box {settled.box}"
    if settled.wager == "insurance":
        return f"{box}, insurance"
    if settled.wager != MAIN:
        return f"{box}, {session.wager_name(settled.wager)}"
    if settled.hand is None:
        return f"{box}, wager"
    hand = hand_of(scene, settled.box or 0, settled.hand)
    words = f", {hand.words}" if hand else ""
    return f"{place(scene, settled.box or 0, settled.hand)}{words}"


def audience(scene: TableScene, player: str, level: str) -> Audience:
    """The player, who sees what every hand comes to."""

    def hands(box: int) -> int:
        round = round_of(scene)
        return next((len(b.hands) for b in round.boxes if b.number == box), 1) if round else 1

    def comes_to(fact: Fact) -> str:
        if not isinstance(fact, Dealt):
            return ""
        hand = hand_of(scene, fact.box, fact.hand)
        return hand.words if hand and len(hand.cards) > 1 else ""

    return Audience(you=player, spoken=True, level=level, hands=hands, comes_to=comes_to)


def lying(scene: TableScene) -> Iterator[str]:
    """Every hand with its cards, its total and what is staked on it."""
    round = round_of(scene)
    if round is None:
        return
    for hand in (round.dealer, *(hand for box in round.boxes for hand in box.hands)):
        number = next((box.number for box in round.boxes if hand in box.hands), 0)
        cards = ", ".join(card.spoken for card in hand.cards) or "no cards"
        stake = sum(stake.stake + stake.double for stake in hand.stakes)
        staked = f", {dollars(stake)} on it" if stake else ""
        yield f"{place(scene, number, hand.place)}: {cards}; {hand.words}{staked}"
