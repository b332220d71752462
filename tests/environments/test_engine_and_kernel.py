"""Compiled tables and the engine: the same cards and actions bring the same, to the cent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from croupier.environments.single import CroupierEnv
from croupier.environments.vector import CroupierVectorEnv
from croupier.rulebook.instruments import load
from croupier.rulebook.options import read_value

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Option

EPISODES = int(os.environ.get("CROUPIER_EPISODES", "600"))
"""How many rounds are compared at each kind of table; 200,000 is the long form."""
TABLES = 8
RICH = " ".join(f"{rank}{suit}" for rank in "234567" for suit in "SHDC" for _ in range(8))
"""Taken out of eight decks they leave a shoe where pairs and Blackjacks come often."""

RICH_DECK = " ".join(f"{rank}{suit}" for rank in "23456" for suit in "SHDC")
"""The same for one deck: it leaves 32 cards, where straights and flushes come often."""

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW, BACCARAT = "nsw-blackjack-challenge", "act-mini-baccarat-2016"
HOLDEM = "act-ultimate-texas-holdem-2025"


def compare(instrument: str, *, episodes: int = EPISODES, seed: int = 5, **table: Any) -> int:
    """Play single environments beside a vector of them, with random legal actions.

    Everything that comes out is compared at every step. The number of rounds that were played.
    """
    ones = [CroupierEnv(instrument, **table) for _ in range(TABLES)]
    many = CroupierVectorEnv(instrument, TABLES, **table)
    chance = np.random.default_rng(seed)
    seen, info = many.reset(seed=seed)
    for number, one in enumerate(ones):
        same(one.reset(seed=seed + number)[0], seen, number)
    over, played = [False] * TABLES, 0
    while played < episodes:
        actions = (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        seen, rewards, ended, truncated, info = many.step(actions)
        assert not truncated.any()
        for number, one in enumerate(ones):
            if over[number]:
                single, reward, is_over = one.reset()[0], 0.0, False
            else:
                single, reward, is_over, _, _ = one.step(actions[number])
            same(single, seen, number)
            unit = one.setup.unit
            assert round(reward * unit) == round(rewards[number] * unit)
            assert reward == rewards[number]
            assert is_over == ended[number]
            over[number] = is_over
            played += is_over
    return played


@pytest.mark.parametrize(
    ("instrument", "table"),
    [
        (ACT_2006, {"penetration": 0.6, "counts": True}),
        (NSW, {"bets": (1, 3)}),
        (BACCARAT, {}),
        (HOLDEM, {}),
    ],
)
def test_rounds_that_are_given_up(instrument: str, table: dict[str, Any]) -> None:
    """A reset in the middle of a round goes on from the next card, wherever it is done."""
    ones = [CroupierEnv(instrument, **table) for _ in range(TABLES)]
    many = CroupierVectorEnv(instrument, TABLES, autoreset_mode="Disabled", **table)
    chance = np.random.default_rng(4)
    seen, info = many.reset(seed=4)
    for number, one in enumerate(ones):
        same(one.reset(seed=4 + number)[0], seen, number)
    for _ in range(200):
        actions = (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        seen, _, ended, _, info = many.step(actions)
        for number, one in enumerate(ones):
            same(one.step(actions[number])[0], seen, number)
        given_up = ended | (chance.random(TABLES) < 0.1)
        if given_up.any():
            seeds = [int(chance.integers(99)) if chance.random() < 0.2 else None for _ in ones]
            seen, info = many.reset(seed=seeds, options={"reset_mask": given_up})
            for number, one in enumerate(ones):
                if given_up[number]:
                    same(one.reset(seed=seeds[number])[0], seen, number)


def same(single: dict[str, Any], many: dict[str, Any], number: int) -> None:
    assert single.keys() == many.keys()
    for field, value in single.items():
        assert np.array_equal(value, many[field][number]), (field, number)


@pytest.mark.parametrize(
    ("instrument", "table"),
    [
        (ACT_2006, {}),
        (ACT_2006, {"double_on": "any_cards", "counts": True, "penetration": 0.75}),
        (ACT_2018, {"soft_17": "hit", "bets": (1, 2, 8), "penetration": "cut", "counts": True}),
        (ACT_2018, {"remove": RICH, "allow_insurance_with_even_money": True}),
        (
            ACT_2018,
            {"decks": 4, "double_on": "any_cards", "burn_on_new_shoe": 1, "penetration": 0.5},
        ),
        (NSW, {}),
        (NSW, {"remove": RICH, "dealer_blackjack_collects": "BB+1"}),
        (NSW, {"remove": RICH, "dealer_blackjack_collects": "OBO_total_cap"}),
        (NSW, {"remove": RICH, "dealer_blackjack_collects": "OBBO", "decks": 8}),
        (NSW, {"smallest_chip": 500, "stake": 500, "rounding_unit": "wager"}),
        (
            NSW,
            {
                "limits": {"main": [1000, 3000]},
                "limits_apply_to_additional": True,
                "bets": (1, 2, 3),
                "remove": RICH,
            },
        ),
    ],
)
def test_blackjack(instrument: str, table: dict[str, Any]) -> None:
    assert compare(instrument, **table) >= EPISODES


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"penetration": None},
        {"settlement": "B", "side_bets": ["canberra-pairs"], "counts": False},
        {"side_bets": ["perfect-pairs"], "bets": (1, 3), "penetration": 0.3, "burn_method": "b"},
        {"cutting_card_depth": 14, "penetration": 0.96},
    ],
)
def test_baccarat(table: dict[str, Any]) -> None:
    assert compare(BACCARAT, **table) >= EPISODES


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"trips": "1/2", "device": "shuffler"},
        {
            "bets": (1, 2, 5),
            "trips": 1,
            "blind_payout_cap": 20_000,
            "deal_direction": "anticlockwise",
        },
        {"remove": RICH_DECK, "run_out_when_all_fold": True},
    ],
)
def test_holdem(table: dict[str, Any]) -> None:
    assert compare(HOLDEM, **table) >= EPISODES


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, NSW, BACCARAT, HOLDEM])
def test_every_reading_of_every_option(instrument: str) -> None:
    """A table whose options were chosen otherwise is dealt and settled alike in both."""
    compared = 0
    for option in load(instrument).options:
        if option.fixed or option.type in ("limits", "amounts"):
            continue
        for reading in option.readings:
            table = {option.name: chosen(option, reading)}
            if table == {"low_limit": True}:
                table["device"] = "shuffler"  # which such a table must have
            compare(instrument, episodes=max(10, EPISODES // 40), **table)
            compared += 1
    assert compared > 15


def chosen(option: Option, reading: str) -> Any:
    if option.type == "list" and option.always:
        return list(dict.fromkeys((reading, *option.always)))
    if option.type == "list":
        return [reading]
    return read_value(option, reading)
