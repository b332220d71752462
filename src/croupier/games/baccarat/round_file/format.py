"""A round file of baccarat: its wagers and decisions, as they are read."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.round_file import (
    Amount,
    BoxNumber,
    Entries,
    FileEntry,
    Name,
    RoundFile,
    must_have_wagers,
)

WagerName = Literal["banker", "player", "tie", "banker-pair", "player-pair"]
Action = Literal[
    "hit", "stand", "double", "split", "insurance", "even-money", "fold", "check", "play", "concede"
]


class FileWager(FileEntry, frozen=True, kw_only=True):
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

    wagers: Entries[FileWager] = msgspec.UNSET
    decisions: Entries[FileDecision] = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(get_args(Action))}",
}

decisions = FileDecision
decoder = msgspec.json.Decoder(BaccaratFile)


def wager_names(rules: object) -> tuple[str, ...]:
    return get_args(WagerName)


check_entries = must_have_wagers
