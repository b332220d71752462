"""The facts of blackjack in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack import facts
from croupier.money import money
from croupier.wording.teller import EVERYBODY

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact
    from croupier.wording.teller import Audience, Words

LEVEL = "stands off"
LEFT_OUT = (facts.StageBegan, facts.HandEnded, facts.DealerEnded)

OPENS = {
    facts.Stage.INSURANCE: "the dealer shows an ace, and owners may insure",
    facts.Stage.INSURANCE_ON_OTHERS: "others may insure where the owner declined",
}
"""What a stage gives people to do, where its name does not say it."""
ENDS = {
    facts.Ended.BLACKJACK: "a Blackjack takes no card",
    facts.Ended.TWENTY_ONE: "21 takes no more cards",
    facts.Ended.BUST: "over 21",
    facts.Ended.DOUBLED: "a doubled hand takes one card",
    facts.Ended.SPLIT_ACE: "a split ace takes one card",
    facts.Ended.FIVE_CARDS: "five cards are enough",
}
"""Why a hand is over that nobody stood on."""


def card_of(fact: Fact) -> str | None:
    """Where a card went, in two words, if that is all the fact says."""
    if isinstance(fact, facts.Dealt) and fact.meant_for is None:
        hand = f" hand {fact.hand}" if fact.hand > 1 else ""
        return f"{EVERYBODY.place(fact.box).removeprefix('the ')}{hand} {fact.card}"
    return None


def _dealt(fact: facts.Dealt, to: Audience) -> str:
    held = to.comes_to(fact)
    slip = "" if fact.meant_for is None else f", meant for {to.place(*fact.meant_for)}"
    told = f"{to.card(fact.card)} to {to.place(fact.box, fact.hand)}{slip}"
    return f"{told}: {held}" if held else told


def _chose(fact: facts.Chose, to: Audience) -> str:
    where, more = to.place(fact.box, fact.hand), f" for {money(fact.amount)}"
    does = {
        "hit": f"draws on {where}",
        "stand": f"stands on {where}",
        "double": f"doubles {where}{more}",
        "split": f"splits {where}{more}",
    }.get(fact.action, f"{fact.action} on {where}")
    return to.does(fact.player, does)


def _elected(fact: facts.Elected, to: Audience) -> str:
    without = "rides on the first hand" if fact.on == "split" else f"does not {fact.on}"
    more = f"{fact.on}s too, for {money(fact.amount)}"
    return to.does(fact.player, more if fact.amount else without)


def _insured(fact: facts.Insured, to: Audience) -> str:
    amount = money(fact.amount)
    if fact.on == fact.player:
        return to.does(fact.player, f"insures box {fact.box} for {amount}")
    return to.does(fact.player, f"asks to insure {fact.on} on box {fact.box} for {amount}")


def _served(fact: facts.InsuranceServed, to: Audience) -> str:
    return to.does(
        fact.player, f"insures {to.who(fact.on)} on box {fact.box} for {money(fact.amount)}"
    )


def _ended(fact: facts.HandEnded, to: Audience) -> str:
    return f"{to.place(fact.box, fact.hand)} is over: {ENDS.get(fact.how, fact.how)}"


WORDS: Words = {
    facts.StageBegan: lambda f, _: OPENS.get(f.stage, str(f.stage)),
    facts.Dealt: _dealt,
    facts.Chose: _chose,
    facts.Elected: _elected,
    facts.Insured: _insured,
    facts.InsuranceServed: _served,
    facts.HandEnded: _ended,
    facts.DealerEnded: lambda f, _: f"the dealer stops at {f.total}",
}
