"""Wagers together, against joint distributions, exact variances of sums, and simulation."""

from __future__ import annotations

from fractions import Fraction

import pytest

import croupier
from croupier.odds.covariance import covariance_for
from croupier.odds.disk_cache import AnswerCache

BACCARAT = "act-mini-baccarat-2016"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> AnswerCache:
    return AnswerCache(tmp_path_factory.mktemp("answers"))


def test_baccarat_from_its_joint_distribution() -> None:
    """What `croupier odds` counts of all wagers together gives the same, wager by wager."""
    options = {"side_bets": ["perfect-pairs"]}
    answer = croupier.odds(BACCARAT, options=options)
    brings = {
        (wager.wager, outcome.outcome): Fraction(outcome.net).limit_denominator(100)
        for wager in answer.wagers
        for outcome in wager.outcomes
    }
    found = covariance_for(BACCARAT, options=options)
    assert len(found.pairs) == 10
    for pair in found.pairs:
        product = Fraction(0)
        for joint in answer.joint:
            one, other = joint.outcomes[pair.first], joint.outcomes[pair.second]
            assert joint.exact is not None
            product += joint.exact * brings[pair.first, one] * brings[pair.second, other]
        edges = answer[pair.first].exact, answer[pair.second].exact
        assert edges[0] is not None
        assert edges[1] is not None
        assert pair.exact == product - edges[0] * edges[1]
        assert pair.how == "exact"


def test_player_and_banker_are_nearly_opposites() -> None:
    pair = next(each for each in covariance_for(BACCARAT).pairs if each.second == "banker")
    assert pair.first == "player"
    assert pair.correlation == pytest.approx(-1, abs=0.001)


def test_main_and_pairs_of_blackjack_are_as_a_simulation_has_them(cache: AnswerCache) -> None:
    """The exact one is for the best play by the cards, which differs little from the chart."""
    options = {"side_bets": ["perfect-pairs"]}
    found = covariance_for("act-blackjack-2018", options=options, rounds=400_000, cache=cache)
    exact = next(pair for pair in found.pairs if pair.how == "exact")
    assert (exact.first, exact.second) == ("main", "perfect-pairs")
    from croupier.odds.covariance import _beside, _played
    from croupier.odds.question import question

    parts = _played(question("act-blackjack-2018", options=options), 1, 2_000_000, 5, cache)
    values = [_beside(part, "main", "perfect-pairs") for part in parts]
    mean = sum(values) / len(values)
    error = (sum((value - mean) ** 2 for value in values) / len(values) / len(values)) ** 0.5
    assert exact.covariance == pytest.approx(mean, abs=4 * error)
    boxes = next(pair for pair in found.pairs if pair.where == "another box")
    assert boxes.standard_error is not None
    assert boxes.correlation == pytest.approx(0.37, abs=0.03)  # hands against one dealer's
    assert found.boxes["1"] < found.boxes["2"] < 2 * found.boxes["1"]
    alone = croupier.odds("act-blackjack-2018", cache=cache)["main"].standard_deviation
    assert found.boxes["1"] == pytest.approx(alone, abs=4 * found.box_errors["1"])
    assert 0 < found.box_errors["1"] < 0.01
    squares = 2 * found.boxes["1"] ** 2 + 2 * boxes.covariance
    assert found.boxes["2"] == pytest.approx(squares**0.5)


def test_ante_and_trips_add_up_to_what_both_spread(cache: AnswerCache) -> None:
    """The variance of both together is known by itself."""
    holdem = "act-ultimate-texas-holdem-2025"
    found = covariance_for(holdem, trips=1, rounds=100_000, cache=cache)
    exact = found.pairs[0]
    assert (exact.first, exact.second, exact.how) == ("ante", "trips", "exact")
    assert exact.exact is not None
    both = croupier.odds(holdem, trips=1, cache=cache)["ante+trips"]
    assert 0 < exact.correlation < 1
    spots = next(pair for pair in found.pairs if pair.first == "ante" and pair.how == "simulated")
    assert spots.where == "another box"
    assert 0 < spots.correlation < 0.6
    from croupier.odds.simulation import simulate

    trips = simulate(holdem, 200_000, trips=1, cache=cache).side_bets[0].standard_deviation
    assert trips is not None
    ante = exact.covariance / exact.correlation / trips
    both_squared = ante**2 + trips**2 + 2 * exact.covariance
    assert both_squared == pytest.approx(both.standard_deviation**2, rel=0.02)


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds: 10 is not"):
        covariance_for(BACCARAT, rounds=10)


def test_a_seed_below_nothing_is_named() -> None:
    with pytest.raises(ValueError, match="seed: -1 is not a whole number from 0 on"):
        covariance_for(BACCARAT, seed=-1)
