"""What a table of a tournament states, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.chips import dollars
from croupier.table import tournament_facts as facts

if TYPE_CHECKING:
    from collections.abc import Callable


def _position(fact: facts.PositionAllocated) -> str:
    if fact.box is None:
        return f"{fact.player} has no position any more"
    return f"{fact.player} has box {fact.box}"


def _chips(fact: facts.TournamentChipsMoved) -> str:
    whose = "the float" if fact.player is None else fact.player
    way = "come to" if fact.amount > 0 else "leave"
    return f"{dollars(abs(fact.amount))} in tournament chips {way} the table, for {whose}"


def _out(fact: facts.OutAtTable) -> str:
    why = "made no wager and " if fact.no_wager else ""
    return f"{fact.player} {why}is out with {dollars(fact.residual)} left"


def _announced(fact: facts.HiddenAnnounced) -> str:
    written = "nothing" if fact.written is None else dollars(fact.written)
    return f"{fact.player} had written {written}: {fact.type}, for {dollars(fact.amount)}"


def _inspected(fact: facts.FormInspected) -> str:
    return f"{fact.player} looks at the form of {fact.of}"


WORDS: dict[type[Any], Callable[[Any], str]] = {
    facts.Designated: lambda f: f"the table is for the tournament {f.tournament}",
    facts.PositionAllocated: _position,
    facts.TournamentChipsMoved: _chips,
    facts.MarkerPlaced: lambda f: f"the starting marker is at box {f.box}",
    facts.AskedToWager: lambda f: f"{f.player} is asked to wager",
    facts.WageredOutOfOrder: lambda f: f"{f.player} wagered out of order ({f.times})",
    facts.Passed: lambda f: f"{f.player} passes, and has {f.left} pass cards left",
    facts.MadeGood: lambda f: f"{f.player}: {dollars(f.was)} counts as {dollars(f.amount)}",
    facts.OutAtTable: _out,
    facts.FormHandedIn: lambda f: f"{f.player} hands in a form",
    facts.FormReturned: lambda f: f"{f.player} gets the form back: {f.reason}",
    facts.HiddenStaked: lambda f: f"{f.player} has an undisclosed wager on box {f.box}",
    facts.HiddenAnnounced: _announced,
    facts.FormInspected: _inspected,
}
