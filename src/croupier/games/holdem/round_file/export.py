"""What a round of Hold'em in a record comes to as entries of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.script_from_record import wager_entry
from croupier.aggregate.acts import tag_of
from croupier.games.holdem.acts.wagering import OverlookedWager
from croupier.games.holdem.asks_and_answers import (
    Check,
    Concede,
    Fold,
    NoAnswer,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.table_state import state_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.table import Table

    Entry = dict[str, Any]

shows_unseen = ""


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers as they lie; chips that nobody noticed are laid by the script, each by itself."""
    overlooked = state_of(table).overlooked
    lie = sorted(table.wagers, key=lambda wager: wager.box)
    in_order = [wager for wager in lie if (wager.player, wager.box) not in overlooked]
    unnoticed = [
        {
            "do": tag_of(OverlookedWager), "player": wager.player, "box": wager.box,
            "wager": wager.wager, "amount": wager.amount,
        }
        for wager in lie
        if (wager.player, wager.box) in overlooked
    ]  # fmt: skip
    return [wager_entry(wager) for wager in in_order], unnoticed


def happens_by_itself(command: Command) -> bool:
    return isinstance(command, TakeAndPay)


def as_decision(command: Command, facts: Sequence[Fact]) -> Entry | None:
    actions = {Fold: "fold", Check: "check", Concede: "concede", PlayWager: "play"}
    action = actions.get(type(command))
    if action is None:
        return None
    entry: Entry = {"action": action, "box": command.box}  # type: ignore[attr-defined]
    return {**entry, "amount": command.amount} if isinstance(command, PlayWager) else entry


def joins(decision: Entry, command: Command) -> bool:
    return False


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    """Before a player is said not to have answered, the time for it goes by."""
    seconds = options.get("decision_timer")
    if isinstance(command, NoAnswer) and not command.refuses and seconds:
        return [{"wait": seconds * 1000}]
    return []


def commencing(wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
    raise AssertionError("no clause has an earlier round void because the next has begun")
