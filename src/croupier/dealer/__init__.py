"""The dealer: holds the cards, and deals a table from a virtual shoe.

The table knows the rules and never an undealt card. The dealer knows the order and decides nothing:
it shuffles when the table says so, publishes the commitment, offers the cut, and draws what is due.
"""

from croupier.dealer.card_handling import DealerState
from croupier.dealer.dealer import Dealer

__all__ = ["Dealer", "DealerState"]
