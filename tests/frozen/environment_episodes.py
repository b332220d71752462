"""Frozen episodes of the learning environments: single, vector and with several seats.

The action of a step is chosen among the legal ones by `choose`, without a random generator, so that
an episode depends on the seed of the environment alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
import msgspec
import numpy as np
from gymnasium.vector import AutoresetMode

from croupier.environments import environment_ids
from croupier.environments.pettingzoo import env as several_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.frozen.outputs import Outputs

SEEDS, OTHER_SEEDS, REFUSED_SEEDS = range(1, 21), range(1, 11), range(1, 4)
ROUNDS_OF_A_SHOE = 40
TABLES, STEPS, VECTOR_SEEDS = 8, 40, (1, 2)
SEATS, ROUNDS, TABLE_SEEDS = 3, 4, range(1, 6)
LONGEST = 400
"""More steps than any episode has."""
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
BETS = (1, 2, 5)
COUNTED = {"counts": True, "penetration": 0.25}
OTHER_SETTINGS: dict[str, dict[str, Any]] = {"act-ultimate-texas-holdem-2025": {"trips": 1}}
"""Settings of tables at which the player chooses a bet. Cards are counted except at Hold'em."""


def choose(mask: Sequence[int], step: int, seed: int) -> int:
    """Return one of the legal actions, or 0 if there are none."""
    legal = [action for action, is_legal in enumerate(mask) if is_legal]
    return legal[(step * 7 + seed) % len(legal)] if legal else 0


def play_single(id: str, seed: int, rounds: int = 1, **settings: Any) -> str:
    """Play rounds of a single environment from one shoe and return a JSON line for each step."""
    env = gymnasium.make(id, **settings)
    lines = []
    for number in range(rounds):
        observation, info = env.reset(seed=None if number else seed)
        lines.append(_line(observation=observation, info=info))
        for step in range(LONGEST):
            action = choose(observation["action_mask"], step, seed + number)
            observation, reward, terminated, truncated, info = env.step(action)
            lines.append(_step_line(action, observation, reward, terminated, truncated, info))
            if terminated or truncated:
                break
    env.close()
    return "".join(lines)


def try_illegal_actions(id: str, seed: int, **settings: Any) -> str:
    """Try every illegal action before each step and return a line for each refusal."""
    env = gymnasium.make(id, **settings)
    observation, _ = env.reset(seed=seed)
    lines = []
    for step in range(LONGEST):
        mask = observation["action_mask"]
        for action in np.flatnonzero(mask == 0):
            _, reward, _, _, info = env.step(int(action))
            lines.append(_line(step=step, action=action, reward=reward, refusal=info["refusal"]))
        observation, _, terminated, truncated, _ = env.step(choose(mask, step, seed))
        if terminated or truncated:
            break
    env.close()
    return "".join(lines)


def play_vector(id: str, seed: int, mode: AutoresetMode) -> str:
    """Step several tables together and return a JSON line for each step."""
    env = gymnasium.make_vec(
        id, TABLES, vectorization_mode="vector_entry_point", autoreset_mode=mode
    )
    observation, info = env.reset(seed=seed)
    lines = [_line(observation=observation, info=info)]
    for step in range(STEPS):
        masks = observation["action_mask"]
        actions = [choose(mask, step + table, seed) for table, mask in enumerate(masks)]
        observation, rewards, terminated, truncated, info = env.step(np.array(actions))
        lines.append(_step_line(actions, observation, rewards, terminated, truncated, info))
    env.close()
    return "".join(lines)


def play_several_seats(instrument: str, seed: int) -> str:
    """Play one episode of a table with several seats and return a JSON line for each turn."""
    table = several_seats(instrument, seats=SEATS, rounds=ROUNDS)
    table.reset(seed=seed)
    lines = []
    for step, agent in enumerate(table.agent_iter(max_iter=LONGEST)):
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        action = None if over else choose(observation["action_mask"], step, seed)
        lines.append(_line(agent=agent))
        lines.append(_step_line(action, observation, reward, terminated, truncated, info))
        table.step(action)
    table.close()
    return "".join(lines)


def describe_spaces(id: str, instrument: str) -> str:
    """Return the actions and the spaces of the three kinds of environment."""
    single: Any = gymnasium.make(id)
    other: Any = gymnasium.make(id, **_other_settings(instrument))
    vector = gymnasium.make_vec(id, TABLES, vectorization_mode="vector_entry_point")
    table = several_seats(instrument, seats=SEATS, rounds=ROUNDS)
    agent = table.possible_agents[0]
    return "\n".join([
        f"actions: {single.unwrapped.action_names}",
        f"single observation: {single.observation_space}",
        f"single action: {single.action_space}",
        f"metadata: {single.metadata}",
        f"other actions: {other.unwrapped.action_names}",
        f"other observation: {other.observation_space}",
        f"other action: {other.action_space}",
        f"vector observation: {vector.observation_space}",
        f"vector action: {vector.action_space}",
        f"agents: {table.possible_agents}",
        f"agent observation: {table.observation_space(agent)}",
        f"agent action: {table.action_space(agent)}",
        f"table metadata: {table.metadata}",
        "",
    ])  # fmt: skip


def _other_settings(instrument: str) -> dict[str, Any]:
    return {"bets": BETS, **OTHER_SETTINGS.get(instrument, COUNTED)}


def _step_line(action: Any, *result: Any) -> str:
    names = ("observation", "reward", "terminated", "truncated", "info")
    return _line(action=action, **dict(zip(names, result, strict=True)))


def _line(**step: Any) -> str:
    return msgspec.json.encode(_plain(step)).decode() + "\n"


def _plain(value: Any) -> Any:
    """Return a value as JSON has it, with floats rounded to 12 significant digits."""
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(f"{value:.12g}")
    return [_plain(each) for each in value]


def play_environments(id: str, instrument: str) -> Outputs:
    """Return the frozen episodes of one instrument."""
    outputs = {"spaces": describe_spaces(id, instrument)}
    other = _other_settings(instrument)
    for seed in SEEDS:
        outputs[f"single/{seed}"] = play_single(id, seed)
    for seed in OTHER_SEEDS:
        outputs[f"other/{seed}"] = play_single(id, seed, **other)
    outputs["shoe"] = play_single(id, 1, ROUNDS_OF_A_SHOE, **other)
    for seed in REFUSED_SEEDS:
        outputs[f"refused/{seed}"] = try_illegal_actions(id, seed, **other)
    for mode in MODES:
        for seed in VECTOR_SEEDS:
            name = mode.name.lower().replace("_", "-")
            outputs[f"vector/{name}/{seed}"] = play_vector(id, seed, mode)
    for seed in TABLE_SEEDS:
        outputs[f"seats/{seed}"] = play_several_seats(instrument, seed)
    return outputs


GROUPS = {
    f"environments/{instrument}": partial(play_environments, id, instrument)
    for id in environment_ids()
    for instrument in [str(gymnasium.spec(id).kwargs["instrument"])]
}
