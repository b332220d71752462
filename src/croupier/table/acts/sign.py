"""What the sign says, and notice of new limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.money import Limits
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Notified, SignDisplayed
from croupier.table.law import of_table, together
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


def must_be_complete(table: Table, sign: Sign) -> None:
    """The sign shows the limits of every wager that does not take approved amounts alone."""
    for wager in table.game.wagers:
        side = table.law.side_bets.get(wager)
        if wager in sign.limits or (side is not None and side.approved_amounts):
            continue
        shown = table.law.limits_displayed if side is None else side.sign
        raise Refused(f"no sign shows the minimum and maximum of {wager}", shown)


def must_be_payable(table: Table, sign: Sign) -> None:
    """What the sign lets a player stake can be paid: the rules name no rounding."""
    for wager, limits in sign.limits.items():
        for amount in (limits.minimum, limits.maximum):
            unpayable = table.game.why_not_stake(wager, amount) if amount is not None else None
            if unpayable is not None:
                raise unpayable


def display(table: Table, sign: Sign, clauses: Clauses) -> None:
    law = table.law
    table.add_fact(
        SignDisplayed(
            limits={w: (o.minimum, o.maximum, o.multiple) for w, o in sign.limits.items()},
            clauses=Clauses((*clauses, *law.multiples, *_side_signs(table, sign))),
        )
    )


def _side_signs(table: Table, sign: Sign) -> tuple[str, ...]:
    """The clauses that want the limits of each side bet on a sign, too."""
    sides = (table.law.side_bets.get(wager) for wager in sign.limits)
    return tuple(clause for side in sides if side is not None for clause in side.sign)


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    """Give notice of new limits; they hold from the next round whose betting opens after it."""

    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True
    changes_limits: ClassVar[bool] = True

    limits: dict[str, tuple[int, int]]
    multiples: dict[str, int] = {}


@acts.act(
    ChangeLimits,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.limits_displayed, law.side_bet_signs)),
)
def change_limits(table: Table, command: ChangeLimits, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    merged = dict((table.next_sign or table.sign).limits)
    for wager in {**command.limits, **command.multiples}:
        side = law.side_bets.get(wager)
        if wager not in merged:
            raise Refused(
                f"limits: {wager} has no limits at this table",
                side.sign if side else law.limits_displayed,
            )
        old = merged[wager]
        least, most = command.limits.get(wager, (old.minimum, old.maximum))
        try:
            merged[wager] = Limits(least, most, command.multiples.get(wager, old.multiple))
        except ValueError as error:
            raise Refused(f"limits.{wager}: {error}", law.limits_displayed) from None
    must_be_payable(table, Sign(merged))

    def effect() -> None:
        table.next_sign = Sign(merged)
        detail = "; ".join(f"{wager} {limits}" for wager, limits in merged.items())
        clauses = Clauses((*law.limits_displayed, *_side_signs(table, Sign(merged))))
        table.add_fact(Notified(to="players", about="limits", detail=detail, clauses=clauses))

    return effect


def change_sign_if_due(table: Table) -> None:
    """A new betting window opens: limits of which notice was given hold from here."""
    if table.next_sign is not None:
        old, table.sign, table.next_sign = table.sign, table.next_sign, None
        main = table.game.wagers[0]
        if old.of(main).minimum != table.sign.of(main).minimum:
            table.patrons.forget_warnings()
        display(table, table.sign, table.law.limits_displayed)
