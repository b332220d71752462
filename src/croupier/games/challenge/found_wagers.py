"""Rule 19.6.14: a tournament wager that is found not to be in order after the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.challenge.overlooked import rebuild_on
from croupier.games.challenge.round import round_at
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citing import Refused
from croupier.table.acts.betting import after_a_removal, apply_limits, place
from croupier.table.acts.hidden import proper
from croupier.table.acts.tournament import must_be_a_tournaments
from croupier.table.acts.turns import put_out
from croupier.table.law import of_tournaments
from croupier.table.tournament import law_at
from croupier.table.tournament_facts import MadeGood
from croupier.table.wagers import MAIN, Admitted

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, BlackjackRules] = Acts()


class FindWager(Command, frozen=True, tag="find-wager"):
    """A player's wager is found to be short, over the maximum or of broken units in the round."""

    player: str


@acts.act(FindWager, Role.DEALER, clauses=of_tournaments(lambda law: law.made_good))
def find_wager(table: Table, command: FindWager, by: Person) -> Effect:
    law, player = law_at(table), command.player
    box = must_be_a_tournaments(table).positions.get(player, 0)
    wager = table.wager_of(player, box, MAIN) if table.in_play else None
    overlooked = (player, box) in state_of(table).overlooked
    if wager is None or not overlooked or proper(table, wager) == wager.amount:
        raise Refused(f"no wager of {player} is to be made good", law.made_good)
    amount = proper(table, wager)
    if amount:
        return rebuild_on(
            table, {(player, box): amount}, lambda: _make_good(table, wager, amount), law.made_good
        )
    return lambda: _make_void(table, wager)


def _make_good(table: Table, wager: Wager, amount: int) -> None:
    law = law_at(table)
    table.state(
        MadeGood(player=wager.player, was=wager.amount, amount=amount, clauses=law.made_good)
    )
    if amount > wager.amount:
        place(table, wager, amount)
    else:
        apply_limits(table, Admitted(wager, amount, wager.amount - amount, law.made_good))


def _make_void(table: Table, wager: Wager) -> None:
    """The cards are burnt, and the player is out of the session."""
    law = law_at(table)
    assert table.round is not None
    table.state(MadeGood(player=wager.player, was=wager.amount, amount=0, clauses=law.made_good))
    table.round.void_wagers(wager.player, wager.box, None, law.made_good)
    round_at(table).burn_cards(wager.box)
    after_a_removal(table)
    put_out(table, wager.player, wagered=wager.amount, clauses=law.made_good)
