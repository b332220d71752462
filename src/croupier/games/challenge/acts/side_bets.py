"""Rules 13.3 to 13.5 and 14.4 to 14.6: who may make a side bet, and who comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.challenge.acts.notices import (
    INSPECTOR,
    SURVEILLANCE,
    must_have_been_told,
    use_up_notices,
)
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import take_back
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, LimitReadings, left_without_a_main

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, BlackjackRules] = Acts()


class RestrictSideBet(Command, frozen=True, tag="restrict-side-bet"):
    """A Gaming Manager leaves a side bet to players with a main wager; the sign says so."""

    bears_on_round: ClassVar[bool] = False

    wager: str
    sign: Text
    """What the sign at the table says."""


@acts.act(
    RestrictSideBet,
    Role.GAMING_MANAGER,
    lists={"wager": lambda table: table.options["side_bets"]},
    clauses=of_challenge(
        lambda law: together(
            law.gaming_manager,
            *(each.told for each in law.side_bet_restrictions.values()),
            *(each.sign for each in law.side_bet_restrictions.values()),
        )
    ),
)
def restrict_side_bet(table: Table, command: RestrictSideBet, by: Person) -> Effect:
    must_be_restrictable(table, command.wager)
    side_law = law_of(table).side_bet_restrictions[command.wager]
    table.refuse_unless(command.sign, "sign: no sign tells the players", side_law.sign)
    if command.wager in state_of(table).own_main:
        raise Refused(f"{command.wager} is restricted already", side_law.power)

    def effect() -> None:
        restrict(table, command.wager, command.sign)
        if table.phase is Phase.BETTING:
            take_back_the_unaccompanied(table)

    return effect


def must_be_restrictable(table: Table, wager: str) -> None:
    """Surveillance and an inspector were told before."""
    law = law_of(table)
    if wager not in table.options["side_bets"]:
        known = law.side_bet_restrictions.get(wager)
        clauses = law.betting_window if known is None else known.power
        raise Refused(f"wager: {wager} is not offered at this table", clauses)
    side_law = law.side_bet_restrictions[wager]
    for to in (SURVEILLANCE, INSPECTOR):
        must_have_been_told(table, to, wager, "", side_law.told)


def restrict(table: Table, wager: str, sign: str) -> None:
    side_law = law_of(table).side_bet_restrictions[wager]
    state_of(table).own_main.add(wager)
    use_up_notices(table, wager)
    table.add_fact(
        Exercised(power="main wager of one's own", subject=wager, clauses=side_law.power)
    )
    table.add_fact(
        Notified(to="players", about=f"restriction: {wager}", detail=sign, clauses=side_law.sign)
    )


class LiftSideBetRestriction(Command, frozen=True, tag="lift-side-bet-restriction"):
    """A side bet is open again to whoever finds a main wager on the box."""

    bears_on_round: ClassVar[bool] = False

    wager: str


@acts.act(
    LiftSideBetRestriction,
    Role.GAMING_MANAGER,
    lists={"wager": lambda table: table.options["side_bets"]},
    clauses=of_challenge(
        lambda law: together(
            law.gaming_manager,
            *(each.power for each in law.side_bet_restrictions.values()),
            *(side.needs_main for side in law.side_bets.values()),
        )
    ),
)
def lift_side_bet_restriction(table: Table, command: LiftSideBetRestriction, by: Person) -> Effect:
    law, floor, wager = law_of(table), state_of(table), command.wager
    side_law = law.side_bet_restrictions.get(wager)
    if side_law is None or wager not in floor.own_main:
        clauses = law.betting_window if side_law is None else side_law.power
        raise Refused(f"wager: {wager} is not restricted", clauses)

    def effect() -> None:
        floor.own_main.discard(wager)
        table.add_fact(Exercised(power="restriction lifted", subject=wager, clauses=side_law.power))

    return effect


def unaccompanied(table: Table) -> list[tuple[Wager, Clauses]]:
    """Side wagers that lie there without the main wager that they need, and why."""
    restricted = state_of(table).own_main
    readings = LimitReadings(own_main_on_any_box=not table.options["restriction_same_area"])
    return [
        (side, clauses)
        for own in (False, True)
        for side, clauses in left_without_a_main(table.law, table.wagers, own, readings)
        if (side.wager in restricted) is own
    ]


def take_back_the_unaccompanied(table: Table) -> None:
    for wager, clauses in unaccompanied(table):
        take_back(table, wager, clauses)


def displace(table: Table, box: int, wager: str) -> None:
    """Players with a main wager come first: of the others the last one gives up the place."""
    law = law_of(table)
    most = law.side_bets[wager].most_per_box
    sides = [w for w in table.wagers if w.box == box and w.wager == wager]
    owners = {w.player for w in table.wagers if w.box == box and w.wager == MAIN}
    others = [side for side in sides if side.player not in owners]
    if len(sides) > most.value:
        take_back(table, others[-1], most.clauses)
