"""A round of Hold'em from a record, written as a round file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.holdem.file import (
    CheckHand,
    ConcedeHand,
    FileWager,
    FoldHand,
    HoldemFile,
    PlayHand,
)
from croupier.games.holdem import facts
from croupier.games.holdem.asks import Concede

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.adjudication.holdem.file import AnyDecision
    from croupier.adjudication.played import Played
    from croupier.aggregate.facts import Fact

WRITTEN: tuple[type[Fact], ...] = (
    facts.StageBegan, facts.DealtFaceDown, facts.Spread, facts.Handled, facts.Decided,
    facts.TurnedUp, facts.Announced, facts.Declared, facts.Qualified, facts.Discarded,
)  # fmt: skip


def write(played: Played) -> HoldemFile:
    return HoldemFile(
        instrument=played.instrument,
        options=played.options,
        cards=played.cards,
        wagers=[
            FileWager(
                box=wager.box, player=wager.player, wager=wager.wager,  # type: ignore[arg-type]
                amount=wager.amount, seated=wager.seated,
            )
            for wager in sorted(played.wagers, key=lambda wager: wager.box)
        ],
        decisions=[*_decisions(played)],
    )  # fmt: skip


def _decisions(played: Played) -> Iterator[AnyDecision]:
    """Who did not answer has folded, and is written so."""
    for step in played.steps:
        if isinstance(step.command, Concede):
            yield ConcedeHand(box=step.command.box)
        for fact in step.facts:
            if isinstance(fact, facts.Decided):
                yield _decision(fact)


def _decision(fact: facts.Decided) -> AnyDecision:
    if fact.action == "play":
        return PlayHand(box=fact.box, amount=fact.amount)
    return FoldHand(box=fact.box) if fact.action == "fold" else CheckHand(box=fact.box)
