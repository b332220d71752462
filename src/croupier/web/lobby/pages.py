"""The lobby: every table on the floor, and what is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar import Response, Router, get

from croupier.casino.floor import summaries
from croupier.casino.house.commands import Dealing
from croupier.money import dollars
from croupier.web.felt.game_pages import PAGES, cloth, game_name
from croupier.web.html.page_rendering import error_page, page
from croupier.web.http.policies import ANYBODY
from croupier.web.http.request import Request
from croupier.web.lobby.announcements import announced

if TYPE_CHECKING:
    from croupier.casino.floor import TableSummary


class TableTile(msgspec.Struct, frozen=True):
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
    tables = summaries(request.services.floor, request.access.viewer)
    return page(
        request, "lobby/lobby.html", status, wrong=wrong,
        tables=[_card(each) for each in tables],
        announced=announced(request),
    )  # fmt: skip


def _card(each: TableSummary) -> TableTile:
    least, most = each.limits.get(each.wagers[0], (0, None))
    limits = f"{dollars(least)} to {dollars(most)}" if most is not None else dollars(least)
    return TableTile(
        name=each.table,
        instrument=each.instrument,
        game=game_name(each.instrument),
        cloth=cloth(each.instrument),
        hand=PAGES.of(each.instrument).hand,
        title=each.title,
        state="out of order" if each.is_out_of_order else str(each.phase),
        limits=limits if each.wagers[0] in each.limits else "",
        free=each.free,
        boxes=each.boxes,
        players=each.players,
        tournament=each.tournament,
        dealt=_DEALT[each.dealing],
        options=tuple(side.replace("-", " ").title() for side in each.options.get("side_bets", ())),
        mine=each.arrived,
        out_of_order=each.is_out_of_order,
    )


router = Router(
    "/",
    route_handlers=[lobby],
    exception_handlers={Exception: error_page},
)
