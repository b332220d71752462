"""Powers of the casino operator: who used which, on whom, why, and under which clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import act
from croupier.table.acts.betting import (
    after_a_removal,
    hold_to_the_minimum,
    mid_shoe_clauses,
    reopen_betting,
    take_back,
)
from croupier.table.acts.dealing import end_round
from croupier.table.acts.irregularities import void_past
from croupier.table.acts.patrons import (
    depart,
    get_out_of_seat,
    must_be_here,
    note_debts,
    set_away,
)
from croupier.table.commands import Command
from croupier.table.facts import Exercised, Notified, RoundVoided, Seated
from croupier.table.roles import Role
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, order_of_decision

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table
    from croupier.table.wagers import Wager


# --- limits and boxes


class PlaceMarker(Command, frozen=True, tag="place-marker"):
    """A limit marker beside a box lets a player exceed the box maximum there."""

    player: str
    box: int
    limit: int


@act(PlaceMarker, Role.SUPERVISOR)
def place_marker(table: Table, command: PlaceMarker, by: Person) -> Effect:
    law = table.law
    must_be_here(table, command.player)
    table.refuse_unless(command.box in table.boxes, f"box: there is no box {command.box}", law.box)
    maximum = table.sign.of(MAIN).maximum
    if maximum is None or command.limit <= maximum:
        raise Refused(
            "limit: a marker is above the box maximum"
            + (f" of {dollars(maximum)}" if maximum is not None else ", and there is none"),
            law.personal_limit,
        )
    unpayable = table.game.why_not_stake(MAIN, command.limit)
    if unpayable is not None:
        raise unpayable
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        table.patrons.markers[command.player, command.box] = command.limit
        table.state(
            Exercised(
                power="limit marker",
                subject=f"{command.player} at box {command.box}: {dollars(command.limit)}",
                clauses=law.personal_limit,
            )
        )

    return effect


class LiftMarker(Command, frozen=True, tag="lift-marker"):
    """The limit marker is taken away."""

    player: str
    box: int


@act(LiftMarker, Role.SUPERVISOR)
def lift_marker(table: Table, command: LiftMarker, by: Person) -> Effect:
    law = table.law
    if (command.player, command.box) not in table.patrons.markers:
        raise Refused("no such marker lies there", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        del table.patrons.markers[command.player, command.box]
        subject = f"{command.player} at box {command.box}"
        table.state(Exercised(power="marker lifted", subject=subject, clauses=law.personal_limit))

    return effect


class PermitSeveralBoxes(Command, frozen=True, tag="permit-several-boxes"):
    """A player may wager on more than one box, until others need them."""

    player: str


@act(PermitSeveralBoxes, Role.DEALER)
def permit_several_boxes(table: Table, command: PermitSeveralBoxes, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    if player in table.patrons.restricted:
        raise Refused(f"{player} is limited to a single box", table.patrons.restricted[player])

    def effect() -> None:
        table.patrons.several_boxes.add(player)
        table.state(Exercised(power="several boxes", subject=player, clauses=law.several_boxes))

    return effect


class GiveUpBox(Command, frozen=True, tag="give-up-box"):
    """A player who decides for several boxes gives one up, because others wait for a box."""

    player: str
    box: int
    for_player: str


@act(GiveUpBox, Role.DEALER)
def give_up_box(table: Table, command: GiveUpBox, by: Person) -> Effect:
    law, player, newcomer = table.law, command.player, command.for_player
    must_be_here(table, newcomer)
    if table.phase is not Phase.BETTING:
        raise Refused("control changes between rounds", law.wagers_frozen)
    mains: dict[int, list[Wager]] = {}
    for wager in table.wagers:
        if wager.wager == MAIN:
            mains.setdefault(wager.box, []).append(wager)
    mine = {box for box, there in mains.items() if order_of_decision(there)[0].player == player}
    if command.box not in mine or len(mine) < 2:
        raise Refused(f"{player} does not decide for several boxes", law.several_boxes)
    if set(table.boxes) - set(mains) - set(table.patrons.seats):
        raise Refused("there are vacant boxes", law.several_boxes)
    if newcomer == player or table.patrons.seat_of(newcomer) is not None:
        raise Refused(f"{newcomer} is not waiting for a box", law.several_boxes)
    if table.patrons.seats.get(command.box, player) != player:
        raise Refused(f"{table.patrons.seats[command.box]} sits there", law.several_boxes)

    def effect() -> None:
        if table.patrons.seats.get(command.box) == player:
            get_out_of_seat(table, player, law.several_boxes)
        table.patrons.seats[command.box] = newcomer
        for wager in table.wagers:
            if wager.box == command.box:
                wager.seated = wager.player == newcomer
        # The former controller may stay on the box, behind whoever has it now.
        table.wagers.sort(key=lambda w: w.box == command.box and w.player == player)
        table.state(Seated(player=newcomer, box=command.box, clauses=law.several_boxes))
        table.state(
            Exercised(
                power="box given up",
                subject=f"box {command.box}: {player} to {newcomer}",
                clauses=law.several_boxes,
            )
        )

    return effect


# --- restrictions


class RequireMinimum(Command, frozen=True, tag="require-minimum"):
    """A player who joined or paused in mid-shoe wagers the minimum until a new shoe."""

    player: str
    reason: str


@act(RequireMinimum, Role.SUPERVISOR)
def require_minimum(table: Table, command: RequireMinimum, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    table.refuse_unless(command.reason, "reason: say why", law.mid_shoe)
    if table.shoe.machine:
        raise Refused("with an automated shuffling shoe there is no mid-shoe", law.machine)
    if table.options["mid_shoe"] == "off":
        raise Refused("this table does not restrict mid-shoe play", law.mid_shoe)
    clauses = mid_shoe_clauses(table, player)
    if clauses is None:
        raise Refused(f"{player} has played every round of this shoe", law.mid_shoe)

    def effect() -> None:
        table.patrons.minimum_only[player] = clauses
        table.state(
            Exercised(
                power="minimum until a new shoe", subject=player, reason=command.reason,
                clauses=clauses,
            )
        )  # fmt: skip
        hold_to_the_minimum(table, player, clauses)

    return effect


class Restrict(Command, frozen=True, tag="restrict"):
    """A player is limited to one box and the minimum, and the Commission is told."""

    player: str
    procedure: str
    """The approved procedure that it follows."""
    tracked: str | None = None
    """Where the player's tracking is recorded; not needed again for one restricted before."""


@act(Restrict, Role.SUPERVISOR)
def restrict(table: Table, command: Restrict, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.procedure, "procedure: name the approved procedure", law.restricted)
    again = player in table.patrons.once_restricted
    if not again and not command.tracked:
        raise Refused(f"{player} has not been tracked and restricted before", law.restricted)
    clauses = law.restricted_again if again and not command.tracked else law.restricted

    def effect() -> None:
        table.patrons.restricted[player] = clauses
        table.patrons.once_restricted.add(player)
        table.patrons.several_boxes.discard(player)
        table.state(
            Exercised(
                power="one box and the minimum", subject=player, reason=command.procedure,
                clauses=clauses,
            )
        )  # fmt: skip
        table.state(
            Notified(
                to="commission", about="restriction of play", detail=player, clauses=law.restricted
            )
        )
        hold_to_the_minimum(table, player, clauses)

    return effect


class LiftRestriction(Command, frozen=True, tag="lift-restriction"):
    """A restriction of either kind ends."""

    player: str


@act(LiftRestriction, Role.SUPERVISOR)
def lift_restriction(table: Table, command: LiftRestriction, by: Person) -> Effect:
    patrons, player = table.patrons, command.player
    if player not in patrons.restricted and player not in patrons.minimum_only:
        raise Refused(f"{player} is not restricted", table.law.restricted)

    def effect() -> None:
        clauses = patrons.restricted.pop(player, None) or patrons.minimum_only[player]
        patrons.minimum_only.pop(player, None)
        table.state(Exercised(power="restriction lifted", subject=player, clauses=clauses))

    return effect


class VacateSeat(Command, frozen=True, tag="vacate-seat"):
    """A seated player who let three rounds pass while all other seats were in use must go."""

    player: str


@act(VacateSeat, Role.SUPERVISOR)
def vacate_seat(table: Table, command: VacateSeat, by: Person) -> Effect:
    law, player = table.law, command.player
    if table.patrons.seat_of(player) is None:
        raise Refused(f"{player} has no seat", law.vacate_seat.clauses)
    if any(wager.player == player for wager in table.wagers):
        raise Refused(f"{player} has a wager on the layout", law.vacate_seat.clauses)
    if table.patrons.idle[player] < law.vacate_seat.value:
        raise Refused(
            f"{player} has let {table.patrons.idle[player]} rounds pass with all seats in use, "
            f"not {law.vacate_seat.value}",
            law.vacate_seat.clauses,
        )

    def effect() -> None:
        table.state(
            Exercised(power="vacate the seat", subject=player, clauses=law.vacate_seat.clauses)
        )
        get_out_of_seat(table, player, law.vacate_seat.clauses)

    return effect


# --- void


class VoidWager(Command, frozen=True, tag="void-wager"):
    """A wager of somebody who broke the rules is void; the stake goes back."""

    player: str
    box: int
    reason: str
    wager: str | None = None


@act(VoidWager, Role.SUPERVISOR)
def void_wager(table: Table, command: VoidWager, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.reason, "reason: say why", law.void_wager)
    if not table.patrons.breaches[player]:
        raise Refused(f"no breach by {player} is recorded", law.breach)
    if table.phase in (Phase.DEALING, Phase.SETTLED) and table.round is not None:
        there = table.round.can_void(player, command.box, command.wager)
    else:
        there = table.wager_of(player, command.box, command.wager) is not None
    if not there:
        raise Refused(f"{player} has no such wager on box {command.box}", law.void_wager)

    def effect() -> None:
        clauses = Clauses((*law.void_wager, *law.void))
        table.state(
            Exercised(
                power="void a wager", subject=f"{player} on box {command.box}",
                reason=command.reason, clauses=Clauses((*law.breach, *law.void_wager)),
            )
        )  # fmt: skip
        if table.phase is Phase.BETTING:
            while wager := table.wager_of(player, command.box, command.wager):
                take_back(table, wager, clauses)
            return
        assert table.round is not None
        table.round.void_wagers(player, command.box, command.wager, clauses)
        after_a_removal(table)
        note_debts(table, clauses)

    return effect


class Exclude(Command, frozen=True, tag="exclude"):
    """Somebody who broke the rules takes no further part in the game."""

    player: str
    reason: str


@act(Exclude, Role.SUPERVISOR)
def exclude(table: Table, command: Exclude, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.reason, "reason: say why", law.exclude)
    if not table.patrons.breaches[player]:
        raise Refused(f"no breach by {player} is recorded", law.breach)

    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded already", law.exclude)

    def effect() -> None:
        table.patrons.excluded.add(player)
        table.state(
            Exercised(
                power="exclude", subject=player, reason=command.reason,
                clauses=Clauses((*law.breach, *law.exclude)),
            )
        )  # fmt: skip
        if player in table.patrons.arrived:
            _show_out(table, player)

    return effect


def _show_out(table: Table, player: str) -> None:
    """Wagers not yet in a round go back; those in one stand, and are played as for the absent."""
    mine = [wager for wager in table.wagers if wager.player == player]
    if table.phase is Phase.BETTING:
        for wager in mine:
            if wager in table.wagers:  # a side wager may have gone with its main wager
                take_back(table, wager, table.law.exclude)
    elif mine:
        set_away(table, player, away=True)
        return
    depart(table, player)


class VoidRound(Command, frozen=True, tag="void-round"):
    """A round is void: impractical to go on with, or touched by fraud."""

    ground: str
    reason: str
    round: int | None = None
    """A finished round, for fraud found later; left out, the round in progress."""


@act(VoidRound, Role.SUPERVISOR)
def void_round(table: Table, command: VoidRound, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(
        command.ground in ("impractical", "fraud"), "ground: impractical or fraud", law.void_round
    )
    table.refuse_unless(command.reason, "reason: say why", law.void_round)
    clauses = Clauses((*law.void_round, *law.void))
    if command.round is not None and (command.round != table.number or not table.in_play):
        past = table.past_round(command.round)
        if past is None or past.void:
            raise Refused(f"round: no round {command.round} stands", law.void_round)
        table.refuse_unless(
            command.ground == "fraud", "only fraud reaches a finished round", law.void_round
        )
        return lambda: void_past(table, past, command.reason, clauses)
    return _void_now(table, command.reason, clauses)


class Invalidate(Command, frozen=True, tag="invalidate"):
    """Fire, riot, robbery or the like: the outcome of the game in progress does not count."""

    disturbance: str


@act(Invalidate, Role.SUPERVISOR)
def invalidate(table: Table, command: Invalidate, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.disturbance, "disturbance: say what happened", law.disturbance)
    return _void_now(table, command.disturbance, Clauses((*law.disturbance, *law.void)))


def _void_now(table: Table, reason: str, clauses: Clauses) -> Effect:
    if table.round is None or table.phase not in (Phase.DEALING, Phase.SETTLED):
        raise Refused("no round is in progress", clauses)

    def effect() -> None:
        assert table.round is not None
        if not table.in_play:  # a round begins with its first card: there is none to void
            begins = table.law.round_of_play
            table.state(Exercised(power="not dealt", subject="", reason=reason, clauses=begins))
            reopen_betting(table)
            return
        table.state(RoundVoided(round=table.number, reason=reason, clauses=clauses))
        table.round.void(clauses)
        table.drain()
        note_debts(table, clauses)
        end_round(table, table.law.round_of_play)
        table.rounds[-1].void = True

    return effect
