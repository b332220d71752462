"""An agent that learns which hands of Ultimate Texas Hold'em to raise before the flop.

    pip install "croupier[gym]"
    python examples/holdem_before_the_flop.py [--rounds 10000000]

Before the flop there are 169 kinds of hands and three ways to go on that are worth a thought: play
four times the ante, three times, or check. The agent tries each with every kind and keeps the means
of what came of them; from the flop on every hand is played as well as it can be, by the exact
policy. Its chart is then held against the exact one, cell by cell: where they differ, and what the
difference costs in antes a hand, computed and not sampled.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np

from croupier.environments import best_policy
from croupier.environments.policies import strategy_of
from croupier.games.holdem.environment.part import CHECK, MULTIPLES, ONE_TIMES

ID = "croupier/ActUltimateTexasHoldem2025-v0"
ROUNDS, TABLES = 10_000_000, 8192
RANKS = "23456789TJQKA"
CHOICES = (ONE_TIMES + MULTIPLES.index(4), ONE_TIMES + MULTIPLES.index(3), CHECK)
NAMES = ("4x", "3x", "check")
BEFORE_THE_FLOP = 1


def kinds(hole: Any) -> Any:
    """The kind of each hand of two cards: row and column of the chart, suited above."""
    ranks, suits = hole % 13, hole // 13
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    suited = suits[:, 0] == suits[:, 1]
    row, column = np.where(suited, high, low), np.where(suited, low, high)
    return (12 - row) * 13 + (12 - column)


def learn(rounds: int, seed: int, looks: int = 8) -> tuple[int, float]:
    """Learn for so many rounds: how many cells are as in the exact chart then, and the cost."""
    envs = gymnasium.make_vec(ID, num_envs=TABLES, autoreset_mode="SameStep")
    table: Any = envs.unwrapped
    exact_policy, exact = best_policy(envs), strategy_of(table.setup).charts[0]
    chance = np.random.default_rng(seed)
    sums, squares, many = (np.zeros(169 * 3) for _ in range(3))
    looking = np.geomspace(rounds / 100, rounds, looks).tolist()
    seen, _ = envs.reset(seed=seed)
    chosen = np.zeros(TABLES, np.int64)
    played = 0
    while looking:
        first = np.flatnonzero(seen["stage"] == BEFORE_THE_FLOP)
        actions = exact_policy(seen)
        kind = kinds(seen["hole"][first])
        # Each choice in turn but oftener the two that look best, for the last ones are plain.
        means = (sums / np.maximum(many, 1)).reshape(169, 3)[kind]
        behind = means.argmin(axis=1)
        dice = chance.integers(0, 3, len(first))
        again = (dice == behind) & (chance.random(len(first)) < 0.8)
        choice = np.where(again, (dice + chance.integers(1, 3, len(first))) % 3, dice)
        chosen[first] = kind * 3 + choice
        actions[first] = np.array(CHOICES)[choice]
        seen, rewards, ended, _, _ = envs.step(actions)
        sums += np.bincount(chosen[ended], rewards[ended], len(sums))
        squares += np.bincount(chosen[ended], rewards[ended] ** 2, len(sums))
        many += np.bincount(chosen[ended], minlength=len(many))
        played += int(ended.sum())
        if played >= looking[0]:
            looking.pop(0)
            means = sums / np.maximum(many, 1)
            chart, agreed, cost = compared(means.reshape(169, 3), exact)
            errors = np.sqrt((squares / many.clip(1) - means**2) / many.clip(1))
            print(
                f"{played:>11,} rounds: {agreed} of 169 cells are right, the others cost "
                f"{cost:.5f} antes a hand; means are known to {np.median(errors):.3f}",
                flush=True,
            )
    print(chart)
    print("4 and 3 times the ante, . check; * where the exact chart says otherwise")
    return agreed, cost


def compared(means: Any, exact: Any) -> tuple[str, int, float]:
    """The chart that was learned, how many cells are as in the exact one, and what others cost."""
    agreed, cost = 0, 0.0
    lines = ["    " + " ".join(f"{rank:>2}" for rank in RANKS[::-1])]
    for row, high in enumerate(RANKS[::-1]):
        line = []
        for column, low in enumerate(RANKS[::-1]):
            best = exact[high, low]
            learned = NAMES[int(means[row * 13 + column].argmax())]
            wanted = "check" if best.action == "." else best.action
            same = learned == wanted
            agreed += same
            hands = 6 if row == column else 4 if column > row else 12
            cost += hands / 1326 * (max(best.values.values()) - best.values[learned])
            shown = "." if learned == "check" else learned[0]
            line.append(f" {shown}" if same else f"*{shown}")
        lines.append(f"  {high} " + " ".join(line))
    return "\n".join(lines), agreed, cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    learn(chosen.rounds, chosen.seed)


if __name__ == "__main__":
    main()
