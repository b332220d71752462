"""The game of a Blackjack Challenge table: what its rules do in their own way at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts
from croupier.games.challenge import (
    found_wagers,
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
from croupier.games.challenge.bets import ChallengeBetting
from croupier.games.challenge.card_game import CARD_ACTS, ChallengeCards
from croupier.games.challenge.round import ChallengeAtTable
from croupier.rulebook.citing import Refused
from croupier.table.acts import chips, hidden, patrons, several_boxes, tournament, turns

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.games.blackjack.at_table import RoundAtTable
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.table import Table

WAGER_ACTS: Acts[Table, BlackjackRules] = Acts(
    opening.acts, chips.acts, wagering.acts, sharing.acts, restrictions.acts, minimums.acts,
    overlooked.acts, personal.acts, side_bets.acts, tokens.acts, notices.acts, tournament.acts,
    turns.acts, hidden.acts, found_wagers.acts,
)  # fmt: skip
"""Rules 1, 2, 5, 6, 13 and 14: people, the layout, wagers and limits."""


NOT_IN_TOURNAMENTS = (
    sharing.LimitPlayers, several_boxes.PermitSeveralBoxes, several_boxes.GiveUpBox,
    overlooked.FindOverMaximum, minimums.AnnounceMinimum, minimums.RaiseMinimumAtOnce,
    minimums.EndKeptMinimum, personal.PlacePersonalSign, personal.RemovePersonalSign,
    patrons.VacateSeat,
)  # fmt: skip
"""Rules 5.4, 5.8, 6.3, 6.5, 6.6 and 18.9, which 19.2.1 leaves out."""
TOKENS = (tokens.ExchangeVoucher, tokens.PlaceTokens)


class Challenge(ChallengeBetting, ChallengeCards):
    """The game of a Blackjack Challenge table, with its options decided."""

    acts: ClassVar[Acts[Table, BlackjackRules]] = Acts(WAGER_ACTS, CARD_ACTS)
    round_kind: ClassVar[type[RoundAtTable]] = ChallengeAtTable

    @property
    def terms(self) -> dict[str, str]:
        return {}

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, float)

    def why_not_in_tournaments(self, table: Table, command: Command) -> Refused | None:
        law = table.law.tournament
        if isinstance(command, TOKENS):
            return Refused("all wagers are made with tournament chips", law.chips)
        if isinstance(command, NOT_IN_TOURNAMENTS):
            return Refused("tournaments are played without this rule", law.applies)
        return None

    def between_rounds(self, table: Table) -> None:
        ChallengeBetting.between_rounds(self, table)
        ChallengeCards.between_rounds(self, table)
