"""The facts of Hold'em in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.chips import dollars
from croupier.games.holdem import facts

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact

UNDERSTOOD = (
    facts.StageBegan, facts.DealtFaceDown, facts.Spread, facts.Handled, facts.Discarded,
)  # fmt: skip
"""What a short account leaves out."""


def card_of(fact: Fact) -> str | None:
    """Where a card went: face down, and so nothing to tell before it is turned up."""
    return None


def _whose(place: facts.Place) -> str:
    if place == facts.COMMUNAL:
        return "the middle"
    return "the dealer" if place == facts.DEALER else f"box {place}"


def _decided(fact: facts.Decided) -> str:
    did = {"fold": "folds", "check": "checks", "play": "bets"}.get(fact.action, fact.action)
    amount = f" {dollars(fact.amount)}" if fact.amount else ""
    return f"{fact.player} {did}{amount} on box {fact.box}"


def _announced(fact: facts.Announced) -> str:
    return f"the dealer announces: {fact.words}" + (f", box {fact.box}" if fact.box else "")


def _noticed(fact: facts.PlayNoticed) -> str:
    stands = f"{dollars(fact.stands)} of {dollars(fact.staked)} stand"
    return f"{fact.player}'s play on box {fact.box} was not as it should be: {stands}"


WORDS: dict[type, Callable[[Any], str]] = {
    facts.StageBegan: lambda f: f"{f.stage}",
    facts.DealtFaceDown: lambda f: f"a card, face down, to {_whose(f.to)}",
    facts.Spread: lambda _: "the five communal cards are spread, face down",
    facts.Handled: lambda f: f"{f.player} looks at the cards of box {f.box}",
    facts.Decided: _decided,
    facts.TurnedUp: lambda f: f"{_whose(f.whose)} shows {' '.join(f.cards)}",
    facts.Exposed: lambda f: f"{f.card} of {_whose(f.whose)} is shown by mistake",
    facts.Announced: _announced,
    facts.Declared: lambda f: f"{_whose(f.whose)} has {f.words}: {' '.join(f.five)}",
    facts.Qualified: lambda f: f"the dealer {'qualifies' if f.qualifies else 'does not qualify'}",
    facts.PlayNoticed: _noticed,
    facts.Discarded: lambda f: f"box {f.box} is done",
    facts.HandVoided: lambda f: f"the hand of box {f.box} is void: {f.reason}",
    facts.Aborted: lambda f: f"{f.how}: {f.reason}",
}
