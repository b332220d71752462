"""Wagers and decisions as a round file of blackjack writes them."""

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
    HandPlace,
    Name,
    RoundFile,
    RoundFileError,
)

WagerName = Literal[
    "main", "perfect-pairs", "pairs-play", "super-sevens", "any-pairs", "canberra-pairs"
]


class FileWager(Entry, frozen=True, kw_only=True):
    """Chips of one player in one box, nearest the dealer first."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class Decision(Entry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided, in the order of the file."""

    box: BoxNumber


class OnHand(Decision, frozen=True, kw_only=True):
    """A decision about the cards of one hand."""

    hand: HandPlace


class HitHand(OnHand, frozen=True, kw_only=True, tag="hit"):
    """A card, also where the rules allow nothing else."""


class StandOnHand(OnHand, frozen=True, kw_only=True, tag="stand"):
    """No more cards."""


class DoubleHand(OnHand, frozen=True, kw_only=True, tag="double"):
    """What each player adds; whoever is left out adds nothing."""

    stakes: dict[str, Asked]


class SplitHand(OnHand, frozen=True, kw_only=True, tag="split"):
    """Who matches their wager; the others ride on the first of the two hands."""

    players: Annotated[list[Name], msgspec.Meta(max_length=MOST_ENTRIES)]


class TakeInsurance(Decision, frozen=True, kw_only=True, tag="insurance"):
    """Insurance asked for, on the player's own wager unless `on` names another's."""

    player: Name
    amount: Asked
    on: Name | None = None


class EvenMoney(Decision, frozen=True, kw_only=True, tag="even-money"):
    """A Blackjack paid one to one at once."""

    player: Name


AnyDecision = HitHand | StandOnHand | DoubleHand | SplitHand | TakeInsurance | EvenMoney
ACTIONS = ("hit", "stand", "double", "split", "insurance", "even-money")


class BlackjackFile(RoundFile, frozen=True, kw_only=True):
    """One round of blackjack."""

    wagers: Annotated[list[FileWager], msgspec.Meta(max_length=MOST_ENTRIES)]
    decisions: Annotated[list[AnyDecision], msgspec.Meta(max_length=MOST_ENTRIES)] = []


BLACKJACK_NEEDS = {
    **NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decode = msgspec.json.Decoder(BlackjackFile).decode


def check_entries(file: BlackjackFile) -> None:
    """What no single field shows: entries that contradict one another."""
    if not file.wagers:
        raise RoundFileError("wagers: nobody has bet")
    placed: dict[tuple[int, str, str], int] = {}
    seated: dict[int, str] = {}
    for place, wager in enumerate(file.wagers):
        key = (wager.box, wager.player, wager.wager)
        if key in placed:
            raise RoundFileError(
                f"wagers[{place}]: the same player has the same wager on the same box "
                f"in wagers[{placed[key]}]"
            )
        placed[key] = place
        if wager.seated and seated.setdefault(wager.box, wager.player) != wager.player:
            raise RoundFileError(f"wagers[{place}].seated: somebody else sits at box {wager.box}")
    for place, decision in enumerate(file.decisions):
        if isinstance(decision, SplitHand) and len(set(decision.players)) < len(decision.players):
            raise RoundFileError(f"decisions[{place}].players: a player is named twice")
