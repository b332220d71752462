"""One table as a Gymnasium environment, played on the rounds of the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from croupier.environments.table_setup import set_up

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Settled

    Observation = dict[str, Any]
    Info = dict[str, Any]


class IllegalAction(ValueError):
    """An action that the rules do not allow now, where the environment was told to raise."""


class CroupierEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One round of a game is an episode.

    The reward is what the round brought in units of the initial wager, given when it is over. What
    may be done is in `action_mask`, in the observation and in the info. An action that may not be
    taken changes nothing, costs `illegal_reward` and is asked for again; with `illegal="raise"` it
    raises `IllegalAction`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # Gymnasium's

    def __init__(
        self, instrument: str | Instrument, render_mode: str | None = None, **table: Any
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: {render_mode!r} is not one of 'ansi', 'rgb_array'")
        self.render_mode = render_mode
        self.setup: TableSetup = set_up(instrument, **table)
        self.seat = self.setup.part.seat(self.setup)
        self.observation_space, self.action_space = self.setup.spaces()
        self.action_names = self.seat.actions
        self._seeded = False
        self._legal: list[bool] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin a round. With a seed the shoe is shuffled anew by it; without, it goes on."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.seat.shoe.seed(int(self.np_random.integers(0, 1 << 64, dtype=np.uint64)))
            self._seeded = True
        self.seat.begin()
        self._legal = self.seat.legal()
        return self._observation(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, Info]:
        seat = self.seat
        if not self._seeded or seat.over:
            raise gymnasium.error.ResetNeeded("the round is over: call reset() before step()")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is none of the actions 0 to {len(seat.actions) - 1}")
        if not self._legal[int(action)]:
            refusal = seat.why_not(int(action))
            assert refusal is not None
            if self.setup.illegal == "raise":
                raise IllegalAction(str(refusal)) from refusal
            info = self._info(illegal=True)
            info["refusal"] = str(refusal)
            return self._observation(), self.setup.illegal_reward, False, False, info
        seat.take(int(action))
        reward = seat.net() / self.setup.unit if seat.over else 0.0
        self._legal = seat.legal()
        return self._observation(), reward, seat.over, False, self._info()

    @property
    def settlements(self) -> tuple[Settled, ...]:
        """What the round has settled so far, each wager with its clauses."""
        return self.seat.settlements()

    def render(self) -> Any:
        """The felt as the player sees it: text, or a picture as an array."""
        from croupier.environments import rendering

        if self.render_mode == "ansi":
            return rendering.as_text(self.seat)
        if self.render_mode == "rgb_array":
            return rendering.as_picture(self.seat)
        return None

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        return np.array(self._legal, np.int8)

    def _observation(self) -> Observation:
        seen = self.seat.observed()
        if self.setup.counts:
            seen["counts"] = np.array(self.seat.shoe.seen, np.int16)
        seen["action_mask"] = self._mask()
        return seen

    def _info(self, *, illegal: bool = False) -> Info:
        return {"action_mask": self._mask(), "illegal": illegal}
