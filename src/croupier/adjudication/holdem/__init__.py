"""Round files of Hold'em: the game's part in adjudication."""

from croupier.adjudication.holdem import (
    at_table,
    recorded_entries,
    round_file,
    story,
)
from croupier.game_parts import Joined

PART = Joined(at_table, story, round_file, recorded_entries, has_boxes=True)
