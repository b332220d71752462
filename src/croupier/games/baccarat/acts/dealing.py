"""Rule 6: the deal, and who turns the hands that are dealt face down."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.games.baccarat.facts import TurnersNamed, Whose
from croupier.games.baccarat.round_at_table import RoundAtTable
from croupier.games.baccarat.table_state import shoe_of, state_of, turners_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import dealing
from croupier.table.acts.dealing import Deal, DealRun
from croupier.table.acts.patrons import must_be_here
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()


@acts.act(Deal, Role.DEALER, clauses=of_table(lambda law: law.dealing))
def deal(table: Table, command: Deal, by: Person) -> Effect:
    _must_be_due(table)
    if _follows_a_stray_third_card(table, command):
        dealing.must_be_next(table, command.card)
        card, laid_on = command.card, command.laid_on
    else:
        card, laid_on = dealing.must_be_dealt(table, command)
    return lambda: _deal(table, lambda: dealing.lay(table, card, laid_on))


def _follows_a_stray_third_card(table: Table, command: Deal) -> bool:
    """True if the error is found only after this card: it was laid behind a stray third card."""
    coup, on = table.round, command.laid_on
    if not isinstance(coup, RoundAtTable) or table.phase is not Phase.DEALING or on is None:
        return False
    return coup.third_card_is_astray and coup.has_place(*on)


@acts.act(DealRun, Role.DEALER, clauses=of_table(lambda law: law.dealing))
def deal_run(table: Table, command: DealRun, by: Person) -> Effect:
    _must_be_due(table)
    dealing.must_be_a_run(table, command)
    return lambda: _deal(table, lambda: dealing.lay_run(table, command.cards))


def _must_be_due(table: Table) -> None:
    coup, shoe = table.round, table.shoe
    if not isinstance(coup, RoundAtTable) or table.phase is not Phase.DEALING:
        return
    if coup.removal_open:
        raise Refused("patrons may remove their wagers first", table.law.misplaced_in_round)
    if coup.hands_to_turn:
        raise Refused("the hands are to be turned first", state_of(table).rules.law.turned)
    if not shoe.remaining and not shoe.pending:
        raise Refused("no card is left to complete the round", table.law.shoe_exhausted)


def _deal(table: Table, lay: Effect) -> None:
    coup, patrons, shoe = table.round, table.patrons, shoe_of(table)
    waited = bool(shoe.pending)
    lay()
    if waited:
        shoe.seen_since = False
    if isinstance(coup, RoundAtTable) and coup.round.is_no_bet_coup:
        patrons.forget_the_last_round()  # nobody let a round pass on which nobody may bet
    for player in state_of(table).sent_back & set(patrons.idle):
        patrons.idle[player] = []  # who wagered did not let it pass


class NameTurners(Command, frozen=True, tag="name-turners"):
    """A supervisor says who turns a hand that is dealt face down; nobody named is the dealer."""

    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True

    hand: Whose
    players: tuple[str, ...] = ()


@acts.act(NameTurners, Role.SUPERVISOR, clauses=lambda rules: rules.law.turned)
def name_turners(table: Table, command: NameTurners, by: Person) -> Effect:
    house = state_of(table)
    law, hand = house.rules.law, command.hand
    table.must_be_open()
    players = tuple(dict.fromkeys(command.players))
    for player in players:
        must_be_here(table, player)
    if house.turners.get(hand, ()) == players:
        raise Refused("it has been said already", law.turned)

    def effect() -> None:
        house.turners[hand] = players
        table.add_fact(TurnersNamed(hand=hand, players=players, clauses=law.turned))

    return effect


class Turn(Command, frozen=True, tag="turn"):
    """Whoever was named turns a card of a hand; with no player, the dealer does."""

    hand: Whose
    place: int
    player: str | None = None


@acts.act(Turn, Role.PLAYER, clauses=lambda rules: rules.law.turned)
def turn(table: Table, command: Turn, by: Person) -> Effect:
    house, coup = state_of(table), table.round
    law = house.rules.law
    if not isinstance(coup, RoundAtTable) or table.phase is not Phase.DEALING:
        raise Refused("no round is in play", law.turned)
    if command.hand not in coup.hands_to_turn:
        raise Refused(f"the {command.hand}'s hand is not to be turned", law.turned)
    if command.place not in coup.hidden(command.hand):
        raise Refused(f"place: no card lies face down at {command.place}", law.turned)
    here = turners_of(table, command.hand)
    if command.player is None and here:
        raise Refused(f"{', '.join(here)} may turn the {command.hand}'s hand", law.turned)
    if command.player is not None and command.player not in here:
        raise Refused(f"{command.player} was not named to turn it", law.turned)
    who = by.name if command.player is None else command.player

    def effect() -> None:
        coup.turn(command.hand, command.place, who, law.turned)
        table.follow()

    return effect


class CardExposed(Command, frozen=True, tag="card-exposed"):
    """A card that lay face down is seen by accident."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    hand: Whose
    place: int


@acts.act(
    CardExposed,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.turned, rules.law.misplaced, rules.law.reopened),
)
def card_exposed(table: Table, command: CardExposed, by: Person) -> Effect:
    law, coup = state_of(table).rules.law, table.round
    if not isinstance(coup, RoundAtTable) or table.phase is not Phase.DEALING:
        raise Refused("no round is in play", law.turned)
    if command.place not in coup.hidden(command.hand):
        raise Refused(f"place: no card lies face down at {command.place}", law.turned)
    if coup.removal_open:
        raise Refused("patrons may remove their wagers first", table.law.misplaced_in_round)

    def effect() -> None:
        clauses = Clauses((*law.turned, *law.reopened))
        coup.turn(command.hand, command.place, "accident", clauses)
        table.follow()

    return effect
