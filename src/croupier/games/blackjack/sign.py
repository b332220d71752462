"""The sign at a blackjack table: limits, cards, the dealer's rule, and what everything pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.signs import between, side_bets
from croupier.games.blackjack.rules import DoubleOn, Soft17
from croupier.rulebook.citations import Cited
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game_rules.signs import LimitsOf, Said
    from croupier.games.blackjack.game import Blackjack


def printed(game: Blackjack) -> tuple[str, ...]:
    """The Blackjack payout, the dealer's rule, insurance."""
    law = game.rules.law
    hits = game.rules.soft_17 is Soft17.HIT
    dealer = "on a soft 17" if hits else "stands on all 17s"
    words = [
        f"Blackjack pays {law.blackjack_pays.value}",
        f"Dealer draws to 16{' and' if hits else ','} {dealer}",
    ]
    if law.insurance is not None:
        words.append(f"Insurance pays {law.insurance.insurance_pays.value}")
    return tuple(words)


def sign(game: Blackjack, limits: LimitsOf) -> Iterator[Said]:
    rules = game.rules
    law, table_law = rules.law, rules.table_law
    blackjack, dealer, *insurance = printed(game)
    yield Cited(f"Blackjack {between(game, limits, MAIN)}", table_law.limits_displayed)
    yield Cited(f"{rules.decks} decks", table_law.decks)
    dealers = law.dealer_hits_soft_17 if rules.soft_17 is Soft17.HIT else law.dealer_stands
    yield Cited(dealer, dealers or law.dealer_draws)
    yield Cited(blackjack, law.blackjack_pays.clauses)
    for words in insurance:
        assert law.insurance is not None
        yield Cited(words, law.insurance.insurance_pays.clauses)
    two = rules.double_on is DoubleOn.TWO_CARDS
    yield Cited("Double on any two cards" if two else "Double on any cards", law.double)
    yield Cited(f"Split up to {law.most_hands.value} hands", law.most_hands.clauses)
    yield from side_bets(game, limits)
