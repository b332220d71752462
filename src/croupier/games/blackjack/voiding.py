"""Undoing wagers: one player's, or a whole round's, as if they had never been made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.hands import Box
    from croupier.games.blackjack.round import Round
    from croupier.rulebook.citations import Clauses

INSURANCE = "insurance"
_GIVEN_BACK = (Outcome.VOID, Outcome.RETURNED)


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


def concerns(stake: OpenStake | Settled, player: str, box: int, wager: str | None) -> bool:
    """True if this is the player's wager on the box, or the player's insurance of that wager.

    Another player's insurance is a wager of that player on the dealer's Blackjack, and stands.
    """
    if (stake.box, stake.player) != (box, player):
        return False
    goes_along = wager == MAIN and stake.wager == INSURANCE and stake.on == player
    return goes_along or wager in (None, stake.wager)


def can_void(round: Round, player: str, box: int, wager: str | None) -> bool:
    """Whether there is anything of it that has not been given back or undone."""
    return any(concerns(stake, player, box, wager) for stake in open_stakes(round)) or any(
        concerns(fact, player, box, wager) for fact in standing(round)
    )


def standing(round: Round) -> list[Settled]:
    return [
        fact
        for fact in round.facts
        if isinstance(fact, Settled)
        and fact.outcome not in _GIVEN_BACK
        and id(fact) not in round.undone
    ]


def give_back(
    round: Round, outcome: Outcome, clauses: Clauses, which: Callable[[OpenStake], bool]
) -> None:
    """Return open stakes to their owners."""
    round.taken_off = True
    for stake in [stake for stake in open_stakes(round) if which(stake)]:
        stake.close()
        round.facts.append(
            Settled(
                player=stake.player, box=stake.box, hand=stake.hand, wager=stake.wager,
                stake=stake.amount, outcome=outcome, net=0, on=stake.on, clauses=clauses,
            )
        )  # fmt: skip


def reverse(round: Round, clauses: Clauses, which: Callable[[Settled], bool]) -> None:
    """Undo settlements that have not been undone yet."""
    for fact in standing(round):
        if which(fact):
            round.undone.add(id(fact))
            if fact.net:
                round.facts.append(Reversed.of(fact, clauses))


def void_everything(round: Round, clauses: Clauses) -> None:
    reverse(round, clauses, lambda _: True)
    give_back(round, Outcome.VOID, clauses, lambda _: True)
    round.stop()


def take_back(
    round: Round, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
) -> None:
    """One player's wagers on a box go back, and with them side wagers they no longer accompany."""
    reverse(round, clauses, lambda fact: concerns(fact, player, box, wager))
    give_back(round, outcome, clauses, lambda stake: concerns(stake, player, box, wager))
    if wager in (None, MAIN):
        _void_unaccompanied(round)


def _void_unaccompanied(round: Round) -> None:
    """Where a side wager without its main wager is void, it is void from here on."""
    for box in round.boxes:
        for side in box.sides:
            law = round.rules.table_law.side_bets[side.wager]
            if law.void_without_main and not _accompanied(round, box, side.player):
                take_back(round, Outcome.VOID, side.player, box.number, side.wager, law.needs_main)


def _accompanied(round: Round, box: Box, player: str) -> bool:
    owners = [player] if round.rules.side_bet_needs_own_main else [m.player for m in box.mains]
    return any(can_void(round, owner, box.number, MAIN) for owner in owners)
