"""The provable shuffle: committed to before the first card, open to anyone's recomputation after.

Before the first card the house publishes the commitment; when the shoe is finished it reveals
the secret. This is all that is needed to check a shoe in any language. Text is ASCII, `|` joins
bytes, LF is the byte 10, and a hash is SHA-256.

    secret      32 bytes, drawn afresh for every pack and used for no other
    pack        the cards in their starting order, rank then suit, one space between, nothing
                before or after: "AS 2S TH KC"; ranks A23456789TJQK, suits SHDC
    commitment  the hash of  "croupier commitment 1" | LF | secret | pack
                in lower-case hexadecimal
    block i     the hash of  "croupier shuffle 1" | LF | secret | i
                where i = 0, 1, 2, ... is written in 8 bytes, most significant first
    words       the blocks laid end to end and read two bytes at a time, most significant
                first: 16 words to a block, each from 0 to 65535
    below(n)    take the next word; as long as it is not less than 65536 - (65536 mod n), drop it
                and take the next; the answer is the word mod n
    order       number the cards of the pack 0 to M - 1; for i = M - 1, M - 2, ..., 1, in this
                order, let j = below(i + 1) and exchange cards i and j (j may equal i);
                card 0 is then at the front of the stack

The stack is cut after that, by a person who has seen the commitment and not the order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.commitment import Scheme, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card

SHUFFLE = Scheme(committing=b"croupier commitment 1", drawing=b"croupier shuffle 1")


def pack_text(pack: Iterable[Card]) -> str:
    """The canonical text of cards in their order; `parse_cards` reads it back."""
    return " ".join(pack)


def commit(secret: bytes, pack: Iterable[Card]) -> str:
    """What the house publishes before the first card: it fixes the order and does not show it."""
    return SHUFFLE.commit(secret, pack_text(pack).encode("ascii"))


def opened(commitment: str, secret: str, pack: Iterable[Card]) -> bytes | None:
    """A secret as it was revealed, in hexadecimal, if it is the one committed to."""
    return SHUFFLE.opened(commitment, secret, pack_text(pack).encode("ascii"))


def shuffle(pack: Sequence[Card], secret: bytes) -> tuple[Card, ...]:
    """The pack in an order that is exactly unbiased over secrets and fixed by this one."""
    return tuple(shuffled(pack, SHUFFLE.stream(secret)))


def verify(commitment: str, secret: bytes, pack: Sequence[Card], order: Sequence[Card]) -> bool:
    """Whether a revealed secret is the one committed to and makes this order of this pack."""
    fits = SHUFFLE.opens(commitment, secret, pack_text(pack).encode("ascii"))
    return fits and shuffle(pack, secret) == tuple(order)
