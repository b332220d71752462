"""What a coup in a record comes to as entries of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.script_from_record import NEWCOMER, entry_of
from croupier.aggregate.acts import tag_of
from croupier.games.baccarat.acts import dealing, irregularities, no_bet_coups, wagering
from croupier.games.baccarat.facts import Door
from croupier.games.baccarat.hands import TIE
from croupier.games.baccarat.table_state import no_bet_door, patrons_at, shoe_of, state_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.table import Table

    Entry = dict[str, Any]


shows_unseen = tag_of(irregularities.ExcessCardSeen)


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers in the order in which they were made; a no-bet coup is directed by the script."""
    wagers = [
        {"player": w.player, "wager": w.wager, "amount": w.amount, "box": w.box}
        for w in table.wagers
    ]
    if no_bet_door(table) not in (Door.AGREED, Door.NOBODY_HERE):
        return wagers, []
    turners = (name for named in state_of(table).turners.values() for name in named)
    there = dict.fromkeys([*patrons_at(table), *turners])  # whom the file names is a patron
    wishes = [entry_of(no_bet_coups.AskForNoBetCoup(player=player)) for player in there]
    return wagers, [*wishes, entry_of(no_bet_coups.DirectNoBetCoup())]


def in_force(table: Table, players: Iterable[str]) -> list[Entry]:
    """Markers of those who play, who was named to turn the hands, and that a card was seen."""
    seen: list[Entry] = [{"do": shows_unseen}] if shoe_of(table).seen_since else []
    markers: list[Entry] = [
        entry_of(wagering.PlaceMarker(player=player, limit=limit))
        for (player, _), limit in table.patrons.markers.items()
        if player in players
    ]
    turners: list[Entry] = [
        {"do": tag_of(dealing.NameTurners), "hand": str(hand), "players": here}
        for hand, named in state_of(table).turners.items()
        if (here := [player for player in named if player in table.patrons.arrived])
    ]
    return [*seen, *markers, *turners]


def happens_by_itself(command: Command) -> bool:
    return isinstance(
        command, (irregularities.ResumeRound, irregularities.OutOfCards, dealing.Turn)
    )


def as_decision(command: Command, facts: Sequence[Fact]) -> Entry | None:
    return None


def joins(decision: Entry, command: Command) -> bool:
    return False


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    return []


def commencing(wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
    """A wager on which the next coup can begin: the largest, and no less than the minimum."""
    nobody = {"player": NEWCOMER, "wager": TIE, "amount": 1, "box": 1}
    largest = max(wagers, key=lambda entry: int(entry["amount"]), default=nobody)
    least = options["limits"].get(largest["wager"], [largest["amount"]])[0]
    return {**largest, "amount": max(largest["amount"], least)}
