"""What a viewer may see of a tournament, built field by field.

Everybody sees who plays where with how many chips, the places and the prizes. A player sees what
is the player's own besides; the director, staff and the inspector see who has paid what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import EVERY_PLAYER, hears
from croupier.aggregate.roles import Role
from croupier.joint_draws import DrawingView, drawing_view
from croupier.rulebook.citations import Clauses
from croupier.table.tournament_law import Ties
from croupier.tournament.acts.elimination import may_buy_back
from croupier.tournament.acts.session_places import final_standings
from croupier.tournament.ranking import groups
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Container

    from croupier.aggregate.roles import Person
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


class SeatView(msgspec.Struct, frozen=True):
    player: str
    table: str
    box: int
    chips: int
    seated: bool


class StandingView(msgspec.Struct, frozen=True):
    """Somebody on the leaderboard; those who are equal have the same place."""

    place: int
    player: str
    status: str
    chips: int
    points: str
    prize: int


class TieView(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    places: int
    how: Ties


class SessionView(msgspec.Struct, frozen=True):
    number: int
    name: str
    starts: int | None
    began: int | None
    rounds: dict[str, int]
    """Rounds played, by table."""
    over: tuple[str, ...]
    """Tables at which it is over."""


class NoticeView(msgspec.Struct, frozen=True):
    at: int
    about: str
    detail: str
    clauses: Clauses


class PublicView(msgspec.Struct, frozen=True, kw_only=True, tag_field="view", tag="public"):
    """What anybody may see."""

    tournament: str
    instrument: str
    phase: str
    entries: int
    still_in: int
    pool: int
    prizes: tuple[int, ...]
    session: SessionView | None
    seats: tuple[SeatView, ...]
    leaderboard: tuple[StandingView, ...]
    ties: tuple[TieView, ...]
    commitments: tuple[str, ...]
    """Commitments to the draws to come."""
    drawing: DrawingView
    """Who takes part in draws."""
    stopped: bool
    """Whether nothing goes on before a dispute is settled."""
    notices: tuple[NoticeView, ...]
    """What players were told, the latest last."""


class PlayerView(PublicView, frozen=True, kw_only=True, tag="player"):
    """What an entrant sees."""

    player: str
    status: str
    chips: int
    paid: int
    may_buy_back: bool


class PaymentView(msgspec.Struct, frozen=True):
    player: str
    what: str
    amount: int


class DirectorView(PublicView, frozen=True, kw_only=True, tag="director"):
    """What the director and staff see."""

    directors: tuple[str, ...]
    steps: dict[str, str]
    reserves: tuple[str, ...]
    payments: tuple[PaymentView, ...]
    commission: int
    disputes: tuple[str, ...]
    reported: tuple[str, ...]
    """Breaches on which the director has to act."""


class InspectorView(DirectorView, frozen=True, kw_only=True, tag="inspector"):
    """What the inspector sees: all that the director sees."""


TournamentView = PublicView | PlayerView | DirectorView | InspectorView


def view(tournament: Tournament, viewer: Person | None) -> TournamentView:
    """The tournament as a person sees it in their role, or the public."""
    name = None if viewer is None else viewer.name
    public = {
        **_public_of(tournament),
        "drawing": drawing_view(tournament.drawing, name, names=True),
    }
    if not knows_conditions(tournament, viewer):
        public = {**public, "pool": 0, "prizes": ()}
    if viewer is None:
        return PublicView(**public)
    if viewer.role is Role.PLAYER:
        entrant = tournament.entrants.get(viewer.name)
        return PublicView(**public) if entrant is None else _player(tournament, entrant, public)
    kind = InspectorView if viewer.looks_on else DirectorView
    return kind(
        **public,
        directors=tuple(sorted(tournament.directors)),
        steps={str(step): document for step, document in tournament.steps.items()},
        reserves=tuple(tournament.reserves),
        payments=tuple(PaymentView(p.player, p.what, p.amount) for p in tournament.payments),
        commission=tournament.pool.commission if tournament.has_conditions else 0,
        disputes=tuple(map(str, tournament.disputes)),
        reported=tuple(f"{each.player}: {each.breach}" for each in tournament.reported),
    )


def _player(tournament: Tournament, entrant: Entrant, public: dict[str, Any]) -> PlayerView:
    return PlayerView(
        **public | {"notices": _notices(tournament, hears(entrant.name))},
        player=entrant.name,
        status=entrant.status,
        chips=entrant.chips,
        paid=sum(p.amount for p in tournament.payments if p.player == entrant.name),
        may_buy_back=entrant.status is Status.MAY_BUY_BACK and may_buy_back(tournament, entrant),
    )


def knows_conditions(tournament: Tournament, viewer: Person | None) -> bool:
    """Whether there are conditions that a viewer may know; a draft is for those who work at it."""
    among_themselves = viewer is not None and viewer.role is not Role.PLAYER
    published = among_themselves or tournament.phase is not TournamentPhase.DRAFT
    return tournament.has_conditions and published


def _public_of(tournament: Tournament) -> dict[str, Any]:
    """What everybody sees, worked out once after each command, however many look."""
    if tournament.shown is None or tournament.shown[0] != tournament.record.head:
        tournament.shown = tournament.record.head, _public(tournament)
    return tournament.shown[1]


def _public(tournament: Tournament) -> dict[str, Any]:
    """The fields that every view has."""
    known = tournament.has_conditions
    return {
        "tournament": tournament.name,
        "instrument": tournament.instrument,
        "phase": tournament.phase,
        "entries": len(tournament.placeable),
        "still_in": len(tournament.still_in()),
        "pool": tournament.pool.total if known else 0,
        "prizes": tuple(tournament.prizes) if known else (),
        "session": _session(tournament),
        "seats": tuple(_seats(tournament)),
        "leaderboard": tuple(_leaderboard(tournament)),
        "ties": tuple(TieView(tie.players, tie.places, tie.how) for tie in tournament.ties),
        "commitments": tuple(tournament.commitments),
        "stopped": tournament.is_stopped,
        "notices": _notices(tournament, (EVERY_PLAYER,)),
    }


def _notices(tournament: Tournament, to: Container[str]) -> tuple[NoticeView, ...]:
    return tuple(
        NoticeView(at, notice.about, notice.detail, notice.clauses)
        for at, notice in tournament.notices
        if notice.to in to
    )


def _session(tournament: Tournament) -> SessionView | None:
    session = tournament.session
    if not session.number:
        return None
    return SessionView(
        number=session.number,
        name=tournament.conditions.sessions[session.number - 1].name,
        starts=session.starts,
        began=session.began,
        rounds={table: state.rounds for table, state in session.tables.items()},
        over=tuple(table for table, state in session.tables.items() if state.over),
    )


def _seats(tournament: Tournament) -> list[SeatView]:
    found = [
        SeatView(each.name, *each.seat, each.chips, each.seated)
        for each in tournament.still_in()
        if each.seat is not None
    ]
    return sorted(found, key=lambda seat: (seat.table, seat.box))


def _leaderboard(tournament: Tournament) -> list[StandingView]:
    """Those still in by their chips, above those who are out; in the end, by their places."""
    rows: list[StandingView] = []
    for equal in groups(_standings(tournament)):
        place = len(rows) + 1
        for name in equal:
            each = tournament.entrants[name]
            rows.append(
                StandingView(place, name, each.status, each.chips, str(each.points), each.prize)
            )
    return rows


def _standings(tournament: Tournament) -> dict[str, tuple[Any, ...]]:
    if tournament.phase in (TournamentPhase.PLAYED, TournamentPhase.FINISHED):
        return final_standings(tournament)
    later = tournament.session.number + 1
    return {
        each.name: (each.points, *((later, each.chips) if not each.standing else each.standing))
        for each in tournament.placeable
    }
