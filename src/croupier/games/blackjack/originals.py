"""NSW 10.4 and 11.6: from who doubled or split, the dealer's Blackjack takes the original wager.

What has bust is lost before and stays lost; hands already paid stay paid, and Blackjacks that wait
are paid by the settlement. Of the rest the leftmost hands of a player lose first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.rules import DealerBlackjackCollects
from croupier.rulebook.citing import Clauses
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Bet, Box, Hand
    from croupier.games.blackjack.state import RoundState


def collect(round: RoundState, box: Box) -> None:
    """Take what the dealer's Blackjack may take from each player on the box."""
    for main in box.mains:
        staked = [(hand, bet) for hand in box.hands for bet in hand.bets]
        own = [(hand, bet) for hand, bet in staked if bet.player == main.player]
        split = len(own) > 1
        left = main.amount
        if round.rules.dealer_blackjack_collects is DealerBlackjackCollects.ONE_IN_ALL:
            left -= sum(bet.at_risk for hand, bet in own if hand.is_bust)
        for hand, bet in own:
            if not bet.open or hand.is_blackjack or not (split or bet.double):
                continue
            if round.rules.dealer_blackjack_collects is DealerBlackjackCollects.ONE_FOR_EACH_HAND:
                left = main.amount
            taken = max(0, min(left, bet.at_risk))
            left -= taken
            lose(round, box, hand, bet, taken, split=split)


def lose(round: RoundState, box: Box, hand: Hand, bet: Bet, taken: int, *, split: bool) -> None:
    law = round.law
    bet.open = False
    cited = (
        *((law.no_more_than_dealer or ()) if taken else ()),
        *((law.original_after_double or ()) if bet.double else ()),
        *((law.original_after_split or ()) if split else ()),
    )
    round.facts.append(
        Settled(
            player=bet.player, box=box.number, hand=hand.place, wager="main", stake=bet.at_risk,
            outcome=Outcome.LOSE if taken else Outcome.RETURNED, net=-taken, clauses=Clauses(cited),
        )
    )  # fmt: skip
