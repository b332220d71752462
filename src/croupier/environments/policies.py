"""The exact strategy as a policy: what `croupier strategy` says, for observations.

A policy takes an observation of a single environment or of many and returns an action or an array
of them. It answers in every state, also in those that it would never have come to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds import ODDS
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.odds.results import Strategy

    Policy = Callable[[dict[str, Any]], Any]


def best_policy(env: Any) -> Policy:
    """The best way to play at the table of an environment, single or vectorised.

    Where the stake is an action it is always the smallest. In blackjack it is the best chart by
    total and dealer's card, in baccarat the wager that costs least; in Hold'em nothing is better.
    """
    setup: TableSetup = env.unwrapped.setup
    return setup.part.policy(setup)


def strategy_of(setup: TableSetup) -> Strategy:
    """The charts for a table."""
    find = ODDS.of(setup.instrument).strategy
    assert find is not None
    return find(setup.rules, Composition.of(setup.cards))


def batch_policy(choose: Callable[[dict[str, Any]], Any]) -> Policy:
    """Return a policy from a function of a batch. An illegal choice gives way to a legal one."""

    def policy(observation: dict[str, Any]) -> Any:
        many = {name: np.asarray(value) for name, value in observation.items()}
        single = many["action_mask"].ndim == 1
        if single:
            many = {name: value[np.newaxis] for name, value in many.items()}
        chosen, mask = choose(many), many["action_mask"]
        legal = mask[np.arange(len(chosen)), chosen] != 0
        chosen = np.where(legal, chosen, mask.argmax(axis=1))
        return int(chosen[0]) if single else chosen

    return policy
