"""A round file of blackjack: its wagers and decisions, as they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.round_file import (
    MOST_ENTRIES,
    Amount,
    Asked,
    BoxNumber,
    Entries,
    FileEntry,
    HandPlace,
    Name,
    RoundFile,
    RoundFileError,
    must_have_wagers,
)

if TYPE_CHECKING:
    from croupier.games.blackjack.rules import BlackjackRules


WagerName = Literal[
    "main", "perfect-pairs", "pairs-play", "super-sevens", "any-pairs", "canberra-pairs"
]


class FileWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player in one box, nearest the dealer first."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class FileDecision(FileEntry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided, in the order of the file."""

    box: BoxNumber


class OnHand(FileDecision, frozen=True, kw_only=True):
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


class TakeInsurance(FileDecision, frozen=True, kw_only=True, tag="insurance"):
    """Insurance asked for, on the player's own wager unless `on` names another's."""

    player: Name
    amount: Asked
    on: Name | None = None


class EvenMoney(FileDecision, frozen=True, kw_only=True, tag="even-money"):
    """A Blackjack paid one to one at once."""

    player: Name


AnyDecision = HitHand | StandOnHand | DoubleHand | SplitHand | TakeInsurance | EvenMoney
ACTIONS = tuple(str(kind.__struct_config__.tag) for kind in get_args(AnyDecision))
EVEN_MONEY = str(EvenMoney.__struct_config__.tag)


class BlackjackFile(RoundFile, frozen=True, kw_only=True):
    """One round of blackjack."""

    wagers: Entries[FileWager] = msgspec.UNSET
    decisions: Entries[AnyDecision] = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decisions = AnyDecision
decoder = msgspec.json.Decoder(BlackjackFile)


def wager_names(rules: BlackjackRules) -> tuple[str, ...]:
    return ("main", *rules.table_law.side_bets)


def check_entries(file: BlackjackFile) -> None:
    """What no single field shows: entries that contradict one another."""
    must_have_wagers(file)
    placed: dict[tuple[int, str, str], int] = {}
    seated: dict[int, str] = {}
    for place, wager in enumerate(file.wagers or (), 1):
        key = (wager.box, wager.player, wager.wager)
        if key in placed:
            raise RoundFileError(
                f"wagers[{place}]: the same player has the same wager on the same box "
                f"in wagers[{placed[key]}]"
            )
        placed[key] = place
        if wager.seated and seated.setdefault(wager.box, wager.player) != wager.player:
            raise RoundFileError(f"wagers[{place}].seated: somebody else sits at box {wager.box}")
    for place, decision in enumerate(file.decisions or (), 1):
        if isinstance(decision, SplitHand) and len(set(decision.players)) < len(decision.players):
            raise RoundFileError(f"decisions[{place}].players: a player is named twice")
