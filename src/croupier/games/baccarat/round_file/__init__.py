"""Round files of baccarat: the game's part in adjudication."""

from croupier.game_parts import Joined
from croupier.games.baccarat.round_file import at_table, playback, story
from croupier.games.baccarat.round_file import export as recorded_entries
from croupier.games.baccarat.round_file import format as round_file

# the wagers of a coup all stand on the same cards, in whichever box they lie
PART = Joined(at_table, story, playback, round_file, recorded_entries, has_boxes=False)
