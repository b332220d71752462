"""What a store of records promises, whichever database keeps it.

A store holds the record of the house and of every table, line for line as it would lie in a file.
A record only ever grows. Whoever adds to it says how long it was when they looked, so that of two
who looked at once only one goes on; and a request that is made again is answered as it was. Beside
the records there is a safe for what must outlive a crash and be shown to nobody, such as the order
of a shoe: it holds only what was put there last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from croupier.aggregate.record_lines import START

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from croupier.aggregate.line_marks import LineMarks
    from croupier.casino.store.protection import Audit, Protection, StoreDigest
    from croupier.casino.store.salvage import Survivors

LONGEST_NAME = 200


# --- what is written


class Addition(msgspec.Struct, frozen=True):
    """Lines for one record, which must still be as long as it was when they were made."""

    record: str
    after: int
    """How many lines the record had; none for a new one."""
    lines: tuple[bytes, ...]

    def __post_init__(self) -> None:
        must_be_a_name("record", self.record)
        if self.after < 0:
            raise ValueError(f"after: a record has no {self.after} lines")
        if not self.lines:
            raise ValueError("lines: there is nothing to add")


class KeyedRequest(msgspec.Struct, frozen=True):
    """What somebody asked for, under an id of theirs, so that asking again is known as such."""

    id: str
    digest: bytes
    """The SHA-256 of what was asked."""

    def __post_init__(self) -> None:
        must_be_a_name("request", self.id)

    @classmethod
    def of(cls, id: str, asked: bytes) -> KeyedRequest:
        return cls(id, sha256(asked).digest())


class Writing(msgspec.Struct, frozen=True, kw_only=True):
    """What one command adds to one or several records: all of it or nothing."""

    additions: tuple[Addition, ...]
    request: KeyedRequest | None = None
    answer: bytes = b""
    """What the sender is told, now and whenever the same request comes again."""
    safe: dict[str, bytes | None] = {}
    """What goes into the safe, by name, in the place of what was there; None takes it out."""

    def __post_init__(self) -> None:
        for name in self.safe:
            must_be_a_name("safe", name)
        added = self.additions
        if len(added) > 1 and len({addition.record for addition in added}) < len(added):
            raise ValueError("additions: one record is named twice")


def must_be_a_name(field: str, name: str) -> None:
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise ValueError(f"{field}: {name!r} is not a name of 1 to {LONGEST_NAME} characters")


def older_than(served: str, where: str, version: str) -> str:
    """What to tell a program that is older than the one that served a casino last."""
    return (
        f"{where} was last served by croupier {served}, and this is {version}: an older program "
        "would go on by rules that have been corrected since"
    )


# --- what comes back


class Receipt(msgspec.Struct, frozen=True):
    """A writing that is on the disk."""

    lengths: dict[str, int]
    """How many lines each record had afterwards."""
    answer: bytes
    repeated: bool = False
    """Whether it was there already, and nothing was added this time."""
    digest: bytes = b""
    """Of what had been asked, if it was there already."""


class Foreign(msgspec.Struct, frozen=True):
    """What somebody else has put into a database, or has taken away from around its rows."""

    said: tuple[str, ...] = ()
    readable: bool = True
    """Whether the tables are still what they were, so that the rest can be looked at."""


class Rejected(Exception):
    """A writing that was not accepted; nothing of it is in the store."""


class Overtaken(Rejected):
    """Somebody else was faster at a record, or is at it now: look again, and judge anew."""


class LengthConflict(Overtaken):
    """A record has another length than the writer saw: somebody was faster."""

    def __init__(self, record: str, expected: int, found: int) -> None:
        super().__init__(f"{record} has {found} lines, not the {expected} it was expected to have")
        self.record = record
        self.expected = expected
        self.found = found


class Held(Overtaken):
    """Another process holds a record, and is about to add to it."""

    def __init__(self, record: str) -> None:
        super().__init__(f"{record} is held by another process")
        self.record = record


class Unchained(Overtaken):
    """A line does not follow the line before it."""

    def __init__(self, record: str, line: int) -> None:
        super().__init__(f"{record}: line {line} does not follow the line before it")
        self.record = record
        self.line = line


class OtherRequest(Rejected):
    """The id of a request was used before for something else."""

    def __init__(self, id: str) -> None:
        super().__init__(f"request {id!r} was made before and asked for something else")
        self.id = id


class StoreFailed(RuntimeError):
    """The database cannot go on. Whether the last writing is in it shows when it is opened anew."""


class StoreDamaged(StoreFailed):
    """The database finds its own files damaged. Some of it may still be read."""


class StoreFull(StoreFailed):
    """There is no room for a writing. Nothing of it was stored; with room it may be repeated."""


class StoreBusy(StoreFailed):
    """Another process held the database for too long. Nothing was stored; it may be repeated."""


# --- what is read


class RecordEnd(msgspec.Struct, frozen=True):
    """How far a record has come: its length, and the hash of its last line."""

    record: str
    lines: int = 0
    head: str = START


def pack(count: int, places: bytes | None, lines: bytes | None) -> bytes:
    """Lines and their places as `Store.packed` returns them; none, where there is no line."""
    return b"%d\n%b\n%b" % (count, places or b"", lines or b"")


class StoredLine(msgspec.Struct, frozen=True):
    """A line with its place in the record and in the order of everything the store holds."""

    position: int
    record: str
    number: int
    line: bytes


class Store(ABC):
    """The records of one casino. It may be used from several threads."""

    shared: ClassVar[bool] = False
    """Whether other processes may add to the records too."""
    exposed: tuple[str, ...] = ()
    """The files that others had rights to until it was opened, each with what those were."""
    accepted_damage: tuple[str, ...] = ()
    """What is damaged in its files, if it was opened all the same."""
    had_log: bool = True
    """Whether its write-ahead log was there as it was opened, if it has one in a file."""
    protection: Protection | None = None
    """The work of the house's keys, if it is kept under keys and they are at hand."""
    epoch: int = 0
    """How often the house has gone on from a backup, with a loss."""

    def marks(self, record: str) -> LineMarks | None:
        """What gives the lines of a record their salts and tags, if there are keys."""
        return None if self.protection is None else self.protection.marks(record)

    def _read_in_safe(self, name: str, kept: bytes, *, encrypted: bool) -> bytes | None:
        """What lies in the safe, decrypted; None, if that takes keys that are not at hand.

        A store with a digest is kept under keys, and all that is in its safe is encrypted.
        """
        if self.protection is not None:
            return self.protection.decrypt(name, kept)
        return None if encrypted else kept

    def claim(self, task: str) -> bool:
        """Whether this process may see to a task that one process at a time sees to."""
        return True

    def claims(self, tasks: Sequence[str]) -> set[str]:
        """The same of many: those that it may see to."""
        return {task for task in tasks if self.claim(task)}

    def unclaim(self, task: str) -> None:  # noqa: B027 - one process alone leaves it to nobody
        """Leave a task to another process."""

    def hold(self, record: str) -> int | None:
        """Keep other processes from adding to a record, and say how many lines it has.

        Nothing, if another process holds it now. Whoever does not hold a record may add to it while
        nobody else does. Should a hold be lost, the lengths that additions name still let only one
        go on.
        """
        return self.standing(record).lines

    def release(self, record: str) -> None:  # noqa: B027 - of one process nobody has to wait
        """Let others add to a record again."""

    def add(self, writing: Writing) -> Receipt:
        """Write one writing, or raise `Rejected`."""
        (outcome,) = self.write((writing,))
        if isinstance(outcome, Rejected):
            raise outcome
        return outcome

    @abstractmethod
    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        """Judge writings in their order and store the accepted in one transaction.

        When it returns, they are on the disk. If it raises, none was acknowledged.
        """

    @abstractmethod
    def receipt(self, request: str) -> Receipt | None:
        """What a request was answered, if it was accepted."""

    def receipts(self, requests: Sequence[str]) -> dict[str, Receipt]:
        """The same of many: those that were accepted."""
        found = ((request, self.receipt(request)) for request in requests)
        return {request: receipt for request, receipt in found if receipt is not None}

    @abstractmethod
    def records(self) -> list[RecordEnd]:
        """Every record, by name."""

    @abstractmethod
    def standing(self, record: str) -> RecordEnd:
        """How far a record has come; one that was never begun has no lines."""

    @abstractmethod
    def page(self, record: str, after: int, limit: int) -> list[StoredLine]:
        """The next lines of a record after one of them."""

    @abstractmethod
    def journal(self, after: int = 0, limit: int = 1000) -> list[StoredLine]:
        """The next lines of all records after a position, in the order they were stored.

        Whoever goes on from the last position they were given misses none and sees none twice.
        """

    @abstractmethod
    def packed(self, after: int, last: int) -> bytes:
        """All lines after a position, up to another, and their places, in one text.

        Two are the same only if every line is, with its record, number and length. It is made in
        the database, because opening asks for every line there is.
        """

    @abstractmethod
    def safe(self, name: str) -> bytes | None:
        """What lies in the safe under a name."""

    def safes(self, names: Sequence[str]) -> dict[str, bytes]:
        """The same of many: those that there are."""
        found = ((name, self.safe(name)) for name in names)
        return {name: content for name, content in found if content is not None}

    @abstractmethod
    def safe_names(self, beginning: str) -> list[str]:
        """Under which names something lies in the safe, of those that begin so."""

    @abstractmethod
    def digest(self) -> StoreDigest | None:
        """What vouches for all that is stored; None, if it is kept under no keys.

        Without the keys, or if it is not of the house's writing, it is a `StoreDamaged`.
        """

    @abstractmethod
    def audit(self, *, requests: bool) -> Audit | None:
        """Count what is in the safe, and the requests too if wanted, beside the digest of the same
        moment; None, if the store is kept under no keys.
        """

    def ends(self) -> tuple[StoreDigest, dict[str, RecordEnd]] | None:
        """The digest and where each record ends, if only this process can have written it."""
        return None

    @abstractmethod
    def take_stock(self, epoch: int) -> StoreDigest:
        """Vouch for everything as it is found, in an epoch; for whoever accepts a loss.

        What lies in the safe has to be the house's own.
        """

    @abstractmethod
    def encrypt_anew(self) -> None:
        """Encrypt the safe with the last of its keys, and vouch for everything with that."""

    @abstractmethod
    def last_position(self) -> int:
        """The position of the line that was stored last; 0 if there is none."""

    def await_lines(self, seconds: float) -> bool:
        """Wait until another process may have added lines, but no longer than so many seconds.

        For one thread at a time.
        """
        return False

    def scrub(self) -> None:  # noqa: B027 - a store may leave nothing behind
        """Leave nothing in the files of what was taken out of the safe; `StoreBusy`, if not yet."""

    def write_back(self) -> None:  # noqa: B027 - a store may have no log
        """Have what is stored in the database itself, and not in its log alone."""

    def must_be_in_place(self) -> None:
        """Raise `StoreFailed` if what is stored goes where nobody will find it."""
        return

    @abstractmethod
    def close(self) -> None: ...

    def damage(self) -> list[str]:
        """What the database itself finds wrong with its files."""
        return []

    def foreign(self) -> Foreign:
        """What is in the database, around the records or hidden, that no croupier put there."""
        return Foreign()

    def survey(self) -> dict[str, Survivors]:
        """Of a damaged store: every record there is a trace of, and which lines can be read."""
        return {}

    def at_position(self, position: int) -> StoredLine | None:
        """The line that was stored at a position."""
        found = self.journal(position - 1, 1)
        return found[0] if found and found[0].position == position else None

    def placed(self, record: str, after: int = 0) -> Iterator[StoredLine]:
        """The lines of a record after one of them, with their places."""
        while page := self.page(record, after, 1000):
            yield from page
            after = page[-1].number

    def lines(self, record: str, after: int = 0) -> Iterator[bytes]:
        """The lines of a record after one of them, byte for byte as they would lie in a file."""
        return (placed.line for placed in self.placed(record, after))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
