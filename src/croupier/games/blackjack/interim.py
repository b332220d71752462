"""Rule 8: Blackjacks that need not wait for the dealer are paid before the subsequent deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.settlement import Ruling, settle_bet
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.games.blackjack.round import Round


def settle(round: Round) -> None:
    law = round.law
    round.begin(Stage.INTERIM_SETTLEMENT, law.interim_settlement)
    upcard = round.dealer.cards[0]
    may_become_blackjack = upcard.points in (1, 10)
    now = Ruling(Outcome.WIN, law.interim_blackjack.value, law.interim_blackjack.clauses)
    even = Ruling(Outcome.WIN, law.even_money.value, law.even_money.clauses)
    for box in round.boxes:
        hand = box.hands[0]
        if not hand.is_blackjack:
            continue
        for bet in hand.bets:
            if not bet.open:
                continue
            if not may_become_blackjack:
                settle_bet(round, box, hand, bet, now)
            elif (bet.player, box.number) in round.even_money:
                settle_bet(round, box, hand, bet, even)
