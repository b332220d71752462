"""What those who hold a tournament see at its desk, and what a player may do about it.

The agenda has the commands of the phase in their order, with what is known about each; whether
one would be refused now is for the tournament to judge when it is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Role
from croupier.joint_draws import CloseRoll, VoidDraw
from croupier.rulebook.citations import Clauses
from croupier.table.law import together
from croupier.table.tournament_law import ConditionsStep, Lateness, SittingOut, Ties
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.conduct import Disqualify, SettleDispute
from croupier.tournament.acts.elimination import may_buy_back
from croupier.tournament.acts.entries import CloseEntries, Enter, SeatReserve, Substitute
from croupier.tournament.acts.other_games import RecordOtherGame
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import (
    CallLate,
    CommitBallot,
    DrawSeats,
    MoveStart,
    TakeSeat,
    unseated,
)
from croupier.tournament.acts.session_end import CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import PayBuyIn, RecordRound, StartSession, plan_of
from croupier.tournament.acts.ties import DrawCards, PlayOffRound, play_off_groups, stacks
from croupier.tournament.prize_pool import Pool
from croupier.tournament.rolls import roll_due
from croupier.tournament.state import ReportedBreach, Status, TournamentPhase
from croupier.tournament.views import SeatView, knows_conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.aggregate.roles import Person
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


class AgendaItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be done in this phase, or something that happens by itself."""

    command: type[Command] | None = None
    """What does it; None, where all happens by itself."""
    title: str = ""
    """What it is called, unless the command's own name says it."""
    says: str = ""
    done: bool = False
    follows: str = ""
    """What becomes of it if nobody does anything."""
    clauses: Clauses = Clauses(())
    """By which that follows."""


class DeskTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the session."""

    name: str
    players: tuple[SeatView, ...]
    rounds: int
    is_over: bool
    is_counted: bool


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """What the director, staff and the inspector see at the desk."""

    name: str
    title: str
    instrument: str
    phase: TournamentPhase
    agenda: tuple[AgendaItem, ...]
    entered: int
    still_in: int
    reserves: int
    directors: tuple[str, ...]
    pool: Pool | None
    disputes: tuple[str, ...]
    reported: tuple[ReportedBreach, ...]
    unseated: tuple[SeatView, ...]
    """Who has a seat in the session and has not taken it."""
    starts: int | None
    """When the session starts, and they should sit."""
    away: tuple[tuple[str, str], ...]
    """Who plays at a table on the floor and is not there, with the table."""
    may_buy_back: tuple[str, ...]
    tables: tuple[DeskTable, ...]
    may_break_tables: bool
    entrants: tuple[str, ...]
    """Everybody whom a command may name."""
    suggested: dict[type[Command], Command]
    """What commands would say as things stand: which step is next, who has which chips."""
    owed: dict[type[Command], int]
    """What commands cost a player."""
    on_the_floor: dict[str, str]
    """By what the tournament calls a table, the one on the floor, which tells of itself."""


def desk_view(
    tournament: Tournament,
    viewer: Person,
    on_the_floor: Mapping[str, str] = {},
    away: Mapping[str, tuple[str, ...]] = {},
) -> DeskView:
    """The desk of a tournament; `away` has who plays at tables on the floor and is not there."""
    if viewer.role is Role.PLAYER:
        raise ValueError("players are not at the desk")
    session = tournament.session
    seating = (
        tournament.phase in (TournamentPhase.SEATING, TournamentPhase.PLAYING) and session.drawn
    )
    entrants = tournament.entrants.values()
    gone = (Status.WITHDRAWN, Status.REPLACED)
    return DeskView(
        name=tournament.name,
        title=tournament.conditions.name if tournament.has_conditions else tournament.name,
        instrument=tournament.instrument,
        phase=tournament.phase,
        agenda=tuple(_agenda(tournament, on_the_floor, away)),
        entered=len(tournament.placeable),
        still_in=len(tournament.still_in()),
        reserves=len(tournament.reserves),
        directors=tuple(sorted(tournament.directors)),
        pool=tournament.pool if tournament.has_conditions else None,
        disputes=tuple(map(str, tournament.disputes)),
        reported=tuple(tournament.reported),
        unseated=tuple(map(_seat, unseated(tournament))) if seating else (),
        starts=session.starts or None,
        away=tuple((player, table) for table, players in away.items() for player in players),
        may_buy_back=tuple(each.name for each in entrants if each.status is Status.MAY_BUY_BACK),
        tables=tuple(
            DeskTable(
                name=name,
                players=tuple(map(_seat, tournament.at_table(name))),
                rounds=state.rounds,
                is_over=state.over,
                is_counted=state.counted is not None,
            )
            for name, state in session.tables.items()
        ),
        may_break_tables=bool(tournament.law.break_tables),
        entrants=tuple(sorted(each.name for each in entrants if each.status not in gone)),
        suggested={type(each): each for each in _suggested(tournament, on_the_floor)},
        owed=_owed(tournament),
        on_the_floor=dict(on_the_floor),
    )


def _seat(entrant: Entrant) -> SeatView:
    assert entrant.seat is not None
    return SeatView(entrant.name, *entrant.seat, entrant.chips, entrant.seated)


# --- what commands say at first


def _suggested(tournament: Tournament, on_the_floor: Mapping[str, str]) -> Iterator[Command]:
    missing = [step for step in tournament.law.gate if step not in tournament.steps]
    if missing:
        yield TakeStep(step=missing[0], document="")
    roll = roll_due(tournament)
    if roll is not None and tournament.drawing.tips:
        yield CloseRoll(commitment="0" * 64, roll=roll.hash)
    if tournament.session.starts:
        yield MoveStart(starts=tournament.session.starts, notice="")
    if tournament.ties:
        yield PlayOffRound(chips=stacks(tournament))
    tables = tournament.session.tables.items()
    playing = {t: s.rounds for t, s in tables if not s.over and t not in on_the_floor}
    if playing:  # the table that has played least, and what its players have
        table = min(playing, key=lambda name: playing[name])
        chips = {each.name: each.chips for each in tournament.at_table(table)}
        yield RecordRound(table=table, chips=chips)
    over = [name for name, state in tables if state.over and state.counted is None]
    for table in [name for name in over if tournament.at_table(name)][:1]:
        yield CountChips(table=table, chips={})  # what lies there is for whoever counts to say


def _owed(tournament: Tournament) -> dict[type[Command], int]:
    """What each command costs that a player pays for."""
    if not tournament.has_conditions:
        return {}
    conditions = tournament.conditions
    fee = conditions.entry_fee or 0
    return {
        Enter: fee,
        SeatReserve: fee,
        Substitute: fee if tournament.law.entry else 0,
        BuyBack: _price(conditions.buy_back, fee),
        BuyAddOn: _price(conditions.add_on, 0),
        PayBuyIn: conditions.buy_in or 0,
    }


def _price(terms: Any, otherwise: int) -> int:
    cost = None if terms is None else terms.cost
    return cost if cost is not None else otherwise


# --- what comes next


def _agenda(
    tournament: Tournament, on_the_floor: Mapping[str, str], away: Mapping[str, tuple[str, ...]]
) -> Iterator[AgendaItem]:
    """What is to be done next, in order, what stops the rest first."""
    yield from _unsettled(tournament)
    yield from _PHASES.get(tournament.phase, _nothing)(tournament)
    if tournament.phase is TournamentPhase.PLAYING:
        yield from _playing(tournament, on_the_floor, away)
    elif tournament.phase is TournamentPhase.TIES:
        yield from _ties(tournament, on_the_floor, away)


def _unsettled(tournament: Tournament) -> Iterator[AgendaItem]:
    """What is settled before the game proceeds."""
    for dispute in tournament.disputes[:1]:
        yield AgendaItem(command=SettleDispute, says=str(dispute))
    if tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        return
    for player in dict.fromkeys(each.player for each in tournament.reported):
        breaches = [each.breach for each in tournament.reported if each.player == player]
        says = f"{player}, or dismiss: {'; '.join(breaches)}"
        yield AgendaItem(command=Disqualify, says=says)


def _draft(tournament: Tournament) -> Iterator[AgendaItem]:
    says = "They can be written anew until entries are taken."
    yield AgendaItem(command=DocumentConditions, says=says, done=tournament.has_conditions)
    directors = sorted(tournament.directors)
    yield AgendaItem(command=NominateDirector, says=", ".join(directors), done=bool(directors))
    for step in tournament.law.gate:
        if step is not ConditionsStep.DOCUMENTED:
            said, done = tournament.steps.get(step, ""), step in tournament.steps
            yield AgendaItem(command=TakeStep, says=said, done=done, title=f"Conditions {step}")
    yield AgendaItem(command=OpenEntries)


def _entries(tournament: Tournament) -> Iterator[AgendaItem]:
    conditions, entered = tournament.conditions, len(tournament.still_in())
    numbers = f"{conditions.minimum_players or 1} to {conditions.maximum_players or 'any number'}"
    yield AgendaItem(command=Enter, says=f"{entered} have entered, of {numbers}")
    yield _commitment(tournament)
    yield AgendaItem(command=CloseEntries)


def _draw(tournament: Tournament) -> Iterator[AgendaItem]:
    """Before a draw: closing the roll where somebody takes part, or else a commitment."""
    roll, joint = roll_due(tournament), tournament.drawing.awaited
    part = () if roll is None else tournament.drawing.contributors(roll)
    if joint is None and not part:
        yield _commitment(tournament)
        return
    who = ", ".join(joint.players if joint is not None else (each.player for each in part))
    says = f"{who} take part: nobody can choose what is drawn."
    yield AgendaItem(command=CloseRoll, says=says, done=joint is not None)
    if joint is not None and joint.missing:
        says = f"It waits for the links of {', '.join(joint.missing)}."
        yield AgendaItem(command=VoidDraw, says=says)


def _commitment(tournament: Tournament) -> AgendaItem:
    early = tournament.phase in (TournamentPhase.ENTRIES, TournamentPhase.PLAYING)
    says = (
        "The secret of the draw is fixed before it is known who is in it."
        if early
        else "The names are known: everybody will read that it was committed to late."
    )
    return AgendaItem(command=CommitBallot, says=says, done=bool(tournament.commitments))


def _seating(tournament: Tournament) -> Iterator[AgendaItem]:
    session = tournament.session
    if not session.drawn:
        yield from _draw(tournament)
    says = f"{len(session.players)} players"
    yield AgendaItem(command=DrawSeats, says=says, done=session.drawn)
    missing = len(unseated(tournament)) if session.drawn else len(session.players)
    says = f"{missing} to come" if missing else "everybody sits"
    yield AgendaItem(command=TakeSeat, says=says, done=not missing)
    if tournament.conditions.buy_in:
        coming = (tournament.entrants[name] for name in session.players)
        owing = sum(each.status is Status.IN and not each.bought_in for each in coming)
        yield AgendaItem(command=PayBuyIn, says=f"{owing} to pay", done=not owing)
    if missing and tournament.law.late.value is not Lateness.DIRECTORS_CHOICE:
        told = session.starts is not None
        says = "" if told else "Nobody is late for a time that was not told."
        yield AgendaItem(command=MoveStart, says=says, done=told)
    if missing and tournament.law.late.value is Lateness.SPECIFIED_TIME:
        yield AgendaItem(command=CallLate)
    yield AgendaItem(command=StartSession)


def _playing(
    tournament: Tournament, on_the_floor: Mapping[str, str], away: Mapping[str, tuple[str, ...]]
) -> Iterator[AgendaItem]:
    held = [e for e in tournament.entrants.values() if e.status is Status.MAY_BUY_BACK]
    waiting = [each.name for each in held if may_buy_back(tournament, each)]
    late = [each.name for each in held if each.name not in waiting]
    if waiting:
        yield AgendaItem(command=BuyBack, says=f"{', '.join(waiting)} may buy back, or decline")
    if late:
        yield AgendaItem(command=DeclineBuyBack, says=f"{', '.join(late)} did not buy back in time")
    tables = tournament.session.tables.items()
    used = {name: state for name, state in tables if tournament.at_table(name)}
    on = [name for name, state in used.items() if not state.over]
    if plan_of(tournament).game:
        yield AgendaItem(command=RecordOtherGame, says=plan_of(tournament).game, done=not on)
    elif on_the_floor or not on:
        yield AgendaItem(title="Play", says=_still(on, "goes on at"), done=not on)
    else:
        yield AgendaItem(command=RecordRound, says=_still(on, "goes on at"))
    yield from _sitting_out(tournament, away)
    left = [name for name, state in used.items() if state.counted is None]
    if tournament.law.chip_count and not on_the_floor:
        yield AgendaItem(command=CountChips, says=_still(left, "to be counted:"), done=not left)
    if tournament.session.number < len(tournament.conditions.sessions):
        yield _commitment(tournament)
    yield AgendaItem(command=EndSession)


def _sitting_out(
    tournament: Tournament, away: Mapping[str, tuple[str, ...]]
) -> Iterator[AgendaItem]:
    """Who is away from a table on the floor, and what follows if they make no wager."""
    law, reading = tournament.law, tournament.readings.sitting_out
    for table, names in away.items():
        if not names:
            continue
        there = play_off_groups(tournament).get(table) or tournament.at_table(table)
        if len(names) == len(there):
            follows = "nobody is there, and it waits for somebody to come back"
        elif reading is SittingOut.MINIMUM:
            follows = "who makes no wager loses the minimum of the round"
            if law.absent_deduction.value:
                follows += f", {law.absent_deduction.value} times at most, and then the position"
        else:
            follows = "who makes no wager for the round is out"
        yield AgendaItem(
            title=f"Away from {table}",
            says=", ".join(names),
            follows=follows,
            clauses=together(law.absent_deduction.clauses, law.must_wager),
        )


def _still(tables: list[str], what: str) -> str:
    return f"{what} {', '.join(tables)}" if tables else "all tables are through"


def _ties(
    tournament: Tournament, on_the_floor: Mapping[str, str], away: Mapping[str, tuple[str, ...]]
) -> Iterator[AgendaItem]:
    tie = tournament.ties[0]
    who = f"{', '.join(tie.players)} for {tie.places}"
    if tie.how is Ties.DRAW:
        yield from _draw(tournament)
        yield AgendaItem(command=DrawCards, says=who)
    elif on_the_floor:
        yield AgendaItem(title="Play off", says=f"{who}, at {', '.join(on_the_floor.values())}")
        yield from _sitting_out(tournament, away)
    else:
        yield AgendaItem(command=PlayOffRound, says=who)


def _played(tournament: Tournament) -> Iterator[AgendaItem]:
    if tournament.placeable:
        yield AgendaItem(command=AwardPlaces, says="All of the pool goes out, to the cent.")
    else:
        says = "Nobody can have the prizes: all goes back."
        yield AgendaItem(command=CancelTournament, says=says)


def _finished(tournament: Tournament) -> Iterator[AgendaItem]:
    tables = tournament.session.tables
    left = [name for name, state in tables.items() if not state.chips_back]
    if tournament.law.chips_returned:
        yield AgendaItem(command=ReturnChips, says=_still(left, "chips at"), done=not left)


def _nothing(tournament: Tournament) -> Iterator[AgendaItem]:
    yield from ()


_PHASES: dict[TournamentPhase, Callable[[Tournament], Iterator[AgendaItem]]] = {
    TournamentPhase.DRAFT: _draft,
    TournamentPhase.ENTRIES: _entries,
    TournamentPhase.SEATING: _seating,
    TournamentPhase.PLAYED: _played,
    TournamentPhase.FINISHED: _finished,
}


# --- players


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has to know to do something about a tournament by themselves."""

    player: str
    phase: TournamentPhase
    is_published: bool
    """Whether there are conditions that the player may know."""
    has_entered: bool
    must_agree: bool
    """Whether one agrees to the conditions when one enters."""
    is_given_a_copy: bool
    dispute_is_final: bool
    """Whether what the director decides about a dispute is final."""
    owed: dict[type[Command], int]
    """What commands cost."""


def own_view(tournament: Tournament, player: Person) -> OwnView:
    published = knows_conditions(tournament, player)
    return OwnView(
        player=player.name,
        phase=tournament.phase,
        is_published=published,
        has_entered=tournament.holds_entry(player.name),
        must_agree=tournament.agreement_required,
        is_given_a_copy=bool(tournament.law.copy_for_each),
        dispute_is_final=bool(tournament.law.dispute),
        owed=_owed(tournament) if published else {},
    )
