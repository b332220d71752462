"""Chips that come to a table come from where the books of the house have them.

Those of a tournament come and go as it decides, and not by anybody's word at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Role
from croupier.casino.books import CAGE, Overdrawn, Transfer, at_table, pocket
from croupier.casino.floor.tournament_tables import is_at_rest
from croupier.casino.judging import overdrawn
from croupier.games.baccarat import limit_markers as marker_beside_a_player
from croupier.rulebook.citing import Refused
from croupier.table.acts import conduct, limit_markers, patrons
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips import BringChips, FillFloat
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.hidden import InspectForm, WriteWager
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    ReleaseTable,
)
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.views import FloorView, PlayerView

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.books import Books
    from croupier.casino.floor.live import Live
    from croupier.table.views import TableView
    from croupier.tournament.tournament import Tournament

DECIDED_BY_THE_TOURNAMENT = (
    DesignateForTournament, AllocatePosition, IssueTournamentChips, CollectTournamentChips,
    ReleaseTable, AnnounceClosure, CloseTable,
)  # fmt: skip
OTHER_LIMITS = (ChangeLimits, limit_markers.PlaceMarker, marker_beside_a_player.PlaceMarker)
"""Limits of one table, or of one player at it."""
BEGINS_A_ROUND = (PlaceWager, WriteWager, PlayPassCard)
GOES_ON = (NoMoreBets, AskWager, EverybodyPasses, TimeIsUp, DeductMinimum, RuleOut)
"""What staff do so that play goes on."""
NO_PLAY = frozenset({*patrons.acts, *conduct.acts, InspectForm})
"""What players may do while play is stopped."""


def must_be_there(books: Books, live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse a command that would bring chips which are not there, before it is done."""
    must_fit(live, command, by, at)
    source, amount = chips_for(command)
    if amount <= 0:
        return
    try:
        books.check([Transfer(source, at_table(live.set_up.name), amount)])
    except Overdrawn as short:
        # whoever may not do it at all is told that, and nothing about the chips
        refusal = live.table.check(command, by, at)
        raise refusal or overdrawn(short, by, live.table.law.float) from None


def chips_for(command: Command) -> tuple[str, int]:
    """Where the chips come from that a command brings to the table, and how many."""
    match command:
        case BringChips(player=player, amount=amount):
            return pocket(player), amount
        case FillFloat(amount=amount):
            return CAGE, amount
    return CAGE, getattr(command, "float", 0)


def must_fit(live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse what is the tournament's to say; what the table refuses comes first."""
    if live.tournament is None:
        return
    refusal = _unfit(live, live.tournament(), command, by, at)
    if refusal is not None:
        raise live.table.check(command, by, at) or refusal


def _unfit(
    live: Live, tournament: Tournament, command: Command, by: Person, at: int
) -> Refused | None:
    """Why a tournament has something not done at its table now."""
    law = tournament.law
    if isinstance(command, DECIDED_BY_THE_TOURNAMENT):
        return Refused("the tournament decides who plays here with which chips", law.position)
    if isinstance(command, OTHER_LIMITS):
        return Refused("limits change here when the conditions have it so", law.limits_announced)
    if by.role is Role.TOURNAMENT_DIRECTOR and by.name not in tournament.directors:
        return Refused(f"{by.name} has not been nominated for this tournament", law.director)
    if isinstance(command, conduct.RaiseDispute) and law.dispute:
        says = "the tournament's manager decides disputes: raise it with the tournament"
        return Refused(says, law.dispute)
    if tournament.is_stopped and _plays_on(live, command):
        return Refused("a dispute has to be settled first", law.dispute)
    if isinstance(command, BEGINS_A_ROUND) and is_at_rest(live.table):
        until = live.patience.rests_until()
        if until is None or at < until:
            said = "the session is not in play" if until is None else "there is a break"
            return Refused(said, law.breaks or law.session)
    return None


def _plays_on(live: Live, command: Command) -> bool:
    """Whether the game would proceed by it: wagers, decisions, and what staff add to them."""
    act = live.table.game.acts.get(type(command))
    of_players = act is not None and act.needs is Role.PLAYER and type(command) not in NO_PLAY
    return of_players or isinstance(command, GOES_ON)


def fitting(live: Live, view: TableView, viewer: Person | None, at: int) -> TableView:
    """A view of a tournament's table with nothing listed that the tournament has not done there."""
    if live.tournament is None or viewer is None or not isinstance(view, PlayerView | FloorView):
        return view
    tournament = live.tournament()
    legal = (each for each in view.legal if _unfit(live, tournament, each, viewer, at) is None)
    return msgspec.structs.replace(view, legal=tuple(legal))
