"""The kernel and the round itself, with the same cards and the same chart, to the cent."""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

import pytest

from croupier.cards import Card
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.hands import Box, MainWager, SideWager
from croupier.games.blackjack.legal_answers import legal_actions
from croupier.games.blackjack.round import Round
from croupier.odds import strategy_for
from croupier.odds.kernel_loader import load
from croupier.odds.results import Cell, Strategy
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Settled

load("croupier.games.blackjack.simulation.kernel")

from croupier.games.blackjack.simulation import kernel  # noqa: E402  # compiled code is loaded first
from croupier.games.blackjack.simulation.shards import BlackjackShards  # noqa: E402
from croupier.odds.simulation.kernel_shoe import card_of, stream_of  # noqa: E402
from croupier.odds.simulation.shoe_cut import FRESH, cut_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.array_types import CardNumbers, Stream

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW = "nsw-blackjack-challenge"
STAKE = 200
ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "1500"))
"""How many are compared in each way to play."""


class ByTheChart:
    """A player who looks everything up in the charts of a strategy."""

    def __init__(self, strategy: Strategy) -> None:
        self.charts = {chart.name: chart for chart in strategy.charts}

    def told(self, chart: str, row: str, against: str) -> str:
        cell = self.charts[chart][row, against]
        assert isinstance(cell, Cell)
        return cell.action

    def decide(self, game: Round, due: Choice) -> Answer:
        hand, against = due.hand, called(game.dealer.cards[0])
        place = {"box": due.box.number, "hand": hand.place}
        allowed = legal_actions(game.rules, due.box, hand)
        pair = called(hand.cards[0])
        if "split" in allowed and self.told("pairs", f"{pair}-{pair}", against) == "P":
            return Split(**place)
        name = f"{'soft' if hand.soft else 'hard'} totals"
        if name not in self.charts:
            name += f", {('two', 'three', 'four')[len(hand.cards) - 2]} cards"
        action = self.told(name, str(hand.total), against)
        if action in ("D", "Ds") and "double" in allowed:
            return Double(**place, amount=STAKE)
        return Hit(**place) if action in ("H", "D") else Stand(**place)

    def insure(self, game: Round) -> Answer:
        """Even money and insurance as the chart has it, one box after another."""
        told = {row: self.told("against an ace", row, "A") for row in ("a Blackjack", "insurance")}
        for box in game.boxes:
            if told["a Blackjack"] == "E" and box.hands[0].is_blackjack:
                if ("P", box.number) in game.even_money:
                    continue
                return TakeEvenMoney(player="P", box=box.number)
            insured = any(made.box == box.number for made in game.insurance)
            if told["insurance"] == "I" and not insured:
                return Insure(player="P", box=box.number, amount=STAKE // 2)
        return MoveOn()


def called(card: Card) -> str:
    return "10" if card.points == 10 else card.rank


def by_the_round(
    rules: BlackjackRules, cards: Iterator[Card], player: ByTheChart, boxes: int
) -> tuple[Counter[tuple[str, int]], int]:
    """What each box's wagers bring, by the name of the wager, and how many cards it takes."""
    sides = rules.options["side_bets"]
    game = Round(
        rules,
        [
            Box(number, (MainWager("P", STAKE),), [SideWager("P", side, STAKE) for side in sides])
            for number in range(1, boxes + 1)
        ],
    )
    taken = 0
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(next(cards))
            taken += 1
        elif isinstance(due, Choice):
            game.answer(player.decide(game, due))
        elif isinstance(due, InsuranceWindow):
            game.answer(player.insure(game))
    nets: Counter[tuple[int, str]] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            wager = "main" if fact.wager == "insurance" else fact.wager
            nets[fact.box or 0, wager] += fact.net
    return Counter((wager, net) for (_, wager), net in nets.items()), taken


def by_the_kernel(
    shards: BlackjackShards, dealt: CardNumbers, stream: Stream, rounds: int
) -> tuple[Counter[tuple[str, int]], int]:
    """The same for rounds of the kernel, whose cards of the last shoe are left where they lay."""
    counts = shards.counts()
    used = kernel.play_blackjack(
        dealt, shards.cards, *shards.cut, rounds, shards.boxes, shards.tables, shards.alone,
        shards.side_nets, stream, *counts,
    )  # fmt: skip
    found: Counter[tuple[str, int]] = Counter()
    for wager, wagered in shards.tally(rounds, *counts).wagers.items():
        for net, times in wagered.results.items():
            found[wager, int(net * STAKE)] = times
    return found, used


def compare(
    instrument: str,
    options: dict[str, object],
    *,
    boxes: int = 1,
    rounds: int = ROUNDS,
    shoe: Composition | None = None,
    strategy: Strategy | None = None,
) -> Counter[tuple[str, int]]:
    """Rounds one by one from a shoe that the kernel shuffles as it deals."""
    rules = rules_for(instrument, options)
    shoe = shoe or Composition.full(rules.decks)
    strategy = strategy or strategy_for(instrument, options=options)
    shards, player = BlackjackShards(rules, shoe, strategy, boxes, FRESH), ByTheChart(strategy)
    dealt, stream = shards.shoe.copy(), stream_of(7, 0)
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(rounds):
        found, used = by_the_kernel(shards, dealt, stream, 1)
        cards = [card_of(card) for card in dealt[:used]]
        expected, taken = by_the_round(rules, iter(cards), player, boxes)
        assert found == expected, (number, " ".join(cards))
        assert taken == used
        seen += expected
    return seen


SIDE_BETS_2006 = ["super-sevens", "perfect-pairs"]


@pytest.mark.parametrize(
    ("instrument", "options"),
    [
        (ACT_2006, {"side_bets": SIDE_BETS_2006}),
        (ACT_2006, {"double_on": "any_cards"}),
        (ACT_2018, {"soft_17": "hit"}),
        (ACT_2018, {"soft_17": "stand", "double_on": "any_cards", "decks": 4}),
        (ACT_2018, {"soft_17": "hit", "collect_busts": "at_end"}),
        (NSW, {"side_bets": ["any-pairs"]}),
        (NSW, {"dealer_blackjack_collects": "OBBO", "decks": 6}),
        (NSW, {"dealer_blackjack_collects": "OBO_total_cap"}),
    ],
)
def test_the_kernel_settles_as_the_round_does(instrument: str, options: dict[str, object]) -> None:
    strategy = strategy_for(instrument, options=options)
    for boxes in (1, 3):
        assert len(compare(instrument, options, boxes=boxes, strategy=strategy)) > 5


@pytest.mark.parametrize("collects", ["BB+1", "OBO_total_cap", "OBBO"])
def test_splits_that_meet_a_dealers_blackjack(collects: str) -> None:
    """From a shoe of eights, nines, tens and aces, where nearly everything happens often."""
    seen = compare(
        NSW, {"dealer_blackjack_collects": collects}, shoe=rich(), strategy=splitting(NSW),
        rounds=3 * ROUNDS,
    )  # fmt: skip
    assert len(seen) >= 12


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
def test_splits_up_to_four_hands(instrument: str) -> None:
    options: dict[str, object] = {} if instrument == ACT_2006 else {"soft_17": "hit"}
    seen = compare(
        instrument, options, shoe=rich(), strategy=splitting(instrument), rounds=3 * ROUNDS
    )
    assert min(net for _, net in seen) <= -4 * STAKE


@pytest.mark.parametrize("boxes", [1, 4])
def test_even_money_and_insurance(boxes: int) -> None:
    strategy = splitting(ACT_2006)
    taking = {"a Blackjack": "E", "insurance": "I"}
    charts = tuple(
        type(chart)(
            name=chart.name, across=chart.across, columns=chart.columns, rows=chart.rows,
            cells=tuple((Cell(action=taking[row]),) for row in chart.rows)
            if chart.name == "against an ace" else chart.cells,
        )
        for chart in strategy.charts
    )  # fmt: skip
    taken = Strategy(instrument=ACT_2006, options={}, actions={}, charts=charts)
    compare(ACT_2006, {}, shoe=rich(), strategy=taken, boxes=boxes)


@pytest.mark.parametrize(
    ("instrument", "options"),
    [
        (ACT_2006, {"side_bets": SIDE_BETS_2006, "burn_on_new_shoe": 2}),
        (ACT_2018, {"soft_17": "hit"}),
        (NSW, {"side_bets": ["any-pairs"], "decks": 6}),
    ],
)
@pytest.mark.parametrize("boxes", [1, 3])
def test_whole_shoes_are_played_to_the_cutting_card(
    instrument: str, options: dict[str, object], boxes: int
) -> None:
    rules = rules_for(instrument, options)
    strategy = strategy_for(instrument, options=options)
    cut, player = cut_of(rules, 200), ByTheChart(strategy)
    assert cut.burnt == (1 if instrument == NSW else rules.options["burn_on_new_shoe"])
    shards = BlackjackShards(rules, Composition.full(rules.decks), strategy, boxes, cut)
    for number in range(12):
        dealt, rounds, found = first_shoe(shards, number)
        cards = iter(dealt[cut.burnt :])
        expected: Counter[tuple[str, int]] = Counter()
        place = cut.burnt
        for _ in range(rounds):
            assert place < cut.place
            brought, taken = by_the_round(rules, cards, player, boxes)
            expected += brought
            place += taken
        assert place == len(dealt) >= cut.place
        assert found == expected
        for wagered in shards.play(7, number, rounds).wagers.values():
            assert wagered.squares == (wagered.mean * wagered.count) ** 2
            assert wagered.products == wagered.mean * wagered.count**2
            assert wagered.sizes == (boxes * rounds) ** 2
        assert shards.play(7, number, rounds + 1).main.sizes == boxes**2 * (rounds**2 + 1)


def first_shoe(
    shards: BlackjackShards, number: int
) -> tuple[list[Card], int, Counter[tuple[str, int]]]:
    """The cards of a stream's first shoe, how many rounds were dealt from it, and their results."""
    shoe: tuple[list[Card], int, Counter[tuple[str, int]]] = ([], 0, Counter())
    for rounds in count(1):
        dealt = shards.shoe.copy()
        found, used = by_the_kernel(shards, dealt, stream_of(7, number), rounds)
        if used < len(shoe[0]):
            break
        shoe = [card_of(card) for card in dealt[:used]], rounds, found
    return shoe


def rich() -> Composition:
    """Half the cards are aces, eights and tens; long rounds still find enough."""
    held = [*"A" * 24, *"8" * 30, *"T" * 12, *"J" * 6, *"K" * 12, *"2345679" * 6]
    return Composition.of(Card(f"{rank}{suit}") for rank in held for suit in "SH")


def splitting(instrument: str) -> Strategy:
    """The best chart, but every pair is split."""
    options = {"soft_17": "hit"} if instrument == ACT_2018 else {}
    best = strategy_for(instrument, options=options)
    charts = tuple(
        type(chart)(
            name=chart.name, across=chart.across, columns=chart.columns, rows=chart.rows,
            cells=tuple(tuple(Cell(action="P") for _ in row) for row in chart.cells)
            if chart.name == "pairs" else chart.cells,
        )
        for chart in best.charts
    )  # fmt: skip
    return Strategy(instrument=instrument, options={}, actions={}, charts=charts)


@pytest.mark.parametrize(
    ("instrument", "options"),
    [(ACT_2006, {}), (ACT_2018, {"soft_17": "hit"}), (NSW, {})],
)
def test_the_mean_is_that_of_the_exact_analysis(
    instrument: str, options: dict[str, object]
) -> None:
    from croupier.odds import odds
    from croupier.odds.simulation import simulate

    report = simulate(instrument, 4_000_000, options=options, seed=3)
    exact = odds(instrument, options=options)["main"].chart_house_edge
    assert exact is not None
    assert report.standard_error is not None
    assert abs(report.mean + exact) < 3 * report.standard_error
    assert sum(result.count for result in report.distribution) == report.rounds == 4_000_000
