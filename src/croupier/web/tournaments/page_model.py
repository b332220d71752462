"""A tournament as a page, for whoever looks at it: made of its view and its conditions alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from croupier.aggregate.roles import Role
from croupier.durations import zone
from croupier.money import money
from croupier.rulebook.instruments import load
from croupier.tournament import law_of
from croupier.tournament.conditions_document import document, moment_in_words, session_in_words
from croupier.tournament.prize_pool import goods, scale_for
from croupier.tournament.state import Status, TournamentPhase
from croupier.tournament.views import DirectorView, PlayerView
from croupier.web.felt.game_pages import cloth, game_name
from croupier.web.html.cited_lines import CitedLine, cite
from croupier.web.html.taking_part import taking_part
from croupier.web.html.template_environment import render
from croupier.wording.teller import noted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Refused
    from croupier.tournament.conditions import Conditions
    from croupier.tournament.views import SeatView, StandingView, TournamentView

SHOWN = 40
"""How many places of the leaderboard a page shows that is sent anew with every round."""
TABLES = 12
"""With more tables than these, a page names them without their seats."""
PHASES = {
    TournamentPhase.DRAFT: "being prepared",
    TournamentPhase.ENTRIES: "entries are open",
    TournamentPhase.SEATING: "seats are taken",
    TournamentPhase.PLAYING: "in play",
    TournamentPhase.TIES: "ties are decided",
    TournamentPhase.PLAYED: "played, places to come",
    TournamentPhase.FINISHED: "over",
    TournamentPhase.CANCELLED: "called off",
}
STATUSES = {
    Status.IN: "in play",
    Status.MAY_BUY_BACK: "may buy back",
    Status.OUT: "out",
    Status.FORFEITED: "was not there",
    Status.DISQUALIFIED: "disqualified",
    Status.WITHDRAWN: "withdrawn",
    Status.REPLACED: "replaced",
}


@dataclass(frozen=True, slots=True)
class TournamentOffer:
    """Something that a player may do about a tournament for themselves."""

    do: str
    label: str
    says: str
    asks: tuple[tuple[str, str], ...] = ()
    """Boxes to be ticked: the field, and what is agreed to by it."""
    primary: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PageExtras:
    """What a page shows besides the view: none of it is for other eyes than the viewer's."""

    offers: Sequence[TournamentOffer] = ()
    reason: Refused | None = None
    """Why the viewer cannot enter, if there are entries."""
    refusal: Refused | None = None
    """Why the last thing that was asked was refused."""
    who_decides: str = ""
    """Who decides what the viewer disputes; nothing, if they cannot dispute anything now."""
    on_the_floor: Mapping[str, str] = field(default_factory=dict)
    """By what the tournament calls a table, the one on the floor."""
    own_table: str = ""
    """The table on the floor at which the viewer plays."""
    token: str = ""
    viewer: Person | None = None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """Somebody on the leaderboard."""

    place: int
    player: str
    status: str
    is_in: bool
    score: str
    prize: str
    mine: bool


@dataclass(frozen=True, slots=True)
class SeatOnPage:
    box: int
    player: str
    chips: str
    seated: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of the session that is seated or played."""

    name: str
    state: str
    on_the_floor: str
    """The table on the floor, if it stands there."""
    seats: tuple[SeatOnPage, ...]


@dataclass(frozen=True, slots=True)
class SessionCard:
    number: int
    name: str
    says: str
    state: str
    """`over`, `now` or `to come`."""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    place: int
    share: str
    amount: str
    goods: str


@dataclass(frozen=True, slots=True)
class ToldPlayers:
    """Something that the players were told."""

    when: str
    line: CitedLine


_NOTHING_MORE = PageExtras()


def render_tournament(
    view: TournamentView,
    conditions: Conditions | None,
    seen: PageExtras = _NOTHING_MORE,
    me: object | None = None,
) -> str:
    """The whole page of a tournament; its head shows who looks at it."""
    return render("tournaments/page.html", me=me, **context(view, conditions, seen))


def render_fragment(
    view: TournamentView, conditions: Conditions | None, seen: PageExtras = _NOTHING_MORE
) -> str:
    """What changes on the page, for whoever has it open already."""
    return render("tournaments/board.html", **context(view, conditions, seen))


def render_conditions(
    view: TournamentView, conditions: Conditions, me: object | None = None
) -> str:
    """The conditions as patrons read them."""
    law = law_of(view.instrument)
    sections = [
        (part.title, [(each, cite(view.instrument, each.clauses)) for each in part.statements])
        for part in document(conditions, law)
        if part.statements
    ]
    book = load(view.instrument)
    return render(
        "tournaments/conditions.html", me=me, view=view, title=conditions.name, sections=sections,
        name=game_name(view.instrument), book=book,
        gate=[(str(step), cite(view.instrument, clauses)) for step, clauses in law.gate.items()],
    )  # fmt: skip


def context(
    view: TournamentView, conditions: Conditions | None, seen: PageExtras
) -> dict[str, Any]:
    """What the templates of a tournament are given."""
    me = view.player if isinstance(view, PlayerView) else ""
    tables = tuple(_tables(view, seen, me))
    listed = tuple(rows(view, conditions, me))
    return {
        "view": view,
        "title": conditions.name if conditions else view.tournament,
        "name": game_name(view.instrument),
        "cloth": cloth(view.instrument),
        "book": load(view.instrument),
        "phase": PHASES[TournamentPhase(view.phase)],
        "is_over": view.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED),
        "conditions": conditions,
        "says": _status(view, conditions),
        "rows": listed[:SHOWN],
        "more": max(0, len(listed) - SHOWN),
        "own_row": next((row for row in listed[SHOWN:] if row.mine), None),
        "scored": _is_scored(view),
        "listed": _listed_as(view),
        "by_points": bool(conditions and conditions.by_points),
        "tables": tables,
        "with_seats": len(tables) <= TABLES,
        "sessions": tuple(_sessions(view, conditions)),
        "prizes": tuple(_prizes(view, conditions)),
        "notices": tuple(_notices(view, conditions)),
        "mine": _mine(view) if isinstance(view, PlayerView) else None,
        "staff": isinstance(view, DirectorView),
        "seen": seen,
        "taking_part": _taking_part(view, seen.viewer),
        "reason": said(view.instrument, seen.reason),
        "refusal": said(view.instrument, seen.refusal),
    }


def _taking_part(view: TournamentView, viewer: Person | None) -> str:
    """What the browser of an entrant or an inspector has to know to take part in draws."""
    over = view.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
    inspects = viewer is not None and viewer.role is Role.INSPECTOR
    if viewer is None or over or not (inspects or isinstance(view, PlayerView)):
        return ""
    base = f"/api/tournaments/{quote(view.tournament, safe='')}"
    return taking_part(base, viewer.name, view.drawing, official=inspects)


def said(instrument: str, refusal: Refused | None) -> CitedLine | None:
    if refusal is None:
        return None
    return CitedLine(sentence(refusal.reason), cite(instrument, refusal.clauses))


# --- what it says


def _status(view: TournamentView, conditions: Conditions | None) -> str:
    """Where the tournament stands, in a sentence."""
    session, phase = view.session, view.phase
    if phase == TournamentPhase.ENTRIES:
        when = moment_in_words(conditions.starts if conditions else None)
        starts = f" It starts on {when}." if when else ""
        return f"{_players(view.entries)} entered so far.{starts}"
    if session is None:
        return "The conditions are not published yet." if phase == TournamentPhase.DRAFT else ""
    if phase == TournamentPhase.SEATING:
        when = "" if session.starts is None else f", at {local(session.starts, conditions)}"
        return f"Session {session.number}, {session.name}, comes next{when}."
    if phase == TournamentPhase.PLAYING:
        return f"Session {session.number}, {session.name}: {view.still_in} still in."
    if phase == TournamentPhase.TIES:
        tied = "; ".join(f"{', '.join(tie.players)}: {tie.how}" for tie in view.ties)
        return f"Equal: {tied}."
    if phase == TournamentPhase.FINISHED:
        first = [row.player for row in view.leaderboard if row.place == 1]
        return f"{' and '.join(first)} won." if first else ""
    return ""


def _players(number: int) -> str:
    return "1 player has" if number == 1 else f"{number} players have"


def local(at: int, conditions: Conditions | None) -> str:
    """A moment where the tournament is held, by the distance that its conditions go by."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    try:
        held = datetime.fromisoformat((conditions and conditions.starts) or "").tzinfo
    except ValueError:
        held = None
    there = moment.astimezone(held or UTC)
    return f"{there:%-d %B, %H:%M} ({zone(there)})"


# --- its parts


def rows(view: TournamentView, conditions: Conditions | None, me: str) -> Iterator[LeaderboardRow]:
    by_points = bool(conditions and conditions.by_points)
    expected = view.prizes if view.phase == TournamentPhase.PLAYED else ()
    for each in view.leaderboard:
        prize = each.prize or (expected[each.place - 1] if each.place <= len(expected) else 0)
        yield LeaderboardRow(
            each.place, each.player, _standing(view, each.status), each.status == Status.IN,
            each.points if by_points else _chips(each), money(prize) if prize else "",
            each.player == me,
        )  # fmt: skip


def _standing(view: TournamentView, status: str) -> str:
    """How somebody stands, in a word; while entries are taken nobody is in play yet."""
    if status == Status.IN and view.phase == TournamentPhase.ENTRIES:
        return "entered"
    return STATUSES[Status(status)]


def _is_scored(view: TournamentView) -> bool:
    """Whether chips or points tell players apart: neither before play, nor when it is over."""
    return any(row.chips or row.points != "0" for row in view.leaderboard)


def _listed_as(view: TournamentView) -> str:
    if view.phase == TournamentPhase.FINISHED:
        return "Places"
    return "Leaderboard" if _is_scored(view) else "Players"


def _chips(each: StandingView) -> str:
    return money(each.chips) if each.chips else "none"


def _tables(view: TournamentView, seen: PageExtras, me: str) -> Iterator[TableCard]:
    if view.session is None or view.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        return
    seats: dict[str, list[SeatView]] = {}
    for seat in view.seats:
        seats.setdefault(seat.table, []).append(seat)
    for table, there in seats.items():
        rounds = view.session.rounds.get(table, 0)
        state = "over" if table in view.session.over else f"round {rounds}" if rounds else ""
        yield TableCard(
            table, state, seen.on_the_floor.get(table, ""),
            tuple(
                SeatOnPage(
                    each.box, each.player, money(each.chips), each.seated, each.player == me
                )
                for each in there
            ),
        )  # fmt: skip


def _sessions(view: TournamentView, conditions: Conditions | None) -> Iterator[SessionCard]:
    now = view.session.number if view.session else 0
    ended = view.phase in (TournamentPhase.PLAYED, TournamentPhase.FINISHED)
    for number, plan in enumerate(conditions.sessions if conditions else (), 1):
        state = "over" if number < now or ended else "now" if number == now else "to come"
        says = session_in_words(plan).partition(": ")[2]
        yield SessionCard(number, plan.name, says, state)


def _prizes(view: TournamentView, conditions: Conditions | None) -> Iterator[PrizeRow]:
    if conditions is None or not conditions.prizes:
        return
    shares = scale_for(conditions, view.entries).percent
    added = conditions.added_value
    places = max(len(shares), *(each.place or 0 for each in added), 0)
    found = goods(added, places)
    for place in range(1, places + 1):
        share = shares[place - 1] if place <= len(shares) else ""
        amount = view.prizes[place - 1] if place <= len(view.prizes) else 0
        yield PrizeRow(
            place, f"{share} %" if share else "", money(amount) if amount else "",
            ", ".join(found[place - 1]),
        )  # fmt: skip


def _notices(view: TournamentView, conditions: Conditions | None) -> Iterator[ToldPlayers]:
    for notice in reversed(view.notices):
        text = sentence(": ".join(filter(None, (notice.about, noted(notice.detail)))))
        yield ToldPlayers(
            local(notice.at, conditions), CitedLine(text, cite(view.instrument, notice.clauses))
        )


def _mine(view: PlayerView) -> dict[str, Any]:
    """Where the viewer stands: status, chips, seat."""
    seat = next((each for each in view.seats if each.player == view.player), None)
    place = next((row for row in view.leaderboard if row.player == view.player), None)
    return {
        "status": _standing(view, view.status),
        "chips": money(view.chips),
        "paid": money(view.paid),
        "seat": seat,
        "place": None if view.phase == TournamentPhase.ENTRIES else place,
    }
