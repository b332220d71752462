"""High Card in words: its fact, its sign and the inscription of its layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.signs import between, side_bets
from croupier.rulebook.citations import Cited
from croupier.table.wagers import MAIN
from high_card.round import Dealt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.game_rules.signs import LimitsOf, Said
    from croupier.wording.teller import Words
    from high_card.table import HighCard

LEVEL = "stands off"
LEFT_OUT: tuple[type[Fact], ...] = ()
WORDS: Words = {Dealt: lambda fact, to: f"{to.card(fact.card)} to {to.place(fact.box)}"}


def card_of(fact: Fact) -> str | None:
    """Return where a card went, in two words."""
    if not isinstance(fact, Dealt):
        return None
    return f"box {fact.box} {fact.card}" if fact.box else f"dealer {fact.card}"


def sign(game: HighCard, limits: LimitsOf) -> Iterator[Said]:
    """Yield the lines of the sign."""
    law = game.table_law
    yield Cited(f"High Card {between(game, limits, MAIN)}", law.limits_displayed)
    yield Cited(f"{game.rules.decks} decks", law.decks)
    for limb in game.rules.law.limbs[MAIN].values():
        if isinstance(limb.pays, Cited):
            yield Cited(f"The higher card pays {limb.pays.value}", limb.pays.clauses)
    yield from side_bets(game, limits)


def printed(game: HighCard) -> tuple[str, ...]:
    """Return what is printed on the layout."""
    return ("The higher card wins",)
