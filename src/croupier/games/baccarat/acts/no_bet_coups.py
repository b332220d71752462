"""Rules 4.7 to 4.9: no-bet coups that are asked for, or dealt at an empty table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.baccarat.acts.wagering import must_be_ruled_on
from croupier.games.baccarat.facts import NoBetWish
from croupier.games.baccarat.table_state import no_bet_door, patrons_at, state_of
from croupier.games.baccarat.wager_rules import no_bet_coup_under
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import take_back
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised
from croupier.table.law import together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()


class AskForNoBetCoup(Command, frozen=True, tag="ask-for-no-bet-coup"):
    """A player would like the next round to be played without wagers."""

    why_staff_may: ClassVar[str] = "each player has to agree to it before anything follows"

    player: str


@acts.act(
    AskForNoBetCoup,
    Role.PLAYER,
    clauses=lambda rules: together(rules.law.no_bet_asked_for, rules.law.no_bet_coup),
)
def ask_for_no_bet_coup(table: Table, command: AskForNoBetCoup, by: Person) -> Effect:
    house, player = state_of(table), command.player
    law = house.rules.law
    _must_be_betting(table, player, law.no_bet_asked_for)
    if player in house.asked:
        raise Refused(f"{player} has asked already", law.no_bet_asked_for)

    def effect() -> None:
        house.asked.add(player)
        house.agreed.add(player)
        table.add_fact(NoBetWish(player=player, wish="asks", clauses=law.no_bet_asked_for))

    return effect


class AnswerNoBetCoup(Command, frozen=True, tag="answer-no-bet-coup"):
    """A player agrees to a no-bet coup, or does not; who says nothing has not agreed."""

    player: str
    agrees: bool = True


@acts.act(
    AnswerNoBetCoup,
    Role.PLAYER,
    clauses=lambda rules: together(rules.law.no_bet_agreed, rules.law.no_bet_coup),
)
def answer_no_bet_coup(table: Table, command: AnswerNoBetCoup, by: Person) -> Effect:
    house, player = state_of(table), command.player
    law = house.rules.law
    _must_be_betting(table, player, law.no_bet_agreed)
    if house.directed is not None:
        raise Refused("the no-bet coup has been directed", law.no_bet_agreed)
    if (player in house.agreed) is command.agrees:
        raise Refused(f"{player} has said so already", law.no_bet_agreed)

    def effect() -> None:
        wish = "agrees" if command.agrees else "does not agree"
        if command.agrees:
            house.agreed.add(player)
        else:
            house.agreed.discard(player)
            house.asked.discard(player)
        table.add_fact(NoBetWish(player=player, wish=wish, clauses=law.no_bet_agreed))

    return effect


class DirectNoBetCoup(Command, frozen=True, tag="direct-no-bet-coup"):
    """A supervisor directs that no wagers be made on the next round."""


@acts.act(
    DirectNoBetCoup,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.law.no_bet_asked_for,
        rules.law.no_bet_agreed,
        rules.law.no_bet_without_patrons,
        rules.law.no_bet_coup,
    ),
)
def direct_no_bet_coup(table: Table, command: DirectNoBetCoup, by: Person) -> Effect:
    house = state_of(table)
    law = house.rules.law
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("a round is in play", law.no_bet_coup)
    must_be_ruled_on(table)
    if (door := no_bet_door(table)) is not None:
        raise Refused(f"the next round is a no-bet coup already: {door}", law.no_bet_coup)
    clauses = no_bet_coup_under(
        law, patrons=patrons_at(table), asked=house.asked, agreed=house.agreed
    )

    def effect() -> None:
        house.directed = clauses
        table.add_fact(
            Exercised(power="no-bet coup", subject=f"round {table.number + 1}", clauses=clauses)
        )
        clear_wagers(table, clauses)

    return effect


def clear_wagers(table: Table, clauses: Clauses) -> None:
    """Every wager is removed from the layout before a no-bet coup."""
    for wager in list(table.wagers):
        take_back(table, wager, clauses)


def _must_be_betting(table: Table, player: str, clauses: Clauses) -> None:
    must_be_here(table, player)
    table.must_be_open()
    if table.phase is not Phase.BETTING:
        raise Refused("a round is in play", clauses)
