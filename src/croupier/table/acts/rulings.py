"""What a ruling on a dispute binds: what it is about stands, or is put right before the next round.

A ruling that says neither leaves everything to its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.rulebook.citing import Refused
from croupier.table.acting import Acts
from croupier.table.commands import Command
from croupier.table.facts import Disputed
from croupier.table.roles import Role
from croupier.table.table import Ruling

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table

acts = Acts()


def rule(table: Table, number: int, *, stands: bool | None) -> None:
    """A dispute is decided, or decided anew: the last word counts."""
    if stands is not None:
        table.rulings[number] = Ruling(table.disputed_rounds[number - 1], stands)


def in_words(stands: bool | None) -> str:
    """What a ruling's text says after its own words."""
    return {None: "", True: " (what happened stands)", False: " (to be put right)"}[stands]


def must_not_be_decided(table: Table, round: int) -> None:
    """Refuse to undo a round of which it was decided that it stands."""
    for number, ruling in table.rulings.items():
        if ruling.stands and ruling.round == round:
            raise Refused(
                f"round {round} stands: dispute {number} was decided so", table.law.dispute
            )


def must_be_carried_out(table: Table) -> None:
    """Refuse to go on before what was decided has been done."""
    for number, ruling in table.rulings.items():
        if not ruling.stands and not ruling.carried_out:
            raise Refused(
                f"what was decided in dispute {number} has not been carried out", table.law.dispute
            )


class CarryOutRuling(Command, frozen=True, tag="carry-out-ruling"):
    """What was decided in a dispute has been done: say how."""

    number: int
    how: str


@acts.act(CarryOutRuling, Role.SUPERVISOR)
def carry_out_ruling(table: Table, command: CarryOutRuling, by: Person) -> Effect:
    law, ruling = table.law, table.rulings.get(command.number)
    table.refuse_unless(command.how, "how: say what was done", law.dispute)
    if ruling is None or ruling.stands or ruling.carried_out:
        raise Refused(f"number: nothing is to be put right after {command.number}", law.dispute)

    def effect() -> None:
        ruling.carried_out = True
        table.state(
            Disputed(
                number=command.number, stage="carried out", text=f"{by.name}: {command.how}",
                clauses=law.dispute,
            )
        )  # fmt: skip

    return effect
