"""Heads: what the house signs of all its records at once, to be kept outside the database.

A database that is an older copy of itself, or has lost its end, looks whole. What shows it is a
head from later on. The house signs one at most once in half a second, of lines that this process
wrote or found tagged, after they are on the disk. It says how many lines there are, and the hash of
all of them in their order; beside it lie the ends of the records that have grown since the last
checkpoint, so that what is missing can be named. The other ends are in that checkpoint, whose line
the head names too: together they have the end of every record (`opening_check.py`).
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import link, split
from croupier.casino.checkpoints import RECORD as CHECKPOINTS
from croupier.casino.checkpoints import read_line
from croupier.casino.signing_key import is_signed
from croupier.casino.store.contract import RecordEnd
from croupier.casino.store.protection import StoreDigest, Tampered, journal_after
from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.private_files import create_private

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.casino.signing_key import Seal
    from croupier.casino.store.contract import Store, StoredLine

FORMAT = "croupier-head/1"
PAGE = 1000
_encode = msgspec.json.Encoder().encode


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far everything had come at a moment."""

    epoch: int
    n: int
    """How many transactions there had been."""
    at: int
    lines: int
    journal: str
    """The hash of all lines in their order."""
    untagged: int
    """How many of them are from before there was a key."""
    digest: str
    """By which whoever has the keys sees whether a digest is the one that was signed."""
    ends: str
    """The SHA-256 of the ends of records that lie beside it."""
    format: str = FORMAT


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head as it is kept. The very bytes of `head` are signed."""

    key: str
    signature: str
    head: msgspec.Raw
    records: tuple[RecordEnd, ...] = ()
    """The ends of the records that had grown since the last checkpoint, and of the checkpoints."""

    @property
    def genuine(self) -> bool:
        """Whether the owner of the key that it names signed it, and the ends are those it means."""
        if not is_signed(bytes(self.head), self.signature, self.key):
            return False
        return not self.records or ends_hash(self.records) == self.read().ends

    def read(self) -> Head:
        return _read_head(self.head)

    @property
    def public(self) -> bytes:
        """What everybody may have: nothing of single records."""
        return _encode(msgspec.structs.replace(self, records=())) + b"\n"

    @property
    def whole(self) -> bytes:
        return _encode(self) + b"\n"


_read_signed = msgspec.json.Decoder(SignedHead).decode
_read_head = msgspec.json.Decoder(Head).decode


def ends_hash(records: Sequence[RecordEnd]) -> str:
    return sha256(_encode(tuple(records))).hexdigest()


def read_head(text: bytes) -> SignedHead:
    """A head from its text. Anything else is a `ValueError`."""
    try:
        signed = _read_signed(text)
        signed.read()
    except UNREADABLE as error:
        raise ValueError(f"it is not a head: {decoding_problem(error)}") from None
    return signed


def load_head(path: Path) -> SignedHead | None:
    """The head in a file; nothing, if there is no file."""
    try:
        return read_head(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def save_head(path: Path, signed: SignedHead) -> None:
    """Keep a head in the place of the one before it, whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    beside.unlink(missing_ok=True)
    with open(create_private(beside), "wb") as file:
        file.write(signed.whole)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


# --- while the casino is open


class HeadKeeper:
    """Signs heads of a store that is kept under keys, and has the last one in a file outside.

    It knows the ends of all records from lines that this process wrote, or that others wrote and
    that are tagged. For one thread at a time.
    """

    def __init__(self, store: Store, seal: Seal, path: Path | None) -> None:
        assert store.protection is not None, "it is kept under no keys"
        self._store = store
        self._protection = store.protection
        self._seal = seal
        self._path = path
        self.last: SignedHead | None = None
        digest = store.digest()
        assert digest is not None
        self._digest: StoreDigest = digest
        self._ends = {each.record: each for each in store.records()}
        self._in_checkpoint = {each.record: each for each in _last_checkpoint(store)}

    def refresh(self) -> dict[str, RecordEnd]:
        """The ends of all records as this process knows them by now."""
        own = self._store.ends()
        if own is not None:
            self._digest, self._ends = own
        else:
            self._follow()
        return self._ends

    def _follow(self) -> None:
        """Read what processes have added, this one among them."""
        digest = self._store.digest()
        if digest is None:
            raise Tampered("what vouches for the whole of the record is missing")
        before = self._digest
        journal = bytes.fromhex(before.journal)
        tags = TagCheck(self._store, self._ends)
        for placed in lines_between(self._store, before.position, digest.position):
            journal = journal_after(journal, placed.record, (tags.checked(placed),))
        if journal.hex() != digest.journal:
            raise Tampered(f"the lines after {before.position} are not those that were stored")
        self._digest = digest

    def note_checkpoint(self, ends: Iterable[RecordEnd]) -> None:
        """A checkpoint has these ends: heads need not name them any more."""
        self._in_checkpoint = {each.record: each for each in ends}

    def keep(self, at: int) -> SignedHead:
        """The head of all that is stored by now, signed and kept, if it is not kept already."""
        ends = self.refresh()
        digest, last = self._digest, self.last
        if last is not None and last.read().n == digest.n:
            return last
        records = tuple(
            end
            for record, end in sorted(ends.items())
            if record == CHECKPOINTS or end != self._in_checkpoint.get(record)
        )
        head = _encode(
            Head(
                epoch=digest.epoch, n=digest.n, at=at, lines=digest.position,
                journal=digest.journal, untagged=digest.untagged,
                digest=self._protection.mac_of(digest), ends=ends_hash(records),
            )
        )  # fmt: skip
        signed = SignedHead(self._seal.public, self._seal.sign(head), msgspec.Raw(head), records)
        if self._path is not None:
            save_head(self._path, signed)
        self.last = signed
        return signed


def _last_checkpoint(store: Store) -> tuple[RecordEnd, ...]:
    lines = store.standing(CHECKPOINTS).lines
    if lines <= 1:
        return ()
    (placed,) = store.page(CHECKPOINTS, lines - 1, 1)
    return read_line(placed.line)[1].heads


def lines_between(store: Store, after: int, last: int) -> Iterator[StoredLine]:
    """All lines after a position, up to another."""
    while after < last and (page := store.journal(after, min(PAGE, last - after))):
        yield from page
        after = page[-1].position


class TagCheck:
    """Whether lines were written by the house, in the order in which they were stored."""

    def __init__(self, store: Store, ends: dict[str, RecordEnd]) -> None:
        assert store.protection is not None
        self._store = store
        self._keys = store.protection.keys
        self._ends = ends
        """Where each record ends with the lines that were checked."""

    def checked(self, placed: StoredLine) -> bytes:
        """The hash of a line that follows the one before it and is tagged, or `Tampered`."""
        record, number = placed.record, placed.number
        parts = split(placed.line)
        before = self._hash_before(record, number)
        if parts is None or before is None or link(before, parts.covered) != parts.hash:
            raise Tampered(f"{record}: line {number} does not follow the line before it")
        if not self._keys.is_tagged(placed.position, record, number, parts.hash, parts.tag):
            raise Tampered(f"{record}: line {number} was not written by the house")
        end = self._ends.get(record)
        if end is None or end.lines < number:
            self._ends[record] = RecordEnd(record, number, parts.hash.decode())
        return parts.hash

    def _hash_before(self, record: str, number: int) -> bytes | None:
        end = self._ends.get(record) or RecordEnd(record)
        if end.lines == number - 1:
            return end.head.encode()
        found = self._store.page(record, number - 2, 1) if number > 1 else []
        parts = split(found[0].line) if found and found[0].number == number - 1 else None
        return RecordEnd(record).head.encode() if number == 1 else parts and parts.hash


def moment(at: int) -> str:
    """A time as it is told."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
