"""Rounds of blackjack: hands are numbers that a table leads from card to card."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from croupier.odds.simulation.kernel_dealing import STEP, add_shoe, draw

if TYPE_CHECKING:
    from croupier.odds.array_types import CardNumbers, Counts, Floats, Ints, Stream

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
DEALT, FROM_SPLIT = 0, 13
"""The state of a single card is its rank, and so much more on a hand from a split."""
NOTHING, SECOND_CARD, TOTAL = 0, 1, 2
"""What a hand needs of the dealer."""
ACE, SEVEN, RANK = 0, 6, 15
BB_1, OBO, OBBO = 1, 2, 3
"""What the dealer's Blackjack takes of the hands of a split, where it does not take all."""
ROUNDING = 1e-9
"""Less than any two true counts differ by: a whole one is not rounded down to the one before."""
SEVENS = 6
"""How many ways there are for three cards to be sevens or not."""


class Tables(NamedTuple):
    """The rules and a strategy. Rows of sixteen are by the rank of a card."""

    next: Ints
    """The state that a card makes of a state."""
    actions: Ints
    """By state, and the dealer's card."""
    unpaired: Ints
    """The state of a pair that may not be split any more."""
    ends: Ints
    """How a hand that ends in a state has come out, by the dealer's card: a row of `pays`."""
    needs: Ints
    """By such a row."""
    pays: Ints
    """By such a row, those of doubled stakes in the second half, and by how the dealer ended."""
    dealers_next: Ints
    """The state that a card makes of the dealer's; the dealer's ends come first."""
    dealers_ends: int
    dealers_blackjack: int
    """The first of the dealer's ends that is a Blackjack; all after it are."""
    insured: Ints
    """What insurance brings, by how the dealer ended; all zero if none is taken."""
    even_money: int
    """The row of a Blackjack for which even money is taken, and so no insurance."""
    most_hands: int
    collects: int
    unit: int
    """The initial wager."""


class Alone(NamedTuple):
    """One box that splits nothing, from the deal to its result, in the same numbers."""

    begin: Ints
    """By the dealer's card, the first and the second of the box."""
    step: Ints
    """What a card makes of a number."""
    split: int
    """A pair to be split. Every number below is a result, a place of `results`."""


class CountTables(NamedTuple):
    """A player who counts: what the count is, what it has them do, and what came of it.

    Levels are true counts rounded down, from the lowest that has a chart of its own.
    """

    tags: Ints
    """By rank, as whole numbers."""
    drift: float
    """What a card adds to the running count on average."""
    per_card: Floats
    """By place in the shoe, how much of a true count one of the running count is."""
    lowest: int
    charts: Ints
    """Which chart is followed, by level."""
    begin: Ints
    """As in `Alone`, by chart; all lead into one table of steps."""
    step: Ints
    actions: Ints
    ends: Ints
    insured: Ints
    """These three as in `Tables`, by chart."""
    stakes: Ints
    """What is wagered on each box, by level; 0 watches."""
    by_count: Counts
    """By level before the deal: rounds, what they brought for a wager of one, and that squared."""
    by_shoe: Counts
    """Over shoes: what they brought squared, times their rounds, rounds squared, times their
    stakes, stakes squared; and how many shoes."""


@njit(cache=True, nogil=True)
def play_blackjack(
    shoe: CardNumbers, cards: int, burnt: int, cut: int, rounds: int, boxes: int, tables: Tables,
    alone: Alone, side_bets: Ints, stream: Stream, results: Counts, sides: Counts, sums: Counts,
    counter: CountTables | None = None,
) -> int:  # fmt: skip
    """Play rounds, the shoe shuffled anew before each that begins at the cut or behind it.

    Counts what each box brings in `results`, zero in the middle, and in `sides` how its side bets
    come out, which bring what `side_bets` has for each. `sums` has, for the main wager and each
    side bet, over shoes from shuffle to shuffle: their results squared, times their wagers, their
    wagers squared, and for side bets their results times those of the main wager.
    Returns how many cards were dealt last.

    With a `counter`, stake and chart follow the true count: the stake as it is before the deal, the
    chart as it is with the first cards of the round. Without one, none of that is compiled.

    One long function on purpose: handed on to others, the tables would be counted in and out for
    every hand, which takes five times as long as playing it.
    """
    middle, half = len(results) // 2, len(tables.needs)
    begin, step, to_split = alone.begin, alone.step, alone.split
    actions, ends, insured = tables.actions, tables.ends, tables.insured
    lowest = highest = 0
    drift = 0.0
    if counter is not None:
        step, drift = counter.step, counter.drift
        lowest, highest = counter.lowest, counter.lowest + len(counter.charts) - 1
    running = brought = staked = before = begun = level = seen = chart = came = 0
    true = 0.0
    by_itself = boxes == 1 and len(side_bets) == 0
    first, second = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    hands, rows = np.zeros(boxes, np.int64), np.zeros((boxes, tables.most_hands), np.int64)
    waiting = np.zeros(tables.most_hands, np.int64)
    won_aside = np.zeros(len(side_bets), np.int64)
    word = stream[0]
    place = wagers = won = dealt = 0
    for played in range(1, rounds + 1):
        while place < burnt:
            word += STEP
            draw(shoe, cards, place, word)
            place += 1
        if counter is not None:
            before, begun = won, place
            true = np.floor(
                (running - drift * (place - burnt)) * counter.per_card[place] + ROUNDING
            )
            level = int(min(max(true, lowest), highest)) - lowest
        for box in range(boxes):
            word += STEP
            first[box] = draw(shoe, cards, place, word)
            place += 1
        word += STEP
        up = draw(shoe, cards, place, word) & RANK
        place += 1
        for box in range(boxes):
            word += STEP
            second[box] = draw(shoe, cards, place, word)
            place += 1
        if counter is not None:
            seen = running
            for earlier in range(begun, place):
                seen += counter.tags[shoe[earlier] & RANK]
            true = np.floor((seen - drift * (place - burnt)) * counter.per_card[place] + ROUNDING)
            chart = counter.charts[int(min(max(true, lowest), highest)) - lowest]
        number = to_split
        if by_itself:
            if counter is None:
                number = begin[up, first[0] & RANK, second[0] & RANK]
            else:
                number = counter.begin[chart, up, first[0] & RANK, second[0] & RANK]
            while number > to_split:
                word += STEP
                number = step[number, draw(shoe, cards, place, word) & RANK]
                place += 1
        if number < to_split:
            results[number] += 1
            won += int(number) - middle
        else:
            if counter is not None:
                actions, ends = counter.actions[chart], counter.ends[chart]
                insured = counter.insured[chart]
            insures = up == ACE and insured[0] != 0
            need = NOTHING
            for box in range(boxes):
                drawn = place
                card, other = first[box] & RANK, second[box] & RANK
                state = tables.next[DEALT + card, other]
                count = split = 0
                while True:
                    doubled = 0
                    action = actions[state, up]
                    while action != STAND:
                        if action == SPLIT:
                            if count + split + 1 < tables.most_hands:
                                waiting[split] = other
                                split += 1
                                word += STEP
                                other = draw(shoe, cards, place, word) & RANK
                                place += 1
                                state = tables.next[FROM_SPLIT + card, other]
                            else:
                                state = tables.unpaired[state]
                        else:
                            word += STEP
                            state = tables.next[state, draw(shoe, cards, place, word) & RANK]
                            place += 1
                            if action == DOUBLE:
                                doubled = half
                                break
                        action = actions[state, up]
                    row = ends[state, up]
                    need = max(need, tables.needs[row])
                    rows[box, count] = row + doubled
                    count += 1
                    if split == 0:
                        break
                    split -= 1
                    card = waiting[split]
                    word += STEP
                    other = draw(shoe, cards, place, word) & RANK
                    place += 1
                    state = tables.next[FROM_SPLIT + card, other]
                hands[box] = count
                if insures and rows[box, 0] != tables.even_money:
                    need = max(need, SECOND_CARD)
                if len(side_bets) > 0:
                    third = np.int64(shoe[drawn]) if place > drawn else np.int64(-1)
                    side = _pair(first[box], second[box]) * SEVENS
                    side += _sevens(first[box], second[box], third)
                    sides[side] += 1
                    for bet in range(len(side_bets)):
                        won_aside[bet] += side_bets[bet, side]
            end = up + tables.dealers_ends
            if need > NOTHING:
                word += STEP
                end = tables.dealers_next[end, draw(shoe, cards, place, word) & RANK]
                place += 1
            if need == TOTAL:
                while end >= tables.dealers_ends:
                    word += STEP
                    end = tables.dealers_next[end, draw(shoe, cards, place, word) & RANK]
                    place += 1
            elif end >= tables.dealers_ends:
                end = np.int64(0)  # any that is no Blackjack
            for box in range(boxes):
                net = 0
                if insures and rows[box, 0] != tables.even_money:
                    net += insured[end]
                if tables.collects and end >= tables.dealers_blackjack and hands[box] > 1:
                    net += _after_a_split(tables, rows[box, : hands[box]], end)
                else:
                    for hand in range(hands[box]):
                        net += tables.pays[rows[box, hand], end]
                results[middle + net] += 1
                won += net
        wagers += boxes
        if counter is not None:
            came = won - before
            counter.by_count[level, 0] += 1
            counter.by_count[level, 1] += came
            counter.by_count[level, 2] += came * came
            brought += counter.stakes[level] * came
            staked += counter.stakes[level] * boxes
            for earlier in range(begun, place):
                running += counter.tags[shoe[earlier] & RANK]
        if place > cards:
            raise ValueError("the shoe ran out in the middle of a round: leave more cards in it")
        if place >= cut or played == rounds:
            add_shoe(sums[0], won, wagers)
            for bet in range(len(side_bets)):
                add_shoe(sums[1 + bet], won_aside[bet], wagers)
                sums[1 + bet, 3] += won * won_aside[bet]
                won_aside[bet] = 0
            if counter is not None:
                _add_counted(counter.by_shoe, brought, wagers // boxes, staked)
                running = brought = staked = 0
            dealt, place, wagers, won = place, 0, 0, 0
    stream[0] = word
    return dealt


@njit(cache=True, nogil=True)
def _add_counted(sums: Counts, brought: int, rounds: int, staked: int) -> None:
    sums[0] += brought * brought
    sums[1] += brought * rounds
    sums[2] += rounds * rounds
    sums[3] += brought * staked
    sums[4] += staked * staked
    sums[5] += 1


@njit(cache=True, nogil=True)
def _after_a_split(tables: Tables, rows: Ints, end: np.int64) -> int:
    """What the hands of a split bring against a Blackjack that takes no more than one wager.

    Hands that wait for the dealer lose from the left until it is gone.
    """
    unit, half = tables.unit, len(tables.needs)
    left, net = unit, 0
    for row in rows:
        if tables.needs[row % half] != TOTAL:
            net += tables.pays[row, end]
            if tables.collects == OBO and tables.pays[row, end] < 0:
                left += tables.pays[row, end]
    for row in rows:
        if tables.needs[row % half] == TOTAL:
            if tables.collects == OBBO:
                left = unit
            taken = max(0, min(left, 2 * unit if row >= half else unit))
            left -= taken
            net -= taken
    return net


@njit(cache=True, nogil=True)
def _pair(first: np.int64, second: np.int64) -> int:
    """No pair, or by rank a mixed one, a red, a black or a perfect one."""
    if first & RANK != second & RANK:
        return 0
    kind = 1
    red, other_red = first >> 4 in (1, 2), second >> 4 in (1, 2)
    if first == second:
        kind = 4
    elif red == other_red:
        kind = 2 if red else 3
    return int(first & RANK) * 4 + kind


@njit(cache=True, nogil=True)
def _sevens(first: np.int64, second: np.int64, third: np.int64) -> int:
    """No seven first, one, two, two suited, three, three suited."""
    if first & RANK != SEVEN:
        return 0
    if second & RANK != SEVEN:
        return 1
    if third < 0 or third & RANK != SEVEN:
        return 3 if first == second else 2
    return 5 if first == second == third else 4
