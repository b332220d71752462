"""Tables of several seats pass PettingZoo's own checks, and pay what the game pays."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from croupier import registry
from croupier.environments.pettingzoo import TableEnv, env

INSTRUMENTS = registry.registered()


def play(table: TableEnv, seed: int) -> dict[str, float]:
    """An episode at random; what each seat was paid."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        assert observation is not None
        paid[agent] += reward
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert observation in table.observation_space(agent)
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if over else int(chance.choice(legal)))
    return paid


@pytest.mark.parametrize("bets", [None, (1, 2, 5)])
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_seats_are_paid_in_units_of_the_wager_what_the_game_pays(
    instrument: str, bets: tuple[int, ...] | None
) -> None:
    table = TableEnv(instrument, seats=3, rounds=20, bets=bets)
    paid = play(table, 11)
    assert table.game.round == 20
    assert {seat: round(units * 1000, 6) for seat, units in paid.items()} == table.game.net
    assert len(set(paid.values())) > 1


def test_an_episode_in_which_nobody_is_asked_is_seen_all_the_same() -> None:
    """A Blackjack that leaves nothing to decide: the seat stands, and is paid."""
    table = TableEnv("act-blackjack-2018", seats=1)
    paid = list[float]()
    for seed in range(400):
        table.reset(seed=seed)
        if table.game.over:
            observation = table.observe("seat_1")
            assert observation["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0]
            paid.append(play(table, seed)["seat_1"])
    assert set(paid) == {1.5, 0.0} or set(paid) == {1.5}
    assert 5 < len(paid) < 40


def test_a_seat_is_shown_its_own_cards_alone() -> None:
    table = TableEnv("act-ultimate-texas-holdem-2025", seats=2)
    table.reset(seed=1)
    own = [table.observe(agent)["hole"].tolist() for agent in table.possible_agents]
    cards = [[*box.cards] for box in table.game._round.boxes]
    assert own[0] != own[1]
    assert all(len(set(hole)) == 2 and 52 not in hole for hole in own)
    assert len(cards) == 2
    assert table.observe("seat_1")["board"].tolist() == [52] * 5


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"seats": 8}, "seats: a whole number from 1 to 7, not 8"),
        ({"rounds": 0}, "rounds: a whole number 1 or more, not 0"),
        ({"render_mode": "human"}, "render_mode: 'human' is not 'ansi'"),
        ({"soft_17": "sit"}, 'options.soft_17: "sit" is not one of stand, hit'),
    ],
)
def test_what_is_wrong_is_named(table: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TableEnv("act-blackjack-2018", **table)


def test_what_makes_a_table_names_what_a_table_takes() -> None:
    """So that completion and a type checker know it."""
    assert inspect.signature(env).parameters == inspect.signature(TableEnv).parameters


def test_an_action_outside_the_mask_is_refused_and_changes_nothing() -> None:
    table = TableEnv("act-ultimate-texas-holdem-2025", seats=2, render_mode="ansi")
    table.reset(seed=1)
    before = table.render()
    with pytest.raises(ValueError, match="seat_1 may fold, check, 3x, 4x now, not 1x"):
        table.step(2)
    assert table.render() == before
    assert table.agent_selection == "seat_1"
