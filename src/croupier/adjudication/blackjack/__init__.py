"""Round files of blackjack: the game's part in adjudication."""

from croupier.adjudication.blackjack import at_table, explanation, playback, round_file
from croupier.game_parts import Joined

PART = Joined(at_table, explanation, playback, round_file, has_boxes=True)
