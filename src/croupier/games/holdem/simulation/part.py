"""Ultimate Texas Hold'em as the simulation knows it: its kernel, the engine beside it,
simulated players.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.holdem import asks_and_answers as holdem
from croupier.odds.kernel_loader import load
from croupier.odds.simulation.engine_check import PATRON, STAKE
from croupier.odds.simulation.simulated_games import BEFORE_THE_FLOP, FOR_THE_BEST, SimulationPart
from croupier.tournament.simulation.decisions import PlayersOfGame, due_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.question import Question
    from croupier.odds.results import Strategy
    from croupier.odds.simulation.engine_check import Brought
    from croupier.odds.simulation.shards import Shards, ShardTable
    from croupier.table.table import Table


def make_shards(asked: Question, table: ShardTable) -> Shards:
    from croupier.games.holdem.simulation.shards import HoldemShards

    rules: Any = asked.rules
    return HoldemShards.of(rules, asked.shoe, table.strategy, table.boxes, **asked.extras)


def judge_kernel(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Rounds of one box, played for the best; the kernel says when a play wager is made."""
    import numpy as np

    load("croupier.games.holdem.odds.kernels")
    from croupier.games.holdem.hands import ANTE, TRIPS
    from croupier.games.holdem.odds.kernels.rounds import deal_at_random
    from croupier.games.holdem.odds.playouts import play_deals
    from croupier.games.holdem.odds.rank_tables import CARDS
    from croupier.games.holdem.odds.table_parameters import ante_in_cents, antes_on_trips
    from croupier.games.holdem.simulation.shards import HoldemShards
    from croupier.odds.simulation.kernel_shoe import stream_of

    rules: Any = asked.rules
    shards = HoldemShards.of(rules, asked.shoe, strategy, 1, **asked.extras)
    dealt = np.empty((rounds, 9), np.uint8)
    deck = np.array([n for n, card in enumerate(CARDS) if asked.shoe[card]], np.uint8)
    deal_at_random(stream_of(seed, 0)[0], deck, 1, dealt)
    deals = [[CARDS[card] for card in deal] for deal in dealt]
    ante = ante_in_cents(asked.extras) or STAKE
    trips = antes_on_trips(asked.extras) * ante
    staked = {ANTE: Fraction(ante), TRIPS: Fraction(int(trips))}
    for deal, outcome in zip(deals, play_deals(shards.policy, deals), strict=True):
        kernel = Counter(
            (wager, Fraction(int(brings[tuple(outcome)]), shards.units[wager]))
            for wager, brings in shards.brings.items()
        )
        nets = _play_round(rules, deal, int(outcome[0]), ante, int(trips))
        yield kernel, Counter((wager, net / staked[wager]) for wager, net in nets.items())


def _play_round(
    rules: HoldemRules, deal: Sequence[Card], when: int, ante: int, trips: int
) -> Counter[str]:
    """What the game and trips bring if the play wager is made at that stage, or never."""
    from croupier.games.holdem.asks_and_answers import (
        Betting,
        CardDue,
        Check,
        Fold,
        PlayWager,
        TakeAndPay,
    )
    from croupier.games.holdem.facts import Stage
    from croupier.games.holdem.hands import ANTE, TRIPS, Box
    from croupier.games.holdem.round import Round
    from croupier.table.facts import Settled

    stages = (Stage.BEFORE_THE_FLOP, Stage.AFTER_THE_FLOP, Stage.ON_THE_RIVER)
    game = Round(rules, [Box(1, PATRON, ante=ante, blind=ante, trips=trips, ante_placed=ante)])
    by_shoe = (*deal[:5], deal[5], deal[7], deal[6], deal[8])
    cards = iter(by_shoe if rules.options["device"] == "shoe" else deal)
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(next(cards))
        elif isinstance(due, Betting):
            stage = stages.index(game.stage)
            if when == stage:
                multiple = max(game.betting_law.multiples.value) if game.betting_law else 0
                game.answer(PlayWager(box=1, amount=multiple * ante))
            else:
                game.answer(Check(box=1) if stage < 2 else Fold(box=1))
        else:
            game.answer(TakeAndPay())
    nets: Counter[str] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            nets[TRIPS if fact.wager == TRIPS else ANTE] += fact.net
    return nets


SIMULATION = SimulationPart(
    shards=make_shards,
    judge=judge_kernel,
    why_no_cut="the deck is shuffled for every round of Hold'em",
    why_no_count="the deck is shuffled for every round of Hold'em",
    assumes=FOR_THE_BEST,
    assumes_of_a_strategy=BEFORE_THE_FLOP,
)


# --- players of simulated tournaments


def choose_answer(table: Table, at: int) -> tuple[Command, str | None]:
    """Four antes on a pair, an ace or a king; otherwise check to the river, and call there."""
    round, due = due_of(table)
    if isinstance(due, holdem.HandDue | holdem.Conceding):
        return holdem.TakeAndPay(), None
    assert isinstance(due, holdem.Betting)
    seat = round.asked[0]
    return _bet(round, seat, table.chips.rack(seat.player)), seat.player


def _bet(round: Any, seat: Any, chips: int) -> Command:
    ranks = {card.rank for card in seat.cards}
    if round.stage == "before the flop" and (len(ranks) == 1 or ranks & {"A", "K"}):
        for times in (4, 3):
            if chips >= times * seat.ante:
                return holdem.PlayWager(box=seat.number, amount=times * seat.ante)
    if round.betting_law.check is not None:
        return holdem.Check(box=seat.number)
    if chips >= seat.ante:
        return holdem.PlayWager(box=seat.number, amount=seat.ante)
    return holdem.Fold(box=seat.number)


PLAYERS = PlayersOfGame(choose_answer)
