"""What a viewer may know of tournaments and promotions beside the view of one of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.casino.disclosure import told_trouble
from croupier.casino.floor.views import tables_of_tournament
from croupier.casino.live_kinds import TOURNAMENT
from croupier.commitment import context
from croupier.joint_draws import PublishedDraw, published
from croupier.promotion.draw import roll_hash
from croupier.promotion.views import PromotionView
from croupier.tournament.ballot import proofs
from croupier.tournament.conditions import Conditions
from croupier.tournament.desk import DeskView, OwnView, desk_view, own_view
from croupier.tournament.rolls import cards_for, roll_due
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import Tournament
from croupier.tournament.views import TournamentView, knows_conditions

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.record import Entry
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.rules import PromotionRules
    from croupier.rulebook.citations import Refused
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.ballot import BallotProof


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list, as its viewer sees it."""

    name: str
    record: str
    instrument: str
    phase: TournamentPhase
    view: TournamentView
    conditions: Conditions | None
    """As far as the viewer may know them."""
    entered: bool
    """Whether the viewer is among those who have entered."""
    out_of_order: str
    """Why nothing can be asked of it, as far as the viewer may know it."""


async def tournaments_seen(floor: Floor, viewer: Person | None) -> list[TournamentSummary]:
    """Every tournament that is or was held."""
    return [await tournament_seen(live, viewer) for live in [*floor.tournaments.values()]]


async def tournament_seen(live: Live[Tournament], viewer: Person | None) -> TournamentSummary:
    return await live.as_stored(partial(_tournament, live, viewer))


def _tournament(live: Live[Tournament], viewer: Person | None) -> TournamentSummary:
    held = live.aggregate
    return TournamentSummary(
        name=held.name,
        record=live.record,
        instrument=held.instrument,
        phase=held.phase,
        view=held.view(viewer),
        conditions=_conditions(live, viewer),
        entered=viewer is not None and viewer.name in held.entrants,
        out_of_order=told_trouble(live.out_of_order, viewer),
    )


async def conditions_seen(live: Live[Tournament], viewer: Person | None) -> Conditions | None:
    """The conditions; a draft is for those who work at it."""
    return await live.as_stored(partial(_conditions, live, viewer))


def _conditions(live: Live[Tournament], viewer: Person | None) -> Conditions | None:
    held = live.aggregate
    return held.conditions if knows_conditions(held, viewer) else None


async def desk_seen(floor: Floor, live: Live[Tournament], viewer: Person) -> DeskView:
    """What those who hold a tournament see at its desk."""
    tables = await tables_of_tournament(floor, live.name)
    async with live.lock:
        await live.at_rest()
        await live.must_be_current()
        on_the_floor = {each.called: each.table for each in tables}
        away = {each.called: each.away for each in tables}
        return desk_view(live.aggregate, viewer, on_the_floor, away)


def own_seen(live: Live[Tournament], player: Person) -> OwnView:
    """What a player has to know to do something about a tournament by themselves."""
    return own_view(live.aggregate, player)


def law_of(live: Live[Tournament]) -> TournamentLaw:
    """The law that a tournament is held by."""
    return live.aggregate.law


def refusal_of(live: Live[Any], command: Command, by: Person, at: int) -> Refused | None:
    """Why a tournament or promotion would refuse a command of somebody's, or None."""
    refusal: Refused | None = live.aggregate.check(command, by, at)
    return refusal


def refusal_of_new(
    tournament: str, instrument: str, command: Command, by: Person, at: int
) -> Refused | None:
    """Return the reason why a tournament that has just begun would refuse a command, or None."""
    return Tournament(tournament, instrument).check(command, by, at)


def entries_seen(live: Live[Any], after: int, most: int) -> list[tuple[int, Entry]]:
    """What a record has after a line, each with its line, for those who read records."""
    first = max(after, 1)  # the first line says nothing of what happened
    last = min(first + most, live.stored)
    return [(entry.n + 1, entry) for entry in live.aggregate.record.entries[first - 1 : last - 1]]


async def draws_seen(live: Live[Tournament]) -> list[BallotProof]:
    """Every draw that was made, with its proof, which is for everybody."""
    return await live.as_stored(lambda: list(proofs(live.aggregate)))


class PromotionSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in a list."""

    name: str
    record: str
    view: PromotionView
    """As everybody sees it."""
    out_of_order: str
    """Why nothing can be asked of it, as far as the viewer may know it."""


async def promotions_seen(floor: Floor, viewer: Person | None) -> list[PromotionSummary]:
    """Every promotion."""
    return [
        await live.as_stored(partial(_promotion, live, viewer))
        for live in [*floor.promotions.values()]
    ]


def _promotion(live: Live[Promotion], viewer: Person | None) -> PromotionSummary:
    return PromotionSummary(
        name=live.name,
        record=live.record,
        view=live.aggregate.view(None),
        out_of_order=told_trouble(live.out_of_order, viewer),
    )


def rules_of(live: Live[Promotion]) -> PromotionRules:
    """The rules that a promotion goes by, with its readings of them."""
    return live.aggregate.rules


def roll_of(live: Live[Promotion]) -> str:
    """The hash of the roll for a draw as it stands, to commit to."""
    return roll_hash(live.aggregate.state.roll())


# --- draws in which others take part


class DueRoll(NamedTuple):
    """What the house would be bound to if it closed the roll of the next draw now."""

    bound_to: bytes
    roll: str


def due_roll(live: Live[Any], table: str = "") -> DueRoll | None:
    """The roll of the next draw of a tournament or promotion; of a table that is to be broken."""
    held = live.aggregate
    if live.kind is TOURNAMENT:
        roll, drawing = roll_due(held, table), held.drawing
    else:
        roll, drawing = held.state.closing_roll(held.name), held.state.drawing
    if roll is None:
        return None
    return DueRoll(context(held.name, drawing.number + 1, roll.hash), roll.hash)


async def joint_draws_made(live: Live[Tournament]) -> list[int]:
    """The numbers of the joint draws of a tournament."""
    return await live.as_stored(lambda: [e.joint.number for e in live.aggregate.drawing.made])


async def joint_draw_seen(
    live: Live[Any], viewer: Person | None, number: int | None
) -> PublishedDraw:
    """A joint draw as a viewer may check it; `LookupError` if there is none."""
    return await live.as_stored(partial(_joint_draw, live, viewer, number))


def _joint_draw(live: Live[Any], viewer: Person | None, number: int | None) -> PublishedDraw:
    held, name = live.aggregate, None if viewer is None else viewer.name
    if live.kind is TOURNAMENT:
        made = held.drawing.find(number)
        return published(made, name, names=True, cards=cards_for(made.joint.roll))
    named = viewer is not None and viewer.oversees
    return published(held.state.drawing.find(number), name, names=named)


def head_of(live: Live[Promotion]) -> str:
    """The hash of the last line of a promotion's record, for those who read records."""
    return live.aggregate.head
