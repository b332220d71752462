"""When a round of a tournament is over: by its end, void, or because nobody wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.acts.turns import NOT_DEALT
from croupier.table.facts import Exercised, RoundEnded, RoundVoided

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact


def ends_a_round(fact: Fact) -> bool:
    if isinstance(fact, Exercised):
        return fact.power == NOT_DEALT
    return isinstance(fact, RoundEnded | RoundVoided)
