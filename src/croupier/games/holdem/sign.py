"""The sign at a table of Ultimate Texas Hold'em: limits and what every wager pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.signs import between
from croupier.games.holdem.hands import ANTE, BLIND, TRIPS
from croupier.games.holdem.rules import BlindCapScope
from croupier.money import money
from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game_rules.signs import LimitsOf, Said
    from croupier.games.holdem.game import Holdem


def printed(game: Holdem) -> tuple[str, ...]:
    *_, (lowest, _) = game.rules.law.rows(BLIND)
    return ("Dealer qualifies with a pair", f"Blind pays from a {lowest} up")


def sign(game: Holdem, limits: LimitsOf) -> Iterator[Said]:
    rules = game.rules
    law, shown = rules.law, game.table_law.limits_displayed
    yield Cited(f"Ante {between(game, limits, ANTE)}; the blind is as large", shown)
    yield Cited(f"Trips {between(game, limits, TRIPS)}", shown)
    yield Cited("One deck, shuffled for every round", game.table_law.decks)
    ante, play = law.ante_pays, law.play_pays
    if ante.value == play.value:
        yield Cited(f"Ante and play pay {ante.value}", ante.clauses)
    else:
        yield Cited(f"Ante pays {ante.value}", ante.clauses)
        yield Cited(f"Play pays {play.value}", play.clauses)
    for wager in (BLIND, TRIPS):
        rows = list(law.rows(wager))
        paid = ", ".join(f"{hand} {pays.value}" for hand, pays in rows)
        yield Cited(f"{wager.capitalize()}: {paid}", rows[0][1].clauses)
    if rules.blind_payout_cap is not None:
        together = rules.blind_cap_scope is BlindCapScope.TABLE
        paid = "All blinds of a round together pay" if together else "A blind pays"
        yield Cited(f"{paid} {money(rules.blind_payout_cap)} at most", law.maximum_payout)
