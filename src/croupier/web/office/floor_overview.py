"""The floor at a glance: every table with its state, its takings and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.floor import game, look, summaries
from croupier.casino.house.commands import Dealing
from croupier.casino.meters import Meter, day_of
from croupier.game_rules import signs
from croupier.table.table import Phase
from croupier.table.views import FloorView
from croupier.web.felt.game_pages import PAGES

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor, Look, TableSummary
    from croupier.casino.meters import Meters

DEALT = {
    Dealing.AUTOMATIC: "dealt by the program",
    Dealing.VIRTUAL: "dealt by hand from a virtual shoe",
    Dealing.REAL: "dealt by hand with real cards",
}
_STATES = {
    Phase.NOT_OPEN: "not open",
    Phase.BETTING: "open",
    Phase.DEALING: "in play",
    Phase.SETTLED: "in play",
    Phase.CLOSED: "closed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAtAGlance:
    """A table on the floor, as a manager follows it."""

    table: str
    game: str
    title: str
    dealt: str
    state: str
    tone: str
    """`play`, `idle`, `closed`, or `attention`."""
    waits: str
    """What it waits for, in a sentence."""
    attention: tuple[str, ...]
    """Why somebody should go there."""
    players: int
    boxes: int
    rounds: int
    today: Meter
    tournament: str

    @property
    def hold(self) -> str:
        hold = self.today.hold
        return "\N{EN DASH}" if hold is None else f"{float(100 * hold):.1f} %"


async def at_a_glance(
    floor: Floor, viewer: Person, meters: dict[str, Meters]
) -> list[TableAtAGlance]:
    """Every table, those first to which somebody should go."""
    today = day_of(floor.clock())
    shown = [
        _at_a_glance(
            floor,
            each,
            await look(floor, each.table, viewer),
            meters[each.table].days.get(today, Meter()) if each.table in meters else Meter(),
        )
        for each in await summaries(floor, viewer)
    ]
    return sorted(shown, key=lambda each: (not each.attention, each.table))


def _at_a_glance(floor: Floor, summary: TableSummary, seen: Look, today: Meter) -> TableAtAGlance:
    at_table, page = game(floor, summary.table), PAGES.of(summary.instrument)
    felt = page.felt(seen.view, seen.settled, at_table.wagers, signs.printed(at_table))
    attention = tuple(_attention(summary, seen))
    busy = summary.phase in (Phase.DEALING, Phase.SETTLED)
    shut = summary.phase in (Phase.CLOSED, Phase.NOT_OPEN)
    return TableAtAGlance(
        table=summary.table, game=page.name, title=summary.title, dealt=DEALT[summary.dealing],
        state=_STATES[summary.phase],
        tone="attention" if attention else "play" if busy else "closed" if shut else "idle",
        waits=felt.status, attention=attention, players=summary.players, boxes=summary.boxes,
        rounds=summary.rounds, today=today, tournament=summary.tournament,
    )  # fmt: skip


def _attention(summary: TableSummary, seen: Look) -> list[str]:
    reasons = []
    if summary.is_out_of_order:
        reasons.append(f"Out of order: {summary.out_of_order or 'nobody can play'}")
    if seen.held_up is not None:
        reasons.append(f"Held up: {seen.held_up.reason}")
    if isinstance(seen.view, FloorView):
        waiting = [each for each in seen.view.disputes if not each.binds]
        if waiting:
            count = "A dispute waits" if len(waiting) == 1 else f"{len(waiting)} disputes wait"
            reasons.append(f"{count} for a ruling")
    return reasons
