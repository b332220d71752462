"""Rule 5 and the automated shuffling shoe: shuffle, cut, load, burn, replace, reveal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.cards import DECK, Card
from croupier.rulebook.citing import Clauses, Refused
from croupier.shoe import Limb, Occasion, commit, cut_offers, cutting_card_range, front_cut_range
from croupier.table.acting import act
from croupier.table.acts.betting import reopen_betting
from croupier.table.commands import Command
from croupier.table.facts import (
    Attested,
    Burnt,
    CutMade,
    CutOffered,
    Exercised,
    Notified,
    Revealed,
    ShoeLoaded,
    Shuffled,
)
from croupier.table.roles import Role, who_may
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, order_of_decision

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table
    from croupier.table.wagers import Wager


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The dealer shuffles what is to be shuffled; a virtual shuffle publishes its commitment."""

    commitment: str | None = None


@act(Shuffle, Role.DEALER)
def shuffle(table: Table, command: Shuffle, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    if shoe.machine:
        raise Refused("the automated shuffling shoe is in use", law.machine)
    if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        raise Refused("new cards must be used", law.malfunction_new_cards)
    if shoe.preparation in (Preparation.OFFERING_CUT, Preparation.CUT):
        raise Refused("the cards are shuffled already", law.offer_cut)
    _can_be_published(table, command.commitment)
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
    if not shoe.rack:
        raise Refused("there are no discards to shuffle", law.void_round)

    def effect() -> None:
        shoe.gather_rack()
        shoe.occasion = Occasion.OTHERWISE
        clauses = law.shoe_exhausted
        if in_the_last_rounds(table):  # the rest of these cards is dealt on to the end
            clauses = Clauses((*clauses, *law.last_rounds.clauses))
        else:
            shoe.shuffle_due = True
        _shuffled(table, command, clauses)

    return effect


def _shuffled(table: Table, command: Shuffle, clauses: Clauses) -> None:
    _publish(table, command.commitment, clauses)
    table.shoe.preparation = Preparation.OFFERING_CUT
    _offer_cut(table)


def in_the_last_rounds(table: Table) -> bool:
    """Whether the cutting card does not count any more; known only once an end is announced."""
    return table.rounds_left is not None and table.rounds_left <= table.law.last_rounds.value


_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def _can_be_published(table: Table, commitment: str | None) -> None:
    if commitment is None:
        return
    if _COMMITMENT.fullmatch(commitment) is None:
        raise Refused("commitment: it has 64 small hexadecimal digits", table.law.shuffle)
    if commitment in table.shoe.commitments:
        raise Refused("commitment: it was published before", table.law.shuffle)


def _publish(table: Table, commitment: str | None, clauses: Clauses) -> None:
    if commitment is not None:
        table.shoe.commitments.append(commitment)
    table.state(Shuffled(cards=table.shoe.remaining, commitment=commitment, clauses=clauses))


# --- 5.2: who cuts


def _offer_cut(table: Table) -> None:
    shoe = table.shoe
    arrived = table.patrons.arrived
    shoe.offers = cut_offers(
        controllers(table),
        shoe.occasion,
        first_to_table=arrived[0] if arrived else None,
        cutting_card_box=shoe.cutting_card_box,
    )
    shoe.offered = 0
    _state_offer(table)


def controllers(table: Table) -> dict[int, str]:
    """Who speaks for each box: who decided about its cards last, or else who has come to it."""
    speaking = dict(table.patrons.seats)
    played = table.wagers if table.in_play or table.last is None else table.last.wagers
    here = set(table.patrons.arrived)
    for wagers in (table.wagers, played):
        by_box: dict[int, list[Wager]] = {}
        for wager in wagers:
            if wager.wager == MAIN and wager.player in here:
                by_box.setdefault(wager.box, []).append(wager)
        speaking |= {box: order_of_decision(mains)[0].player for box, mains in by_box.items()}
    return dict(sorted(speaking.items()))


def _state_offer(table: Table) -> None:
    law, offer = table.law, table.shoe.offer
    if table.shoe.occasion is Occasion.MACHINE_BREAKDOWN:
        clauses = Clauses((*law.malfunction_cut, *law.cut_first_to_accept))
    else:
        clauses = {
            Limb.FIRST_TO_THE_TABLE: law.cut_first_player,
            Limb.BOX_OF_THE_CUTTING_CARD: law.cut_box_of_cutting_card,
            Limb.FARTHEST_RIGHT: law.cut_farthest_right,
            Limb.IN_TURN: law.cut_first_to_accept,
            Limb.SUPERVISOR: law.offer_cut,
        }[offer.limb]
    table.state(CutOffered(player=offer.player, clauses=clauses))


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """The player who is offered the cut does not want it."""

    player: str


@act(DeclineCut, Role.PLAYER)
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


@act(Cut, Role.PLAYER)
def make_cut(table: Table, command: Cut, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.preparation is not Preparation.OFFERING_CUT:
        raise Refused("the cards are not to be cut now", law.offer_cut)
    offer = table.shoe.offer
    if offer.player is None:
        if by.role not in who_may(Role.SUPERVISOR) or command.player != by.name:
            raise Refused("nobody wished to cut: a casino supervisor cuts", law.offer_cut)
    elif offer.player != command.player:
        raise Refused(f"the cut is offered to {offer.player}", law.offer_cut)
    allowed = front_cut_range(shoe.remaining)
    if command.at not in allowed:
        raise Refused(
            f"the cut lies between {allowed[0]} and {allowed[-1]} cards from the front, "
            f"not at {command.at}",
            law.cut,
        )

    def effect() -> None:
        shoe.preparation = Preparation.CUT
        shoe.cut_at = command.at
        table.state(CutMade(by=command.player, at=command.at, clauses=law.cut))

    return effect


class InsertCuttingCard(Command, frozen=True, tag="insert-cutting-card"):
    """The dealer puts the cutting card in, so many cards from the back, and loads the shoe."""

    from_back: int


@act(InsertCuttingCard, Role.DEALER)
def insert_cutting_card(table: Table, command: InsertCuttingCard, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.preparation is not Preparation.CUT:
        raise Refused("the cards have not been cut", law.cut)
    allowed = cutting_card_range(shoe.remaining, table.options["cut_depth_tolerance_cards"])
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
        shoe.burns_due = table.options["burn_on_new_shoe"]
        shoe.occasion, shoe.cutting_card_box = Occasion.OTHERWISE, None
        shoe.rounds, shoe.shuffle_due = 0, False
        patrons = table.patrons
        patrons.minimum_only.clear()
        patrons.bet_first_round.clear()
        patrons.bet_this_shoe.clear()
        patrons.skipped.clear()
        if table.options["under_min_warning_scope"] == "shoe":
            patrons.warned.clear()
    table.state(
        ShoeLoaded(
            cards=shoe.remaining, until_cutting_card=shoe.until_cutting_card, clauses=clauses
        )
    )


# --- the automated shuffling shoe


class LoadMachine(Command, frozen=True, tag="load-machine"):
    """New cards, shuffled by the dealer, go into the automated shuffling shoe."""

    commitment: str | None = None


@act(LoadMachine, Role.DEALER)
def load_machine(table: Table, command: LoadMachine, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    table.refuse_unless(shoe.machine, "no automated shuffling shoe is in use", law.machine)
    table.refuse_unless(
        shoe.preparation is Preparation.NEEDS_SHUFFLE and table.phase is Phase.BETTING,
        "the machine is loaded on the introduction of new cards",
        law.machine_loaded,
    )
    _can_be_published(table, command.commitment)

    def effect() -> None:
        shoe.gather()
        shoe.until_cutting_card = None
        _publish(table, command.commitment, Clauses((*law.machine, *law.machine_loaded)))
        loaded(table, law.machine_loaded)

    return effect


class FeedMachine(Command, frozen=True, tag="feed-machine"):
    """The discard rack goes back into the automated shuffling shoe."""


@act(FeedMachine, Role.DEALER)
def feed_machine(table: Table, command: FeedMachine, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.refuse_unless(shoe.machine, "no automated shuffling shoe is in use", law.machine)
    table.refuse_unless(shoe.ready, f"the machine {shoe.preparation}", law.machine_loaded)
    table.refuse_unless(shoe.rack, "the discard rack is empty", law.machine)

    def effect() -> None:
        fed = shoe.feed_machine()
        table.state(
            Notified(to="record", about="machine fed", detail=f"{fed} cards", clauses=law.machine)
        )

    return effect


class MachineFailed(Command, frozen=True, tag="machine-failed"):
    """The automated shuffling shoe malfunctions."""

    fault: str
    rectified: bool = False


@act(MachineFailed, Role.SUPERVISOR)
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
        table.state(Notified(to="floor", about=about, detail=command.fault, clauses=cited))

    return effect


# --- burning, replacing, revealing


class Burn(Command, frozen=True, tag="burn"):
    """The dealer burns a card that the table's procedure wants burnt; unseen, it has no name."""

    card: Card | None = None


@act(Burn, Role.DEALER)
def burn(table: Table, command: Burn, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.refuse_unless(shoe.burns_due and shoe.ready, "no card is to be burnt", law.burn)
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)

    def effect() -> None:
        shoe.burns_due -= 1
        shoe.take(command.card)
        shoe.rack.append(command.card)
        clauses = Clauses((*law.burn, *law.cards_face_up))
        table.state(Burnt(card=command.card, why="new shoe", clauses=clauses))

    return effect


def must_be_in_the_shoe(table: Table) -> None:
    law, shoe = table.law, table.shoe
    if not shoe.ready:
        raise Refused(f"the shoe is not ready: {shoe.preparation}", law.shuffle)
    if shoe.remaining == 0:
        if shoe.machine:
            raise Refused("the machine is empty", law.void_round)
        raise Refused("the shoe is empty: the discards are shuffled and cut", law.shoe_exhausted)


def must_be_possible(table: Table, card: Card | None) -> None:
    """A card of which every copy is out cannot come from the shoe."""
    shoe = table.shoe
    if card is not None and shoe.all_out(card):
        raise Refused(
            f"card: all {shoe.decks} of {card.spoken} are out of the shoe", table.law.decks.clauses
        )


class ReplaceCard(Command, frozen=True, tag="replace-card"):
    """A marked or damaged card is changed for a new one, checked by supervisor and dealer."""

    card: Card
    checked_by_supervisor: str
    checked_by_dealer: str


@act(ReplaceCard, Role.SUPERVISOR)
def replace_card(table: Table, command: ReplaceCard, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    _checked_by_both(table, command.checked_by_supervisor, command.checked_by_dealer)

    def effect() -> None:
        both = f"{command.checked_by_supervisor} and {command.checked_by_dealer}"
        table.state(
            Exercised(power="replace a card", subject=command.card, clauses=law.cards_replaced)
        )
        table.state(Attested(what="replacement card checked", by=both, clauses=law.cards_replaced))

    return effect


class NewCards(Command, frozen=True, tag="new-cards"):
    """All the cards are changed after a round, and with them, if need be, the shoe."""

    checked_by_supervisor: str
    checked_by_dealer: str
    device: str | None = None


@act(NewCards, Role.SUPERVISOR)
def new_cards(table: Table, command: NewCards, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("all the cards are changed after a round", law.cards_replaced)
    _checked_by_both(table, command.checked_by_supervisor, command.checked_by_dealer)
    if command.device is not None and command.device not in tuple(Device):
        raise Refused("device: a shoe or a shuffler", law.shoe)

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
        table.state(Exercised(power="new cards", subject=shoe.device, clauses=cited))
        table.state(Attested(what="new cards checked", by=both, clauses=law.cards_replaced))

    return effect


def _checked_by_both(table: Table, supervisor: str, dealer: str) -> None:
    if not supervisor or not dealer or supervisor == dealer:
        raise Refused(
            "a supervisor and a dealer each check a replacement card", table.law.cards_replaced
        )


class Reveal(Command, frozen=True, tag="reveal"):
    """The secret of a finished shuffle, so that anyone can work out its order."""

    secret: str
    commitment: str
    pack: tuple[Card, ...] | None = None
    """The cards in the order before the shuffle, where it was not whole decks."""


@act(Reveal, Role.DEALER)
def reveal(table: Table, command: Reveal, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if command.commitment not in shoe.commitments:
        raise Refused("commitment: it was never published", law.shuffle)
    waiting = (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS)
    if command.commitment == shoe.commitments[-1] and shoe.preparation not in waiting:
        raise Refused("the shoe is still in use", law.shuffle)
    pack = DECK * shoe.decks if command.pack is None else command.pack
    try:
        published = commit(bytes.fromhex(command.secret), pack)
    except ValueError as error:
        raise Refused(f"secret: {error}", law.shuffle) from None
    if published != command.commitment:
        raise Refused("secret: it does not fit the commitment", law.shuffle)

    def effect() -> None:
        table.state(
            Revealed(commitment=command.commitment, secret=command.secret, clauses=law.shuffle)
        )

    return effect
