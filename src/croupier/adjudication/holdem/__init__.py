"""Round files of Hold'em: the game's part in adjudication."""

from croupier.adjudication.holdem.at_table import (
    betting_opens,
    by_itself,
    decide,
    due_to,
    hands,
    in_order,
    lay_wagers,
    mending,
    offer,
    owed,
    rank,
    reshuffles_in_mid_round,
    wagers_of,
    wants_betting_closed,
    why_over,
)
from croupier.adjudication.holdem.explanation import follow, tell
from croupier.adjudication.holdem.playback import begin, finish, table_of
from croupier.adjudication.holdem.round_file import (
    NEEDS,
    WRITTEN,
    check_entries,
    decisions,
    decoder,
    write,
)

__all__ = [
    "NEEDS",
    "WRITTEN",
    "begin",
    "betting_opens",
    "by_itself",
    "check_entries",
    "decide",
    "decisions",
    "decoder",
    "due_to",
    "finish",
    "follow",
    "hands",
    "has_boxes",
    "in_order",
    "lay_wagers",
    "mending",
    "offer",
    "owed",
    "rank",
    "reshuffles_in_mid_round",
    "table_of",
    "tell",
    "wagers_of",
    "wants_betting_closed",
    "why_over",
    "write",
]

has_boxes = True
