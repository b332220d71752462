"""Whole tournaments of hundreds of players, through the real tables, for each instrument."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tournament.support import INSTRUMENTS

from croupier.table.tournament_law import SameRound
from croupier.tournament import law_of
from croupier.tournament.conditions import Conditions, read_conditions
from croupier.tournament.facts import Eliminated
from croupier.tournament.simulation import Simulation, simulate
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import Tournament

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples" / "tournaments"


def example(instrument: str) -> Conditions:
    return read_conditions((EXAMPLES / f"{instrument}.json").read_bytes())


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_tournament_of_two_hundred_comes_to_its_end(instrument: str) -> None:
    simulation = Simulation(example(instrument), 200, b"seed of two hundred".ljust(32, b"."))
    result = simulation.run()
    tournament = simulation.tournament
    assert tournament.phase is TournamentPhase.FINISHED
    assert result.chips_issued == result.chips_returned
    assert result.paid == result.pool == tournament.pool.total
    placed = sorted(e.place for e in tournament.entrants.values() if e.place is not None)
    assert len(placed) == 200
    _must_be_places(placed, instrument)
    assert {e.chips for e in tournament.entrants.values()} == {0}
    again = Tournament.restore(tournament.lines)
    assert {e.name: (e.place, e.prize) for e in again.entrants.values()} == {
        e.name: (e.place, e.prize) for e in tournament.entrants.values()
    }


def _must_be_places(placed: list[int], instrument: str) -> None:
    """Each place is followed by the next, or after equals by that which is so many on."""
    for position, place in enumerate(placed, 1):
        assert place == position or placed[position - 2] == place
    if law_of(instrument).same_round.value is SameRound.RESIDUAL:
        out = [place for place in set(placed) if placed.count(place) > 1]
        assert all(place > 3 for place in out)  # no tie is left where there are prizes


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_same_seed_plays_the_same_tournament(instrument: str) -> None:
    conditions = example(instrument)
    first, second = (simulate(conditions, 24, seed=7)[0] for _ in range(2))
    assert first == second
    assert simulate(conditions, 24, seed=8)[0].head != first.head


def test_whoever_waits_is_told_how_many_were_held() -> None:
    conditions, told = example("nsw-blackjack-challenge"), list[int]()
    held = simulate(conditions, 8, seed=1, runs=2, watch=told.append)
    assert (told, len(held)) == ([0, 1], 2)
    assert held[0] == simulate(conditions, 8, seed=1)[0]


def test_buy_backs_are_in_the_pool_and_their_chips_come_back() -> None:
    conditions = example("act-ultimate-texas-holdem-2025")
    assert conditions.buy_back is not None
    assert conditions.buy_back.offered
    simulation = Simulation(conditions, 60, b"buying back".ljust(32, b"."))
    result = simulation.run()
    assert result.buy_backs > 0
    assert result.chips_issued == result.chips_returned
    bought = (conditions.buy_back.cost or 0) * result.buy_backs
    assert simulation.tournament.pool.buy_backs == bought
    out = [f for f in simulation.tournament.facts if isinstance(f, Eliminated)]
    assert len(out) == 59
