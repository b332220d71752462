"""Round files of baccarat: the game's part in adjudication."""

from croupier.adjudication.baccarat import (
    at_table,
    recorded_entries,
    round_file,
    story,
)
from croupier.game_parts import Joined

# the wagers of a coup all stand on the same cards, in whichever box they lie
PART = Joined(at_table, story, round_file, recorded_entries, has_boxes=False)
