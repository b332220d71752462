"""Wagers and decisions as a round file of Hold'em writes them."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from croupier.adjudication.roundfile import (
    MOST_ENTRIES,
    NEEDS,
    Amount,
    Asked,
    BoxNumber,
    Entry,
    Name,
    RoundFile,
    RoundFileError,
)

WagerName = Literal["ante", "blind", "trips"]


class FileWager(Entry, frozen=True, kw_only=True):
    """Chips of one player in one spot of a box."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class Decision(Entry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided about the hand of a box, in the order of the file."""

    box: BoxNumber


class FoldHand(Decision, frozen=True, kw_only=True, tag="fold"):
    """The hand is given up, or its player did not answer."""


class CheckHand(Decision, frozen=True, kw_only=True, tag="check"):
    """The hand stays in without a bet."""


class PlayHand(Decision, frozen=True, kw_only=True, tag="play"):
    """The play wager."""

    amount: Asked


class ConcedeHand(Decision, frozen=True, kw_only=True, tag="concede"):
    """The hand is given up after the dealer's hand was declared."""


AnyDecision = FoldHand | CheckHand | PlayHand | ConcedeHand
ACTIONS = ("fold", "check", "play", "concede")


class HoldemFile(RoundFile, frozen=True, kw_only=True):
    """One round of Hold'em."""

    wagers: Annotated[list[FileWager], msgspec.Meta(max_length=MOST_ENTRIES)]
    decisions: Annotated[list[AnyDecision], msgspec.Meta(max_length=MOST_ENTRIES)] = []


HOLDEM_NEEDS = {
    **NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decode = msgspec.json.Decoder(HoldemFile).decode


def check_entries(file: HoldemFile) -> None:
    """What no single field shows."""
    if not file.wagers:
        raise RoundFileError("wagers: nobody has bet")
