"""Parts of the page of a table: what happened, its stages and people, and its tournament.

News are what a picture of the table does not tell. Cards that a void or a misdeal takes away, a
round that is put right, a wager that goes back: on a layout they just move. The facts are those
that the viewer is told, in the teller's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.money import money
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.facts import RoundVoided
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.table.wagers import MAIN
from croupier.web.felt.layout import player_of
from croupier.web.html.cited_lines import CitedLine, cite, wager_name
from croupier.wording.teller import Audience, audience_of, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.casino.disclosure import Moment
    from croupier.table.tournament_views import PositionView, TournamentTableView
    from croupier.table.views import FormView, TableView

# --- what happened

MOST = 4
"""How many are said at once."""


@dataclass(frozen=True, slots=True)
class News:
    """Something to be said, and the line of the record that it follows from."""

    line: int
    said: CitedLine


def news(view: TableView, moments: Iterable[Moment]) -> tuple[News, ...]:
    """What is to be said of what happened, the last of it."""
    return tuple(_all(view, moments))[-MOST:]


def _all(view: TableView, moments: Iterable[Moment]) -> Iterator[News]:
    level = audience_of(view.instrument).level
    to = Audience(you=player_of(view), level=level, spoken=True)
    for moment in moments:
        told = {getattr(fact, "reason", "") for fact in moment.facts if fact.says_why_void}
        for fact in moment.facts:
            said_already = isinstance(fact, RoundVoided) and fact.reason in told
            if fact.is_news and not said_already:
                words = sentence(say(fact, to))
                yield News(moment.line, CitedLine(words, cite(view.instrument, fact.clauses)))


# --- stages and people, for those who run the table

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


# --- the tournament


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
