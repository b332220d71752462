"""The facts of Hold'em in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem import facts
from croupier.money import money

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact
    from croupier.wording.teller import Audience, Words

LEVEL = "is a push"
LEFT_OUT = (
    facts.StageBegan, facts.DealtFaceDown, facts.Spread, facts.Handled, facts.Discarded,
)  # fmt: skip


def card_of(fact: Fact) -> str | None:
    """Where a card went: face down, and so nothing to tell before it is turned up."""
    return None


def place(whose: facts.Place) -> str:
    """`the communal cards`, `the dealer` or `box 2`."""
    if whose == facts.COMMUNAL:
        return "the communal cards"
    return "the dealer" if whose == facts.DEALER else f"box {whose}"


def _decided(fact: facts.Decided, to: Audience) -> str:
    does = {"fold": "folds", "check": "checks", "play": f"plays {money(fact.amount)} on"}
    return to.does(fact.player, f"{does.get(fact.action, fact.action)} box {fact.box}")


def _turned_up(fact: facts.TurnedUp, to: Audience) -> str:
    if fact.whose == facts.COMMUNAL:
        street = "flop" if len(fact.cards) == 3 else "turn and the river"
        return f"the {street}: {to.cards(fact.cards)}"
    return f"{place(fact.whose)} turns up {to.cards(fact.cards)}"


def _announced(fact: facts.Announced, _: Audience) -> str:
    return f"the dealer announces: {fact.words}" + (f", box {fact.box}" if fact.box else "")


def _noticed(fact: facts.PlayNoticed, to: Audience) -> str:
    stands = f"{money(fact.stands)} of {money(fact.staked)} stand"
    return f"{to.whose(fact.player)} play on box {fact.box} was not as it should be: {stands}"


def _exposed(fact: facts.Exposed, to: Audience) -> str:
    return f"{to.card(fact.card)} of {place(fact.whose)} is shown by mistake"


WORDS: Words = {
    facts.StageBegan: lambda f, _: str(f.stage),
    facts.DealtFaceDown: lambda f, _: f"a card, face down, to {place(f.to)}",
    facts.Spread: lambda _f, _: "the five communal cards are spread, face down",
    facts.Handled: lambda f, to: to.does(f.player, f"looks at the cards of box {f.box}"),
    facts.Decided: _decided,
    facts.TurnedUp: _turned_up,
    facts.Exposed: _exposed,
    facts.Announced: _announced,
    facts.Declared: lambda f, to: f"{place(f.whose)} has {f.words}: {to.cards(f.five)}",
    facts.Qualified: lambda f, _: (
        f"the dealer {'qualifies' if f.qualifies else 'does not qualify'}"
    ),
    facts.PlayNoticed: _noticed,
    facts.Discarded: lambda f, _: f"box {f.box} is done",
    facts.HandVoided: lambda f, _: f"the hand of box {f.box} is void: {f.reason}",
    facts.Aborted: lambda f, _: f"{f.how}: {f.reason}",
}
