"""Dealing the card that is due, and the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import count_rounds
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.chips_and_float import note_owed
from croupier.table.acts.patrons import depart
from croupier.table.acts.sign import change_sign_if_due
from croupier.table.facts import RoundEnded
from croupier.table.law import of_table
from croupier.table.table import BETTING, DEALING, SETTLED, Collected, FinishedRound

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.game_protocol import GameRound
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class Deal(Command, frozen=True, tag="deal"):
    """The dealer deals the card that is due, where it is due.

    `laid_on` names the box and hand (dealer: box 0) where it was laid instead, by mistake.
    """

    needs_cards_in_hand: ClassVar[bool] = True
    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX, Target.HAND)
    puts_right: ClassVar[bool] = False

    card: Card
    laid_on: tuple[int, int] | None = None


class DealRun(Command, frozen=True, tag="deal-run"):
    """The dealer deals several cards from the shoe, one after the other, each where it is due.

    Nobody has anything to decide between them, and nothing else comes between.
    """

    needs_cards_in_hand: ClassVar[bool] = True
    puts_right: ClassVar[bool] = False

    cards: tuple[Card, ...]


def cards_dealt(command: Command) -> tuple[Card, ...]:
    """The cards that a command deals, in their order; none, if it does something else."""
    if type(command) is DealRun:
        return command.cards
    return (command.card,) if type(command) is Deal else ()


@acts.act(Deal, Role.DEALER, clauses=of_table(lambda law: law.dealing))
def deal(table: Table, command: Deal, by: Person) -> Effect:
    card, laid_on = must_be_dealt(table, command)
    return lambda: lay(table, card, laid_on)


@acts.act(DealRun, Role.DEALER, clauses=of_table(lambda law: law.dealing))
def deal_run(table: Table, command: DealRun, by: Person) -> Effect:
    must_be_a_run(table, command)
    return lambda: lay_run(table, command.cards)


def must_be_dealt(table: Table, command: Deal) -> tuple[Card, tuple[int, int] | None]:
    """The card and where it lies, if that is not where it is due; else raise `Refused`."""
    law, game_round = table.law, _must_be_due(table)
    card, laid_on = command.card, command.laid_on
    must_be_next(table, card)
    if laid_on is not None:
        if not game_round.has_place(*laid_on):
            raise Refused(f"laid_on: there is no hand {laid_on[1]} on box {laid_on[0]}", law.box)
        if laid_on == game_round.card_due_to:
            laid_on = None
    return card, laid_on


def must_be_a_run(table: Table, command: DealRun) -> None:
    """Refuse cards that are not all due in a row, or cannot all come from the shoe."""
    cards, law, shoe, game_round = command.cards, table.law, table.shoe, _must_be_due(table)
    if shoe.pending:
        raise Refused("a card that was drawn in error is the next card", law.drawn_in_error)
    _must_come_from_the_shoe(table)
    due = len(game_round.run_of(iter(cards[: shoe.remaining])))
    if not 0 < len(cards) == due:
        said = f"cards: {len(cards)} are named, and {due or 'at least 1'} of them can be dealt"
        raise Refused(f"{said} before anything else", law.drawn_in_error)
    out, decks = shoe.out, shoe.decks
    copies = 1 if len(set(cards)) == len(cards) else len(cards)  # of any card, at the most
    for card in cards:
        if out.get(card, 0) + copies > decks:
            must_be_possible(table, card, cards.count(card))


def _must_be_due(table: Table) -> GameRound:
    """The round in which a card is due."""
    game_round = table.round
    if game_round is None or table.phase is not DEALING:
        raise Refused("no card is due", table.law.drawn_in_error)
    if game_round.card_due_to is None:
        if game_round.astray:
            raise Refused("a card lies on the wrong hand", table.law.misplaced_in_round)
        raise Refused("no card is due", table.law.drawn_in_error)
    return game_round


def must_be_next(table: Table, card: Card) -> None:
    """Whether this can be the next card: one that waits, or else any that the shoe has left."""
    law, shoe = table.law, table.shoe
    if shoe.pending:
        waiting = shoe.pending[0]
        if waiting is not None and waiting is not card:
            raise Refused(f"{waiting} was drawn in error and is the next card", law.drawn_in_error)
        if waiting is not None:
            return
    else:
        _must_come_from_the_shoe(table)
    must_be_possible(table, card)


def _must_come_from_the_shoe(table: Table) -> None:
    if table.shoe.burns_due:
        raise Refused("a card is to be burnt first", table.law.burn)
    must_be_in_the_shoe(table)


def lay(table: Table, card: Card, laid_on: tuple[int, int] | None) -> None:
    """Deal one card, where it is due or where it was laid by mistake."""
    shoe, game_round = table.shoe, table.round
    assert game_round is not None
    if not shoe.layout:
        count_rounds(table)
    if shoe.pending:
        if shoe.pending.popleft() is None:
            shoe.out[card] += 1
    else:
        shoe.take(card)
    shoe.layout.append(card)
    table.before_last_card = table.seen
    if laid_on is None:
        game_round.deal_card(card)
    else:
        game_round.misplace(card, *laid_on)
    table.follow()


def lay_run(table: Table, cards: tuple[Card, ...]) -> None:
    """Deal cards of the shoe where they are due."""
    shoe, game_round = table.shoe, table.round
    assert game_round is not None
    if not shoe.layout:
        count_rounds(table)
    shoe.take_run(cards)
    shoe.layout += cards
    table.before_last_card = table.seen
    game_round.deal_run(cards)
    table.follow()


class Collect(Command, frozen=True, tag="collect"):
    """The round is over: the cards go to the discard rack and betting opens for the next."""

    puts_right: ClassVar[bool] = False


@acts.act(Collect, Role.DEALER, clauses=of_table(lambda law: law.round_of_play))
def collect(table: Table, command: Collect, by: Person) -> Effect:
    law = table.law
    if table.phase is not SETTLED:
        raise Refused("the round is not over", law.round_of_play)
    assert table.round is not None
    if table.round.unsettled:
        raise Refused(
            "a misplaced card has left wagers undecided",
            Clauses((*law.misplaced_in_round, *law.void_round)),
        )
    return lambda: end_round(table, law.round_of_play)


def end_round(table: Table, clauses: Clauses) -> None:
    shoe = table.shoe
    assert table.round is not None
    table.last = Collected(
        round=table.round, wagers=list(table.wagers), rounds_left=table.rounds_left,
        rack=len(shoe.rack), mixings=shoe.mixings, mixed=tuple(shoe.mixed),
    )  # fmt: skip
    facts, cards = tuple(table.round.facts), tuple(shoe.layout)
    table.add_round(FinishedRound(table.number, facts=facts, cards=cards))
    bettors = [wager.player for wager in table.wagers]
    table.wagers.clear()
    shoe.collect()
    table.add_fact(RoundEnded(round=table.number, clauses=clauses))
    if table.rounds_left is not None and table.rounds_left > 0:
        table.rounds_left -= 1
    table.game.between_rounds(table)
    table.phase = BETTING
    table.betting_since = table.now
    change_sign_if_due(table)
    if table.tournament is not None:
        from croupier.table.tournament_rules import round_ended

        round_ended(table, table.fresh)
    else:
        note_owed(table, bettors, table.law.wagers_frozen)
    if table.patrons.excluded:
        for player in [p for p in table.patrons.arrived if p in table.patrons.excluded]:
            depart(table, player)


def end_void_round(table: Table) -> None:
    """The round has no result: its cards are collected, and it is as if it had not been played."""
    end_round(table, table.law.round_of_play)
    table.rounds[-1].void = True
    table.patrons.forget_the_last_round()
