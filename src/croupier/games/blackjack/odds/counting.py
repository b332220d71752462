"""Counting at blackjack: what side bets bring from a shoe, and when the best play changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.cards import RANKS
from croupier.games.blackjack.odds.side_bets import nets_of_any_rank, side_bet_nets
from croupier.games.blackjack.side_bets import SUPER_SEVENS
from croupier.odds.counting import many_shoes
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from croupier.games.blackjack.odds.solver import BlackjackSolution
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.array_types import Counts, Floats
    from croupier.odds.counting.tags import Count
    from croupier.odds.question import Question
    from croupier.odds.results import Chart

    Watch = Callable[[int, int, str], object]

KERNELS = "croupier.games.blackjack.odds.kernels"
SHOES = 20_000
LEVELS = range(-8, 9)
"""True counts, rounded down, that have a chart of their own; beyond them the last one holds."""
MIDDLE = 0.5
"""A true count that is rounded down is about so much more."""
ASSUMED: tuple[str, ...] = (
    "index plays are for the shoe that is to be expected at a true count: of each rank as much "
    "more or less as its tag has part in the count",
)


def expectations(rules: BlackjackRules, shoes: Counts) -> dict[str, Floats]:
    """What insurance and each side bet bring from each shoe. The main wager has no such formula."""
    found: dict[str, Floats] = {}
    if rules.law.insurance is not None:
        pays = rules.law.insurance.insurance_pays.value
        found["insurance"] = many_shoes.insurance(shoes, pays.win / pays.stake)
    for wager, (by_pairs, by_sevens) in side_bet_nets(rules).items():
        if wager == SUPER_SEVENS:
            found[wager] = many_shoes.sevens(shoes, [float(net) for net in by_sevens])
        else:
            nets = nets_of_any_rank(rules, wager, by_pairs)
            found[wager] = many_shoes.pairs(shoes, [float(net) for net in nets])
    return found


class Situation(NamedTuple):
    """One cell of a chart at one true count."""

    action: str
    values: dict[str, float]
    """What each choice is worth, in initial wagers."""
    often: float
    """For each round."""


@dataclass(frozen=True)
class Turning:
    """A play that a count changes: the cell, what is done on either side, where they are equal."""

    chart: str
    row: str
    column: str
    usual: str
    instead: str
    index: float
    from_index_up: bool
    gain: float
    """Of changing it whenever the count says so, in initial wagers a round."""
    often: float


def actions() -> Mapping[str, str]:
    """Return what the short forms of plays stand for."""
    from croupier.games.blackjack.odds.chart import ACTIONS

    return ACTIONS


def charts_by_count(
    asked: Question, count: Count, cards: float, watch: Watch
) -> dict[int, tuple[Chart, ...]]:
    """The best chart at each true count, for a shoe with so many cards left."""
    return {level: charts for level, charts, _ in _solutions(asked, count, cards, watch)}


def index_plays(
    asked: Question, count: Count, cards: float, shares: dict[int, float], watch: Watch
) -> list[Turning]:
    """Every cell whose best play changes with the count, the most gainful first.

    `shares` says how often each true count stands.
    """
    situations: dict[tuple[str, str, str], dict[int, Situation]] = {}
    for level, charts, solution in _solutions(asked, count, cards, watch):
        for place, situation in _situations(charts, solution):
            situations.setdefault(place, {})[level] = situation
    usual = {place: each.action for place, each in _neutral(asked)}
    shares = _within_levels(shares)
    found = [
        turning
        for place, by_level in situations.items()
        for turning in _turnings(place, usual.get(place), by_level, shares)
    ]
    return sorted(found, key=lambda turning: -turning.gain)


def _solutions(
    asked: Question, count: Count, cards: float, watch: Watch
) -> Iterator[tuple[int, tuple[Chart, ...], BlackjackSolution]]:
    load(KERNELS)
    from croupier.games.blackjack.odds.chart import charts_of
    from croupier.games.blackjack.odds.hand_terms import terms_of
    from croupier.games.blackjack.odds.solver import solve_for

    rules: Any = asked.rules
    terms = terms_of(rules, asked.shoe)
    for done, level in enumerate(LEVELS):
        watch(done, len(LEVELS), f"the best play at a true count of {level:+}")
        shoe = by_points(count.shoe_at(asked.shoe, level + MIDDLE, cards))
        solution = solve_for(terms, shoe)
        yield level, charts_of(solution), solution
    watch(len(LEVELS), len(LEVELS), "done")


def _neutral(asked: Question) -> Iterator[tuple[tuple[str, str, str], Situation]]:
    from croupier.games.blackjack.odds.chart import charts_of
    from croupier.games.blackjack.odds.solver import solve

    rules: Any = asked.rules
    solution = solve(rules, asked.shoe)
    yield from _situations(charts_of(solution), solution)


def by_points(ranks: Sequence[float]) -> tuple[float, ...]:
    """Cards by rank as cards by value: ten and the court cards together."""
    tens = len(RANKS) - len("TJQK")
    return (*ranks[:tens], sum(ranks[tens:]))


def _situations(
    charts: Sequence[Chart], solution: BlackjackSolution
) -> Iterator[tuple[tuple[str, str, str], Situation]]:
    from croupier.games.blackjack.odds.chart import frequencies

    often = frequencies(solution)
    for chart in charts:
        for row, line in zip(chart.rows, chart.cells, strict=True):
            for column, cell in zip(chart.columns, line, strict=True):
                if cell is not None and cell.values:
                    place = chart.name, row, column
                    yield place, Situation(cell.action, dict(cell.values), often.get(place, 0.0))


_WORTH_OF = {
    "S": "stand", "H": "hit", "D": "double", "Ds": "double", "P": "split",
    "E": "even money", "W": "wait", "I": "insure", "N": "do not insure",
}  # fmt: skip


def _worth(situation: Situation, action: str) -> float | None:
    """What an action is worth in a situation; a pair that is not split has one other value."""
    word = _WORTH_OF[action]
    if word in situation.values:
        return situation.values[word]
    if "split" in situation.values and action != "P":
        return next(value for name, value in situation.values.items() if name != "split")
    return None


def _turnings(
    place: tuple[str, str, str],
    usual: str | None,
    by_level: dict[int, Situation],
    shares: dict[int, float],
) -> Iterator[Turning]:
    """On each side of the middle, the first other play, if there is one."""
    if usual is None:
        return
    for upwards in (True, False):
        levels = [level for level in by_level if (level >= 0) == upwards]
        levels.sort(reverse=not upwards)
        other = next((level for level in levels if _differs(by_level[level], usual)), None)
        if other is None:
            continue
        instead = by_level[other].action
        index = _equal(by_level, usual, instead, other, -1 if upwards else 1)
        gain = often = 0.0
        for level in levels:
            situation = by_level[level]
            one, two = _worth(situation, usual), _worth(situation, instead)
            often += shares.get(level, 0.0) * situation.often
            if one is not None and two is not None and two > one:
                gain += shares.get(level, 0.0) * situation.often * (two - one)
        half = 0.5 if place[1] == "insurance" else 1.0
        yield Turning(*place, usual, instead, index, upwards, gain * half, often)


def _differs(situation: Situation, usual: str) -> bool:
    now, before = _worth(situation, situation.action), _worth(situation, usual)
    same = _WORTH_OF[situation.action] == _WORTH_OF[usual]
    return not same and (before is None or (now is not None and now > before))


def _equal(by_level: dict[int, Situation], usual: str, instead: str, at: int, back: int) -> float:
    """The true count at which both are worth the same, on a line between two counts."""
    before = by_level.get(at + back)
    here = _gap(by_level[at], usual, instead)
    there = None if before is None else _gap(before, usual, instead)
    if here is None or there is None or here == there:
        return at + MIDDLE
    return at + MIDDLE + back * here / (here - there)


def _gap(situation: Situation, usual: str, instead: str) -> float | None:
    one, two = _worth(situation, usual), _worth(situation, instead)
    return None if one is None or two is None else two - one


def _within_levels(shares: dict[int, float]) -> dict[int, float]:
    """True counts beyond the charts counted with the last one."""
    found: dict[int, float] = {}
    for true, share in shares.items():
        level = int(np.clip(true, LEVELS[0], LEVELS[-1]))
        found[level] = found.get(level, 0.0) + share
    return found
