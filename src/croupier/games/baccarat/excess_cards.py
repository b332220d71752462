"""Rules 12.2 and 12.3: a card drawn when no hand needs it opens the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.baccarat.no_bet import clear_wagers
from croupier.games.baccarat.table_state import no_bet_clauses, no_bet_door, state_of
from croupier.rulebook.citing import Refused
from croupier.table.acts.cards import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.facts import Notified, SetAside
from croupier.table.law import of_table
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()


@acts.act(DrawnInError, Role.DEALER, clauses=of_table(lambda law: law.drawn_in_error))
def drawn_in_error(table: Table, command: DrawnInError, by: Person) -> Effect:
    law, shoe, card = state_of(table).rules.law, table.shoe, command.card
    excess = law.excess_unseen if card is None else law.excess_exposed
    table.must_be_open()
    if table.phase is Phase.DEALING and table.round is not None and table.round.card_due_to:
        raise Refused("a card is due: it is the one that was drawn", law.initial_deal)
    if shoe.ready and not shoe.remaining:
        raise Refused("no card is left in the shoe", table.law.shoe_exhausted)
    must_be_in_the_shoe(table)
    table.refuse_unless(not shoe.burns_due, "a card is to be burnt first", table.law.burn)
    must_be_possible(table, card)

    def effect() -> None:
        shoe.take(card)
        shoe.pending.append(card)
        table.state(SetAside(card=card, clauses=excess))
        if table.phase is Phase.BETTING:
            clear_for_an_excess_card(table)

    return effect


def clear_for_an_excess_card(table: Table) -> None:
    """A card was seen that will be dealt first: nobody may bet on that round."""
    door = no_bet_door(table)
    if door is None or not table.shoe.pending:
        return
    clauses = no_bet_clauses(table, door)
    table.state(Notified(to="players", about="no-bet coup", detail=door, clauses=clauses))
    clear_wagers(table, clauses)
