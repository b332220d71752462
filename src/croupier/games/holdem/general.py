"""Rule 15 at a table, as far as it is not what every table does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.holdem.at_table import RoundAtTable
from croupier.games.holdem.facts import Ended
from croupier.games.holdem.table_state import law_of
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acts import voiding
from croupier.table.acts.betting import after_a_removal
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound
from croupier.table.facts import Exercised
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()


class ReportDevice(Command, frozen=True, tag="report-device"):
    """Somebody uses a device to record, project or analyse the game."""

    person: str
    device: str
    on_duty: bool = False
    """Whether it is an agent or an employee of the casino, in the course of their duty."""


@acts.act(
    ReportDevice,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.no_devices, rules.table_law.breach),
)
def report_device(table: Table, command: ReportDevice, by: Person) -> Effect:
    law, person = law_of(table), command.person
    table.refuse_unless(person and command.device, "say who uses what", law.no_devices)
    if command.on_duty:
        raise Refused(f"{person} may, in the course of their duty", law.no_devices)

    def effect() -> None:
        table.patrons.breaches[person] += 1
        table.state(
            Exercised(
                power="breach recorded: a device", subject=person, reason=command.device,
                clauses=Clauses((*law.no_devices, *table.law.breach)),
            )
        )  # fmt: skip

    return effect


@acts.act(
    Invalidate, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.disturbance))
)
def invalidate(table: Table, command: Invalidate, by: Person) -> Effect:
    """A disturbance reaches a game only before its completion."""
    effect = voiding.invalidate(table, command, by)
    if table.round is not None and table.round.over:
        raise Refused("the game is complete", table.law.disturbance)
    return effect


@acts.act(
    VoidRound, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.void_round))
)
def void_round(table: Table, command: VoidRound, by: Person) -> Effect:
    """A round that is complete cannot be impractical to continue; fraud may still be found."""
    effect = voiding.void_round(table, command, by)
    if command.ground == "impractical" and table.phase is Phase.SETTLED:
        raise Refused("the round is complete", table.law.void_round)
    return effect


@acts.act(Exclude, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.breach, law.exclude)))
def exclude(table: Table, command: Exclude, by: Person) -> Effect:
    """Who is excluded in mid-round has no hand in it any more: the wagers are void and go back."""
    effect = voiding.exclude(table, command, by)
    law, player = table.law, command.player

    def with_the_hand() -> None:
        at_table = table.round
        if isinstance(at_table, RoundAtTable) and table.phase is Phase.DEALING:
            hands = (box for box in at_table.round.boxes if box.player == player)
            hand = next((box for box in hands if box.ended is not Ended.VOID), None)
            if hand is not None:
                clauses = Clauses((*law.exclude, *law.void_wager))
                at_table.void_hand(hand.number, "excluded from the game", clauses)
                after_a_removal(table)
        effect()

    return with_the_hand
