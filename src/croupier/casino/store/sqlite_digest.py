"""The digest in a casino's SQLite file: taken up, advanced with each transaction, made anew.

One process writes the file, so what it wrote last is what must be found there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.casino.store import sqlite_rows as rows
from croupier.casino.store.protection import Audit, Stock, Tampered
from croupier.casino.store.vouching import Voucher

if TYPE_CHECKING:
    from pathlib import Path

    import apsw

    from croupier.casino.store.protection import Protection, StoreDigest
    from croupier.casino.store.vouching import Vouching

HAS_DIGEST = 3
"""The version of the database from which on it may be kept under keys."""


def stored_digest(db: apsw.Connection) -> bytes | None:
    """The digest as it lies in the file; None, if that is kept under no keys."""
    if db.pragma("user_version") < HAS_DIGEST:
        return None
    found: Any = db.execute(rows.DIGEST).fetchall()
    if len(found) > 1:
        raise Tampered("there is more than one thing that vouches for the whole of it")
    return bytes(found[0][0]) if found else None


def audit_of(db: apsw.Connection, protection: Protection, *, requests: bool) -> Audit | None:
    """What is found beside the digest, of one moment if the caller has begun a transaction."""
    stored = stored_digest(db)
    if stored is None:
        return None
    in_safe: Any = db.execute(f"{rows.IN_SAFE} ORDER BY name")
    return Audit.of(protection, stored, in_safe, rows.answered(db) if requests else None)


class SqliteVoucher(Voucher):
    """What this process has read or written last of one file; all within its transactions."""

    def take_up(self, db: apsw.Connection, path: Path) -> bool:
        """Go on from the digest that is there; False, if the file is yet to come under keys."""
        stored = stored_digest(db)
        if stored is not None:
            self.stored, self.digest = stored, self.protection.read_digest(stored)
        elif self.protection.keys.file.in_use and rows.standings(db):
            raise Tampered(f"{path}: what vouches for the whole of it is missing")
        in_safe: Any = db.execute(rows.IN_SAFE)
        self.marks = {name: self.protection.mark(name, kept) for name, kept in in_safe}
        return stored is not None

    def come_under_keys(self, db: apsw.Connection) -> None:
        """Encrypt the safe, and vouch for all that is there."""
        in_safe: Any = db.execute(rows.IN_SAFE).fetchall()
        for name, content in in_safe:
            rows.put_in_safe(db, name, self.protection.encrypt(name, content))
        stock = self._take_stock(db)
        self._vouch_for(db, stock.digest(1, 0, stock.position))

    def take_stock(self, db: apsw.Connection, epoch: int) -> None:
        """Vouch for all as it is found, in an epoch."""
        before = self.digest
        self._vouch_for(db, self._take_stock(db).digest(before.n + 1, epoch, before.untagged))

    def encrypt_anew(self, db: apsw.Connection) -> None:
        """Encrypt the safe with the last of its keys."""
        in_safe: Any = db.execute(rows.IN_SAFE).fetchall()
        for name, kept in in_safe:
            content = self.protection.decrypt(name, kept)
            rows.put_in_safe(db, name, self.protection.encrypt(name, content))
        self.take_stock(db, self.digest.epoch)

    def note(self, vouching: Vouching) -> None:
        super().note(vouching)
        for name, mark in vouching.marks.items():
            if mark is None:  # all that lies in the safe is known, and nothing else need be
                self.marks.pop(name, None)

    def must_be_as_left(self, db: apsw.Connection, path: Path) -> None:
        """Under keys nobody else writes: what is not the house's is not gone on from."""
        last = rows.last_position(db)
        if stored_digest(db) != self.stored or last != self.digest.position:
            raise Tampered(f"{path}: somebody else has written into the database")

    def _take_stock(self, db: apsw.Connection) -> Stock:
        in_safe: Any = db.execute(rows.IN_SAFE)
        hashes: Any = db.execute(rows.HASHES)
        stock, marks = Stock.of(self.protection, in_safe, hashes, rows.answered(db))
        self.marks = dict(marks)
        return stock

    def _vouch_for(self, db: apsw.Connection, digest: StoreDigest) -> None:
        self.digest, self.stored = digest, self.protection.write_digest(digest)
        rows.put_digest(db, self.stored)
