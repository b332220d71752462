"""What a round of blackjack in a record comes to as entries of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.script_from_record import wager_entry
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import Chose
from croupier.games.blackjack.round_file.format import EVEN_MONEY
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.table import Table

    Entry = dict[str, Any]


shows_unseen = ""


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers as they lie, and what a script has to lay because it is not in order."""
    return [wager_entry(wager) for wager in sorted(table.wagers, key=lambda w: w.box)], []


def happens_by_itself(command: Command) -> bool:
    return isinstance(command, MoveOn)


def as_decision(command: Command, facts: Sequence[Fact]) -> Entry | None:
    if isinstance(command, (Hit, Stand)):
        action = "hit" if isinstance(command, Hit) else "stand"
        return {"action": action, "box": command.box, "hand": command.hand}
    if isinstance(command, (Double, Split)):
        chose = next(fact for fact in facts if isinstance(fact, Chose))
        on = {"action": chose.action, "box": command.box, "hand": command.hand}
        if isinstance(command, Double):
            return {**on, "stakes": {chose.player: command.amount}}
        return {**on, "players": [chose.player]}
    if isinstance(command, Insure):
        asked = {"action": "insurance", "player": command.player, "box": command.box}
        on_other = {} if command.on in (None, command.player) else {"on": command.on}
        return {**asked, "amount": command.amount, **on_other}
    if isinstance(command, TakeEvenMoney):
        return {"action": EVEN_MONEY, "player": command.player, "box": command.box}
    return None


def joins(decision: Entry, command: Command) -> bool:
    """Whether a command is part of the decision before it, or says no to an offer."""
    if isinstance(command, DeclineInsurance):
        return True
    if not isinstance(command, Elect) or (decision.get("box"), decision.get("hand")) != (
        command.box,
        command.hand,
    ):
        return False
    if decision.get("action") == "double":
        if command.amount:
            decision["stakes"][command.player] = command.amount
        return True
    if decision.get("action") == "split":
        if command.amount:
            decision["players"].append(command.player)
        return True
    return False


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    return []


def commencing(wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
    """A main wager on which the next round can begin: the largest, and no less than the minimum."""
    mains = [entry for entry in wagers if entry["wager"] == MAIN]
    largest = max(mains, key=lambda entry: int(entry["amount"]))
    least = options["limits"].get(MAIN, [largest["amount"]])[0]
    amount = max(largest["amount"], least)
    return {"player": largest["player"], "box": largest["box"], "amount": amount}
