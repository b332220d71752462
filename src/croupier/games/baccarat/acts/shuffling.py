"""Rule 5: the shuffle, the burn, and the cutting card that ends the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.baccarat.facts import OneMoreRound
from croupier.games.baccarat.hands import to_burn
from croupier.games.baccarat.table_state import shoe_of, state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import shuffling
from croupier.table.acts.burn_and_reveal import Burn, must_be_in_the_shoe, must_be_possible
from croupier.table.acts.cutting_card import (
    CuttingCardDrawn,
    must_be_in_the_stack,
    must_come_for_a_card,
)
from croupier.table.acts.misnamed_cards import CorrectBurntCard, rename_burnt
from croupier.table.acts.shuffling import Shuffle
from croupier.table.facts import Burnt, CuttingCardCame, Exercised, Notified, ShuffleDue
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table


acts: Acts[Table, BaccaratRules] = Acts()


# --- the shuffle


@acts.act(
    Shuffle,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.table_law.shuffle, rules.law.shuffle_after_cutting_card, rules.law.shuffle_directed
    ),
)
def shuffle(table: Table, command: Shuffle, by: Person) -> Effect:
    house, shoe = state_of(table), table.shoe
    law = house.rules.law
    if table.phase in (Phase.DEALING, Phase.SETTLED):
        clauses = law.shuffle_after_cutting_card if shoe.remaining else law.shoe_exhausted
        raise Refused("a round is in play", clauses)
    if shoe.ready and house.one_more:
        raise Refused("one more round is dealt after a tie", law.one_more_round)
    shuffled = shuffling.shuffle(table, command, by)

    def effect() -> None:
        shuffled()
        house.first_round = table.number + 1
        house.one_more = house.shuffle_directed = house.pre_shuffled = False

    return effect


class DirectShuffle(Command, frozen=True, tag="direct-shuffle"):
    """A supervisor directs that the cards be shuffled when the round is over."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True

    reason: Text


@acts.act(DirectShuffle, Role.SUPERVISOR, clauses=lambda rules: rules.law.shuffle_directed)
def direct_shuffle(table: Table, command: DirectShuffle, by: Person) -> Effect:
    house, shoe = state_of(table), table.shoe
    law = house.rules.law
    table.must_be_open()
    table.refuse_unless(command.reason, "reason: say why", law.shuffle_directed)
    if not shoe.ready or house.shuffle_directed:
        raise Refused("the cards are to be shuffled already", law.shuffle_directed)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="shuffle", subject="", reason=command.reason, clauses=law.shuffle_directed
            )
        )  # fmt: skip
        house.shuffle_directed = shoe.shuffle_due = True
        if table.phase is Phase.BETTING:
            shuffle_now(table, law.shuffle_directed)
        else:
            table.add_fact(ShuffleDue(at_once=False, clauses=law.shuffle_directed))

    return effect


def deal_one_more(table: Table) -> None:
    """The cutting card is out, and the result was a tie."""
    house = state_of(table)
    house.one_more = True
    table.add_fact(OneMoreRound(clauses=house.rules.law.one_more_round))


def shuffle_now(table: Table, clauses: Clauses) -> None:
    """The shoe is over; a card that waits for the next round goes back among the others."""
    house, shoe = state_of(table), table.shoe
    law = house.rules.law
    house.one_more = False
    shoe.preparation = Preparation.NEEDS_SHUFFLE
    table.add_fact(ShuffleDue(at_once=True, clauses=clauses))
    if shoe.pending:
        excess = Clauses((*law.excess_exposed, *law.excess_unseen))
        table.add_fact(
            Notified(
                to="record", about="cards drawn in excess go back into the pack",
                clauses=Clauses((*excess, *clauses)),
            )
        )  # fmt: skip


# --- the burn


@acts.act(
    Burn,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.burn_unseen, rules.law.burn_shown, rules.law.burn_ten),
)
def burn(table: Table, command: Burn, by: Person) -> Effect:
    law, shoe, card = state_of(table).rules.law, shoe_of(table), command.card
    table.refuse_unless(shoe.burns_due and shoe.ready, "no card is to be burnt", table.law.burn)
    if shoe.burn_is_shown and card is None:
        raise Refused("card: the first card is shown, say which", law.burn_shown)
    if not shoe.burn_is_shown and card is not None:
        unseen = law.burn_by_points if shoe.shows_first_burn else law.burn_unseen
        raise Refused("card: it is burnt without being seen", unseen)
    must_be_in_the_shoe(table)
    must_be_possible(table, card)

    def effect() -> None:
        clauses = law.burn_by_points if shoe.shows_first_burn else law.burn_unseen
        shoe.burns_due -= 1
        if card is not None:
            more = to_burn(law, card)
            shoe.burns_due += more.value
            clauses = Clauses((*law.burn_shown, *more.clauses))
        shoe.burn(card)
        table.add_fact(Burnt(card=card, why="new shoe", clauses=clauses))

    return effect


@acts.act(
    CorrectBurntCard,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.table_law.card_misnamed, rules.table_law.shuffle, rules.law.burn_shown,
        rules.law.burn_ten,
    ),
)  # fmt: skip
def correct_burnt_card(table: Table, command: CorrectBurntCard, by: Person) -> Effect:
    """As many are burnt as the card says that was really turned up; what is burnt stays so."""
    corrected, law, shoe = rename_burnt(table, command, by), state_of(table).rules.law, table.shoe
    assert shoe.named_burn is not None
    since = len(shoe.rack) - shoe.named_burn - 1

    def effect() -> None:
        corrected()
        shoe.burns_due = max(0, to_burn(law, command.card).value - since)

    return effect


class BurnForgotten(Command, frozen=True, tag="burn-forgotten"):
    """The dealer has dealt without burning: the round goes on, and nothing is burnt late."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    says_burn_was_forgotten: ClassVar[bool] = True


@acts.act(BurnForgotten, Role.DEALER, clauses=lambda rules: rules.law.burn_forgotten)
def burn_forgotten(table: Table, command: BurnForgotten, by: Person) -> Effect:
    law, shoe = state_of(table).rules.law, table.shoe
    table.refuse_unless(shoe.burns_due, "no card is to be burnt", law.burn_forgotten)
    table.refuse_unless(
        table.phase is Phase.DEALING, "no round is being dealt yet: burn now", table.law.burn
    )

    def effect() -> None:
        due, shoe.burns_due = shoe.burns_due, 0
        table.add_fact(
            Notified(
                to="floor", about="cards not burnt", detail=f"{due} were due",
                clauses=law.burn_forgotten,
            )
        )  # fmt: skip

    return effect


# --- the cutting card


@acts.act(CuttingCardDrawn, Role.DEALER, clauses=of_table(lambda law: law.cutting_card_in_round))
def cutting_card_drawn(table: Table, command: CuttingCardDrawn, by: Person) -> Effect:
    """First of a round or within it, the round is played, and the shuffle comes after it."""
    law, shoe = table.law, table.shoe
    must_be_in_the_stack(table)
    if not _is_drawn_in_excess(table):
        must_come_for_a_card(table)

    def effect() -> None:
        shoe.cutting_card_out = shoe.shuffle_due = True
        first = not table.in_play
        clauses = Clauses((*law.cutting_card_in_round, *law.round_of_play))
        table.add_fact(CuttingCardCame(box=None if first else 0, clauses=clauses))
        table.add_fact(ShuffleDue(at_once=False, clauses=law.shuffle_when))

    return effect


def _is_drawn_in_excess(table: Table) -> bool:
    """Whether a round is in play that asks for no card; it lasts until its cards are collected."""
    return table.in_play and table.round is not None and table.round.card_due_to is None
