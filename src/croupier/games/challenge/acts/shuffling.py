"""Rule 4: the shuffle, the cut and the burn, and what happens when one is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.challenge.round import ChallengeAtTable
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts import shuffling, shuffling_machine
from croupier.table.acts.burn_and_reveal import Burn, must_be_in_the_shoe
from croupier.table.acts.cutting_card import shuffle_after_the_round
from croupier.table.acts.shuffling import (
    InsertCuttingCard,
    Shuffle,
    bring_to_the_cut,
    gather_discards,
    publish,
)
from croupier.table.acts.shuffling_machine import LoadMachine
from croupier.table.facts import Attested, Burnt, Exercised, MachineEmptied, Notified
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


def must_be_all_there(table: Table) -> None:
    """Nothing is done with cards that fell, or of which some are wrong, before somebody looked."""
    law, shoe = card_law_of(table), shoe_of(table)
    if shoe.dropped:
        raise Refused("a casino supervisor verifies that all cards are there", law.cards_dropped)
    if shoe.wrong_cards:
        raise Refused("the decks are to be verified card by card", law.wrong_cards_checked)


class ShuffleByHandFirst(Command, frozen=True, tag="shuffle-by-hand-first"):
    """The dealer shuffles by hand before the cards go into the shuffling device."""


@acts.act(
    ShuffleByHandFirst, Role.DEALER, clauses=of_challenge(lambda law: law.shuffled_by_hand_first)
)
def shuffle_by_hand_first(table: Table, command: ShuffleByHandFirst, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    must_be_all_there(table)
    if not shoe.machine or shoe.preparation is not Preparation.NEEDS_SHUFFLE:
        raise Refused("no cards are on their way into a device", law.shuffled_by_hand_first)
    if table.phase is not Phase.BETTING:
        raise Refused("a round is in play", law.shuffled_by_hand_first)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="shuffle by hand first", subject=by.name, clauses=law.shuffled_by_hand_first
            )
        )

    return effect


@acts.act(
    LoadMachine,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.machine, law.machine_loaded)),
)
def load_machine(table: Table, command: LoadMachine, by: Person) -> Effect:
    must_be_all_there(table)
    return shuffling_machine.load_machine(table, command, by)


# --- the shuffle


@acts.act(
    Shuffle,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(
            law.shuffled_before_play,
            law.cutting_card_first,
            law.cutting_card_in_round,
            law.shuffle_on_suspicion,
            law.shoe_exhausted,
            law.malfunction_shuffle,
        )
    ),
)
def shuffle(table: Table, command: Shuffle, by: Person) -> Effect:
    law, shoe, at_table = card_law_of(table), shoe_of(table), table.round
    must_be_all_there(table)
    if isinstance(at_table, ChallengeAtTable) and at_table.refunds:
        raise Refused("players have not said whether they take refunds", law.refund_offered)
    out_of_the_device = shoe.broken_down and shoe.preparation is Preparation.NEEDS_SHUFFLE
    if out_of_the_device and not shoe.remaining:
        return _shuffle_the_rack(table, command.commitment)
    effect = shuffling.shuffle(table, command, by)
    if table.phase is Phase.BETTING:
        first = shoe.occasion is Occasion.GAME_BEGINNING
        clauses = law.shuffled_before_play if first else law.shuffle
        return lambda: _shuffle_all(table, command.commitment, clauses)
    if not out_of_the_device:
        return effect

    def emptied() -> None:
        table.add_fact(MachineEmptied(cards=shoe.remaining, clauses=law.device_emptied))
        effect()

    return emptied


def _shuffle_the_rack(table: Table, commitment: str | None) -> Effect:
    """The device failed when it had dealt its last card: the round goes on from the discards."""
    law = card_law_of(table)
    if not table.discards or table.round is None or table.round.card_due_to is None:
        raise Refused("there are no discards to shuffle, or no card is due", law.void_round)
    shuffling.must_be_publishable(table, commitment)

    def effect() -> None:
        gather_discards(table)
        shuffled(table, commitment, Clauses((*law.shoe_exhausted, *law.malfunction_shuffle)))

    return effect


def _shuffle_all(table: Table, commitment: str | None, clauses: Clauses) -> None:
    table.shoe.gather()
    shuffled(table, commitment, clauses)


def shuffled(table: Table, commitment: str | None, clauses: Clauses) -> None:
    """Whatever was asked about cards that came shuffled is done with."""
    shoe = shoe_of(table)
    shoe.riffle_asked_by, shoe.riffle_approved = "", False
    publish(table, commitment, clauses)
    bring_to_the_cut(table)


class DirectShuffle(Command, frozen=True, tag="direct-shuffle"):
    """A casino supervisor suspects that the cards are not mixed: they are shuffled after a round"""

    suspicion: Text


@acts.act(
    DirectShuffle, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.shuffle_on_suspicion)
)
def direct_shuffle(table: Table, command: DirectShuffle, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(command.suspicion, "suspicion: say why", law.shuffle_on_suspicion)
    if shoe.machine:
        raise Refused("a shuffling device is in use", law.machine)
    if not shoe.ready or shoe.shuffle_due:
        raise Refused("the cards are to be shuffled anyway", law.shuffle_on_suspicion)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="direct a shuffle", subject=shoe.device, reason=command.suspicion,
                clauses=law.shuffle_on_suspicion,
            )
        )  # fmt: skip
        shoe.occasion = Occasion.OTHERWISE
        shuffle_after_the_round(table, law.shuffle_on_suspicion)

    return effect


# --- cards that fall


class DropCards(Command, frozen=True, tag="drop-cards"):
    """The dealer has mishandled or dropped cards, and tells the casino supervisor."""

    what: Text


@acts.act(DropCards, Role.DEALER, clauses=of_challenge(lambda law: law.cards_dropped))
def drop_cards(table: Table, command: DropCards, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    table.refuse_unless(command.what, "what: say what fell", law.cards_dropped)
    if shoe.ready or shoe.dropped:
        raise Refused("no cards are being shuffled or cut", law.cards_dropped)

    def effect() -> None:
        shoe.dropped = True
        table.add_fact(
            Notified(
                to="floor", about="cards dropped", detail=command.what, clauses=law.cards_dropped
            )
        )

    return effect


class VerifyCollected(Command, frozen=True, tag="verify-collected"):
    """A casino supervisor has seen that every card that fell has been collected."""


@acts.act(VerifyCollected, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.cards_dropped))
def verify_collected(table: Table, command: VerifyCollected, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(shoe.dropped, "no cards fell", law.cards_dropped)

    def effect() -> None:
        shoe.dropped = False
        table.add_fact(Attested(what="all cards collected", by=by.name, clauses=law.cards_dropped))

    return effect


# --- into the shoe, and the burn


@acts.act(InsertCuttingCard, Role.DEALER, clauses=of_challenge(lambda law: law.cut))
def insert_cutting_card(table: Table, command: InsertCuttingCard, by: Person) -> Effect:
    """A card is burnt after every shuffle and cut, one in mid-round too.

    A player who is to decide then is asked now.
    """
    must_be_all_there(table)
    effect = shuffling.insert_cutting_card(table, command, by)

    def loaded() -> None:
        effect()
        table.shoe.burns_due = table.game.burns_on_new_shoe()
        if isinstance(table.round, ChallengeAtTable):
            table.round.asked_at = table.now

    return loaded


@acts.act(
    Burn,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.burn_from_device, law.burn_from_shoe)),
)
def burn(table: Table, command: Burn, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    clauses = law.burn_from_device if shoe.machine else law.burn_from_shoe
    table.refuse_unless(shoe.burns_due and shoe.ready, "no card is to be burnt", clauses)
    table.refuse_unless(command.card is None, "card: it is burnt face down", clauses)
    must_be_in_the_shoe(table)

    def effect() -> None:
        shoe.burns_due -= 1
        shoe.take(None)
        shoe.rack.append(None)
        table.add_fact(Burnt(card=None, why="new shoe", clauses=clauses))

    return effect


class ForgetBurn(Command, frozen=True, tag="forget-burn"):
    """It is noticed that no card was burnt: the card that should have been stays in play."""


@acts.act(ForgetBurn, Role.DEALER, clauses=of_challenge(lambda law: law.not_burnt))
def forget_burn(table: Table, command: ForgetBurn, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(shoe.burns_due, "no card was to be burnt", law.not_burnt)

    def effect() -> None:
        shoe.burns_due = 0
        table.add_fact(Notified(to="record", about="no card burnt", clauses=law.not_burnt))

    return effect


class MissCut(Command, frozen=True, tag="miss-cut"):
    """It is noticed that the cards were not cut as they should have been; what was dealt stands."""

    how: Text


@acts.act(MissCut, Role.DEALER, clauses=of_challenge(lambda law: law.not_cut))
def miss_cut(table: Table, command: MissCut, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(command.how, "how: say what was wrong with the cut", law.not_cut)
    if shoe.machine:
        raise Refused("cards in a shuffling device are not cut", law.machine_loaded)
    if not shoe.ready or shoe.shuffle_due:
        raise Refused("the cards are to be shuffled anyway", law.not_cut)

    def effect() -> None:
        table.add_fact(
            Notified(to="floor", about="no cut", detail=command.how, clauses=law.not_cut)
        )
        shoe.occasion = Occasion.OTHERWISE
        shuffle_after_the_round(table, law.not_cut)

    return effect
