"""The digest of a store as one process knows it, and what it becomes with a transaction.

Each store reads and writes it in its own database; what vouches for what is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.casino.store.protection import StoreDigest

if TYPE_CHECKING:
    from croupier.casino.store.conflicts import ConflictCheck
    from croupier.casino.store.protection import Protection


class Vouching(NamedTuple):
    """The digest before and after a transaction; nothing after it, if nothing is stored."""

    before: bytes | None = None
    stored: bytes | None = None
    """As it is to be stored."""
    digest: StoreDigest | None = None
    marks: dict[str, int | None] = {}
    """What the things that go into the safe add to its sum; None of those that are taken out."""


class Voucher:
    """What this process has read or written last."""

    def __init__(self, protection: Protection) -> None:
        self.protection = protection
        self.digest = StoreDigest()
        self.stored: bytes | None = None
        """The digest as it is stored."""
        self.marks: dict[str, int | None] = {}
        """What things in the safe add to its sum; None of names under which nothing lies."""

    def advance(self, desk: ConflictCheck) -> Vouching:
        """Encrypt what goes into the safe, and make the digest that is stored with it all."""
        if not (desk.additions or desk.safe or desk.requests):
            return Vouching(self.stored)
        digest, desk.safe, marks = self.protection.advance(self.digest, desk, self.marks)
        return Vouching(self.stored, self.protection.write_digest(digest), digest, marks)

    def note(self, vouching: Vouching) -> None:
        """The transaction is over, and all of it is stored."""
        if vouching.digest is not None:
            self.stored, self.digest = vouching.stored, vouching.digest
            self.marks.update(vouching.marks)
