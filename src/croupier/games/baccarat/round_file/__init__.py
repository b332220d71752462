"""Round files of baccarat: the game's part in adjudication."""

from croupier.game_parts import Joined
from croupier.games.baccarat.round_file import at_table, export, format, story

# the wagers of a coup all stand on the same cards, in whichever box they lie
PART = Joined(at_table, story, format, export, has_boxes=False)
