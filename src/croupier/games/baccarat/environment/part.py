"""Mini-Baccarat as one patron's environment: what to bet on, over the cards that are gone."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.dealing import SeededShoe
from croupier.environments.policies import batch_policy
from croupier.environments.seat import BETTING, BOX, PLAYER, Row, Seat
from croupier.games.baccarat import hands
from croupier.games.baccarat.round import Round
from croupier.money import dollars
from croupier.odds import ODDS
from croupier.odds.shoe_composition import Composition
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gymnasium import spaces

    from croupier.aggregate.acts import Command
    from croupier.environments.policies import Policy
    from croupier.environments.seat import NotNow
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import VectorTable
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.play.seat_views import SeatView
    from croupier.rulebook.citations import Refused

MAIN = hands.BANKER
A_ROUND = 12
PENETRATION: Penetration = "cut"
WHY_NO_COUNTS: str | None = None
OVER = 1
"""The stage after that of betting."""
NO_TOTAL = 10
"""In place of a total, before a coup."""
NO_BET = "no bet"
BURN_BY_POINTS = "b"


def wagers(rules: BaccaratRules) -> tuple[str, ...]:
    """What may be bet on at the table."""
    pairs = () if rules.pairs is None else (hands.PLAYER_PAIR, hands.BANKER_PAIR)
    return (hands.PLAYER, hands.BANKER, hands.TIE, *pairs)


def check(setup: TableSetup) -> None:
    for stake in setup.stakes:
        for wager in wagers(setup.rules):
            for _, pays in setup.rules.winning_odds(wager):
                pays.value.on(stake)


def actions(setup: TableSetup) -> tuple[str, ...]:
    names = wagers(setup.rules)
    if not setup.betting:
        return (NO_BET, *names)
    return (NO_BET, *(f"{bet} on {wager}" for wager, bet in product(names, setup.bets)))


def fields(setup: TableSetup) -> dict[str, spaces.Space[Any]]:
    from gymnasium import spaces

    sizes = {"stage": OVER + 1, "player": NO_TOTAL + 1, "banker": NO_TOTAL + 1}
    return {name: spaces.Discrete(size) for name, size in sizes.items()}


def seat(setup: TableSetup) -> BaccaratSeat:
    return BaccaratSeat(setup)


def vector_table(setup: TableSetup, tables: int) -> VectorTable:
    from croupier.games.baccarat.environment.vector import BaccaratVectorTable

    return BaccaratVectorTable(setup, tables)


# --- several seats


def stakes(setup: TableSetup) -> dict[str, Any]:
    return dict.fromkeys(wagers(setup.rules), setup.stakes)


def action_of(setup: TableSetup, move: Command, staked: int) -> int | None:
    if isinstance(move, PlaceWager):
        wager = wagers(setup.rules).index(move.wager)
        return 1 + wager * len(setup.stakes) + setup.stakes.index(move.amount)
    return 0


def observed_at_table(setup: TableSetup, view: SeatView, box: int) -> dict[str, Any]:
    totals = {hand.of: hand.total for hand in view.hands}
    if view.stage == "betting":
        totals = {}
    return {
        "stage": OVER if totals else BETTING,
        hands.PLAYER: totals.get(hands.PLAYER, NO_TOTAL),
        hands.BANKER: totals.get(hands.BANKER, NO_TOTAL),
    }


class BaccaratShoe(SeededShoe):
    """A coup that meets the cutting card is the last but one if it is a tie."""

    def __init__(self, setup: TableSetup) -> None:
        super().__init__(setup.cards, setup.cut)
        self._rules = setup.rules
        self._ended, self._one_more = True, False

    def seed(self, word: int) -> None:
        super().seed(word)
        self._ended, self._one_more = True, False

    @property
    def over(self) -> bool:
        return self._ended

    def begin_round(self) -> None:
        super().begin_round()
        self._ended = False

    def end_coup(self, *, tie: bool) -> None:
        met = self._place > self._cut.place
        self._ended = not self._cut.place or self._one_more or (met and not tie)
        self._one_more = met and not self._ended

    def _burn(self) -> None:
        if not self._cut.burnt:
            return
        more = 0
        if self._rules.options["burn_method"] == BURN_BY_POINTS:
            more = hands.to_burn(self._rules.law, self.draw()).value
        else:
            self._next()
        for _ in range(self._cut.burnt - 1 + more):
            self._next()


class BaccaratSeat(Seat):
    """A wager, or none, on the next coup."""

    round: Round | None
    shoe: BaccaratShoe

    def new_shoe(self) -> BaccaratShoe:
        return BaccaratShoe(self.setup)

    def open(self) -> None:
        """The wager is chosen with the stake, so nothing is dealt yet."""

    def why_not(self, action: int) -> Refused | NotNow | None:
        return None

    def answer(self, action: int) -> None:
        bets: list[hands.Bet] = []
        if action:
            wager, self.staked = divmod(action - 1, len(self.setup.stakes))
            self.stake = self.setup.stakes[self.staked]
            bets = [hands.Bet(PLAYER, wagers(self.rules)[wager], self.stake, BOX)]
        round = self.round = Round(self.rules, bets)
        while round.due is not None:
            round.deal(self.shoe.draw())
        self.shoe.end_coup(tie=round.player.total == round.banker.total)

    def staked_on(self) -> str:
        assert self.round is not None
        bets = [f"{dollars(bet.stake)} for {bet.wager}" for bet in self.round.bets]
        return bets[0] if bets else "no bet"

    def observed(self) -> dict[str, Any]:
        round = self.round
        if round is None:
            return {"stage": BETTING, "player": NO_TOTAL, "banker": NO_TOTAL}
        return {"stage": OVER, "player": round.player.total, "banker": round.banker.total}

    def shown(self) -> Iterator[Row]:
        round = self.round
        if round is None:
            yield from (Row("Player", (), 0), Row("Banker", (), 0))
        else:
            for hand in (round.player, round.banker):
                words = hands.count(round.law, hand.cards).words
                yield Row(hand.whose.capitalize(), hand.cards, 0, words)


def policy(setup: TableSetup) -> Policy:
    """The wager of which the least is lost."""
    wagers = ODDS.of(setup.instrument).analyse(setup.rules, Composition.of(setup.cards))
    best = min(wagers, key=lambda wager: wager.house_edge)
    name = f"{setup.bets[0]} on {best.wager}" if setup.betting else best.wager
    action = actions(setup).index(name)
    return batch_policy(lambda seen: np.full(len(seen["stage"]), action))
