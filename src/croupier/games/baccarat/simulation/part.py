"""Baccarat as the simulation knows it: its kernel, the engine beside it, simulated players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.baccarat.hands import TIE
from croupier.odds.kernel_loader import load
from croupier.odds.simulation.engine_check import PATRON, STAKE, count_results
from croupier.odds.simulation.simulated_games import SimulationPart
from croupier.tournament.simulation.decisions import PlayersOfGame

KERNEL = "croupier.games.baccarat.simulation.kernel"

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.question import Question
    from croupier.odds.results import Strategy
    from croupier.odds.simulation.engine_check import Brought
    from croupier.odds.simulation.shards import Shards, ShardTable
    from croupier.table.table import Table


def make_shards(asked: Question, table: ShardTable) -> Shards:
    load(KERNEL)
    from croupier.games.baccarat.simulation.shards import BaccaratShards
    from croupier.odds.simulation.shoe_cut import cut_of

    rules: Any = asked.rules
    return BaccaratShards(rules, asked.shoe, cut_of(rules, table.cut))


def judge_kernel(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Coups with a stake on every wager, each from a fresh shoe."""
    kernel = load(KERNEL)
    from croupier.games.baccarat.simulation.shards import BaccaratShards
    from croupier.odds.simulation.kernel_shoe import card_of, stream_of
    from croupier.odds.simulation.shoe_cut import FRESH

    rules: Any = asked.rules
    shards = BaccaratShards(rules, asked.shoe, FRESH)
    dealt, stream = shards.shoe.copy(), stream_of(seed, 0)
    for _ in range(rounds):
        counts = shards.counts()
        kernel.play_baccarat(
            dealt, shards.cards, *shards.cut, 1, shards.tableau, shards.whole, stream, *counts
        )
        wagers = list(shards.nets)
        yield (
            count_results(shards.tally(*counts).wagers),
            _play_coup(rules, wagers, (card_of(card) for card in dealt)),
        )


def _play_coup(rules: BaccaratRules, wagers: Sequence[str], cards: Iterator[Card]) -> Brought:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round import Round
    from croupier.table.facts import Settled

    game = Round(rules, [Bet(PATRON, wager, STAKE) for wager in wagers])
    while not game.over:
        game.deal(next(cards))
    settled = (fact for fact in game.facts if isinstance(fact, Settled))
    return Counter((fact.wager, Fraction(fact.net, STAKE)) for fact in settled)


SIMULATION = SimulationPart(
    shards=make_shards,
    judge=judge_kernel,
    why_no_count="a coup leaves nothing to decide; croupier count says when wagers are favourable",
    takes_strategy=False,
    has_boxes=False,
    left_at_the_back=0,
)


# --- players of simulated tournaments


def choose_answer(table: Table, at: int) -> tuple[Command, str | None]:
    """Raise an error: a coup asks its players nothing."""
    raise RuntimeError("a coup asks its players nothing")


PLAYERS = PlayersOfGame(choose_answer, never_wagered=frozenset({TIE}))
