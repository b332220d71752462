"""What the lobby announces besides its tables: tournaments and promotions that are not over."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from croupier.casino.floor.tournament_and_promotion_views import (
    TournamentSummary,
    promotions_seen,
    tournaments_seen,
)
from croupier.promotion.state import PromotionPhase
from croupier.tournament.conditions_document import moment_in_words
from croupier.tournament.state import TournamentPhase
from croupier.web.felt.game_pages import cloth, game_name
from croupier.web.promotions import page_model as promotions
from croupier.web.tournaments import page_model as tournaments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.floor import Floor
    from croupier.web.http.request import Request

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


def announced(request: Request) -> list[Announcement]:
    """What everybody may know of, the same for all but for who is in it."""
    floor = request.services.floor
    cups = [
        _tournament(each)
        for each in tournaments_seen(floor, request.access.viewer)
        if each.phase in HELD
    ]
    return [*cups, *_promotions(floor)]


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


def _promotions(floor: Floor) -> Iterator[Announcement]:
    for each in promotions_seen(floor, None):
        view = each.view
        if view.terms is not None and view.phase in OFFERED and not view.results:
            yield Announcement(
                path=f"/promotions/{quote(view.promotion, safe='')}",
                kind="Promotion",
                title=promotions.title_of(view),
                says=promotions.headline(view, floor.clock()),
                cloth=promotions.CLOTH,
            )
