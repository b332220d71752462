"""The answers that a round of blackjack might be given now, for buttons, agents and fuzzers.

Each names the full amount: a whole double, a whole split, insurance of half the wager. Which of
them are legal is for the table to judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.asks import (
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
from croupier.games.blackjack.insurance import answered_by_owners, insurable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.hands import Insurance
    from croupier.games.blackjack.round import Round


def candidates(round: Round, player: str | None) -> Iterator[Answer]:
    """What a player might answer; with no name, what anybody might, and the dealer's moving on."""
    due = round.due
    if isinstance(due, Choice):
        if player in (None, due.player):
            yield from _choices(round, due)
    elif isinstance(due, Election):
        for waiting in due.waiting:
            if player in (None, waiting):
                yield from _elections(round, due, waiting)
    elif isinstance(due, InsuranceWindow):
        offered = _to_owners(round) if due.window is Window.OWNERS else _on_others(round)
        yield from (answer for answer in offered if player in (None, answer.player))
    if player is None:
        yield MoveOn()


def _choices(round: Round, due: Choice) -> Iterator[Answer]:
    box, hand = due.box.number, due.hand.place
    yield Split(box=box, hand=hand)
    yield Double(
        box=box, hand=hand, amount=_whole_double(round, due.hand.own_bet(due.player).stake)
    )
    yield Hit(box=box, hand=hand)
    yield Stand(box=box, hand=hand)


def _elections(round: Round, due: Election, player: str) -> Iterator[Elect]:
    stake = round.may_add(due, player)
    whole = stake if due.action == "split" else _whole_double(round, stake)
    for amount in (whole, 0):
        yield Elect(player=player, box=due.box.number, hand=due.hand.place, amount=amount)


def _whole_double(round: Round, stake: int) -> int:
    return stake - stake % round.rules.double_multiple


def _to_owners(round: Round) -> Iterator[TakeEvenMoney | Insure | DeclineInsurance]:
    answered = answered_by_owners(round)
    for box in round.boxes:
        for main in box.mains:
            player, number = main.player, box.number
            yield TakeEvenMoney(player=player, box=number)
            amount = _half(round, main.amount, round.insurance, player, number, player)
            yield Insure(player=player, box=number, amount=amount)
            if (player, number) not in answered:
                yield DeclineInsurance(player=player, box=number)


def _on_others(round: Round) -> Iterator[Insure]:
    players = dict.fromkeys(main.player for box in round.boxes for main in box.mains)
    for box in round.boxes:
        for main in box.mains:
            for player in players:
                if player != main.player:
                    asked = round.insurance_requests
                    amount = _half(round, main.amount, asked, player, box.number, main.player)
                    yield Insure(player=player, box=box.number, amount=amount, on=main.player)


def _half(round: Round, stake: int, line: list[Insurance], player: str, box: int, on: str) -> int:
    """What is left of half a wager to insure, in the chips there are."""
    wagers = [wager for wager in line if (wager.player, wager.box, wager.on) == (player, box, on)]
    return insurable(round, stake - 2 * sum(wager.amount for wager in wagers))
