"""A player who counts, in the simulation: what they see, stake and win."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from croupier.games.blackjack.simulation.kernel import play_blackjack
from croupier.games.blackjack.simulation.shards import BlackjackShards
from croupier.odds import simulate, strategy_for
from croupier.odds.counting.tags import read_count
from croupier.odds.disk_cache import AnswerCache
from croupier.odds.pictures import report_picture, svg
from croupier.odds.question import question
from croupier.odds.simulation.counter import counter_for, read_ramp, stake_at
from croupier.odds.simulation.formatting import count_rows
from croupier.odds.simulation.kernel_shoe import stream_of
from croupier.odds.simulation.shoe_cut import cut_of

if TYPE_CHECKING:
    from croupier.odds.results import Strategy
    from croupier.odds.simulation.report import SimulationReport
    from croupier.odds.simulation.tally import Tally

BLACKJACK = "act-blackjack-2018"
CUT = 312


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> AnswerCache:
    return AnswerCache(tmp_path_factory.mktemp("answers"))


@pytest.fixture(scope="module")
def strategy(cache: AnswerCache) -> Strategy:
    return strategy_for(BLACKJACK, cache=cache)


@pytest.fixture(scope="module")
def spread(cache: AnswerCache) -> SimulationReport:
    """Hi-Lo with deviations, one to eight, three million rounds."""
    return simulate(BLACKJACK, 3_000_000, penetration=0.75, count="HI-LO", ramp="1:8", cache=cache)


@pytest.mark.parametrize("system", ["HI-LO", "KO", "HALVES"])
def test_the_true_count_of_every_round_is_that_of_the_cards_seen(
    system: str, strategy: Strategy
) -> None:
    """The same shoe played one round further each time: its cards say what the count must be."""
    asked, count = question(BLACKJACK), read_count(system)
    counter = counter_for(asked, count, read_ramp("1:8"), CUT, strategy, deviations=False)
    cut = cut_of(asked.rules, CUT)
    shards = BlackjackShards(asked.rules, asked.shoe, strategy, 1, cut, counter)  # type: ignore[arg-type]  # it is blackjack
    levels = np.zeros(len(counter.charts), np.int64)
    seen: list[int] = []
    mean = count.mean(asked.shoe)
    for rounds in range(1, 30):
        shoe, counted = shards.shoe.copy(), shards.counting.made()
        dealt = play_blackjack(
            shoe, shards.cards, cut.burnt, cut.place, rounds, 1, shards.tables, shards.alone,
            shards.side_nets, stream_of(7, 3), *shards.counts(), counted,
        )  # fmt: skip
        began_at = np.flatnonzero(counted.by_count[:, 0] - levels)
        running = sum((count.tags[card & 15] - mean for card in seen), Fraction(0))
        left = asked.shoe.total - cut.burnt - len(seen)
        true = min(
            max(floor(running * 52 / left), counter.lowest), counter.lowest + len(levels) - 1
        )
        assert [int(level) + counter.lowest for level in began_at] == [true]
        levels = counted.by_count[:, 0].copy()
        seen = [int(card) for card in shoe[cut.burnt : dealt]]


def test_whoever_stakes_and_plays_as_always_wins_as_always(
    strategy: Strategy, cache: AnswerCache
) -> None:
    usual = simulate(BLACKJACK, 300_000, penetration=0.75, cache=cache)
    counted = simulate(
        BLACKJACK, 300_000, penetration=0.75, count="HI-LO", ramp="0=1", deviations=False,
        cache=cache,
    )  # fmt: skip
    assert counted.distribution == usual.distribution
    assert counted.counting is not None
    assert counted.counting.win == pytest.approx(usual.mean, abs=1e-12)
    assert counted.counting.edge == pytest.approx(usual.mean, abs=1e-12)
    assert counted.counting.standard_error == pytest.approx(usual.standard_error)
    assert counted.counting.standard_deviation == pytest.approx(usual.standard_deviation)


def test_a_true_count_is_worth_about_half_a_per_cent(spread: SimulationReport) -> None:
    """S. Wong, Professional Blackjack, and most others since: about 0.5 % for each true count."""
    assert spread.counting is not None
    rows = [each for each in spread.counting.by_true_count if abs(each.true_count) < 7]
    slope = np.polyfit(
        [each.true_count + 0.5 for each in rows],
        [each.mean for each in rows],
        1,
        w=[1 / each.standard_error for each in rows],
    )[0]
    assert slope == pytest.approx(0.005, abs=0.0008)


def test_the_parts_add_up_to_the_whole(spread: SimulationReport) -> None:
    counting = spread.counting
    assert counting is not None
    assert sum(each.rounds for each in counting.by_true_count) == spread.rounds
    flat = sum(each.share * each.mean for each in counting.by_true_count)
    assert flat == pytest.approx(spread.mean, abs=1e-12)
    won = sum(each.share * each.stake * each.mean for each in counting.by_true_count)
    assert counting.win == pytest.approx(won, abs=1e-12)
    assert counting.n0 == pytest.approx((counting.standard_deviation / counting.win) ** 2)
    assert counting.ramp == {"-8": 1, "+2": 2, "+3": 4, "+4": 6, "+5": 8}
    assert counting.hour_error is not None
    assert "true count" in str(spread)
    assert "true count, rounded down" in svg(report_picture(spread))
    assert report_picture(spread).title.endswith(
        "dealt to 75 % of the shoe, HI-LO -8=1,+2=2,+3=4,+4=6,+5=8"
    )
    assert "<th>stake</th>" in spread._repr_html_()
    told = [row[0] for row in count_rows(counting)]
    assert (told[0], told[1], told[-1]) == ("-8 or less", "-7", "+8 or more")


def test_whoever_loses_has_no_score(cache: AnswerCache) -> None:
    """It is the square of what is won: a loss squared would look like a gain."""
    flat = simulate(
        BLACKJACK, 300_000, penetration=0.5, count="HI-LO", ramp="-8=2,1=1", deviations=False,
        cache=cache,
    ).counting  # fmt: skip
    assert flat is not None
    assert flat.win < 0
    assert flat.score == 0


def test_deviations_gain(spread: SimulationReport, cache: AnswerCache) -> None:
    """The same shoes, stakes and rounds without them bring less."""
    without = simulate(
        BLACKJACK, 3_000_000, penetration=0.75, count="HI-LO", ramp="1:8", deviations=False,
        cache=cache,
    )  # fmt: skip
    assert spread.counting is not None
    assert without.counting is not None
    assert spread.mean > without.mean
    assert spread.counting.win > without.counting.win


def test_a_simulation_that_was_interrupted_goes_on(cache: AnswerCache) -> None:
    rounds, baccarat = 3_500_000, "act-mini-baccarat-2016"

    def interrupt(tally: Tally) -> None:
        if tally.rounds == 2_000_000:
            raise KeyboardInterrupt

    part = simulate(baccarat, rounds, workers=1, partial=True, cache=cache, watch=interrupt)
    assert (part.rounds, part.asked_for) == (2_000_000, rounds)
    told: list[int] = []
    whole = simulate(
        baccarat, rounds, workers=1, partial=True, cache=cache,
        watch=lambda tally: told.append(tally.rounds),
    )  # fmt: skip
    assert told == [2_000_000, 3_000_000, 3_500_000]
    at_once = simulate(baccarat, rounds, workers=1)
    assert msgspec.structs.replace(whole, seconds=at_once.seconds) == at_once
    assert not list((cache.where / "simulations").iterdir())


def test_a_counter_too_goes_on_after_an_interruption(cache: AnswerCache) -> None:
    def interrupt(tally: Tally) -> None:
        raise KeyboardInterrupt

    asked = {"penetration": 0.5, "count": "KO", "deviations": False, "workers": 1, "cache": cache}
    part = simulate(BLACKJACK, 1_200_000, partial=True, watch=interrupt, **asked)  # type: ignore[arg-type]  # as told
    assert part.rounds == 1_000_000
    whole = simulate(BLACKJACK, 1_200_000, partial=True, **asked)  # type: ignore[arg-type]
    at_once = simulate(BLACKJACK, 1_200_000, **asked)  # type: ignore[arg-type]
    assert msgspec.structs.replace(whole, seconds=at_once.seconds) == at_once


def test_whoever_asks_for_no_parts_is_interrupted() -> None:
    def interrupt(tally: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("act-mini-baccarat-2016", 2_000_000, watch=interrupt)


def test_ramps() -> None:
    assert read_ramp("1:8") == {0: 1, 1: 1, 2: 2, 3: 4, 4: 6, 5: 8}
    steps = read_ramp("-1=0, 2=4 4=10")
    assert [stake_at(steps, true) for true in (-9, -1, 1, 2, 3, 9)] == [0, 0, 0, 4, 4, 10]


@pytest.mark.parametrize(
    ("ramp", "said"),
    [
        ("8:1", "no spread such as 1:8"),
        ("2-4", "'2-4' is neither a spread such as 1:8 nor a step such as 2=4"),
        ("1=2,1=3", "the true count 1 is there twice"),
        ("1=0", "nothing is ever staked"),
        ("1=99999", "beyond what anybody stakes"),
    ],
)
def test_a_ramp_that_is_none_says_why(ramp: str, said: str) -> None:
    with pytest.raises(ValueError, match="ramp: ") as caught:
        read_ramp(ramp)
    assert said in str(caught.value)


def test_nobody_counts_where_there_is_nothing_to_count() -> None:
    with pytest.raises(ValueError, match="count: a coup leaves nothing to decide"):
        simulate("act-mini-baccarat-2016", 10, count="HI-LO")
    with pytest.raises(ValueError, match="count: the deck is shuffled for every round"):
        simulate("act-ultimate-texas-holdem-2025", 10, count="HI-LO")
    with pytest.raises(ValueError, match="rounds_an_hour: 0 is not"):
        simulate(BLACKJACK, 10, count="HI-LO", rounds_an_hour=0)
    with pytest.raises(ValueError, match="has no cutting card"):
        simulate(BLACKJACK, 10, count="HI-LO", options={"device": "shuffler"})


def test_a_grid_varies_the_ramp(cache: AnswerCache) -> None:
    from croupier.odds.grids import TOOLS, axes_of, points_of
    from croupier.rulebook.instruments import load

    asked = {"rounds": 20_000, "count": "HI-LO", "deviations": False, "penetration": "0.75"}
    points = points_of("simulate", BLACKJACK, axes_of(["ramp=1:8,0=1"]), asked, {})
    assert [point.varied for point in points] == [{"ramp": "1:8"}, {"ramp": "0=1"}]
    staked = [
        TOOLS["simulate"].rows(
            load(BLACKJACK), {**asked, "options": {}, "ramp": point.varied["ramp"]}, cache
        )[0]["average_stake"]
        for point in points
    ]
    assert staked[0] > staked[1] == 1
