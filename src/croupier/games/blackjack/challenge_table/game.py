"""The game of a Blackjack Challenge table: what its rules do in their own way at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.games.blackjack.challenge_table import (
    minimums,
    notices,
    opening,
    overlooked,
    personal,
    restrictions,
    sharing,
    side_bets,
    tokens,
    wagering,
)
from croupier.games.blackjack.challenge_table.bets import ChallengeBetting
from croupier.games.blackjack.challenge_table.card_game import CARD_ACTS, ChallengeCards
from croupier.games.blackjack.challenge_table.round import ChallengeAtTable
from croupier.table.acting import Acts
from croupier.table.acts import chips, hidden, tournament, turns

if TYPE_CHECKING:
    from croupier.games.blackjack.at_table import RoundAtTable
    from croupier.rulebook.citing import Refused
    from croupier.table.acts.opening import OpenTable
    from croupier.table.table import Table

WAGER_ACTS = Acts(
    opening.acts, chips.acts, wagering.acts, sharing.acts, restrictions.acts, minimums.acts,
    overlooked.acts, personal.acts, side_bets.acts, tokens.acts, notices.acts, tournament.acts,
    turns.acts, hidden.acts,
)  # fmt: skip
"""Rules 1, 2, 5, 6, 13 and 14: people, the layout, wagers and limits."""


class Challenge(ChallengeBetting, ChallengeCards):
    """The game of a Blackjack Challenge table, with its options decided."""

    acts: ClassVar[Acts] = Acts(WAGER_ACTS, CARD_ACTS)
    round_kind: ClassVar[type[RoundAtTable]] = ChallengeAtTable

    @property
    def terms(self) -> dict[str, str]:
        return {}

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def between_rounds(self, table: Table) -> None:
        ChallengeBetting.between_rounds(self, table)
        ChallengeCards.between_rounds(self, table)
