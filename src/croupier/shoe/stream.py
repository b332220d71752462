"""Fair numbers from a secret: the same secret and purpose always give the same numbers."""

from __future__ import annotations

import struct
from hashlib import sha256

SECRET_BYTES = 32

_WORDS = 1 << 16  # how many different words there are
_BLOCK = struct.Struct(">16H")  # one SHA-256 digest read as sixteen words
_WORDS_PER_BLOCK = 16


def checked_secret(secret: bytes) -> bytes:
    """The secret itself, if it has the length that every commitment relies on."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


class Stream:
    """SHA-256 in counter mode, read as 16-bit words; `croupier.shoe.fair` states it exactly."""

    __slots__ = ("_position", "_prefix", "_words")

    def __init__(self, secret: bytes, purpose: bytes, position: int = 0) -> None:
        if position < 0:
            raise ValueError("a stream has no words before its first")
        self._prefix = purpose + b"\n" + checked_secret(secret)
        self._position = position
        self._words: tuple[int, ...] = ()
        if position % _WORDS_PER_BLOCK:
            self._read(position // _WORDS_PER_BLOCK)

    @property
    def position(self) -> int:
        """How many words have been used; a stream built with it goes on from there."""
        return self._position

    def block(self, number: int) -> bytes:
        return sha256(self._prefix + number.to_bytes(8, "big")).digest()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly as likely as the others."""
        if not 1 <= n <= _WORDS:
            raise ValueError(f"a stream chooses among 1 to {_WORDS}, not among {n}")
        # The words left over when 65,536 is not a multiple of n would favour low numbers.
        limit = _WORDS - _WORDS % n
        while True:
            number, at = divmod(self._position, _WORDS_PER_BLOCK)
            if at == 0:
                self._read(number)
            self._position += 1
            word = self._words[at]
            if word < limit:
                return word % n

    def _read(self, number: int) -> None:
        self._words = _BLOCK.unpack(self.block(number))
