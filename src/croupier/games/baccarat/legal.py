"""What somebody might do at a baccarat table that other tables do not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role
from croupier.games.baccarat.at_table import RoundAtTable
from croupier.games.baccarat.cards_in_use import ApproveRiffle, AskForRiffle, Riffle
from croupier.games.baccarat.dealing import Turn
from croupier.games.baccarat.misplaced_cards import RemoveWager, ResumeRound
from croupier.games.baccarat.no_bet import AnswerNoBetCoup, AskForNoBetCoup, DirectNoBetCoup
from croupier.games.baccarat.the_shoe import BurnForgotten
from croupier.games.baccarat.voiding_rounds import OutOfCards
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.table.table import Table


def candidates(table: Table, person: Person) -> Iterator[Command]:
    """Each of them without words; which are legal is for the table to judge."""
    if person.role is Role.PLAYER:
        yield AskForNoBetCoup(player=person.name)
        yield AnswerNoBetCoup(player=person.name)
        yield AnswerNoBetCoup(player=person.name, agrees=False)
        yield AskForRiffle(player=person.name)
        yield from _on_the_coup(table, person.name)
    elif person.is_staff:
        yield DirectNoBetCoup()
        yield ApproveRiffle()
        yield Riffle()
        yield BurnForgotten()
        yield OutOfCards()
        yield ResumeRound()
        yield from _on_the_coup(table, None)


def _on_the_coup(table: Table, player: str | None) -> Iterator[Command]:
    """Hands to turn, wagers to remove or withdraw: one's own, or with no name anybody's."""
    coup = table.round
    if not isinstance(coup, RoundAtTable):
        return
    for hand in coup.hands_to_turn:
        for place in coup.hidden(hand):
            for turner in coup.turners.get(hand, ()):
                if player in (None, turner):
                    yield Turn(hand=hand, place=place, player=turner)
            if player is None:
                yield Turn(hand=hand, place=place)
    if coup.removal_open or coup.permitted:
        for bet in coup.round.bets:
            if bet.open and bet.box is not None and player in (None, bet.player):
                yield RemoveWager(player=bet.player, box=bet.box, wager=bet.wager)
                yield PlaceWager(player=bet.player, box=bet.box, amount=0, wager=bet.wager)
