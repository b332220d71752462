"""Holding a player to the minimum, or to one box and the minimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import put_down, take_back
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised, Notified
from croupier.table.law import of_table, together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableRules
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, TableRules] = Acts()


def hold_to_the_minimum(table: Table, player: str, clauses: Clauses) -> None:
    """Wagers that lie there while betting is open come down to what their owner may bet now."""
    if table.phase is not Phase.BETTING:
        return
    if player in table.patrons.restricted:
        hold_to_one_box(table, player, clauses)
    minimum = table.sign.of(MAIN).minimum
    for wager in table.wagers:
        if wager.player == player and wager.wager == MAIN and wager.amount > minimum:
            put_down(table, wager, minimum - wager.amount, minimum, clauses)
            wager.amount = minimum


def hold_to_one_box(table: Table, player: str, clauses: Clauses) -> None:
    """A player's wagers go back, side bets too, but for those on the first box with a main wager.

    Without a main wager it is the box of the first side bet.
    """
    lying = sorted(
        (wager for wager in table.wagers if wager.player == player),
        key=lambda wager: wager.wager != MAIN,
    )
    for wager in lying[1:]:
        if wager.box != lying[0].box and wager in table.wagers:
            take_back(table, wager, clauses)


def why_not_on_a_second_box(table: Table, new: Wager) -> Refused | None:
    """Why a player who is held to a single box may not wager on this one, a side bet neither."""
    held_by = table.patrons.restricted.get(new.player)
    if held_by is None or all(w.box == new.box for w in table.wagers if w.player == new.player):
        return None
    return Refused(f"{new.player} is limited to a single box", held_by)


def why_restricted(table: Table, new: Wager) -> Refused | None:
    """One box without permission, and the minimum where the operator requires it."""
    refusal = why_not_on_a_second_box(table, new)
    if refusal is not None or new.wager != MAIN:
        return refusal
    law, patrons, player = table.law, table.patrons, new.player
    elsewhere = table.wagers and any(
        w.player == player and w.wager == MAIN and w.box != new.box for w in table.wagers
    )
    if elsewhere and player not in patrons.several_boxes:
        return Refused(f"{player} has no permission for more than one box", law.several_boxes)
    held_by = patrons.restricted.get(player) or patrons.minimum_only.get(player)
    if held_by is None and table.options["mid_shoe"] == "always" and not table.shoe.machine:
        held_by = mid_shoe_clauses(table, player)
    minimum = table.sign.of(MAIN).minimum
    if held_by is not None and new.amount > minimum:  # less is a wager under the minimum
        return Refused(f"{player} is held to the minimum of {money(minimum)}", held_by)
    return None


def mid_shoe_clauses(table: Table, player: str) -> Clauses | None:
    """Under which limb a player may be held to the minimum until a new shoe, if any."""
    bets, law = table.patrons.bets_of_shoe, table.law
    if player in bets.skipped:
        return law.wager_declined_later
    if bets.so_far and player not in bets.first:
        return law.no_wager_in_first_round
    return None


class RequireMinimum(Command, frozen=True, tag="require-minimum"):
    """A player who joined or paused in mid-shoe wagers the minimum until a new shoe."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    bears_on_round: ClassVar[bool] = False

    player: str
    reason: Text


@acts.act(
    RequireMinimum,
    Role.SUPERVISOR,
    clauses=of_table(
        lambda law: together(
            law.new_shoe,
            law.no_wager_in_first_round,
            law.wager_declined_later,
            law.machine_replaces,
        )
    ),
)
def require_minimum(table: Table, command: RequireMinimum, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    table.refuse_unless(command.reason, "reason: say why", law.mid_shoe)
    if table.shoe.machine:
        raise Refused("with an automated shuffling shoe there is no mid-shoe", law.machine)
    if table.options["mid_shoe"] == "off":
        raise Refused("this table does not restrict mid-shoe play", law.mid_shoe)
    clauses = mid_shoe_clauses(table, player)
    if clauses is None:
        raise Refused(f"{player} has played every round of this shoe", law.mid_shoe)

    def effect() -> None:
        table.patrons.minimum_only[player] = clauses
        table.add_fact(
            Exercised(
                power="minimum until a new shoe", subject=player, reason=command.reason,
                clauses=clauses,
            )
        )  # fmt: skip
        hold_to_the_minimum(table, player, clauses)

    return effect


class Restrict(Command, frozen=True, tag="restrict"):
    """A player is limited to one box and the minimum, and the Commission is told."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)
    bears_on_round: ClassVar[bool] = False

    player: str
    procedure: Text
    """The approved procedure that it follows."""
    tracked: Text | None = None
    """Where the player's tracking is recorded; not needed again for one restricted before."""


@acts.act(
    Restrict,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: law.restricted_again),
    names_anybody=True,
)
def restrict(table: Table, command: Restrict, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.procedure, "procedure: name the approved procedure", law.restricted)
    again = player in table.patrons.once_restricted
    tracked = bool(command.tracked and command.tracked.strip())
    if not again and not tracked:
        raise Refused(f"{player} has not been tracked and restricted before", law.restricted)
    clauses = law.restricted_again if again and not tracked else law.restricted

    def effect() -> None:
        table.patrons.restricted[player] = clauses
        table.patrons.once_restricted.add(player)
        table.patrons.several_boxes.discard(player)
        table.add_fact(
            Exercised(
                power="one box and the minimum", subject=player, reason=command.procedure,
                clauses=clauses,
            )
        )  # fmt: skip
        table.add_fact(
            Notified(
                to="commission", about="restriction of play", detail=player, clauses=law.restricted
            )
        )
        hold_to_the_minimum(table, player, clauses)

    return effect


class LiftRestriction(Command, frozen=True, tag="lift-restriction"):
    """A restriction of either kind ends."""

    bears_on_round: ClassVar[bool] = False

    player: str


@acts.act(
    LiftRestriction,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.mid_shoe, law.restricted)),
)
def lift_restriction(table: Table, command: LiftRestriction, by: Person) -> Effect:
    patrons, player = table.patrons, command.player
    if player not in patrons.restricted and player not in patrons.minimum_only:
        raise Refused(f"{player} is not restricted", table.law.restricted)

    def effect() -> None:
        clauses = patrons.restricted.pop(player, None) or patrons.minimum_only[player]
        patrons.minimum_only.pop(player, None)
        table.add_fact(Exercised(power="restriction lifted", subject=player, clauses=clauses))

    return effect
