"""What comes next in a tournament: the errands of its phase, and what is in the way of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.floor.tournament_tables import play_off_groups
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.table.tournament_law import Lateness, SittingOut, Step, Ties
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.buy_backs import BuyBack, DeclineBuyBack
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.conduct import Disqualify, SettleDispute
from croupier.tournament.acts.elimination import may_buy_back
from croupier.tournament.acts.entries import CloseEntries, Enter
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
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.state import Phase, Status
from croupier.web.console.command_list import title_of
from croupier.web.html.words import Line, cite, refused
from croupier.web.tournaments.console import Desk, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to be done in this phase."""

    path: str
    """The command; nothing, where all happens by itself."""
    title: str
    says: str
    needs: str
    mine: bool
    """Whether whoever looks at it has the role for it."""
    done: bool
    waits: Line | None
    """What is in the way of it, unless it only has to be filled in."""


def agenda(desk: Desk) -> list[Errand]:
    """What is to be done next, in order, what stops the rest first."""
    return [*_open(desk), *_PHASES[desk.tournament.phase](desk)]


def _open(desk: Desk) -> Iterator[Errand]:
    """What is settled before the game proceeds."""
    over = desk.tournament.phase in (Phase.FINISHED, Phase.CANCELLED)
    for dispute in desk.tournament.disputes[:1]:
        yield _errand(desk, SettleDispute, str(dispute))
    for player in dict.fromkeys(each.player for each in desk.tournament.reported):
        if not over:
            breaches = [each.breach for each in desk.tournament.reported if each.player == player]
            yield _errand(desk, Disqualify, f"{player}, or dismiss: {'; '.join(breaches)}")


def _errand(
    desk: Desk, kind: type[Command], says: str = "", *, done: bool = False, title: str = ""
) -> Errand:
    tag, act = str(kind.__struct_config__.tag), ACTS[kind]
    mine = desk.by.role in act.open_to
    found = verdict(desk, kind) if mine and not done else None
    waits = refused(desk.tournament.instrument, found) if isinstance(found, Refused) else None
    return Errand(tag, title or title_of(tag), says, str(act.needs), mine, done, waits)


def _draft(desk: Desk) -> Iterator[Errand]:
    tournament = desk.tournament
    yield _errand(
        desk, DocumentConditions, "They can be written anew until entries are taken.",
        done=tournament.has_conditions,
    )  # fmt: skip
    yield _errand(
        desk, NominateDirector, ", ".join(sorted(tournament.directors)),
        done=bool(tournament.directors),
    )  # fmt: skip
    for step in tournament.law.gate:
        if step is not Step.DOCUMENTED:
            said = tournament.steps.get(step, "")
            yield _errand(
                desk, TakeStep, said, done=step in tournament.steps, title=f"Conditions {step}"
            )
    yield _errand(desk, OpenEntries)


def _entries(desk: Desk) -> Iterator[Errand]:
    tournament, conditions = desk.tournament, desk.tournament.conditions
    entered = len(tournament.still_in())
    numbers = f"{conditions.minimum_players or 1} to {conditions.maximum_players or 'any number'}"
    yield _errand(desk, Enter, f"{entered} have entered, of {numbers}")
    yield _committed(desk)
    yield _errand(desk, CloseEntries)


def _committed(desk: Desk) -> Errand:
    early = desk.tournament.phase in (Phase.ENTRIES, Phase.PLAYING)
    says = (
        "The secret of the draw is fixed before it is known who is in it."
        if early
        else "The names are known: everybody will read that it was committed to late."
    )
    return _errand(desk, CommitBallot, says, done=bool(desk.tournament.commitments))


def _seating(desk: Desk) -> Iterator[Errand]:
    tournament, session = desk.tournament, desk.tournament.session
    if not session.drawn:
        yield _committed(desk)
    yield _errand(desk, DrawSeats, f"{len(session.players)} players", done=session.drawn)
    missing = len(unseated(tournament)) if session.drawn else len(session.players)
    says = f"{missing} to come" if missing else "everybody sits"
    yield _errand(desk, TakeSeat, says, done=not missing)
    if tournament.conditions.buy_in:
        coming = (tournament.entrants[name] for name in session.players)
        owing = sum(each.status is Status.IN and not each.bought_in for each in coming)
        yield _errand(desk, PayBuyIn, f"{owing} to pay", done=not owing)
    if missing and tournament.law.late.value is not Lateness.DIRECTORS_CHOICE:
        told = session.starts is not None
        says = "" if told else "Nobody is late for a time that was not told."
        yield _errand(desk, MoveStart, says, done=told)
    if missing and tournament.law.late.value is Lateness.SPECIFIED_TIME:
        yield _errand(desk, CallLate)
    yield _errand(desk, StartSession)


def _playing(desk: Desk) -> Iterator[Errand]:
    tournament, tables = desk.tournament, desk.tournament.session.tables
    held = [e for e in tournament.entrants.values() if e.status is Status.MAY_BUY_BACK]
    waiting = [each.name for each in held if may_buy_back(tournament, each)]
    late = [each.name for each in held if each.name not in waiting]
    if waiting:
        yield _errand(desk, BuyBack, f"{', '.join(waiting)} may buy back, or decline")
    if late:
        yield _errand(desk, DeclineBuyBack, f"{', '.join(late)} did not buy back in time")
    used = {name: state for name, state in tables.items() if tournament.at_table(name)}
    on = [name for name, state in used.items() if not state.over]
    if plan_of(tournament).game:
        yield _errand(desk, RecordOtherGame, plan_of(tournament).game, done=not on)
    elif desk.tables or not on:
        yield Errand("", "Play", _still(on, "goes on at"), "", False, not on, None)
    else:
        yield _errand(desk, RecordRound, _still(on, "goes on at"))
    yield from _sitting_out(desk)
    left = [name for name, state in used.items() if state.counted is None]
    if tournament.law.chip_count and not desk.tables:
        yield _errand(desk, CountChips, _still(left, "to be counted:"), done=not left)
    if tournament.session.number < len(tournament.conditions.sessions):
        yield _committed(desk)
    yield _errand(desk, EndSession)


def _sitting_out(desk: Desk) -> Iterator[Errand]:
    """Who is away from a table on the floor, and what follows if they make no wager."""
    tournament, law = desk.tournament, desk.tournament.law
    reading = tournament.readings.sitting_out
    for table, names in desk.away.items():
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
        cited = together(law.absent_deduction.clauses, law.must_wager)
        said = Line(follows, cite(tournament.instrument, cited))
        yield Errand("", f"Away from {table}", ", ".join(names), "", False, False, said)


def _still(tables: list[str], what: str) -> str:
    return f"{what} {', '.join(tables)}" if tables else "all tables are through"


def _ties(desk: Desk) -> Iterator[Errand]:
    tie = desk.tournament.ties[0]
    who = f"{', '.join(tie.players)} for {tie.places}"
    if tie.how is Ties.DRAW:
        yield _committed(desk)
        yield _errand(desk, DrawCards, who)
    elif desk.tables:
        yield Errand("", "Play off", f"{who}, at {', '.join(desk.tables.values())}", "",
                     False, False, None)  # fmt: skip
        yield from _sitting_out(desk)
    else:
        yield _errand(desk, PlayOffRound, who)


def _played(desk: Desk) -> Iterator[Errand]:
    if desk.tournament.placeable:
        yield _errand(desk, AwardPlaces, "All of the pool goes out, to the cent.")
    else:
        yield _errand(desk, CancelTournament, "Nobody can have the prizes: all goes back.")


def _finished(desk: Desk) -> Iterator[Errand]:
    tables = desk.tournament.session.tables
    left = [name for name, state in tables.items() if not state.chips_back]
    if desk.tournament.law.chips_returned:
        yield _errand(desk, ReturnChips, _still(left, "chips at"), done=not left)


def _nothing(desk: Desk) -> Iterator[Errand]:
    yield from ()


_PHASES = {
    Phase.DRAFT: _draft,
    Phase.ENTRIES: _entries,
    Phase.SEATING: _seating,
    Phase.PLAYING: _playing,
    Phase.TIES: _ties,
    Phase.PLAYED: _played,
    Phase.FINISHED: _finished,
    Phase.CANCELLED: _nothing,
}
