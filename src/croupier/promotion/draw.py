"""The provable draw: committed to before anybody knows the winners, open to recomputation after.

When entries have closed the house publishes a commitment to a secret; somebody who has seen only
the commitment then says a word; and the house tells the secret. The house cannot have chosen the
word, nor its sayer the secret, so neither has chosen the winners. This is all that is needed to
check a draw in any language. `|` joins bytes, LF is the byte 10, TAB the byte 9, text is UTF-8,
and a hash is SHA-256.

    secret      32 bytes, drawn afresh for every draw and used for no other
    roll        for each ticket of the draw, by number: its number in decimals | TAB | the name of
                its holder | LF; its hash in lower-case hexadecimal stands for it
    commitment  the hash of  "croupier draw commitment 1" | LF | secret | hash of the roll
                in lower-case hexadecimal
    block i     the hash of  "croupier draw 1" | LF | word | LF | secret | i
                where i = 0, 1, 2, ... is written in 8 bytes, most significant first
    numbers     the blocks laid end to end and read four bytes at a time, most significant
                first: 8 numbers to a block, each from 0 to 2^32 - 1
    below(n)    take the next number; as long as it is not less than 2^32 - (2^32 mod n), drop it
                and take the next; the answer is the number mod n
    order       lay the M tickets of the roll out in places 0 to M - 1; for i = 0, 1, 2, ...,
                let j = i + below(M - i) and exchange the tickets at i and j (j may equal i);
                the ticket now at i is the next one drawn
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.commitment import Scheme, drawn_one_by_one, is_hash
from croupier.promotion.state import PromotionPhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.promotion.state import PromotionState
    from croupier.promotion.terms import Terms

_DRAW = Scheme(committing=b"croupier draw commitment 1", drawing=b"croupier draw 1")


def roll_hash(tickets: Iterable[tuple[int, str]]) -> str:
    """What stands for the tickets of a draw with their holders."""
    roll = sha256()
    for number, holder in tickets:
        roll.update(f"{number}\t{holder}\n".encode())
    return roll.hexdigest()


def commit(secret: bytes, roll: str) -> str:
    """What the house publishes before the draw: it fixes the secret and does not show it."""
    return _DRAW.commit(secret, roll.encode("ascii"))


def opened(commitment: str, secret: str, roll: str) -> bytes | None:
    """A secret as it was told, if it has the form of one and is the one committed to."""
    return _DRAW.opened(commitment, secret, roll.encode("ascii")) if is_hash(secret) else None


def order(secret: bytes, word: str, tickets: int) -> Iterator[int]:
    """The places of the roll in the order in which their tickets are drawn."""
    return drawn_one_by_one(tickets, _DRAW.stream(secret, word))


class Proof(msgspec.Struct, frozen=True):
    """What was found; the last two only once the secret is told."""

    roll_fits: bool
    """Whether the tickets are those that the draw was committed to."""
    secret_fits: bool | None
    """Whether the secret is the one that it was committed to."""
    winners_follow: bool | None
    """Whether these winners follow from the secret and the word; none if the draw was cancelled."""


def prove(state: PromotionState) -> Proof | None:
    """The proof of the draw as far as it has come, or None if there is none."""
    draw, terms = state.draw, state.terms
    if draw is None or terms is None:
        return None
    joint = state.drawing.awaited or (state.drawing.made[-1].joint if state.drawing.made else None)
    lines = tuple(state.roll())
    roll_fits = joint.roll.lines == lines if joint else roll_hash(lines) == draw.roll
    if not draw.secret:
        return Proof(roll_fits, None, None)
    secret = bytes.fromhex(draw.secret)
    if joint is not None:
        places, fits = joint.order(secret), joint.opened(draw.secret) is not None
    else:
        places = order(secret, draw.word, len(state.roll()))
        fits = commit(secret, draw.roll) == draw.commitment
    follow = None
    if state.phase is PromotionPhase.DRAWN:
        found = winners(state.roll(), terms, places)
        expected = [(prize, ticket) for prize, ticket, _ in found]
        follow = expected == [(win.prize, win.ticket) for win in state.wins]
    return Proof(roll_fits, fits, follow)


def winners(
    roll: list[tuple[int, str]], terms: Terms, places: Iterator[int]
) -> Iterator[tuple[int, int, str]]:
    """Prize, ticket and holder of every win that follows from the order of the roll."""
    tickets = _drawn(roll, places, terms)
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
