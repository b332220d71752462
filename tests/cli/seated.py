"""A player at a table in the terminal, with cards that a seed decides."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.table_setup import setting
from croupier.games.blackjack.terminal.session import BlackjackSession

if TYPE_CHECKING:
    from collections.abc import Callable

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NOON = 1_800_000_000_000


def sit(
    seed: int, *, instrument: str = ACT_2018, keep: Any = None, **wanted: Any
) -> BlackjackSession:
    """A session whose shuffles follow from the seed, waiting for the cut."""
    source = random.Random(seed)
    return BlackjackSession(
        setting(instrument, **wanted),
        entropy=lambda: source.randbytes(32),
        clock=lambda: NOON,
        keep=keep,
    )


def dealt(seed: int, *, stake: int = 25_00, **wanted: Any) -> BlackjackSession:
    """The same, after a cut in the middle, with a wager on every box and the cards dealt."""
    session = sit(seed, **wanted)
    cut_in_the_middle(session)
    for box in range(1, session.setting.boxes + 1):
        session.wagering.make(box, stake)
    session.deal()
    return session


def cut_in_the_middle(session: BlackjackSession) -> None:
    session.cut(session.cut_range[len(session.cut_range) // 2])


def seed_where(holds: Callable[[BlackjackSession], object], **wanted: Any) -> int:
    """The first seed whose first deal is what a test needs."""
    for seed in range(2_000):
        if holds(dealt(seed, **wanted)):
            return seed
    raise AssertionError("no seed gives such a deal")


def is_offered_insurance(session: BlackjackSession) -> bool:
    return session.insuring


def has_a_pair(session: BlackjackSession) -> bool:
    return session.asked is WaitsFor.PLAY and "split" in session.legal()


def must_draw(session: BlackjackSession) -> bool:
    """A hard total under 12, on which nobody may stand, and no pair."""
    return session.asked is WaitsFor.PLAY and session.legal() == ("double", "hit")


def may_stand(session: BlackjackSession) -> bool:
    return session.asked is WaitsFor.PLAY and session.legal() == ("double", "hit", "stand")


def stand_out(session: BlackjackSession) -> None:
    """Stand as soon as the rules let it, until the round is over."""
    while session.asked is WaitsFor.PLAY:
        if session.insuring:
            session.play("no")
        elif "stand" in session.legal():
            session.play("stand")
        else:
            session.play("hit")
