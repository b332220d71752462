"""What comes next at a table, for those who run it: its stages, and who is at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.views import FloorView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.views import TableView

STAGES = (
    ("Open the table", "open"),
    ("Ready the cards", "cards"),
    ("Take the wagers", "wagers"),
    ("Deal, and take the answers", "deal"),
    ("Collect the cards", "collect"),
)
STEPS_OF = {
    "cards": ("prepare",),
    "deal": ("deal-on", "deal-one"),
    "collect": ("collect",),
}
"""What hands do with a virtual shoe at each stage, the usual first."""


@dataclass(frozen=True, slots=True)
class Stage:
    title: str
    name: str
    state: str
    """`done`, `now` or `later`."""


def stages(view: TableView) -> tuple[Stage, ...]:
    """From opening the table to collecting the cards, and where the table stands in it."""
    if view.phase == Phase.CLOSED:
        return ()
    names = [name for _, name in STAGES]
    now = names.index(_stage(view))
    return tuple(
        Stage(title, name, "done" if place < now else "now" if place == now else "later")
        for place, (title, name) in enumerate(STAGES)
        if name != "open" or view.phase == Phase.NOT_OPEN
    )


def _stage(view: TableView) -> str:
    if view.phase == Phase.NOT_OPEN:
        return "open"
    if view.phase == Phase.DEALING:
        return "deal"
    if view.phase == Phase.SETTLED:
        return "collect"
    shoe = view.shoe
    ready = shoe.state == Preparation.LOADED and shoe.checked and not shoe.burns_due
    return "wagers" if ready else "cards"


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """Somebody at the table, as those who run it follow them."""

    player: str
    boxes: tuple[int, ...]
    chips: int
    staked: int
    says: str
    """What they do in this round, in a word."""
    late: bool
    """Whether the table waits for them, or they let it pass."""


def people(view: TableView) -> tuple[AtTheTable, ...]:
    """Everybody at the table: where, with how much, and who sits out."""
    return tuple(_people(view)) if isinstance(view, FloorView) else ()


def _people(view: FloorView) -> Iterator[AtTheTable]:
    racks = {rack.player: rack.chips for rack in view.racks}
    due = getattr(view.round, "due", None)
    boxes_asked = getattr(due, "asked", ()) or ()
    asked = {
        *(getattr(due, "players", ()) or ()),
        *(w.player for box in view.boxes if box.number in boxes_asked for w in box.wagers),
    }
    for player in view.players:
        own = [wager.amount for box in view.boxes for wager in box.wagers if wager.player == player]
        boxes = tuple(box.number for box in view.boxes if box.seat == player)
        says, late = _says(view, player, bool(own), player in asked)
        yield AtTheTable(player, boxes, racks.get(player, 0), sum(own), says, late)


def _says(view: FloorView, player: str, bets: bool, is_asked: bool) -> tuple[str, bool]:
    if is_asked:
        return "has to answer", True
    if player in view.away:
        return "away", True
    if bets:
        return "in", False
    if view.phase == Phase.BETTING:
        return "no wager yet", False
    return "sits out", True
