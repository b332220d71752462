"""Rule 11 at a table: the automated shuffling shoe fails, and is replaced after the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.holdem import round_irregularities
from croupier.games.holdem.acts.misdeals import stop_round
from croupier.games.holdem.table_state import law_of, state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.burn_and_reveal import must_be_checked_by_both
from croupier.table.acts.opening import Approval, must_be_approved
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.law import together
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table


acts: Acts[Table, HoldemRules] = Acts()

NATURES = ("mechanical", "electrical")


class MachineFailed(Command, frozen=True, tag="machine-failed"):
    """A supervisor answers for it that the machine has a fault of the kind that voids a round."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.MALFUNCTION

    fault: Text
    nature: Annotated[str, OneOf(NATURES)]
    rectified: bool = False
    """Whether it works again, with the same cards."""


@acts.act(
    MachineFailed,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.void, rules.law.malfunction),
)
def machine_failed(table: Table, command: MachineFailed, by: Person) -> Effect:
    law, shoe = law_of(table), table.shoe
    table.must_be_open()
    if not shoe.machine:
        raise Refused("no automated shuffling shoe is in use", law.malfunction)
    meant = table.law.malfunction_meaning
    table.refuse_unless(command.fault, "fault: say what is wrong", meant)
    if command.nature not in NATURES:
        raise Refused(f"nature: {' or '.join(NATURES)}", meant)

    def effect() -> None:
        fault = f"{command.nature}: {command.fault}"
        table.add_fact(Attested(what="malfunction", by=by.name, detail=fault, clauses=meant))
        stop_round(table, round_irregularities.malfunction)
        after = Preparation.NEEDS_SHUFFLE if command.rectified else Preparation.NEEDS_NEW_CARDS
        if shoe.preparation is not Preparation.NEEDS_NEW_CARDS:
            shoe.preparation = after
        table.add_fact(
            Notified(to="floor", about="malfunction", detail=fault, clauses=law.malfunction)
        )

    return effect


class ReplaceMachine(Command, frozen=True, tag="replace-machine"):
    """The automated shuffling shoe is replaced after a round, and new cards with it."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    device: Device
    approval: Approval
    checked_by_supervisor: str
    checked_by_dealer: str


@acts.act(
    ReplaceMachine,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.table_law.cards_replaced, rules.law.machine_replaced),
)
def replace_machine(table: Table, command: ReplaceMachine, by: Person) -> Effect:
    law, shoe = law_of(table), table.shoe
    table.must_be_open()
    if not shoe.machine:
        raise Refused("no automated shuffling shoe is in use", law.machine_replaced)
    if table.phase is not Phase.BETTING:
        raise Refused("it is replaced when a round is over", law.machine_replaced)
    must_be_checked_by_both(table, command.checked_by_supervisor, command.checked_by_dealer)
    approved = Clauses((*table.law.shoe, *table.law.approved))
    approval = must_be_approved(table, command.approval, "the shoe", approved)

    def effect() -> None:
        shoe.device = command.device
        shoe.gather()
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        state_of(table).in_doubt = False
        state_of(table).backs = ()
        clauses = Clauses((*law.machine_replaced, *table.law.cards_replaced))
        table.add_fact(
            Exercised(power="replace the machine", subject=command.device, reason=approval,
                      clauses=Clauses((*clauses, *approved)))
        )  # fmt: skip
        both = f"{command.checked_by_supervisor} and {command.checked_by_dealer}"
        table.add_fact(Attested(what="new cards checked", by=both, clauses=clauses))

    return effect
