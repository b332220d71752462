"""Baccarat in a player's words. The two hands are the player's and the banker's."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from croupier.cli.play_screen.wording import spoken
from croupier.games.baccarat.facts import (
    Dealt,
)
from croupier.money import dollars
from croupier.wording.teller import Audience

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.scene import TableScene
    from croupier.cli.play_screen.session import TableSession
    from croupier.games.baccarat.views import CoupView, HandView
    from croupier.table.facts import Settled


def round_of(scene: TableScene) -> CoupView | None:
    return cast("CoupView | None", scene.round)


def hand_of(scene: TableScene, whose: str) -> HandView | None:
    coup = round_of(scene)
    return None if coup is None else coup.player if whose == "player" else coup.banker


def where(session: TableSession, settled: Settled) -> str:
    return session.wager_name(settled.wager)


def audience(scene: TableScene, player: str, level: str) -> Audience:
    """The player, who sees what both hands come to."""

    def comes_to(fact: Fact) -> str:
        if not isinstance(fact, Dealt):
            return ""
        hand = hand_of(scene, fact.hand)
        return str(hand.total) if hand and hand.total is not None and _ends(hand, fact) else ""

    return Audience(you=player, spoken=True, level=level, comes_to=comes_to)


def _ends(hand: HandView, fact: Dealt) -> bool:
    """Whether this card makes a total worth telling: it is the hand's second, or its third."""
    return len(hand.cards) > 1 and hand.cards[-1] is fact.card


def lying(scene: TableScene) -> Iterator[str]:
    """Both hands, and the wagers on them."""
    coup = round_of(scene)
    if coup is None:
        return
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        total = f"; {hand.total}" if hand.total is not None else ""
        yield f"{name}: {spoken(hand.cards)}{total}"
    yield ", ".join(f"{each.wager} {dollars(each.stake)}" for each in coup.stakes)
