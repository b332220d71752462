"""High Card from Python: wagers are the only moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.play import rules_at
from croupier.play.seat_views import BOX, HandSeen, StakeSeen
from croupier.play.seat_views import DEALER as DEALERS_HAND
from croupier.rulebook.citations import NoRuling, Refused
from high_card.round import DEALER, Bet, CardDue, Round
from high_card.table import bets_in_play

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import NoReturn

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.play import Asked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted
    from high_card.rules import HighCardRules

CARD_DUE = CardDue
MOVES: frozenset[type[Command]] = frozenset()
SHUFFLED_EVERY_ROUND = False


def lays(wager: str) -> tuple[str, ...]:
    return (wager,)


def lay_out(table: Table, ruled: Sequence[Admitted]) -> tuple[HighCardRules, list[Bet]]:
    return rules_at(table), bets_in_play(ruled)


def begin(layout: tuple[HighCardRules, list[Bet]]) -> Round:
    rules, bets = layout
    return Round(rules, [Bet(bet.player, bet.box, bet.wager, bet.stake) for bet in bets])


def cards_of_the_deal(round: Round) -> int:
    return len(round.places)


def dealt(round: Round) -> list[Card]:
    return [*round.cards]


def to_burn(table: Table, first: Card) -> tuple[int, bool]:
    return 0, False


def ends_shoe(round: Round, extended: bool) -> bool:
    return True


def asked(round: Round, passed: Collection[Asked]) -> None:
    """Nobody is asked anything."""


def candidates(round: Round, asked: Asked) -> tuple[Command, ...]:
    return ()


def may_pass(round: Round) -> bool:
    return False


def why_not(round: Round, move: Command) -> Refused | None:
    return Refused("the cards decide, and nobody else", round.rules.law.deal)


def go_on(round: Round) -> NoReturn:
    raise NoRuling("a round waits only for cards")


def when_dealt(round: Round) -> None:
    """All cards lie face up."""


def hand(round: Round, asked: Asked) -> None:
    """Nobody is asked about a hand."""


def boxes(round: Round, seat: str | None, asked: Asked | None) -> tuple[HandSeen, ...]:
    return tuple(
        HandSeen(
            BOX,
            _cards(round, box),
            stakes=tuple(
                StakeSeen(bet.player, bet.wager, bet.stake)
                for bet in round.bets
                if bet.is_open and bet.box == box
            ),
            box=box,
        )
        for box in round.places
        if box != DEALER
    )


def common(round: Round) -> tuple[HandSeen, ...]:
    return (HandSeen(DEALERS_HAND, _cards(round, DEALER)),)


def _cards(round: Round, box: int) -> tuple[Card, ...]:
    card = round.card_of(box)
    return () if card is None else (card,)
