"""Limit markers: a higher maximum for one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.money import dollars, money
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised
from croupier.table.law import of_table, together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class PlaceMarker(Command, frozen=True, tag="place-marker"):
    """A limit marker beside a box lets a player exceed the box maximum there."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)
    changes_limits: ClassVar[bool] = True

    player: str
    box: int
    limit: int


@acts.act(
    PlaceMarker,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.personal_limit, law.marker_box_total)),
)
def place_marker(table: Table, command: PlaceMarker, by: Person) -> Effect:
    law, limit = table.law, command.limit
    must_be_here(table, command.player)
    table.refuse_unless(command.box in table.boxes, f"box: there is no box {command.box}", law.box)
    stated = _stated_for_the_box(table)
    if not stated or limit <= min(stated.values()):
        least = f" of {money(min(stated.values()))}" if stated else ", and there is none"
        raise Refused(f"limit: a marker is above the box maximum{least}", law.personal_limit)
    for wager, maximum in stated.items():
        unpayable = table.game.why_not_stake(wager, limit) if limit > maximum else None
        if unpayable is not None:
            raise unpayable
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        table.patrons.markers[command.player, command.box] = command.limit
        table.add_fact(
            Exercised(
                power="limit marker",
                subject=f"{command.player} at box {command.box}: {dollars(command.limit)}",
                clauses=law.personal_limit,
            )
        )

    return effect


def _stated_for_the_box(table: Table) -> dict[str, int]:
    """The maximums on the sign that are a box's; side bets have a sign of their own."""
    return {
        wager: maximum
        for wager in table.game.wagers
        if wager not in table.law.side_bets
        and (maximum := table.sign.of(wager).maximum) is not None
    }


class LiftMarker(Command, frozen=True, tag="lift-marker"):
    """The limit marker is taken away."""

    player: str
    box: int


@acts.act(LiftMarker, Role.SUPERVISOR, clauses=of_table(lambda law: law.personal_limit))
def lift_marker(table: Table, command: LiftMarker, by: Person) -> Effect:
    law = table.law
    if (command.player, command.box) not in table.patrons.markers:
        raise Refused("no such marker lies there", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        del table.patrons.markers[command.player, command.box]
        subject = f"{command.player} at box {command.box}"
        table.add_fact(
            Exercised(power="marker lifted", subject=subject, clauses=law.personal_limit)
        )

    return effect
