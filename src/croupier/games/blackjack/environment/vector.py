"""Blackjack in compiled code: the rules of a table as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.seat import PLAYER
from croupier.environments.vector_table import VectorTable
from croupier.games.blackjack.hands import Bet
from croupier.games.blackjack.insurance import insurable
from croupier.games.blackjack.legal_answers import whole_double, why_not_double_by
from croupier.games.blackjack.odds.hand_terms import terms_of
from croupier.games.blackjack.rules import RoundingUnit
from croupier.games.blackjack.settlement import LEAST, Showing, rule_on, win_in_chips
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import Bools
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.money import Odds

NO_LIMIT = 1 << 62
MOST_CARDS = 22
"""No hand has as many cards."""


class BlackjackVectorTable(VectorTable):
    """Boxes of one player each, ACT or Challenge."""

    def __init__(self, setup: TableSetup, many: int) -> None:
        load("croupier.games.blackjack.simulation.kernel")
        self.kernel = load("croupier.games.blackjack.environment.kernel")
        from croupier.odds.simulation.kernel_shoe import number_of

        names = list(setup.part.fields(setup))
        self.rows = {name: row for row, name in enumerate(names)}
        most_hands = setup.rules.law.most_hands.value
        super().__init__(
            setup,
            many,
            cards=[number_of(card) for card in setup.cards],
            columns=self.kernel.OF_HANDS + self.kernel.OF_A_HAND * most_hands,
            a_round=MOST_CARDS * (1 + most_hands),
        )
        self.rules = rules_as_numbers(setup, self.kernel)

    def run(self, actions: Any, live: Bools, mode: int, most_steps: int) -> int:
        return int(
            self.kernel.step(actions, live, mode, most_steps, self.rules, self.tables, self.outcome)
        )


def rules_as_numbers(setup: TableSetup, kernel: Any) -> Any:
    """What the kernel takes, every amount in cents."""
    from croupier.games.blackjack.simulation.kernel_tables import (
        COLLECTS,
        DEALERS_ENDS,
        DEALERS_TOTALS,
        dealers_next,
    )

    rules: BlackjackRules = setup.rules
    law, stakes = rules.law, setup.stakes
    terms = terms_of(rules, Composition.of(setup.cards))
    doubles = [_double(rules, stake) for stake in stakes]
    insurances = [insurable(rules, stake) if law.insurance else 0 for stake in stakes]
    insurance_pays = law.insurance.insurance_pays.value if law.insurance else None
    pays = Pays(rules, kernel)
    ends = [Showing(total, False) for total in DEALERS_TOTALS]
    ends += [Showing(21, True, ten) for ten in range(DEALERS_ENDS - len(DEALERS_TOTALS))]
    return kernel.BlackjackRules(
        plays=len(setup.part.actions(setup)) - len(setup.bets),
        insurance=int(law.insurance is not None),
        both=int(rules.insurance_with_even_money),
        stakes=np.array(stakes, np.int64),
        doubles=np.array(doubles, np.int64),
        insurances=np.array(insurances, np.int64),
        insurance_wins=np.array(
            [insurance_pays.on(amount) if insurance_pays else 0 for amount in insurances], np.int64
        ),
        most_on_box=NO_LIMIT if rules.most_on_a_box is None else rules.most_on_a_box,
        most_hands=terms.most_hands,
        most_cards=terms.most_cards if law.five_card_trick else MOST_CARDS,
        doubled_up_to=terms.doubled_up_to,
        one_card_on_aces=int(terms.one_card_on_aces),
        blackjack_after_split=int(terms.blackjack_after_split),
        collects=COLLECTS[terms.collects],
        pays=np.array(
            [
                [
                    [[pays.net(parts, row, end) for end in ends] for row in range(kernel.ENDS)]
                    for parts in ((stake,), (stake, double))
                ]
                for stake, double in zip(stakes, doubles, strict=True)
            ],
            np.int64,
        ),
        needs=np.array([pays.needs(row) for row in range(kernel.ENDS)], np.uint8),
        dealers_next=dealers_next(terms.hit_soft_17),
        dealers_ends=DEALERS_ENDS,
        dealers_blackjack=len(DEALERS_TOTALS),
    )


def _double(rules: BlackjackRules, stake: int) -> int:
    """What doubles a stake, or nothing where it cannot be doubled."""
    amount = whole_double(rules, stake)
    return 0 if why_not_double_by(rules, Bet(PLAYER, stake), amount) else amount


class Pays:
    """What hands bring, by how they ended and how the dealer did, ruled on as in a round."""

    def __init__(self, rules: BlackjackRules, kernel: Any) -> None:
        self.rules, self.kernel = rules, kernel
        law = rules.law
        insurance = law.insurance
        self.at_once: dict[int, Odds] = {kernel.PAID: law.interim_blackjack.value}
        """Rows that are paid whatever the dealer draws."""
        for row, pays in (
            (21, law.pays_21),
            (kernel.FIVE_CARDS, law.five_card_trick),
            (kernel.EVEN_ROW, insurance.even_money if insurance else None),
        ):
            if pays is not None:
                self.at_once[row] = pays.value

    def needs(self, row: int) -> int:
        kernel = self.kernel
        if row in self.at_once or (row >= kernel.BUST and not self._waits(row)):
            return int(kernel.NOTHING)
        return int(kernel.SECOND_CARD if self._waits(row) else kernel.TOTAL)

    def net(self, parts: tuple[int, ...], row: int, dealer: Showing) -> int:
        kernel, stake = self.kernel, sum(parts)
        if row in self.at_once:
            return self._won(self.at_once[row], parts)
        if row == kernel.BUST:
            return -stake
        if row >= kernel.BUST and not self._waits(row):
            return 0  # an end that these rules do not know
        shows = Showing(max(row, LEAST), False)
        if self._waits(row):
            shows = Showing(21, True, row - kernel.BLACKJACK if dealer.blackjack else 0)
            dealer = dealer if dealer.blackjack else Showing(dealer.total, False)
        ruling = rule_on(self.rules.law, shows, dealer)
        if ruling.outcome is Outcome.WIN and ruling.odds is not None:
            return self._won(ruling.odds, parts)
        return -stake if ruling.outcome is Outcome.LOSE else 0

    def _waits(self, row: int) -> bool:
        """Whether it is a Blackjack that the dealer may match."""
        return bool(self.kernel.BLACKJACK <= row < self.kernel.PAID)

    def _won(self, odds: Odds, parts: tuple[int, ...]) -> int:
        won, rules = win_in_chips(self.rules, odds, *parts), self.rules
        by_player = rules.rounding_unit is RoundingUnit.PLAYER_TOTAL
        if rules.law.rounding_up and by_player and won != odds.on(sum(parts)):
            raise ValueError(
                "stake: what a player wins in a round is rounded up as a whole "
                "(rounding_unit=player_total), which compiled tables do not; choose a stake whose "
                "wins the smallest chip can pay"
            )
        return won
