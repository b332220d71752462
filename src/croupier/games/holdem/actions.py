"""What a player may do in a betting round, and why not: rule 8.

Each `why_not_…` is the only judge of its action: legal buttons, refusals and the round ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.games.holdem.rules import PlayBase
from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.rules import BettingLaw, HoldemRules


def play_amounts(rules: HoldemRules, law: BettingLaw, box: Box) -> dict[int, int]:
    """Every play wager that is taken now, to what stands of it.

    An ante over its limit counts up to the limit, and a play wager measured by the whole of it is
    taken too, with what is too much handed back; the right multiple of the lower one comes first.
    """
    multiples = law.multiples.value
    if rules.play_base is PlayBase.PLACED:
        amounts = {times * box.ante_placed: times * box.ante_placed for times in multiples}
    else:
        amounts = {times * box.ante: times * box.ante for times in multiples}
        for times in multiples:
            amounts.setdefault(times * box.ante_placed, times * box.ante)
    most = box.play_limits.maximum
    if most is not None:
        amounts = {placed: min(stands, most) for placed, stands in amounts.items()}
    return amounts


def offered_amounts(rules: HoldemRules, law: BettingLaw, box: Box) -> tuple[int, ...]:
    """The play wagers to offer: the right multiples, and nothing that would partly go back."""
    amounts = play_amounts(rules, law, box)
    return tuple(placed for placed, stands in amounts.items() if placed == stands)


def why_not_play(rules: HoldemRules, law: BettingLaw, box: Box, amount: int) -> Refused | None:
    if amount < 1:
        return Refused("a wager is made with chips", rules.law.chips_in_the_box)
    if amount not in play_amounts(rules, law, box):
        base = box.ante_placed if rules.play_base is PlayBase.PLACED else box.ante
        right = " or ".join(dollars(times * base) for times in law.multiples.value)
        return Refused(f"a play wager is {right} now, not {dollars(amount)}", law.multiples.clauses)
    return None


def why_not_overlooked(
    rules: HoldemRules, law: BettingLaw, box: Box, amount: int
) -> Refused | None:
    """Only a play wager against rule 8 can have been overlooked."""
    if amount < 1:
        return Refused("a wager is made with chips", rules.law.chips_in_the_box)
    if amount in play_amounts(rules, law, box):
        return Refused(f"{dollars(amount)} is a play wager like any", law.multiples.clauses)
    return None


def why_not_check(law: BettingLaw) -> Refused | None:
    if law.check is None:
        return Refused("on the river there is no third check, only fold or play", law.opens)
    return None
