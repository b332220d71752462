"""How blackjack and Blackjack Challenge are played from Python."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.hands import Box, Count
from croupier.games.blackjack.insurance import why_not_at_its_time
from croupier.games.blackjack.legal_answers import insurance_of_half
from croupier.games.blackjack.legal_answers import why_not as why_not
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.play import Asked, rules_at
from croupier.play.seat_views import BOX, DEALER, HandSeen, StakeSeen
from croupier.rulebook.citations import Clauses
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.hands import Hand
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

CARD_DUE = CardDue
MOVES: frozenset[type[Command]] = frozenset(
    {Split, Double, Hit, Stand, Elect, TakeEvenMoney, Insure, DeclineInsurance}
)
SHUFFLED_EVERY_ROUND = False


def lays(wager: str) -> tuple[str, ...]:
    return (wager,)


def lay_out(table: Table, ruled: Sequence[Admitted]) -> tuple[BlackjackRules, list[Box]]:
    rules: BlackjackRules = rules_at(table)
    return rules, boxes_in_play(ruled, rules.first_box)


def begin(layout: tuple[BlackjackRules, list[Box]]) -> Round:
    rules, laid = layout
    return Round(
        rules,
        [Box(b.number, b.mains, [*map(copy, b.sides)] if b.sides else []) for b in laid],
    )


def cards_of_the_deal(round: Round) -> int:
    return 2 * len(round.boxes) + 1


def dealt(round: Round) -> list[Card]:
    return [*round.dealer.cards, *(c for b in round.boxes for h in b.hands for c in h.cards)]


def to_burn(table: Table, first: Card) -> tuple[int, bool]:
    return table.game.burns_on_new_shoe(), False


def ends_shoe(round: Round, extended: bool) -> bool:
    return True


# --- who is asked


def asked(round: Round, passed: Collection[Asked]) -> Asked | None:
    due = round.due
    if type(due) is Choice:
        return Asked(due.player, due.box.number, due.hand.place)
    if type(due) is Election:
        return Asked(due.waiting[0], due.box.number, due.hand.place)
    if type(due) is InsuranceWindow and due.window is Window.OWNERS:
        return _owner_asked(round)
    players = dict.fromkeys(main.player for box in round.boxes for main in box.mains)
    others = (Asked(player, ABOUT_OTHERS) for player in players)
    return next((who for who in others if who not in passed and _may_insure(round, who)), None)


ABOUT_OTHERS = 0
"""The box of an offer that is about no box of one's own."""


def _owner_asked(round: Round) -> Asked | None:
    """The first owner to whom insurance or even money is open and who has not declined it."""
    declined = set()
    for answer, _ in reversed(round.answers):  # all since the last card
        if type(answer) is DeclineInsurance:
            declined.add((answer.player, answer.box))
        elif type(answer) is Card:
            break
    for box in round.boxes:
        for main in box.mains:
            player, number = main.player, box.number
            if (player, number) in declined:
                continue
            if (
                why_not_at_its_time(round, insurance_of_half(round, box, main)) is None
                or why_not_at_its_time(round, TakeEvenMoney(player=player, box=number)) is None
            ):
                return Asked(player, number)
    return None


def _may_insure(round: Round, asked: Asked) -> bool:
    """Return True if the wager of another player is open to a seat."""
    offered = (each for each in candidates(round, asked) if isinstance(each, Insure))
    return any(why_not(round, answer) is None for answer in offered)


def candidates(round: Round, asked: Asked) -> Iterable[Answer]:
    answers = legal_answers.candidates(round, asked.seat)
    if isinstance(round.due, InsuranceWindow) and asked.box:  # of one's own boxes, one by one
        return (answer for answer in answers if getattr(answer, "box", None) == asked.box)
    return answers


def may_pass(round: Round) -> bool:
    return isinstance(round.due, InsuranceWindow) and round.due.window is Window.OTHERS


def go_on(round: Round) -> MoveOn:
    return MoveOn()


def when_dealt(round: Round) -> None:
    """All cards lie face up."""


# --- what is seen


def hand(round: Round, asked: Asked) -> HandSeen | None:
    due = round.due
    if type(due) is Choice or type(due) is Election:
        return _seen(due.box, due.hand, True)
    for box in round.boxes:
        if box.number == asked.box:
            return _seen(box, box.hands[asked.hand - 1], True)
    return None


def boxes(round: Round, seat: str | None, asked: Asked | None) -> tuple[HandSeen, ...]:
    at = (asked.box, asked.hand) if asked is not None else None
    return tuple(
        _seen(box, hand, (box.number, hand.place) == at)
        for box in round.boxes
        for hand in box.hands
    )


def common(round: Round) -> tuple[HandSeen, ...]:
    dealer = round.dealer
    total = dealer.total or None
    return (HandSeen(DEALER, tuple(dealer.cards), total, dealer.soft, _words(dealer)),)


def _seen(box: Box, hand: Hand, is_asked: bool) -> HandSeen:
    total, soft, place = hand.total, hand.soft, hand.place
    stakes: tuple[StakeSeen, ...] = ()
    for bet in hand.bets:
        if bet.open:
            stakes += (StakeSeen(bet.player, MAIN, bet.stake + bet.double),)
    if box.sides and place == 1:
        stakes += tuple([StakeSeen(s.player, s.wager, s.amount) for s in box.sides if s.open])
    words = _words(hand) if total == 21 else _NAMES[soft][total]
    return HandSeen(
        BOX, tuple(hand.cards), total or None, soft, words, stakes, hand.ended, box.number, place,
        is_asked,
    )  # fmt: skip


_MOST = 31
"""No hand comes to more: whatever has 21 is over."""
_NAMES = tuple(
    ("", *(Count(total, soft, False, Clauses(())).words for total in range(1, _MOST + 1)))
    for soft in (False, True)
)
"""What a total is called, hard and soft."""


def _words(hand: Hand) -> str:
    return Count(hand.total, hand.soft, hand.is_blackjack, Clauses(())).words if hand.total else ""
