"""Rounds of Hold'em by the kernel and by the round itself, from the same cards, to the cent."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards import parse_cards
from croupier.cli.app import app
from croupier.game_rules import rules_for
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
from croupier.games.holdem.odds.kernel_tables import FOLDED, RIVER
from croupier.games.holdem.odds.playouts import play_deals
from croupier.games.holdem.odds.solver import solve
from croupier.games.holdem.ranking import PokerHand
from croupier.games.holdem.round import Round
from croupier.odds import odds, strategy_for
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation import simulate
from croupier.odds.simulation.strategy_files import Unplayable, read_strategy
from croupier.table.facts import Settled

load("croupier.games.holdem.odds.kernels")

from croupier.games.holdem.odds.kernels.rounds import deal_at_random  # noqa: E402  # compiled first
from croupier.games.holdem.odds.rank_tables import CARDS  # noqa: E402
from croupier.games.holdem.simulation.shards import HoldemShards, nets_of_trips  # noqa: E402
from croupier.odds.simulation.kernel_shoe import stream_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.cards import Card
    from croupier.games.holdem.odds.solver import HoldemSolution
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.results import Strategy

UTH = "act-ultimate-texas-holdem-2025"
STAKE = 1_000
ROUNDS = 1_500
STAGES = (Stage.BEFORE_THE_FLOP, Stage.AFTER_THE_FLOP, Stage.ON_THE_RIVER)
CAPPED: dict[str, object] = {"blind_payout_cap": 2_000, "limits": {"ante": [STAKE, 50_000]}}
LOW = " ".join(f"{rank}{suit}" for rank in "234567" for suit in "SHDC")
"""Without these a deck is solved in no time."""
FULL = Composition.full(1)
SHORT = FULL.without(parse_cards(LOW))
HALF = Fraction(1, 2)


@cache
def solved(capped: bool, shoe: Composition, trips: Fraction) -> HoldemSolution:
    return solve(rules_for(UTH, CAPPED if capped else {}), shoe, trips=trips)


def deals_of(shoe: Composition, boxes: int) -> list[list[Card]]:
    """The cards of a shard as its kernel deals them, a deal for each box."""
    dealt = np.empty((ROUNDS * boxes, 9), np.uint8)
    deck = np.array([n for n, card in enumerate(CARDS) if shoe[card]], np.uint8)
    deal_at_random(stream_of(5, 0)[0], deck, boxes, dealt)
    return [[CARDS[card] for card in deal] for deal in dealt]


def by_the_round(
    rules: HoldemRules, deals: Sequence[Sequence[Card]], whens: Sequence[int], trips: int
) -> Counter[tuple[int, str]]:
    """What the game and trips bring each box of one round, when the play wagers are made so."""
    boxes = [
        Box(n, f"P{n}", ante=STAKE, blind=STAKE, trips=trips, ante_placed=STAKE)
        for n in range(1, len(deals) + 1)
    ]
    game = Round(rules, boxes)
    firsts, seconds = [deal[5] for deal in deals], [deal[6] for deal in deals]
    cards = iter([*deals[0][:5], *firsts, deals[0][7], *seconds, deals[0][8]])
    while game.due is not None:
        if isinstance(game.due, CardDue):
            game.deal(next(cards))
        elif isinstance(game.due, Betting):
            box = game.owing[0].number
            stage = STAGES.index(game.stage)
            if whens[box - 1] == stage:
                multiple = max(game.betting_law.multiples.value) if game.betting_law else 0
                game.answer(PlayWager(box=box, amount=multiple * STAKE))
            else:
                game.answer(Check(box=box) if stage < 2 else Fold(box=box))
        else:
            game.answer(TakeAndPay())
    nets: Counter[tuple[int, str]] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            nets[fact.box or 0, TRIPS if fact.wager == TRIPS else ANTE] += fact.net
    return nets


@pytest.mark.parametrize(
    ("capped", "shoe", "trips", "boxes"),
    [
        (False, FULL, HALF, 1),
        (False, FULL, HALF, 3),
        (False, FULL, HALF, 7),
        (False, SHORT, Fraction(0), 1),
        (True, SHORT, Fraction(1), 2),
    ],
)
def test_the_kernel_settles_as_the_round_does(
    capped: bool, shoe: Composition, trips: Fraction, boxes: int
) -> None:
    rules = rules_for(UTH, CAPPED if capped else {})
    shards = HoldemShards(rules, solved(capped, shoe, trips), boxes)
    on_trips = int(trips * STAKE)
    deals = deals_of(shoe, boxes)
    whens = play_deals(shards.policy, deals)[:, 0]
    results: dict[str, Counter[Fraction]] = {ANTE: Counter(), TRIPS: Counter()}
    squares = {ANTE: Fraction(0), TRIPS: Fraction(0)}
    for start in range(0, len(deals), boxes):
        seats = slice(start, start + boxes)
        nets = by_the_round(rules, deals[seats], whens[seats].tolist(), on_trips)
        together: Counter[str] = Counter()
        for (_, wager), net in nets.items():
            together[wager] += net
            results[wager][Fraction(net, STAKE if wager == ANTE else on_trips)] += 1
        for wager, net in together.items():
            squares[wager] += Fraction(net, STAKE if wager == ANTE else on_trips) ** 2
    found = shards.play(5, 0, ROUNDS)
    assert list(found.wagers) == ([ANTE, TRIPS] if on_trips else [ANTE])
    for wager, wagered in found.wagers.items():
        assert wagered.results == results[wager]
        assert wagered.squares == squares[wager]
        assert wagered.count == ROUNDS * boxes


def test_a_fold_loses_trips_that_the_board_would_have_paid() -> None:
    rules, cards = rules_for(UTH), parse_cards("9S 9H 9D 2C 3C 4S 6H AS KD")
    unit, brings = nets_of_trips(rules)
    for when in (RIVER, FOLDED):
        net = by_the_round(rules, [cards], [when], STAKE)[1, TRIPS]
        assert {net} == set((brings[when, PokerHand.THREE_OF_A_KIND] * STAKE // unit).tolist())


def test_both_means_are_those_of_the_exact_analysis() -> None:
    """The game and trips, played for the best of both, a fold losing both."""
    rules, solution = rules_for(UTH), solved(False, FULL, HALF)
    found = HoldemShards(rules, solution, 1).play(4, 0, 3_000_000)
    unit, brings = nets_of_trips(rules)
    exact = Fraction(int((brings * solution.counted).sum()), unit * solution.deals)
    for wager, mean in ((TRIPS, exact), (ANTE, solution.value - HALF * exact)):
        wagered = found.wagers[wager]
        assert (wagered.mean - mean) ** 2 < 9 * wagered.error_squared


def test_the_best_play_brings_what_the_analysis_says() -> None:
    report = simulate(UTH, 2_000_000, seed=6, remove=LOW)
    exact = odds(UTH, remove=LOW)[report.wager]
    assert report.standard_error is not None
    assert abs(report.mean + exact.house_edge) < 3 * report.standard_error
    assert report.side_bets == ()


def test_boxes_share_the_dealer_and_so_their_luck() -> None:
    found = HoldemShards(rules_for(UTH), solved(False, FULL, HALF), 6).play(1, 0, 100_000)
    alone = found.main.variance / found.main.count
    assert 1.2 * alone < found.main.error_squared < 6 * alone


# --- a strategy of one's own


def told(action: str, *, over: str = "4x") -> Strategy:
    """The best chart with one action in place of another."""
    best = strategy_for(UTH, remove=LOW)
    (chart,) = best.charts
    cells = tuple(
        tuple(
            msgspec.structs.replace(cell, action=action) if cell and cell.action == over else cell
            for cell in row
        )
        for row in chart.cells
    )
    return msgspec.structs.replace(best, charts=(msgspec.structs.replace(chart, cells=cells),))


def test_the_best_chart_is_the_best_play() -> None:
    best = simulate(UTH, 20_000, remove=LOW)
    by_the_chart = simulate(UTH, 20_000, remove=LOW, strategy=told(".", over="."))
    assert by_the_chart.distribution == best.distribution
    assert by_the_chart.assumptions != best.assumptions


def test_who_never_raises_before_the_flop_wins_and_loses_less() -> None:
    never = simulate(UTH, 200_000, remove=LOW, strategy=told("."))
    best = simulate(UTH, 200_000, remove=LOW)
    assert never.standard_deviation is not None
    assert best.standard_deviation is not None
    assert never.standard_deviation < best.standard_deviation
    assert never.mean < best.mean


@pytest.mark.parametrize(
    ("over", "action", "message"),
    [
        ("4x", "3x", "starting hands, A with A says '3x', not one of 4x, ., check"),
        (".", "fold", "says 'fold'"),
        (".", "", "says nothing, not one of"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_refused(over: str, action: str, message: str) -> None:
    with pytest.raises(Unplayable, match=message):
        simulate(UTH, 10, strategy=told(action, over=over))


def test_a_strategy_without_starting_hands_is_refused() -> None:
    with pytest.raises(Unplayable, match="a chart of starting hands"):
        simulate(UTH, 10, strategy=msgspec.structs.replace(told("."), charts=()))


def test_a_strategy_is_read_back_from_both_forms(tmp_path: Path) -> None:
    asked = ["strategy", UTH, "--remove", LOW]
    (tmp_path / "best.csv").write_text(CliRunner().invoke(app, [*asked, "--csv"]).stdout)
    (tmp_path / "best.json").write_text(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    best = simulate(UTH, 5_000, remove=LOW)
    for name in ("best.csv", "best.json"):
        strategy = read_strategy(str(tmp_path / name), UTH)
        assert simulate(UTH, 5_000, remove=LOW, strategy=strategy).mean == best.mean


# --- refusals


@pytest.mark.parametrize("penetration", [0.5, "cut"])
def test_a_deck_is_never_dealt_to_a_cut(penetration: float) -> None:
    with pytest.raises(ValueError, match="penetration: the deck is shuffled for every round"):
        simulate(UTH, 10, penetration=penetration)


def test_a_maximum_payout_that_the_table_shares_is_for_one_box() -> None:
    shared = {**CAPPED, "blind_cap_scope": "table_pro_rata"}
    with pytest.raises(ValueError, match="boxes: a maximum payout that the table shares"):
        simulate(UTH, 10, options=shared, boxes=2)
    assert simulate(UTH, 10, options=shared, remove=LOW).rounds == 10


def test_a_maximum_payout_needs_to_know_the_ante() -> None:
    capped: dict[str, object] = {"blind_payout_cap": 2_000}
    with pytest.raises(ValueError, match="blind_payout_cap"):
        simulate(UTH, 10, options=capped)
    smaller, larger = (
        simulate(UTH, 20_000, options=capped, ante=ante, remove=LOW).distribution[-1].net
        for ante in (1_000, 2_000)
    )
    assert (smaller, larger) == (4 + 1 + 2, 4 + 1 + 1)


def test_a_deck_too_short_for_its_boxes_is_refused() -> None:
    with pytest.raises(ValueError, match="20 cards are left in the shoe, a round of 7 boxes takes"):
        simulate(UTH, 10, remove=f"{LOW} 8S 8H 8D 8C 9S 9H 9D 9C", boxes=7)
