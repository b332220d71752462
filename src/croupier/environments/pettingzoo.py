"""Tables of one to seven seats as PettingZoo environments, played on `croupier.Game`.

    from croupier.environments.pettingzoo import env

    table = env("act-blackjack-2018", seats=3, rounds=10)

Actions, observations and rewards are those of the single environment (`croupier.environments`), for
each seat: what it may do is in `action_mask`, and it is paid in units of the initial wager when a
round is over. An episode is so many rounds from fresh cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from croupier.cards import RANKS
from croupier.environments.registration import environment_name
from croupier.environments.table_setup import set_up
from croupier.play.game import Game
from croupier.play.moves import Pass
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from gymnasium import spaces

    from croupier.aggregate.acts import Command as Move
    from croupier.environments.table_setup import TableSetup
    from croupier.rulebook.instruments import Instrument

MOST_SEATS = 7


def env(
    instrument: str | Instrument,
    *,
    seats: int = 2,
    rounds: int = 1,
    render_mode: str | None = None,
    **table: Any,
) -> AECEnv[str, Any, Any]:
    """A table whose steps are held to PettingZoo's order, and to the actions there are.

    What it takes is what `TableEnv` takes.
    """
    bare = TableEnv(instrument, seats=seats, rounds=rounds, render_mode=render_mode, **table)
    held = wrappers.AssertOutOfBoundsWrapper(bare)
    return wrappers.OrderEnforcingWrapper(held)


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A table at which every agent has a seat of its own.

    `seats` are one to seven, `rounds` how many an episode has. `stake`, `bets`, `trips`,
    `penetration`, `counts` and the instrument's options are those of the single environment. An
    action that the mask does not hold raises `ValueError` and changes nothing. Nobody insures
    another's wager here, and nobody concedes a hand that was played.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        instrument: str | Instrument,
        *,
        seats: int = 2,
        rounds: int = 1,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        super().__init__()
        for name, number, most in (("seats", seats, MOST_SEATS), ("rounds", rounds, None)):
            whole = isinstance(number, int) and not isinstance(number, bool)
            if not whole or number < 1 or (most is not None and number > most):
                span = "1 or more" if most is None else f"from 1 to {most}"
                raise ValueError(f"{name}: a whole number {span}, not {number!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: {render_mode!r} is not 'ansi'")
        self.render_mode = render_mode
        self.rounds = rounds
        if "remove" in table:
            raise ValueError("remove: a table of several seats deals from whole decks")
        self.setup: TableSetup = set_up(instrument, **table)
        self.metadata = {**type(self).metadata, "name": environment_name(self.setup.instrument.id)}
        self._penetration = table.get("penetration", self.setup.part.PENETRATION)
        self.action_names = self.setup.part.actions(self.setup)
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        observed, acts = self.setup.spaces()
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, acts)
        self._chance = np.random.default_rng()
        self._shown = False
        """Whether an episode in which nobody is asked waits to be seen."""

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # -- an episode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode from fresh cards; the same seed brings the same ones."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        setup = self.setup
        self.game = Game(
            setup.rules,
            seats=self.possible_agents,
            stakes=setup.part.stakes(setup),
            seed=int(self._chance.integers(0, 1 << 63)),
            penetration=self._penetration,
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._paid = dict.fromkeys(self.agents, 0)
        self._go_on()
        self._shown = self._is_over
        self._select()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None
        if not self._shown:
            moves = self._moves()
            if int(action) not in moves:
                may = ", ".join(self.action_names[number] for number in sorted(moves))
                raise ValueError(f"{agent} may {may} now, not {self.action_names[int(action)]}")
            move = moves[int(action)]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if move is not None:
            self.game.play(move)
            self._go_on()
        self._shown = False
        self._pay()
        if self._is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    @property
    def _is_over(self) -> bool:
        return self.game.over and self.game.round >= self.rounds

    def _go_on(self) -> None:
        """Go on until a seat has an action to take, or the episode is over."""
        game = self.game
        while not self._is_over:
            if game.over:
                game.next_round()
            elif self._moves():
                return
            else:
                assert game.turn is not None
                game.play(Pass(player=game.turn))

    def _moves(self) -> dict[int, Move]:
        """The moves of the seat to move, by the numbers of their actions."""
        game, setup = self.game, self.setup
        laid = any(isinstance(m, PlaceWager) and m.player == game.turn for m in game.moves)
        if laid and game.stage == "betting":
            return {}  # one wager is all that an action says
        staked, action_of = game.view().staked, setup.part.action_of
        numbered = ((action_of(setup, move, staked), move) for move in game.legal)
        return {number: move for number, move in numbered if number is not None}

    def _pay(self) -> None:
        for agent, net in self.game.net.items():
            self.rewards[agent] = (net - self._paid[agent]) / self.setup.unit
            self._paid[agent] = net

    def _select(self) -> None:
        turn = self.game.turn
        self.agent_selection = self.agents[0] if turn is None else turn
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    # -- what a seat is shown

    def observe(self, agent: str) -> dict[str, Any]:
        setup, view = self.setup, self.game.view(agent)
        box = self.possible_agents.index(agent) + 1
        seen: dict[str, Any] = setup.part.observed_at_table(setup, view, box)
        if setup.counts:
            counts = [0] * len(RANKS)
            for card in view.seen:
                counts[RANKS.index(card.rank)] += 1
            seen["counts"] = np.array(counts, np.int16)
        seen["action_mask"] = self._mask(agent)
        return seen

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(len(self.action_names), np.int8)
        if self._shown and agent == self.agent_selection:
            mask[0] = 1
        elif agent == self.game.turn:
            mask[list(self._moves())] = 1
        return mask

    def render(self) -> str | None:
        """The table as the seat to move sees it."""
        return str(self.game.view()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
