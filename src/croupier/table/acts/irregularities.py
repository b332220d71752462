"""Rule 14: what happens when dealing goes wrong, step by step as the rules prescribe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.chips import dollars
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import act
from croupier.table.acts.cards import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.dealing import burn_carried_cards
from croupier.table.acts.patrons import note_debts
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
    from croupier.table.game import GameRound
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
        if table.phase is Phase.BETTING:
            burn_carried_cards(table)

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
    if game_round is None or not table.in_play:
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
    if table.in_play:
        game_round = table.round
    elif table.rounds and table.rounds[-1].void:
        raise Refused("the round is void", law.misplaced_in_round)
    else:
        game_round = table.last.round if table.last else None
    if game_round is None:
        raise Refused("no round has been played", law.misplaced_in_round)
    if not game_round.misplaced:
        raise Refused("every card lies where it was due", law.misplaced_in_round)
    rebuilt, left, kept = game_round.rebuilt()
    brought_back = not table.in_play and not rebuilt.over
    if brought_back:
        _can_be_brought_back(table)

    def effect() -> None:
        number = table.number if table.in_play else table.rounds[-1].number
        table.state(
            Reconstructed(
                round=number, decisions_kept=kept,
                waiting=tuple(left) if table.in_play or brought_back else (),
                out_of_the_rack=brought_back, clauses=law.misplaced_in_round,
            )
        )  # fmt: skip
        table.withdraw(game_round)
        if table.in_play:
            _lay_again(table, rebuilt, left)
        elif brought_back:
            _bring_back_last_round(table)
            _lay_again(table, rebuilt, left)
        else:
            _correct_settlement(table, rebuilt)
        note_debts(table, law.misplaced_in_round)

    return effect


def _can_be_brought_back(table: Table) -> None:
    """A round that is collected can go on only if nothing has taken its place yet."""
    law = table.law
    if table.phase is not Phase.BETTING or table.wagers:
        raise Refused(
            "the round has to be played on, and wagers for the next are down",
            law.misplaced_in_round,
        )
    assert table.last is not None
    if table.shoe.mixings != table.last.mixings:
        raise Refused(
            "the round has to be played on, and its cards are mixed with the others",
            Clauses((*law.misplaced_in_round, *law.void_round)),
        )


def _bring_back_last_round(table: Table) -> None:
    """The cards come back out of the discard rack, and the chips that were won and lost."""
    assert table.last is not None
    past, last, shoe = table.rounds.pop(), table.last, table.shoe
    shoe.layout = list(past.cards)
    del shoe.rack[last.rack : last.rack + len(past.cards)]
    table.wagers = list(last.wagers)
    table.rounds_left = last.rounds_left
    shoe.preparation = Preparation.LOADED


def _lay_again(table: Table, rebuilt: GameRound, left: list[Card]) -> None:
    patrons, shoe = table.patrons, table.shoe
    for player in dict.fromkeys(wager.player for wager in table.wagers):
        rebuilt.set_absent(player, player in patrons.away or player not in patrons.arrived)
    del shoe.layout[len(shoe.layout) - len(left) :]
    shoe.pending.extendleft(reversed(left))
    table.begin_round(rebuilt)
    table.phase = Phase.SETTLED if rebuilt.over else Phase.DEALING


def _correct_settlement(table: Table, rebuilt: GameRound) -> None:
    """The round is complete as rebuilt: its cards stay in the rack, only chips move."""
    assert table.last is not None
    for fact in rebuilt.facts:
        table.state(fact)
    table.rounds[-1].facts = tuple(rebuilt.facts)
    if table.round is table.last.round:
        table.round = rebuilt
    table.last.round = rebuilt


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
    if not (table.in_play or table.rounds[-1].number > past.number):
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
    standing = past.standing()
    for fact in standing:
        table.state(Reversed.of(fact, clauses))
    for player in dict.fromkeys(fact.player for fact in standing):
        held = table.chips.rack(player)
        if held > 0 and player not in table.patrons.arrived:
            table.state(
                Notified(
                    to="floor", about="owed to a player", detail=f"{player}: {dollars(held)}",
                    clauses=clauses,
                )
            )  # fmt: skip
    note_debts(table, clauses)


class DealtPastCuttingCard(Command, frozen=True, tag="dealt-past-cutting-card"):
    """It is noticed that dealing went on after the cutting card; what was dealt stands."""


@act(DealtPastCuttingCard, Role.DEALER)
def dealt_past_cutting_card(table: Table, command: DealtPastCuttingCard, by: Person) -> Effect:
    law, shoe = table.law, table.shoe
    if shoe.machine:
        raise Refused("the automated shuffling shoe is in use", law.machine)
    table.refuse_unless(shoe.ready, "no shoe is in use", law.dealt_past_cutting_card)
    if shoe.cutting_card_out:
        raise Refused("the cutting card was seen when it came", law.dealt_past_cutting_card)

    def effect() -> None:
        shoe.cutting_card_out = True
        shoe.shuffle_due = True
        at_once = table.phase is Phase.BETTING
        if at_once:
            shoe.preparation = Preparation.NEEDS_SHUFFLE
        table.state(ShuffleDue(at_once=at_once, clauses=law.dealt_past_cutting_card))

    return effect
