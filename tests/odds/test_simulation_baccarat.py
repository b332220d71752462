"""Coups of the kernel and of the round itself, from the same cards, to the cent."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from croupier.games import rules_for
from croupier.games.baccarat.hands import BANKER, PLAYER, TIE, Bet
from croupier.games.baccarat.round import Round
from croupier.odds import odds
from croupier.odds.composition import Composition
from croupier.odds.kernels import load
from croupier.table.facts import Settled

load("croupier.odds.simulation.kernels")

from croupier.odds.simulation import kernels, simulate  # noqa: E402  # compiled code first
from croupier.odds.simulation.baccarat import BaccaratShards  # noqa: E402
from croupier.odds.simulation.shoes import card_of, stream_of  # noqa: E402

BACCARAT = "act-mini-baccarat-2016"
STAKE = 2_000
OPTIONS: list[dict[str, object]] = [
    {},
    {"settlement": "B"},
    {"side_bets": ["perfect-pairs"]},
    {"side_bets": ["canberra-pairs"], "settlement": "B"},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_kernel_settles_as_the_round_does(options: dict[str, object]) -> None:
    rules = rules_for(BACCARAT, options)
    shards = BaccaratShards(rules, Composition.full(rules.decks), 0)
    dealt, stream = shards.shoe.copy(), stream_of(7, 0)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(25_000):
        coups = np.zeros((10, 10, 5, 5), np.int64)
        used = kernels.play_baccarat(dealt, shards.cards, 0, 1, shards.tableau, stream, coups)
        game = Round(rules, [Bet("P", wager, STAKE) for wager in shards.wagers])
        for card in dealt[:used]:
            game.deal(card_of(card))
        assert game.over
        expected = {f.wager: f.net for f in game.facts if isinstance(f, Settled)}
        found = {
            wager: int(net * STAKE)
            for wager, nets in shards.tally(coups).results.items()
            for net in nets
        }
        assert found == expected
        seen.update(expected.items())
    assert {wager for wager, _ in seen} >= {PLAYER, BANKER, TIE}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_mean_is_that_of_the_exact_analysis(options: dict[str, object]) -> None:
    report = simulate(BACCARAT, 4_000_000, options=options, seed=2)
    exact = odds(BACCARAT, options=options)
    assert abs(report.mean + exact[report.wager].house_edge) < 3 * report.standard_error
    assert len(report.side_bets) == len(exact.wagers) - 1
    for side in report.side_bets:
        assert abs(side.mean + exact[side.wager].house_edge) < 3 * side.standard_error
        deviation = exact[side.wager].standard_deviation
        assert side.standard_deviation == pytest.approx(deviation, rel=0.02)


def test_a_shoe_is_dealt_to_the_cut() -> None:
    report = simulate(BACCARAT, 1_000_000, penetration=0.8)
    assert report.cut_card_effect is not None
    assert abs(report.cut_card_effect.mean) < 3 * report.cut_card_effect.standard_error
