"""What a tournament adds to the page of its table: order of wagering, chips, undisclosed wagers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.money import money
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.table.wagers import MAIN
from croupier.web.html.cited_lines import wager_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.tournament_views import PositionView, TournamentTableView
    from croupier.table.views import FormView, TableView


@dataclass(frozen=True, slots=True)
class Position:
    """A player of the tournament at the table."""

    box: int
    player: str
    mine: bool
    chips: str
    out: bool
    marks: tuple[str, ...]
    """What lies before the player besides chips, and whether it is their turn."""


@dataclass(frozen=True, slots=True)
class CupPart:
    tournament: str
    rounds: int
    positions: tuple[Position, ...]
    may_write: tuple[tuple[str, WriteWager], ...]
    """Undisclosed wagers that the viewer may hand in, to be filled in with an amount, by name."""
    forms: int
    """How many of them the viewer has left."""
    written: tuple[str, ...] = ()
    """What others wrote, for whoever examines it."""


def cup_part(view: TableView) -> CupPart | None:
    """The tournament at a table, or nothing at a table that is no tournament's."""
    cup = view.tournament
    if cup is None:
        return None
    me = view.player if isinstance(view, PlayerView) else ""
    own = next((each for each in cup.positions if each.player == me), None)
    may_write = own is not None and _may_write(view, cup, own)
    return CupPart(
        cup.tournament,
        cup.rounds,
        tuple(_position(cup, each, me) for each in cup.positions),
        tuple(_forms(view, me)) if may_write else (),
        own.forms if own else 0,
        tuple(_written(form) for form in view.forms) if isinstance(view, FloorView) else (),
    )


def _forms(view: TableView, player: str) -> Iterator[tuple[str, WriteWager]]:
    """A form for every wager of the table, as it names what it is for.

    One for a side bet goes with a wager on the hand that lies there.
    """
    lying = (wager for box in view.boxes for wager in box.wagers if wager.player == player)
    on_the_hand = any(wager.wager == MAIN for wager in lying)
    for limits in view.sign.limits:
        if limits.wager == MAIN or on_the_hand:
            name = wager_name(view.instrument, limits.wager)
            yield name, WriteWager(player=player, type=limits.wager)


def _written(form: FormView) -> str:
    amount = "no amount" if form.amount is None else money(form.amount)
    return f"{form.player} wrote: {amount}, {form.type or 'no type'}"


def _may_write(view: TableView, cup: TournamentTableView, own: PositionView) -> bool:
    in_turn = cup.marker is None or cup.turn == own.box
    chosen = own.out or own.passes or own.undisclosed
    return bool(own.forms and view.phase == Phase.BETTING and in_turn and not chosen)


def _position(cup: TournamentTableView, each: PositionView, me: str) -> Position:
    marks = []
    if each.box == cup.marker:
        marks.append("starting marker")
    if each.box == cup.turn:
        marks.append("to wager")
    if each.passes:
        marks.append("passes")
    if each.undisclosed:
        marks.append("undisclosed wager")
    if each.absent and not each.out:
        marks.append("away")
    chips = "out" if each.out else money(each.chips)
    return Position(each.box, each.player, each.player == me, chips, each.out, tuple(marks))
