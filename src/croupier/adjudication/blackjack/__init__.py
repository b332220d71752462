"""Round files of blackjack: the game's part in adjudication."""

from croupier.adjudication.blackjack.file import NEEDS, WRITTEN, check_entries, decode, write
from croupier.adjudication.blackjack.play import begin, finish, table_of
from croupier.adjudication.blackjack.story import tell

__all__ = [
    "NEEDS",
    "WRITTEN",
    "begin",
    "check_entries",
    "decode",
    "finish",
    "has_boxes",
    "table_of",
    "tell",
    "write",
]

has_boxes = True
