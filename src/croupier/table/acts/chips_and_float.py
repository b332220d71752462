"""Chips brought to the table and taken away, and the float."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.money import dollars, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import ChipsMoved, Notified
from croupier.table.law import of_table, together

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class FillFloat(Command, frozen=True, tag="fill-float"):
    """Chips to the table's float, or with a negative amount from it."""

    amount: int


@acts.act(FillFloat, Role.SUPERVISOR, clauses=of_table(lambda law: law.float))
def fill_float(table: Table, command: FillFloat, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.amount, "no chips are moved", law.float)
    table.refuse_unless(
        command.amount > 0 or table.chips.float + command.amount >= 0,
        "the float holds less than that",
        law.float,
    )
    return lambda: fill(table, command.amount)


def fill(table: Table, amount: int) -> None:
    if amount:
        table.chips.fill(amount)
        table.add_fact(ChipsMoved(player=None, amount=amount, clauses=table.law.float))


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player's gaming chips come to the table."""

    brings_into_play: ClassVar[bool] = True

    player: str
    amount: int
    chips: str = "gaming"


@acts.act(
    BringChips,
    Role.PLAYER,
    clauses=of_table(lambda law: together(law.tournament_chips, law.chips_in_the_box)),
)
def bring_chips(table: Table, command: BringChips, by: Person) -> Effect:
    law = table.law
    must_be_here(table, command.player)
    table.refuse_unless(command.amount > 0, "amount: more than nothing", law.chips_in_the_box)
    if command.chips == "tournament":
        raise Refused(
            "tournament chips are for tournaments only",
            Clauses((*law.tournament_chips, *law.chips_in_the_box)),
        )
    if command.chips != "gaming":
        raise Refused("wagers are made with gaming chips", law.chips_in_the_box)
    return lambda: _move(table, command.player, command.amount)


class TakeChips(Command, frozen=True, tag="take-chips"):
    """A player takes chips from the table."""

    player: str
    amount: int


@acts.act(
    TakeChips, Role.PLAYER, clauses=of_table(lambda law: law.chips_in_the_box), names_anybody=True
)
def take_chips(table: Table, command: TakeChips, by: Person) -> Effect:
    law, player, amount = table.law, command.player, command.amount
    table.refuse_unless(amount > 0, "amount: more than nothing", law.chips_in_the_box)
    held = table.chips.rack(player)
    if amount > held:
        raise Refused(f"{player} has {money(held)} at the table", law.chips_in_the_box)
    return lambda: _move(table, player, -amount)


def note_owed(table: Table, players: Iterable[str], clauses: Clauses) -> None:
    """Chips that came back to players who have left wait for them, or are their substitutes'."""
    _pass_on(table)
    for player in dict.fromkeys(players):
        held = table.chips.rack(player)
        if held > 0 and player not in table.patrons.arrived:
            table.add_fact(
                Notified(
                    to="floor", about="owed to a player", detail=f"{player}: {dollars(held)}",
                    clauses=clauses,
                )
            )  # fmt: skip


def note_debts(table: Table, clauses: Clauses) -> None:
    """Chips paid by mistake and gone since are owed; a rack below nothing stands for the debt."""
    _pass_on(table)
    for player, held in table.chips.racks.items():
        if held < 0:
            table.add_fact(
                Notified(
                    to="floor", about="owed to the house", detail=f"{player}: {dollars(-held)}",
                    clauses=clauses,
                )
            )  # fmt: skip


def _pass_on(table: Table) -> None:
    if table.tournament is not None and table.tournament.substitutes:
        from croupier.table.acts.tournament import pass_on_to_substitutes

        pass_on_to_substitutes(table)


def _move(table: Table, player: str, amount: int) -> None:
    table.chips.bring(player, amount)
    table.add_fact(ChipsMoved(player=player, amount=amount, clauses=table.law.chips_in_the_box))
