"""The lobby: every table on the floor, and what is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar import Response, Router, get

from croupier.casino.house.commands import Dealing
from croupier.chips import dollars
from croupier.web.felt.game_pages import PAGES, cloth, game_name
from croupier.web.html.pages import error_page, page
from croupier.web.http.policies import ANYBODY
from croupier.web.http.request import Request
from croupier.web.lobby.announced import announced

if TYPE_CHECKING:
    from croupier.casino.floor.live_table import LiveTable


class Card(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    name: str
    instrument: str
    game: str
    cloth: str
    hand: tuple[str, ...]
    """Cards that show what is played there."""
    title: str
    state: str
    limits: str
    free: int
    boxes: int
    players: int
    tournament: str
    """Whose table it is, if it is a tournament's."""
    dealt: str
    options: tuple[str, ...]
    mine: bool
    out_of_order: bool


_DEALT = {
    Dealing.AUTOMATIC: "dealt by the house",
    Dealing.VIRTUAL: "dealt by hand",
    Dealing.REAL: "real cards",
}


@get("/", policy=ANYBODY, include_in_schema=False)
async def lobby(request: Request) -> Response[str]:
    """Every table on the floor; whoever is logged in finds their seats marked."""
    return await lobby_page(request)


async def lobby_page(request: Request, status: int = 200, wrong: str = "") -> Response[str]:
    lives = request.services.floor.tables.values()
    return page(
        request, "lobby/lobby.html", status, wrong=wrong,
        tables=[_card(live, request.access.person) for live in lives],
        announced=await announced(request),
    )  # fmt: skip


def _card(live: LiveTable, person: str | None) -> Card:
    duty, table = live.set_up.duty, live.table
    wager = table.game.wagers[0]
    shown = table.sign.limits.get(wager)
    most = "" if shown is None or shown.maximum is None else f" to {dollars(shown.maximum)}"
    return Card(
        name=duty.table,
        instrument=duty.instrument,
        game=game_name(duty.instrument),
        cloth=cloth(duty.instrument),
        hand=PAGES.of(duty.instrument).hand,
        title=table.game.instrument.title,
        state="out of order" if live.out_of_order else str(table.phase),
        limits="" if shown is None else f"{dollars(shown.minimum)}{most}",
        free=duty.boxes - len(table.patrons.seats),
        boxes=duty.boxes,
        players=len(table.patrons.arrived),
        tournament="" if duty.belongs is None else duty.belongs.tournament,
        dealt=_DEALT[duty.dealing],
        options=tuple(
            side.replace("-", " ").title() for side in table.options.get("side_bets", ())
        ),
        mine=person in table.patrons.arrived,
        out_of_order=bool(live.out_of_order),
    )


router = Router(
    "/",
    route_handlers=[lobby],
    exception_handlers={Exception: error_page},
)
