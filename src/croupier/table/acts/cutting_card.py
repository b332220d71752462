"""When the cutting card comes, and when it was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts.betting import reopen_betting
from croupier.table.acts.shuffling import deal_on_to_the_end, in_the_last_rounds
from croupier.table.facts import CuttingCardCame, ShuffleDue
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class DealtPastCuttingCard(Command, frozen=True, tag="dealt-past-cutting-card"):
    """It is noticed that dealing went on after the cutting card; what was dealt stands."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True


@acts.act(
    DealtPastCuttingCard,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(
            law.dealt_past_cutting_card, law.last_rounds.clauses, law.machine_replaces
        )
    ),
)
def dealt_past_cutting_card(table: Table, command: DealtPastCuttingCard, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.machine:
        raise Refused("the automated shuffling shoe is in use", law.machine)
    table.refuse_unless(shoe.ready, "no shoe is in use", law.dealt_past_cutting_card)
    if shoe.cutting_card_out:
        raise Refused("the cutting card was seen when it came", law.dealt_past_cutting_card)
    must_not_be_first_of_the_shoe(table)

    def effect() -> None:
        shoe.cutting_card_out = True
        shoe.cutting_card_round = table.number + (table.phase is Phase.BETTING)
        if in_the_last_rounds(table):  # dealing on was as it should be
            deal_on_to_the_end(table)
        else:
            shuffle_after_the_round(table, law.dealt_past_cutting_card)

    return effect


def shuffle_after_the_round(table: Table, clauses: Clauses) -> None:
    """A round that has begun is finished first; otherwise the cards are shuffled at once."""
    shoe, at_once = table.shoe, not table.in_play
    shoe.shuffle_due = True
    if at_once:
        shoe.preparation = Preparation.NEEDS_SHUFFLE
    table.add_fact(ShuffleDue(at_once=at_once, clauses=clauses))
    if at_once and table.phase is Phase.DEALING:
        reopen_betting(table)


class CuttingCardDrawn(Command, frozen=True, tag="cutting-card-drawn"):
    """The cutting card comes out instead of the next card."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True


def must_not_be_first_of_the_shoe(table: Table) -> None:
    """It went in from the back: before a round was dealt from the shoe it does not come out."""
    shoe = table.shoe
    if shoe.rounds or table.in_play or shoe.until_cutting_card is None:
        return
    in_front = shoe.until_cutting_card - (shoe.cards - shoe.remaining)
    if in_front > 0:
        raise Refused(
            f"no round was dealt from this shoe: the cutting card lies behind {in_front} cards",
            table.law.cut,
        )


def must_be_in_the_stack(table: Table) -> None:
    shoe = table.shoe
    if shoe.cutting_card_out or shoe.until_cutting_card is None:
        raise Refused("the cutting card is not in the shoe", table.law.shuffle_when)


def must_come_for_a_card(table: Table) -> tuple[int, int]:
    """Where the card is due in whose place the cutting card comes."""
    law, shoe, game_round = table.law, table.shoe, table.round
    must_be_in_the_stack(table)
    due = game_round.card_due_to if game_round is not None else None
    if table.phase is not Phase.DEALING or due is None:
        raise Refused("no card is due", law.shuffle_when)
    if shoe.pending:
        raise Refused("the next card is out of the shoe already", law.drawn_in_error)
    must_not_be_first_of_the_shoe(table)
    return due


@acts.act(
    CuttingCardDrawn,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(
            law.cutting_card_first, law.cutting_card_in_round, law.last_rounds.clauses
        )
    ),
)
def cutting_card_drawn(table: Table, command: CuttingCardDrawn, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.machine:
        raise Refused("an automated shuffling shoe has no cutting card", law.machine)
    due = must_come_for_a_card(table)

    def effect() -> None:
        shoe.cutting_card_out = True
        shoe.cutting_card_round = table.number
        first, last = not table.in_play, in_the_last_rounds(table)
        table.add_fact(
            CuttingCardCame(
                box=None if first else due[0],
                clauses=law.last_rounds.clauses
                if last
                else Clauses((*law.shuffle_when, *law.round_of_play)),
            )
        )
        if last:
            return
        if first:
            shoe.occasion = Occasion.CUTTING_CARD_FIRST
            shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.add_fact(ShuffleDue(at_once=True, clauses=law.cutting_card_first))
            reopen_betting(table)
        else:
            shoe.shuffle_due = True
            shoe.cutting_card_box = due[0] or None
            shoe.occasion = (
                Occasion.CUTTING_CARD_ON_BOX if due[0] else Occasion.CUTTING_CARD_ON_DEALER
            )
            table.add_fact(ShuffleDue(at_once=False, clauses=law.cutting_card_in_round))

    return effect
