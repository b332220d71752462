"""Blackjack, ACT and Challenge, as one player's environment."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.policies import batch_policy, strategy_of
from croupier.environments.seat import BETTING, BOX, PLAYER, BoxSeat, NotNow, Row
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.hands import Box, MainWager, count
from croupier.games.blackjack.insurance import insurable
from croupier.games.blackjack.legal_answers import whole_double, why_not
from croupier.games.blackjack.round import Round
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.citations import Cited
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gymnasium import spaces

    from croupier.aggregate.acts import Command
    from croupier.environments.policies import Policy
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import VectorTable
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.hands import Hand
    from croupier.odds.array_types import Ints
    from croupier.play.seat_views import SeatView
    from croupier.rulebook.citations import Refused

MAIN = "main"
A_ROUND = 40
PENETRATION = None
WHY_NO_COUNTS: str | None = None

STAND, HIT, DOUBLE, SPLIT, INSURE, EVEN_MONEY, DECLINE = range(7)
PLAYING = ("stand", "hit", "double", "split")
INSURANCE_ACTIONS = ("insure", "even money", "decline")
INSURANCE, PLAY, OVER = 1, 2, 3
"""Stages, after that of betting."""
MOST_TOTAL, MOST_CARDS = 30, 21


def check(setup: TableSetup) -> None:
    law = setup.rules.law
    paid = [law.blackjack_pays, law.interim_blackjack, law.pays_21, law.five_card_trick]
    paid += [law.higher_blackjack, law.same_blackjack, law.lower_blackjack]
    paid += [limb.pays for limb in law.limbs[MAIN].values() if isinstance(limb.pays, Cited)]
    for stake in setup.stakes:
        for pays in paid:
            if pays is not None:
                pays.value.on(stake)
        if law.insurance is not None:
            law.insurance.insurance_pays.value.on(insurable(setup.rules, stake))


def actions(setup: TableSetup) -> tuple[str, ...]:
    insurance = () if setup.rules.law.insurance is None else INSURANCE_ACTIONS
    return (*PLAYING, *insurance, *setup.bets)


def fields(setup: TableSetup) -> dict[str, spaces.Space[Any]]:
    from gymnasium import spaces

    hands = setup.rules.law.most_hands.value + 1
    sizes = {
        "stage": OVER + 1,
        "total": MOST_TOTAL + 1,
        "soft": 2,
        "pair": 11,
        "cards": MOST_CARDS + 1,
        "dealer": 11,
        "hand": hands,
        "hands": hands,
    }
    if setup.betting:
        sizes["bet"] = len(setup.stakes) + 1
    return {name: spaces.Discrete(size) for name, size in sizes.items()}


def seat(setup: TableSetup) -> BlackjackSeat:
    return BlackjackSeat(setup)


def vector_table(setup: TableSetup, tables: int) -> VectorTable:
    from croupier.games.blackjack.environment.vector import BlackjackVectorTable

    return BlackjackVectorTable(setup, tables)


# --- several seats


_NUMBERS: dict[type[Command], int] = {
    Stand: STAND,
    Hit: HIT,
    Double: DOUBLE,
    Split: SPLIT,
    Insure: INSURE,
    TakeEvenMoney: EVEN_MONEY,
    DeclineInsurance: DECLINE,
}


def stakes(setup: TableSetup) -> dict[str, Any]:
    return {MAIN: setup.stakes if setup.betting else setup.unit}


def action_of(setup: TableSetup, move: Command, staked: int) -> int | None:
    if isinstance(move, PlaceWager):
        return len(actions(setup)) - len(setup.bets) + setup.stakes.index(move.amount)
    if isinstance(move, Insure) and move.on is not None:
        return None
    return _NUMBERS.get(type(move))


def observed_at_table(setup: TableSetup, view: SeatView, box: int) -> dict[str, Any]:
    own = [hand for hand in view.hands if hand.box == box]
    hand = next((hand for hand in own if hand.is_asked), own[-1] if own else None)
    up = view.dealer.cards[:1] if view.dealer is not None else ()
    stages = {"betting": BETTING, "insurance": INSURANCE, "over": OVER}
    fields = dict.fromkeys(("total", "soft", "pair", "cards", "dealer", "hand", "hands"), 0)
    seen = {"stage": stages.get(view.stage, PLAY), **fields}
    if hand is not None and hand.cards:
        seen |= {
            "total": hand.total or 0,
            "soft": int(hand.soft),
            "pair": hand.cards[0].points if hand.is_pair and hand.cards[0] is not None else 0,
            "cards": len(hand.cards),
            "dealer": up[0].points if up and up[0] is not None else 0,
            "hand": hand.place,
            "hands": len(own),
        }
    if setup.betting:
        seen["bet"] = 1 + setup.stakes.index(view.staked) if view.staked else 0
    return seen


class BlackjackSeat(BoxSeat):
    """One box. Doubles and insurance are for the whole that the rules allow.

    A Blackjack that leaves nothing to decide is shown all the same, with standing the only action.
    """

    round: Round | None
    asked = False
    """Whether the player has been asked anything in this round."""
    served = False
    """Whether a Blackjack waits to be seen."""

    def place_wager(self) -> None:
        self.asked = self.served = False
        self.round = Round(self.rules, [Box(BOX, (MainWager(PLAYER, self.stake, seated=True),))])

    def go_on(self) -> None:
        round = self._round
        while True:
            due = round.due
            if not self.asked and (due is None or self._is_dealers_second(due)):
                self.served = True
                return
            if isinstance(due, CardDue):
                round.deal(self.shoe.draw())
            elif self._nothing_to_insure(due):
                round.answer(MoveOn())
            else:
                return

    @property
    def over(self) -> bool:
        return super().over and not self.served

    def answer(self, action: int) -> None:
        self.asked = self.round is not None
        super().answer(action)

    def legal(self) -> list[bool]:
        due = None if self.round is None else self.round.due
        if not isinstance(due, Choice | InsuranceWindow):
            return super().legal()
        asked = range(INSURE) if isinstance(due, Choice) else range(INSURE, DECLINE + 1)
        return [
            action in asked and self.why_not_play(action) is None
            for action in range(len(self.actions))
        ]

    def why_not_play(self, action: int) -> Refused | NotNow | None:
        due = self._round.due
        if self.served:
            return None if action == STAND else NotNow("a Blackjack takes no more cards")
        if action == DECLINE and not isinstance(due, InsuranceWindow):
            return NotNow("decline: no insurance is offered now")
        if action < INSURE and isinstance(due, InsuranceWindow):
            return NotNow(f"{self.actions[action]}: insurance is to be answered first")
        return why_not(self._round, self._answer(action))

    def play(self, action: int) -> None:
        if self.served:
            self.served = False
            return
        self._round.answer(self._answer(action))

    def observed(self) -> dict[str, Any]:
        round = self.round
        if round is None:
            return self._fields(BETTING)
        hands, due = round.boxes[0].hands, round.due
        hand = due.hand if isinstance(due, Choice) else hands[-1]
        stage = PLAY if isinstance(due, Choice) or self.served else OVER
        if isinstance(due, InsuranceWindow):
            stage = INSURANCE
        return self._fields(
            stage,
            total=hand.total,
            soft=int(hand.soft),
            pair=hand.cards[0].points if hand.is_pair_by_value else 0,
            cards=len(hand.cards),
            dealer=round.dealer.cards[0].points,
            hand=hand.place,
            hands=len(hands),
        )

    def shown(self) -> Iterator[Row]:
        round = self.round
        if round is None:
            yield from (Row("Dealer", (), 0), Row("You", (), 1))
            return
        law, due = round.law, round.due
        yield Row("Dealer", round.dealer.cards, 0, count(law, round.dealer.cards).words)
        hands = round.boxes[0].hands
        for hand in hands:
            whose = "You" if len(hands) == 1 else f"Hand {hand.place}"
            active = isinstance(due, Choice) and due.hand is hand
            words = count(law, hand.cards, split=hand.split).words
            yield Row(whose, hand.cards, 1, words + ", doubled" * hand.doubled, active)

    # -- inside

    @property
    def _round(self) -> Round:
        assert self.round is not None
        return self.round

    def _fields(self, stage: int, **known: int) -> dict[str, int]:
        fields = dict.fromkeys(
            ("total", "soft", "pair", "cards", "dealer", "hand", "hands"), 0
        )  # fmt: skip
        bet = {"bet": 0 if self.staked is None else self.staked + 1} if self.setup.betting else {}
        return {"stage": stage, **fields, **known, **bet}

    def _is_dealers_second(self, due: object) -> bool:
        return isinstance(due, CardDue) and due.box is None and bool(self._round.dealer.cards)

    def _nothing_to_insure(self, due: object) -> bool:
        """Whether the insurance line is open with nothing left to ask for."""
        if not isinstance(due, InsuranceWindow):
            return False
        asked = bool(self._round.insurance or self._round.even_money)
        return asked and all(
            why_not(self._round, self._answer(action)) for action in (INSURE, EVEN_MONEY)
        )

    def _answer(self, action: int) -> Answer:
        round = self._round
        hand = self._hand_to_play()
        match action:
            case 0:
                return Stand(box=BOX, hand=hand.place)
            case 1:
                return Hit(box=BOX, hand=hand.place)
            case 2:
                amount = whole_double(self.rules, self.stake)
                return Double(box=BOX, hand=hand.place, amount=amount)
            case 3:
                return Split(box=BOX, hand=hand.place)
            case 4:
                insured = sum(wager.amount for wager in round.insurance)
                amount = insurable(self.rules, self.stake - 2 * insured)
                return Insure(player=PLAYER, box=BOX, amount=amount)
            case 5:
                return TakeEvenMoney(player=PLAYER, box=BOX)
            case _:
                return MoveOn()

    def _hand_to_play(self) -> Hand:
        due = self._round.due
        return due.hand if isinstance(due, Choice) else self._round.boxes[0].hands[0]


_MOST_COUNTED = 5
"""Hands of more cards are played as those of so many."""
_ALWAYS = {"S": (STAND,), "H": (HIT,)}
_DOUBLES = {
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
}


def policy(setup: TableSetup) -> Policy:
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
        split = splits[seen["pair"], dealer] & (mask[:, SPLIT] != 0)
        chosen = np.where(split, SPLIT, chosen)
        if mask.shape[1] > DECLINE:
            answer = np.full(len(total), DECLINE)
            answer[insures & (mask[:, INSURE] != 0)] = INSURE
            answer[even_money & (mask[:, EVEN_MONEY] != 0)] = EVEN_MONEY
            chosen = np.where(seen["stage"] == INSURANCE, answer, chosen)
        return np.where(seen["stage"] == BETTING, mask.argmax(axis=1), chosen)

    return batch_policy(choose)


def _chart_tables(charts: Any, most_cards: int) -> tuple[Ints, Ints, Ints]:
    """The action by total, softness, cards and dealer's card, and what is done if it is not legal;
    and whether a pair is split.
    """
    shape = MOST_TOTAL + 1, 2, _MOST_COUNTED + 1, 11
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
