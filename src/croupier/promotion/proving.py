"""The proof of a draw: worked out anew from what was published, and held against what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.promotion.fair import commit, order, roll_hash
from croupier.promotion.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.promotion.state import State
    from croupier.promotion.terms import Terms


class Proof(msgspec.Struct, frozen=True):
    """What was found; the last two only once the secret is told."""

    roll_fits: bool
    """Whether the tickets are those that the draw was committed to."""
    secret_fits: bool | None
    """Whether the secret is the one that it was committed to."""
    winners_follow: bool | None
    """Whether these winners follow from the secret and the word; none if the draw was cancelled."""


def prove(state: State) -> Proof | None:
    """The proof of the draw as far as it has come, or None if there is none."""
    draw, terms = state.draw, state.terms
    if draw is None or terms is None:
        return None
    roll_fits = roll_hash(state.roll()) == draw.roll
    if not draw.secret:
        return Proof(roll_fits, None, None)
    secret = bytes.fromhex(draw.secret)
    follow = None
    if state.phase is Phase.DRAWN:
        expected = [(prize, ticket) for prize, ticket, _ in winners(state, terms, secret)]
        follow = expected == [(win.prize, win.ticket) for win in state.wins]
    return Proof(roll_fits, commit(secret, draw.roll) == draw.commitment, follow)


def winners(state: State, terms: Terms, secret: bytes) -> Iterator[tuple[int, int, str]]:
    """Prize, ticket and holder of every win that follows from the secret and the word."""
    assert state.draw is not None
    roll = state.roll()
    tickets = _drawn(roll, order(secret, state.draw.word, len(roll)), terms)
    prizes = (number for number, prize in enumerate(terms.prizes, 1) for _ in range(prize.quantity))
    for prize, (ticket, holder) in zip(prizes, tickets, strict=False):
        yield prize, ticket, holder


def _drawn(
    roll: list[tuple[int, str]], places: Iterator[int], terms: Terms
) -> Iterator[tuple[int, str]]:
    """The tickets as they are drawn; one whose holder can win no more is laid aside."""
    have_won = set()
    for place in places:
        ticket, holder = roll[place]
        if not (terms.one_prize_each and holder in have_won):
            have_won.add(holder)
            yield ticket, holder
