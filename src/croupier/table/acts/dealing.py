"""Dealing the card that is due, and the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import count_rounds
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.patrons import depart
from croupier.table.acts.sign import change_sign_if_due
from croupier.table.facts import RoundEnded
from croupier.table.law import of_table
from croupier.table.table import Collected, FinishedRound, Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class Deal(Command, frozen=True, tag="deal"):
    """The dealer deals the card that is due, where it is due.

    `laid_on` names the box and hand (dealer: box 0) where it was laid instead, by mistake.
    """

    card: Card
    laid_on: tuple[int, int] | None = None


@acts.act(Deal, Role.DEALER, clauses=of_table(lambda law: law.dealing))
def deal(table: Table, command: Deal, by: Person) -> Effect:
    law, shoe, game_round = table.law, table.shoe, table.round
    if game_round is None or table.phase is not Phase.DEALING:
        raise Refused("no card is due", law.drawn_in_error)
    if game_round.card_due_to is None:
        if game_round.astray:
            raise Refused("a card lies on the wrong hand", law.misplaced_in_round)
        raise Refused("no card is due", law.drawn_in_error)
    card, laid_on = command.card, command.laid_on
    _must_be_next(table, card)
    if laid_on is not None:
        if not game_round.has_place(*laid_on):
            raise Refused(f"laid_on: there is no hand {laid_on[1]} on box {laid_on[0]}", law.box)
        if laid_on == game_round.card_due_to:
            laid_on = None

    def effect() -> None:
        assert table.round is not None
        if not shoe.layout:
            count_rounds(table)
        if shoe.pending:
            if shoe.pending.popleft() is None:
                shoe.out[card] += 1
        else:
            shoe.take(card)
        shoe.layout.append(card)
        if laid_on is None:
            table.round.deal_card(card)
        else:
            table.round.misplace(card, *laid_on)
        table.follow()

    return effect


def _must_be_next(table: Table, card: Card) -> None:
    """Whether this can be the next card: one that waits, or else any that the shoe has left."""
    law, shoe = table.law, table.shoe
    if shoe.pending:
        waiting = shoe.pending[0]
        if waiting is not None and waiting is not card:
            raise Refused(f"{waiting} was drawn in error and is the next card", law.drawn_in_error)
        if waiting is not None:
            return
    else:
        if shoe.burns_due:
            raise Refused("a card is to be burnt first", law.burn)
        must_be_in_the_shoe(table)
    must_be_possible(table, card)


class Collect(Command, frozen=True, tag="collect"):
    """The round is over: the cards go to the discard rack and betting opens for the next."""


@acts.act(Collect, Role.DEALER, clauses=of_table(lambda law: law.round_of_play))
def collect(table: Table, command: Collect, by: Person) -> Effect:
    law = table.law
    if table.phase is not Phase.SETTLED:
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
    if table.rounds:
        table.rounds[-1].fade(table.lasting, with_cards=table.game.shows_past_cards)
    table.rounds.append(
        FinishedRound(table.number, facts=tuple(table.round.facts), cards=tuple(shoe.layout))
    )
    table.wagers.clear()
    shoe.collect()
    table.add_fact(RoundEnded(round=table.number, clauses=clauses))
    if table.rounds_left is not None and table.rounds_left > 0:
        table.rounds_left -= 1
    table.game.between_rounds(table)
    table.phase = Phase.BETTING
    table.betting_since = table.now
    change_sign_if_due(table)
    if table.tournament is not None:
        from croupier.table.tournament_rules import round_ended

        round_ended(table, table.fresh)
    for player in [p for p in table.patrons.arrived if p in table.patrons.excluded]:
        depart(table, player)
