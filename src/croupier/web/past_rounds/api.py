"""The record of a table and its rounds, seen again as everybody saw them."""

from __future__ import annotations

from asyncio import to_thread
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath, QueryParameter

from croupier.adjudication.export import BeyondTheFormat
from croupier.aggregate.roles import Role
from croupier.casino.disclosure import reads_records
from croupier.casino.floor import readable, repeat_missed
from croupier.casino.floor.record_queries import published_shuffle
from croupier.casino.house_views import count_sessions
from croupier.casino.record_names import TABLES
from croupier.casino.shuffle_proofs import PublishedShuffle
from croupier.casino.shuffle_register import Shuffle, without_secret
from croupier.game_rules import game_of
from croupier.web.http.naming import in_text
from croupier.web.http.policies import ANYBODY, SOMEBODY, SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.casino.past_rounds import History, Scene, ShownRound
    from croupier.casino.store.contract import Store
    from croupier.table.round_index import Span

LINES = 200
"""How many lines of a record are sent together."""
SHUFFLES = 200
ROUNDS = 100
LAST_GAMES = 10

After = Annotated[int, QueryParameter(ge=0, le=10**12)]
Session = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
Number = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
Most = Annotated[int, QueryParameter(ge=1, le=100)]


class RecordLine(msgspec.Struct, frozen=True):
    number: int
    line: msgspec.Raw
    """The line of the record: its hash, and the entry."""


class RecordPage(msgspec.Struct, frozen=True):
    record: str
    lines: list[RecordLine]
    next: int | None
    """After which line to go on reading; nothing if this was all."""


class RoundOf(msgspec.Struct, frozen=True):
    """Where a round lies in its record."""

    number: int
    at: int
    """When betting closed."""
    begins: int
    ends: int | None
    """The line at which its cards were collected; none while it is in play."""
    void: bool
    players: list[str]
    boxes: list[int]


class RoundsPage(msgspec.Struct, frozen=True):
    record: str
    rounds: list[RoundOf]
    next: int | None


@get(
    "/api/tables/{table:str}/record",
    policy=SUPERVISORS,
    summary="A table's record",
    as_recorded=True,
)
async def record(
    request: Request, table: FromPath[str], after: After = 0, session: Session = None
) -> Response[RecordPage]:
    """Line by line as it is kept; with `session`, of an earlier time that the table stood here.

    A round is in it when its cards are collected.
    """
    name = record_of(request, table, session)
    await repeat_missed(request.services.floor, name)
    placed = await to_thread(request.services.floor.store.page, name, after, LINES)
    last = readable(request.services.floor, name)
    lines = [
        RecordLine(each.number, msgspec.Raw(each.line))
        for each in placed
        if last is None or each.number <= last
    ]
    page = RecordPage(name, lines, placed[-1].number if len(placed) == LINES else None)
    return _json(page)


@get("/api/tables/{table:str}/rounds", policy=SOMEBODY, summary="The rounds of a table")
async def rounds(
    request: Request, table: FromPath[str], after: After = 0, session: Session = None
) -> RoundsPage:
    """For players their own."""
    name, by = record_of(request, table, session), request.access.by

    def listed(history: History) -> list[RoundOf]:
        seen = (span for span in history.rounds().after(after) if may_see(span, by))
        return [_round(span) for span in islice(seen, ROUNDS + 1)]

    found = await request.services.archive.recall(name, listed)
    page = found[:ROUNDS]
    return RoundsPage(name, page, page[-1].number if len(found) > ROUNDS else None)


@get("/api/tables/{table:str}/rounds/{number:int}", policy=SOMEBODY, summary="A round again")
async def one_round(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[dict[str, Any]]:
    """As one saw it at its end; a player has to have taken part in it."""
    by = request.access.by

    def shown(history: History) -> ShownRound:
        _must_have_been_there(history, number, by)
        return history.show([number], by)[0]

    return _json(await _recalled(request, record_of(request, table, session), shown))


@get(
    "/api/tables/{table:str}/rounds/{number:int}/steps",
    policy=SOMEBODY,
    summary="A round again, step by step",
)
async def steps(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[dict[str, Any]]:
    """What one saw after each of its lines."""
    by = request.access.by

    def pictures(history: History) -> list[Scene]:
        _must_have_been_there(history, number, by)
        return history.pictures(number, by)

    return _json(await _recalled(request, record_of(request, table, session), pictures))


@get(
    "/api/tables/{table:str}/rounds/{number:int}/file",
    policy=SUPERVISORS,
    summary="A round as a file for adjudication",
)
async def file(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[dict[str, Any]]:
    """Every card of it, also those that nobody at the table was shown."""
    name = record_of(request, table, session)
    try:
        written = await request.services.archive.round_file(name, number)
    except BeyondTheFormat as error:
        raise HttpError(ProblemType.REFUSED, str(error)) from None
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error), field="number") from None
    return _sent(written)


@get(
    "/api/tables/{table:str}/boxes/{box:int}/rounds",
    policy=SUPERVISORS,
    summary="The last rounds of a box",
)
async def of_a_box(
    request: Request,
    table: FromPath[str],
    box: FromPath[int],
    most: Most = LAST_GAMES,
    session: Session = None,
) -> Response[list[Any]]:
    """The newest first."""
    by = request.access.by

    def shown(history: History) -> list[ShownRound]:
        return history.show(history.at_box(box, most), by)

    return _json(await _recalled(request, record_of(request, table, session), shown))


@get("/api/me/rounds", policy=SOMEBODY, summary="One's own last rounds")
async def mine(request: Request, most: Most = LAST_GAMES) -> Response[list[Any]]:
    """At any table, the newest first, as one saw them."""
    games = await request.services.archive.last_games(request.access.by.name, most)
    return _json([{"record": name, **msgspec.structs.asdict(shown)} for name, shown in games])


@get("/api/tables/{table:str}/shoes", policy=ANYBODY, summary="Shuffles, and the proofs of them")
async def shoes(
    request: Request, table: FromPath[str], after: After = 0, session: Session = None
) -> list[Shuffle]:
    """What each shuffle was committed to, and its secret, once it is out and one may know it.

    At most 200 come together; go on after the number of the last.
    """
    name, viewer = record_of(request, table, session), request.access.viewer
    found = await request.services.archive.consult(
        lambda registers: registers.shuffles(name).after(after, SHUFFLES)
    )
    if reads_records(viewer):
        return found
    hides_cards = await to_thread(_hides_cards, request.services.floor.store, name)
    return [without_secret(shuffle) for shuffle in found] if hides_cards else found


@get(
    "/api/tables/{table:str}/shuffle",
    policy=ANYBODY,
    cost=3,
    summary="A shuffle that players took part in, and the proofs of its cards",
)
async def shuffle(
    request: Request, table: FromPath[str], number: Number = None, session: Session = None
) -> PublishedShuffle:
    """The root, what everybody brought, and for every card that one saw its position, salt and
    path: all that `docs/fairness.md` needs to check it. The last shuffle, if no number is given.
    """
    services, name = request.services, record_of(request, table, session)
    try:
        return await published_shuffle(
            services.floor, services.archive, name, number, request.access.viewer
        )
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error), field="number") from None


def record_of(request: Request, table: str, session: int | None) -> str:
    """The record of a table, as it stands here now or stood here before."""
    sessions = count_sessions(request.services.floor, table)
    if not sessions:
        raise HttpError(ProblemType.NOT_FOUND, f"there never was a table {table!r}", field="table")
    if session is not None and session > sessions:
        detail = f"{table!r} was set up {sessions} times"
        raise HttpError(ProblemType.NOT_FOUND, detail, field="session")
    return f"{TABLES}{table}/{session or sessions}"


def _hides_cards(store: Store, record: str) -> bool:
    """Whether a deck hides cards to its end in the game of a record."""
    (header,) = store.page(record, 0, 1)
    instrument = msgspec.json.decode(header.line)["entry"]["instrument"]
    return game_of(instrument).hides_cards


def may_see(span: Span, by: Person) -> bool:
    if by.role is Role.PLAYER:
        return by.name in span.players
    return by.is_staff or by.looks_on


def _must_have_been_there(history: History, number: int, by: Person) -> None:
    span = history.rounds().get(number)
    if span is not None and not may_see(span, by):
        detail = f"{by.name} took no part in round {number}"
        raise HttpError(ProblemType.NOT_ALLOWED, detail, role=Role.DEALER)


async def _recalled(request: Request, record: str, look: Any) -> Any:
    try:
        return await request.services.archive.recall(record, look)
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error), field="number") from None


def _round(span: Span) -> RoundOf:
    return RoundOf(
        span.number, span.at, span.begins, span.ends, span.void,
        sorted(span.players, key=in_text), sorted(span.boxes),
    )  # fmt: skip


def _json(what: Any) -> Response[Any]:
    return _sent(msgspec.json.encode(what))


def _sent(body: Any) -> Response[Any]:
    return Response(body, media_type="application/json")


router = Router(
    "/",
    route_handlers=[record, rounds, one_round, steps, file, of_a_box, mine, shoes, shuffle],
    tags=["records"],
)
