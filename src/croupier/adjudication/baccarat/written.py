"""A coup from a record, written as a round file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.baccarat.file import BaccaratFile, FileWager
from croupier.games.baccarat import facts

if TYPE_CHECKING:
    from croupier.adjudication.played import Played
    from croupier.aggregate.facts import Fact

WRITTEN: tuple[type[Fact], ...] = (
    facts.StageBegan, facts.Dealt, facts.DealtFaceDown, facts.Turned, facts.TurnersNamed,
    facts.Stood, facts.CoupEnded,
)  # fmt: skip


def write(played: Played) -> BaccaratFile:
    return BaccaratFile(
        instrument=played.instrument,
        options=played.options,
        cards=played.cards,
        wagers=[
            FileWager(
                player=wager.player, wager=wager.wager, amount=wager.amount,  # type: ignore[arg-type]
            )
            for wager in played.wagers
        ],
    )  # fmt: skip
