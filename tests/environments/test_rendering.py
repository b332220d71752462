"""The felt as the player of an environment sees it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier.cards import Card
from croupier.environments.single import CroupierEnv

ACT, NSW = "act-blackjack-2018", "nsw-blackjack-challenge"
BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"


def env_of(instrument: str, mode: str, **table: Any) -> CroupierEnv:
    env = CroupierEnv(instrument, render_mode=mode, **table)
    env.reset(seed=1)
    return env


def test_a_round_in_words() -> None:
    env = env_of(HOLDEM, "ansi", trips="1/2")
    assert env.render() == (
        "Casino Control (Poker - Ultimate Texas Hold-em) Approval 2025 (No 1)\n"
        "  Dealer   ▒▒ ▒▒\n"
        "  Board    ▒▒ ▒▒ ▒▒ ▒▒ ▒▒\n"
        "→ You      2♠ J♦\n"
        "Stake 10. Choose fold, check, 3x, 4x\n"
    )
    env.step(1)
    env.step(3)
    assert env.render() == (
        "Casino Control (Poker - Ultimate Texas Hold-em) Approval 2025 (No 1)\n"
        "  Dealer   8♠ 10♠           one pair, eights\n"
        "  Board    4♣ 2♥ A♦ 9♥ 8♣\n"
        "  You      2♠ J♦            one pair, twos\n"
        "Round over: -45 on 10\n"
    )


def test_a_stake_that_is_to_be_chosen() -> None:
    env = env_of(BACCARAT, "ansi", bets=(1, 5))
    assert "Choose no bet, bet 1 on player, bet 5 on player" in env.render()
    env.step(4)
    assert "on 50 for banker" in env.render()
    env.reset()
    env.step(0)
    assert env.render().endswith("Round over: 0 on no bet\n")


@pytest.mark.parametrize("instrument", [ACT, NSW, BACCARAT, HOLDEM])
def test_every_picture_of_a_round_has_the_same_size(instrument: str) -> None:
    env = env_of(instrument, "rgb_array", bets=(1, 2))
    chance, frames = np.random.default_rng(1), []
    for _ in range(4):
        _, info = env.reset()
        frames.append(env.render())
        over = False
        while not over:
            mask = info["action_mask"]
            _, _, over, _, info = env.step((chance.random(len(mask)) * mask).argmax())
            frames.append(env.render())
    assert {frame.shape for frame in frames} == {(540, 720, 3)}
    assert {frame.dtype for frame in frames} == {np.dtype(np.uint8)}
    assert len({frame.tobytes() for frame in frames}) >= 5
    assert not any(np.shares_memory(frames[0], frame) for frame in frames[1:])


def test_many_cards_stay_on_the_felt() -> None:
    """Ten cards of one hand overlap rather than leave the picture."""
    env = env_of(ACT, "rgb_array", remove=_all_but("A2"))
    cards, seed = 0, 0
    while cards < 10:
        seen, info = env.reset(seed=seed)
        seed += 1
        while info["action_mask"].any() and seen["cards"] < 10:
            seen, *_, info = env.step(6 if info["action_mask"][6] else 1)
        cards = seen["cards"]
    frame, empty = env.render(), env_of(ACT, "rgb_array", bets=(1, 2)).render()
    changed = np.argwhere((frame != empty).any(axis=2))
    assert changed[:, 1].min() >= 20
    assert changed[:, 1].max() < 700


def _all_but(ranks: str) -> str:
    gone = [rank for rank in "A23456789TJQK" if rank not in ranks]
    return " ".join(f"{rank}{suit}" for rank in gone for suit in "SHDC" for _ in range(8))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize("checks", [0, 1, 2])
def test_what_lies_face_down_is_nowhere_to_be_seen(mode: str, checks: int) -> None:
    """Other cards in place of those that the player may not see: the same felt and observation."""
    shown = []
    for other in (False, True):
        env = env_of(HOLDEM, mode)
        for _ in range(checks):
            env.step(1)
        round: Any = env.seat.round
        if other:
            hidden = [place for place in range(5) if place not in round.communal_up]
            unused = [Card("AS"), Card("AH"), Card("AC"), Card("KS"), Card("KH")]
            for place in hidden:
                round.communal[place] = unused[place]
            round.dealer[:] = [Card("QC"), Card("QS")]
        seen = env._observation()
        shown.append((np.asarray(env.render()).tobytes(), {k: str(v) for k, v in seen.items()}))
    assert shown[0] == shown[1]
