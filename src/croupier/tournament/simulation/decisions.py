"""How simulated players decide, game by game: a few plain habits that need no analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from croupier.aggregate.roles import Person, Role
from croupier.game_parts import Slot
from croupier.games.baccarat.hands import TIE
from croupier.games.blackjack import asks_and_answers as blackjack
from croupier.games.holdem import asks_and_answers as holdem

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

DEALER = Person("dealer", Role.DEALER)


class SimulatedPlayers(Protocol):
    """What a simulated tournament needs of a game."""

    @property
    def never_wagered(self) -> frozenset[str]:
        """Main wagers that nobody makes."""

    @property
    def answer(self) -> Callable[[Table, int], tuple[Command, str | None]]:
        """What is said next at a table, and by which player; None for the dealer."""


SIMULATED_PLAYERS: Slot[SimulatedPlayers] = Slot("simulated_players")


@dataclass(frozen=True, slots=True)
class _Players:
    answer: Callable[[Table, int], tuple[Command, str | None]]
    never_wagered: frozenset[str] = frozenset()


def _due(table: Table) -> tuple[Any, Any]:
    """The round in play, and what it waits for."""
    round: Any = getattr(table.round, "round", None)
    return round, getattr(round, "due", None)


def _blackjack(table: Table, at: int) -> tuple[Command, str | None]:
    """Double ten and eleven with the chips for it, and draw to seventeen."""
    _, due = _due(table)
    if not isinstance(due, blackjack.Choice):
        return blackjack.MoveOn(), None
    hand, box = due.hand, due.box.number
    wager = hand.bets[0].stake
    if hand.total in (10, 11) and len(hand.cards) == 2 and table.chips.rack(due.player) >= wager:
        double = blackjack.Double(box=box, hand=hand.place, amount=wager)
        if table.check(double, DEALER, at) is None:
            return double, None
    draws = blackjack.Hit if hand.total < 17 else blackjack.Stand
    return draws(box=box, hand=hand.place), None


def _baccarat(table: Table, at: int) -> tuple[Command, str | None]:
    return blackjack.MoveOn(), None


def _holdem(table: Table, at: int) -> tuple[Command, str | None]:
    """Four antes on a pair, an ace or a king; otherwise check to the river, and call there."""
    round, due = _due(table)
    if isinstance(due, holdem.HandDue | holdem.Conceding):
        return holdem.TakeAndPay(), None
    assert isinstance(due, holdem.Betting)
    seat = round.asked[0]
    return _bet(round, seat, table.chips.rack(seat.player)), seat.player


def _bet(round: Any, seat: Any, chips: int) -> Command:
    ranks = {card.rank for card in seat.cards}
    if round.stage == "before the flop" and (len(ranks) == 1 or ranks & {"A", "K"}):
        for times in (4, 3):
            if chips >= times * seat.ante:
                return holdem.PlayWager(box=seat.number, amount=times * seat.ante)
    if round.betting_law.check is not None:
        return holdem.Check(box=seat.number)
    if chips >= seat.ante:
        return holdem.PlayWager(box=seat.number, amount=seat.ante)
    return holdem.Fold(box=seat.number)


BLACKJACK = _Players(_blackjack)
BACCARAT = _Players(_baccarat, frozenset({TIE}))
HOLDEM = _Players(_holdem)
