"""Round files of blackjack: the game's part in adjudication."""

from croupier.adjudication.blackjack import at_table, explanation, playback, round_file, written
from croupier.game_parts import Joined

PART = Joined(at_table, explanation, playback, round_file, written, has_boxes=True)
