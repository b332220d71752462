"""Many tables of Hold'em, each a decision further: what `holdem.py` does on the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from croupier.environments.array_layout import BET, DONE, SAME_STEP, SHARED, STAGE, STEPS
from croupier.games.holdem.odds.kernel_tables import (
    HIGH,
    LOST,
    LOST_UNQUALIFIED,
    SUITS,
    TIED,
    WON,
    WON_UNQUALIFIED,
)
from croupier.odds.simulation.kernel_dealing import STEP, draw

if TYPE_CHECKING:
    from croupier.environments.array_layout import Outcome, Tables
    from croupier.games.holdem.odds.kernel_tables import Ranks
    from croupier.odds.array_types import Counts, Ints

FOLD, CHECK, ONE_TIMES, BETS = 0, 1, 2, 6
BETTING, BEFORE_THE_FLOP, AFTER_THE_FLOP, ON_THE_RIVER, OVER = 0, 1, 2, 3, 4
NO_CARD, BOARD, DEALT = 52, 5, 9
F_STAGE, F_HOLE, F_BOARD, F_BET = 0, 1, 3, 8
"""Rows of the observation."""
DEALS, UP, COLUMNS = SHARED, SHARED + 9, SHARED + 10
"""Columns of the state: the communal five, the player's two, the dealer's two, and how many of the
communal cards lie open."""
LOW_FIELD, HIGH_FIELD = (1 << HIGH) - 1, (1 << 14) - 1
TO_EIGHT, EIGHT = 0x3333 << SUITS, 0x8888 << SUITS
"""Five of a suit are lifted to a bit of their own, as in `odds.holdem.kernels.ranks`."""

WAIT, BEGIN, DEAL, SHOW_DOWN = 0, 1, 2, 3


class HoldemRules(NamedTuple):
    """The rules as numbers; amounts are cents."""

    order: Ints
    """Where each of the nine cards goes, as they leave the shoe."""
    legal: Ints
    """By stage, stake and action."""
    nets: Counts
    """By stake, multiple of the ante, kind of hand, and how the dealer leaves it."""
    folded: Counts
    """By stake."""
    runs_out: int
    """Whether the communal cards are turned up after a fold too."""
    card_words: Counts


@njit(cache=True, nogil=True)
def step(
    actions: Counts, live: Ints, mode: int, most_steps: int, rules: HoldemRules, ranks: Ranks,
    tables: Tables, out: Outcome,
) -> int:  # fmt: skip
    """Take an action at every table that is live; -1, for a deck does not run out."""
    cards, width, betting = tables.cards, tables.width, tables.betting
    shoe, words, state = tables.shoe, tables.words, tables.state
    obs, mask, cents = out.obs, out.mask, out.cents
    ended, truncated, illegal = out.ended, out.truncated, out.illegal
    last_obs, last_mask = out.final_obs, out.final_mask
    order, legal, nets, folded = rules.order, rules.legal, rules.nets, rules.folded
    card_words = rules.card_words
    start, ranked, by_order, flush, kinds = (
        ranks.start, ranks.place, ranks.order, ranks.flush, ranks.kind,
    )  # fmt: skip
    for i in range(len(actions)):
        if not live[i]:
            continue
        action = actions[i]
        ended[i] = truncated[i] = illegal[i] = False
        cents[i] = 0
        multiple = 0
        todo = WAIT
        if state[i, DONE]:
            todo = BEGIN
        else:
            state[i, STEPS] += 1
            if not mask[i, action]:
                illegal[i] = True
            elif action >= BETS:
                state[i, BET] = action - BETS
                todo = DEAL
            elif action == FOLD:
                cents[i], ended[i] = -folded[state[i, BET]], True
                if rules.runs_out:
                    state[i, UP] = BOARD
            elif action == CHECK:
                state[i, STAGE] += 1
                state[i, UP] = 3 if state[i, STAGE] == AFTER_THE_FLOP else BOARD
            else:
                multiple, todo = action - ONE_TIMES, SHOW_DOWN
        while True:
            if todo == SHOW_DOWN:
                state[i, UP] = BOARD
                best = 0
                for whose in (7, 5):
                    word = 0
                    for place in range(BOARD):
                        word += card_words[state[i, DEALS + place]]
                    word += card_words[state[i, DEALS + whose]]
                    word += card_words[state[i, DEALS + whose + 1]]
                    if not (word + TO_EIGHT) & EIGHT:
                        begun = start[word >> HIGH & HIGH_FIELD]
                        made = int(by_order[begun + ranked[word & LOW_FIELD]])
                    else:
                        suit = 0
                        while not (word + TO_EIGHT) >> (SUITS + 4 * suit) & 8:
                            suit += 1
                        suited = 0
                        for place in range(7):
                            at = place if place < BOARD else whose + place - BOARD
                            card = state[i, DEALS + at]
                            if card // 13 == suit:
                                suited |= 1 << card % 13
                        made = int(flush[suited])
                    if whose == 7:
                        best = made
                qualified = kinds[best] > 0
                result = TIED
                if made > best:
                    result = WON if qualified else WON_UNQUALIFIED
                elif made < best:
                    result = LOST if qualified else LOST_UNQUALIFIED
                cents[i] = nets[state[i, BET], multiple, kinds[made], result]
                ended[i], todo = True, WAIT
            elif todo == BEGIN:
                state[i, DONE] = state[i, STEPS] = state[i, UP] = 0
                state[i, BET], state[i, STAGE] = -1, BETTING
                if betting:
                    break
                state[i, BET], todo = 0, DEAL
            elif todo == DEAL:
                base, word = i * width, words[i]
                for place in range(DEALT):
                    word += STEP
                    card = draw(shoe, base + cards, base + place, word)
                    state[i, DEALS + order[place]] = card
                words[i] = word
                state[i, STAGE] = BEFORE_THE_FLOP
                break
            else:
                truncated[i] = most_steps > 0 and state[i, STEPS] >= most_steps
                if not ended[i] and not truncated[i]:
                    break
                if ended[i]:
                    state[i, STAGE] = OVER
                state[i, STEPS] = 0
                if mode != SAME_STEP:
                    state[i, DONE] = 1
                    break
                observe(i, betting, legal, state, last_obs, last_mask)
                todo = BEGIN
        observe(i, betting, legal, state, obs, mask)
    return -1


@njit(cache=True, nogil=True, inline="always")
def observe(i: int, betting: int, legal: Ints, state: Ints, obs: Counts, mask: Ints) -> None:
    """Write down what the player sees and may do."""
    stage, bet, up = state[i, STAGE], state[i, BET], state[i, UP]
    obs[F_STAGE, i] = stage
    if betting:
        obs[F_BET, i] = bet + 1
    for place in range(2):
        obs[F_HOLE + place, i] = NO_CARD if stage == BETTING else state[i, DEALS + BOARD + place]
    for place in range(BOARD):
        obs[F_BOARD + place, i] = state[i, DEALS + place] if place < up else NO_CARD
    for action in range(mask.shape[1]):
        mask[i, action] = legal[stage, max(bet, 0), action]
