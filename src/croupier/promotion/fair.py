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

from croupier.shoe.stream import Stream, checked_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COMMITMENT = b"croupier draw commitment 1\n"
_DRAW = b"croupier draw 1\n"
_WORDS = 1 << 16
_NUMBERS = 1 << 32


def roll_hash(tickets: Iterable[tuple[int, str]]) -> str:
    """What stands for the tickets of a draw with their holders."""
    roll = sha256()
    for number, holder in tickets:
        roll.update(f"{number}\t{holder}\n".encode())
    return roll.hexdigest()


def commit(secret: bytes, roll: str) -> str:
    """What the house publishes before the draw: it fixes the secret and does not show it."""
    return sha256(_COMMITMENT + checked_secret(secret) + roll.encode("ascii")).hexdigest()


def order(secret: bytes, word: str, tickets: int) -> Iterator[int]:
    """The places of the roll in the order in which their tickets are drawn."""
    stream = Stream(secret, _DRAW + word.encode())
    moved: dict[int, int] = {}  # only the places whose ticket is not the one first laid there
    for i in range(tickets):
        j = i + _below(stream, tickets - i)
        drawn = moved.get(j, j)
        moved[j] = moved.pop(i, i)
        yield drawn


def _below(stream: Stream, n: int) -> int:
    """As `Stream.below`, for more tickets than there are words."""
    limit = _NUMBERS - _NUMBERS % n
    while True:
        number = stream.below(_WORDS) * _WORDS + stream.below(_WORDS)
        if number < limit:
            return number % n
