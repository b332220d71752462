"""The floor: what runs in the casino, in front of a store that loses nothing.

Begin with `floor.py`: commands come in there, and `commands.py` has each from its locks to its
answer. `live_aggregate.py` is a table, tournament, promotion or the house in this process;
`house_policy.py` what the house refuses; `views.py` and `preview.py` all that a viewer is ever
shown. `timers.py` says what a table waits for, `tournament_automation.py` what is done for
tournaments by itself, `replication.py` how several processes serve one house.
"""

from croupier.casino.floor.command_answers import Answered
from croupier.casino.floor.floor import Floor, NoSuchTable
from croupier.casino.floor.live_aggregate import NoSuchAffair
from croupier.casino.floor.views import (
    HeldUp,
    Look,
    TableSummary,
    TournamentTable,
    check,
    draw_at,
    game,
    is_practice,
    last_round_settled,
    look,
    must_have_table,
    out_of_order,
    people_at,
    possible,
    readable,
    repeat_missed,
    rules_copy,
    suggestion,
    summaries,
    tables_of_tournament,
    watch,
)

__all__ = [
    "Answered",
    "Floor",
    "HeldUp",
    "Look",
    "NoSuchAffair",
    "NoSuchTable",
    "TableSummary",
    "TournamentTable",
    "check",
    "draw_at",
    "game",
    "is_practice",
    "last_round_settled",
    "look",
    "must_have_table",
    "out_of_order",
    "people_at",
    "possible",
    "readable",
    "repeat_missed",
    "rules_copy",
    "suggestion",
    "summaries",
    "tables_of_tournament",
    "watch",
]
