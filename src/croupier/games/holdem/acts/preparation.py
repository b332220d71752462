"""Rules 1, 2 and 6 at a table: the notice of the maximum payout, the deck, and its shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import DECK_SIZE
from croupier.games.holdem.acts.misdeals import deck_is_wrong
from croupier.games.holdem.table_state import law_of, state_of
from croupier.money import dollars
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import burn_and_reveal, opening
from croupier.table.acts.betting import reopen_betting
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.opening import OpenTable, declared_for_opening
from croupier.table.acts.shuffling import (
    Shuffle,
    bring_to_the_cut,
    loaded,
    must_be_publishable,
    publish,
)
from croupier.table.facts import Attested, Exercised, Notified, ShuffleDue
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()


@acts.act(
    OpenTable,
    Role.SUPERVISOR,
    clauses=lambda rules: together(declared_for_opening(rules), rules.law.maximum_payout),
)
def open_table(table: Table, command: OpenTable, by: Person) -> Effect:
    """As any table opens; the most that a blind is paid stands on a notice at the table."""
    effect = opening.open_table(table, command, by)
    cap = state_of(table).rules.blind_payout_cap

    def with_notice() -> None:
        effect()
        if cap is not None:
            table.add_fact(
                Notified(
                    to="players", about="maximum payout", detail=dollars(cap),
                    clauses=law_of(table).maximum_payout,
                )
            )  # fmt: skip

    return with_notice


# --- rule 2: the deck is changed, counted, checked


@acts.act(ReplaceCard, Role.SUPERVISOR, clauses=of_table(lambda law: law.cards_replaced))
def replace_card(table: Table, command: ReplaceCard, by: Person) -> Effect:
    table.refuse_unless(
        not table.in_play, "cards are changed after a round", table.law.cards_replaced
    )
    return burn_and_reveal.replace_card(table, command, by)


@acts.act(
    NewCards,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.table_law.cards_replaced, rules.law.machine_replaced),
)
def new_cards(table: Table, command: NewCards, by: Person) -> Effect:
    if command.device is not None:
        raise Refused(
            "device: another shoe takes an approval of its own", law_of(table).machine_replaced
        )
    effect = burn_and_reveal.new_cards(table, command, by)

    def with_a_whole_deck() -> None:
        state_of(table).in_doubt = False
        effect()

    return with_a_whole_deck


class InstructCount(Command, frozen=True, tag="instruct-count"):
    """A supervisor wants the number of cards checked, at any time."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    bears_on_round: ClassVar[bool] = False


@acts.act(InstructCount, Role.SUPERVISOR, clauses=lambda rules: rules.law.counted)
def instruct_count(table: Table, command: InstructCount, by: Person) -> Effect:
    law = law_of(table)
    table.must_be_open()
    return lambda: table.add_fact(
        Exercised(power="have the cards counted", subject="", clauses=law.counted)
    )


class CountCards(Command, frozen=True, tag="count-cards"):
    """The dealer has counted the cards on instruction; how many there were, and never which."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    cards: int


@acts.act(CountCards, Role.DEALER, clauses=lambda rules: rules.law.counted)
def count_cards(table: Table, command: CountCards, by: Person) -> Effect:
    law = law_of(table)
    table.must_be_open()
    table.refuse_unless(command.cards >= 0, "cards: how many there were", law.counted)

    def effect() -> None:
        found = f"{command.cards} cards counted"
        table.add_fact(Attested(what=found, by=by.name, clauses=law.counted))
        if command.cards != DECK_SIZE:
            deck_is_wrong(table)

    return effect


class CheckDeck(Command, frozen=True, tag="check-deck"):
    """A deck that had a card missing or foreign is checked for more; whether it is whole now."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    whole: bool


@acts.act(CheckDeck, Role.DEALER, clauses=lambda rules: rules.law.deck_is_checked)
def check_deck(table: Table, command: CheckDeck, by: Person) -> Effect:
    law = law_of(table)
    table.refuse_unless(
        state_of(table).in_doubt, "nothing was wrong with the deck", law.deck_is_checked
    )

    def effect() -> None:
        state_of(table).in_doubt = False
        if not command.whole:
            table.shoe.preparation = Preparation.NEEDS_NEW_CARDS
        found = "the deck is whole" if command.whole else "the deck is not whole"
        table.add_fact(Attested(what=found, by=by.name, clauses=law.deck_is_checked))

    return effect


# --- rule 6: the shuffle


@acts.act(
    Shuffle,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.shuffled_for_the_round,
        rules.law.shuffled_after_a_misdeal,
        rules.law.shuffled_with_cause,
    ),
)
def shuffle(table: Table, command: Shuffle, by: Person) -> Effect:
    """For every round anew: out of the automated shuffling shoe, or by hand and then cut."""
    law, shoe, mine = law_of(table), table.shoe, state_of(table)
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("a round is being dealt", law.shuffled_for_the_round)
    if mine.in_doubt:
        raise Refused("the deck is to be checked first", law.deck_is_checked)
    if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        raise Refused("the deck is to be changed first", table.law.cards_replaced)
    if shoe.preparation is not Preparation.NEEDS_SHUFFLE:
        raise Refused("the cards are shuffled already", law.shuffled_for_the_round)
    must_be_publishable(table, command.commitment)

    def effect() -> None:
        shoe.gather()
        shoe.until_cutting_card = None
        publish(table, command.commitment, law.shuffled_for_the_round)
        if shoe.machine:
            _the_other_deck(table)
            loaded(table, table.law.machine_loaded)
        else:
            bring_to_the_cut(table)

    return effect


def _the_other_deck(table: Table) -> None:
    """Of two decks, the one that was shuffled while the other was in play comes out."""
    law, mine = law_of(table), state_of(table)
    if mine.backs:
        mine.backs = mine.backs[::-1]
        table.add_fact(
            Notified(
                to="players", about="deck in play", detail=f"{mine.backs[0]} backs",
                clauses=law.second_deck,
            )
        )  # fmt: skip


class LoadSecondDeck(Command, frozen=True, tag="load-second-deck"):
    """A second deck goes into the automated shuffling shoe; its backs are of another colour."""

    in_play: Text
    other: Text


@acts.act(
    LoadSecondDeck,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.second_deck, rules.law.backs_differ),
)
def load_second_deck(table: Table, command: LoadSecondDeck, by: Person) -> Effect:
    law = law_of(table)
    table.must_be_open()
    table.refuse_unless(
        table.shoe.machine, "no automated shuffling shoe is in use", law.second_deck
    )
    colours = command.in_play.strip().lower(), command.other.strip().lower()
    table.refuse_unless(all(colours), "say the colour of the backs of both", law.backs_differ)
    table.refuse_unless(
        colours[0] != colours[1], "the backs of the two decks differ in colour", law.backs_differ
    )

    def effect() -> None:
        state_of(table).backs = colours
        table.add_fact(
            Attested(
                what="backs of two colours", by=by.name,
                detail=f"{colours[0]} in play, {colours[1]} in the machine",
                clauses=Clauses((*law.second_deck, *law.backs_differ)),
            )
        )  # fmt: skip

    return effect


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """A supervisor sees reasonable cause for another shuffle."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    reason: Text


@acts.act(OrderShuffle, Role.SUPERVISOR, clauses=lambda rules: rules.law.shuffled_with_cause)
def order_shuffle(table: Table, command: OrderShuffle, by: Person) -> Effect:
    law, shoe = law_of(table), table.shoe
    table.must_be_open()
    table.refuse_unless(command.reason, "reason: say why", law.shuffled_with_cause)
    if table.in_play:
        raise Refused("the cards are on the table", law.shuffled_with_cause)
    table.refuse_unless(shoe.ready, f"as it is, {shoe.preparation}", law.shuffled_with_cause)

    def effect() -> None:
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        table.add_fact(
            Exercised(
                power="have the cards shuffled", subject="", reason=command.reason,
                clauses=law.shuffled_with_cause,
            )
        )  # fmt: skip
        table.add_fact(ShuffleDue(at_once=True, clauses=law.shuffled_with_cause))
        if table.phase is Phase.DEALING:
            reopen_betting(table)

    return effect
