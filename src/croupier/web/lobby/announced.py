"""What the lobby announces besides its tables: tournaments and promotions that are not over."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from croupier.casino.floor.views import look_at
from croupier.promotion.state import Phase as Way
from croupier.tournament.document import moment_in_words
from croupier.tournament.state import Phase
from croupier.web.felt.game_pages import cloth, game_name
from croupier.web.promotions import model as promotions
from croupier.web.tournaments import model as tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.floor import Floor
    from croupier.promotion.views import PublicView
    from croupier.tournament.tournament import Tournament
    from croupier.web.http.request import Request

HELD = (Phase.ENTRIES, Phase.SEATING, Phase.PLAYING, Phase.TIES, Phase.PLAYED)
OFFERED = (Way.SENT, Way.RUNNING)


class Announced(msgspec.Struct, frozen=True):
    """Something to go to, in one line."""

    path: str
    kind: str
    title: str
    says: str
    cloth: str
    mine: bool = False


async def announced(request: Request) -> list[Announced]:
    """What everybody may know of, the same for all but for who is in it."""
    floor = request.services.floor
    cups = [
        _tournament(affair.aggregate, request.access.person)
        for affair in floor.tournaments.values()
        if affair.aggregate.phase in HELD
    ]
    return [*cups, *[each async for each in _promotions(floor)]]


def _tournament(held: Tournament, person: str | None) -> Announced:
    starts = moment_in_words(held.conditions.starts)
    when = f"; it starts on {starts}" if starts and held.phase is Phase.ENTRIES else ""
    return Announced(
        path=f"/tournaments/{quote(held.name, safe='')}",
        kind=f"Tournament, {game_name(held.instrument)}",
        title=held.conditions.name,
        says=f"{tournaments.PHASES[held.phase]}{when}",
        cloth=cloth(held.instrument),
        mine=person in held.entrants,
    )


async def _promotions(floor: Floor) -> AsyncIterator[Announced]:
    for affair in floor.promotions.values():
        view: PublicView = (await look_at(floor, affair, None)).view
        if view.terms is not None and view.phase in OFFERED and not view.results:
            yield Announced(
                path=f"/promotions/{quote(view.promotion, safe='')}",
                kind="Promotion",
                title=promotions.title_of(view),
                says=promotions.headline(view, floor.clock()),
                cloth=promotions.CLOTH,
            )
