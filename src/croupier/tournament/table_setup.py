"""How the tables of a tournament are set up, and whether they can be: tried before entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Person, Role
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.acts.opening import opening_of
from croupier.table.acts.sign import ChangeLimits, must_be_payable
from croupier.table.acts.tournament import DesignateForTournament
from croupier.table.tournament_play import AnnouncedLimits, TableTerms
from croupier.table.wagers import Sign
from croupier.tournament.conditions import terms_in_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import Conditions

BOXES, MOST = 7, 12
"""How many boxes a table has, if no more are needed, and how many it can have."""
DIRECTOR = Person("director", Role.TOURNAMENT_DIRECTOR)
SUPERVISOR = Person("supervisor", Role.SUPERVISOR)
TRIED = 4_102_444_800_000
"""A day on which every instrument is in force; whether it is, is asked when a table opens."""


def boxes_for(players: int) -> int:
    """How many boxes a table has for so many players."""
    return max(BOXES, players)


def options_of(conditions: Conditions, limits: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """The options of a table of the tournament, with its limits."""
    chosen = {**conditions.options, "limits": {w: list(pair) for w, pair in limits.items()}}
    if conditions.side_bets is not None:
        chosen["side_bets"] = list(conditions.side_bets)
    return chosen


def terms_of(conditions: Conditions, law: TournamentLaw) -> TableTerms:
    """What the conditions decide about play at a table."""
    how, options = conditions.how_wagered, conditions.options
    return TableTerms(
        order=how.order,
        pass_cards=how.pass_cards,
        undisclosed=how.undisclosed,
        seconds=how.seconds,
        overrides=terms_in_force(conditions, law),
        third_party_insurance=options.get("third_party_insurance") is True,
        announced=_announced(conditions),
    )


def _announced(conditions: Conditions) -> tuple[AnnouncedLimits, ...]:
    """The limits of every wager, at first and whenever they change."""
    stages = (conditions.limits, *(level.limits for level in conditions.levels))
    found = ((wager, *pair) for limits in stages for wager, pair in limits.items())
    return tuple(AnnouncedLimits(*each) for each in dict.fromkeys(found))


# --- on trial


def tried(conditions: Conditions, law: TournamentLaw) -> Iterator[tuple[str, Refused]]:
    """The fields for which a table of the tournament could not be used, and why not.

    Whether its options can be is asked elsewhere: while they cannot, there is no table to try.
    """
    try:
        table = _table(conditions, BOXES)
    except OptionError:
        return
    for field, command, by in _steps(table, conditions, law):
        refusal = table.check(command, by, TRIED)
        if refusal is not None:
            yield field, Refused(refusal.reason.removeprefix("terms: "), refusal.clauses)
            return
        table.do(command, by, TRIED)
    for number, plan in enumerate(conditions.sessions, 1):
        no_room = None if plan.game else no_room_for(conditions, plan.seats)
        if no_room is not None:
            yield f"sessions[{number}].seats", no_room


def _steps(
    table: Table, conditions: Conditions, law: TournamentLaw
) -> Iterator[tuple[str, Command, Person]]:
    """What is done to a table before it is played at, and the field that each hangs on."""
    terms = terms_of(conditions, law)
    yield "overrides", DesignateForTournament(tournament="on trial", terms=terms), DIRECTOR
    hangs_on = "options" if _is_payable(table) else "limits"
    yield hangs_on, opening_of(table, "on trial", TRIED, 0), SUPERVISOR
    for number, level in enumerate(conditions.levels, 1):
        yield f"levels[{number}].limits", ChangeLimits(limits=level.limits), SUPERVISOR


def _is_payable(table: Table) -> bool:
    try:
        must_be_payable(table, Sign.from_options(table.options))
    except Refused:
        return False
    return True


def no_room_for(conditions: Conditions, players: int) -> Refused | None:
    """Why no table for so many players could be opened, or None."""
    if not BOXES < players <= MOST:
        return None
    table = _table(conditions, boxes_for(players))
    return table.check(opening_of(table, "on trial", TRIED, 0), SUPERVISOR, TRIED)


def _table(conditions: Conditions, boxes: int) -> Table:
    options = options_of(conditions, conditions.limits)
    return table_for(conditions.instrument, options, boxes=boxes)
