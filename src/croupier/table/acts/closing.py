"""The hours of gaming, and closing a table after notice to the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import NotYet, Refused
from croupier.shoe import Occasion
from croupier.table.acts.shuffling import deal_on_to_the_end, in_the_last_rounds
from croupier.table.facts import Exercised, Notified, ShuffleDue, TableClosed
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


def must_be_gaming_hours(table: Table) -> None:
    if table.hours is not None and not table.hours[0] <= table.now < table.hours[1]:
        raise NotYet("it is not within the hours of gaming", table.law.hours)


class SetHours(Command, frozen=True, tag="set-hours"):
    """The hours of gaming, as determined under the Act."""

    bears_on_round: ClassVar[bool] = False

    opens: int
    closes: int


@acts.act(SetHours, Role.OPERATOR, clauses=of_table(lambda law: law.hours))
def set_hours(table: Table, command: SetHours, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.opens < command.closes, "hours end after they begin", law.hours)

    def effect() -> None:
        day_is_over = table.hours is not None and table.now >= table.hours[1]
        if day_is_over and _warnings_are_the_days(table):
            table.patrons.forget_warnings()
        table.hours = (command.opens, command.closes)
        table.add_fact(
            Exercised(
                power="hours of gaming",
                subject=f"{command.opens} to {command.closes}",
                clauses=law.hours,
            )
        )

    return effect


def _warnings_are_the_days(table: Table) -> bool:
    """Whether who was told of the minimum is told no more until gaming closes for the day."""
    scope: str | None = table.options.get("under_min_warning_scope")
    return scope == "gaming_day"


class AnnounceClosure(Command, frozen=True, tag="announce-closure"):
    """Players are told that the table closes after so many more rounds."""

    bears_on_round: ClassVar[bool] = False

    rounds: int
    reason: Text = ""


@acts.act(AnnounceClosure, Role.SUPERVISOR, clauses=of_table(lambda law: law.closure))
def announce_closure(table: Table, command: AnnounceClosure, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    table.refuse_unless(command.rounds >= 0, "rounds: how many are left", law.closure)

    def effect() -> None:
        table.closing = True
        expect_rounds(table, command.rounds)
        table.add_fact(
            Notified(
                to="players", about="closure", detail=f"after {command.rounds} more rounds",
                clauses=law.closure,
            )
        )  # fmt: skip
        look_at_the_cutting_card_again(table)

    return effect


def look_at_the_cutting_card_again(table: Table) -> None:
    """It came in a round of which only now is known whether it is one of the last."""
    law, shoe = table.law, table.shoe
    last = in_the_last_rounds(table)
    if not law.last_rounds.clauses or not shoe.cutting_card_out or shoe.machine:
        return
    if last and shoe.shuffle_due and table.in_play:
        deal_on_to_the_end(table)
    elif not last and not shoe.shuffle_due:
        _shuffle_after_all(table)


def _shuffle_after_all(table: Table) -> None:
    """The cutting card was thrown out in what were to be the last rounds, and more are played."""
    law, shoe = table.law, table.shoe
    shoe.shuffle_due = True
    at_once = table.phase is Phase.BETTING
    if at_once:
        shoe.preparation = Preparation.NEEDS_SHUFFLE
    table.add_fact(ShuffleDue(at_once=at_once, clauses=law.cutting_card_in_round))


def expect_rounds(table: Table, rounds: int) -> None:
    """So many more rounds are played; one that is under way comes before them."""
    table.rounds_left = rounds + (table.phase in (Phase.DEALING, Phase.SETTLED))


def is_to_close(table: Table, at: int) -> bool:
    """Whether the closing was announced, or the hours of gaming are over."""
    return table.closing or (table.hours is not None and at >= table.hours[1])


def no_round_may_begin(table: Table, at: int) -> bool:
    """Whether the last round before the closing has been played."""
    return is_to_close(table, at) and (not table.closing or table.rounds_left == 0)


class CloseTable(Command, frozen=True, tag="close-table"):
    """The table closes; notice has been given, and no round is in progress."""


@acts.act(
    CloseTable, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.hours, law.closure))
)
def close_table(table: Table, command: CloseTable, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    after_hours = table.hours is not None and table.now >= table.hours[1]
    if not after_hours:
        table.refuse_unless(table.closing, "the players have not been told", law.closure)
        if table.rounds_left:
            left = f"{table.rounds_left} more rounds have been announced"
            raise Refused(left, law.closure)
    if table.phase is not Phase.BETTING:
        raise Refused("a round is in progress", law.closure)
    table.refuse_unless(not table.wagers, "wagers lie in the boxes", law.closure)

    def effect() -> None:
        table.phase = Phase.CLOSED
        table.cards_checked = False
        if table.hours is not None and not after_hours and _warnings_are_the_days(table):
            table.warnings_end = table.hours[1]
        else:
            table.patrons.forget_warnings()
        table.shoe.occasion = Occasion.GAME_BEGINNING
        if table.shoe.preparation is not Preparation.NEEDS_NEW_CARDS:
            # Its cards are not dealt from again, so its secret may be told.
            table.shoe.preparation = Preparation.NEEDS_SHUFFLE
        reason = "the hours of gaming are over" if after_hours else "announced"
        clauses = law.hours if after_hours else law.closure
        table.add_fact(TableClosed(reason=reason, clauses=clauses))

    return effect
