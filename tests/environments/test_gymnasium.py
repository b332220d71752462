"""The environments as Gymnasium's own checkers, wrappers and loops meet them."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordVectorStatistics

from croupier import registry
from croupier.environments import environment_ids, register_environments
from croupier.environments.single import CroupierEnv, IllegalAction
from croupier.environments.vector import CroupierVectorEnv
from croupier.money import Odds
from croupier.rulebook.amendments import amended

IDS = (
    "croupier/ActBlackjack2006-v0",
    "croupier/ActBlackjack2018-v0",
    "croupier/NswBlackjackChallenge-v0",
    "croupier/ActMiniBaccarat2016-v0",
    "croupier/ActUltimateTexasHoldem2025-v0",
)
ACT, NSW, BACCARAT, HOLDEM = IDS[1:]
ALL_BUT_KINGS = " ".join(f"{rank}{suit}" for rank in "A23456789TJQ" for suit in "SHDC") + " "
ALL_BUT_KINGS *= 8
MODES = ("NextStep", "SameStep", "Disabled")


def legal(chance: np.random.Generator, mask: Any) -> Any:
    """A legal action for each row of a mask, each as likely as another."""
    return (chance.random(mask.shape) * mask).argmax(axis=-1)


def compiled(id: str, many: int, **table: Any) -> CroupierVectorEnv:
    """Tables in compiled code, as `make_vec` makes them."""
    envs = gymnasium.make_vec(id, num_envs=many, **table)
    assert isinstance(envs, CroupierVectorEnv)
    return envs


def test_the_ids_are_as_promised() -> None:
    assert environment_ids() == IDS


def test_an_id_is_found_without_an_import_of_ones_own() -> None:
    """Gymnasium dropped entry points in 1.0; the module before the colon is its way to find ids."""
    program = (
        "import gymnasium\n"
        "env = gymnasium.make('croupier.environments:croupier/ActBlackjack2018-v0')\n"
        "print(env.spec.id)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout == "croupier/ActBlackjack2018-v0\n", said.stderr


def test_what_is_missing_is_told_with_its_remedy() -> None:
    program = "import sys\nsys.modules['gymnasium'] = None\nimport croupier.environments\n"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert 'need gymnasium: pip install "croupier[gym]"' in said.stderr.splitlines()[-1]


def test_the_core_knows_nothing_of_it() -> None:
    program = (
        "import sys, croupier\n"
        "croupier.table_for('act-blackjack-2018', {'soft_17': 'hit', 'decks': 8})\n"
        "print([m for m in ('gymnasium', 'numpy', 'croupier.environments') if m in sys.modules])\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout == "[]\n", said.stderr


@pytest.mark.parametrize("id", IDS)
def test_it_passes_the_checker(id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id).unwrapped)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
def test_the_vector_keeps_the_interface(id: str, mode: str) -> None:
    """What Gymnasium asks of a vector: batched spaces, types, fresh arrays, autoreset as named."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = compiled(id, 6, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    single = gymnasium.make(id)
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    seen, info = envs.reset(seed=3)
    assert seen in envs.observation_space
    chance, over = np.random.default_rng(3), np.zeros(6, np.bool_)
    for _ in range(60):
        actions = legal(chance, info["action_mask"])
        assert actions in envs.action_space
        before = {name: value.copy() for name, value in seen.items()}
        kept = seen
        if mode == "Disabled" and over.any():
            seen, info = envs.reset(options={"reset_mask": over})
            over[:] = False
            assert seen in envs.observation_space
            continue
        seen, rewards, ended, truncated, info = envs.step(actions)
        assert all(np.array_equal(kept[name], before[name]) for name in kept)
        assert seen in envs.observation_space
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert rewards.dtype == np.float64
        assert rewards.shape == (6,)
        assert ended.dtype == truncated.dtype == np.bool_
        assert not truncated.any()
        if mode == "NextStep":
            assert not rewards[over].any()
            assert not (ended & over).any()
        if mode == "SameStep":
            assert info["action_mask"].any(axis=1).all()
            if ended.any():
                assert np.array_equal(info["_final_obs"], ended)
                assert not info["final_obs"]["action_mask"][ended].any()
                one = info["final_obs"][int(np.flatnonzero(ended)[0])]
                assert one in envs.single_observation_space
                assert [each is None for each in info["final_obs"]] == (~ended).tolist()
                assert len(info["final_obs"][ended]) == ended.sum()
        else:
            assert np.array_equal(info["action_mask"].any(axis=1), ~ended)
        over = ended.copy()
    assert envs.spec is not None
    assert envs.spec.id == id
    envs.close()


@pytest.mark.parametrize("limit", [{}, {"max_episode_steps": 2}])
@pytest.mark.parametrize("id", IDS)
def test_compiled_tables_do_what_a_sync_vector_does(id: str, limit: dict[str, Any]) -> None:
    fast, plain = (
        gymnasium.make_vec(id, num_envs=3, vectorization_mode=mode, **limit)
        for mode in ("vector_entry_point", "sync")
    )
    chance = np.random.default_rng(1)
    seen, info = fast.reset(seed=21)
    expected, _ = plain.reset(seed=21)
    for _ in range(40):
        for name, value in expected.items():
            assert np.array_equal(seen[name], value), name
        actions = legal(chance, info["action_mask"])
        seen, *results, info = fast.step(actions)
        expected, *wanted, expected_info = plain.step(actions)
        for result, want in zip(results, wanted, strict=True):
            assert np.array_equal(result, want)
        assert info.keys() == expected_info.keys()
        for name in info:
            assert np.array_equal(info[name], expected_info[name]), name


@pytest.mark.parametrize("id", IDS)
def test_a_seed_reproduces_and_another_does_not(id: str) -> None:
    def played(env: Any, seed: int) -> list[Any]:
        chance = np.random.default_rng(0)
        _, info = env.reset(seed=seed)
        found: list[Any] = []
        for _ in range(30):
            _, reward, over, _, info = env.step(legal(chance, info["action_mask"]))
            found.append(reward)
            if over:
                _, info = env.reset()
        return found

    first, second = gymnasium.make(id), gymnasium.make(id)
    assert played(first, 4) == played(second, 4) == played(first, 4)
    assert played(first, 5) != played(second, 4)


def test_tables_of_a_vector_have_seeds_of_their_own() -> None:
    envs = compiled(HOLDEM, 50)
    seen, _ = envs.reset(seed=1)
    assert len({tuple(hole) for hole in seen["hole"].tolist()}) > 40
    listed, _ = envs.reset(seed=[1] * 25 + [None] * 25)
    assert len({tuple(hole) for hole in listed["hole"][:25].tolist()}) == 1
    assert len({tuple(hole) for hole in listed["hole"][25:].tolist()}) > 20
    without_a_seed = [compiled(HOLDEM, 4).reset()[0]["hole"] for _ in range(2)]
    assert not np.array_equal(*without_a_seed)


# --- what is not allowed


def test_an_illegal_action_changes_nothing_and_costs() -> None:
    env = gymnasium.make(ACT)
    seen, info = env.reset(seed=3)
    assert seen["total"] < 12
    assert not info["action_mask"][0]
    again, reward, ended, truncated, info = env.step(0)
    assert (reward, ended, truncated, info["illegal"]) == (-1.0, False, False, True)
    assert "must draw to 12 or more" in info["refusal"]
    assert "(9.2(b))" in info["refusal"]
    assert all(np.array_equal(again[name], seen[name]) for name in seen)
    envs = compiled(ACT, 2, illegal_reward=-5.0)
    envs.reset(seed=[3, 3])
    _, rewards, over, _, info = envs.step(np.array([0, 1]))
    assert rewards.tolist() == [-5.0, 0.0]
    assert info["illegal"].tolist() == [True, False]
    assert not over.any()


def test_an_illegal_action_can_be_an_error() -> None:
    env = gymnasium.make(ACT, illegal="raise")
    env.reset(seed=3)
    with pytest.raises(IllegalAction, match="hard total"):
        env.step(0)
    envs = compiled(ACT, 3, illegal="raise")
    envs.reset(seed=[3, 3, 3])
    with pytest.raises(IllegalAction, match="table 1: stand is not legal now"):
        envs.step(np.array([1, 0, 1]))
    seen, *_ = envs.step(np.array([1, 1, 1]))  # nothing was done at the others
    assert len(set(seen["total"].tolist())) == 1
    assert seen["cards"].tolist() == [3, 3, 3]


@pytest.mark.parametrize(
    ("id", "wrong", "said"),
    [
        (ACT, {"soft_17": "maybe"}, "soft_17"),
        (ACT, {"soft17": "hit"}, "soft_17"),
        (ACT, {"stake": 0}, "stake: 0 is no number of cents"),
        (ACT, {"stake": 10.0}, "stake: 10.0 is no number of cents"),
        (ACT, {"stake": 333}, "stake: 3 to 2 on 3.33 is not a whole number of cents"),
        (ACT, {"bets": (2, 4)}, "bets"),
        (ACT, {"bets": ()}, "bets"),
        (ACT, {"bets": "12"}, "bets"),
        (ACT, {"limits": {"main": [500, 2000]}, "stake": 5000}, "the limits of the table"),
        (ACT, {"penetration": 0.99}, "penetration: 5 cards behind the cutting card"),
        (ACT, {"penetration": 2}, "penetration"),
        (ACT, {"device": "shuffler", "penetration": 0.5}, "penetration"),
        (ACT, {"trips": 1}, "trips"),
        (ACT, {"illegal": "ignore"}, "illegal"),
        (ACT, {"instrument": "act-mini-baccarat-2016"}, "instrument: the id is for act-blackjack"),
        (ACT, {"illegal_reward": "-5"}, "illegal_reward: '-5' is not a number"),
        (ACT, {"counts": "no"}, "counts: 'no' is not True or False"),
        (ACT, {"remove": "AS XX"}, "remove"),
        (ACT, {"remove": ALL_BUT_KINGS}, "32 cards are left in the shoe, a round takes 40"),
        (HOLDEM, {"counts": True}, "counts: the deck is shuffled"),
        (HOLDEM, {"penetration": 0.5}, "penetration: the deck is shuffled"),
        (HOLDEM, {"trips": "1/3"}, "trips"),
        (BACCARAT, {"stake": 10}, "stake: 19 to 20"),
        (BACCARAT, {"decks": 6}, "decks"),
    ],
)  # fmt: skip
def test_what_is_asked_for_wrongly_is_refused_by_name(
    id: str, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        gymnasium.make(id, **wrong)
    with pytest.raises(ValueError, match=said):
        gymnasium.make_vec(id, num_envs=2, **wrong)


def test_actions_that_are_none_are_refused() -> None:
    env = gymnasium.make(ACT).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="none of the actions"):
        env.step(7)
    envs = compiled(ACT, 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([1, 1]))
    envs.reset(seed=1)
    for wrong in ([1], [1, 7], [1, -1], [0.5, 1.0], [[1, 1]]):
        with pytest.raises(ValueError, match="actions"):
            envs.step(np.array(wrong))
    with pytest.raises(ValueError, match="num_envs"):
        gymnasium.make_vec(ACT, num_envs=0)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(ValueError, match="3 seeds for 2 tables"):
        envs.reset(seed=[1, 2, 3])


def test_a_round_that_is_over_waits_for_its_reset() -> None:
    env = gymnasium.make(BACCARAT).unwrapped
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    envs = gymnasium.make_vec(BACCARAT, num_envs=2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step(np.array([1, 1]))
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
        envs.step(np.array([1, 1]))


# --- wrappers, copies


def test_wrappers_go_round_it() -> None:
    env = RecordEpisodeStatistics(FlattenObservation(gymnasium.make(ACT, max_episode_steps=3)))
    chance = np.random.default_rng(2)
    seen, info = env.reset(seed=2)
    returns = []
    for _ in range(200):
        assert seen in env.observation_space
        seen, reward, ended, truncated, info = env.step(legal(chance, info["action_mask"]))
        if ended or truncated:
            returns.append(info["episode"]["r"])
            assert not ended or info["episode"]["r"] == reward
            seen, info = env.reset()
    assert len(returns) > 50
    assert len(set(returns)) > 3


def test_a_limit_of_steps_truncates() -> None:
    """A limit that illegal actions run into, in a wrapper and in compiled code."""
    env = TimeLimit(gymnasium.make(ACT), 4)
    env.reset(seed=3)
    assert [env.step(0)[3] for _ in range(4)] == [False, False, False, True]
    for mode in ("NextStep", "SameStep"):
        envs = compiled(ACT, 2, max_episode_steps=4, autoreset_mode=mode)
        envs.reset(seed=[3, 3])
        for turn in range(4):
            _, _, ended, truncated, info = envs.step(np.array([0, 0]))
            assert truncated.tolist() == [turn == 3] * 2
            assert not ended.any()
        if mode == "SameStep":
            assert info["final_obs"]["total"].tolist() == [10, 10]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_statistics_of_a_vector_are_those_of_its_rounds(mode: str) -> None:
    envs = RecordVectorStatistics(
        gymnasium.make_vec(ACT, num_envs=64, autoreset_mode=mode), buffer_length=10_000
    )
    chance = np.random.default_rng(2)
    _, info = envs.reset(seed=2)
    total, rounds = 0.0, 0
    for _ in range(50):
        _, rewards, ended, _, info = envs.step(legal(chance, info["action_mask"]))
        total += rewards.sum()
        rounds += ended.sum()
    assert len(envs.return_queue) == rounds > 1000
    assert sum(envs.return_queue) == pytest.approx(total)


@pytest.mark.parametrize("id", IDS)
def test_an_environment_survives_pickling(id: str) -> None:
    env, envs = gymnasium.make(id), gymnasium.make_vec(id, num_envs=3)
    _, info = env.reset(seed=2)
    _, infos = envs.reset(seed=2)
    chance = np.random.default_rng(2)
    for _ in range(12):
        other, others = pickle.loads(pickle.dumps(env)), pickle.loads(pickle.dumps(envs))
        deeper = deepcopy(env)
        actions = legal(chance, infos["action_mask"])
        _, *results, infos = envs.step(actions)
        for result, again in zip(results, others.step(actions)[1:4], strict=True):
            assert np.array_equal(result, again)
        action = legal(chance, info["action_mask"])
        _, reward, over, _, info = env.step(action)
        for copied in (other, deeper):
            _, again, is_over, _, its_info = copied.step(action)
            assert (again, is_over) == (reward, over)
            assert np.array_equal(its_info["action_mask"], info["action_mask"])
        if over:
            _, info = env.reset()


SIX_TO_FIVE = {
    "amends": "act-blackjack-2018",
    "id": "blackjack-six-to-five",
    "title": "Blackjack that pays 6 to 5",
    "change": [{"rule": "blackjack_pays", "clauses": ["8.1(a)", "13.2(a)"], "value": "6 to 5"}],
}


def test_an_amended_instrument_is_played_too() -> None:
    """What a Blackjack pays is a favourite of studies; nobody approved six to five."""
    book = amended(SIX_TO_FIVE)
    table: dict[str, Any] = {"instrument": book}
    env, envs = gymnasium.make(ACT, **table), compiled(ACT, 64, autoreset_mode="SameStep", **table)
    seen, _ = envs.reset(seed=1)
    paid = set()
    for _ in range(60):
        seen, rewards, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        paid.update(rewards.tolist())
    assert 1.2 in paid
    assert 1.5 not in paid
    copied = pickle.loads(pickle.dumps(env))
    assert copied.unwrapped.setup.instrument.id == "blackjack-six-to-five"
    assert deepcopy(envs).setup.rules.law.blackjack_pays.value == Odds(6, 5)


def test_an_instrument_that_is_registered_has_an_id_too() -> None:
    id = "croupier/BlackjackSixToFive-v0"
    registry.register(amended(SIX_TO_FIVE), registry.parts_of("act-blackjack-2018"))
    try:
        register_environments()
        assert environment_ids()[-1] == id
        env: Any = gymnasium.make(id).unwrapped
        assert env.setup.rules.law.blackjack_pays.value == Odds(6, 5)
    finally:
        registry.unregister("blackjack-six-to-five")
        gymnasium.registry.pop(id, None)


def test_single_and_vector_are_told_apart_by_their_options() -> None:
    env = CroupierEnv("act-blackjack-2018", soft_17="hit", decks=6, bets=[1, 4])
    assert env.setup.rules.options["soft_17"] == "hit"
    assert len(env.setup.cards) == 312
    assert env.action_names[-2:] == ("bet 1", "bet 4")
    seen, info = env.reset(seed=1)
    assert seen["stage"] == 0
    assert info["action_mask"].tolist() == [0] * 7 + [1, 1]
    seen, *_ = env.step(8)
    assert seen["bet"] == 2
    assert seen["stage"] > 0
