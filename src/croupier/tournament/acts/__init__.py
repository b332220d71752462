"""What may be asked of a tournament, by subject."""

from functools import reduce
from operator import or_
from typing import Any

from croupier.table.commands import Command
from croupier.tournament.acting import Act
from croupier.tournament.acts import (
    awarding,
    coming_back,
    conduct,
    ending,
    entries,
    gate,
    other_games,
    seating,
    sessions,
    ties,
)

ACTS: dict[type[Command], Act] = {
    **gate.acts,
    **entries.acts,
    **seating.acts,
    **sessions.acts,
    **coming_back.acts,
    **ending.acts,
    **ties.acts,
    **other_games.acts,
    **awarding.acts,
    **conduct.acts,
}
COMMANDS: Any = reduce(or_, ACTS)
"""The union of the commands, for decoding; `do` says which one it is."""
