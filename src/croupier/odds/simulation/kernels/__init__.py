"""The compiled part: rounds dealt and settled by tables that were made from the rules."""

from croupier.games.baccarat.simulation.kernel import play_baccarat
from croupier.games.blackjack.simulation.kernel import play_blackjack

__all__ = ["play_baccarat", "play_blackjack"]
