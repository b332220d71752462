"""Round files of blackjack: the game's part in adjudication."""

from croupier.game_parts import Joined
from croupier.games.blackjack.round_file import at_table, playback, story
from croupier.games.blackjack.round_file import export as recorded_entries
from croupier.games.blackjack.round_file import format as round_file

PART = Joined(at_table, story, playback, round_file, recorded_entries, has_boxes=True)
