"""A round of the past as a page: the felt at any of its steps, and what came of every wager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.web.felt.settlements import settlements
from croupier.web.html.template_environment import render
from croupier.web.html.words import CitedLine, told
from croupier.web.tables.page_model import Seen, context, without_moves
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from croupier.casino.past_rounds import PastRound, RoundScene
    from croupier.table.views import TableView


@dataclass(frozen=True, slots=True)
class AccountStep:
    """One step of the account: who did it, and what followed."""

    number: int
    by: str
    lines: tuple[CitedLine, ...]


def render_round(
    table: str, played: PastRound, step: int, *, me: object, query: str, may_download: bool
) -> str:
    """The page of a round, with the felt as it lay after one of its steps."""
    scene = played.scenes[step - 1]
    view = without_moves(scene.view)  # the past is only looked at
    shown = context(view, played.game, Seen(settled=scene.settled))
    return render(
        "past_rounds/page.html", **{**shown, "settlements": settlements(view, played.settled)},
        me=me, table=table, played=played, step=step, query=query, may_download=may_download,
        steps=[_step(number, view, each) for number, each in enumerate(played.scenes, 1)],
        when=moment(played.span.at),
    )  # fmt: skip


def _step(number: int, view: TableView, scene: RoundScene) -> AccountStep:
    return AccountStep(number, scene.by.name, tuple(told(view.instrument, scene.facts)))
