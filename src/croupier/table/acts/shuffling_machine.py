"""The automated shuffling shoe: loaded, fed, and out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses
from croupier.shoe import Occasion
from croupier.table.acts.betting import reopen_betting
from croupier.table.acts.shuffling import loaded, must_be_publishable, publish
from croupier.table.facts import Notified
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class LoadMachine(Command, frozen=True, tag="load-machine"):
    """New cards, shuffled by the dealer, go into the automated shuffling shoe."""

    needs_cards_in_hand: ClassVar[bool] = True

    commitment: str | None = None


@acts.act(
    LoadMachine,
    Role.DEALER,
    clauses=of_table(lambda law: together(law.machine_replaces, law.machine_loaded)),
)
def load_machine(table: Table, command: LoadMachine, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    table.refuse_unless(shoe.machine, "no automated shuffling shoe is in use", law.machine)
    table.refuse_unless(
        shoe.preparation is Preparation.NEEDS_SHUFFLE and table.phase is Phase.BETTING,
        "the machine is loaded on the introduction of new cards",
        law.machine_loaded,
    )
    must_be_publishable(table, command.commitment)

    def effect() -> None:
        shoe.gather()
        shoe.until_cutting_card = None
        publish(table, command.commitment, Clauses((*law.machine, *law.machine_loaded)))
        loaded(table, law.machine_loaded)

    return effect


class FeedMachine(Command, frozen=True, tag="feed-machine"):
    """The discard rack goes back into the automated shuffling shoe."""

    needs_cards_in_hand: ClassVar[bool] = True


@acts.act(FeedMachine, Role.DEALER, clauses=of_table(lambda law: law.machine_replaces))
def feed_machine(table: Table, command: FeedMachine, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.refuse_unless(shoe.machine, "no automated shuffling shoe is in use", law.machine)
    table.refuse_unless(shoe.ready, f"the machine {shoe.preparation}", law.machine_loaded)
    table.refuse_unless(shoe.rack, "the discard rack is empty", law.machine)

    def effect() -> None:
        fed = shoe.feed_machine()
        table.add_fact(
            Notified(to="record", about="machine fed", detail=f"{fed} cards", clauses=law.machine)
        )

    return effect


class MachineFailed(Command, frozen=True, tag="machine-failed"):
    """The automated shuffling shoe malfunctions."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.MALFUNCTION

    fault: Text
    rectified: bool = False


@acts.act(
    MachineFailed,
    Role.SUPERVISOR,
    clauses=of_table(
        lambda law: together(
            law.malfunction, law.malfunction_finish, law.malfunction_shuffle, law.malfunction_cut,
            law.malfunction_manual_shoe, law.malfunction_new_cards, law.malfunction_meaning,
        )
    ),
)  # fmt: skip
def machine_failed(table: Table, command: MachineFailed, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.refuse_unless(shoe.machine, "no automated shuffling shoe is in use", law.machine)
    table.refuse_unless(command.fault, "fault: say what is wrong", law.malfunction_meaning)

    def effect() -> None:
        mid_round = table.in_play
        cited = Clauses((*law.malfunction_meaning, *law.malfunction))
        if command.rectified:
            about = "malfunction, rectified"
        elif mid_round:
            about = "malfunction in mid-round"
            cited = Clauses((*cited, *law.malfunction_finish))
            shoe.broken_down = True
            shoe.preparation = Preparation.NEEDS_SHUFFLE
            shoe.occasion = Occasion.MACHINE_BREAKDOWN
        else:  # between rounds no rule of its own: all cards may be changed after any round
            about = "malfunction between rounds"
            cited = Clauses((*law.malfunction_meaning, *law.cards_replaced))
            shoe.preparation = Preparation.NEEDS_NEW_CARDS
            if table.phase is Phase.DEALING:
                reopen_betting(table)
        table.add_fact(Notified(to="floor", about=about, detail=command.fault, clauses=cited))

    return effect
