"""What a store does with the house's keys: encrypt its safe, and vouch for all that it holds.

Whatever lies in the safe is encrypted with AES-256-GCM, each time under a key of its own that comes
from the safe's key and 16 bytes drawn by chance; the name that it lies under is authenticated with
it, so that nothing can be put under another name.

With every transaction the store writes down its *digest*: how many lines there are and a hash of
all of them in their order, how many things are in the safe and how many requests were answered, and
a sum over each of those. It is encrypted too, so nobody without the key can make one that fits
something else, or learn from one how to. An older one comes with an older number: what cannot be
told from a digest is that the whole database is an older copy of itself, and for that the house
signs a head that is kept outside (`heads.py`).
"""

from __future__ import annotations

from hashlib import sha256
from os import urandom
from struct import Struct
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.aggregate.record_lines import HASH_AT, HASH_END
from croupier.casino.store.contract import StoreDamaged
from croupier.commitment import Mac

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.line_marks import LineMarks
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store.conflicts import ConflictCheck, RequestRow

_FORMAT = b"\x01"
"""How everything that is encrypted begins; another cipher would have another byte."""
_ID, _SALT = 4, 16
_NONCE = bytes(12)
"""Each key encrypts one thing."""
_LENGTH = Struct(">I")
DIGEST = "digest"
_encode = msgspec.json.Encoder().encode


class StoreDigest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What vouches for all that a store holds."""

    n: int = 0
    """How many transactions there have been under a key."""
    epoch: int = 0
    """How often the house has gone on from a backup, with a loss."""
    untagged: int = 0
    """The position of the last line from before there was a key."""
    position: int = 0
    """How many lines there are."""
    journal: str = ""
    """A hash of all lines in their order."""
    in_safe: int = 0
    safe: str = "0"
    """The sum over what is in the safe."""
    requests: int = 0
    answers: str = "0"
    """The sum over the requests and their answers."""


_read_digest = msgspec.json.Decoder(StoreDigest).decode


class Tampered(StoreDamaged):
    """Something in the store was not put there by the house, or has been taken away."""


class Protection:
    """The work of the house's keys on one store."""

    def __init__(self, keys: HouseKeys) -> None:
        self.keys = keys
        self._safe_keys = {
            bytes.fromhex(each.id): Mac(bytes.fromhex(each.key)) for each in keys.file.safe
        }
        last = keys.file.safe[-1]
        self._id = bytes.fromhex(last.id)
        self._derive = self._safe_keys[self._id]
        self._sum = Mac(self._derive(b"sum"))

    # -- the safe

    def encrypt(self, name: str, content: bytes) -> bytes:
        salt = urandom(_SALT)
        cipher = AESGCM(self._derive(salt))
        return _FORMAT + self._id + salt + cipher.encrypt(_NONCE, content, name.encode())

    def decrypt(self, name: str, kept: bytes) -> bytes:
        """What was encrypted under a name; anything else has been put there by somebody else."""
        salted = 1 + _ID
        derive = self._safe_keys.get(kept[1:salted]) if kept[:1] == _FORMAT else None
        if derive is not None:
            cipher = AESGCM(derive(kept[salted : salted + _SALT]))
            try:
                return cipher.decrypt(_NONCE, kept[salted + _SALT :], name.encode())
            except InvalidTag:
                pass
        raise Tampered(f"{name} in the safe was not put there by the house")

    def mark(self, name: str, kept: bytes) -> int:
        """What one thing in the safe adds to the sum."""
        named = name.encode()
        return int.from_bytes(self._sum(b"safe" + _LENGTH.pack(len(named)) + named + kept))

    def mark_of_request(self, id: str, digest: bytes, lengths: bytes, answer: bytes) -> int:
        """Return what an answered request adds to the sum; opening asks for every row."""
        named, size = id.encode(), _LENGTH.pack
        first = (b"request", size(len(named)), named, size(len(digest)), digest)
        second = (size(len(lengths)), lengths, size(len(answer)), answer)
        return int.from_bytes(self._sum(b"".join(first + second)))

    # -- the digest

    def write_digest(self, digest: StoreDigest) -> bytes:
        return self.encrypt(DIGEST, _encode(digest))

    def read_digest(self, kept: bytes) -> StoreDigest:
        try:
            return _read_digest(self.decrypt(DIGEST, kept))
        except Tampered:
            raise Tampered(
                "what vouches for the whole of it cannot be read with these keys: they are "
                "another casino's, or it was not written by the house"
            ) from None

    def mac_of(self, digest: StoreDigest) -> str:
        """By which everybody can see that two digests are the same, and nothing else."""
        return self._sum(b"digest" + _encode(digest)).hex()

    def advance(
        self, digest: StoreDigest, desk: ConflictCheck, marks: Mapping[str, int | None]
    ) -> tuple[StoreDigest, dict[str, bytes | None], dict[str, int | None]]:
        """The digest after what a desk has accepted, what goes into the safe, and its marks.

        `marks` are those of what lies in the safe now under the names that are concerned.
        """
        position, journal = digest.position, bytes.fromhex(digest.journal)
        for addition in desk.additions:
            hashes = (line[HASH_AT:HASH_END] for line in addition.lines)
            journal = journal_after(journal, addition.record, hashes)
            position += len(addition.lines)
        kept = {
            name: None if content is None else self.encrypt(name, content)
            for name, content in desk.safe.items()
        }
        fresh = {
            name: None if content is None else self.mark(name, content)
            for name, content in kept.items()
        }
        count, total = digest.in_safe, int(digest.safe, 16)
        for name, mark in fresh.items():
            before = marks.get(name)
            count += (mark is not None) - (before is not None)
            total ^= (mark or 0) ^ (before or 0)
        answers = int(digest.answers, 16)
        for filed in desk.requests:
            answers ^= self.mark_of_request(*filed.row)
        after = StoreDigest(
            digest.n + 1, digest.epoch, digest.untagged, position, journal.hex(),
            count, f"{total:x}", digest.requests + len(desk.requests), f"{answers:x}",
        )  # fmt: skip
        return after, kept, fresh

    def marks(self, record: str) -> LineMarks:
        return self.keys.marks(record)


def journal_after(journal: bytes, record: str, hashes: Iterable[bytes]) -> bytes:
    """The hash of all lines so far, with lines of a record after them that have these hashes."""
    named = record.encode() + b"\n"
    for hash in hashes:
        journal = sha256(journal + named + hash).digest()
    return journal


class Stock(msgspec.Struct):
    """What a store holds by a count of it, to be held against its digest or to become one."""

    position: int = 0
    journal: bytes = b""
    in_safe: int = 0
    safe: int = 0
    requests: int = 0
    answers: int = 0

    @classmethod
    def of(
        cls,
        protection: Protection,
        in_safe: Iterable[tuple[str, bytes]],
        hashes: Iterable[tuple[int, str, bytes]],
        answered: Iterable[RequestRow],
    ) -> tuple[Stock, dict[str, int]]:
        """All that there is, and the marks of what lies in the safe, which has to be the house's.

        `hashes` are the lines, each with its position, record and hash.
        """
        stock, marks = cls(), {}
        for name, kept in in_safe:
            protection.decrypt(name, kept)
            marks[name] = mark = protection.mark(name, kept)
            stock.count_in_safe(mark)
        for placed in hashes:
            stock.count_line(*placed)
        for row in answered:
            stock.count_request(protection.mark_of_request(*row))
        return stock, marks

    def count_line(self, position: int, record: str, hash: bytes) -> None:
        self.position = position
        self.journal = journal_after(self.journal, record, (hash,))

    def count_in_safe(self, mark: int) -> None:
        self.in_safe += 1
        self.safe ^= mark

    def count_request(self, mark: int) -> None:
        self.requests += 1
        self.answers ^= mark

    def digest(self, n: int, epoch: int, untagged: int) -> StoreDigest:
        return StoreDigest(
            n, epoch, untagged, self.position, self.journal.hex(),
            self.in_safe, f"{self.safe:x}", self.requests, f"{self.answers:x}",
        )  # fmt: skip


class Audit(msgspec.Struct):
    """What was found in the safe and among the requests, beside the digest of that moment."""

    digest: StoreDigest
    stock: Stock
    strange: list[str] = []
    """What lies in the safe and is not the house's, by name."""
    counted_requests: bool = False

    @classmethod
    def of(
        cls,
        protection: Protection,
        vouched: bytes,
        in_safe: Iterable[tuple[str, bytes]],
        answered: Iterable[RequestRow] | None,
    ) -> Audit:
        """`vouched` is the digest as it is stored, and all of it is of one moment."""
        audit = cls(protection.read_digest(vouched), Stock())
        for name, kept in in_safe:
            audit.stock.count_in_safe(protection.mark(name, kept))
            try:
                protection.decrypt(name, kept)
            except Tampered:
                audit.strange.append(name)
        if answered is not None:
            audit.counted_requests = True
            for row in answered:
                audit.stock.count_request(protection.mark_of_request(*row))
        return audit

    def wrong_in_safe(self) -> Iterator[str]:
        """What is not in the safe as the house put it there."""
        digest, stock = self.digest, self.stock
        for name in self.strange:
            yield f"the safe: {name} was not put there by the house"
        if self.strange:
            return
        if stock.in_safe != digest.in_safe:
            yield f"the safe: there are {stock.in_safe} things in it, and {digest.in_safe} were put"
        elif f"{stock.safe:x}" != digest.safe:
            yield "the safe: something in it is older than it should be"

    def wrong_in_requests(self) -> Iterator[str]:
        """What is not among the answered requests as it was stored."""
        digest, stock = self.digest, self.stock
        if not self.counted_requests:
            return
        if stock.requests != digest.requests:
            yield f"the requests: there are {stock.requests}, and {digest.requests} were answered"
        elif f"{stock.answers:x}" != digest.answers:
            yield "the requests: one of them, or an answer, was altered"
