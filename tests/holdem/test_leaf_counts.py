"""How many ways a round can go: every decision at every turn, counted twice.

A leaf is one whole way of playing the round: fold, check or a play wager of each size at every
stage, then who concedes and in which order. No card changes what is allowed, so one shoe will do.
`by_the_engine` walks the engine's own legal answers and plays every leaf to its end; `by_the_rules`
counts again without the engine, from rules 8 and 9.1 alone.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

import pytest
from tests.holdem.cases import deal, opened

from croupier.cards import DECK
from croupier.games.holdem.asks_and_answers import Betting, Conceding, HandDue, TakeAndPay
from croupier.games.holdem.legal_answers import candidates, choices
from croupier.games.holdem.round import Round
from croupier.testing import leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.games.holdem.asks_and_answers import Answer

WAGERS = {1: "1 P 10", 2: "1 P 10; 2 Q 10"}
SIZES = (2, 1, 1)
"""How many play wagers there are to choose from before the flop, after it and on the river."""
MAY_CHECK = (True, True, False)


def replayed(boxes: int, told: Iterable[Answer], *, in_turn: bool, offered: bool) -> Round:
    case = opened(
        WAGERS[boxes],
        action_order="clockwise" if in_turn else "free",
        offer_concession=offered,
    )
    deal(case.round, DECK[: 7 + 2 * boxes])
    for answer in told:
        case.round.answer(answer)
    while isinstance(case.round.due, HandDue):  # no choice is left, the dealer goes on
        case.round.answer(TakeAndPay())
    return case.round


def ways_on(game: Round) -> Iterator[tuple[Answer]]:
    if isinstance(game.due, Betting):
        yield from ((answer,) for box in game.asked for answer in choices(game, box))
    else:
        assert isinstance(game.due, Conceding)
        yield from ((answer,) for answer in candidates(game, None))


def by_the_engine(boxes: int, *, in_turn: bool, offered: bool) -> int:
    def play(told: tuple[Answer, ...]) -> Round:
        return replayed(boxes, told, in_turn=in_turn, offered=offered)

    return sum(1 for _ in leaves(play, ways_on))


def by_the_rules(boxes: int, *, in_turn: bool, offered: bool) -> int:
    def concessions(live: int) -> int:
        """One after another gives up, until the dealer takes and pays or nobody is left."""
        return 1 + live * concessions(live - 1) if live and offered else 1

    def stage(number: int, owing: int, live: int) -> int:
        if number == len(SIZES):
            return concessions(live)
        orders = 1 if in_turn else factorial(owing)
        ways = 0
        for bets in range(owing + 1):
            for checks in range(owing - bets + 1 if MAY_CHECK[number] else 1):
                folds = owing - bets - checks
                who = factorial(owing) // (factorial(bets) * factorial(checks) * factorial(folds))
                after = stage(number + 1, checks, live + bets)
                ways += who * SIZES[number] ** bets * after
        return orders * ways

    return stage(0, boxes, 0)


@pytest.mark.parametrize(
    ("boxes", "in_turn", "offered", "leaves"),
    [
        pytest.param(1, True, False, 7, id="one box"),
        pytest.param(1, True, True, 11, id="one box, with concessions"),
        pytest.param(2, True, False, 49, id="two boxes, in turn"),
        pytest.param(2, True, True, 137, id="two boxes, in turn, with concessions"),
        pytest.param(2, False, False, 146, id="two boxes, in any order"),
        pytest.param(2, False, True, 394, id="two boxes, in any order, with concessions"),
    ],
)
def test_every_way_through_a_round_is_counted_twice_and_agrees(
    boxes: int, in_turn: bool, offered: bool, leaves: int
) -> None:
    counted = by_the_rules(boxes, in_turn=in_turn, offered=offered)
    assert by_the_engine(boxes, in_turn=in_turn, offered=offered) == counted
    assert counted == leaves
