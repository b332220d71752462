"""Coming, sitting, going, and chips brought and taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import act
from croupier.table.commands import Command
from croupier.table.facts import ChipsMoved, Notified, Present, Seated
from croupier.table.roles import Role
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table


def must_be_here(table: Table, player: str) -> None:
    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded from the game", table.law.exclude)
    if player not in table.patrons.arrived:
        raise Refused(f"player: {player} is not at the table", table.law.betting_window)


class Arrive(Command, frozen=True, tag="arrive"):
    """Somebody comes to the table to play."""

    player: str


@act(Arrive, Role.PLAYER)
def arrive(table: Table, command: Arrive, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(player.strip(), "player: a player has a name", law.betting_window)
    if player in table.patrons.arrived:
        raise Refused(f"{player} is at the table already", law.betting_window)
    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded from the game", law.exclude)

    def effect() -> None:
        table.patrons.arrived.append(player)
        table.state(Present(player=player, present=True, clauses=law.betting_window))

    return effect


class Leave(Command, frozen=True, tag="leave"):
    """Somebody leaves the table, with no wager on the layout."""

    player: str


@act(Leave, Role.PLAYER)
def leave(table: Table, command: Leave, by: Person) -> Effect:
    player = command.player
    must_be_here(table, player)
    if any(w.player == player for w in table.wagers):
        raise Refused(f"{player} has a wager on the layout", table.law.wagers_frozen)
    return lambda: depart(table, player)


def depart(table: Table, player: str) -> None:
    patrons = table.patrons
    patrons.arrived.remove(player)
    patrons.away.discard(player)
    if table.options["under_min_warning_scope"] == "visit":
        patrons.warned.discard(player)
    for key in [key for key in patrons.markers if key[0] == player]:
        del patrons.markers[key]
    patrons.several_boxes.discard(player)
    get_out_of_seat(table, player)
    table.state(Present(player=player, present=False, clauses=table.law.betting_window))


def get_out_of_seat(table: Table, player: str, clauses: Clauses | None = None) -> None:
    seat = table.patrons.seat_of(player)
    if seat is not None:
        del table.patrons.seats[seat]
        table.patrons.idle.pop(player, None)
        cited = clauses or table.law.seated_decides
        table.state(Seated(player=player, box=None, clauses=cited))


class Sit(Command, frozen=True, tag="sit"):
    """Somebody takes the seat at a box, and with it the decisions about the box's cards."""

    player: str
    box: int


@act(Sit, Role.PLAYER)
def sit(table: Table, command: Sit, by: Person) -> Effect:
    law, player, box = table.law, command.player, command.box
    must_be_here(table, player)
    table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
    if box in table.patrons.seats:
        raise Refused(f"{table.patrons.seats[box]} sits at box {box}", law.seated_decides)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        get_out_of_seat(table, player)
        table.patrons.seats[box] = player
        for wager in table.wagers:
            if wager.player == player:
                wager.seated = wager.box == box
        table.state(Seated(player=player, box=box, clauses=law.seated_decides))

    return effect


class GetUp(Command, frozen=True, tag="get-up"):
    """Somebody gives up the seat and may go on betting standing."""

    player: str


@act(GetUp, Role.PLAYER)
def get_up(table: Table, command: GetUp, by: Person) -> Effect:
    law, player = table.law, command.player
    if table.patrons.seat_of(player) is None:
        raise Refused(f"{player} has no seat", law.seated_decides)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        get_out_of_seat(table, player)
        for wager in table.wagers:
            if wager.player == player:
                wager.seated = False

    return effect


class StepAway(Command, frozen=True, tag="step-away"):
    """A player is not there to decide; the dealer goes on as the rules say."""

    player: str


@act(StepAway, Role.PLAYER)
def step_away(table: Table, command: StepAway, by: Person) -> Effect:
    must_be_here(table, command.player)
    if command.player in table.patrons.away:
        raise Refused(f"{command.player} is away already", table.law.absent_player)
    return lambda: set_away(table, command.player, away=True)


class ComeBack(Command, frozen=True, tag="come-back"):
    """A player who was away is there again."""

    player: str


@act(ComeBack, Role.PLAYER)
def come_back(table: Table, command: ComeBack, by: Person) -> Effect:
    if command.player not in table.patrons.away:
        raise Refused(f"{command.player} is not away", table.law.absent_player)
    if command.player in table.patrons.excluded:
        raise Refused(f"{command.player} is excluded from the game", table.law.exclude)
    return lambda: set_away(table, command.player, away=False)


def set_away(table: Table, player: str, *, away: bool) -> None:
    if away:
        table.patrons.away.add(player)
    else:
        table.patrons.away.discard(player)
    table.state(Present(player=player, present=not away, clauses=table.law.absent_player))
    if table.phase is Phase.DEALING:
        assert table.round is not None
        table.round.set_absent(player, away)
        table.follow()


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player's gaming chips come to the table."""

    player: str
    amount: int
    chips: str = "gaming"


@act(BringChips, Role.PLAYER)
def bring_chips(table: Table, command: BringChips, by: Person) -> Effect:
    law = table.law
    must_be_here(table, command.player)
    table.refuse_unless(command.amount > 0, "amount: more than nothing", law.chips_in_the_box)
    if command.chips == "tournament":
        raise Refused(
            "tournament chips are for tournaments only",
            Clauses((*law.tournament_chips, *law.chips_in_the_box)),
        )
    if command.chips != "gaming":
        raise Refused("wagers are made with gaming chips", law.chips_in_the_box)
    return lambda: _move(table, command.player, command.amount)


class TakeChips(Command, frozen=True, tag="take-chips"):
    """A player takes chips from the table."""

    player: str
    amount: int


@act(TakeChips, Role.PLAYER)
def take_chips(table: Table, command: TakeChips, by: Person) -> Effect:
    law, player, amount = table.law, command.player, command.amount
    table.refuse_unless(amount > 0, "amount: more than nothing", law.chips_in_the_box)
    held = table.chips.rack(player)
    if amount > held:
        raise Refused(f"{player} has {dollars(held)} at the table", law.chips_in_the_box)
    return lambda: _move(table, player, -amount)


def note_debts(table: Table, clauses: Clauses) -> None:
    """Chips paid by mistake and gone since are owed; a rack below nothing stands for the debt."""
    for player, held in table.chips.racks.items():
        if held < 0:
            table.state(
                Notified(
                    to="floor", about="owed to the house", detail=f"{player}: {dollars(-held)}",
                    clauses=clauses,
                )
            )  # fmt: skip


def _move(table: Table, player: str, amount: int) -> None:
    table.chips.bring(player, amount)
    table.state(ChipsMoved(player=player, amount=amount, clauses=table.law.chips_in_the_box))
