"""The moves of all games, as types: what `Game.legal` lists and `Game.play` takes.

Each is a frozen record with a text, `str(move)`, that `Game.parse` reads back. `Move` is any.
"""

from croupier.aggregate.acts import Command as Move
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.holdem.asks_and_answers import Check, Concede, Fold, PlayWager
from croupier.play.moves import Pass
from croupier.table.acts.betting import PlaceWager

__all__ = [
    "Check",
    "Concede",
    "DeclineInsurance",
    "Double",
    "Elect",
    "Fold",
    "Hit",
    "Insure",
    "Move",
    "Pass",
    "PlaceWager",
    "PlayWager",
    "Split",
    "Stand",
    "TakeEvenMoney",
]
