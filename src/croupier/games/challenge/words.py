"""The facts of Blackjack Challenge in plain words: those of blackjack, and a card refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack import words as blackjack
from croupier.games.challenge.acts.decisions import CardRefused

if TYPE_CHECKING:
    from croupier.wording.teller import Audience, Words

LEVEL = blackjack.LEVEL
LEFT_OUT = blackjack.LEFT_OUT
card_of = blackjack.card_of


def _refused(fact: CardRefused, to: Audience) -> str:
    where = to.place(fact.box, fact.hand)
    card = to.card(fact.card) if to.spoken else f"the {fact.card}"
    return to.does(fact.player, f"refuses {card} on {where}")


WORDS: Words = {**blackjack.WORDS, CardRefused: _refused}
