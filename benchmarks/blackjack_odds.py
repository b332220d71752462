"""Blackjack solved exactly: CPU seconds for each rule set, beside plain recursion.

    python -m benchmarks.blackjack_odds

Everything is CPU time in one run on one machine, with compiled code that is kept from an earlier
run or a first warm-up. A rule set is analysed whole: the best play by the cards of each hand with
its splits, the best chart, both edges, the outcomes and insurance, from eight decks.

The reference is what a textbook does: Python recursion over hands and the dealer's draws with a
memory of states met before. It stands, draws and doubles against a ten only, and splits nothing;
the compiled code is timed on the same task, and both must find the same values.
"""

from __future__ import annotations

import time
from functools import cache, partial
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.game_rules import rules_for
from croupier.games.blackjack.odds import KERNELS, analyse
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

RULE_SETS: tuple[tuple[str, dict[str, object], float], ...] = (
    ("act-blackjack-2006", {}, 1.0),
    ("act-blackjack-2018", {"soft_17": "hit"}, 1.0),
    ("act-blackjack-2018", {"soft_17": "hit", "double_on": "any_cards"}, 1.0),
    ("nsw-blackjack-challenge", {"dealer_blackjack_collects": "BB+1"}, 4.0),
    ("nsw-blackjack-challenge", {"dealer_blackjack_collects": "OBBO"}, 4.0),
    ("nsw-blackjack-challenge", {"dealer_blackjack_collects": "OBO_total_cap"}, 4.0),
)
TEN = 9


def measured(work: Callable[[], Any]) -> tuple[Any, float]:
    before = time.process_time()
    found = work()
    return found, time.process_time() - before


# --- the reference: eight decks, the dealer shows a ten and stands on every 17


def counted(low: int, ace: bool) -> tuple[int, bool]:
    return (low + 10, True) if ace and low <= 11 else (low, False)


@cache
def dealer(shoe: tuple[int, ...], low: int, ace: bool, cards: int) -> tuple[float, ...]:
    """The chances of 17, 18, 19, 20, 21, Blackjack and bust."""
    total, _ = counted(low, ace)
    if total >= 17:
        end = 5 if total == 21 and cards == 2 else min(total, 22) - 17
        place = 6 if total > 21 else end
        return tuple(float(i == place) for i in range(7))
    left = sum(shoe)
    chances = [0.0] * 7
    for card, copies in enumerate(shoe):
        if copies:
            rest = (*shoe[:card], copies - 1, *shoe[card + 1 :])
            then = dealer(rest, low + card + 1, ace or card == 0, cards + 1)
            for i in range(7):
                chances[i] += copies / left * then[i]
    return tuple(chances)


def standing(shoe: tuple[int, ...], total: int) -> float:
    chances = dealer(shoe, 10, False, 1)
    won = chances[6] + sum(chances[: max(0, total - 17)])
    tied = chances[total - 17] if total >= 17 else 0.0
    return won - (1 - won - tied)


@cache
def best(shoe: tuple[int, ...], low: int, ace: bool, cards: int) -> float:
    """What a hand is worth played on as well as may be."""
    total, soft = counted(low, ace)
    if total == 21:
        return standing(shoe, total)
    left = sum(shoe)
    hit = double = 0.0
    for card, copies in enumerate(shoe):
        if copies:
            chance, then = copies / left, low + card + 1
            rest = (*shoe[:card], copies - 1, *shoe[card + 1 :])
            if then > 21:
                hit -= chance
                double -= 2 * chance
            else:
                hit += chance * best(rest, then, ace or card == 0, cards + 1)
                if cards == 2:
                    double += 2 * chance * standing(rest, counted(then, ace or card == 0)[0])
    choices = [hit]
    if cards == 2:
        choices.append(double)
    if soft or total >= 12:
        choices.append(standing(shoe, total))
    return max(choices)


def plain() -> dict[tuple[int, int], float]:
    """Every hand of two cards but a Blackjack, against a ten."""
    shoe = [*Composition.full(8).by_points]
    shoe[TEN] -= 1
    found = {}
    for first in range(10):
        for second in range(first, 10):
            if (first, second) != (0, TEN):
                rest = shoe.copy()
                rest[first] -= 1
                rest[second] -= 1
                found[first, second] = best(tuple(rest), first + second + 2, first == 0, 2)
    return found


def compiled() -> dict[tuple[int, int], float]:
    """The same by the analysis."""
    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.games.blackjack.odds.hand_terms import terms_of
    from croupier.games.blackjack.odds.hands import hands_of

    shoe = Composition.full(8)
    hands = hands_of(terms_of(rules_for("act-blackjack-2006"), shoe))
    values, _ = Against(hands, shoe.by_points, TEN).values()
    return {
        (first, second): float(values[hands.number(first, second)].max())
        for first in range(10)
        for second in range(first, 10)
        if (first, second) != (0, TEN)
    }


def main() -> None:
    load(KERNELS)
    for instrument, options, allowed in RULE_SETS:
        rules = rules_for(instrument, options)
        shoe = Composition.full(rules.decks)
        analyse(rules, shoe.without([Card("2S")]))  # compiled, and nothing kept of the full shoe
        wagers, cpu = measured(partial(analyse, rules, shoe))
        name = " ".join([instrument, *(f"{key}={value}" for key, value in options.items())])
        print(
            f"{name:63} edge {100 * wagers[0].house_edge:.4f} %, chart "
            f"{100 * wagers[0].chart_house_edge:.4f} %  {cpu:6.3f} s of CPU "
            f"({allowed:g} s allowed)"
        )
    expected, slow = measured(plain)
    compiled()
    found, fast = measured(compiled)
    furthest = max(abs(found[hand] - value) for hand, value in expected.items())
    assert furthest < 1e-11, f"the two ways differ by {furthest}"
    print(f"against a ten, plain recursion {slow:8.3f} s of CPU")
    print(f"against a ten, compiled        {fast:8.4f} s of CPU")
    print(f"ratio                          {slow / fast:8.0f}")


if __name__ == "__main__":
    main()
