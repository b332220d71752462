"""Rule 8: Blackjacks that need not wait for the dealer are paid before the subsequent deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.settlement import Ruling, settle_bet
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.games.blackjack.state import RoundState


def settle(round: RoundState) -> None:
    law = round.law
    round.begin(Stage.INTERIM_SETTLEMENT, law.interim_settlement)
    for box in round.boxes:
        if box.hands[0].is_blackjack:
            pay_blackjack(round, box, box.hands[0])


def pay_blackjack(round: RoundState, box: Box, hand: Hand) -> None:
    """Three to two at once, unless the dealer may get one too; then even money, on request."""
    dealer_may_match = round.dealer.cards[0].points in (1, 10)
    pays = round.law.even_money if dealer_may_match else round.law.interim_blackjack
    ruling = Ruling(Outcome.WIN, pays.value, pays.clauses)
    for bet in hand.bets:
        asked = (bet.player, box.number) in round.even_money
        if bet.open and (asked or not dealer_may_match):
            settle_bet(round, box, hand, bet, ruling)
