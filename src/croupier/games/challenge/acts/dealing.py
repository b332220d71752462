"""Rule 7: the deal, and the discard rack that goes into the device after the initial deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.challenge.round import round_at
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses
from croupier.table.acts import dealing
from croupier.table.acts.dealing import Deal, DealRun
from croupier.table.acts.shuffling import put_cleared_cards_in
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.facts import Notified
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts(dealing.acts.without(Deal, DealRun))


@acts.act(Deal, Role.DEALER, clauses=of_challenge(lambda law: law.dealing))
def deal(table: Table, command: Deal, by: Person) -> Effect:
    card, laid_on = dealing.must_be_dealt(table, command)
    table.refuse_unless(not table.shoe.burns_due, "a card is to be burnt first", table.law.burn)
    return lambda: _deal(table, lambda: dealing.lay(table, card, laid_on))


@acts.act(DealRun, Role.DEALER, clauses=of_challenge(lambda law: law.dealing))
def deal_run(table: Table, command: DealRun, by: Person) -> Effect:
    dealing.must_be_a_run(table, command)
    return lambda: _deal(table, lambda: dealing.lay_run(table, command.cards))


def _deal(table: Table, lay: Effect) -> None:
    note_the_rack_was_left(table)
    at_table = round_at(table)
    initial = at_table.in_the_initial_deal
    if not initial and at_table.card_due_to == (0, 1):
        _note_it_was_refused_by_all(table)
    lay()
    shoe_of(table).after_the_round = 0
    at_table.asked_at = table.now
    if initial and not at_table.in_the_initial_deal:
        shoe_of(table).initial_deal_over = True


def _note_it_was_refused_by_all(table: Table) -> None:
    card = table.shoe.pending[0] if table.shoe.pending else None
    if card is not None:
        law = card_law_of(table)
        table.add_fact(
            Notified(
                to="record", about="no player took the card", detail=card,
                clauses=law.refused_by_all,
            )
        )  # fmt: skip


@acts.act(
    FeedMachine,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.rack_into_device, law.rack_waits)),
)
def feed_machine(table: Table, command: FeedMachine, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(shoe.machine, "no shuffling device is in use", law.machine)
    table.refuse_unless(shoe.ready, f"the device is not ready: {shoe.preparation}", law.machine)
    table.refuse_unless(table.discards, "the discard rack is empty", law.rack_into_device)
    table.refuse_unless(
        table.feed_due,
        "the rack goes into the device when an initial deal is complete",
        Clauses((*law.rack_into_device, *law.rack_waits)),
    )

    def effect() -> None:
        after_the_deal, shoe.initial_deal_over = shoe.initial_deal_over, False
        if not (shoe.remaining or shoe.pending):
            put_cleared_cards_in(table)
        fed = shoe.feed_machine()
        clauses = law.rack_into_device if after_the_deal else law.shoe_exhausted
        table.add_fact(
            Notified(to="record", about="device fed", detail=f"cards: {fed}", clauses=clauses)
        )

    return effect


def note_the_rack_was_left(table: Table) -> None:
    """The next card comes and the rack is not in the device: it waits for another initial deal."""
    shoe = shoe_of(table)
    if shoe.initial_deal_over:
        if table.feed_due:
            law = card_law_of(table)
            table.add_fact(
                Notified(to="record", about="discards left in the rack", clauses=law.rack_waits)
            )
        shoe.initial_deal_over = False
