"""Rounds written as cases: cards, wagers, decisions, result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
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
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import BoxMaxScope, Markers, Sign, Wager, close_betting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.blackjack.asks_and_answers import Answer

__all__ = [
    "Case", "Double", "Elect", "Hit", "Insure", "MoveOn", "Outcome", "Split", "Stand",
    "TakeEvenMoney", "play_round", "stakes",
]  # fmt: skip


def stakes(text: str) -> list[Wager]:
    """`"1 P 50; 1 Q 30; 2 R 20 perfect-pairs 5"`: box, player, dollars, then side wagers.

    A player's name with a star is seated at the box: `1 P* 50`.
    """
    wagers: list[Wager] = []
    for part in text.split(";"):
        box, player, *rest = part.split()
        words = ["main", *rest] if rest[0].replace(".", "").isdigit() else rest
        for kind, amount in zip(words[::2], words[1::2], strict=True):
            cents = round(float(amount) * 100)
            wagers.append(Wager(int(box), player.rstrip("*"), kind, cents, player.endswith("*")))
    return wagers


@dataclass
class Case:
    """A round played to where its cards and decisions lead."""

    round: Round
    left: list[Card]
    """Cards that were not drawn."""

    def net(self) -> dict[str, float]:
        """Each player's result in dollars."""
        totals: dict[str, int] = {}
        for fact in self.settled():
            totals[fact.player] = totals.get(fact.player, 0) + fact.net
        return {player: cents / 100 for player, cents in totals.items()}

    def settled(self, wager: str | None = None) -> list[Settled]:
        return [
            fact
            for fact in self.round.facts
            if isinstance(fact, Settled) and wager in (None, fact.wager)
        ]

    def cited(self) -> set[str]:
        return {clause for fact in self.round.facts for clause in fact.clauses}


def play_round(
    instrument: str,
    wagers: str,
    cards: str,
    decisions: Sequence[Answer] = (),
    *,
    absent: Sequence[str] = (),
    **options: object,
) -> Case:
    """Deal the cards in order and answer what is asked from the decisions, in order.

    Insurance windows take every leading `Insure` and `TakeEvenMoney` and are then closed; elections
    take every leading `Elect`. The round may stop early when cards or decisions run out.
    """
    rules = rules_for(instrument, {"decks": 6, **options})
    admitted = close_betting(
        rules.table_law,
        Sign(),
        stakes(wagers),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )
    game = Round(rules, boxes_in_play(admitted), absent=absent)
    shoe = list(parse_cards(cards))
    todo = list(decisions)
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            if not shoe:
                break
            game.deal(shoe.pop(0))
        elif isinstance(due, InsuranceWindow):
            if todo and _belongs(todo[0], due.window):
                game.answer(todo.pop(0))
            else:
                game.answer(MoveOn())
        elif isinstance(due, Election):
            game.answer(todo.pop(0) if todo and isinstance(todo[0], Elect) else MoveOn())
        elif isinstance(due, Choice):
            if not todo:
                break
            game.answer(todo.pop(0))
    assert not todo, f"decisions never asked for: {todo}"
    return Case(game, shoe)


def _belongs(answer: Answer, window: Window) -> bool:
    if isinstance(answer, TakeEvenMoney):
        return window is Window.OWNERS
    if isinstance(answer, Insure):
        return (answer.on not in (None, answer.player)) == (window is Window.OTHERS)
    return False
