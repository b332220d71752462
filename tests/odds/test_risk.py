"""Risk and takings, against everything that can be worked out another way."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from croupier.odds import data_shape as data
from croupier.odds import odds
from croupier.odds.bankroll_walk import Walk
from croupier.odds.disk_cache import AnswerCache
from croupier.odds.risk import lattice, risk_for, sum_of_rounds, takings_for
from croupier.odds.risk_formatting import risk_picture
from croupier.rulebook.amendments import amended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.odds.array_types import Floats
    from croupier.odds.risk import Lattice

BACCARAT = "act-mini-baccarat-2016"
HOLDEM = "act-ultimate-texas-holdem-2025"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> AnswerCache:
    """Hold'em is worked out once."""
    return AnswerCache(tmp_path_factory.mktemp("answers"))


def exact_chances(
    instrument: str, wager: str, cache: AnswerCache | None = None
) -> dict[Fraction, Fraction]:
    chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in odds(instrument, cache=cache)[wager].outcomes:
        assert outcome.exact is not None
        chances[Fraction(outcome.net).limit_denominator(100)] += outcome.exact
    assert sum(chances.values()) == 1
    return dict(chances)


def walked(
    chances: Mapping[Fraction, Fraction],
    bankroll: int,
    rounds: int,
    needed: int,
    target: int | None = None,
) -> tuple[Fraction, Fraction, Fraction]:
    """Ruin, target and mean result, by following every amount in ratios."""
    now = {Fraction(bankroll): Fraction(1)}
    ended: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    ruined = reached = Fraction(0)
    for _ in range(rounds):
        after: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for amount, chance in now.items():
            for net, share in chances.items():
                left = amount + net
                if left < needed:
                    ruined += chance * share
                    ended[max(left, Fraction(0))] += chance * share
                elif target is not None and left >= target:
                    reached += chance * share
                    ended[left] += chance * share
                else:
                    after[left] += chance * share
        now = dict(after)
    for amount, chance in now.items():
        ended[amount] += chance
    assert sum(ended.values()) == 1
    mean = sum((amount * chance for amount, chance in ended.items()), Fraction(0))
    return ruined, reached, mean - bankroll


@pytest.mark.parametrize(
    ("wager", "bankroll", "rounds", "target"),
    [("player", 3, 9, None), ("banker", 4, 8, 6), ("tie", 5, 12, 20)],
)
def test_a_short_evening_is_what_ratios_make_of_it(
    wager: str, bankroll: int, rounds: int, target: int | None
) -> None:
    ruined, reached, mean = walked(exact_chances(BACCARAT, wager), bankroll, rounds, 1, target)
    found = risk_for(BACCARAT, wager=wager, bankroll=bankroll, rounds=rounds, target=target)
    assert found.ruined == pytest.approx(float(ruined), abs=1e-13)
    assert found.reached == (None if target is None else pytest.approx(float(reached), abs=1e-13))
    assert found.mean == pytest.approx(float(mean), abs=1e-12)
    assert found.playing == pytest.approx(float(1 - ruined - reached), abs=1e-13)


def test_holdem_takes_ante_and_blind_at_first_and_six_in_all(cache: AnswerCache) -> None:
    chances = exact_chances(HOLDEM, "ante", cache)
    for cover, needed in (("first", 2), ("all", 6)):
        ruined, _, mean = walked(chances, 10, 3, needed)
        found = risk_for(HOLDEM, bankroll=10, rounds=3, cover=cover, cache=cache)
        assert found.needed == needed
        assert found.ruined == pytest.approx(float(ruined), abs=1e-13)
        assert found.mean == pytest.approx(float(mean), abs=1e-12)


def test_a_thousand_rounds_are_what_players_who_draw_them_come_to(cache: AnswerCache) -> None:
    wager = odds(HOLDEM, cache=cache)["ante"]
    nets = np.array([outcome.net for outcome in wager.outcomes])
    chances = np.array([outcome.chance for outcome in wager.outcomes])
    players, draw = 5_000, np.random.default_rng(5)
    left = np.full(players, 100.0)
    for _ in range(1_000):
        drawn = draw.choice(nets, players, p=chances / chances.sum())
        left = np.where(left >= 2, left + drawn, left)
    share = float((left < 2).mean())
    found = risk_for(HOLDEM, bankroll=100, rounds=1_000, cache=cache)
    assert abs(share - found.ruined) < 4 * sqrt(share * (1 - share) / players)
    assert abs(float(np.median(left)) - 100 - found.quantiles["50%"]) < 3


def test_sums_of_a_coin_are_binomial() -> None:
    from math import comb

    grid = lattice([(1, 0.5), (-1, 0.5)])
    lowest, chances = sum_of_rounds(grid, 20)
    for heads in range(21):
        assert chances[2 * heads - 20 - lowest] == pytest.approx(comb(20, heads) / 2**20, abs=1e-14)
    assert chances.sum() == pytest.approx(1)


@pytest.mark.parametrize("rounds", [1, 7, 100])
def test_the_range_of_an_honest_table_is_that_of_rounds_added_one_by_one(rounds: int) -> None:
    banker = odds(BACCARAT)["banker"]
    grid = lattice((outcome.net, outcome.chance) for outcome in banker.outcomes)
    totals = {0: 1.0}
    for _ in range(rounds):
        after: defaultdict[int, float] = defaultdict(float)
        for total, chance in totals.items():
            for steps, share in grid.chances.items():
                after[total + steps] += chance * share
        totals = dict(after)
    found = takings_for(BACCARAT, wager="banker", rounds=rounds, stake=20, confidence=0.9)
    won = {float(-total * grid.step * 20): chance for total, chance in totals.items()}
    within = sum(chance for win, chance in won.items() if found.least <= win <= found.most)
    assert within >= 0.9 - 1e-12
    for end in (found.least, found.most):  # and no end could be left out
        assert (
            sum(c for win, c in won.items() if found.least <= win <= found.most and win != end)
            < 0.95
        )
    assert found.loses == pytest.approx(sum(c for win, c in won.items() if win < 0), abs=1e-10)
    mean = sum(win * chance for win, chance in won.items())
    assert found.theoretical_win == pytest.approx(mean, abs=1e-7)


def test_a_million_wagers_are_as_good_as_normal() -> None:
    found = takings_for("act-blackjack-2018", rounds=1_000_000, confidence=0.95)
    spread = 1.959964 * found.standard_deviation
    assert found.least == pytest.approx(found.theoretical_win - spread, abs=spread / 200)
    assert found.most == pytest.approx(found.theoretical_win + spread, abs=spread / 200)


def test_a_stake_is_a_unit_of_money() -> None:
    unit = risk_for(BACCARAT, wager="banker", bankroll=30, rounds=50, target=40)
    money = risk_for(BACCARAT, wager="banker", bankroll=750, rounds=50, target=1_000, stake=25)
    assert money.ruined == unit.ruined
    assert money.reached == unit.reached
    assert money.mean == pytest.approx(25 * unit.mean)
    assert money.quantiles == {share: 25 * won for share, won in unit.quantiles.items()}


def test_hold_is_the_win_by_the_drop() -> None:
    found = takings_for(BACCARAT, rounds=1_000, stake=10, drop=2_000)
    assert found.hold == pytest.approx(found.theoretical_win / 2_000)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (dict(bankroll=0, rounds=1), "bankroll: 0 is no amount"),
        (dict(bankroll=nan, rounds=1), "bankroll: nan is no amount"),
        (dict(bankroll=inf, rounds=1), "bankroll: inf is no amount"),
        (dict(bankroll=0.5, rounds=1), "bankroll: 0.5 does not cover one round, which takes 1"),
        (dict(bankroll=5, rounds=0), "rounds: 0 is not between 1 and 1,000,000"),
        (dict(bankroll=5, rounds=9, target=5), "target: 5 is not more than the bankroll"),
        (dict(bankroll=5, rounds=9, cover="some"), "cover: 'some' is neither first nor all"),
        (dict(bankroll=5, rounds=9, stake=-1), "stake: -1 is no amount"),
        (dict(bankroll=5, rounds=9, wager="main"), "no wager main"),
    ],
)
def test_what_makes_no_sense_is_said(asked: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError), match=words.replace("'", ".")):
        risk_for(BACCARAT, **asked)


def test_what_would_take_too_long_is_said(cache: AnswerCache) -> None:
    with pytest.raises(ValueError, match="rounds: 1,000,000 with a bankroll of 100 take too long"):
        risk_for(HOLDEM, bankroll=100, rounds=1_000_000, target=5_000, cache=cache)


def test_what_pays_too_much_to_be_followed_is_said() -> None:
    change = {"rule": "tie_pays", "clauses": ["8.8(c)", "8.9(c)"], "value": 999_999}
    book = amended({"amends": BACCARAT, "id": "x", "title": "X", "change": [change]})
    with pytest.raises(ValueError, match="wager: what tie pays is too large, or too fine"):
        takings_for(book, wager="tie", rounds=10)
    with pytest.raises(ValueError, match="wager: what tie pays is too large, or too fine"):
        risk_for(book, wager="tie", rounds=10, bankroll=10)


def test_a_win_too_large_for_credit_is_followed_all_the_same() -> None:
    grid = lattice([(-1, 0.52), (1, 0.4799), (30_000, 1e-4)])
    walk = Walk(grid, 30, 1, None, 200)
    walk.go_on_to(200)
    ruined, _, _ = played_out(grid, 30, 1, None, 200)
    assert walk.ruined == pytest.approx(ruined, abs=1e-12)


def test_the_fan_is_told_as_lines_and_as_a_picture() -> None:
    found = risk_for(BACCARAT, bankroll=20, rounds=100, target=30)
    lines = data.lines({}, data.risk_rows(found)).splitlines()
    assert lines[0] == "wager,rounds,ruined,reached,1%,5%,25%,50%,75%,95%,99%"
    assert len(lines) == 1 + len(found.moments)
    assert lines[-1].startswith(f"player,100,{found.ruined!r},{found.reached!r},")
    drawn = risk_picture(found)
    words = [shape.text for shape in drawn.shapes if hasattr(shape, "text")]
    heading = f"{BACCARAT}, 8 decks, settlement=A: 20 for 100 rounds of player at 1, stopping at 30"
    assert drawn.title == heading
    assert " ".join(words[:2]).startswith(heading)
    assert "rounds played" in words


def played_out(
    grid: Lattice, start: int, needed: int, goal: int | None, rounds: int
) -> tuple[float, float, Floats]:
    """Every round by itself, as one would write it down: ruin, target, the chances of amounts."""
    loss, gain = -min(grid.chances), max(grid.chances)
    most = start + 2 * rounds + 9 * gain if goal is None else goal + gain
    playing, stopped = np.zeros(most), np.zeros(most)
    playing[start] = 1
    goal = most if goal is None else goal
    for _ in range(rounds):
        wide = np.zeros(loss + most + gain)
        for steps, chance in grid.chances.items():
            wide[loss + steps : loss + steps + most] += chance * playing
        after = wide[loss : loss + most].copy()
        after[0] += wide[:loss].sum()
        stopped[:needed] += after[:needed]
        stopped[goal:] += after[goal:]
        after[:needed] = after[goal:] = 0
        playing = after
    return float(stopped[:needed].sum()), float(stopped[goal:].sum()), playing + stopped


@pytest.mark.parametrize("rare", [2, 300])
@pytest.mark.parametrize(("bankroll", "target"), [(40, None), (200, None), (60, 90), (40, 1_500)])
def test_rounds_taken_together_come_to_the_same_as_one_by_one(
    bankroll: int, target: int | None, rare: int
) -> None:
    """Nine hundred rounds of a game that pays 3 to 2 now and then, each convolved with the next."""
    grid = lattice(
        [(-1, 0.47), (0, 0.08), (1, 0.39), (1.5, 0.05), (-2, 0.005), (2, 0.0049), (rare, 1e-4)]
    )
    start, goal = 2 * bankroll, None if target is None else 2 * target
    together = Walk(grid, start, 2, goal, 900)
    together.go_on_to(900)
    ruined, reached, amounts = played_out(grid, start, 2, goal, 900)
    assert together.ruined == pytest.approx(ruined, abs=1e-12)
    assert together.reached == pytest.approx(reached, abs=1e-12)
    told = together.amounts()
    assert told == pytest.approx(amounts[: len(told)], abs=1e-12)
    assert amounts[len(told) :].sum() < 1e-12  # what is left out at the far end
    assert together.ruined + together.reached + together.playing == pytest.approx(1, abs=1e-12)


def test_a_long_stay_with_a_large_bankroll_is_answered(cache: AnswerCache) -> None:
    """Far from ruin, the result is spread as that of so many wagers that nobody stops."""
    risk = risk_for(BACCARAT, bankroll=10_000_000, rounds=20_000, cache=cache)
    house = takings_for(BACCARAT, rounds=20_000, cache=cache)
    assert risk.ruined < 1e-12
    assert risk.mean == pytest.approx(-house.theoretical_win, rel=1e-9)
    assert risk.standard_deviation == pytest.approx(house.standard_deviation, rel=1e-9)
