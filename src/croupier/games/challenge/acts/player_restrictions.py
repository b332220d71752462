"""Rules 5.10 to 5.12: holding a player to the minimum, or to one box and the minimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role, who_may
from croupier.games.challenge.acts.limits import minimum_for
from croupier.games.challenge.acts.notices import (
    INSPECTOR,
    must_have_been_told,
    use_up_notices,
)
from croupier.games.challenge.acts.shared_boxes import reserve_no_more_than_one
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import put_down
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.player_restrictions import (
    LiftRestriction,
    RequireMinimum,
    hold_to_one_box,
    mid_shoe_clauses,
    why_not_on_a_second_box,
)
from croupier.table.facts import Exercised
from croupier.table.law import definition_of, together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, BlackjackRules] = Acts()

FURTHER_SHOES, ONE_BOX = "further-shoes", "one-box"


def why_restricted(table: Table, new: Wager) -> Refused | None:
    """One box without permission, and exactly the minimum where a player is held to it."""
    refusal = why_one_box(table, new)
    if refusal is not None or new.wager != MAIN:
        return refusal
    held_by, minimum = _held_by(table, new.player), minimum_for(table, new.player, new.box)
    if held_by is not None and new.amount != minimum:
        return Refused(f"{new.player} is held to the minimum of {money(minimum)}", held_by)
    return None


def why_one_box(table: Table, new: Wager) -> Refused | None:
    """Why a player who has wagers on a box, and no permission for more, may not have this one."""
    refusal = why_not_on_a_second_box(table, new)
    if refusal is not None or new.wager != MAIN or new.player in table.patrons.several_boxes:
        return refusal
    mains = (w for w in table.wagers if w.player == new.player and w.wager == MAIN)
    if all(w.box == new.box for w in mains):
        return None
    return Refused(f"{new.player} has no permission for more than one box", table.law.several_boxes)


def _held_by(table: Table, player: str) -> Clauses | None:
    """What holds a player to the minimum now; a shuffling device ends what is about shoes."""
    patrons = table.patrons
    of_shoes = patrons.minimum_only.get(player) or patrons.minimum_further.get(player)
    return patrons.restricted.get(player) or (None if table.shoe.machine else of_shoes)


def _hold_down(table: Table, player: str, clauses: Clauses) -> None:
    """Wagers that lie there while betting is open come down to what their owner may bet now."""
    if table.phase is not Phase.BETTING:
        return
    if player in table.patrons.restricted:
        hold_to_one_box(table, player, clauses)
    for wager in table.wagers:
        minimum = minimum_for(table, player, wager.box)
        if wager.player == player and wager.wager == MAIN and wager.amount > minimum:
            put_down(table, wager, minimum - wager.amount, minimum, clauses)
            wager.amount = minimum


def hold_all_down(table: Table) -> None:
    """Wagers lie there again, and some players may have been held to less since the call."""
    for player in table.patrons.arrived:
        held_by = _held_by(table, player)
        if held_by is not None:
            _hold_down(table, player, held_by)


# --- 5.10: until the shoe is done


@acts.act(
    RequireMinimum,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.new_shoe, law.mid_shoe)),
)
def require_minimum(table: Table, command: RequireMinimum, by: Person) -> Effect:
    law, player = table.law, command.player
    clauses = _must_have_passed_a_round(table, player, command.reason, law.mid_shoe)

    def effect() -> None:
        table.patrons.minimum_only[player] = clauses
        _exercise(table, "minimum until the reshuffle", player, command.reason, clauses)

    return effect


def _must_have_passed_a_round(table: Table, player: str, reason: str, clauses: Clauses) -> Clauses:
    """A player of a shoe who did not bet on its first round, or on another."""
    must_be_here(table, player)
    table.refuse_unless(reason, "reason: say why", clauses)
    if table.shoe.machine:
        raise Refused("a shuffling device is in use, and no shoe", clauses)
    if mid_shoe_clauses(table, player) is None:
        raise Refused(f"{player} has played every round of this shoe", clauses)
    return clauses


def _exercise(table: Table, power: str, player: str, reason: str, clauses: Clauses) -> None:
    table.add_fact(Exercised(power=power, subject=player, reason=reason, clauses=clauses))
    _hold_down(table, player, clauses)


# --- 5.11: in all further shoes


class RequireMinimumFurther(Command, frozen=True, tag="require-minimum-further"):
    """A Gaming Manager holds a player who let a round pass to the minimum in all further shoes."""

    bears_on_round: ClassVar[bool] = False

    player: str
    reason: Text


@acts.act(
    RequireMinimumFurther,
    Role.GAMING_MANAGER,
    clauses=of_challenge(lambda law: together(law.gaming_manager, law.mid_shoe, law.further_shoes)),
)
def require_minimum_further(table: Table, command: RequireMinimumFurther, by: Person) -> Effect:
    player = command.player
    clauses = law_of(table).further_shoes
    _must_have_passed_a_round(table, player, command.reason, clauses)
    must_have_been_told(table, INSPECTOR, FURTHER_SHOES, player, clauses)

    def effect() -> None:
        table.patrons.minimum_further[player] = clauses
        use_up_notices(table, FURTHER_SHOES, player)
        _exercise(table, "minimum in all further shoes", player, command.reason, clauses)

    return effect


# --- 5.12: one box and its minimum


class RestrictToOneBox(Command, frozen=True, tag="restrict-to-one-box"):
    """A Gaming Manager limits a player to one box and the minimum on the sign."""

    bears_on_round: ClassVar[bool] = False

    player: str
    reason: Text


@acts.act(
    RestrictToOneBox,
    Role.GAMING_MANAGER,
    clauses=of_challenge(lambda law: together(law.gaming_manager, law.restricted)),
)
def restrict_to_one_box(table: Table, command: RestrictToOneBox, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.reason, "reason: say why", law.restricted)
    must_have_been_told(table, INSPECTOR, ONE_BOX, player, law.restricted)

    def effect() -> None:
        table.patrons.restricted[player] = law.restricted
        table.patrons.several_boxes.discard(player)
        reserve_no_more_than_one(table, player, law.restricted)
        use_up_notices(table, ONE_BOX, player)
        _exercise(table, "one box and the minimum", player, command.reason, law.restricted)

    return effect


@acts.act(
    LiftRestriction,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.mid_shoe, law.further_shoes, law.restricted)),
)
def lift_restriction(table: Table, command: LiftRestriction, by: Person) -> Effect:
    """Every restriction of a player ends; a Gaming Manager's is for a Gaming Manager to end."""
    patrons, player = table.patrons, command.player
    clauses = patrons.restricted.get(player) or patrons.minimum_further.get(player)
    if clauses is not None and by.role not in who_may(Role.GAMING_MANAGER):
        raise Refused(
            f"a Gaming Manager restricted {player}",
            definition_of(table.law, Role.GAMING_MANAGER),
        )
    clauses = clauses or patrons.minimum_only.get(player)
    if clauses is None:
        raise Refused(f"{player} is not restricted", table.law.restricted)

    def effect() -> None:
        for held in (patrons.restricted, patrons.minimum_further, patrons.minimum_only):
            held.pop(player, None)
        table.add_fact(Exercised(power="restriction lifted", subject=player, clauses=clauses))

    return effect
