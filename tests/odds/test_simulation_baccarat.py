"""Coups of the kernel and of the round itself, from the same cards, to the cent."""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

import pytest

from croupier.game_rules import rules_for
from croupier.games.baccarat.hands import BANKER, PLAYER, TIE, Bet
from croupier.games.baccarat.round import Round
from croupier.odds import odds
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Settled

load("croupier.games.baccarat.simulation.kernel")

from croupier.games.baccarat.simulation import kernel  # noqa: E402  # compiled code first
from croupier.games.baccarat.simulation.shards import BaccaratShards  # noqa: E402
from croupier.odds.simulation import simulate  # noqa: E402
from croupier.odds.simulation.kernel_shoe import card_of, stream_of  # noqa: E402
from croupier.odds.simulation.shoe_cut import FRESH, cut_of, deepest_cut  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.array_types import CardNumbers, Stream

BACCARAT = "act-mini-baccarat-2016"
STAKE = 2_000
COUPS = int(os.environ.get("CROUPIER_ROUNDS", "8000"))
"""How many are compared under each of the options."""
OPTIONS: list[dict[str, object]] = [
    {},
    {"settlement": "B"},
    {"side_bets": ["perfect-pairs"]},
    {"side_bets": ["canberra-pairs"], "settlement": "B"},
]


def by_the_kernel(
    shards: BaccaratShards, dealt: CardNumbers, stream: Stream, rounds: int
) -> tuple[dict[tuple[str, int], int], int]:
    """How often each wager brought what, and how many cards of the last shoe were dealt."""
    counts = shards.counts()
    used = kernel.play_baccarat(
        dealt, shards.cards, *shards.cut, rounds, shards.tableau, shards.whole, stream, *counts
    )
    return {
        (wager, int(net * STAKE)): times
        for wager, wagered in shards.tally(*counts).wagers.items()
        for net, times in wagered.results.items()
    }, used


def by_the_round(
    rules: BaccaratRules, shards: BaccaratShards, cards: Iterator[Card]
) -> tuple[dict[str, int], int]:
    """What each wager brings, and how many cards the coup takes."""
    game = Round(rules, [Bet("P", wager, STAKE) for wager in shards.nets])
    taken = 0
    while not game.over:
        game.deal(next(cards))
        taken += 1
    return {fact.wager: fact.net for fact in game.facts if isinstance(fact, Settled)}, taken


@pytest.mark.parametrize("options", OPTIONS)
def test_the_kernel_settles_as_the_round_does(options: dict[str, object]) -> None:
    rules = rules_for(BACCARAT, options)
    shards = BaccaratShards(rules, Composition.full(rules.decks), FRESH)
    dealt, stream = shards.shoe.copy(), stream_of(7, 0)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(COUPS):
        found, used = by_the_kernel(shards, dealt, stream, 1)
        expected, taken = by_the_round(rules, shards, map(card_of, dealt))
        assert found == dict.fromkeys(expected.items(), 1)
        assert taken == used
        seen.update(found)
    assert {wager for wager, _ in seen} >= {PLAYER, BANKER, TIE}


@pytest.mark.parametrize("burn_method", ["a", "b"])
def test_whole_shoes_are_played_to_the_cutting_card(burn_method: str) -> None:
    """A coup that meets it is the last one, but for one more after a tie."""
    rules = rules_for(BACCARAT, {"burn_method": burn_method, "side_bets": ["perfect-pairs"]})
    cut = cut_of(rules, deepest_cut(rules, 416))
    assert cut == (1, 404)
    shards = BaccaratShards(rules, Composition.full(8), cut)
    extra = 0
    for number in range(30):
        dealt, rounds, found = first_shoe(shards, number)
        burnt = 1 + (dealt[0].points if burn_method == "b" else 0)
        cards, place, last = iter(dealt[burnt:]), burnt, False
        expected: Counter[tuple[str, int]] = Counter()
        for _ in range(rounds):
            assert not last
            nets, taken = by_the_round(rules, shards, cards)
            expected.update(nets.items())
            last = place > cut.place
            place += taken
            extra += last
            last = last or (place > cut.place and nets[TIE] < 0)
        assert last
        assert place == len(dealt)
        assert found == dict(expected)
        for wagered in shards.play(7, number, rounds).wagers.values():
            assert wagered.squares == (wagered.mean * rounds) ** 2
            assert wagered.products == wagered.mean * rounds**2
        assert shards.play(7, number, rounds + 1).main.sizes == rounds**2 + 1
    assert extra


def first_shoe(
    shards: BaccaratShards, number: int
) -> tuple[list[Card], int, dict[tuple[str, int], int]]:
    """The cards of a stream's first shoe, how many coups were dealt from it, and their results."""
    shoe: tuple[list[Card], int, dict[tuple[str, int], int]] = ([], 0, {})
    for rounds in count(60):  # no shoe has fewer
        dealt = shards.shoe.copy()
        found, used = by_the_kernel(shards, dealt, stream_of(7, number), rounds)
        if used < len(shoe[0]):
            break
        shoe = [card_of(card) for card in dealt[:used]], rounds, found
    return shoe


@pytest.mark.parametrize("options", OPTIONS)
def test_every_mean_is_that_of_the_exact_analysis(options: dict[str, object]) -> None:
    report = simulate(BACCARAT, 4_000_000, options=options, seed=2)
    exact = odds(BACCARAT, options=options)
    assert report.standard_error is not None
    assert abs(report.mean + exact[report.wager].house_edge) < 3 * report.standard_error
    assert len(report.side_bets) == len(exact.wagers) - 1
    for side in report.side_bets:
        assert side.standard_error is not None
        assert abs(side.mean + exact[side.wager].house_edge) < 3 * side.standard_error
        deviation = exact[side.wager].standard_deviation
        assert side.standard_deviation == pytest.approx(deviation, rel=0.02)


def test_a_shoe_is_dealt_to_the_cut() -> None:
    report = simulate(BACCARAT, 1_000_000, penetration=0.8)
    assert report.cut_card_effect is not None
    assert report.cut_card_effect.standard_error is not None
    assert abs(report.cut_card_effect.mean) < 3 * report.cut_card_effect.standard_error
