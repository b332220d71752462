"""Blackjack as the simulation knows it: its kernel, the engine beside it, simulated players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.blackjack.asks_and_answers import Choice, Double, Hit, MoveOn, Stand
from croupier.odds.kernel_loader import load
from croupier.odds.simulation.engine_check import PATRON, STAKE, count_results
from croupier.odds.simulation.simulated_games import BY_THE_CHART, SimulationPart
from croupier.tournament.simulation.decisions import DEALER, PlayersOfGame, due_of

KERNEL = "croupier.games.blackjack.simulation.kernel"

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.games.blackjack.round import Round as BlackjackRound
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.question import Question
    from croupier.odds.results import Strategy
    from croupier.odds.simulation.engine_check import Brought
    from croupier.odds.simulation.shards import Shards, ShardTable
    from croupier.table.table import Table


def make_shards(asked: Question, table: ShardTable) -> Shards:
    load(KERNEL)
    from croupier.games.blackjack.simulation.shards import BlackjackShards
    from croupier.odds.simulation.shoe_cut import cut_of

    rules: Any = asked.rules
    assert table.strategy is not None
    cut = cut_of(rules, table.cut)
    return BlackjackShards(rules, asked.shoe, table.strategy, table.boxes, cut, table.counter)


def judge_kernel(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Rounds of one box by a chart, each from a fresh shoe."""
    kernel = load(KERNEL)
    from croupier.games.blackjack.odds.hand_terms import terms_of
    from croupier.games.blackjack.simulation.shards import BlackjackShards
    from croupier.odds.simulation.kernel_shoe import card_of, stream_of
    from croupier.odds.simulation.shoe_cut import FRESH

    assert strategy is not None
    rules: Any = asked.rules
    shards = BlackjackShards(rules, asked.shoe, strategy, 1, FRESH)
    player = _ByTheChart(strategy, terms_of(rules, asked.shoe))
    dealt, stream = shards.shoe.copy(), stream_of(seed, 0)
    for _ in range(rounds):
        counts = shards.counts()
        used = kernel.play_blackjack(
            dealt, shards.cards, *shards.cut, 1, 1, shards.tables, shards.alone, shards.side_nets,
            stream, *counts,
        )  # fmt: skip
        cards = [card_of(card) for card in dealt[:used]]
        yield count_results(shards.tally(1, *counts).wagers), _play_round(rules, cards, player)


class _ByTheChart:
    """A player who looks everything up in the charts."""

    def __init__(self, strategy: Strategy, terms: HandTerms) -> None:
        from croupier.games.blackjack.simulation.strategy import Charts

        self._charts = Charts(strategy, terms)

    def decide(self, game: BlackjackRound, due: Choice) -> Answer:
        from croupier.games.blackjack.asks_and_answers import Double, Hit, Split, Stand
        from croupier.games.blackjack.legal_answers import legal_actions

        hand, against = due.hand, _rank_in_chart(game.dealer.cards[0])
        place = {"box": due.box.number, "hand": hand.place}
        allowed = legal_actions(game.rules, due.box, hand)
        if "split" in allowed and self._charts.splits(_rank_in_chart(hand.cards[0]), against):
            return Split(**place)
        told = self._charts.of_total(len(hand.cards), hand.total, hand.soft, against)
        if told in ("D", "Ds") and "double" in allowed:
            return Double(**place, amount=STAKE)
        return Hit(**place) if told in ("H", "D") else Stand(**place)

    def insure(self, game: BlackjackRound) -> Answer:
        """Even money and insurance as the chart has them."""
        from croupier.games.blackjack.asks_and_answers import Insure, MoveOn, TakeEvenMoney

        (box,) = game.boxes
        if box.hands[0].is_blackjack and self._charts.against_an_ace("a Blackjack", "E"):
            if (PATRON, box.number) not in game.even_money:
                return TakeEvenMoney(player=PATRON, box=box.number)
        elif self._charts.against_an_ace("insurance", "I") and not game.insurance:
            return Insure(player=PATRON, box=box.number, amount=STAKE // 2)
        return MoveOn()


def _rank_in_chart(card: Card) -> str:
    return "10" if card.points == 10 else card.rank


def _play_round(rules: BlackjackRules, cards: Sequence[Card], player: _ByTheChart) -> Brought:
    """What the engine makes of the cards; insurance is part of the main wager."""
    from croupier.games.blackjack.asks_and_answers import CardDue, Choice
    from croupier.games.blackjack.hands import Box, MainWager, SideWager
    from croupier.games.blackjack.round import Round
    from croupier.table.facts import Settled
    from croupier.table.wagers import MAIN

    sides = [SideWager(PATRON, side, STAKE) for side in rules.options["side_bets"]]
    game = Round(rules, [Box(1, (MainWager(PATRON, STAKE),), sides)])
    left = iter(cards)
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(next(left))
        elif isinstance(due, Choice):
            game.answer(player.decide(game, due))
        else:
            game.answer(player.insure(game))
    nets: Counter[str] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            nets[MAIN if fact.wager == "insurance" else fact.wager] += fact.net
    return Counter((wager, Fraction(net, STAKE)) for wager, net in nets.items())


SIMULATION = SimulationPart(
    shards=make_shards,
    judge=judge_kernel,
    needs_strategy=True,
    assumes=BY_THE_CHART,
    assumes_of_a_strategy=BY_THE_CHART,
)


# --- players of simulated tournaments


def choose_answer(table: Table, at: int) -> tuple[Command, str | None]:
    """Double ten and eleven with the chips for it, and draw to seventeen."""
    _, due = due_of(table)
    if not isinstance(due, Choice):
        return MoveOn(), None
    hand, box = due.hand, due.box.number
    wager = hand.bets[0].stake
    if hand.total in (10, 11) and len(hand.cards) == 2 and table.chips.rack(due.player) >= wager:
        double = Double(box=box, hand=hand.place, amount=wager)
        if table.check(double, DEALER, at) is None:
            return double, None
    draws = Hit if hand.total < 17 else Stand
    return draws(box=box, hand=hand.place), None


PLAYERS = PlayersOfGame(choose_answer)
