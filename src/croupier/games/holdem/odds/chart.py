"""The chart of the starting hands: suited above the diagonal, off suit below it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.holdem.odds.decision import CHECK, FOLD, choose, times
from croupier.games.holdem.odds.solver import solve
from croupier.games.holdem.ranking import RANKS
from croupier.odds.results import Cell, Chart, Strategy

if TYPE_CHECKING:
    from croupier.games.holdem.odds.solver import HoldemSolution
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.shoe_composition import Composition

ACES_FIRST = RANKS[::-1]
_CHECK = "."
AFTERWARDS = (
    "after the flop and on the river every hand and board has its own answer: ask for the decision"
)
AVERAGED = "with cards removed a cell is the average of the hands that are left of it"


def strategy(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
) -> Strategy:
    solution = solve(rules, shoe, trips=trips, ante=ante)
    raises = sorted(rules.law.before_the_flop.multiples.value, reverse=True)
    return Strategy(
        instrument=rules.instrument.id,
        options=rules.options,
        actions={
            **{times(many): f"play {many} times the ante" for many in raises},
            _CHECK: CHECK,
            FOLD: FOLD,
        },
        charts=(_starting_hands(rules, solution),),
        notes=(AFTERWARDS,) if shoe.total == 52 else (AFTERWARDS, AVERAGED),
    )


def _starting_hands(rules: HoldemRules, solution: HoldemSolution) -> Chart:
    ranks = range(len(RANKS) - 1, -1, -1)
    return Chart(
        name="starting hands",
        across="suited with, above the diagonal",
        columns=tuple(ACES_FIRST),
        rows=tuple(ACES_FIRST),
        cells=tuple(
            tuple(_cell(rules, solution, row, column) for column in ranks) for row in ranks
        ),
    )


def hands_of(row: int, column: int) -> list[int]:
    """The hands of a cell: suited if the row has the higher rank, a pair if neither has."""
    hands = []
    for first in range(52):
        for second in range(first):
            pair = {first % 13, second % 13} == {row, column}
            if pair and (row == column or (first // 13 == second // 13) == (row > column)):
                hands.append(first * (first - 1) // 2 + second)
    return hands


def _cell(rules: HoldemRules, solution: HoldemSolution, row: int, column: int) -> Cell | None:
    hands = [hand for hand in hands_of(row, column) if solution.deck.alike[hand] >= 0]
    if not hands:
        return None
    starts = [solution.start(hand) for hand in hands]
    hold, play, check = (sum(part, Fraction(0)) / len(hands) for part in zip(*starts, strict=True))
    fold = Fraction(-solution.money.folded, solution.money.unit)
    found = choose(rules.law.before_the_flop, hold=hold, play=play, check=check, fold=fold)
    return Cell(
        action=_CHECK if found.best == CHECK else found.best,
        values={choice: float(value) for choice, value in found.values.items()},
    )
