"""Many tables of blackjack, each a step further: what `blackjack.py` does on the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from croupier.environments.array_layout import (
    BET,
    DONE,
    PLACE,
    SAME_STEP,
    SHARED,
    STAGE,
    STEPS,
)
from croupier.odds.simulation.kernel_dealing import STEP, draw

if TYPE_CHECKING:
    from croupier.environments.array_layout import Outcome, Tables
    from croupier.odds.array_types import Counts, Ints

STAND, HIT, DOUBLE, SPLIT, INSURE, EVEN_MONEY, DECLINE = 0, 1, 2, 3, 4, 5, 6
BETTING, INSURANCE, PLAY, OVER = 0, 1, 2, 3
F_STAGE, F_TOTAL, F_SOFT, F_PAIR, F_CARDS = 0, 1, 2, 3, 4
F_DEALER, F_HAND, F_HANDS, F_BET = 5, 6, 7, 8
"""Rows of the observation."""

UP, HAND, HANDS, INSURED, EVEN, STAKED, SERVED = (
    SHARED, SHARED + 1, SHARED + 2, SHARED + 3, SHARED + 4, SHARED + 5, SHARED + 6,
)  # fmt: skip
OF_HANDS = SHARED + 7
LOW, ACE_HELD, CARDS, FIRST, SECOND, DOUBLED, END, OF_A_HAND = 0, 1, 2, 3, 4, 5, 6, 7
"""Columns of the state: those of the table, then those of each hand."""

NOTHING, SECOND_CARD, TOTAL = 0, 1, 2
"""What a hand needs of the dealer."""
BUST, FIVE_CARDS, BLACKJACK, PAID, EVEN_ROW, ENDS = 22, 23, 24, 28, 29, 30
"""How a hand ends, beside on a total: a Blackjack that waits by its ten, or paid at once."""
BB_1, OBO, OBBO = 1, 2, 3
ACE, TEN, RANK = 0, 9, 15

WAIT, BEGIN, DEAL, INTERIM, DRAW, NEXT, DEALER, LAST_LOOK = 0, 1, 2, 3, 4, 5, 6, 7
"""What is to be done next at a table."""


class BlackjackRules(NamedTuple):
    """The rules as numbers; amounts are cents, by stake."""

    plays: int
    """How many actions there are before the bets."""
    insurance: int
    both: int
    """Whether insurance and even money may be asked for together."""
    stakes: Ints
    doubles: Ints
    insurances: Ints
    insurance_wins: Ints
    most_on_box: int
    most_hands: int
    most_cards: int
    doubled_up_to: int
    one_card_on_aces: int
    blackjack_after_split: int
    collects: int
    pays: Ints
    """By stake, single or doubled, how the hand ended and how the dealer did."""
    needs: Ints
    """By how the hand ended."""
    dealers_next: Ints
    dealers_ends: int
    dealers_blackjack: int


@njit(cache=True, nogil=True)
def step(
    actions: Counts, live: Ints, mode: int, most_steps: int, rules: BlackjackRules, tables: Tables,
    out: Outcome,
) -> int:  # fmt: skip
    """Take an action at every table that is live; the number of one whose shoe ran out, or -1.

    One long function on purpose, the arrays taken out of their tuples once: handed on to others
    they would be counted in and out for every table. What is called is written in for that reason.
    """
    cards, width, burnt, cut = tables.cards, tables.width, tables.burnt, tables.cut
    betting, counting = tables.betting, tables.counting
    shoe, words, state, counts = tables.shoe, tables.words, tables.state, tables.counts
    obs, mask, cents = out.obs, out.mask, out.cents
    ended, truncated, illegal = out.ended, out.truncated, out.illegal
    last_obs, last_mask, last_counts = out.final_obs, out.final_mask, out.final_counts
    stakes, doubles, insurances = rules.stakes, rules.doubles, rules.insurances
    pays, needs, dealers_next = rules.pays, rules.needs, rules.dealers_next
    dealers_ends, dealers_blackjack = rules.dealers_ends, rules.dealers_blackjack
    plays = rules.plays
    for i in range(len(actions)):
        if not live[i]:
            continue
        action = actions[i]
        ended[i] = truncated[i] = illegal[i] = False
        cents[i] = 0
        base = i * width
        last = base + cards
        place, word = state[i, PLACE], words[i]
        if state[i, DONE]:
            todo = BEGIN
        elif not mask[i, action]:
            illegal[i], todo = True, WAIT
            state[i, STEPS] += 1
        else:
            state[i, STEPS] += 1
            hand = OF_HANDS + OF_A_HAND * state[i, HAND]
            if action >= plays:
                state[i, BET] = action - plays
                todo = DEAL
            elif action >= INSURE:
                if action == INSURE:
                    state[i, INSURED] = 1
                elif action == EVEN_MONEY:
                    state[i, EVEN] = 1
                todo = INTERIM
                if action != DECLINE and rules.both:
                    left_open = not state[i, INSURED] and insurances[state[i, BET]] > 0
                    blackjack = state[i, hand + LOW] == 11 and state[i, hand + ACE_HELD]
                    if left_open or (blackjack and not state[i, EVEN]):
                        todo = WAIT
            elif action == STAND:
                if state[i, SERVED]:
                    state[i, SERVED] = 0
                else:
                    low = state[i, hand + LOW]
                    soft = state[i, hand + ACE_HELD] and low <= 11
                    state[i, hand + END] = low + 10 if soft else low
                todo = NEXT
            else:
                if action == SPLIT:
                    bet = state[i, BET]
                    after = OF_HANDS + OF_A_HAND * state[i, HANDS]
                    for column in range(after - 1, hand + OF_A_HAND - 1, -1):
                        state[i, column + OF_A_HAND] = state[i, column]
                    state[i, HANDS] += 1
                    state[i, STAKED] += stakes[bet]
                    new = hand + OF_A_HAND
                    rank = state[i, hand + SECOND]
                    points = min(rank + 1, 10)
                    for each in (hand, new):
                        state[i, each + LOW] = points
                        state[i, each + ACE_HELD] = points == 1
                        state[i, each + CARDS] = 1
                        state[i, each + DOUBLED] = 0
                    state[i, new + FIRST] = rank
                elif action == DOUBLE:
                    state[i, hand + DOUBLED] = 1
                    state[i, STAKED] += doubles[state[i, BET]]
                todo = DRAW
        while True:
            if todo == WAIT:
                if most_steps and not ended[i] and state[i, STEPS] >= most_steps:
                    truncated[i] = True
                    state[i, STEPS] = 0
                    if mode == SAME_STEP:
                        todo = LAST_LOOK
                        continue
                    state[i, DONE] = 1
                break
            if todo == LAST_LOOK:
                observe(
                    i, stakes, doubles, insurances, plays, rules.both, rules.doubled_up_to,
                    rules.most_hands, rules.most_on_box, betting, state, last_obs, last_mask,
                )  # fmt: skip
                if counting:
                    for rank in range(13):
                        last_counts[i, rank] = counts[i, rank]
                todo = BEGIN
            elif todo == BEGIN:
                state[i, DONE] = state[i, STEPS] = 0
                state[i, INSURED] = state[i, EVEN] = state[i, SERVED] = 0
                state[i, HAND] = state[i, HANDS] = 0
                if place >= cut:
                    place = 0
                    if counting:
                        for rank in range(13):
                            counts[i, rank] = 0
                    for _ in range(burnt):
                        word += STEP
                        draw(shoe, last, base + place, word)
                        place += 1
                if betting:
                    state[i, BET], state[i, STAGE] = -1, BETTING
                    todo = WAIT
                else:
                    state[i, BET], todo = 0, DEAL
            elif todo == DEAL:
                word += STEP
                first = draw(shoe, last, base + place, word) & RANK
                word += STEP
                up = draw(shoe, last, base + place + 1, word) & RANK
                word += STEP
                second = draw(shoe, last, base + place + 2, word) & RANK
                place += 3
                if counting:
                    counts[i, first] += 1
                    counts[i, up] += 1
                    counts[i, second] += 1
                state[i, UP], state[i, HANDS], state[i, HAND] = up, 1, 0
                state[i, STAKED] = stakes[state[i, BET]]
                state[i, OF_HANDS + FIRST], state[i, OF_HANDS + SECOND] = first, second
                state[i, OF_HANDS + LOW] = min(int(first) + 1, 10) + min(int(second) + 1, 10)
                state[i, OF_HANDS + ACE_HELD] = first == ACE or second == ACE
                state[i, OF_HANDS + CARDS], state[i, OF_HANDS + DOUBLED] = 2, 0
                if rules.insurance and up == ACE:
                    state[i, STAGE], todo = INSURANCE, WAIT
                else:
                    state[i, STAGE], todo = PLAY, WAIT
                    if state[i, OF_HANDS + LOW] == 11 and state[i, OF_HANDS + ACE_HELD]:
                        state[i, SERVED] = 1
                        waits = BLACKJACK + max(first, second) - TEN
                        state[i, OF_HANDS + END] = waits if up == ACE or up >= TEN else PAID
            elif todo == INTERIM:
                state[i, STAGE], todo = PLAY, WAIT
                first, second = state[i, OF_HANDS + FIRST], state[i, OF_HANDS + SECOND]
                if state[i, OF_HANDS + LOW] == 11 and state[i, OF_HANDS + ACE_HELD]:
                    waits = BLACKJACK + max(first, second) - TEN
                    state[i, OF_HANDS + END] = EVEN_ROW if state[i, EVEN] else waits
                    todo = NEXT
            elif todo == DRAW:
                hand = OF_HANDS + OF_A_HAND * state[i, HAND]
                word += STEP
                card = draw(shoe, last, base + place, word) & RANK
                place += 1
                if counting:
                    counts[i, card] += 1
                state[i, hand + SECOND] = card
                state[i, hand + LOW] += min(card + 1, 10)
                state[i, hand + ACE_HELD] |= card == ACE
                state[i, hand + CARDS] += 1
                low, many = state[i, hand + LOW], state[i, hand + CARDS]
                total = low + 10 if state[i, hand + ACE_HELD] and low <= 11 else low
                split = state[i, HANDS] > 1
                todo = NEXT
                if split and many == 2 and state[i, hand + FIRST] == ACE and rules.one_card_on_aces:
                    state[i, hand + END] = total
                elif total == 21:
                    up = state[i, UP]
                    if split and many == 2 and rules.blackjack_after_split:
                        first, second = state[i, hand + FIRST], state[i, hand + SECOND]
                        waits = BLACKJACK + max(first, second) - TEN
                        state[i, hand + END] = waits if up == ACE or up >= TEN else PAID
                    else:
                        state[i, hand + END] = 21
                elif total > 21:
                    state[i, hand + END] = BUST
                elif many == rules.most_cards:
                    state[i, hand + END] = FIVE_CARDS
                elif state[i, hand + DOUBLED]:
                    state[i, hand + END] = total
                else:
                    todo = WAIT
            elif todo == NEXT:
                todo = DEALER
                if state[i, HAND] + 1 < state[i, HANDS]:
                    state[i, HAND] += 1
                    todo = DRAW
            else:  # the dealer's hand, and the settlement
                bet, hands = state[i, BET], state[i, HANDS]
                need = SECOND_CARD if state[i, INSURED] else NOTHING
                for each in range(hands):
                    row = state[i, OF_HANDS + OF_A_HAND * each + END]
                    need = max(need, needs[row])
                end = dealers_ends + state[i, UP]
                more = need > NOTHING
                while more:
                    word += STEP
                    card = draw(shoe, last, base + place, word) & RANK
                    place += 1
                    if counting:
                        counts[i, card] += 1
                    end = int(dealers_next[end, card])
                    more = need == TOTAL and end >= dealers_ends
                if end >= dealers_ends:
                    end = 0  # any that is no Blackjack
                net = 0
                if state[i, INSURED]:
                    won = end >= dealers_blackjack
                    net += rules.insurance_wins[bet] if won else -insurances[bet]
                spares = rules.collects and end >= dealers_blackjack
                left = stakes[bet]
                for each in range(hands):
                    hand = OF_HANDS + OF_A_HAND * each
                    row, doubled = state[i, hand + END], state[i, hand + DOUBLED]
                    if spares and rules.collects == OBO and row == BUST:
                        left -= stakes[bet] + doubled * doubles[bet]
                for each in range(hands):
                    hand = OF_HANDS + OF_A_HAND * each
                    row, doubled = state[i, hand + END], state[i, hand + DOUBLED]
                    if spares and needs[row] == TOTAL:
                        if rules.collects == OBBO:
                            left = stakes[bet]
                        taken = max(0, min(left, stakes[bet] + doubled * doubles[bet]))
                        left -= taken
                        net -= taken
                    else:
                        net += pays[bet, doubled, row, end]
                if place > cards:
                    return i
                cents[i], ended[i] = net, True
                truncated[i] = most_steps > 0 and state[i, STEPS] >= most_steps
                state[i, STAGE], state[i, STEPS], todo = OVER, 0, WAIT
                if mode == SAME_STEP:
                    todo = LAST_LOOK
                else:
                    state[i, DONE] = 1
        state[i, PLACE], words[i] = place, word
        observe(
            i, stakes, doubles, insurances, plays, rules.both, rules.doubled_up_to,
            rules.most_hands, rules.most_on_box, betting, state, obs, mask,
        )  # fmt: skip
    return -1


@njit(cache=True, nogil=True, inline="always")
def observe(
    i: int, stakes: Ints, doubles: Ints, insurances: Ints, plays: int, both: int,
    doubled_up_to: int, most_hands: int, most_on_box: int, betting: int,
    state: Ints, obs: Counts, mask: Ints,
) -> None:  # fmt: skip
    """Write down what the player sees and may do."""
    stage, bet = state[i, STAGE], state[i, BET]
    for action in range(mask.shape[1]):
        mask[i, action] = 0
    obs[F_STAGE, i] = stage
    if betting:
        obs[F_BET, i] = bet + 1
    if stage == BETTING:
        for field in range(F_TOTAL, F_HANDS + 1):
            obs[field, i] = 0
        for action in range(plays, mask.shape[1]):
            mask[i, action] = 1
        return
    hands = state[i, HANDS]
    hand = OF_HANDS + OF_A_HAND * state[i, HAND]
    low, many = state[i, hand + LOW], state[i, hand + CARDS]
    first = min(state[i, hand + FIRST] + 1, 10)
    soft = state[i, hand + ACE_HELD] and low <= 11
    total = low + 10 if soft else low
    pair = many == 2 and low == 2 * first
    obs[F_TOTAL, i] = total
    obs[F_SOFT, i] = soft
    obs[F_PAIR, i] = first if pair else 0
    obs[F_CARDS, i] = many
    obs[F_DEALER, i] = min(state[i, UP] + 1, 10)
    obs[F_HAND, i] = state[i, HAND] + 1
    obs[F_HANDS, i] = hands
    if stage == INSURANCE:
        insured, even = state[i, INSURED], state[i, EVEN]
        mask[i, INSURE] = insurances[bet] > 0 and not insured and (not even or both)
        mask[i, EVEN_MONEY] = total == 21 and not even and (not insured or both)
        mask[i, DECLINE] = 1
    elif stage == PLAY and state[i, SERVED]:
        mask[i, STAND] = 1
    elif stage == PLAY:
        staked, double = state[i, STAKED], doubles[bet]
        mask[i, STAND] = total >= 12
        mask[i, HIT] = 1
        may_double = double > 0 and many <= doubled_up_to
        mask[i, DOUBLE] = may_double and staked + double <= most_on_box
        may_split = pair and hands < most_hands
        mask[i, SPLIT] = may_split and staked + stakes[bet] <= most_on_box
