"""Rule 18: closing a table where players are, after a sign has stood there long enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.durations import MINUTE
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import conduct_of
from croupier.rulebook.citations import Refused
from croupier.shoe import Occasion
from croupier.table.acts.closing import CloseTable
from croupier.table.facts import Notified, TableClosed
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


class DisplayClosingSign(Command, frozen=True, tag="display-closing-sign"):
    """A sign shows when the table is to close."""

    bears_on_round: ClassVar[bool] = False

    closes: int


@acts.act(DisplayClosingSign, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.closure))
def display_closing_sign(table: Table, command: DisplayClosingSign, by: Person) -> Effect:
    law = card_law_of(table)
    table.must_be_open()
    table.refuse_unless(command.closes > table.now, "closes: a time to come", law.closure)

    def effect() -> None:
        conduct_of(table).closing_sign = (command.closes, table.now)
        table.closing = True
        minutes = -(-(command.closes - table.now) // MINUTE)
        table.add_fact(
            Notified(
                to="players", about="closure", detail=f"in {minutes} minutes", clauses=law.closure
            )
        )

    return effect


@acts.act(CloseTable, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.closure))
def close_table(table: Table, command: CloseTable, by: Person) -> Effect:
    law = card_law_of(table)
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("a round is in progress", law.closure)
    table.refuse_unless(not table.wagers, "wagers lie in the boxes", law.closure)
    if table.patrons.arrived:
        _must_have_been_shown(table)

    def effect() -> None:
        table.phase = Phase.CLOSED
        table.closing = False
        table.cards_checked = False
        table.closing_check_due = False
        conduct_of(table).closing_sign = None
        table.shoe.occasion = Occasion.GAME_BEGINNING
        if table.shoe.preparation is not Preparation.NEEDS_NEW_CARDS:
            # Its cards are not dealt from again, so its secret may be told.
            table.shoe.preparation = Preparation.NEEDS_SHUFFLE
        reason = "announced" if table.patrons.arrived else "no players"
        table.add_fact(TableClosed(reason=reason, clauses=law.closure))

    return effect


def _must_have_been_shown(table: Table) -> None:
    law, sign = card_law_of(table), conduct_of(table).closing_sign
    least = law.closure_sign
    if sign is None:
        raise Refused("players are there and no sign says when it closes", least.clauses)
    closes, displayed = sign
    if table.now < closes:
        raise Refused("the time on the sign has not come", least.clauses)
    if table.now - displayed < least.value:
        raise Refused(
            f"the sign has not stood there for {least.value // MINUTE} minutes", least.clauses
        )
