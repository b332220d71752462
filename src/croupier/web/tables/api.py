"""Tables: what is on the floor, what one sees and does there, and a stream of what happens."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from croupier.aggregate.roles import Role
from croupier.casino.floor import (
    NoSuchTable,
    game,
    look,
    must_have_table,
    rules_copy,
    summaries,
    watch,
)
from croupier.casino.floor.command_answers import Answer
from croupier.casino.floor.dealer_steps import AnyDealerStep
from croupier.casino.house.commands import Dealing, SetUpTable, TakeDownTable, with_players
from croupier.rulebook.citations import Refused
from croupier.table_replay import codec_of
from croupier.web.http.command_responses import Encoded, Told, sent
from croupier.web.http.patron_code import confirmed_by
from croupier.web.http.policies import ANYBODY, AT_THE_TABLES, MANAGERS
from croupier.web.http.request import Request, read
from croupier.web.http.streaming import HEARTBEAT, LastEvent, data_event, heard_up_to, streamed

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.codec import Codec
    from croupier.casino.floor import TableSummary


Line = Annotated[int | None, QueryParameter(ge=0, le=10**12)]


class OnTheFloor(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    table: str
    instrument: str
    game: str
    dealing: Dealing
    phase: str
    rounds: int
    boxes: int
    free: int
    """How many boxes have no seat taken."""
    players: int
    limits: dict[str, tuple[int, int | None]]
    """The least and the most of each wager, in cents."""
    options: dict[str, Any]
    out_of_order: str
    """Why nobody can play there, if so."""


class Stepped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealer's hands do."""

    step: AnyDealerStep
    role: Role | None = None


@get("/api/tables", policy=ANYBODY, summary="The tables on the floor")
async def on_the_floor(request: Request) -> list[OnTheFloor]:
    return [
        _summary(each) for each in await summaries(request.services.floor, request.access.viewer)
    ]


def _summary(each: TableSummary) -> OnTheFloor:
    return OnTheFloor(
        table=each.table,
        instrument=each.instrument,
        game=each.game,
        dealing=each.dealing,
        phase=each.phase,
        rounds=each.rounds,
        boxes=each.boxes,
        free=each.free,
        players=each.players,
        limits=each.limits,
        options=each.options,
        out_of_order=each.out_of_order,
    )


@post("/api/tables", policy=MANAGERS, summary="Set up a table")
async def set_up(request: Request, data: JSONBody[SetUpTable]) -> Response[Answer]:
    """Players take part in the shuffles of its virtual cards, unless it says otherwise."""
    command = with_players(data)
    return sent(await request.services.command_house(command, request.access.by, request.key))


@delete("/api/tables/{table:str}", policy=MANAGERS, status_code=200, summary="Take a table down")
async def take_down(request: Request, table: FromPath[str]) -> Response[Answer]:
    command = TakeDownTable(table=table)
    try:
        return sent(await request.services.command_house(command, request.access.by, request.key))
    except Refused:
        must_have_table(request.services.floor, table)
        raise


@get("/api/tables/{table:str}", policy=ANYBODY, summary="What one sees of a table", fast=True)
async def see(
    request: Request, table: FromPath[str], after: Line = None
) -> Response[dict[str, Any]]:
    """In one's role, or without logging in what everybody sees; with what happened after a line."""
    seen = await look(request.services.floor, table, request.access.viewer, after)
    return Encoded(seen.body)


@get(
    "/api/tables/{table:str}/rules",
    policy=ANYBODY,
    cost=10,
    media_type="text/plain; charset=utf-8",
    summary="A copy of the rules of a table",
)
async def rules(request: Request, table: FromPath[str]) -> str:
    """What its sign says, how it reads what the text leaves open, and every clause in our words."""
    return (await rules_copy(request.services.floor, table)).text


@get("/api/tables/{table:str}/commands", policy=ANYBODY, summary="How a table's commands are spelt")
async def spelling(request: Request, table: FromPath[str]) -> Response[dict[str, Any]]:
    """A JSON Schema of every command of the game."""
    return Encoded(_schema(game(request.services.floor, table).acts.commands))


@lru_cache(maxsize=64)
def _schema(commands: Any) -> bytes:
    """The JSON Schema of a game's commands, which takes longer to make than to play a round."""
    return msgspec.json.encode(msgspec.json.schema(commands))


@post(
    "/api/tables/{table:str}/commands",
    policy=AT_THE_TABLES,
    status_code=200,
    summary="Play",
    overrides=True,
    fast=True,
    for_patrons=True,
)
async def command(request: Request, table: FromPath[str], data: JSONBody[Told]) -> Response[Answer]:
    """Everything that players, dealers and supervisors do at a table is one of its commands."""
    floor = request.services.floor

    def spelt(codec: Codec) -> Command:
        found: Command = read(bytes(data.command), codec.any_command)
        return found

    try:
        asked = spelt(codec_of(game(floor, table).instrument.id))
    except NoSuchTable:  # which may have done it before it was taken down
        by = request.access.acting_as(data.role)
        return sent(await floor.answered_before(table, spelt, by, request.key))
    by = request.access.acting_as(data.role)
    second, code = await confirmed_by(request)
    return sent(await request.services.play(table, asked, by, request.key, second, code))


@post(
    "/api/tables/{table:str}/steps",
    policy=AT_THE_TABLES,
    status_code=200,
    summary="Deal",
    fast=True,
)
async def step(request: Request, table: FromPath[str], data: JSONBody[Stepped]) -> Response[Answer]:
    """The dealer's hands, at a table whose cards come from a virtual shoe."""
    by = request.access.acting_as(data.role)
    return sent(await request.services.floor.step(table, data.step, by, request.key))


@post(
    "/api/tables/{table:str}/ready",
    policy=AT_THE_TABLES,
    status_code=204,
    summary="Deal now",
    fast=True,
)
async def ready(request: Request, table: FromPath[str]) -> None:
    """A bettor needs no more time; when none does, the program goes on.

    It closes the betting, compares hands that might have been given up, or collects the cards of a
    round that is settled.
    """
    await request.services.floor.ready(table, request.access.by)


@get("/api/tables/{table:str}/stream", policy=ANYBODY, summary="What happens at a table")
async def stream(
    request: Request,
    table: FromPath[str],
    after: Line = None,
    last_event_id: LastEvent = None,
) -> Stream:
    """Server-sent events, each what `/api/tables/{table}` says; the id of an event is a line.

    Whoever comes back with the id of the last event is told what happened since, and nothing twice.
    """
    floor, viewer = request.services.floor, request.access.viewer
    must_have_table(floor, table)
    after = heard_up_to(after, last_event_id)
    looks = watch(floor, table, viewer, after, patience=HEARTBEAT)
    return streamed(request, looks, lambda seen: data_event("look", seen.line, seen.body))


router = Router(
    "/",
    route_handlers=[
        on_the_floor, set_up, take_down, see, rules, spelling, command, step, ready, stream,
    ],
    tags=["tables"],
)  # fmt: skip
