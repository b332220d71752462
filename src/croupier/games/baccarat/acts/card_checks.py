"""Rules 2 and 5.2: cards checked, changed, and shuffled before they came to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.baccarat.table_state import state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import burn_and_reveal
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.opening import (
    OCCASIONS,
    Approval,
    CheckCards,
    check_cards,
    must_be_approved,
)
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.shuffling import bring_to_the_cut, must_be_publishable, publish
from croupier.table.facts import Attested, Exercised
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table


acts: Acts[Table, BaccaratRules] = Acts()


class CheckByDevice(Command, frozen=True, tag="check-by-device"):
    """A deck-checking device has checked every card, before gaming or at its end."""

    device: Text
    occasion: Annotated[str, OneOf(OCCASIONS)] = "opening"


@acts.act(CheckByDevice, Role.DEALER, clauses=of_table(lambda law: law.cards_checked))
def check_by_device(table: Table, command: CheckByDevice, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.device, "device: say which", law.cards_checked)
    checked = check_cards(table, CheckCards(occasion=command.occasion), by)

    def effect() -> None:
        checked()
        table.add_fact(
            Attested(
                what="deck-checking device", by=by.name, detail=command.device,
                clauses=law.cards_checked,
            )
        )  # fmt: skip

    return effect


@acts.act(ReplaceCard, Role.SUPERVISOR, clauses=of_table(lambda law: law.cards_replaced))
def replace_card(table: Table, command: ReplaceCard, by: Person) -> Effect:
    if table.phase in (Phase.DEALING, Phase.SETTLED):
        raise Refused("cards are changed after a round", table.law.cards_replaced)
    return burn_and_reveal.replace_card(table, command, by)


@acts.act(NewCards, Role.SUPERVISOR, clauses=of_table(lambda law: law.cards_replaced))
def new_cards(table: Table, command: NewCards, by: Person) -> Effect:
    if command.device not in (None, "shoe"):
        raise Refused("device: all cards are dealt from a shoe", table.law.shoe)
    return burn_and_reveal.new_cards(table, command, by)


class IntroducePreShuffled(Command, frozen=True, tag="introduce-pre-shuffled"):
    """Cards that were shuffled when they were made come to the table, to be cut and dealt."""

    supplier: Approval | None = None
    commitment: str | None = None


@acts.act(
    IntroducePreShuffled,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.table_law.cards_replaced, rules.law.pre_shuffled, rules.law.unchecked
    ),
)
def introduce_pre_shuffled(table: Table, command: IntroducePreShuffled, by: Person) -> Effect:
    house, shoe = state_of(table), table.shoe
    law = house.rules.law
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("cards are changed after a round", table.law.cards_replaced)
    if shoe.preparation is not Preparation.NEEDS_SHUFFLE:
        raise Refused(f"the shoe is not to be shuffled: {shoe.preparation}", law.pre_shuffled)
    wanted = Clauses((*law.pre_shuffled, *table.law.approved))
    supplier = must_be_approved(table, command.supplier, "the supplier", wanted)
    must_be_publishable(table, command.commitment)

    def effect() -> None:
        shoe.gather()
        house.first_round = table.number + 1
        house.pre_shuffled, house.check_was_due = True, table.closing_check_due
        table.cards_checked = True
        table.add_fact(
            Exercised(power="pre-shuffled cards", subject=supplier, clauses=law.pre_shuffled)
        )
        table.add_fact(
            Attested(what="pre-shuffled cards need no check", by=by.name, clauses=law.unchecked)
        )
        _out_to_be_cut(table, command.commitment, law.pre_shuffled)

    return effect


def _out_to_be_cut(table: Table, commitment: str | None, clauses: Clauses) -> None:
    house = state_of(table)
    publish(table, commitment, clauses)
    house.riffle_asked_by, house.riffle_approved = None, False
    house.one_more = house.shuffle_directed = False
    bring_to_the_cut(table)


class AskForRiffle(Command, frozen=True, tag="ask-for-riffle"):
    """A player asks that pre-shuffled cards be riffled before the cut."""

    why_staff_may: ClassVar[str] = (
        "staff write down what is asked for; nothing of the patron's changes by it"
    )

    player: str


@acts.act(AskForRiffle, Role.PLAYER, clauses=lambda rules: rules.law.riffle)
def ask_for_riffle(table: Table, command: AskForRiffle, by: Person) -> Effect:
    house = state_of(table)
    law = house.rules.law
    must_be_here(table, command.player)
    _must_be_before_the_cut(table)
    if house.riffle_asked_by is not None:
        raise Refused(f"{house.riffle_asked_by} has asked already", law.riffle)

    def effect() -> None:
        house.riffle_asked_by = command.player
        table.add_fact(
            Exercised(power="riffle asked for", subject=command.player, clauses=law.riffle)
        )

    return effect


class ApproveRiffle(Command, frozen=True, tag="approve-riffle"):
    """A supervisor lets the dealer riffle the cards, as a player has asked."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)


@acts.act(ApproveRiffle, Role.SUPERVISOR, clauses=lambda rules: rules.law.riffle)
def approve_riffle(table: Table, command: ApproveRiffle, by: Person) -> Effect:
    house = state_of(table)
    law = house.rules.law
    _must_be_before_the_cut(table)
    if house.riffle_asked_by is None:
        raise Refused("no player has asked for it", law.riffle)
    table.refuse_unless(not house.riffle_approved, "it is approved already", law.riffle)

    def effect() -> None:
        house.riffle_approved = True
        table.add_fact(Exercised(power="riffle approved", subject=by.name, clauses=law.riffle))

    return effect


class Riffle(Command, frozen=True, tag="riffle"):
    """The dealer riffles pre-shuffled cards immediately before the cut."""

    commitment: str | None = None


@acts.act(Riffle, Role.DEALER, clauses=lambda rules: rules.law.riffle)
def riffle(table: Table, command: Riffle, by: Person) -> Effect:
    house = state_of(table)
    law = house.rules.law
    _must_be_before_the_cut(table)
    table.refuse_unless(
        house.riffle_approved, "a player asks for it and a supervisor approves", law.riffle
    )
    must_be_publishable(table, command.commitment)
    return lambda: _out_to_be_cut(table, command.commitment, law.riffle)


def _must_be_before_the_cut(table: Table) -> None:
    house = state_of(table)
    law = house.rules.law
    table.refuse_unless(house.pre_shuffled, "the cards are not pre-shuffled", law.riffle)
    table.refuse_unless(
        table.shoe.preparation is Preparation.OFFERING_CUT, "it is not before the cut", law.riffle
    )
