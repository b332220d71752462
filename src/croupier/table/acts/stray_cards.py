"""Cards found face up, drawn or burnt when none was due."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe, must_be_possible
from croupier.table.facts import Burnt, SetAside
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()

UNNEEDED = "seen, and nobody needed it"
"""Why a card is burnt that was waiting to be dealt."""


class FaceUpCard(Command, frozen=True, tag="face-up-card"):
    """The next card is found turned over in the shoe."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card


@acts.act(FaceUpCard, Role.DEALER, clauses=of_table(lambda law: law.face_up_card))
def face_up_card(table: Table, command: FaceUpCard, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: burn_from_shoe(table, command.card, "face up", table.law.face_up_card)


def burn_from_shoe(table: Table, card: Card | None, why: str, clauses: Clauses) -> None:
    table.shoe.burn(card)
    cited = Clauses((*clauses, *table.law.burn))
    table.add_fact(Burnt(card=card, why=why, clauses=cited))


class DrawnInError(Command, frozen=True, tag="drawn-in-error"):
    """A card left the shoe when none was due; it will be the next card, seen or not."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.CARD)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card | None = None


@acts.act(DrawnInError, Role.DEALER, clauses=of_table(lambda law: law.drawn_in_error))
def drawn_in_error(table: Table, command: DrawnInError, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)

    def effect() -> None:
        table.shoe.take(command.card)
        table.shoe.pending.append(command.card)
        table.add_fact(SetAside(card=command.card, clauses=table.law.drawn_in_error))
        if table.phase is Phase.BETTING:
            burn_carried_cards(table)

    return effect


class BurntInError(Command, frozen=True, tag="burnt-in-error"):
    """A card was put into the discard rack by mistake; it stays there."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.RACK)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card | None = None


@acts.act(
    BurntInError, Role.DEALER, clauses=of_table(lambda law: together(law.burn, law.drawn_in_error))
)
def burnt_in_error(table: Table, command: BurntInError, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: burn_from_shoe(table, command.card, "burnt in error", table.law.drawn_in_error)


class TakeFromRack(Command, frozen=True, tag="take-from-rack"):
    """The last card was burnt by mistake, no other has left the shoe since: it is the next card.

    Only games whose rules give such a card back have an act for it.
    """

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.RACK,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY


class DealerOverdrew(Command, frozen=True, tag="dealer-overdrew"):
    """A card was drawn to the dealer's hand when the rules give the dealer none."""

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.DEALER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card | None = None


@acts.act(DealerOverdrew, Role.DEALER, clauses=of_table(lambda law: law.dealer_overdrew))
def dealer_overdrew(table: Table, command: DealerOverdrew, by: Person) -> Effect:
    law, game_round = table.law, table.round
    if game_round is None or not table.in_play:
        raise Refused("no round is in play", law.dealer_overdrew)
    due = game_round.card_due_to
    if due is not None and due[0] == 0:
        raise Refused("a card is due to the dealer's hand", law.dealer_overdrew)
    table.refuse_unless(command.card, "card: it lies face up, say which", law.dealer_overdrew)
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: burn_from_shoe(
        table, command.card, "drawn to the dealer's hand", law.dealer_overdrew
    )


def burn_carried_cards(table: Table) -> None:
    """Under an approved procedure a card that was seen is not carried into the next round."""
    shoe = table.shoe
    if table.options["carry_exposed_card"]:
        return
    for card in [card for card in shoe.pending if card is not None]:
        shoe.pending.remove(card)
        shoe.rack.append(card)
        clauses = Clauses((*table.law.drawn_in_error, *table.law.no_advantage))
        table.add_fact(Burnt(card=card, why=UNNEEDED, clauses=clauses))
