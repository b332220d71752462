"""The engine judges the kernels: the same cards and the same decisions through both.

The kernel deals rounds by its own stream; their cards are then dealt to the round that a table
plays, where the same strategy decides, and what every wager brought has to be the same. Both
sides are counted in initial wagers, as ratios.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.games.blackjack.asks_and_answers import Answer, Choice
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.games.blackjack.round import Round as BlackjackRound
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.question import Question
    from croupier.odds.results import Strategy

    Brought = Counter[tuple[str, Fraction]]
    """How often each wager of a round brought what."""
    Judge = Callable[[Question, Strategy | None, int, int], Iterator[tuple[Brought, Brought]]]
    """Rounds by seed: what the kernel says of each, and what the engine says."""

KERNELS = "croupier.odds.simulation.kernels"
STAKE = 25_200
"""In cents; so many divisors that whatever the rules pay comes out whole."""
PATRON = "P"


class EngineCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played by the kernel and by the engine."""

    rounds: int
    settlements: int
    """Wagers that were settled in them."""
    differing: int
    """Rounds in which any wager came out otherwise."""
    means: dict[str, Fraction]
    """What each wager brought by the engine, in initial wagers."""


def engine_check(
    asked: Question, strategy: Strategy | None, *, rounds: int, seed: int
) -> EngineCheck:
    """Play so many rounds through both. The strategy is the one that the kernel follows."""
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    judge = SIMULATIONS.of(asked.rules.instrument).judge
    brought: Brought = Counter()
    differing = 0
    for kernel, engine in judge(asked, strategy, rounds, seed):
        differing += kernel != engine
        brought += engine
    wagers = dict.fromkeys(wager for wager, _ in brought)
    return EngineCheck(
        rounds=rounds,
        settlements=brought.total(),
        differing=differing,
        means={wager: _mean(brought, wager) for wager in wagers},
    )


def _mean(brought: Brought, wager: str) -> Fraction:
    nets = {net: times for (of, net), times in brought.items() if of == wager}
    return sum((net * times for net, times in nets.items()), Fraction()) / sum(nets.values())


def _counted(wagers: Any) -> Brought:
    return Counter(
        {
            (wager, net): times
            for wager, wagered in wagers.items()
            for net, times in wagered.results.items()
        }
    )


# --- blackjack


def judge_blackjack(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Rounds of one box by a chart, each from a fresh shoe."""
    load(KERNELS)
    from croupier.games.blackjack.odds.hand_terms import terms_of
    from croupier.games.blackjack.simulation.shards import BlackjackShards
    from croupier.odds.simulation import kernels
    from croupier.odds.simulation.kernel_shoe import card_of, stream_of
    from croupier.odds.simulation.shoe_cut import FRESH

    assert strategy is not None
    rules: Any = asked.rules
    shards = BlackjackShards(rules, asked.shoe, strategy, 1, FRESH)
    player = _ByTheChart(strategy, terms_of(rules, asked.shoe))
    dealt, stream = shards.shoe.copy(), stream_of(seed, 0)
    for _ in range(rounds):
        counts = shards.counts()
        used = kernels.play_blackjack(
            dealt, shards.cards, *shards.cut, 1, 1, shards.tables, shards.alone, shards.side_nets,
            stream, *counts,
        )  # fmt: skip
        cards = [card_of(card) for card in dealt[:used]]
        yield _counted(shards.tally(1, *counts).wagers), _blackjack_round(rules, cards, player)


class _ByTheChart:
    """A player who looks everything up in the charts."""

    def __init__(self, strategy: Strategy, terms: HandTerms) -> None:
        from croupier.games.blackjack.simulation.strategy import Charts

        self._charts = Charts(strategy, terms)

    def decide(self, game: BlackjackRound, due: Choice) -> Answer:
        from croupier.games.blackjack.asks_and_answers import Double, Hit, Split, Stand
        from croupier.games.blackjack.legal_answers import legal_actions

        hand, against = due.hand, _called(game.dealer.cards[0])
        place = {"box": due.box.number, "hand": hand.place}
        allowed = legal_actions(game.rules, due.box, hand)
        if "split" in allowed and self._charts.splits(_called(hand.cards[0]), against):
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


def _called(card: Card) -> str:
    return "10" if card.points == 10 else card.rank


def _blackjack_round(rules: BlackjackRules, cards: Sequence[Card], player: _ByTheChart) -> Brought:
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


# --- baccarat


def judge_baccarat(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Coups with a stake on every wager, each from a fresh shoe."""
    load(KERNELS)
    from croupier.games.baccarat.simulation.shards import BaccaratShards
    from croupier.odds.simulation import kernels
    from croupier.odds.simulation.kernel_shoe import card_of, stream_of
    from croupier.odds.simulation.shoe_cut import FRESH

    rules: Any = asked.rules
    shards = BaccaratShards(rules, asked.shoe, FRESH)
    dealt, stream = shards.shoe.copy(), stream_of(seed, 0)
    for _ in range(rounds):
        counts = shards.counts()
        kernels.play_baccarat(
            dealt, shards.cards, *shards.cut, 1, shards.tableau, shards.whole, stream, *counts
        )
        wagers = list(shards.nets)
        yield (
            _counted(shards.tally(*counts).wagers),
            _coup(rules, wagers, (card_of(card) for card in dealt)),
        )


def _coup(rules: BaccaratRules, wagers: Sequence[str], cards: Iterator[Card]) -> Brought:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round import Round
    from croupier.table.facts import Settled

    game = Round(rules, [Bet(PATRON, wager, STAKE) for wager in wagers])
    while not game.over:
        game.deal(next(cards))
    settled = (fact for fact in game.facts if isinstance(fact, Settled))
    return Counter((fact.wager, Fraction(fact.net, STAKE)) for fact in settled)


# --- Hold'em


def judge_holdem(
    asked: Question, strategy: Strategy | None, rounds: int, seed: int
) -> Iterator[tuple[Brought, Brought]]:
    """Rounds of one box, played for the best; the kernel says when a play wager is made."""
    import numpy as np

    load("croupier.games.holdem.odds.kernels")
    from croupier.games.holdem.hands import ANTE, TRIPS
    from croupier.games.holdem.odds.kernels.rounds import deal_at_random
    from croupier.games.holdem.odds.playouts import play_deals
    from croupier.games.holdem.odds.rank_tables import CARDS
    from croupier.games.holdem.simulation.shards import HoldemShards
    from croupier.odds.simulation.kernel_shoe import stream_of

    rules: Any = asked.rules
    shards = HoldemShards.of(rules, asked.shoe, strategy, 1, **asked.extras)
    dealt = np.empty((rounds, 9), np.uint8)
    deck = np.array([n for n, card in enumerate(CARDS) if asked.shoe[card]], np.uint8)
    deal_at_random(stream_of(seed, 0)[0], deck, 1, dealt)
    deals = [[CARDS[card] for card in deal] for deal in dealt]
    ante = asked.ante or STAKE
    trips = asked.trips * ante
    staked = {ANTE: Fraction(ante), TRIPS: Fraction(int(trips))}
    for deal, outcome in zip(deals, play_deals(shards.policy, deals), strict=True):
        kernel = Counter(
            (wager, Fraction(int(brings[tuple(outcome)]), shards.units[wager]))
            for wager, brings in shards.brings.items()
        )
        nets = _holdem_round(rules, deal, int(outcome[0]), ante, int(trips))
        yield kernel, Counter((wager, net / staked[wager]) for wager, net in nets.items())


def _holdem_round(
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
