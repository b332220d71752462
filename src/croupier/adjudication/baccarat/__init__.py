"""Round files of baccarat: the game's part in adjudication."""

from croupier.adjudication.baccarat.file import NEEDS, WRITTEN, check_entries, decode, write
from croupier.adjudication.baccarat.play import begin, finish, table_of
from croupier.adjudication.baccarat.story import tell

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
