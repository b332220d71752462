"""A round file of Hold'em: its wagers and decisions, read, or written down from a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.round_file import (
    MOST_ENTRIES,
    Amount,
    Asked,
    BoxNumber,
    FileEntry,
    Name,
    RoundFile,
    RoundFileError,
)
from croupier.games.holdem import facts
from croupier.games.holdem.asks_and_answers import Concede

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.adjudication.recorded_round import RecordedRound
    from croupier.aggregate.facts import Fact


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

    wagers: (
        Annotated[list[FileWager], msgspec.Meta(max_length=MOST_ENTRIES)] | msgspec.UnsetType
    ) = msgspec.UNSET
    decisions: (
        Annotated[list[AnyDecision], msgspec.Meta(max_length=MOST_ENTRIES)] | msgspec.UnsetType
    ) = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decisions = AnyDecision
decoder = msgspec.json.Decoder(HoldemFile)


def check_entries(file: HoldemFile) -> None:
    """What no single field shows."""
    if not file.wagers and file.script is msgspec.UNSET:
        raise RoundFileError("wagers: nobody has bet")


WRITTEN: tuple[type[Fact], ...] = (
    facts.StageBegan, facts.DealtFaceDown, facts.Spread, facts.Handled, facts.Decided,
    facts.TurnedUp, facts.Announced, facts.Declared, facts.Qualified, facts.Discarded,
)  # fmt: skip


def write(played: RecordedRound) -> HoldemFile:
    return HoldemFile(
        instrument=played.instrument.id,
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


def _decisions(played: RecordedRound) -> Iterator[AnyDecision]:
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
