"""Many tables of baccarat, each a coup further: what `baccarat.py` does on the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from croupier.environments.array_layout import DONE, PLACE, SAME_STEP, SHARED, STAGE, STEPS
from croupier.games.baccarat.simulation.kernel import KINDS, NATURAL, NO_CARD, RANK
from croupier.odds.simulation.kernel_dealing import STEP, draw

if TYPE_CHECKING:
    from croupier.environments.array_layout import Outcome, Tables
    from croupier.games.baccarat.simulation.kernel import KernelTableau
    from croupier.odds.array_types import Counts, Ints

BETTING, OVER = 0, 1
NO_TOTAL = 10
F_STAGE, F_PLAYER, F_BANKER = 0, 1, 2
"""Rows of the observation."""
ONE_MORE, COLUMNS = SHARED, SHARED + 1


@njit(cache=True, nogil=True)
def step(
    actions: Counts, live: Ints, mode: int, most_steps: int, shows_burnt: int,
    tableau: KernelTableau, nets: Counts, tables: Tables, out: Outcome,
) -> int:  # fmt: skip
    """Deal a coup at every table that is live; the number of one whose shoe ran out, or -1.

    `nets` has what each action brings, by the coup.
    """
    cards, width, burnt, cut = tables.cards, tables.width, tables.burnt, tables.cut
    counting, shoe, words = tables.counting, tables.shoe, tables.words
    state, counts = tables.state, tables.counts
    obs, mask, cents, ended = out.obs, out.mask, out.cents, out.ended
    last_obs, last_mask, last_counts = out.final_obs, out.final_mask, out.final_counts
    truncated, illegal = out.truncated, out.illegal
    points, draws, bankers = tableau.points, tableau.player_draws, tableau.banker_draws
    pairs, burns = tableau.pairs, tableau.burnt
    for i in range(len(actions)):
        if not live[i]:
            continue
        ended[i] = truncated[i] = illegal[i] = False
        cents[i] = 0
        base = i * width
        last = base + cards
        place, word = state[i, PLACE], words[i]
        begins = state[i, DONE] != 0
        if not begins:
            at = base + place
            word += STEP
            first = draw(shoe, last, at, word)
            word += STEP
            bankers_first = draw(shoe, last, at + 1, word)
            word += STEP
            second = draw(shoe, last, at + 2, word)
            word += STEP
            bankers_second = draw(shoe, last, at + 3, word)
            place += 4
            player = (points[first & RANK] + points[second & RANK]) % 10
            banker = (points[bankers_first & RANK] + points[bankers_second & RANK]) % 10
            if counting:
                counts[i, first & RANK] += 1
                counts[i, second & RANK] += 1
                counts[i, bankers_first & RANK] += 1
                counts[i, bankers_second & RANK] += 1
            if player < NATURAL and banker < NATURAL:
                against = NO_CARD
                if draws[player]:
                    word += STEP
                    third = draw(shoe, last, base + place, word) & RANK
                    place += 1
                    if counting:
                        counts[i, third] += 1
                    against = points[third]
                    player = (player + against) % 10
                if bankers[banker, against]:
                    word += STEP
                    third = draw(shoe, last, base + place, word) & RANK
                    place += 1
                    if counting:
                        counts[i, third] += 1
                    banker = (banker + points[third]) % 10
            if place > cards:
                return i
            pair = pairs[first, second] * KINDS + pairs[bankers_first, bankers_second]
            cents[i] = nets[actions[i], (player * 10 + banker) * KINDS * KINDS + pair]
            ended[i], truncated[i] = True, most_steps == 1
            met = place > cut
            over = cut == 0 or state[i, ONE_MORE] != 0 or (met and player != banker)
            state[i, ONE_MORE] = met and not over
            if over:
                place = cards  # shuffled before the next coup
            if mode == SAME_STEP:
                _ended(i, player, banker, last_obs, last_mask)
                if counting:
                    for rank in range(13):
                        last_counts[i, rank] = counts[i, rank]
                begins = True
            else:
                state[i, DONE] = 1
                _ended(i, player, banker, obs, mask)
        if begins:
            state[i, DONE] = 0
            if place == cards:
                place = 0
                if counting:
                    for rank in range(13):
                        counts[i, rank] = 0
                if burnt:
                    word += STEP
                    shown = draw(shoe, last, base, word) & RANK
                    if counting and shows_burnt:
                        counts[i, shown] += 1
                    place = 1
                    for _ in range(burnt - 1 + burns[shown]):
                        word += STEP
                        draw(shoe, last, base + place, word)
                        place += 1
            obs[F_STAGE, i], obs[F_PLAYER, i], obs[F_BANKER, i] = BETTING, NO_TOTAL, NO_TOTAL
            for action in range(mask.shape[1]):
                mask[i, action] = 1
        state[i, STAGE], state[i, STEPS] = obs[F_STAGE, i], 0
        state[i, PLACE], words[i] = place, word
    return -1


@njit(cache=True, nogil=True, inline="always")
def _ended(i: int, player: int, banker: int, obs: Counts, mask: Ints) -> None:
    """Write down what is seen of a coup that is over."""
    obs[F_STAGE, i], obs[F_PLAYER, i], obs[F_BANKER, i] = OVER, player, banker
    for action in range(mask.shape[1]):
        mask[i, action] = 0
