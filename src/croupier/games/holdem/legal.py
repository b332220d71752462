"""The answers that a round of Hold'em might be given now, for buttons, agents and fuzzers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.actions import offered_amounts
from croupier.games.holdem.asks import (
    Betting,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    PlayWager,
    TakeAndPay,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.asks import Answer
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round


def candidates(round: Round, player: str | None, chips: int | None = None) -> Iterator[Answer]:
    """What a player might answer; with no name, what anybody might, and the dealer.

    Play wagers that cost more than the chips somebody has left are not among them.
    """
    due = round.due
    if isinstance(due, Betting):
        for box in round.owing:
            if player in (None, box.player):
                yield from choices(round, box, chips)
    elif isinstance(due, Conceding) and round.rules.offer_concession:
        for box in round.live:
            if player in (None, box.player):
                yield Concede(box=box.number)
    if player is None and isinstance(due, Conceding | HandDue):
        yield TakeAndPay()


def choices(round: Round, box: Box, chips: int | None = None) -> Iterator[Answer]:
    """The choices of a box that owes an answer, in the order of rule 8."""
    law = round.betting_law
    if law is None or not box.owes_an_answer(round.stage):
        return
    yield Fold(box=box.number)
    if law.check is not None:
        yield Check(box=box.number)
    for amount in offered_amounts(round.rules, law, box):
        if chips is None or amount <= chips:
            yield PlayWager(box=box.number, amount=amount)
