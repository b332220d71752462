"""How Ultimate Texas Hold'em is played from Python."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from croupier.games.holdem import legal_answers
from croupier.games.holdem.asks_and_answers import (
    Betting,
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import DEALER as DEALERS
from croupier.games.holdem.hands import ANTE, BLIND, Box
from croupier.games.holdem.round import Round
from croupier.games.holdem.views import declared, open_cards, places_seen
from croupier.games.holdem.wager_rules import boxes_in_play
from croupier.play import Asked, rules_at
from croupier.play.seat_views import BOARD, BOX, DEALER, HandSeen, StakeSeen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

why_not = legal_answers.why_not

CARD_DUE = CardDue
MOVES: frozenset[type[Command]] = frozenset({Fold, Check, PlayWager, Concede})
SHUFFLED_EVERY_ROUND = True


def lays(wager: str) -> tuple[str, ...]:
    return (ANTE, BLIND) if wager == ANTE else (wager,)


def lay_out(table: Table, ruled: Sequence[Admitted]) -> tuple[HoldemRules, list[Box]]:
    rules: HoldemRules = rules_at(table)
    return rules, boxes_in_play(rules, table.sign, ruled)


def begin(layout: tuple[HoldemRules, list[Box]]) -> Round:
    rules, laid = layout
    return Round(
        rules,
        [
            Box(b.number, b.player, b.ante, b.blind, b.trips, b.ante_placed, b.play_limits)
            for b in laid
        ],
    )


def cards_of_the_deal(round: Round) -> int:
    return 5 + 2 * (len(round.boxes) + 1)


def dealt(round: Round) -> list[Card]:
    return [*round.communal, *round.dealer, *(card for box in round.boxes for card in box.cards)]


def to_burn(table: Table, first: Card) -> tuple[int, bool]:
    return table.game.burns_on_new_shoe(), False


def ends_shoe(round: Round, extended: bool) -> bool:
    return True


# --- who is asked


def asked(round: Round, passed: Collection[Asked]) -> Asked | None:
    due = round.due
    if type(due) is Betting:
        box = round.asked[0]
        return Asked(box.player, box.number)
    if isinstance(due, Conceding) and round.rules.offer_concession:
        for box in round.live:
            if (who := Asked(box.player, box.number)) not in passed:
                return who
    return None


def candidates(round: Round, asked: Asked) -> Iterable[Answer]:
    return legal_answers.candidates(round, asked.seat)


def may_pass(round: Round) -> bool:
    return isinstance(round.due, Conceding)


def go_on(round: Round) -> TakeAndPay:
    return TakeAndPay()


def when_dealt(round: Round) -> None:
    for box in round.boxes:
        round.handle(box.number)


# --- what is seen


def hand(round: Round, asked: Asked) -> HandSeen:
    return _seen(round, round.box(asked.box), asked.seat, is_asked=True)


def boxes(round: Round, seat: str | None, asked: Asked | None) -> tuple[HandSeen, ...]:
    at = asked.box if asked is not None else None
    return tuple(_seen(round, box, seat, is_asked=box.number == at) for box in round.boxes)


def common(round: Round) -> tuple[HandSeen, ...]:
    words = declared(round, DEALERS) if round.dealers_hand is not None else None
    return (
        HandSeen(DEALER, open_cards(round.dealer, round.dealer_up), words=words or ""),
        HandSeen(BOARD, open_cards(round.communal, round.communal_up)),
    )


def _seen(round: Round, box: Box, seat: str | None, *, is_asked: bool) -> HandSeen:
    words = declared(round, box.number) if box.turned_up else None
    places = places_seen(round, box, seat)
    sees_all = len(places) == len(box.cards)
    return HandSeen(
        BOX,
        tuple(box.cards) if sees_all else open_cards(box.cards, places),
        words=words or "",
        stakes=tuple(map(StakeSeen, repeat(box.player), box.stakes, box.stakes.values())),
        ended=box.ended,
        box=box.number,
        is_asked=is_asked,
    )
