"""Policies, exact and random, against what the analysis and the engine say of them."""

from __future__ import annotations

import os
import random
from typing import Any

import gymnasium
import numpy as np
import pytest

from croupier import Game
from croupier.environments import best_policy, environment_ids
from croupier.environments.single import CroupierEnv
from croupier.odds import odds, strategy_for

STEPS = int(os.environ.get("CROUPIER_STEPS", "400000"))
"""How many steps the exact strategy is played; 10,000,000 is the long form."""
TABLES = 2048
HOLDEM, HOLDEM_EDGE = "croupier/ActUltimateTexasHoldem2025-v0", 0.02184971376
"""What `croupier odds` says after some time; `tests/odds/test_holdem_solved.py` has it exactly."""


def played(envs: Any, policy: Any, steps: int) -> tuple[float, float]:
    """The mean of what rounds bring, and its standard error."""
    seen, _ = envs.reset(seed=8)
    rounds, won, squared = 0, 0.0, 0.0
    for _ in range(0, steps, envs.num_envs):
        seen, rewards, ended, _, _ = envs.step(policy(seen))
        rounds += int(ended.sum())
        won += float(rewards.sum())
        squared += float((rewards**2).sum())
    mean = won / rounds
    return mean, ((squared / rounds - mean**2) / rounds) ** 0.5


def at_random(seed: int) -> Any:
    chance = np.random.default_rng(seed)
    return lambda seen: (chance.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)


@pytest.mark.parametrize("id", environment_ids())
def test_the_exact_strategy_earns_what_the_analysis_says(id: str) -> None:
    envs: Any = gymnasium.make_vec(id, num_envs=TABLES)
    mean, error = played(envs, best_policy(envs), STEPS)
    edge = HOLDEM_EDGE
    if id != HOLDEM:
        wagers = {wager.wager: wager for wager in odds(envs.setup.instrument).wagers}
        main = wagers["banker" if "banker" in wagers else "main"]
        edge = main.house_edge if main.chart_house_edge is None else main.chart_house_edge
    assert abs(mean + edge) < 3 * error


@pytest.mark.parametrize(
    ("instrument", "options"),
    [
        ("act-blackjack-2006", {}),
        ("act-blackjack-2018", {"soft_17": "hit"}),
        ("nsw-blackjack-challenge", {}),
        ("act-ultimate-texas-holdem-2025", {"offer_concession": False}),
    ],
)
def test_a_random_player_fares_as_at_the_engines_own_game(
    instrument: str, options: dict[str, Any]
) -> None:
    """By the way in for programs that play, which deals from other seeds altogether."""
    id = next(id for id in environment_ids() if _plain(id) == instrument.replace("-", ""))
    envs = gymnasium.make_vec(id, num_envs=TABLES, **options)
    mean, error = played(envs, at_random(3), 600_000)
    game, chance = Game(instrument, options, seed=5, penetration=None), random.Random(5)
    nets = []
    for _ in range(3_000):
        while not game.over:
            game.play(chance.choice(list(game.legal)))
        nets.append(sum(settled.net for settled in game.settlements) / 1000)
        game.next_round()
    theirs, spread = np.mean(nets), np.std(nets) / len(nets) ** 0.5
    assert abs(mean - theirs) < 3.5 * (error**2 + spread**2) ** 0.5
    assert abs(mean) > 10 * error  # it would be seen if somebody played well


def _plain(id: str) -> str:
    return id.split("/")[1].split("-v")[0].lower()


def test_the_policy_reads_the_charts() -> None:
    """Cell by cell, for a single environment."""
    env = CroupierEnv("act-blackjack-2018")
    policy = best_policy(env)
    charts = {chart.name: chart for chart in strategy_for("act-blackjack-2018").charts}
    told = {"S": {0}, "H": {1}, "D": {2}, "Ds": {2}, "P": {3}}
    looked_at = set()
    for seed in range(700):
        seen, _ = env.reset(seed=seed)
        dealer = "A" if seen["dealer"] == 1 else str(seen["dealer"])
        if seen["stage"] == 1:
            assert policy(seen) == 6
            continue
        if seen["total"] == 21:
            assert policy(seen) == 0
            continue
        name, row = f"{'soft' if seen['soft'] else 'hard'} totals", str(seen["total"])
        if seen["pair"]:
            card = "A" if seen["pair"] == 1 else str(seen["pair"])
            name, row = "pairs", f"{card}-{card}"
        cell = charts[name][row, dealer]
        assert cell is not None
        assert policy(seen) in told[cell.action]
        looked_at.add((name, row, dealer))
    assert len(looked_at) > 150
