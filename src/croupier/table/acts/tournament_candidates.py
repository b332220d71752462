"""What people may do at a table because it is a tournament's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role
from croupier.table.acts.hidden import AnnounceWagers, ExamineForms, InspectForm, MakeWagersGood
from croupier.table.acts.tournament import CollectTournamentChips, ReleaseTable
from croupier.table.acts.tournament_terms import PlaceStartingMarker
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.tournament import play_at, players_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.table.table import Table


def tournament_candidates(table: Table, person: Person) -> Iterator[Command]:
    play = play_at(table)
    if person.role is Role.PLAYER:
        yield PlayPassCard(player=person.name)
        for of in play.shown:
            yield InspectForm(player=person.name, of=of)
    elif person.role is Role.TOURNAMENT_DIRECTOR:
        for player in play.positions:
            yield DeductMinimum(player=player)
            yield RuleOut(player=player)
        yield ReleaseTable()
    elif person.is_staff:
        yield AskWager()
        for box in players_in(table):
            yield PlaceStartingMarker(box=box)
        yield MakeWagersGood()
        yield ExamineForms()
        yield AnnounceWagers()
        yield EverybodyPasses()
        for player in play.positions:
            yield TimeIsUp(player=player)
        yield CollectTournamentChips()
