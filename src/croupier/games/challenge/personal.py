"""Rules 6.6 and 6.7: limits of one player's own, and low limit gaming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.chips import Limits, dollars
from croupier.games.challenge.table_law import of_challenge
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citing import Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised, Notified
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


class PlacePersonalSign(Command, frozen=True, tag="place-personal-sign"):
    """A sign at the table lets one player wager over the maximum, and says from how much."""

    player: str
    minimum: int
    maximum: int


@acts.act(PlacePersonalSign, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.personal_limit))
def place_personal_sign(table: Table, command: PlacePersonalSign, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)
    most = table.sign.of(MAIN).maximum
    if most is None or command.maximum <= most:
        above = "there is none" if most is None else dollars(most)
        raise Refused(f"maximum: it is above the table's, which is {above}", law.personal_limit)
    try:
        limits = Limits(command.minimum, command.maximum)
    except ValueError as error:
        raise Refused(f"minimum: {error}", law.personal_limit) from None

    def effect() -> None:
        state_of(table).personal[player] = limits
        clauses = law.personal_limit
        table.state(Exercised(power="limits of one's own", subject=player, clauses=clauses))
        table.state(
            Notified(to="players", about=f"limits of {player}", detail=str(limits), clauses=clauses)
        )

    return effect


class RemovePersonalSign(Command, frozen=True, tag="remove-personal-sign"):
    """The player's own sign is taken away: the limits are those of the table."""

    player: str


@acts.act(RemovePersonalSign, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.personal_limit))
def remove_personal_sign(table: Table, command: RemovePersonalSign, by: Person) -> Effect:
    law, player = table.law, command.player
    if player not in state_of(table).personal:
        raise Refused(f"{player} has no sign", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)
    return lambda: take_sign_away(table, player)


def take_sign_away(table: Table, player: str) -> None:
    if state_of(table).personal.pop(player, None) is not None:
        clauses = table.law.personal_limit
        table.state(Exercised(power="own limits ended", subject=player, clauses=clauses))
