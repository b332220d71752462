"""Ultimate Texas Hold'em as one player's environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.policies import batch_policy
from croupier.environments.seat import BETTING, BOX, PLAYER, BoxSeat, NotNow, Row
from croupier.games.holdem.asks_and_answers import Betting, CardDue, Check, Fold, TakeAndPay
from croupier.games.holdem.asks_and_answers import PlayWager as Play
from croupier.games.holdem.facts import Stage
from croupier.games.holdem.hands import ANTE, BLIND, TRIPS, Box
from croupier.games.holdem.legal_answers import choices, why_not
from croupier.games.holdem.odds.table_parameters import antes_on_trips
from croupier.games.holdem.ranking import RANKS, describe
from croupier.games.holdem.round import Round
from croupier.money import Limits, dollars
from croupier.odds.shoe_composition import Composition
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gymnasium import spaces

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.environments.policies import Policy
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import VectorTable
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.array_types import Ints
    from croupier.play.seat_views import HandSeen, SeatView
    from croupier.rulebook.citations import Refused

MAIN = ANTE
A_ROUND = 9
PENETRATION = None
WHY_NO_COUNTS: str | None = "the deck is shuffled for every round of Hold'em"

FOLD, CHECK, ONE_TIMES = 0, 1, 2
"""Actions; then two, three and four times the ante."""
MULTIPLES = (1, 2, 3, 4)
STAGES = {Stage.BEFORE_THE_FLOP: 1, Stage.AFTER_THE_FLOP: 2, Stage.ON_THE_RIVER: 3}
OVER = 4
NO_CARD = 52
_SUITS = "SHDC"


def number_of(card: Card) -> int:
    """A card as it is observed: the suit's thirteen from the two up, spades first."""
    return 13 * _SUITS.index(card.suit) + RANKS.index(card.rank)


def check(setup: TableSetup) -> None:
    law, trips = setup.rules.law, antes_on_trips(setup.extras)
    for stake in setup.stakes:
        if (trips * stake).denominator != 1:
            raise ValueError(f"trips: {trips} of {dollars(stake)} is no whole number of cents")
    for stake in setup.stakes:
        for pays in (law.ante_pays, law.play_pays, *(odds for _, odds in law.rows(BLIND))):
            pays.value.on(stake)
        for _, pays in law.rows(TRIPS):
            pays.value.on(int(trips * stake))


def actions(setup: TableSetup) -> tuple[str, ...]:
    return ("fold", "check", *(f"{times}x" for times in MULTIPLES), *setup.bets)


def fields(setup: TableSetup) -> dict[str, spaces.Space[Any]]:
    from gymnasium import spaces

    fields: dict[str, spaces.Space[Any]] = {
        "stage": spaces.Discrete(OVER + 1),
        "hole": spaces.MultiDiscrete([NO_CARD + 1] * 2),
        "board": spaces.MultiDiscrete([NO_CARD + 1] * 5),
    }
    if setup.betting:
        fields["bet"] = spaces.Discrete(len(setup.stakes) + 1)
    return fields


def seat(setup: TableSetup) -> HoldemSeat:
    return HoldemSeat(setup)


def vector_table(setup: TableSetup, tables: int) -> VectorTable:
    from croupier.games.holdem.environment.vector import HoldemVectorTable

    return HoldemVectorTable(setup, tables)


def box_of(setup: TableSetup, stake: int) -> Box:
    """The wagers before the deal: ante and blind alike, and trips if they are played."""
    trips = int(antes_on_trips(setup.extras) * stake)
    return Box(BOX, PLAYER, stake, stake, trips=trips, play_limits=_limits(setup.rules))


def _limits(rules: HoldemRules) -> Limits:
    sign = rules.options["limits"].get("play")
    return Limits(*sign) if sign else Limits()


# --- several seats


def stakes(setup: TableSetup) -> dict[str, Any]:
    trips = antes_on_trips(setup.extras)
    if trips and setup.betting:
        raise ValueError("trips: at a table of several seats it is staked beside one ante only")
    laid: dict[str, Any] = {ANTE: setup.stakes if setup.betting else setup.unit}
    return laid | ({TRIPS: int(trips * setup.unit)} if trips else {})


def action_of(setup: TableSetup, move: Command, staked: int) -> int | None:
    if isinstance(move, PlaceWager):
        return len(actions(setup)) - len(setup.bets) + setup.stakes.index(move.amount)
    if isinstance(move, Play):
        return ONE_TIMES + MULTIPLES.index(move.amount // staked)
    if isinstance(move, Fold | Check):
        return FOLD if isinstance(move, Fold) else CHECK
    return None


def observed_at_table(setup: TableSetup, view: SeatView, box: int) -> dict[str, Any]:
    import numpy as np

    own = next((hand for hand in view.hands if hand.box == box), None)
    stages: dict[str, int] = {"betting": BETTING}
    stages |= {str(stage): number for stage, number in STAGES.items()}
    seen: dict[str, Any] = {
        "stage": stages.get(view.stage, OVER),
        "hole": np.array(_numbers(own, 2), np.int64),
        "board": np.array(_numbers(view.board, 5), np.int64),
    }
    if setup.betting:
        seen["bet"] = 1 + setup.stakes.index(view.staked) if view.staked else 0
    return seen


def _numbers(hand: HandSeen | None, count: int) -> list[int]:
    cards = [None] * count if hand is None else list(hand.cards)
    return [NO_CARD if card is None else number_of(card) for card in cards]


class HoldemSeat(BoxSeat):
    """One box. Nobody concedes a hand that was played."""

    round: Round | None

    def place_wager(self) -> None:
        self.round = Round(self.rules, [box_of(self.setup, self.stake)])

    def go_on(self) -> None:
        round = self._round
        while (due := round.due) is not None and not isinstance(due, Betting):
            if isinstance(due, CardDue):
                round.deal(self.shoe.draw())
            else:
                round.answer(TakeAndPay())

    def legal(self) -> list[bool]:
        if self.round is None or self.round.over:
            return super().legal()
        offered = set(choices(self.round, self.round.boxes[0]))
        plays = len(self.actions) - len(self.setup.bets)
        return [
            action < plays and self._answer(action) in offered
            for action in range(len(self.actions))
        ]

    def why_not_play(self, action: int) -> Refused | NotNow | None:
        round, answer = self._round, self._answer(action)
        refusal = why_not(round, answer)
        if refusal is None and answer not in choices(round, round.boxes[0]):
            return NotNow(f"{self.actions[action]}: a part of it would go back over the limit")
        return refusal

    def play(self, action: int) -> None:
        self._round.answer(self._answer(action))

    def observed(self) -> dict[str, Any]:
        import numpy as np

        hole = np.full(2, NO_CARD, np.int64)
        board = np.full(5, NO_CARD, np.int64)
        stage, round = BETTING, self.round
        if round is not None:
            stage = STAGES.get(round.stage, OVER)
            hole[:] = [number_of(card) for card in round.boxes[0].cards]
            for place in round.communal_up:
                board[place] = number_of(round.communal[place])
        seen: dict[str, Any] = {"stage": stage, "hole": hole, "board": board}
        if self.setup.betting:
            seen["bet"] = 0 if self.staked is None else self.staked + 1
        return seen

    def shown(self) -> Iterator[Row]:
        round = self.round
        if round is None:
            yield from (Row("Dealer", (), 0), Row("Board", (), 1), Row("You", (), 2))
            return
        board = [
            card if place in round.communal_up else None
            for place, card in enumerate(round.communal)
        ]
        dealer = [
            card if place in round.dealer_up else None for place, card in enumerate(round.dealer)
        ]
        hole = round.boxes[0].cards
        open_cards = [card for card in board if card is not None]
        whole = len(open_cards) == len(board)
        seen = whole and None not in dealer
        yield Row("Dealer", dealer, 0, describe([*round.dealer, *open_cards]) if seen else "")
        yield Row("Board", board, 1)
        words = describe([*hole, *open_cards]) if len(open_cards) >= 3 else ""
        yield Row("You", hole, 2, words, not round.over)

    @property
    def _round(self) -> Round:
        assert self.round is not None
        return self.round

    def _answer(self, action: int) -> Answer:
        if action == FOLD:
            return Fold(box=BOX)
        if action == CHECK:
            return Check(box=BOX)
        return Play(box=BOX, amount=MULTIPLES[action - ONE_TIMES] * self.stake)


def policy(setup: TableSetup) -> Policy:
    """Every hand as well as it can be played, on every board."""
    from croupier.games.holdem.odds.board_shapes import shapes
    from croupier.games.holdem.odds.playouts import policy_of
    from croupier.games.holdem.odds.solver import KERNELS, solve
    from croupier.odds import kernel_loader

    shoe = Composition.of(setup.cards)
    solution = solve(setup.rules, shoe, trips=antes_on_trips(setup.extras), ante=setup.unit)
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
            raised = ONE_TIMES + MULTIPLES.index(max(betting.multiples.value))
            waits = FOLD if betting.check is None else CHECK
            chosen[here] = np.where(whens == number - 1, raised, waits)
        return chosen

    return batch_policy(choose)


def _filled(hole: Ints, board: Ints) -> Ints:
    """Deals with whatever other cards in place of those that are not seen yet."""
    deals = np.zeros((len(hole), 9), np.uint8)
    deals[:, :5], deals[:, 5:7] = board, hole
    spare = np.arange(9)
    held = (deals[:, :7, np.newaxis] == spare).any(axis=1)
    free = np.argsort(held, axis=1, kind="stable")
    for place in range(5):
        hidden = board[:, place] == NO_CARD
        deals[hidden, place] = free[hidden, place]
    return deals
