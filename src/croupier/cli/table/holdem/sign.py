"""The sign at a table of Ultimate Texas Hold'em: limits and what every wager pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table.sign import limits
from croupier.cli.table.wording import Line
from croupier.games.holdem.hands import ANTE, TRIPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.holdem.session import HoldemSession
    from croupier.games.holdem.rules import HoldemRules


def printed(rules: HoldemRules) -> tuple[str, ...]:
    """What is printed on the felt."""
    return ("Dealer qualifies with a pair", "Blind pays from a straight up")


def sign(session: HoldemSession) -> Iterator[Line]:
    """Every line of the sign, with its clauses."""
    rules = session.rules
    law, table_law = rules.law, session.table.law
    yield Line(f"Ante {limits(session, ANTE)}; the blind is as large", table_law.limits_displayed)
    yield Line(f"Trips {limits(session, TRIPS)}", table_law.limits_displayed)
    yield Line("One deck, shuffled for every round", table_law.decks.clauses)
    yield Line("Ante and play pay 1 to 1", law.ante_pays.clauses)
    blind = [f"{hand.words} {pays.value}" for hand, pays in law.blind_pays.items()]
    clauses = next(iter(law.blind_pays.values())).clauses
    yield Line(f"Blind: {', '.join(blind)}", clauses)
    trips = [f"{hand.words} {pays.value}" for hand, pays in law.trips_pays.items()]
    yield Line(f"Trips: {', '.join(trips)}", next(iter(law.trips_pays.values())).clauses)
    if rules.blind_payout_cap is not None:
        yield Line(f"A blind pays {dollars(rules.blind_payout_cap)} at most", clauses)
