"""The game of a Blackjack Challenge table: what its rules do in their own way at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.games.blackjack import decisions
from croupier.games.blackjack.asks import DeclineInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.challenge_table import (
    minimums,
    notices,
    opening,
    overlooked,
    personal,
    restrictions,
    sharing,
    side_bets,
    wagering,
)
from croupier.games.blackjack.challenge_table.bets import ChallengeBetting
from croupier.table.acting import Acts
from croupier.table.acts import (
    cards,
    chips,
    closing,
    conduct,
    cutting_card,
    dealing,
    machine,
    misplaced,
    shuffling,
    stray_cards,
    voiding,
)
from croupier.table.facts import ShuffleDue
from croupier.table.shoe_state import Preparation

if TYPE_CHECKING:
    from croupier.rulebook.citing import Refused
    from croupier.table.acts.opening import OpenTable
    from croupier.table.table import Table

WAGER_ACTS = Acts(
    opening.acts, chips.acts, wagering.acts, sharing.acts, restrictions.acts, minimums.acts,
    overlooked.acts, personal.acts, side_bets.acts, notices.acts,
)  # fmt: skip
"""Rules 1, 2, 5, 6, 13 and 14: people, the layout, wagers and limits."""

CARD_ACTS = Acts(
    cards.acts, shuffling.acts, machine.acts, dealing.acts, cutting_card.acts, stray_cards.acts,
    misplaced.acts, voiding.acts, conduct.acts, closing.acts.without(closing.SetHours),
    decisions.acts.without(Insure, TakeEvenMoney, DeclineInsurance),
)  # fmt: skip
"""Rules 3, 4, 7 to 12 and 15 to 18: the cards, irregularities and general provisions."""


class Challenge(ChallengeBetting):
    """The game of a Blackjack Challenge table, with its options decided."""

    acts: ClassVar[Acts] = Acts(WAGER_ACTS, CARD_ACTS)

    @property
    def terms(self) -> dict[str, str]:
        return {}

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def cutting_card_depths(self, cards: int) -> range:
        return range(1, cards // 2 + 1)

    def burns_on_new_shoe(self) -> int:
        return 1

    # -- between rounds

    def between_rounds(self, table: Table) -> None:
        super().between_rounds(table)
        if table.shoe.shuffle_due:
            table.shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.state(ShuffleDue(at_once=True, clauses=table.law.shuffle_when))
