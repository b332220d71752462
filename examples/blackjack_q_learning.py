"""Tabular Q-learning on ACT Blackjack 2018, measured against the exact optimum as it learns.

    pip install "croupier[gym]"
    python examples/blackjack_q_learning.py [--rounds 40000000] [--picture learning.svg]

The learner knows nothing but what the environment shows it: totals, the dealer's card, what is
legal, and what a round brought. It keeps a value for every cell of a chart and plays thousands of
tables at once. Every so often the chart that it would play by is taken out and its value computed,
not sampled: what the house keeps of a wager, beside what it keeps of the best chart there is.

How it learns is Watkins's Q(λ) with λ = 1: a round's result is credited to its decisions back to
the last one that was made for the sake of trying, and before that stands what the table has learned
so far. One-step Q-learning would not do here, because after a split a hand says nothing about the
hands beside it.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from croupier.environments.policies import strategy_of
from croupier.games.blackjack.environment.part import (
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    HIT,
    INSURANCE,
    INSURE,
    SPLIT,
    STAND,
)
from croupier.games.blackjack.odds.given_chart import edge_of
from croupier.odds.results import Cell, Chart, Strategy
from croupier.odds.shoe_composition import Composition

ID = "croupier/ActBlackjack2018-v0"
ROUNDS, TABLES, MOST_STEPS = 40_000_000, 4096, 48
TRYING_FIRST, TRYING_LAST = 0.5, 0.06
"""How often an action is tried for its own sake, at the beginning and in the end."""
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

# The cells of the chart: hard totals, soft totals, pairs (split or not), and two answers to an ace.
SOFT, PAIRS, ANSWERS = 21, 42, 53
CELLS = (ANSWERS + 2) * 11
ACTIONS = 7


def cell(row: Any, dealer: Any) -> Any:
    """The number of a cell, from its row and the dealer's card."""
    return row * 11 + dealer


class Learner:
    """A value for each action of each cell, and how often it was tried."""

    def __init__(self) -> None:
        self.values = np.zeros(CELLS * ACTIONS)
        self.tried = np.zeros(CELLS * ACTIONS)

    def cells(self, seen: dict[str, Any]) -> tuple[Any, Any]:
        """The cell of each table's hand, and that of its pair."""
        total = np.where(seen["soft"], SOFT + seen["total"], seen["total"])
        blackjack = seen["total"] == 21
        row = np.where(seen["stage"] == INSURANCE, ANSWERS + blackjack, np.minimum(total, ANSWERS))
        return cell(row, seen["dealer"]), cell(PAIRS + seen["pair"], seen["dealer"])

    def best(self, seen: dict[str, Any]) -> tuple[Any, Any]:
        """The best legal action of each table as far as is known, and its value."""
        here, pair = self.cells(seen)
        mask = seen["action_mask"] != 0
        values = self.values.reshape(CELLS, ACTIONS)
        shown = np.where(mask, values[here], -np.inf)
        shown[:, SPLIT] = -np.inf
        chosen = shown.argmax(axis=1)
        value, of_split = shown.max(axis=1), values[pair, SPLIT]
        splits = mask[:, SPLIT] & (of_split > value)
        return np.where(splits, SPLIT, chosen), np.where(splits, of_split, value)

    def learn(self, places: Any, results: Any) -> None:
        """Move the values towards what came of them, less and less as they are tried."""
        many = np.bincount(places, minlength=len(self.values))
        touched = np.flatnonzero(many)
        mean = np.bincount(places, results, len(self.values))[touched] / many[touched]
        self.tried[touched] += many[touched]
        pace = np.minimum(1.0, many[touched] / self.tried[touched] ** 0.9)
        self.values[touched] += pace * (mean - self.values[touched])


class Rounds:
    """What was done at each table since its round began."""

    def __init__(self) -> None:
        shape = (MOST_STEPS, TABLES)
        self.length = np.zeros(TABLES, np.int64)
        self.places = np.zeros(shape, np.int64)
        self.before = np.zeros(shape)
        """What the table thought of the state before the action."""
        self.tried = np.zeros(shape, np.bool_)
        self.split = np.zeros(shape, np.bool_)

    def add(
        self, learner: Learner, seen: dict[str, Any], actions: Any, tried: Any, value: Any
    ) -> None:
        rows = np.flatnonzero(seen["action_mask"].any(axis=1))
        at = self.length[rows]
        here, pair = learner.cells(seen)
        cells = np.where(actions == SPLIT, pair, here)
        self.places[at, rows] = (cells * ACTIONS + actions)[rows]
        self.before[at, rows] = value[rows]
        self.tried[at, rows] = tried[rows]
        self.split[at, rows] = seen["hands"][rows] > 1
        self.length[rows] += 1

    def credit(self, learner: Learner, rewards: Any, ended: Any) -> None:
        """Give the results of rounds that ended to their decisions, last ones first."""
        rows = np.flatnonzero(ended)
        result, length = rewards.copy(), self.length[rows]
        places, results = [], []
        for step in range(int(length.max(initial=0)) - 1, -1, -1):
            there = rows[length > step]
            there = there[~np.isnan(result[there])]
            places.append(self.places[step, there])
            results.append(result[there])
            tried = there[self.tried[step, there]]
            unknown = self.split[step, tried]  # what the other hands were worth is forgotten
            result[tried] = np.where(unknown, np.nan, self.before[step, tried])
        if places:
            learner.learn(np.concatenate(places), np.concatenate(results))
        self.length[rows] = 0


def chart_of(learner: Learner) -> Strategy:
    """The learner's chart, as `croupier strategy` would write it."""
    values = learner.values.reshape(-1, 11, ACTIONS)
    columns = (*CARDS[1:], CARDS[0])

    def of_total(row: int, total: int, soft: bool, card: str) -> Cell:
        of = values[row, CARDS.index(card) + 1]
        draws = (total < 12 and not soft) or of[HIT] > of[STAND]
        if of[DOUBLE] > max(of[HIT], -np.inf if total < 12 else of[STAND]):
            return Cell(action="D" if draws else "Ds")
        return Cell(action="H" if draws else "S")

    def of_pair(points: int, card: str) -> Cell:
        dealer = CARDS.index(card) + 1
        whole = values[SOFT + 12 if points == 1 else 2 * points, dealer]
        legal = [HIT, DOUBLE] if 1 < points < 6 else [STAND, HIT, DOUBLE]
        splits = values[PAIRS + points, dealer, SPLIT] > whole[legal].max()
        return Cell(action="P" if splits else "S")

    def chart(name: str, rows: list[str], cells: list[tuple[Cell, ...]]) -> Chart:
        return Chart(
            name=name,
            across="dealer's card",
            columns=columns,
            rows=tuple(rows),
            cells=tuple(cells),
        )

    hard, soft = range(20, 3, -1), range(20, 11, -1)
    pairs = [1, *range(10, 1, -1)]
    blackjack, others = values[ANSWERS + 1, 1], values[ANSWERS, 1]
    takes = blackjack[EVEN_MONEY] > blackjack[DECLINE]
    insures = others[INSURE] > others[DECLINE]
    return Strategy(
        instrument="act-blackjack-2018",
        options={},
        actions={
            "S": "stand",
            "H": "hit",
            "D": "double, or hit",
            "Ds": "double, or stand",
            "P": "split",
        },
        charts=(
            chart(
                "hard totals",
                [str(total) for total in hard],
                [tuple(of_total(total, total, False, card) for card in columns) for total in hard],
            ),
            chart(
                "soft totals",
                [str(total) for total in soft],
                [
                    tuple(of_total(SOFT + total, total, True, card) for card in columns)
                    for total in soft
                ],
            ),
            chart(
                "pairs",
                [f"{CARDS[points - 1]}-{CARDS[points - 1]}" for points in pairs],
                [tuple(of_pair(points, card) for card in columns) for points in pairs],
            ),
            Chart(
                name="against an ace",
                across="dealer's card",
                columns=("A",),
                rows=("a Blackjack", "insurance"),
                cells=(
                    (Cell(action="E" if takes else "W"),),
                    (Cell(action="I" if insures else "N"),),
                ),
            ),
        ),
    )


def train(rounds: int, seed: int, looks: int = 16) -> list[tuple[int, float, float]]:
    """Learn for so many rounds: how many were played at each look, the edge, the best edge."""
    envs = gymnasium.make_vec(ID, num_envs=TABLES, autoreset_mode="SameStep")
    table: Any = envs.unwrapped
    setup = table.setup
    shoe = Composition.of(setup.cards)
    best = edge_of(setup.rules, shoe, strategy_of(setup))
    learner, memory, chance = Learner(), Rounds(), np.random.default_rng(seed)
    seen, _ = envs.reset(seed=seed)
    played, found, begun = 0, [], time.perf_counter()
    looking = np.geomspace(rounds / 1000, rounds, looks).tolist()
    print(f"the best chart leaves the house {best:.4%} of a wager")
    while looking:
        trying = TRYING_FIRST + (TRYING_LAST - TRYING_FIRST) * min(1.0, 2 * played / rounds)
        actions, value = learner.best(seen)
        tried = chance.random(TABLES) < trying
        mask = seen["action_mask"][tried]
        dice = chance.random(mask.shape) * mask
        actions[tried] = dice.argmax(axis=1)
        memory.add(learner, seen, actions, tried, value)
        seen, rewards, ended, _, _ = envs.step(actions)
        memory.credit(learner, rewards, ended)
        played += int(ended.sum())
        if played >= looking[0]:
            looking.pop(0)
            edge = edge_of(setup.rules, shoe, chart_of(learner))
            found.append((played, edge, best))
            print(
                f"{played:>12,} rounds: the house keeps {edge:8.4%}, {edge - best:8.4%} more than "
                f"it need  ({time.perf_counter() - begun:.0f} s)",
                flush=True,
            )
    return found


def picture(found: list[tuple[int, float, float]]) -> str:
    """The distance from the optimum over the rounds played, both by powers of ten, as SVG."""
    width, height, left, bottom = 640, 360, 90, 50
    across = np.log10([played for played, _, _ in found])
    up = np.log10([max(edge - best, 1e-6) for _, edge, best in found])
    low, high = float(np.floor(up.min())), float(np.ceil(up.max()))

    def x(value: float) -> float:
        share = (value - across[0]) / max(across[-1] - across[0], 1e-9)
        return float(left + share * (width - left - 30))

    def y(value: float) -> float:
        return 40 + (high - value) / max(high - low, 1e-9) * (height - bottom - 40)

    shapes = [f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for power in range(int(low), int(high) + 1):
        line = f'x1="{left}" x2="{width - 30}" y1="{y(power):.1f}" y2="{y(power):.1f}"'
        shapes.append(f'<line {line} stroke="#d0d5dd"/>')
        label = f'<text x="{left - 8}" y="{y(power) + 4:.1f}" text-anchor="end">'
        shapes.append(f"{label}{100 * 10.0**power:g} %</text>")
    for power in range(int(np.ceil(across[0])), int(across[-1]) + 1):
        label = f'<text x="{x(power):.1f}" y="{height - bottom + 22}" text-anchor="middle">'
        shapes.append(f"{label}{10**power:,}</text>")
    points = " ".join(f"{x(a):.1f},{y(u):.1f}" for a, u in zip(across, up, strict=True))
    shapes.append(f'<polyline points="{points}" fill="none" stroke="#0f5b3e" stroke-width="2"/>')
    shapes += [
        f'<circle cx="{x(a):.1f}" cy="{y(u):.1f}" r="3.5" fill="#0f5b3e"/>'
        for a, u in zip(across, up, strict=True)
    ]
    title = "Q-learning on ACT Blackjack 2018: what its chart costs above the best there is"
    shapes.append(f'<text x="{width / 2}" y="22" text-anchor="middle">{title}</text>')
    shapes.append(f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">rounds</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="13" fill="#1b1f24">{"".join(shapes)}</svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="an SVG file to draw the learning curve into")
    chosen = parser.parse_args()
    found = train(chosen.rounds, chosen.seed)
    if chosen.picture:
        chosen.picture.write_text(picture(found), "utf-8")
        print(f"{chosen.picture} has the picture")


if __name__ == "__main__":
    main()
