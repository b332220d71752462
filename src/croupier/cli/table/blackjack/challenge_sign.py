"""The sign at a table of Blackjack Challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.table.sign import limits, side_bets
from croupier.cli.table.wording import Line
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.blackjack.session import BlackjackSession
    from croupier.games.blackjack.rules import BlackjackRules


def inscription(rules: BlackjackRules) -> tuple[str, ...]:
    """What is printed on the felt."""
    return (
        f"Blackjack plays {rules.law.blackjack_pays.value}",
        "Dealer must draw to 16 and stand on 17",
    )


def sign(session: BlackjackSession) -> Iterator[Line]:
    """Every line of the sign, with its clauses."""
    rules = session.rules
    law, table_law = rules.law, rules.table_law
    blackjack, dealer = inscription(rules)
    yield Line(f"Blackjack Challenge {limits(session, MAIN)}", table_law.limits_displayed)
    yield Line(f"{rules.decks} decks", table_law.decks.clauses)
    yield Line(dealer, law.dealer_stands)
    yield Line(blackjack, law.blackjack_pays.clauses)
    ladder = (law.lower_blackjack, law.same_blackjack, law.higher_blackjack)
    odds = [rung for rung in ladder if rung is not None]
    paid = ", ".join(str(rung.value) for rung in odds)
    yield Line(
        f"Against a dealer's Blackjack, by the rank of its ten: {paid}",
        tuple(dict.fromkeys(clause for rung in odds for clause in rung.clauses)),
    )
    if law.no_more_than_dealer is not None:
        yield Line("A tie loses", law.no_more_than_dealer)
    yield Line("Double on two or three cards", law.double)
    yield Line(f"Split up to {law.most_hands.value} hands", law.most_hands.clauses)
    yield from side_bets(session)
