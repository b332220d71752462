"""The lobby: every table on the floor, and what is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get

from croupier.casino.cage import cage_of, left_to_buy
from croupier.casino.floor import summaries
from croupier.casino.floor.tournament_and_promotion_views import (
    PromotionSummary,
    TournamentSummary,
    promotions_seen,
    tournaments_seen,
)
from croupier.casino.house.commands import Dealing
from croupier.money import money
from croupier.promotion.state import PromotionPhase
from croupier.table.table import Phase
from croupier.tournament.conditions_document import moment_in_words
from croupier.tournament.state import TournamentPhase
from croupier.web.felt.game_pages import PAGES, cloth, game_name
from croupier.web.html.page_rendering import error_page, page
from croupier.web.http.policies import ANYBODY
from croupier.web.http.request import Request
from croupier.web.promotions import page_model as promotions
from croupier.web.tournaments import page_model as tournaments

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    chips: int
    """What the viewer has there and may take home."""
    out_of_order: bool
    practice: bool
    is_open: bool
    open_to_guests: bool
    """Whether somebody who comes now can play: the house deals, and a box is free."""


_DEALT = {
    Dealing.AUTOMATIC: "dealt by the house",
    Dealing.VIRTUAL: "dealt by hand",
    Dealing.REAL: "real cards",
}


_STATES = {Phase.BETTING: "taking wagers", Phase.DEALING: "a round is dealt"}


@get("/", policy=ANYBODY, include_in_schema=False)
async def lobby(request: Request) -> Response[str]:
    """Every table on the floor; whoever is logged in finds their seats marked."""
    return await lobby_page(request)


async def lobby_page(request: Request, status: int = 200, wrong: str = "") -> Response[str]:
    floor, person = request.services.floor, request.access.person
    tables = await summaries(floor, request.access.viewer)
    return page(
        request, "lobby/lobby.html", status, wrong=wrong,
        tables=[_card(each) for each in tables],
        announced=await announced(request),
        guests=await request.services.guests.allowed() if person is None else 0,
        left=0 if person is None else left_to_buy(floor, person),
        for_money=cage_of(floor).for_money,
    )  # fmt: skip


def _card(each: TableSummary) -> TableTile:
    is_open = not each.is_out_of_order and each.phase not in (Phase.NOT_OPEN, Phase.CLOSED)
    least, most = each.limits.get(each.wagers[0], (0, None))
    limits = f"{money(least)} to {money(most)}" if most is not None else money(least)
    return TableTile(
        name=each.table,
        instrument=each.instrument,
        game=game_name(each.instrument),
        cloth=cloth(each.instrument),
        hand=PAGES.of(each.instrument).hand,
        title=each.title,
        state="out of order" if each.is_out_of_order else _STATES.get(each.phase, str(each.phase)),
        limits=limits if each.wagers[0] in each.limits else "",
        free=each.free,
        boxes=each.boxes,
        players=each.players,
        tournament=each.tournament,
        dealt=_DEALT[each.dealing],
        options=tuple(side.replace("-", " ").title() for side in each.options.get("side_bets", ())),
        mine=each.arrived,
        chips=0 if each.tournament else each.chips,
        out_of_order=each.is_out_of_order,
        practice=each.practice,
        is_open=is_open,
        open_to_guests=is_open
        and each.dealing is Dealing.AUTOMATIC
        and bool(each.free)
        and not each.tournament,
    )


# --- what the lobby announces besides its tables: tournaments and promotions that are not over


HELD = (
    TournamentPhase.ENTRIES,
    TournamentPhase.SEATING,
    TournamentPhase.PLAYING,
    TournamentPhase.TIES,
    TournamentPhase.PLAYED,
)
OFFERED = (PromotionPhase.SENT, PromotionPhase.RUNNING)


class Announcement(msgspec.Struct, frozen=True):
    """Something to go to, in one line."""

    path: str
    kind: str
    title: str
    says: str
    cloth: str
    mine: bool = False


async def announced(request: Request) -> list[Announcement]:
    """What everybody may know of, the same for all but for who is in it."""
    floor = request.services.floor
    cups = [
        _tournament(each)
        for each in await tournaments_seen(floor, request.access.viewer)
        if each.phase in HELD
    ]
    offered = await promotions_seen(floor, None)
    return [*cups, *_promotions(offered, floor.clock())]


def _tournament(held: TournamentSummary) -> Announcement:
    assert held.conditions is not None
    starts = moment_in_words(held.conditions.starts)
    when = f"; it starts on {starts}" if starts and held.phase is TournamentPhase.ENTRIES else ""
    return Announcement(
        path=f"/tournaments/{quote(held.name, safe='')}",
        kind=f"Tournament, {game_name(held.instrument)}",
        title=held.conditions.name,
        says=f"{tournaments.PHASES[held.phase]}{when}",
        cloth=cloth(held.instrument),
        mine=held.entered,
    )


def _promotions(offered: list[PromotionSummary], now: int) -> Iterator[Announcement]:
    for each in offered:
        view = each.view
        if view.terms is not None and view.phase in OFFERED and not view.results:
            yield Announcement(
                path=f"/promotions/{quote(view.promotion, safe='')}",
                kind="Promotion",
                title=promotions.title_of(view),
                says=promotions.headline(view, now),
                cloth=promotions.CLOTH,
            )


router = Router(
    "/",
    route_handlers=[lobby],
    exception_handlers={Exception: error_page},
)
