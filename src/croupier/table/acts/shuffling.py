"""The shuffle, who cuts, and the cards into the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role, who_may
from croupier.cards import DECK_SIZE
from croupier.commitment import is_hash
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import CutClaim, Occasion
from croupier.table.facts import CutMade, CutOffered, InTheRack, Notified, ShoeLoaded, Shuffled
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import BetsOfShoe, Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The dealer shuffles what is to be shuffled; a virtual shuffle publishes its commitment."""

    needs_cards_in_hand: ClassVar[bool] = True

    commitment: str | None = None


@acts.act(
    Shuffle,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(
            law.new_shoe, law.shuffle_determined, law.shuffle, law.cutting_card_first,
            law.cutting_card_in_round, law.shoe_exhausted, law.machine_replaces,
            law.malfunction_shuffle,
        )
    ),
)  # fmt: skip
def shuffle(table: Table, command: Shuffle, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    if shoe.machine:
        raise Refused("the automated shuffling shoe is in use", law.machine)
    if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        raise Refused("new cards must be used", law.malfunction_new_cards)
    if shoe.preparation in (Preparation.OFFERING_CUT, Preparation.CUT):
        first = shoe.to_be_cut is not None
        why = "the cards are not cut yet" if first else "the cards are shuffled already"
        raise Refused(why, law.offer_cut)
    must_be_publishable(table, command.commitment)
    if table.phase is Phase.BETTING:
        return _shuffle_for_a_new_shoe(table, command)
    if shoe.preparation is Preparation.NEEDS_SHUFFLE:
        return _shuffle_out_of_the_machine(table, command)
    return _shuffle_the_discards(table, command)


def _shuffle_for_a_new_shoe(table: Table, command: Shuffle) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.ready and not shoe.shuffle_due and shoe.remaining:
        # Shuffling early on would change the odds of who bets now.
        raise Refused(
            "the cutting card has not come out", Clauses((*law.shuffle_when, *law.no_advantage))
        )

    def effect() -> None:
        shoe.gather()
        _shuffled(table, command, law.shuffle)

    return effect


def _shuffle_out_of_the_machine(table: Table, command: Shuffle) -> Effect:
    """Only the cards left in the broken machine; those in the rack stay there."""
    law = table.law
    if table.phase is not Phase.DEALING:
        raise Refused("no card is needed any more", law.malfunction)
    if not table.shoe.remaining:
        raise Refused("no card was left in the machine", law.void_round)
    clauses = Clauses((*law.malfunction, *law.malfunction_finish, *law.malfunction_shuffle))
    return lambda: _shuffled(table, command, clauses)


def _shuffle_the_discards(table: Table, command: Shuffle) -> Effect:
    law, shoe = table.law, table.shoe
    due = table.round.card_due_to if table.round is not None else None
    if shoe.remaining or shoe.pending or due is None:
        raise Refused("a round is in play", law.shuffle_when)
    table.refuse_unless(table.discards, "there are no discards to shuffle", law.void_round)

    def effect() -> None:
        gather_discards(table)
        shoe.occasion = Occasion.OTHERWISE
        clauses = law.shoe_exhausted
        if in_the_last_rounds(table):  # the rest of these cards is dealt on to the end
            clauses = Clauses((*clauses, *law.last_rounds.clauses))
        else:
            shoe.shuffle_due = True
        _shuffled(table, command, clauses)

    return effect


def gather_discards(table: Table) -> None:
    """The discard rack goes back into the shoe in mid-round, with all that was put there."""
    put_cleared_cards_in(table)
    table.shoe.gather_rack()


def put_cleared_cards_in(table: Table) -> None:
    """As the rack is mixed, cards of hands that were settled early are among the others."""
    cards = tuple(table.cleared)
    if cards:
        for card in cards:
            table.shoe.discard(card)
        table.add_fact(InTheRack(cards=cards, clauses=table.law.settled_hands_leave))


def _shuffled(table: Table, command: Shuffle, clauses: Clauses) -> None:
    publish(table, command.commitment, clauses)
    bring_to_the_cut(table)


def bring_to_the_cut(table: Table) -> None:
    """The shuffled cards are cut as somebody has cut them already, or offered to be."""
    joint, shoe = table.seeding.in_use, table.shoe
    if joint is not None and joint.cut is not None:
        shoe.preparation, shoe.cut_at = Preparation.CUT, joint.cut
        return
    shoe.preparation = Preparation.OFFERING_CUT
    offer_the_cut(table)


def cards_to_shuffle(table: Table) -> int:
    """How many cards come together in the shuffle that is due."""
    shoe = table.shoe
    if table.phase is Phase.BETTING:
        return shoe.decks * DECK_SIZE
    if shoe.preparation is Preparation.NEEDS_SHUFFLE and shoe.remaining:
        return shoe.remaining  # out of a machine that broke down
    return len(table.discards)


def offer_the_cut_first(table: Table) -> None:
    """Before anybody can know the order; whoever cuts, cuts the stack that will come of it."""
    shoe = table.shoe
    shoe.to_be_cut, shoe.cut_from = cards_to_shuffle(table), shoe.preparation
    shoe.preparation = Preparation.OFFERING_CUT
    offer_the_cut(table)


def end_the_first_cut(table: Table) -> None:
    """It is made, or there is nothing to cut any more."""
    shoe = table.shoe
    if shoe.to_be_cut is not None and shoe.preparation is Preparation.OFFERING_CUT:
        shoe.preparation = shoe.cut_from
    shoe.to_be_cut = None


def in_the_last_rounds(table: Table) -> bool:
    """True if the cutting card does not count any more; known only once an end is announced.

    A cutting card that has come is judged by its own round: if the end is put off, that round may
    turn out not to have been one of the last.
    """
    left, shoe = table.rounds_left, table.shoe
    if left is None:
        return False
    if shoe.cutting_card_out and shoe.cutting_card_round:
        played = table.number - shoe.cutting_card_round + (table.phase is Phase.BETTING)
        left += max(0, played)
    return left <= table.law.last_rounds.value


def deal_on_to_the_end(table: Table) -> None:
    """In the last rounds a cutting card that has come is thrown out, and no shuffle follows it."""
    table.shoe.shuffle_due = False
    about, clauses = "cutting card thrown out", table.law.last_rounds.clauses
    table.add_fact(Notified(to="dealer", about=about, clauses=clauses))


def must_be_publishable(table: Table, commitment: str | None) -> None:
    if commitment is None:
        return
    if not is_hash(commitment):
        raise Refused("commitment: it has 64 small hexadecimal digits", table.law.shuffle)
    if commitment in table.shoe.published:
        raise Refused("commitment: it was published before", table.law.shuffle)
    joint = table.seeding.awaited
    if joint is None:
        return
    if commitment != joint.root:
        raise Refused("commitment: the house is bound to another shuffle", table.law.shuffle)
    if joint.awaits_cut:
        raise Refused("the cards are not cut yet", table.law.shuffle)
    if joint.missing:
        raise Refused(f"no link of {', '.join(joint.missing)} is open yet", table.law.shuffle)


def publish(table: Table, commitment: str | None, clauses: Clauses) -> None:
    end_the_first_cut(table)
    table.shoe.committed = commitment is not None
    if commitment is not None:
        table.shoe.publish(commitment)
    seeding, seeded_by = table.seeding, None
    seeding.in_use = None if commitment is None else seeding.awaited
    if seeding.in_use is not None:
        seeding.awaited = seeding.redraw = None
        seeded_by = seeding.in_use.players
    table.add_fact(
        Shuffled(
            cards=table.shoe.remaining, commitment=commitment, seeded_by=seeded_by, clauses=clauses
        )
    )


def offer_the_cut(table: Table) -> None:
    shoe = table.shoe
    shoe.offers = table.game.cut_offers(table)
    shoe.offered = 0
    if shoe.offer.limb is not CutClaim.DEALER:  # whose cut it is, and who is not asked
        _state_offer(table)


def _state_offer(table: Table) -> None:
    law, offer = table.law, table.shoe.offer
    if table.shoe.occasion is Occasion.MACHINE_BREAKDOWN:
        clauses = Clauses((*law.malfunction_cut, *law.cut_first_to_accept))
    else:
        clauses = {
            CutClaim.FIRST_TO_THE_TABLE: law.cut_first_player,
            CutClaim.BOX_OF_THE_CUTTING_CARD: law.cut_box_of_cutting_card,
            CutClaim.FARTHEST_RIGHT: law.cut_farthest_right_on.get(
                table.shoe.occasion, law.cut_farthest_right
            ),
            CutClaim.IN_TURN: law.cut_first_to_accept,
            CutClaim.SUPERVISOR: law.cut_by_supervisor or law.offer_cut,
        }[offer.limb]
    table.add_fact(CutOffered(player=offer.player, clauses=clauses))


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """The player who is offered the cut does not want it."""

    why_staff_may: ClassVar[str] = "who does not take the cut has let it pass to the next"

    player: str


@acts.act(
    DeclineCut,
    Role.PLAYER,
    clauses=of_table(
        lambda law: together(law.offer_cut, law.cut_first_to_accept, law.cut_by_supervisor)
    ),
    names_anybody=True,
)
def decline_cut(table: Table, command: DeclineCut, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.preparation is not Preparation.OFFERING_CUT:
        raise Refused("the cut is not offered", law.offer_cut)
    if table.shoe.offer.player != command.player:
        raise Refused(f"the cut is not offered to {command.player}", law.offer_cut)

    def effect() -> None:
        shoe.offered += 1
        _state_offer(table)

    return effect


class Cut(Command, frozen=True, tag="cut"):
    """Whoever was offered it puts the cutting card in, so many cards from the front."""

    player: str
    at: int


@acts.act(
    Cut,
    Role.PLAYER,
    clauses=of_table(
        lambda law: together(
            law.offer_cut, law.cut_first_player, law.cut_box_of_cutting_card,
            law.cut_farthest_right, *law.cut_farthest_right_on.values(), law.cut_first_to_accept,
            law.cut_by_supervisor, law.cut, law.malfunction_cut,
        )
    ),
)  # fmt: skip
def make_cut(table: Table, command: Cut, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.preparation is not Preparation.OFFERING_CUT:
        raise Refused("the cards are not to be cut now", law.offer_cut)
    offer = table.shoe.offer
    if offer.player is None:
        cuts = Role.DEALER if offer.limb is CutClaim.DEALER else Role.SUPERVISOR
        if by.role not in who_may(cuts) or command.player != by.name:
            raise Refused(f"no player is offered the cut: a {cuts} cuts", law.offer_cut)
    elif offer.player != command.player:
        raise Refused(f"the cut is offered to {offer.player}", law.offer_cut)
    elif command.player in table.patrons.excluded:
        raise Refused(f"{command.player} is excluded from the game", law.exclude)
    elif command.player not in table.patrons.arrived:
        raise Refused(f"{command.player} has gone", law.offer_cut)
    allowed = shoe.cuts
    if command.at not in allowed:
        raise Refused(
            f"the cut lies between {allowed[0]} and {allowed[-1]} cards from the front, "
            f"not at {command.at}",
            law.cut,
        )

    def effect() -> None:
        seeding = table.seeding
        if seeding.awaited is not None and seeding.awaited.awaits_cut:
            seeding.cut_awaited(command.at, table.now)
            end_the_first_cut(table)
        else:
            shoe.preparation = Preparation.CUT
        shoe.cut_at = command.at
        table.add_fact(CutMade(by=command.player, at=command.at, clauses=law.cut))

    return effect


class InsertCuttingCard(Command, frozen=True, tag="insert-cutting-card"):
    """The dealer puts the cutting card in, so many cards from the back, and loads the shoe."""

    needs_cards_in_hand: ClassVar[bool] = True

    from_back: int


@acts.act(InsertCuttingCard, Role.DEALER, clauses=of_table(lambda law: law.cut))
def insert_cutting_card(table: Table, command: InsertCuttingCard, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.preparation is not Preparation.CUT:
        raise Refused("the cards have not been cut", law.cut)
    allowed = table.game.cutting_card_depths(shoe.remaining)
    if command.from_back not in allowed:
        raise Refused(
            f"the cutting card lies between {allowed[0]} and {allowed[-1]} cards from the back, "
            f"not at {command.from_back}",
            law.cut,
        )

    def effect() -> None:
        shoe.until_cutting_card = shoe.remaining - command.from_back
        shoe.cutting_card_out = False
        shoe.cards = shoe.remaining
        loaded(table, law.cut)

    return effect


def loaded(table: Table, clauses: Clauses) -> None:
    """The shoe is ready. If all the cards are in it, it is a new shoe."""
    law, shoe = table.law, table.shoe
    shoe.preparation = Preparation.LOADED
    if table.in_play:
        if shoe.broken_down:
            clauses = Clauses((*clauses, *law.malfunction_manual_shoe))
    else:
        if not shoe.machine:  # without a cut it is no new shoe
            clauses = Clauses((*clauses, *law.new_shoe))
        shoe.burns_due = table.game.burns_on_new_shoe()
        shoe.occasion, shoe.cutting_card_box = Occasion.OTHERWISE, None
        shoe.rounds, shoe.shuffle_due = 0, False
        patrons = table.patrons
        patrons.minimum_only.clear()
        patrons.bets_of_shoe = patrons.bets_before = BetsOfShoe()
        if table.options.get("under_min_warning_scope") == "shoe":
            patrons.forget_warnings()
    table.add_fact(
        ShoeLoaded(
            cards=shoe.remaining, until_cutting_card=shoe.until_cutting_card, clauses=clauses
        )
    )
