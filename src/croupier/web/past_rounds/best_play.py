"""What the best play of a round would have been, for whoever has left the table it was played at.

Nobody at a table is told how to play: the rules forbid it. So this is asked afterwards, of a round
that is over, at no table of a tournament, and only where the house allows it; at a table that was
set up to practise at, without leaving it. Every decision is
judged by the exact analysis of the laboratory, in a process of its own, with the cards that the
player saw and a shoe that has all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.floor import is_practice, people_at
from croupier.casino.house_views import is_set_up
from croupier.odds.question import MONEY
from croupier.web.felt.game_pages import PAGES, Taken
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.laboratory.worker_orders import ReviewOrder, Situation
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.casino.past_rounds import PastRound
    from croupier.odds.results import Choices
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.views import TableView
    from croupier.web.services import Services

MOST = 40
"""How many decisions of a round are judged."""


async def why_not(services: Services, table: str, played: PastRound, by: Person) -> str:
    """Why somebody is not told; nothing if they may be."""
    if not services.settings.best_play:
        return "this house does not tell what the best play would have been"
    if played.scenes[-1].view.tournament is not None:
        return "nobody is told how to play a tournament"
    if by.name not in played.span.players:
        return "the best play is told to those who played"
    if not await _is_at_play(services, table, by):
        return ""
    return "nobody at a table is told how to play it; leave the table first"


async def _is_at_play(services: Services, table: str, by: Person) -> bool:
    """Whether somebody is at a table that is played in earnest."""
    floor = services.floor
    if not is_set_up(floor, table) or is_practice(floor, table):
        return False
    return by.name in await people_at(floor, table)


async def must_be_told(services: Services, table: str, played: PastRound, by: Person) -> None:
    reason = await why_not(services, table, played, by)
    if reason:
        raise HttpError(ProblemType.NOT_ALLOWED, reason)


# --- what was decided


def decisions(played: PastRound, player: str) -> list[Taken]:
    """Those that the analysis can judge: in blackjack, of hands that were not split yet."""
    found: list[Taken] = []
    before: TableView | None = None
    taken_by = PAGES.of(played.scenes[-1].view.instrument).decisions
    for scene in played.scenes:
        if before is not None and before.round is not None:
            for fact in scene.facts:
                found += taken_by(fact, before.round, player)
        before = scene.view
    return found[:MOST]


def _situation(taken: Taken) -> Situation:
    """Return the cards that a decision was made with, as the laboratory is asked about them."""
    return Situation(
        hand=_written(taken.hand), board=_written(taken.board), dealer=_written(taken.dealer)
    )


def _written(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def order_for(game: GameAtTable, taken: Sequence[Taken]) -> ReviewOrder:
    """The question that the laboratory answers about them, at a table with these options."""
    options = {
        option.name: game.options[option.name]
        for option in game.instrument.options
        if not option.fixed
        and option.type not in MONEY
        and option.name in game.options
        and game.options[option.name] != option.default
    }
    return ReviewOrder(
        instrument=game.instrument.basis,
        amendment=game.instrument.amendment,
        options=options,
        situations=tuple(_situation(each) for each in taken),
    )


# --- what it cost


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside the best one, and what it gave up, in cents; a part of a cent is told."""

    taken: Taken
    best: str
    cost: float

    @property
    def was_best(self) -> bool:
        return self.best == self.taken.chosen or self.cost == 0

    @property
    def choice(self) -> str:
        return capital(self.taken.chosen)


def judged(taken: Sequence[Taken], choices: Sequence[Choices]) -> list[Judged]:
    return [
        Judged(each, found.best, max(0.0, found.values[found.best] - worth) * each.stake)
        for each, found in zip(taken, choices, strict=True)
        if (worth := found.values.get(each.chosen)) is not None
    ]
