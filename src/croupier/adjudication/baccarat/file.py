"""Wagers as a round file of baccarat writes them; of decisions there are none."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from croupier.adjudication.roundfile import (
    MOST_ENTRIES,
    NEEDS,
    Amount,
    BoxNumber,
    Entry,
    Name,
    RoundFile,
    RoundFileError,
)

WagerName = Literal["banker", "player", "tie", "banker-pair", "player-pair"]
Action = Literal[
    "hit", "stand", "double", "split", "insurance", "even-money", "fold", "check", "play", "concede"
]


class FileWager(Entry, frozen=True, kw_only=True):
    """Chips of one player, in the order in which they were laid; the box makes no difference."""

    player: Name
    wager: WagerName
    amount: Amount
    box: BoxNumber | None = None
    seated: bool = False


class FileDecision(msgspec.Struct, frozen=True):
    """A decision of some other game: read as far as is needed to refuse it."""

    action: Action


class BaccaratFile(RoundFile, frozen=True, kw_only=True):
    """One round of baccarat."""

    wagers: Annotated[list[FileWager], msgspec.Meta(max_length=MOST_ENTRIES)]
    decisions: Annotated[list[FileDecision], msgspec.Meta(max_length=MOST_ENTRIES)] = []


BACCARAT_NEEDS = {
    **NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(get_args(Action))}",
}

decode = msgspec.json.Decoder(BaccaratFile).decode


def check_entries(file: BaccaratFile) -> None:
    """What no single field shows."""
    if not file.wagers:
        raise RoundFileError("wagers: nobody has bet")
