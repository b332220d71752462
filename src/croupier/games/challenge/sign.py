"""The sign at a table of Blackjack Challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.signs import between, side_bets
from croupier.games.blackjack.cases import Showing, case_of
from croupier.rulebook.citations import Cited
from croupier.rulebook.settlement_tables import Result, decide
from croupier.table.law import together
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.cases import Showing, case_of
    from croupier.games.blackjack.game import Blackjack
from croupier.game_rules.signs import LimitsOf, Said


def printed(game: Blackjack) -> tuple[str, ...]:
    """The Blackjack payout and the dealer's rule."""
    return (
        f"Blackjack plays {game.rules.law.blackjack_pays.value}",
        "Dealer must draw to 16 and stand on 17",
    )


def sign(game: Blackjack, limits: LimitsOf) -> Iterator[Said]:
    rules = game.rules
    law, table_law = rules.law, rules.table_law
    blackjack, dealer = printed(game)
    yield Cited(f"Blackjack Challenge {between(game, limits, MAIN)}", table_law.limits_displayed)
    yield Cited(f"{rules.decks} decks", table_law.decks)
    yield Cited(dealer, law.dealer_stands)
    yield Cited(blackjack, law.blackjack_pays.clauses)
    ladder = (law.lower_blackjack, law.same_blackjack, law.higher_blackjack)
    odds = [rung for rung in ladder if rung is not None]
    paid = ", ".join(str(rung.value) for rung in odds)
    yield Cited(
        f"Against a dealer's Blackjack, by the rank of its ten: {paid}",
        together(*(rung.clauses for rung in odds)),
    )
    tie = decide(law.limbs[MAIN], case_of(Showing(17, False), Showing(17, False)))
    if tie.outcome is Result.LOSE:
        yield Cited("A tie loses", tie.clauses)
    yield Cited("Double on two or three cards", law.double)
    yield Cited(f"Split up to {law.most_hands.value} hands", law.most_hands.clauses)
    yield from side_bets(game, limits)
