"""Simulated rounds a second on one core, beside the same rounds in plain Python.

    python -m benchmarks.simulation [ROUNDS]

Everything is CPU time of one thread in one run on one machine, compiled beforehand: one box, a
fresh shoe of eight decks for each round, played by the best chart, and in Hold'em a fresh deck,
played for the best. A kernel's figure is the best of five runs, for other work on the machine only
ever slows one down.

The reference deals and plays as a textbook does: a list of cards shuffled with `random.sample` as
far as it is needed, hands added up card by card, the chart in a dictionary. It plays the ACT's game
without splits, and so does the kernel beside it.

With ROUNDS (try 1000000000) each mean is also held against the exact analysis: three standard
errors away is too far.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING

from benchmarks.figure import Figure

from croupier.cards import DECK, Card
from croupier.odds import odds, strategy_for
from croupier.odds.results import Cell, Chart, Strategy, encode
from croupier.odds.simulation import simulate
from croupier.odds.simulation.shards import ShardTable, play_shard
from croupier.odds.simulation.simulated_games import SIMULATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES: tuple[tuple[str, dict[str, object]], ...] = (
    ("act-blackjack-2006", {}),
    ("act-blackjack-2018", {"soft_17": "hit"}),
    ("nsw-blackjack-challenge", {}),
    ("act-mini-baccarat-2016", {}),
    ("act-ultimate-texas-holdem-2025", {}),
)
ROUNDS, RUNS = 5_000_000, 5
PLAIN_ROUNDS = 50_000
MOST_CARDS = 40
WANTED = 20e6
PLAIN = "without splits, plain"
COMPILED = "without splits, compiled"


def compiled_rate(
    instrument: str, options: dict[str, object], strategy: Strategy | None, rounds: int = ROUNDS
) -> float:
    table = encode(
        ShardTable(
            instrument=instrument, options=options, removed=(), strategy=strategy, boxes=1, cut=0
        )
    )  # fmt: skip
    play_shard(table, 1, 0, 1)
    best = 0.0
    for number in range(RUNS):
        before = time.thread_time()
        play_shard(table, 1, number, rounds)
        best = max(best, rounds / (time.thread_time() - before))
    return best


# --- the reference


def without_splits(strategy: Strategy) -> Strategy:
    """The chart with each pair played as its total."""
    charts = [chart for chart in strategy.charts if chart.name != "pairs"]
    return Strategy(instrument=strategy.instrument, options={}, actions={}, charts=tuple(charts))


def cells(chart: Chart) -> dict[tuple[int, int], str]:
    """By total and the points of the dealer's card."""
    return {
        (int(row), 1 if column == "A" else int(column)): cell.action
        for row, line in zip(chart.rows, chart.cells, strict=True)
        for column, cell in zip(chart.columns, line, strict=True)
        if isinstance(cell, Cell)
    }


def counted(cards: list[int]) -> tuple[int, bool]:
    low = sum(cards)
    return (low + 10, True) if 1 in cards and low <= 11 else (low, False)


def plain_round(cards: list[int], charts: dict[bool, dict[tuple[int, int], str]]) -> float:
    """One box by the ACT's rules, the dealer drawing to a soft 17."""
    coming = iter(cards)
    first, up = next(coming), next(coming)
    hand, stake = [first, next(coming)], 1
    total, soft = counted(hand)
    blackjack = total == 21
    while total < 21:
        action = charts[soft][total, up]
        if action in ("D", "Ds") and len(hand) == 2:
            stake = 2
        elif action in ("S", "Ds"):
            break
        hand.append(next(coming))
        total, soft = counted(hand)
        if stake == 2:
            break
    if total > 21:
        return -stake
    dealer = [up, next(coming)]
    dealers, dealers_soft = counted(dealer)
    if dealers == 21:
        return 0 if blackjack else -stake
    if blackjack:
        return 1.5
    while dealers < 17 or (dealers == 17 and dealers_soft):
        dealer.append(next(coming))
        dealers, dealers_soft = counted(dealer)
    if dealers > 21 or total > dealers:
        return stake
    return 0 if total == dealers else -stake


def plain_rate(strategy: Strategy) -> float:
    chance = random.Random(1)
    named = {chart.name: cells(chart) for chart in strategy.charts if "totals" in chart.name}
    charts = {False: named["hard totals"], True: named["soft totals"]}
    shoe = [Card(card).points for card in DECK] * 8
    before = time.thread_time()
    for _ in range(PLAIN_ROUNDS):
        plain_round(chance.sample(shoe, MOST_CARDS), charts)
    return PLAIN_ROUNDS / (time.thread_time() - before)


# --- figures


def measure_instrument(instrument: str, options: dict[str, object], rounds: int = ROUNDS) -> Figure:
    """Measure the compiled rounds of one instrument."""
    strategy = None
    if SIMULATIONS.of(instrument).needs_strategy:
        strategy = strategy_for(instrument, options=options)
    return Figure(
        instrument, compiled_rate(instrument, options, strategy, rounds), "rounds/s", PLAIN
    )


def measure_without_splits(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Measure the same rounds in plain Python and compiled."""
    instrument, options = TABLES[1]
    strategy = without_splits(strategy_for(instrument, options=options))
    yield Figure(PLAIN, plain_rate(strategy), "rounds/s")
    rate = compiled_rate(instrument, options, strategy, rounds)
    yield Figure(COMPILED, rate, "rounds/s", PLAIN)


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [*(instrument for instrument, _ in TABLES), PLAIN, COMPILED]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline."""
    rounds = 50_000 if quick else 2_000_000
    for instrument, options in TABLES:
        yield measure_instrument(instrument, options, rounds)
    yield from measure_without_splits(rounds)


def hold_against_the_analysis(rounds: int) -> None:
    print(f"\n{'':32} {'simulated':>11} {'error':>10} {'exact':>11} {'away':>6} {'million/s':>10}")
    for instrument, options in TABLES:
        report = simulate(instrument, rounds, options=options)
        found = odds(instrument, options=options)[report.wager]
        edge = found.house_edge if found.chart_house_edge is None else found.chart_house_edge
        assert report.standard_error is not None, "too few rounds"
        errors = (report.mean + edge) / report.standard_error
        print(
            f"{instrument:32} {100 * report.mean:+9.5f} % {100 * report.standard_error:8.5f} % "
            f"{-100 * edge:+9.5f} % {errors:+6.2f} {rounds / report.seconds / 1e6:10.1f}",
            flush=True,
        )
        assert abs(errors) < 3, "the kernel and the analysis disagree"


def main(rounds: int | None) -> None:
    for instrument, options in TABLES:
        rate = measure_instrument(instrument, options).value
        wanted = f" ({rate / WANTED:.2f} of the {WANTED / 1e6:g} million wanted)"
        print(
            f"{instrument:32} {rate / 1e6:6.1f} million rounds a second and core"
            f"{'' if SIMULATIONS.of(instrument).why_no_cut else wanted}"
        )
    slow, fast = (figure.value for figure in measure_without_splits())
    print(f"{PLAIN:32} {slow / 1e6:8.3f} million rounds a second")
    print(f"{COMPILED:32} {fast / 1e6:8.3f} million rounds a second")
    print(f"ratio                            {fast / slow:8.0f}")
    if rounds is not None:
        hold_against_the_analysis(rounds)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument(
        "rounds", type=int, nargs="?", help="so many rounds are held against the exact analysis"
    )
    main(asked.parse_args().rounds)
