"""Round files of baccarat: the game's part in adjudication."""

from croupier.adjudication.baccarat import at_table, explanation, playback, round_file, written
from croupier.game_parts import Joined

# the wagers of a coup all stand on the same cards, in whichever box they lie
PART = Joined(at_table, explanation, playback, round_file, written, has_boxes=False)
