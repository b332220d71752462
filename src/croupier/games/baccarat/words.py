"""The facts of baccarat in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat import facts
from croupier.money import money

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact
    from croupier.wording.teller import Audience, Words

LEVEL = "stands off"
LEFT_OUT = (facts.StageBegan,)


def card_of(fact: Fact) -> str | None:
    """Where a card went, in two words, if that is all the fact says."""
    if isinstance(fact, facts.Dealt) and fact.meant_for is None and fact.drawn_to is None:
        return f"{fact.hand} {fact.card}"
    if isinstance(fact, facts.DealtFaceDown) and fact.meant_for is None:
        return f"{fact.hand} face down"
    return None


def _dealt(fact: facts.Dealt | facts.DealtFaceDown, to: Audience) -> str:
    card = to.card(fact.card) if isinstance(fact, facts.Dealt) else "a card, face down,"
    meant = "" if fact.meant_for is None else f", meant for the {fact.meant_for}"
    drawn = "" if fact.drawn_to is None else f", drawn to the {fact.drawn_to} in error"
    held = to.comes_to(fact)
    return f"{card} to the {fact.hand}{meant}{drawn}{': ' if held else ''}{held}"


def _stood(fact: facts.Stood, _: Audience) -> str:
    if fact.why is facts.Stands.NATURAL:
        return f"the {fact.hand}'s natural {fact.total} ends the drawing"
    if fact.why is facts.Stands.AGAINST_A_NATURAL:
        return f"the {fact.hand} takes no card against a natural"
    return f"the {fact.hand} stands on {fact.total}"


def _ended(fact: facts.CoupEnded, _: Audience) -> str:
    if fact.winner is facts.Winner.TIE:
        return f"a tie at {fact.player}"
    totals = sorted((fact.player, fact.banker), reverse=True)
    return f"the {fact.winner} wins, {totals[0]} to {totals[1]}"


def _determined(fact: facts.Determined, _: Audience) -> str:
    most = "" if fact.differential is None else f", differential {money(fact.differential)}"
    pairs = fact.pairs or "no pairs"
    how = fact.dealing.replace("_", " ")
    return f"dealt {how}, settled by method {fact.settlement}, {pairs}{most}"


WORDS: Words = {
    facts.StageBegan: lambda f, _: str(f.stage),
    facts.Dealt: _dealt,
    facts.DealtFaceDown: _dealt,
    facts.Turned: lambda f, to: to.does(f.by, f"turns {to.card(f.card)} of the {f.hand}"),
    facts.Stood: _stood,
    facts.CoupEnded: _ended,
    facts.Determined: _determined,
    facts.NoBetWish: lambda f, to: f"{to.who(f.player)} on a no-bet coup: {f.wish}",
    facts.NoBetCoup: lambda f, _: f"round {f.round} is a no-bet coup: {f.door}",
    facts.OneMoreRound: lambda _f, _: "a tie: one more round is dealt before the shuffle",
    facts.TurnersNamed: lambda f, _: f"{', '.join(f.players) or 'the dealer'} turns the {f.hand}",
    facts.ChangesPermitted: lambda f, _: f"wagers may change ({', '.join(f.changes)}): {f.reason}",
    facts.RemovalOffered: lambda f, _: f"wagers may be removed from round {f.round}",
    facts.RoundResumed: lambda f, _: f"round {f.round} goes on",
    facts.RulingDue: lambda f, _: f"round {f.round} needs a ruling: {f.reason}",
    facts.Ruled: lambda f, _: f"ruling on round {f.round}: {f.ruling}, because: {f.reason}",
}
