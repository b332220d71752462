"""Rules 5.1 to 5.3 and 5.14 in their own way: placing a wager, and leaving the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.challenge.acts.limits import remove_marker, take_sign_away
from croupier.games.challenge.acts.side_bets import displace
from croupier.games.challenge.table_law import challenge_law, law_of, of_challenge
from croupier.games.challenge.table_state import note_the_time, state_of, why_detained
from croupier.table.acts import betting, patrons
from croupier.table.acts.betting import PlaceWager, declared_for_a_wager
from croupier.table.acts.patrons import ComeBack, Leave, Sit, StepAway
from croupier.table.facts import Attested
from croupier.table.law import together
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts(
    betting.acts.without(PlaceWager, betting.ReturnShortWager),
    patrons.acts.without(Leave, Sit, StepAway, ComeBack),
)


def _declared_for_a_wager(rules: BlackjackRules) -> Clauses:
    law, shared = challenge_law(rules), rules.law.maximum_shared or {}
    return together(
        declared_for_a_wager(rules), law.further_shoes, law.reserved, law.own_placement,
        law.within_limits, *shared.values(),
    )  # fmt: skip


@acts.act(PlaceWager, Role.PLAYER, clauses=_declared_for_a_wager)
def place_wager(table: Table, command: PlaceWager, by: Person) -> Effect:
    law, player, box = law_of(table), command.player, command.box
    effect = betting.place_wager(table, command, by)

    def with_its_consequences() -> None:
        if command.wager == MAIN:
            state_of(table).overlooked.discard((player, box))
            note_the_time(table, player, box)
        effect()
        if by.is_staff:  # it stands where it lies, whoever put it there
            table.add_fact(
                Attested(
                    what=f"wager of {player} placed on box {box}", by=by.name,
                    clauses=law.own_placement,
                )
            )  # fmt: skip
        if command.wager != MAIN and command.amount:
            displace(table, box, command.wager)

    return with_its_consequences


@acts.act(
    Leave,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.wagers_frozen, law.marker_removed)),
)
def leave(table: Table, command: Leave, by: Person) -> Effect:
    player = command.player
    patrons.must_be_free_to_go(table, player)
    detained = why_detained(table, player)
    if detained is not None:
        raise detained

    def with_what_was_the_players() -> None:
        clear_the_place(table, player)
        patrons.depart(table, player)

    return with_what_was_the_players


def clear_the_place(table: Table, player: str) -> None:
    """Markers, signs and reserved boxes go with their player."""
    law, reserved = law_of(table), table.patrons.reserved
    remove_marker(table, player, law.marker_removed)
    take_sign_away(table, player)
    state_of(table).playing.pop(player, None)
    for box in [box for box, owner in reserved.items() if owner == player]:
        del reserved[box]
