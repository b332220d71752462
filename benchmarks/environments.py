"""Steps a second of the learning environments on one core, beside Gymnasium's own blackjack.

    python -m benchmarks.environments [STEPS]

Everything is CPU time of one thread in one run on one machine, compiled beforehand; the choice of
actions is not counted, for that is the learner's. Actions are legal and random. A vector's figure
is the best of five runs, for other work on the machine only ever slows one down. With the usual
autoreset a step after the end of a round begins the next; in the same step, all are decisions.

With STEPS (try 10000000) the exact strategy is played as a policy for so many steps, and the mean
is held against the exact odds: three standard errors away is too far.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from benchmarks.figure import Figure

from croupier.environments import best_policy, environment_ids
from croupier.odds import odds

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES, STEPS, RUNS = 4096, 100, 5
SINGLE_STEPS = 5_000
WANTED = 5e6
THEIRS = "Blackjack-v1"
WAYS = ("single", "vectorised", "same step")
YARDSTICKS = (f"{THEIRS}, single", f"{THEIRS}, vectorised")


def chosen(chance: np.random.Generator, info: dict[str, Any], env: Any) -> Any:
    """Random actions, legal where the environment says which are."""
    mask = info.get("action_mask")
    if mask is None:
        return env.action_space.sample()
    return (chance.random(mask.shape) * mask).argmax(axis=-1)


def single_rate(id: str, steps: int = SINGLE_STEPS) -> float:
    env, chance, spent = gymnasium.make(id).unwrapped, np.random.default_rng(1), 0.0
    _, info = env.reset(seed=1)
    for _ in range(steps):
        action = chosen(chance, info, env)
        begun = time.thread_time()
        _, _, over, _, info = env.step(action)
        if over:
            _, info = env.reset()
        spent += time.thread_time() - begun
    return steps / spent


def vector_rate(id: str, tables: int, steps: int, **table: Any) -> float:
    envs, chance = gymnasium.make_vec(id, num_envs=tables, **table), np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    best = 0.0
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(steps):
            actions = chosen(chance, info, envs)
            begun = time.thread_time()
            _, _, _, _, info = envs.step(actions)
            spent += time.thread_time() - begun
        best = max(best, tables * steps / spent)
    return best


def measure_theirs(single_steps: int = SINGLE_STEPS) -> Iterator[Figure]:
    """Measure Gymnasium's own blackjack, as a measure of the machine."""
    single, vectorised = YARDSTICKS
    yield Figure(single, single_rate(THEIRS, single_steps), "steps/s")
    yield Figure(vectorised, vector_rate(THEIRS, 64, 50, vectorization_mode="sync"), "steps/s")


def measure_environment(
    id: str, single_steps: int = SINGLE_STEPS, steps: int = STEPS
) -> Iterator[Figure]:
    """Measure each way to take steps in one environment."""
    single, vectorised, same_step = (f"{id}, {way}" for way in WAYS)
    their_single, their_vectorised = YARDSTICKS
    yield Figure(single, single_rate(id, single_steps), "steps/s", their_single)
    rate = vector_rate(id, TABLES, steps)
    yield Figure(vectorised, rate, "steps/s", their_vectorised)
    rate = vector_rate(id, TABLES, steps, autoreset_mode="SameStep")
    yield Figure(same_step, rate, "steps/s", their_vectorised)


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [*YARDSTICKS, *(f"{id}, {way}" for id in environment_ids() for way in WAYS)]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline."""
    single_steps, steps = (500, 5) if quick else (SINGLE_STEPS, STEPS)
    yield from measure_theirs(single_steps)
    for id in environment_ids():
        yield from measure_environment(id, single_steps, steps)


def hold_against_the_analysis(id: str, steps: int) -> None:
    envs: Any = gymnasium.make_vec(id, num_envs=TABLES)
    policy = best_policy(envs)
    observations, _ = envs.reset(seed=11)
    taken = rounds = 0
    won = squared = 0.0
    while taken < steps:
        observations, rewards, ended, _, _ = envs.step(policy(observations))
        taken += TABLES
        rounds += int(ended.sum())
        won += float(rewards.sum())
        squared += float((rewards**2).sum())
    mean = won / rounds
    error = ((squared / rounds - mean**2) / rounds) ** 0.5
    wagers = odds(envs.unwrapped.setup.instrument).wagers
    mains = [wager for wager in wagers if wager.wager in ("main", "ante", "banker")]
    edge = mains[0].house_edge if mains[0].chart_house_edge is None else mains[0].chart_house_edge
    errors = (mean + edge) / error
    print(
        f"{id:42} {taken:,} steps, {rounds:,} rounds: {100 * mean:+.4f} % with an error of "
        f"{100 * error:.4f}, exactly {-100 * edge:+.4f}: {errors:+.2f} errors away",
        flush=True,
    )
    assert abs(errors) < 3, "the environment and the analysis disagree"


def main(steps: int | None) -> None:
    plain, sync = (figure.value for figure in measure_theirs())
    print(f"{THEIRS + ', Gymnasium':42} {plain:12,.0f} single {sync:14,.0f} vectorised")
    for id in environment_ids():
        single, usual, same = (figure.value for figure in measure_environment(id))
        print(
            f"{id:42} {single:12,.0f} single {usual:14,.0f} vectorised "
            f"({usual / WANTED:.1f} of the 5 million wanted, "
            f"{usual / sync:,.0f} times Gymnasium's) {same:14,.0f} same step",
            flush=True,
        )
    if steps is not None:
        for id in environment_ids():
            hold_against_the_analysis(id, steps)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument(
        "steps",
        type=int,
        nargs="?",
        help="so many steps of the exact strategy are held against the exact odds",
    )
    main(asked.parse_args().steps)
