"""A round file of Hold'em: its wagers and decisions, as they are read."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.round_file import (
    Amount,
    Asked,
    BoxNumber,
    Entries,
    FileEntry,
    Name,
    RoundFile,
    must_have_wagers,
)

WagerName = Literal["ante", "blind", "trips"]


class FileWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player in one spot of a box."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class FileDecision(FileEntry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided about the hand of a box, in the order of the file."""

    box: BoxNumber


class FoldHand(FileDecision, frozen=True, kw_only=True, tag="fold"):
    """The hand is given up, or its player did not answer."""


class CheckHand(FileDecision, frozen=True, kw_only=True, tag="check"):
    """The hand stays in without a bet."""


class PlayHand(FileDecision, frozen=True, kw_only=True, tag="play"):
    """The play wager."""

    amount: Asked


class ConcedeHand(FileDecision, frozen=True, kw_only=True, tag="concede"):
    """The hand is given up after the dealer's hand was declared."""


AnyDecision = FoldHand | CheckHand | PlayHand | ConcedeHand
ACTIONS = ("fold", "check", "play", "concede")


class HoldemFile(RoundFile, frozen=True, kw_only=True):
    """One round of Hold'em."""

    wagers: Entries[FileWager] = msgspec.UNSET
    decisions: Entries[AnyDecision] = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decisions = AnyDecision
decoder = msgspec.json.Decoder(HoldemFile)


def wager_names(rules: object) -> tuple[str, ...]:
    return get_args(WagerName)


check_entries = must_have_wagers
