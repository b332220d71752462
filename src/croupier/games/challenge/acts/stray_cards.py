"""Rule 16: cards face up in the shoe, dealt or burnt in error, and a round without wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts import stray_cards
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
    burn_from_shoe,
)
from croupier.table.facts import Burnt, Exercised, RoundVoided, SetAside, ShuffleDue, TakenFromRack
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import FinishedRound, Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


@acts.act(FaceUpCard, Role.DEALER, clauses=of_challenge(lambda law: law.face_up_card))
def face_up_card(table: Table, command: FaceUpCard, by: Person) -> Effect:
    effect = stray_cards.face_up_card(table, command, by)

    def burnt() -> None:
        effect()
        shoe_of(table).face_up_found = True

    return burnt


class CheckForFacedCards(Command, frozen=True, tag="check-for-faced-cards"):
    """After the round all remaining cards come out and are checked: more may lie face up."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    suspicion: Text


@acts.act(
    CheckForFacedCards, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.check_for_faced_cards)
)
def check_for_faced_cards(table: Table, command: CheckForFacedCards, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(command.suspicion, "suspicion: say why", law.check_for_faced_cards)
    if not shoe.face_up_found:
        raise Refused("no card was found face up", law.check_for_faced_cards)
    if table.phase is not Phase.BETTING:
        raise Refused("the round is completed first", law.check_for_faced_cards)

    def effect() -> None:
        shoe.face_up_found = False
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.occasion = Occasion.OTHERWISE
        table.cards_checked = False
        table.add_fact(
            Exercised(
                power="check the remaining cards", subject=shoe.device, reason=command.suspicion,
                clauses=law.check_for_faced_cards,
            )
        )  # fmt: skip
        table.add_fact(ShuffleDue(at_once=True, clauses=law.check_for_faced_cards))

    return effect


@acts.act(
    DrawnInError,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(law.drawn_in_error, law.card_refused, law.refused_by_all)
    ),
)
def drawn_in_error(table: Table, command: DrawnInError, by: Person) -> Effect:
    """It is the next card, be it the first of a round; what was seen may be burnt instead."""
    law, card = card_law_of(table), command.card
    must_be_in_the_shoe(table)
    must_be_possible(table, card)
    if card is not None and table.phase is Phase.BETTING and _burns_what_was_seen(table):
        clauses = Clauses((*law.drawn_in_error, *law.dealer_overdrew))
        return lambda: burn_from_shoe(table, card, "seen before the round", clauses)

    def effect() -> None:
        table.shoe.take(card)
        _wait(table, card)
        table.add_fact(SetAside(card=card, clauses=law.drawn_in_error))

    return effect


def _burns_what_was_seen(table: Table) -> bool:
    """Whether nobody is to know a card before betting, by the table's choice."""
    burns: bool = table.options["seen_between_rounds"] == "burned"
    return burns


def _wait(table: Table, card: Card | None) -> None:
    """A card is the next one, of the round in play or, if that is over, of the one to come."""
    shoe = shoe_of(table)
    shoe.pending.append(card)
    if table.phase is Phase.SETTLED and not _burns_what_was_seen(table):
        shoe.after_the_round += 1


@acts.act(
    BurntInError,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.drawn_in_error, law.burnt_is_burnt)),
)
def burnt_in_error(table: Table, command: BurntInError, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)

    def effect() -> None:
        burn_from_shoe(table, command.card, "burnt in error", law.burnt_is_burnt)
        shoe.burnt_in_error_at = shoe.remaining
        shoe.burnt_in_error_place = len(shoe.rack) - 1

    return effect


@acts.act(
    TakeFromRack,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.drawn_in_error, law.burnt_is_burnt)),
)
def take_from_rack(table: Table, command: TakeFromRack, by: Person) -> Effect:
    """A card burnt in error and noticed at once is the next card; later it stays burnt."""
    law, shoe = card_law_of(table), shoe_of(table)
    if table.options["burned_in_error"] == "always_burned":
        raise Refused("a burnt card stays burnt at this table", law.burnt_is_burnt)
    if not shoe.has_just_burnt:
        raise Refused("the last card out of the shoe was not burnt by mistake", law.burnt_is_burnt)
    place = shoe.burnt_in_error_place
    seen = table.phase is not Phase.DEALING and shoe.rack[place] is not None
    if seen and _burns_what_was_seen(table):
        raise Refused("a card that was seen is not kept for a round", law.burnt_is_burnt)

    def effect() -> None:
        shoe.burnt_in_error_at = shoe.named_burn = None
        card = shoe.rack.pop(place)
        if table.last is not None and place < table.last.rack:
            table.last.rack -= 1  # which it lay before
        _wait(table, card)
        table.add_fact(TakenFromRack(card=card, clauses=law.drawn_in_error))

    return effect


@acts.act(
    DealerOverdrew,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.dealer_overdrew, law.unseen_card_waits)),
)
def dealer_overdrew(table: Table, command: DealerOverdrew, by: Person) -> Effect:
    """Seen, on a complete hand, it is burnt; unseen it waits for the next round."""
    law, card = card_law_of(table), command.card
    if not table.in_play:
        raise Refused("no round is in play", law.dealer_overdrew)
    must_be_in_the_shoe(table)
    if card is None:
        due = table.round.card_due_to if table.round is not None else None
        if due is not None and due[0] == 0:
            raise Refused("a card is due to the dealer's hand", law.unseen_card_waits)
        return lambda: _keep_for_the_next_round(table)
    if table.phase is not Phase.SETTLED:
        raise Refused(
            "the dealer's hand is not complete: the card is the next one",
            Clauses((*law.drawn_in_error, *law.dealer_overdrew)),
        )
    must_be_possible(table, card)
    return lambda: burn_from_shoe(table, card, "drawn to the dealer's hand", law.dealer_overdrew)


def _keep_for_the_next_round(table: Table) -> None:
    law, shoe = card_law_of(table), table.shoe
    shoe.take(None)
    shoe.for_next_round += 1
    table.add_fact(SetAside(card=None, for_next_round=True, clauses=law.unseen_card_waits))


def put_cards_in_their_place(table: Table) -> None:
    """After a round: a card that was seen and not needed is burnt, an unseen one comes first."""
    law, shoe = card_law_of(table), shoe_of(table)
    of_the_round = list(shoe.pending)[: len(shoe.pending) - shoe.after_the_round]
    shoe.after_the_round = 0
    for card in [card for card in of_the_round if card is not None]:
        shoe.pending.remove(card)
        shoe.rack.append(card)
        clauses = Clauses((*law.refused_by_all, *law.dealer_overdrew))
        table.add_fact(Burnt(card=card, why="seen, and nobody needed it", clauses=clauses))
    shoe.pending.extendleft([None] * shoe.for_next_round)
    shoe.for_next_round = 0


class DealtToNobody(Command, frozen=True, tag="dealt-to-nobody"):
    """A round was begun and nobody had a wager: it is void, and its cards are burnt."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    cards: tuple[Card, ...]


@acts.act(
    DealtToNobody, Role.DEALER, clauses=of_challenge(lambda law: together(law.void, law.no_wagers))
)
def dealt_to_nobody(table: Table, command: DealtToNobody, by: Person) -> Effect:
    law, shoe = card_law_of(table), table.shoe
    table.must_be_open()
    if table.phase is not Phase.BETTING or table.wagers:
        raise Refused("there are wagers on the layout", law.no_wagers)
    table.refuse_unless(command.cards, "cards: say which were dealt", law.no_wagers)
    table.refuse_unless(not shoe.burns_due, "a card is to be burnt first", law.burn)
    must_be_in_the_shoe(table)
    waiting = list(shoe.pending)[: len(command.cards)]
    if len(command.cards) - len(waiting) > shoe.remaining:
        raise Refused(f"cards: only {shoe.remaining} are in the shoe", law.no_wagers)
    for card, first in zip(command.cards, waiting, strict=False):
        if first is not None and first is not card:
            raise Refused(f"{first} was drawn in error and is the next card", law.drawn_in_error)
    for card in set(command.cards):
        if shoe.out[card] + command.cards.count(card) - waiting.count(card) > shoe.decks:
            raise Refused(f"cards: there are {shoe.decks} of {card.spoken}", law.decks)

    def effect() -> None:
        table.number += 1
        table.add_round(FinishedRound(table.number, void=True))
        why = "nobody had a wager"
        clauses = Clauses((*law.no_wagers, *law.void))
        table.add_fact(RoundVoided(round=table.number, reason=why, clauses=clauses))
        for seen in waiting:  # out of the shoe already, and known to it if they were seen
            shoe.pending.popleft()
            shoe.remaining += 1
            if seen is not None:
                shoe.out[seen] -= 1
        for card in command.cards:
            burn_from_shoe(table, card, why, law.no_wagers)

    return effect
