"""Round files of blackjack: the game's part in adjudication."""

from croupier.game_parts import Joined
from croupier.games.blackjack.round_file import at_table, export, format, story

PART = Joined(at_table, story, format, export, has_boxes=True)
