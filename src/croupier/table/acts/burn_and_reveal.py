"""Cards burnt, replaced, and the secrets of finished shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import DECK, Card
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion, commit
from croupier.table.facts import Attested, Burnt, Exercised, Revealed
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class Burn(Command, frozen=True, tag="burn"):
    """The dealer burns a card that the table's procedure wants burnt; unseen, it has no name."""

    needs_cards_in_hand: ClassVar[bool] = True
    puts_right: ClassVar[bool] = False

    card: Card | None = None


@acts.act(Burn, Role.DEALER, clauses=of_table(lambda law: together(law.burn, law.cards_face_up)))
def burn(table: Table, command: Burn, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.refuse_unless(shoe.burns_due and shoe.ready, "no card is to be burnt", law.burn)
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)

    def effect() -> None:
        shoe.burns_due -= 1
        shoe.burn(command.card)
        clauses = Clauses((*law.burn, *law.cards_face_up))
        table.add_fact(Burnt(card=command.card, why="new shoe", clauses=clauses))

    return effect


def must_be_in_the_shoe(table: Table) -> None:
    law, shoe = table.law, table.shoe
    if not shoe.ready:
        raise Refused(f"the shoe is not ready: {shoe.preparation}", law.shuffle)
    if shoe.remaining == 0:
        if shoe.machine:
            raise Refused("the machine is empty", law.void_round)
        raise Refused("the shoe is empty: the discards are shuffled and cut", law.shoe_exhausted)


def must_be_possible(table: Table, card: Card | None, copies: int = 1) -> None:
    """A card of which every copy is out cannot come from the shoe, nor more than are left."""
    shoe = table.shoe
    if card is not None and shoe.out.get(card, 0) + copies > shoe.decks:
        raise Refused(
            f"card: all {shoe.decks} of {card.spoken} are out of the shoe", table.law.decks
        )


class ReplaceCard(Command, frozen=True, tag="replace-card"):
    """A marked or damaged card is changed for a new one, checked by supervisor and dealer."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.CHANGE_OF_CARDS

    card: Card
    checked_by_supervisor: str
    checked_by_dealer: str


@acts.act(ReplaceCard, Role.SUPERVISOR, clauses=of_table(lambda law: law.cards_replaced))
def replace_card(table: Table, command: ReplaceCard, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    must_be_checked_by_both(table, command.checked_by_supervisor, command.checked_by_dealer)

    def effect() -> None:
        both = f"{command.checked_by_supervisor} and {command.checked_by_dealer}"
        table.add_fact(
            Exercised(power="replace a card", subject=command.card, clauses=law.cards_replaced)
        )
        table.add_fact(
            Attested(what="replacement card checked", by=both, clauses=law.cards_replaced)
        )

    return effect


class NewCards(Command, frozen=True, tag="new-cards"):
    """All the cards are changed after a round, and with them, if need be, the shoe."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.CHANGE_OF_CARDS

    checked_by_supervisor: str
    checked_by_dealer: str
    device: Text | None = None


@acts.act(
    NewCards,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.cards_replaced, law.malfunction_new_cards)),
)
def new_cards(table: Table, command: NewCards, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("all the cards are changed after a round", law.cards_replaced)
    must_be_checked_by_both(table, command.checked_by_supervisor, command.checked_by_dealer)
    if command.device is not None and command.device not in tuple(Device):
        raise Refused("device: a shoe or a shuffler", law.shoe)
    if command.device == Device.SHUFFLER and not law.machine:
        raise Refused("device: these rules have no automated shuffling shoe", law.shoe)

    def effect() -> None:
        cited = law.cards_replaced
        if shoe.broken_down:
            cited = Clauses((*law.malfunction_new_cards, *cited))
            shoe.occasion = Occasion.OTHERWISE
        shoe.broken_down = False
        if command.device is not None:
            shoe.device = Device(command.device)
        if shoe.machine:
            table.patrons.minimum_only.clear()
        shoe.gather()
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        both = f"{command.checked_by_supervisor} and {command.checked_by_dealer}"
        table.add_fact(Exercised(power="new cards", subject=shoe.device, clauses=cited))
        table.add_fact(Attested(what="new cards checked", by=both, clauses=law.cards_replaced))

    return effect


def must_be_checked_by_both(table: Table, supervisor: str, dealer: str) -> None:
    if not supervisor.strip() or not dealer.strip() or supervisor == dealer:
        raise Refused(
            "a supervisor and a dealer each check a replacement card", table.law.cards_replaced
        )
    for person in (supervisor, dealer):
        if person in table.patrons.arrived:
            raise Refused(f"{person} plays at this table", table.law.cards_replaced)


class Reveal(Command, frozen=True, tag="reveal"):
    """The secret of a finished shuffle, so that anyone can work out its order."""

    needs_cards_in_hand: ClassVar[bool] = True

    secret: str
    commitment: str
    pack: tuple[Card, ...] | None = None
    """The cards in the order before the shuffle, where it was not whole decks."""


@acts.act(Reveal, Role.DEALER, clauses=of_table(lambda law: law.shuffle))
def reveal(table: Table, command: Reveal, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    joint = table.seeding.unrevealed.get(command.commitment)
    if command.commitment not in shoe.published and joint is None:
        raise Refused("commitment: it was never published", law.shuffle)
    if joint is not None and joint is table.seeding.awaited:
        raise Refused("the shuffle still waits for links", law.shuffle)
    waiting = (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS)
    if command.commitment == shoe.commitment and shoe.stage not in waiting:
        raise Refused("the shoe is still in use", law.shuffle)
    pack = DECK * shoe.decks if command.pack is None else command.pack
    try:
        secret = bytes.fromhex(command.secret)
        if joint is None:
            fits = commit(secret, pack) == command.commitment
        else:
            fits = joint.committed.laid(secret, pack) is not None
    except ValueError as error:
        raise Refused(f"secret: {error}", law.shuffle) from None
    if not fits:
        raise Refused("secret: it does not fit the commitment", law.shuffle)

    def effect() -> None:
        shoe.open(command.commitment)
        table.seeding.unrevealed.pop(command.commitment, None)
        table.add_fact(
            Revealed(commitment=command.commitment, secret=command.secret, clauses=law.shuffle)
        )

    return effect
