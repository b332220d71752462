"""Round files of Hold'em: the game's part in adjudication."""

from croupier.adjudication.holdem.explanation import tell
from croupier.adjudication.holdem.playback import begin, finish, table_of
from croupier.adjudication.holdem.round_file import NEEDS, WRITTEN, check_entries, decode, write

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
