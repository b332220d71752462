"""Playing on more than one box, and giving one up when others wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import take_back
from croupier.table.acts.patrons import get_out_of_seat, must_be_here
from croupier.table.facts import Exercised, Seated
from croupier.table.law import of_table
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, order_of_decision

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, TableRules] = Acts()


class PermitSeveralBoxes(Command, frozen=True, tag="permit-several-boxes"):
    """A player may wager on more than one box, until others need them."""

    bears_on_round: ClassVar[bool] = False

    player: str


@acts.act(PermitSeveralBoxes, Role.DEALER, clauses=of_table(lambda law: law.several_boxes))
def permit_several_boxes(table: Table, command: PermitSeveralBoxes, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    if player in table.patrons.restricted:
        raise Refused(f"{player} is limited to a single box", table.patrons.restricted[player])

    def effect() -> None:
        table.patrons.several_boxes.add(player)
        table.add_fact(Exercised(power="several boxes", subject=player, clauses=law.several_boxes))

    return effect


class GiveUpBox(Command, frozen=True, tag="give-up-box"):
    """A player who decides for several boxes gives one up, because others wait for a box."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)

    player: str
    box: int
    for_player: str


@acts.act(GiveUpBox, Role.DEALER, clauses=of_table(lambda law: law.several_boxes))
def give_up_box(table: Table, command: GiveUpBox, by: Person) -> Effect:
    law, player, newcomer = table.law, command.player, command.for_player
    must_be_here(table, newcomer)
    if table.phase is not Phase.BETTING:
        raise Refused("control changes between rounds", law.wagers_frozen)
    deciders = _deciders(table)
    mine = [box for box, decider in deciders.items() if decider == player]
    if command.box not in mine or len(mine) < 2:
        raise Refused(f"{player} does not decide for several boxes", law.several_boxes)
    taken = {*deciders, *table.patrons.seats, *table.patrons.reserved}
    if set(table.boxes) - taken:
        raise Refused("there are vacant boxes", law.several_boxes)
    if newcomer == player or table.patrons.seat_of(newcomer) is not None:
        raise Refused(f"{newcomer} is not waiting for a box", law.several_boxes)
    if table.patrons.seats.get(command.box, player) != player:
        raise Refused(f"{table.patrons.seats[command.box]} sits there", law.several_boxes)

    def effect() -> None:
        _make_room(table, command)
        if table.patrons.seats.get(command.box) == player:
            get_out_of_seat(table, player, law.several_boxes)
        table.patrons.seats[command.box] = newcomer
        for wager in table.wagers:
            if wager.box == command.box:
                wager.seated = wager.player == newcomer
        # The former controller may stay on the box, behind whoever has it now.
        table.wagers.sort(key=lambda w: w.box == command.box and w.player == player)
        table.add_fact(Seated(player=newcomer, box=command.box, clauses=law.several_boxes))
        table.add_fact(
            Exercised(
                power="box given up",
                subject=f"box {command.box}: {player} to {newcomer}",
                clauses=law.several_boxes,
            )
        )

    return effect


def _make_room(table: Table, command: GiveUpBox) -> None:
    """Where no further player may wager on the box, the one who gives it up makes room."""
    law, box = table.law, command.box
    mains = [wager for wager in table.wagers if (wager.box, wager.wager) == (box, MAIN)]
    if len(mains) < law.players_per_box.value or any(w.player == command.for_player for w in mains):
        return
    own = table.wager_of(command.player, box, MAIN)
    assert own is not None  # who decides for a box has a wager there
    take_back(table, own, law.several_boxes)


def _deciders(table: Table) -> dict[int, str]:
    """Who decides for each box that has a main wager, as the wagers lie."""
    mains: dict[int, list[Wager]] = {}
    for wager in table.wagers:
        if wager.wager == MAIN:
            mains.setdefault(wager.box, []).append(wager)
    largest_first = bool(table.law.largest_decides)
    return {
        box: order_of_decision(there, largest_first=largest_first)[0].player
        for box, there in mains.items()
    }
