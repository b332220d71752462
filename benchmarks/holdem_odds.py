"""Hold'em solved and hands of seven cards ranked: CPU time, beside plain Python's.

    python -m benchmarks.holdem_odds [--workers 2]

Compiled code is loaded first, with a small deck. Everything else is measured from nothing, tables
included. The plain reference ranks the hands of a board with the engine and compares each with
every dealer's; it is measured on a few boards, found to count the same, and given every symmetry
of suits for its estimate.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.cards import DECK
from croupier.game_rules import rules_for
from croupier.games.holdem.odds.board_shapes import deck_of, shapes
from croupier.games.holdem.odds.rank_tables import card_words, number, rank_tables
from croupier.games.holdem.odds.solver import KERNELS, solve
from croupier.games.holdem.ranking import PokerHand, kind, rank
from croupier.odds import kernel_loader
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cards import Card
    from croupier.games.holdem.odds.kernel_tables import Bytes

UTH = rules_for("act-ultimate-texas-holdem-2025")
FULL = Composition.full(1)
BOARD_CLASSES = 134_459
"""Boards that differ by more than the names of suits."""
ALL_HANDS = 133_784_560


def from_nothing(workers: int) -> tuple[float, float]:
    """Seconds of CPU and by the clock, to the value and the whole distribution."""
    rank_tables.cache_clear()
    shapes.cache_clear()
    deck_of.cache_clear()
    began, clock = time.process_time(), time.perf_counter()
    solution = solve(UTH, FULL, workers=workers)
    solved = time.process_time() - began
    if solution.counted.sum() != 1326 * 19_600 * 1_081 * 990:
        raise AssertionError("not every deal was counted once")
    whole, by_the_clock = time.process_time() - began, time.perf_counter() - clock
    print(
        f"with {workers} at work: the best play {solved:.2f} s of CPU, with the distribution "
        f"{whole:.2f} s, by the clock {by_the_clock:.2f} s; {float(solution.value):+.9f} antes"
    )
    return whole, by_the_clock


def plain_board(board: Sequence[Card]) -> dict[frozenset[Card], list[int]]:
    """How every hand fares on a board: dealers beaten, beaten unqualified, level, and so on."""
    ranked = {
        frozenset(hand): rank((*hand, *board))
        for hand in combinations([card for card in DECK if card not in board], 2)
    }
    fares = {}
    for hand, own in ranked.items():
        results = [0, 0, 0, 0, 0]
        for dealer, other in ranked.items():
            if hand.isdisjoint(dealer):
                unqualified = kind(other) < PokerHand.ONE_PAIR
                if own == other:
                    results[2] += 1
                elif own > other:
                    results[0 + unqualified] += 1
                else:
                    results[3 + unqualified] += 1
        fares[hand] = results
    return fares


def reference(boards: int, kernel: Any) -> float:
    """CPU seconds that plain Python would take, from a few boards."""
    source = random.Random(2025)
    spent = 0.0
    for _ in range(boards):
        board = source.sample(DECK, 5)
        began = time.process_time()
        fares = plain_board(board)
        spent += time.process_time() - began
        for hand in source.sample(sorted(fares, key=sorted), 20):
            dealers = np.zeros(5, np.int64)
            kernel.on_the_river(
                np.array([number(card) for card in hand], np.int64),
                np.array([number(card) for card in board], np.int64),
                np.ones(52, np.int64), card_words(), rank_tables(), dealers,
            )  # fmt: skip
            if dealers.tolist() != fares[hand]:
                raise AssertionError(f"{sorted(hand)} on {board}: {dealers} is not {fares[hand]}")
    whole = spent / boards * BOARD_CLASSES
    print(f"plain Python: {spent / boards:.2f} s of CPU a board, {whole / 3600:.1f} hours for all")
    return whole


def every_hand() -> Iterator[Bytes]:
    """All hands of seven cards, in pieces."""
    for third in range(2, 48):
        above = np.array(list(combinations(range(third + 1, 52), 4)), np.uint8)
        hands = np.empty((len(above), 7), np.uint8)
        hands[:, 2], hands[:, 3:] = third, above
        for first, second in combinations(range(third), 2):
            hands[:, 0], hands[:, 1] = first, second
            yield hands


def rankings(kernel: Any) -> None:
    """Rank every hand of seven cards, and count the kinds."""
    counted, spent, ranks = np.zeros(10, np.int64), 0.0, rank_tables()
    for hands in every_hand():
        began = time.process_time()
        orders = kernel.rank_hands(hands, card_words(), ranks)
        spent += time.process_time() - began
        counted += np.bincount(ranks.kind[orders], minlength=10)
    if counted.sum() != ALL_HANDS:
        raise AssertionError(f"{counted.sum()} hands were ranked")
    print(", ".join(f"{made.words} {counted[made]:,}" for made in reversed(PokerHand)))
    source = random.Random(7)
    some = [source.sample(DECK, 7) for _ in range(50_000)]
    shuffled = np.array([[number(card) for card in hand] for hand in some] * 40, np.uint8)
    began = time.process_time()
    kernel.rank_hands(shuffled, card_words(), ranks)
    at_random = len(shuffled) / (time.process_time() - began)
    began = time.process_time()
    for hand in some:
        rank(hand)
    plain = len(some) / (time.process_time() - began)
    print(
        f"rankings a second of one core: all hands in order {ALL_HANDS / spent / 1e6:.0f} million, "
        f"hands at random {at_random / 1e6:.0f} million, the engine {plain / 1e6:.2f} million; "
        f"1 : {at_random / plain:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--workers", type=int, default=2, help="how many share the second run")
    parser.add_argument("--boards", type=int, default=5, help="for the plain reference")
    asked = parser.parse_args()
    kernel = kernel_loader.load(KERNELS)
    assert solve(UTH, Composition.of(DECK[:10]), workers=1).counted.any()  # compiled from here on
    whole, alone = from_nothing(1)
    _, shared = from_nothing(asked.workers)
    plain = reference(asked.boards, kernel)
    print(
        f"plain Python against the solver {plain / whole:,.0f} : 1; "
        f"{asked.workers} workers against one {alone / shared:.2f} : 1\n"
    )
    rankings(kernel)


if __name__ == "__main__":
    main()
