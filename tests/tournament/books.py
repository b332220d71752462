"""The books of the house beside a tournament: everything that it moves, to the cent."""

from __future__ import annotations

from tests.tournament.support import Held

from croupier.casino.house.books import CAGE, ISSUE, Books, Transfer, pocket
from croupier.casino.live_kinds import tournament_transfers
from croupier.casino.record_names import TOURNAMENTS

PURSE = 1_000_000_00
"""What everybody, and the cage, has at first."""


def gains(held: Held) -> dict[str, float]:
    """What everybody has won or lost in dollars, the house too, once nothing is left to be paid."""
    tournament, books = held.tournament, Books()
    places = [CAGE, *map(pocket, tournament.entrants)]
    books.post(Transfer(ISSUE, place, PURSE) for place in places)
    books.post(tournament_transfers(tournament, tournament.facts))
    assert books.balance
    assert books.held(TOURNAMENTS + tournament.name) == 0
    won = {name: books.held(pocket(name)) - PURSE for name in tournament.entrants}
    return {name: cents / 100 for name, cents in {**won, CAGE: books.held(CAGE) - PURSE}.items()}
