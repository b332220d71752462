"""How mini-baccarat is played from Python: wagers are all that anybody decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.cases import winner
from croupier.games.baccarat.hands import Bet, Count
from croupier.games.baccarat.hands import to_burn as burnt_after
from croupier.games.baccarat.round import CardDue, Round
from croupier.games.baccarat.settlement import ends_shoe as is_over_after
from croupier.games.baccarat.table_state import BaccaratShoe
from croupier.games.baccarat.wager_rules import bets_in_play
from croupier.play import rules_at
from croupier.play.seat_views import HandSeen, StakeSeen
from croupier.rulebook.citations import Clauses, NoRuling, Refused

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import NoReturn

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.games.baccarat.hands import Hand
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.play import Asked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

CARD_DUE = CardDue
MOVES: frozenset[type[Command]] = frozenset()
SHUFFLED_EVERY_ROUND = False


def lays(wager: str) -> tuple[str, ...]:
    return (wager,)


def lay_out(table: Table, ruled: Sequence[Admitted]) -> tuple[BaccaratRules, list[Bet]]:
    return rules_at(table), bets_in_play(ruled)


def begin(layout: tuple[BaccaratRules, list[Bet]]) -> Round:
    rules, laid = layout
    return Round(rules, [Bet(bet.player, bet.wager, bet.stake, bet.box) for bet in laid])


def cards_of_the_deal(round: Round) -> int:
    return 4


def dealt(round: Round) -> list[Card]:
    return [*round.player.cards, *round.banker.cards]


def to_burn(table: Table, first: Card) -> tuple[int, bool]:
    shoe, law = table.shoe, rules_at(table).law
    is_shown = isinstance(shoe, BaccaratShoe) and shoe.shows_first_burn
    burnt = table.game.burns_on_new_shoe()
    return (burnt + burnt_after(law, first).value, True) if is_shown else (burnt, False)


def ends_shoe(round: Round, extended: bool) -> bool:
    return is_over_after(winner(round.player.total, round.banker.total), one_more=extended)


# --- nobody is asked


def asked(round: Round, passed: Collection[Asked]) -> None:
    """The tableau draws the cards."""


def candidates(round: Round, asked: Asked) -> tuple[Command, ...]:
    return ()


def may_pass(round: Round) -> bool:
    return False


def why_not(round: Round, move: Command) -> Refused | None:
    return Refused(
        "the tableau draws the cards, and nobody decides anything", round.law.third_cards
    )


def go_on(round: Round) -> NoReturn:
    raise NoRuling("a coup waits for nothing but cards")


def when_dealt(round: Round) -> None:
    """All cards lie face up."""


# --- what is seen


def hand(round: Round, asked: Asked) -> None:
    """Nobody is asked about a hand."""


def boxes(round: Round, seat: str | None, asked: Asked | None) -> tuple[HandSeen, ...]:
    return ()


def common(round: Round) -> tuple[HandSeen, ...]:
    return (_seen(round, round.player), _seen(round, round.banker))


def _seen(round: Round, hand: Hand) -> HandSeen:
    """A hand with the wagers that it decides; those on a tie lie with the player's."""
    whose = str(hand.whose)
    wagers = {whose, f"{whose}-pair", "tie" if hand is round.player else ""}
    return HandSeen(
        whose,
        tuple(hand.cards),
        hand.total if hand.cards else None,
        words=Count(hand.total, hand.is_natural, _NO_CLAUSES).words if hand.cards else "",
        stakes=tuple(
            StakeSeen(bet.player, bet.wager, bet.stake)
            for bet in round.bets
            if bet.open and bet.wager in wagers
        ),
    )


_NO_CLAUSES = Clauses(())
