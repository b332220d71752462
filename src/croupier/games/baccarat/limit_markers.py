"""Rule 3.2: a marker beside a player stands for a higher maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.chips import dollars
from croupier.games.baccarat.hands import MAINS
from croupier.rulebook.citing import Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised
from croupier.table.law import of_table

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()

BESIDE_THE_PLAYER = 0
"""Where the marker lies: at no box."""


class PlaceMarker(Command, frozen=True, tag="place-marker"):
    """A marker beside a player lets that player exceed the maximum on player, banker and tie."""

    player: str
    limit: int


@acts.act(PlaceMarker, Role.SUPERVISOR, clauses=of_table(lambda law: law.personal_limit))
def place_marker(table: Table, command: PlaceMarker, by: Person) -> Effect:
    law, limit = table.law, command.limit
    must_be_here(table, command.player)
    maximums = [table.sign.of(wager).maximum for wager in sorted(MAINS)]
    if not any(most is not None and limit > most for most in maximums):
        raise Refused("limit: a marker is above the maximum on the sign", law.personal_limit)
    for wager in sorted(MAINS):
        unpayable = table.game.why_not_stake(wager, limit)
        if unpayable is not None:
            raise unpayable
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        table.patrons.markers[command.player, BESIDE_THE_PLAYER] = limit
        table.state(
            Exercised(
                power="limit marker",
                subject=f"{command.player}: {dollars(limit)}",
                clauses=law.personal_limit,
            )
        )

    return effect


class LiftMarker(Command, frozen=True, tag="lift-marker"):
    """The limit marker is taken away."""

    player: str


@acts.act(LiftMarker, Role.SUPERVISOR, clauses=of_table(lambda law: law.personal_limit))
def lift_marker(table: Table, command: LiftMarker, by: Person) -> Effect:
    law, key = table.law, (command.player, BESIDE_THE_PLAYER)
    if key not in table.patrons.markers:
        raise Refused(f"no marker lies beside {command.player}", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        del table.patrons.markers[key]
        table.state(
            Exercised(
                power="marker lifted", subject=command.player, clauses=law.personal_limit
            )
        )  # fmt: skip

    return effect
