"""Round files of baccarat: the game's part in adjudication."""

from croupier.adjudication.baccarat.explanation import tell
from croupier.adjudication.baccarat.playback import begin, finish, table_of
from croupier.adjudication.baccarat.round_file import NEEDS, WRITTEN, check_entries, decode, write

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

has_boxes = False
"""The wagers of a coup all stand on the same cards."""
