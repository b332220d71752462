"""Rules 12.7 and 14.1: rounds that the shoe cannot complete, or that a disturbance undoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.baccarat.table_state import state_of
from croupier.games.baccarat.the_shoe import shuffle_now
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acts.misplaced import void_past
from croupier.table.acts.voiding import void_now
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()


class OutOfCards(Command, frozen=True, tag="out-of-cards"):
    """A card is due and none is left in the shoe: the round is void, pairs included."""


@acts.act(OutOfCards, Role.DEALER, clauses=lambda rules: rules.law.shoe_exhausted)
def out_of_cards(table: Table, command: OutOfCards, by: Person) -> Effect:
    law = state_of(table).rules.law
    if not is_out_of_cards(table):
        raise Refused("no card is wanting", law.shoe_exhausted)
    void = void_now(table, "the shoe cannot complete the round", law.shoe_exhausted)

    def effect() -> None:
        void()
        if table.shoe.ready:
            shuffle_now(table, table.law.shuffle)

    return effect


def is_out_of_cards(table: Table) -> bool:
    """Whether the round waits for a card that the shoe does not have."""
    shoe = table.shoe
    return (
        table.phase is Phase.DEALING
        and table.in_play
        and table.round is not None
        and table.round.card_due_to is not None
        and shoe.ready
        and not shoe.remaining
        and not shoe.pending
    )


class InvalidateGame(Command, frozen=True, tag="invalidate-game"):
    """Fire, riot, robbery or the like: a game's outcome does not count, finished or not."""

    disturbance: str
    round: int | None = None
    """A finished round; left out, the round in progress."""


@acts.act(
    InvalidateGame,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.disturbance)),
)
def invalidate_game(table: Table, command: InvalidateGame, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.disturbance, "disturbance: say what happened", law.disturbance)
    clauses = Clauses((*law.disturbance, *law.void))
    if command.round is None or (command.round == table.number and table.in_play):
        return void_now(table, command.disturbance, clauses)
    past = table.past_round(command.round)
    if past is None or past.void:
        raise Refused(f"round: no round {command.round} stands", law.disturbance)
    return lambda: void_past(table, past, command.disturbance, clauses)
