"""The sign at a blackjack table: limits, cards, the dealer's rule, and what everything pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.table.sign import limits, side_bets
from croupier.cli.table.wording import Line
from croupier.games.blackjack.rules import DoubleOn, Soft17
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.blackjack.session import BlackjackSession
    from croupier.games.blackjack.rules import BlackjackRules


def inscription(rules: BlackjackRules) -> tuple[str, ...]:
    """What is printed on the felt: the Blackjack payout, the dealer's rule, insurance."""
    law = rules.law
    hits = rules.soft_17 is Soft17.HIT
    dealer = "on a soft 17" if hits else "stands on all 17s"
    printed = [
        f"Blackjack pays {law.blackjack_pays.value}",
        f"Dealer draws to 16{' and' if hits else ','} {dealer}",
    ]
    if law.insurance is not None:
        printed.append(f"Insurance pays {law.insurance.insurance_pays.value}")
    return tuple(printed)


def sign(session: BlackjackSession) -> Iterator[Line]:
    """Every line of the sign, with its clauses."""
    rules = session.rules
    law, table_law = rules.law, rules.table_law
    blackjack, dealer, *insurance = inscription(rules)
    yield Line(f"Blackjack {limits(session, MAIN)}", table_law.limits_displayed)
    yield Line(f"{rules.decks} decks", table_law.decks.clauses)
    dealers = law.dealer_hits_soft_17 if rules.soft_17 is Soft17.HIT else law.dealer_stands
    yield Line(dealer, dealers or law.dealer_draws)
    yield Line(blackjack, law.blackjack_pays.clauses)
    for printed in insurance:
        assert law.insurance is not None
        yield Line(printed, law.insurance.insurance_pays.clauses)
    two = rules.double_on is DoubleOn.TWO_CARDS
    yield Line("Double on any two cards" if two else "Double on any cards", law.double)
    yield Line(f"Split up to {law.most_hands.value} hands", law.most_hands.clauses)
    yield from side_bets(session)
