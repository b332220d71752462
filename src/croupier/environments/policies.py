"""The exact strategy as a policy: what `croupier strategy` says, for observations.

A policy takes an observation of a single environment or of many and returns an action or an array
of them. It answers in every state, also in those that it would never have come to.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.seat import BETTING
from croupier.games.baccarat.environment.part import actions as baccarat_actions
from croupier.games.blackjack.environment import part as blackjack
from croupier.games.holdem.environment import part as holdem
from croupier.odds import ODDS
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.odds.array_types import Ints
    from croupier.odds.results import Strategy

    Policy = Callable[[dict[str, Any]], Any]


def best_policy(env: Any) -> Policy:
    """The best way to play at the table of an environment, single or vectorised.

    Where the stake is an action it is always the smallest. In blackjack it is the best chart by
    total and dealer's card, in baccarat the wager that costs least; in Hold'em nothing is better.
    """
    setup: TableSetup = env.unwrapped.setup
    return setup.part.policy(setup)


def strategy_of(setup: TableSetup) -> Strategy:
    """The charts for a table."""
    find = ODDS.of(setup.instrument).strategy
    assert find is not None
    return find(setup.rules, Composition.of(setup.cards))


def _for_one_or_many(choose: Callable[[dict[str, Any]], Any]) -> Policy:
    """A policy from a function of a batch; what is chosen gives way to what is legal."""

    def policy(observation: dict[str, Any]) -> Any:
        many = {name: np.asarray(value) for name, value in observation.items()}
        single = many["action_mask"].ndim == 1
        if single:
            many = {name: value[np.newaxis] for name, value in many.items()}
        chosen, mask = choose(many), many["action_mask"]
        legal = mask[np.arange(len(chosen)), chosen] != 0
        chosen = np.where(legal, chosen, mask.argmax(axis=1))
        return int(chosen[0]) if single else chosen

    return policy


# --- blackjack

_MOST_COUNTED = 5
"""Hands of more cards are played as those of so many."""
_ALWAYS = {"S": (blackjack.STAND,), "H": (blackjack.HIT,)}
_DOUBLES = {
    "D": (blackjack.DOUBLE, blackjack.HIT),
    "Ds": (blackjack.DOUBLE, blackjack.STAND),
}


def blackjack_policy(setup: TableSetup) -> Policy:
    from croupier.games.blackjack.odds.hand_terms import terms_of
    from croupier.games.blackjack.simulation.strategy import Charts

    terms = terms_of(setup.rules, Composition.of(setup.cards))
    charts = Charts(strategy_of(setup), terms)
    first, second, splits = _chart_tables(charts, terms.most_cards)
    even_money = charts.against_an_ace("a Blackjack", "E")
    insures = charts.against_an_ace("insurance", "I")

    def choose(seen: dict[str, Any]) -> Ints:
        total, soft, dealer = seen["total"], seen["soft"], seen["dealer"]
        mask = seen["action_mask"]
        where = total, soft, np.minimum(seen["cards"], _MOST_COUNTED), dealer
        one, other = first[where], second[where]
        rows = np.arange(len(total))
        chosen = np.where(mask[rows, one] != 0, one, other)
        split = splits[seen["pair"], dealer] & (mask[:, blackjack.SPLIT] != 0)
        chosen = np.where(split, blackjack.SPLIT, chosen)
        if mask.shape[1] > blackjack.DECLINE:
            answer = np.full(len(total), blackjack.DECLINE)
            answer[insures & (mask[:, blackjack.INSURE] != 0)] = blackjack.INSURE
            answer[even_money & (mask[:, blackjack.EVEN_MONEY] != 0)] = blackjack.EVEN_MONEY
            chosen = np.where(seen["stage"] == blackjack.INSURANCE, answer, chosen)
        return np.where(seen["stage"] == BETTING, mask.argmax(axis=1), chosen)

    return _for_one_or_many(choose)


def _chart_tables(charts: Any, most_cards: int) -> tuple[Ints, Ints, Ints]:
    """The action by total, softness, cards and dealer's card, and what is done if it is not legal;
    and whether a pair is split.
    """
    shape = blackjack.MOST_TOTAL + 1, 2, _MOST_COUNTED + 1, 11
    first, second = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    splits = np.zeros((11, 11), np.bool_)
    for dealer in range(1, 11):
        against = _card(dealer)
        for pair in range(1, 11):
            splits[pair, dealer] = charts.splits(_card(pair), against)
        totals = product((False, True), range(2, _MOST_COUNTED + 1))
        for soft, cards in totals:
            counted = min(cards, most_cards - 1)
            least = 10 + cards if soft else 2 * cards
            for total in range(least, 21):
                told = charts.of_total(counted, total, soft, against)
                choice = (_ALWAYS | _DOUBLES)[told]
                first[total, int(soft), cards, dealer] = choice[0]
                second[total, int(soft), cards, dealer] = choice[-1]
    return first, second, splits


def _card(points: int) -> str:
    """How a chart calls a card."""
    return "A" if points == 1 else str(points)


# --- baccarat


def baccarat_policy(setup: TableSetup) -> Policy:
    """The wager of which the least is lost."""
    wagers = ODDS.of(setup.instrument).analyse(setup.rules, Composition.of(setup.cards))
    best = min(wagers, key=lambda wager: wager.house_edge)
    name = f"{setup.bets[0]} on {best.wager}" if setup.betting else best.wager
    action = baccarat_actions(setup).index(name)
    return _for_one_or_many(lambda seen: np.full(len(seen["stage"]), action))


# --- Hold'em


def holdem_policy(setup: TableSetup) -> Policy:
    """Every hand as well as it can be played, on every board."""
    from croupier.games.holdem.odds.board_shapes import shapes
    from croupier.games.holdem.odds.playouts import policy_of
    from croupier.games.holdem.odds.solver import KERNELS, solve
    from croupier.odds import kernel_loader

    shoe = Composition.of(setup.cards)
    solution = solve(setup.rules, shoe, trips=setup.trips, ante=setup.unit)
    whole = policy_of(solution.deck, solution.play)
    no_raise = whole._replace(raises=np.zeros_like(whole.raises))
    river_only = no_raise._replace(flop_raises=np.zeros_like(whole.flop_raises))
    decide = kernel_loader.load(KERNELS).decide
    law = setup.rules.law
    stages = (
        (1, whole, law.before_the_flop),
        (2, no_raise, law.after_the_flop),
        (3, river_only, law.on_the_river),
    )

    def choose(seen: dict[str, Any]) -> Ints:
        stage = seen["stage"]
        chosen: Ints = seen["action_mask"].argmax(axis=1)
        for number, policy, betting in stages:
            here = np.flatnonzero(stage == number)
            if not len(here):
                continue
            deals = _filled(seen["hole"][here], seen["board"][here])
            whens = decide(deals, shapes().words, policy)
            raised = holdem.ONE_TIMES + holdem.MULTIPLES.index(max(betting.multiples.value))
            waits = holdem.FOLD if betting.check is None else holdem.CHECK
            chosen[here] = np.where(whens == number - 1, raised, waits)
        return chosen

    return _for_one_or_many(choose)


def _filled(hole: Ints, board: Ints) -> Ints:
    """Deals with whatever other cards in place of those that are not seen yet."""
    deals = np.zeros((len(hole), 9), np.uint8)
    deals[:, :5], deals[:, 5:7] = board, hole
    spare = np.arange(9)
    held = (deals[:, :7, np.newaxis] == spare).any(axis=1)
    free = np.argsort(held, axis=1, kind="stable")
    for place in range(5):
        hidden = board[:, place] == holdem.NO_CARD
        deals[hidden, place] = free[hidden, place]
    return deals
