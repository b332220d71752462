"""Going from the table, also before the round is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import Leave, depart, must_be_here

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


@acts.act(Leave, Role.PLAYER, clauses=lambda rules: rules.table_law.wagers_frozen)
def leave(table: Table, command: Leave, by: Person) -> Effect:
    player = command.player
    must_have_no_wager(table, player)
    return lambda: depart(table, player)


def must_have_no_wager(table: Table, player: str) -> None:
    """A wager that has been settled, or was given back, holds nobody at the table."""
    must_be_here(table, player)
    at_table = table.round
    if not any(wager.player == player for wager in table.wagers):
        return
    if table.in_play and isinstance(at_table, RoundAtTable) and at_table.is_done_with(player):
        return
    raise Refused(f"{player} has a wager on the layout", table.law.wagers_frozen)
