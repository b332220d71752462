"""Rule 8: Blackjacks that need not wait for the dealer are paid before the subsequent deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.facts import INTERIM_SETTLEMENT
from croupier.games.blackjack.settlement import Ruling, settle_bet
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.games.blackjack.round_state import RoundState


def settle(round: RoundState) -> None:
    law = round.law
    round.begin(INTERIM_SETTLEMENT, law.interim_settlement)
    for box in round.boxes:
        if box.hands[0].is_blackjack:
            pay_blackjack(round, box, box.hands[0])


def pay_blackjack(round: RoundState, box: Box, hand: Hand) -> None:
    """At once, unless the dealer may get one too; then only even money is paid, on request."""
    law = round.law
    dealer_may_match = round.dealer.cards[0].points in (1, 10)
    pays = law.interim_blackjack
    if dealer_may_match:
        if law.insurance is None:
            return
        pays = law.insurance.even_money
    ruling = Ruling(Outcome.WIN, pays.value, pays.clauses)
    for bet in hand.bets:
        asked = (bet.player, box.number) in round.even_money
        if bet.open and (asked or not dealer_may_match):
            settle_bet(round, box, hand, bet, ruling)
    if not dealer_may_match:
        round.clear(hand)


def ending(round: RoundState, hand: Hand) -> Clauses:
    """Why a Blackjack takes no decisions, and what it still waits for."""
    law = round.law
    after_split = (law.blackjack_after_split or ()) if hand.split else ()
    waits = (law.blackjack_waits or ()) if hand.has_open_bets else ()
    return Clauses((*law.blackjack_ends_the_hand, *after_split, *waits))
