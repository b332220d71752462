"""Coming, sitting and going."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Exercised, Present, Seated
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class VacateSeat(Command, frozen=True, tag="vacate-seat"):
    """A seated player who let three rounds pass while all other seats were in use must go."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    bears_on_round: ClassVar[bool] = False

    player: str


@acts.act(VacateSeat, Role.SUPERVISOR, clauses=of_table(lambda law: law.vacate_seat.clauses))
def vacate_seat(table: Table, command: VacateSeat, by: Person) -> Effect:
    law, player = table.law, command.player
    if table.patrons.seat_of(player) is None:
        raise Refused(f"{player} has no seat", law.vacate_seat.clauses)
    if any(wager.player == player for wager in table.wagers):
        raise Refused(f"{player} has a wager on the layout", law.vacate_seat.clauses)
    passed = table.patrons.rounds_let_pass(player)
    if passed < law.vacate_seat.value:
        raise Refused(
            f"{player} has let {passed} rounds pass with all seats in use, "
            f"not {law.vacate_seat.value}",
            law.vacate_seat.clauses,
        )

    def effect() -> None:
        table.add_fact(
            Exercised(power="vacate the seat", subject=player, clauses=law.vacate_seat.clauses)
        )
        get_out_of_seat(table, player, law.vacate_seat.clauses)

    return effect


def must_be_here(table: Table, player: str) -> None:
    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded from the game", table.law.exclude)
    if player not in table.patrons.arrived:
        raise Refused(f"player: {player} is not at the table", table.law.betting_window)


class Arrive(Command, frozen=True, tag="arrive"):
    """Somebody comes to the table to play."""

    brings_into_play: ClassVar[bool] = True

    player: str


@acts.act(
    Arrive,
    Role.PLAYER,
    clauses=of_table(lambda law: together(law.betting_window, law.exclude)),
    names_anybody=True,
)
def arrive(table: Table, command: Arrive, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(player, "player: a player has a name", law.betting_window)
    if player in table.patrons.arrived:
        raise Refused(f"{player} is at the table already", law.betting_window)
    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded from the game", law.exclude)

    def effect() -> None:
        table.patrons.arrived.append(player)
        table.add_fact(Present(player=player, present=True, clauses=law.betting_window))

    return effect


class Leave(Command, frozen=True, tag="leave"):
    """Somebody leaves the table, with no wager on the layout that is not settled."""

    player: str


@acts.act(Leave, Role.PLAYER, clauses=of_table(lambda law: law.wagers_frozen))
def leave(table: Table, command: Leave, by: Person) -> Effect:
    must_be_free_to_go(table, command.player)
    return lambda: depart(table, command.player)


def must_be_free_to_go(table: Table, player: str) -> None:
    must_be_here(table, player)
    if is_held(table, player):
        raise Refused(f"{player} has a wager on the layout", table.law.wagers_frozen)


def is_held(table: Table, player: str) -> bool:
    """Whether a wager holds a player here: one that was settled or given back does not."""
    if not any(wager.player == player for wager in table.wagers):
        return False
    return not table.in_play or table.round is None or not table.round.is_done_with(player)


def depart(table: Table, player: str) -> None:
    patrons = table.patrons
    patrons.arrived.remove(player)
    patrons.away.discard(player)
    if table.options.get("under_min_warning_scope") == "visit":
        patrons.forget_warnings(player)
    for key in [key for key in patrons.markers if key[0] == player]:
        del patrons.markers[key]
    patrons.several_boxes.discard(player)
    get_out_of_seat(table, player)
    table.add_fact(Present(player=player, present=False, clauses=table.law.betting_window))


def get_out_of_seat(table: Table, player: str, clauses: Clauses | None = None) -> None:
    seat = table.patrons.seat_of(player)
    if seat is not None:
        del table.patrons.seats[seat]
        if table.law.positions_are_in_use:  # one can be in use without anybody's sitting there
            table.patrons.idle.pop(player, None)
            table.patrons.idle_before.pop(player, None)
        else:  # a seat is free: the rounds in which all others were in use are over
            table.patrons.idle.clear()
            table.patrons.idle_before.clear()
        cited = clauses or table.law.seated_decides
        table.add_fact(Seated(player=player, box=None, clauses=cited))


class Sit(Command, frozen=True, tag="sit"):
    """Somebody takes the seat at a box, and with it the decisions about the box's cards."""

    brings_into_play: ClassVar[bool] = True

    player: str
    box: int


@acts.act(Sit, Role.PLAYER, clauses=of_table(lambda law: together(law.box, law.seated_decides)))
def sit(table: Table, command: Sit, by: Person) -> Effect:
    law, player, box = table.law, command.player, command.box
    must_be_here(table, player)
    table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
    if box in table.patrons.seats:
        raise Refused(f"{table.patrons.seats[box]} sits at box {box}", law.seated_decides)
    _must_be_free_to_move(table, player)

    def effect() -> None:
        get_out_of_seat(table, player)
        table.patrons.seats[box] = player
        _decide_from_there(table, player)
        table.add_fact(Seated(player=player, box=box, clauses=law.seated_decides))

    return effect


class GetUp(Command, frozen=True, tag="get-up"):
    """Somebody gives up the seat and may go on betting standing."""

    player: str


@acts.act(GetUp, Role.PLAYER, clauses=of_table(lambda law: law.seated_decides))
def get_up(table: Table, command: GetUp, by: Person) -> Effect:
    law, player = table.law, command.player
    if table.patrons.seat_of(player) is None:
        raise Refused(f"{player} has no seat", law.seated_decides)
    _must_be_free_to_move(table, player)

    def effect() -> None:
        get_out_of_seat(table, player)
        _decide_from_there(table, player)

    return effect


def _must_be_free_to_move(table: Table, player: str) -> None:
    """Who decides for a box is fixed when betting closes; whoever has no wager left may move."""
    if table.wagers_are_frozen and is_held(table, player):
        raise Refused("a round is in play", table.law.wagers_frozen)


def _decide_from_there(table: Table, player: str) -> None:
    """Wagers of a round that is still to come belong to a seat, or to none."""
    if not table.wagers_are_frozen:
        for wager in table.wagers:
            if wager.player == player:
                wager.seated = table.patrons.seats.get(wager.box) == player


class StepAway(Command, frozen=True, tag="step-away"):
    """A player is not there to decide; the dealer goes on as the rules say."""

    after_the_time: ClassVar[bool] = True

    player: str


@acts.act(StepAway, Role.PLAYER, clauses=of_table(lambda law: law.absent_player))
def step_away(table: Table, command: StepAway, by: Person) -> Effect:
    must_be_here(table, command.player)
    if command.player in table.patrons.away:
        raise Refused(f"{command.player} is away already", table.law.absent_player)
    return lambda: set_away(table, command.player, away=True)


class ComeBack(Command, frozen=True, tag="come-back"):
    """A player who was away is there again."""

    why_staff_may: ClassVar[str] = (
        "staff see whether somebody is there, and the rules say what follows"
    )

    player: str


@acts.act(
    ComeBack, Role.PLAYER, clauses=of_table(lambda law: together(law.absent_player, law.exclude))
)
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
    table.add_fact(Present(player=player, present=not away, clauses=table.law.absent_player))
    if table.phase is Phase.DEALING:
        assert table.round is not None
        table.round.set_absent(player, away)
        table.follow()
