"""The marks of a record that a house keeps under a key: a salt and a tag in each of its lines.

Both are HMAC-SHA-256 under a key of the house. The salt comes from the record's name, the epoch and
the number of the line, and keeps a hidden line from being guessed by its hash. The tag comes from
the name, the number and the line's hash, which covers its salt, its body and all lines before it:
whoever has the key can tell a line that the house wrote from one that was put in. Nothing of it is
drawn by chance, so every process that has the key writes the same line.
"""

from __future__ import annotations

from hmac import compare_digest
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.commitment import Mac

_PLACE = Struct(">II")
_NUMBER = Struct(">I")


class LineMarks:
    """Salts and tags for the lines of one record. Line 1 is its header."""

    __slots__ = ("_mac", "_salted", "_tagged")

    def __init__(self, mac: Mac, record: str) -> None:
        name = record.encode()
        named = _NUMBER.pack(len(name)) + name
        self._mac = mac
        self._salted, self._tagged = b"salt" + named, b"tag" + named

    def salt(self, epoch: int, number: int) -> bytes:
        return self._mac.in_hex(self._salted + _PLACE.pack(epoch, number))

    def tag(self, number: int, hash: bytes) -> bytes:
        return self._mac.in_hex(self._tagged + _NUMBER.pack(number) + hash)

    def is_tagged(self, number: int, hash: bytes, tag: bytes) -> bool:
        """Whether a line with this hash was written there with the key."""
        return compare_digest(self.tag(number, hash), tag)
