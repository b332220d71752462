"""The facts of blackjack in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.chips import dollars
from croupier.games.blackjack import facts
from croupier.games.challenge.deciding import CardRefused
from croupier.wording.facts import place

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact

_DID = {"hit": "takes a card", "stand": "stands", "double": "doubles", "split": "splits"}
UNDERSTOOD = (facts.StageBegan, facts.HandEnded, facts.DealerEnded)
"""What a short account leaves out."""


def card_of(fact: Fact) -> str | None:
    """Where a card went, in two words, if that is all the fact says."""
    if isinstance(fact, facts.Dealt) and fact.meant_for is None:
        return f"{place(fact.box, fact.hand).removeprefix('the ')} {fact.card}"
    return None


def _dealt(fact: facts.Dealt) -> str:
    slip = "" if fact.meant_for is None else f", meant for {place(*fact.meant_for)}"
    return f"{fact.card} to {place(fact.box, fact.hand)}{slip}"


def _chose(fact: facts.Chose) -> str:
    more = f" with {dollars(fact.amount)}" if fact.amount else ""
    did = _DID.get(fact.action, fact.action)
    return f"{fact.player} {did} on {place(fact.box, fact.hand)}{more}"


def _elected(fact: facts.Elected) -> str:
    if fact.amount:
        return f"{fact.player} joins the {fact.on} with {dollars(fact.amount)}"
    return f"{fact.player} stays out of the {fact.on}"


def _insured(fact: facts.Insured | facts.InsuranceServed) -> str:
    whose = "" if fact.on == fact.player else f" of {fact.on}"
    did = "insures" if isinstance(fact, facts.Insured) else "is served insurance on"
    return f"{fact.player} {did} box {fact.box}{whose} for {dollars(fact.amount)}"


WORDS: dict[type, Callable[[Any], str]] = {
    facts.StageBegan: lambda f: f"{f.stage}",
    facts.Dealt: _dealt,
    facts.Chose: _chose,
    facts.Elected: _elected,
    facts.Insured: _insured,
    facts.InsuranceServed: _insured,
    facts.HandEnded: lambda f: f"{place(f.box, f.hand)} ends on {f.total}: {f.how}",
    facts.DealerEnded: lambda f: f"the dealer ends on {f.total}",
    CardRefused: lambda f: f"{f.player} refuses the {f.card} on {place(f.box, f.hand)}",
}
