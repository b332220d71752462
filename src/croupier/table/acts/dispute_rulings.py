"""What a ruling on a dispute binds: what it is about stands, or is put right before the next round.

A ruling that says neither leaves everything to its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Refused
from croupier.table.facts import Disputed
from croupier.table.law import of_table
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableRules
    from croupier.table.table import Dispute, Table

acts: Acts[Table, TableRules] = Acts()


def must_have_come_to(table: Table, number: int, stages: tuple[str, ...], clauses: Clauses) -> None:
    """Refuse what can be done in a dispute only when it has come to one of these stages."""
    if not 1 <= number <= len(table.disputes):
        raise Refused(f"number: there is no dispute {number}", clauses)
    stage = table.disputes[number - 1].stage
    if stage not in stages:
        raise Refused(f"dispute {number} is {stage}", clauses)


def go_on_to(
    table: Table,
    number: int,
    stage: str,
    text: str,
    clauses: Clauses,
    *,
    stands: bool | None = None,
) -> None:
    """A dispute comes to its next stage; of several rulings that bind, the last word counts."""
    dispute = table.disputes[number - 1]
    dispute.stage = stage
    if stands is not None:
        dispute.stands, dispute.carried_out = stands, False
        text += " (what happened stands)" if stands else " (to be put right)"
    dispute.answers.append((stage, text))
    table.add_fact(Disputed(number=number, stage=stage, text=text, clauses=clauses))


def must_not_be_decided(table: Table, round: int) -> None:
    """Refuse to undo a round of which it was decided that it stands."""
    for number, dispute in enumerate(table.disputes, 1):
        if dispute.stands and dispute.round == round:
            raise Refused(
                f"round {round} stands: dispute {number} was decided so", table.law.dispute
            )


def must_be_open_to_change(table: Table) -> None:
    """Refuse to change the round whose cards lie on the table, complete and decided to stand."""
    if table.phase is Phase.SETTLED:
        must_not_be_decided(table, table.number)


def must_be_carried_out(table: Table) -> None:
    """Refuse to go on before what was decided has been done."""
    for number, dispute in enumerate(table.disputes, 1):
        if _is_to_be_put_right(dispute):
            raise Refused(
                f"what was decided in dispute {number} has not been carried out", table.law.dispute
            )


def is_to_be_put_right(table: Table, round: int) -> bool:
    """Whether it was decided about a round that it does not stand, and nothing was done yet."""
    about = (dispute for dispute in table.disputes if dispute.round == round)
    return any(map(_is_to_be_put_right, about))


def _is_to_be_put_right(dispute: Dispute) -> bool:
    return dispute.stands is False and not dispute.carried_out


class CarryOutRuling(Command, frozen=True, tag="carry-out-ruling"):
    """What was decided in a dispute has been done: say how."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.DISPUTE,)
    bears_on_round: ClassVar[bool] = False

    number: int
    how: Text


@acts.act(CarryOutRuling, Role.SUPERVISOR, clauses=of_table(lambda law: law.dispute))
def carry_out_ruling(table: Table, command: CarryOutRuling, by: Person) -> Effect:
    law, numbered = table.law, dict(enumerate(table.disputes, 1))
    dispute = numbered.get(command.number)
    table.refuse_unless(command.how, "how: say what was done", law.dispute)
    if dispute is None or not _is_to_be_put_right(dispute):
        raise Refused(
            f"number: nothing is to be put right after dispute {command.number}", law.dispute
        )

    def effect() -> None:
        dispute.carried_out = True
        dispute.answers.append(("carried out", command.how))
        table.add_fact(
            Disputed(
                number=command.number, stage="carried out", text=f"{by.name}: {command.how}",
                clauses=law.dispute,
            )
        )  # fmt: skip

    return effect
