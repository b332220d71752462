"""Undoing wagers: one player's, or a whole round's, as if they had never been made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.round import Round
    from croupier.rulebook.citing import Clauses

INSURANCE = "insurance"


@dataclass(frozen=True, slots=True)
class OpenStake:
    """Chips on the layout that nothing has decided yet, and how to take them off."""

    player: str
    box: int
    hand: int | None
    wager: str
    amount: int
    on: str | None
    close: Callable[[], None]

    def belongs_to(self, player: str, box: int, wager: str | None) -> bool:
        """Whether it is this wager of the player's, or insurance on it."""
        if self.box != box:
            return False
        if self.wager == INSURANCE:
            return self.on == player and wager in (None, MAIN, INSURANCE)
        return self.player == player and wager in (None, self.wager)


def open_stakes(round: Round) -> Iterator[OpenStake]:
    for box in round.boxes:
        for hand in box.hands:
            for bet in hand.bets:
                if bet.open:
                    close = _closing(bet)
                    yield OpenStake(
                        bet.player, box.number, hand.place, MAIN, bet.at_risk, None, close
                    )
        for side in box.sides:
            if side.open:
                close = _closing(side)
                yield OpenStake(side.player, box.number, None, side.wager, side.amount, None, close)
    for line in (round.insurance, round.insurance_requests):
        for wager in line:
            yield OpenStake(
                wager.player, wager.box, None, INSURANCE, wager.amount, wager.on,
                lambda line=line, wager=wager: line.remove(wager),  # type: ignore[misc]
            )  # fmt: skip


def _closing(stake: object) -> Callable[[], None]:
    return lambda: setattr(stake, "open", False)


def give_back(
    round: Round, outcome: Outcome, clauses: Clauses, which: Callable[[OpenStake], bool]
) -> int:
    """Return open stakes to their owners; how many cents."""
    returned = 0
    for stake in [stake for stake in open_stakes(round) if which(stake)]:
        stake.close()
        returned += stake.amount
        round.facts.append(
            Settled(
                player=stake.player, box=stake.box, hand=stake.hand, wager=stake.wager,
                stake=stake.amount, outcome=outcome, net=0, on=stake.on, clauses=clauses,
            )
        )  # fmt: skip
    return returned


def reverse(round: Round, clauses: Clauses, which: Callable[[Settled], bool]) -> None:
    """Undo settlements that moved chips and have not been undone yet."""
    undone = round.undone
    for fact in list(round.facts):
        if isinstance(fact, Settled) and fact.net and id(fact) not in undone and which(fact):
            undone.add(id(fact))
            round.facts.append(
                Reversed(
                    player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager,
                    stake=fact.stake, net=fact.net, on=fact.on, clauses=clauses,
                )
            )  # fmt: skip


def void_everything(round: Round, clauses: Clauses) -> None:
    reverse(round, clauses, lambda _: True)
    give_back(round, Outcome.VOID, clauses, lambda _: True)
    round.stop()


def void_wagers(round: Round, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
    def settled(fact: Settled) -> bool:
        if fact.box != box:
            return False
        if fact.wager == INSURANCE:
            return fact.on == player and wager in (None, MAIN, INSURANCE)
        return fact.player == player and wager in (None, fact.wager)

    reverse(round, clauses, settled)
    give_back(round, Outcome.VOID, clauses, lambda stake: stake.belongs_to(player, box, wager))
