"""The sign at a table of Ultimate Texas Hold'em: limits and what every wager pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.hands import ANTE, TRIPS
from croupier.games.holdem.rules import BlindCapScope
from croupier.games.signs import between
from croupier.money import money
from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.game import Holdem
    from croupier.games.signs import LimitsOf, Said


def printed(game: Holdem) -> tuple[str, ...]:
    return ("Dealer qualifies with a pair", "Blind pays from a straight up")


def sign(game: Holdem, limits: LimitsOf) -> Iterator[Said]:
    rules = game.rules
    law, shown = rules.law, game.table_law.limits_displayed
    yield Cited(f"Ante {between(game, limits, ANTE)}; the blind is as large", shown)
    yield Cited(f"Trips {between(game, limits, TRIPS)}", shown)
    yield Cited("One deck, shuffled for every round", game.table_law.decks)
    yield Cited("Ante and play pay 1 to 1", law.ante_pays.clauses)
    blind = [f"{hand.words} {pays.value}" for hand, pays in law.blind_pays.items()]
    clauses = next(iter(law.blind_pays.values())).clauses
    yield Cited(f"Blind: {', '.join(blind)}", clauses)
    trips = [f"{hand.words} {pays.value}" for hand, pays in law.trips_pays.items()]
    yield Cited(f"Trips: {', '.join(trips)}", next(iter(law.trips_pays.values())).clauses)
    if rules.blind_payout_cap is not None:
        together = rules.blind_cap_scope is BlindCapScope.TABLE
        paid = "All blinds of a round together pay" if together else "A blind pays"
        yield Cited(f"{paid} {money(rules.blind_payout_cap)} at most", law.maximum_payout)
