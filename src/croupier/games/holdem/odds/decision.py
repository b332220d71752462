"""One decision: what each choice is worth, exactly, with the cards that are known."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.holdem.odds.board_shapes import deck_of
from croupier.games.holdem.odds.payouts import money_of
from croupier.games.holdem.odds.rank_tables import card_words, number, rank_tables
from croupier.games.holdem.odds.solver import KERNELS, solve
from croupier.odds import kernel_loader
from croupier.odds.results import Decision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.holdem.odds.kernel_tables import Payouts
    from croupier.games.holdem.rules import BettingLaw, HoldemRules
    from croupier.odds.shoe_composition import Composition

CHECK, FOLD = "check", "fold"
BEST_PLAY = "in antes and exact; every later choice is the best one for the cards in sight by then"


def times(multiple: int) -> str:
    """How a play wager of so many antes is called: `4x`."""
    return f"{multiple}x"


def choose(
    law: BettingLaw, *, hold: Fraction, play: Fraction, check: Fraction | None, fold: Fraction
) -> Decision:
    """The choices of a betting round. Of two that are worth the same the smaller wager is best."""
    values = {times(many): hold + many * play for many in sorted(law.multiples.value, reverse=True)}
    if check is not None:
        values[CHECK] = check
    values[FOLD] = fold
    smallest_first = dict(reversed(values.items()))
    best = max(smallest_first, key=lambda choice: values[choice])
    return Decision(best=best, values={**values}, notes=(BEST_PLAY,))


def decide(
    rules: HoldemRules,
    shoe: Composition,
    hand: Sequence[Card],
    board: Sequence[Card],
    *,
    trips: Fraction,
    ante: int | None,
) -> Decision:
    _check_cards(shoe, hand, board)
    money = money_of(rules, trips=trips, ante=ante)
    fold = Fraction(-money.folded, money.unit)
    if not board:
        first, second = sorted(map(number, hand), reverse=True)
        solution = solve(rules, shoe, trips=trips, ante=ante)
        hold, play, check = solution.start(first * (first - 1) // 2 + second)
        return choose(rules.law.before_the_flop, hold=hold, play=play, check=check, fold=fold)
    if len(board) == 3:
        hold, play, check = _on_the_flop(shoe, hand, board, money)
        return choose(rules.law.after_the_flop, hold=hold, play=play, check=check, fold=fold)
    hold, play = _on_the_river(shoe, hand, board, money)
    return choose(rules.law.on_the_river, hold=hold, play=play, check=None, fold=fold)


def _check_cards(shoe: Composition, hand: Sequence[Card], board: Sequence[Card]) -> None:
    if len(hand) != 2:
        raise ValueError(f"hand: two cards, not {len(hand)}")
    if len(board) not in (0, 3, 5):
        raise ValueError(f"board: none, the three of the flop or all five, not {len(board)}")
    deck_of(shoe)
    shoe.without(hand, "hand").without(board, "board")


def _on_the_flop(
    shoe: Composition, hand: Sequence[Card], flop: Sequence[Card], money: Payouts
) -> tuple[Fraction, Fraction, Fraction]:
    deck = deck_of(shoe)
    sums = np.zeros(3, np.int64)
    kernel_loader.load(KERNELS).on_the_flop(
        _numbers(hand), _numbers(flop), deck.held, card_words(), rank_tables(), money, sums
    )
    left = deck.cards - 5
    whole = left * (left - 1) // 2 * deck.dealers * money.unit
    hold, play, check = (Fraction(int(total), whole) for total in sums)
    return hold, play, check


def _on_the_river(
    shoe: Composition, hand: Sequence[Card], board: Sequence[Card], money: Payouts
) -> tuple[Fraction, Fraction]:
    deck = deck_of(shoe)
    dealers = np.zeros(5, np.int64)
    kind = kernel_loader.load(KERNELS).on_the_river(
        _numbers(hand), _numbers(board), deck.held, card_words(), rank_tables(), dealers
    )
    counts = dealers.tolist()
    hold = sum(n * net for n, net in zip(counts, money.holding(kind), strict=True))
    play = sum(n * net for n, net in zip(counts, money.playing, strict=True))
    whole = deck.dealers * money.unit
    return Fraction(hold, whole), Fraction(play, whole)


def _numbers(cards: Sequence[Card]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([number(card) for card in cards], np.int64)
