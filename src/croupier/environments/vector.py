"""Many tables as one Gymnasium environment, stepped in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.environments.array_layout import NEXT_STEP, SAME_STEP
from croupier.environments.single import CroupierEnv, IllegalAction
from croupier.environments.table_setup import set_up

if TYPE_CHECKING:
    from croupier.environments.single import Info, Observation
    from croupier.rulebook.instruments import Instrument

    Array = np.ndarray[Any, np.dtype[Any]]


class FinalObservations(Sequence[Any]):
    """What was last observed of rounds that ended: by field for all tables, or by table.

    As in Gymnasium's own vectors a table's is `None` if its round goes on.
    """

    def __init__(self, fields: Observation, over: Array) -> None:
        self.fields, self._over = fields, over

    def __len__(self) -> int:
        return len(self._over)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, str):
            return self.fields[which]
        if isinstance(which, int | np.integer):
            if not self._over[which]:
                return None
            return {name: value[which] for name, value in self.fields.items()}
        return [self[int(number)] for number in np.arange(len(self))[which]]


class CroupierVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """What so many `CroupierEnv` would do with the same seeds and actions, to the cent.

    Table `i` of `reset(seed=7)` is dealt the cards of a single environment with the seed `7 + i`.
    All three autoreset modes are known. What was last observed of rounds that ended under
    `SAME_STEP` is in `info["final_obs"]` (`FinalObservations`).
    """

    def __init__(
        self,
        instrument: str | Instrument,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise ValueError(f"num_envs: {num_envs!r} is no number of tables from 1 on")
        if render_mode is not None:
            raise ValueError(
                "render_mode: compiled tables keep no cards to show; render a single environment, "
                'or make these with vectorization_mode="sync"'
            )
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"max_episode_steps: {max_episode_steps} is no number of steps")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**CroupierEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.setup = set_up(instrument, **table)
        self.action_names = self.setup.part.actions(self.setup)
        self.single_observation_space, self.single_action_space = self.setup.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._table = self.setup.part.vector_table(self.setup, num_envs)
        self._mode = SAME_STEP if self.autoreset_mode is AutoresetMode.SAME_STEP else NEXT_STEP
        self._most_steps = max_episode_steps or 0
        self._seeded = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begin a round at every table, or at those of `options["reset_mask"]`.

        With seeds the shoes are shuffled anew by them; without, they go on.
        """
        live = self._reset_mask(options)
        self._seed(seed, live)
        self._table.begin(live)
        return self._table.observed(), self._info()

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, Info]:
        chosen = self._checked(actions)
        table, out = self._table, self._table.outcome
        table.step(chosen, self._mode, self._most_steps)
        rewards = out.cents / self.setup.unit
        if out.illegal.any():
            rewards[out.illegal] = self.setup.illegal_reward
        ended, truncated = out.ended.copy(), out.truncated.copy()
        info = self._info()
        if self._mode == SAME_STEP:
            over = ended | truncated
            if over.any():
                last = FinalObservations(table.observed_last(), over)
                info["final_obs"], info["_final_obs"] = last, over.copy()
                mask = last["action_mask"].copy()
                info["final_info"] = {"action_mask": mask, "_action_mask": over.copy()}
                info["_final_info"] = over.copy()
        return table.observed(), rewards, ended, truncated, info

    # -- inside

    def _info(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        out = self._table.outcome
        return {
            "action_mask": out.mask.copy(),
            "_action_mask": everywhere,
            "illegal": out.illegal.copy(),
            "_illegal": everywhere.copy(),
        }

    def _must_be_legal(self, actions: Array) -> None:
        """Raise before anything is done at any table."""
        legal = self._table.outcome.mask[np.arange(self.num_envs), actions] != 0
        wrong = np.flatnonzero(~(legal | self._table.over))
        if len(wrong):
            first = int(wrong[0])
            name = self.action_names[int(actions[first])]
            raise IllegalAction(f"table {first}: {name} is not legal now")

    def _checked(self, actions: Any) -> Array:
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions: a whole number for each of {self.num_envs} tables is wanted, not "
                f"{chosen.dtype} of shape {chosen.shape}"
            )
        if chosen.min() < 0 or chosen.max() >= len(self.action_names):
            raise ValueError(f"actions: not all are from 0 to {len(self.action_names) - 1}")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._table.over.any():
            raise gymnasium.error.ResetNeeded(
                'rounds are over: reset them with options={"reset_mask": …} before step()'
            )
        if self.setup.illegal == "raise":
            self._must_be_legal(chosen)
        return chosen.astype(np.int64, copy=False)

    def _reset_mask(self, options: dict[str, Any] | None) -> Array:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        right = isinstance(mask, np.ndarray) and mask.shape == (self.num_envs,)
        if not right or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask: an array of {self.num_envs} booleans is wanted, not all False"
            )
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("reset all tables before some of them")
        live: Array = mask.copy()
        return live

    def _seed(self, seed: int | Sequence[int | None] | None, live: Array) -> None:
        """Seed the live tables, as single environments with these seeds would be."""
        if seed is None and self._seeded:
            return
        which = np.flatnonzero(live)
        if seed is None:
            words = self.np_random.integers(0, 1 << 64, len(which), dtype=np.uint64)
            self._table.seed(which.tolist(), words.tolist())
        else:
            seeds: Sequence[int | None]
            if isinstance(seed, int | np.integer):
                super().reset(seed=int(seed))
                seeds = range(int(seed), int(seed) + self.num_envs)
            else:
                seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"seed: {len(seeds)} seeds for {self.num_envs} tables")
            if not self._seeded:
                self._seed(None, np.ones(self.num_envs, np.bool_))
            pairs = [(int(i), seeds[i]) for i in which if seeds[i] is not None]
            self._table.seed([i for i, _ in pairs], [first_word(each) for _, each in pairs])
        self._seeded = True


def first_word(seed: int | None) -> int:
    """Where the stream of a single environment with this seed begins."""
    generator, _ = seeding.np_random(seed)
    return int(generator.integers(0, 1 << 64, dtype=np.uint64))
