"""The facts of baccarat in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.chips import dollars
from croupier.games.baccarat import facts

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact

UNDERSTOOD = (facts.StageBegan,)
"""What a short account leaves out."""


def card_of(fact: Fact) -> str | None:
    """Where a card went, in two words, if that is all the fact says."""
    if isinstance(fact, facts.Dealt) and fact.meant_for is None and fact.drawn_to is None:
        return f"{fact.hand} {fact.card}"
    if isinstance(fact, facts.DealtFaceDown) and fact.meant_for is None:
        return f"{fact.hand} face down"
    return None


def _dealt(fact: facts.Dealt | facts.DealtFaceDown) -> str:
    card = str(fact.card) if isinstance(fact, facts.Dealt) else "a card, face down,"
    meant = "" if fact.meant_for is None else f", meant for the {fact.meant_for}"
    drawn = "" if fact.drawn_to is None else f", drawn to the {fact.drawn_to} in error"
    return f"{card} to the {fact.hand}{meant}{drawn}"


def _ended(fact: facts.CoupEnded) -> str:
    result = "a tie" if fact.winner == "tie" else f"the {fact.winner} wins"
    return f"{result}, player {fact.player}, banker {fact.banker}"


def _determined(fact: facts.Determined) -> str:
    most = "" if fact.differential is None else f", differential {dollars(fact.differential)}"
    pairs = fact.pairs or "no pairs"
    how = fact.dealing.replace("_", " ")
    return f"dealt {how}, settled by method {fact.settlement}, {pairs}{most}"


WORDS: dict[type, Callable[[Any], str]] = {
    facts.StageBegan: lambda f: f"{f.stage}",
    facts.Dealt: _dealt,
    facts.DealtFaceDown: _dealt,
    facts.Turned: lambda f: f"{f.by} turns {f.card} of the {f.hand}",
    facts.Stood: lambda f: f"the {f.hand} stands on {f.total}: {f.why}",
    facts.CoupEnded: _ended,
    facts.Determined: _determined,
    facts.NoBetWish: lambda f: f"{f.player} on a no-bet coup: {f.wish}",
    facts.NoBetCoup: lambda f: f"round {f.round} is a no-bet coup: {f.door}",
    facts.OneMoreRound: lambda _: "a tie: one more round before the shuffle",
    facts.TurnersNamed: lambda f: f"{', '.join(f.players) or 'the dealer'} turns the {f.hand}",
    facts.ChangesPermitted: lambda f: f"wagers may change ({', '.join(f.changes)}): {f.reason}",
    facts.RemovalOffered: lambda f: f"wagers may be removed from round {f.round}",
    facts.RoundResumed: lambda f: f"round {f.round} goes on",
    facts.RulingDue: lambda f: f"round {f.round} needs a ruling: {f.reason}",
    facts.Ruled: lambda f: f"ruling on round {f.round}: {f.ruling}, because: {f.reason}",
}
