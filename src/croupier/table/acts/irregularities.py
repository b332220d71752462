"""Rule 14: what happens when dealing goes wrong, step by step as the rules prescribe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import act
from croupier.table.acts.cards import must_be_possible
from croupier.table.acts.dealing import must_be_in_the_shoe
from croupier.table.commands import Command
from croupier.table.facts import (
    Burnt,
    Notified,
    Reconstructed,
    Reversed,
    RoundVoided,
    SetAside,
    ShuffleDue,
)
from croupier.table.roles import Role
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import PastRound, Table


class FaceUpCard(Command, frozen=True, tag="face-up-card"):
    """The next card is found turned over in the shoe."""

    card: Card


@act(FaceUpCard, Role.DEALER)
def face_up_card(table: Table, command: FaceUpCard, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: _burn_from_shoe(table, command.card, "face up", table.law.face_up_card)


def _burn_from_shoe(table: Table, card: Card | None, why: str, clauses: Clauses) -> None:
    table.shoe.take(card)
    table.shoe.rack.append(card)
    cited = Clauses((*clauses, *table.law.burn))
    table.state(Burnt(card=card, why=why, clauses=cited))


class DrawnInError(Command, frozen=True, tag="drawn-in-error"):
    """A card left the shoe when none was due; it will be the next card, seen or not."""

    card: Card | None = None


@act(DrawnInError, Role.DEALER)
def drawn_in_error(table: Table, command: DrawnInError, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)

    def effect() -> None:
        table.shoe.take(command.card)
        table.shoe.pending.append(command.card)
        table.state(SetAside(card=command.card, clauses=table.law.drawn_in_error))

    return effect


class BurntInError(Command, frozen=True, tag="burnt-in-error"):
    """A card was put into the discard rack by mistake; it stays there."""

    card: Card | None = None


@act(BurntInError, Role.DEALER)
def burnt_in_error(table: Table, command: BurntInError, by: Person) -> Effect:
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: _burn_from_shoe(table, command.card, "burnt in error", table.law.drawn_in_error)


class DealerOverdrew(Command, frozen=True, tag="dealer-overdrew"):
    """A card was drawn to the dealer's hand when the rules give the dealer none."""

    card: Card


@act(DealerOverdrew, Role.DEALER)
def dealer_overdrew(table: Table, command: DealerOverdrew, by: Person) -> Effect:
    law, game_round = table.law, table.round
    if game_round is None or (not table.in_play and table.phase is not Phase.SETTLED):
        raise Refused("no round is in play", law.dealer_overdrew)
    due = game_round.card_due_to
    if due is not None and due[0] == 0:
        raise Refused("a card is due to the dealer's hand", law.dealer_overdrew)
    must_be_in_the_shoe(table)
    must_be_possible(table, command.card)
    return lambda: _burn_from_shoe(
        table, command.card, "drawn to the dealer's hand", law.dealer_overdrew
    )


class Reconstruct(Command, frozen=True, tag="reconstruct"):
    """A misplaced card is found before the next round: the hands are built again as they should be.

    Every card goes where it was due, in the order drawn. A decision stands if it is still legal and
    was made on the same cards; the others are asked for again.
    """

    reason: str


@act(Reconstruct, Role.SUPERVISOR)
def reconstruct(table: Table, command: Reconstruct, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_in_round)
    if table.round is None or (table.phase is Phase.DEALING and not table.in_play):
        raise Refused("no round is in play", law.misplaced_in_round)
    table.refuse_unless(
        table.phase is not Phase.BETTING or not table.wagers,
        "wagers for the next round are down: take them back first",
        law.misplaced_in_round,
    )
    if table.phase is Phase.BETTING and table.rounds and table.rounds[-1].void:
        raise Refused("the round is void", law.misplaced_in_round)

    def effect() -> None:
        assert table.round is not None
        rebuilt, left, kept = table.round.rebuilt()
        table.state(
            Reconstructed(round=table.number, decisions_kept=kept, clauses=law.misplaced_in_round)
        )
        table.withdraw()
        if table.phase is Phase.BETTING:  # collected already: the cards come back out of the rack
            _bring_back_last_round(table)
        for card in left:
            table.shoe.layout.remove(card)
            table.shoe.pending.append(card)
        table.begin_round(rebuilt)
        table.phase = Phase.SETTLED if rebuilt.over else Phase.DEALING

    return effect


def _bring_back_last_round(table: Table) -> None:
    last = table.rounds.pop()
    table.shoe.layout = list(last.cards)
    for card in table.shoe.layout:
        table.shoe.rack.remove(card)
    table.wagers = list(table.last_wagers)
    if table.rounds_left is not None:
        table.rounds_left += 1


class VoidEarlierRound(Command, frozen=True, tag="void-earlier-round"):
    """A misplaced card is found after the next round began: the faulty round is void."""

    round: int
    reason: str


@act(VoidEarlierRound, Role.SUPERVISOR)
def void_earlier_round(table: Table, command: VoidEarlierRound, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_found_later)
    past = table.past_round(command.round)
    if past is None:
        raise Refused(
            f"round: there is no finished round {command.round}", law.misplaced_found_later
        )
    table.refuse_unless(not past.void, f"round {past.number} is void already", law.void)
    commenced = table.number > past.number and (
        table.in_play or table.phase is Phase.SETTLED or table.rounds[-1].number > past.number
    )
    if not commenced:
        raise Refused(
            "the next round has not commenced: reconstruct the hand", law.misplaced_in_round
        )
    return lambda: void_past(
        table, past, command.reason, Clauses((*law.misplaced_found_later, *law.void))
    )


def void_past(table: Table, past: PastRound, reason: str, clauses: Clauses) -> None:
    """Every wager and payment of a finished round goes back; who has left owes or is owed."""
    past.void = True
    table.state(RoundVoided(round=past.number, reason=reason, clauses=clauses))
    for fact in past.settled():
        if fact.net:
            table.state(
                Reversed(
                    player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager,
                    stake=fact.stake, net=fact.net, on=fact.on, clauses=clauses,
                )
            )  # fmt: skip
    for player in dict.fromkeys(fact.player for fact in past.settled() if fact.net):
        if player not in table.patrons.arrived:
            owed = table.chips.rack(player)
            if owed:
                table.state(
                    Notified(
                        to="floor", about="owed after a void round", detail=f"{player}: {owed}",
                        clauses=clauses,
                    )
                )  # fmt: skip


class DealtPastCuttingCard(Command, frozen=True, tag="dealt-past-cutting-card"):
    """It is noticed that dealing went on after the cutting card; what was dealt stands."""


@act(DealtPastCuttingCard, Role.DEALER)
def dealt_past_cutting_card(table: Table, command: DealtPastCuttingCard, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.machine:
        raise Refused("the automated shuffling shoe is in use", law.machine)
    table.refuse_unless(shoe.ready, "no shoe is in use", law.dealt_past_cutting_card)

    def effect() -> None:
        shoe.cutting_card_out = True
        shoe.shuffle_due = True
        at_once = table.phase is Phase.BETTING
        if at_once:
            shoe.preparation = Preparation.NEEDS_SHUFFLE
        table.state(ShuffleDue(at_once=at_once, clauses=law.dealt_past_cutting_card))

    return effect
