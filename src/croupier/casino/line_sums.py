"""The check of every stored line, and sums over blocks of lines that make the next check quick.

Opening must see a line that was altered, however old it is, so it reads every line. Following each
chain takes two hashes a line. One hash over a whole block takes a third of that, so the house keeps
a sum for every block of lines that it has followed once. The sums lie in the safe, where only the
house can put them. Blocks with a sum are hashed as a whole; the chains are followed after the last.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import START, link, split
from croupier.casino.store.contract import Writing
from croupier.casino.store.protection import Tampered, journal_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.store.contract import Store, StoredLine
    from croupier.casino.store.protection import StoreDigest

IN_SAFE = "line-sums"
"""The name under which the sums lie in the safe."""
PAGE = 512
"""The number of lines that are read at once."""
BLOCK = 8 * PAGE
SUM = 32
"""The length of a sum, in bytes."""


class LineSums(msgspec.Struct, frozen=True):
    """The sums of the first blocks of lines, and the journal after the last of these blocks."""

    block: int
    """The number of lines that have one sum."""
    sums: bytes = b""
    journal: bytes = b""

    @property
    def lines(self) -> int:
        return len(self.sums) // SUM * self.block


_read = msgspec.msgpack.Decoder(LineSums).decode


def check_lines(store: Store, digest: StoreDigest) -> LineSums:
    """Compare every line with its chain and with the digest; `Tampered` names the first that
    differs. Return the sums, with those of the blocks that are new.
    """
    sums = _stored(store)
    if sums.lines > digest.position:
        sums = LineSums(BLOCK)  # lines are missing, and following the chains names the place
    for number in range(len(sums.sums) // SUM):
        known = sums.sums[number * SUM : (number + 1) * SUM]
        if _sum_of(store, number * BLOCK) != known:
            _Following(store, LineSums(BLOCK)).follow(digest)
            raise Tampered(f"the lines {number * BLOCK + 1} to {(number + 1) * BLOCK} were altered")
    return _Following(store, sums).follow(digest)


def check_new_lines(store: Store, digest: StoreDigest) -> LineSums:
    """The same for the lines after the last block that has a sum."""
    return _Following(store, _stored(store)).follow(digest)


def keep_sums(store: Store, sums: LineSums) -> None:
    """Store the sums, unless they are stored already."""
    if sums.lines > _stored(store).lines:
        kept = msgspec.msgpack.encode(sums)
        store.add(Writing(additions=(), safe={IN_SAFE: kept}))


def _stored(store: Store) -> LineSums:
    kept = store.safe(IN_SAFE)
    sums = LineSums(BLOCK) if kept is None else _read(kept)
    return sums if sums.block == BLOCK else LineSums(BLOCK)


def _pages(store: Store, after: int, last: int) -> Iterator[list[StoredLine]]:
    """All lines after a position, up to another; a position without a line is `Tampered`."""
    while after < last:
        page = store.journal(after, min(PAGE, last - after))
        if not page or page[-1].position != after + len(page):
            places = {placed.position for placed in page}
            gap = next(place for place in range(after + 1, last + 1) if place not in places)
            raise Tampered(f"line {gap} of all is missing")
        yield page
        after += len(page)


def _sum_of(store: Store, after: int) -> bytes:
    """The sum of the block after a position."""
    block = sha256()
    for begin in range(after, after + BLOCK, PAGE):
        block.update(store.packed(begin, begin + PAGE))
    return block.digest()


class _Following:
    """Follows the chain of each record through all lines after some blocks."""

    def __init__(self, store: Store, sums: LineSums) -> None:
        self._store = store
        self._sums = sums
        self._journal = sums.journal
        self._ends: dict[str, tuple[int, bytes]] = {}
        """The number and hash of the last line of each record so far."""

    def follow(self, digest: StoreDigest) -> LineSums:
        """Follow the chains to the end; return the sums, with those of new blocks."""
        position = self._sums.lines
        for page in _pages(self._store, position, digest.position):
            self._follow_page(page)
            position += len(page)
            if position % BLOCK == 0:
                sums = self._sums.sums + _sum_of(self._store, position - BLOCK)
                self._sums = LineSums(BLOCK, sums, self._journal)
        if self._journal.hex() != digest.journal:
            raise Tampered("the lines are not those, in that order, that were stored")
        self._must_be_found()
        return self._sums

    def _must_be_found(self) -> None:
        """Refuse a record that ends elsewhere when it is read by its numbers, as the house does."""
        ends = {end.record: end.lines for end in self._store.records()}
        for record, (line, _) in self._ends.items():
            found = ends.get(record, 0)
            if found < line:  # others may have added to it meanwhile
                raise Tampered(f"{record}: {found} lines are found, and {line} were stored")

    def _follow_page(self, page: list[StoredLine]) -> None:
        """Follow each line after the line before it in its record."""
        ends = self._ends
        for placed in page:
            record, number = placed.record, placed.number
            last, head = ends.get(record) or self._end_before(placed)
            parts = split(placed.line)
            if last != number - 1:
                raise Tampered(f"{record}: line {number} comes after line {last}")
            if parts is None or link(head, parts.covered) != parts.hash:
                raise Tampered(f"{record}: line {number} was altered, or does not follow the last")
            ends[record] = number, parts.hash
            self._journal = journal_after(self._journal, record, (parts.hash,))

    def _end_before(self, placed: StoredLine) -> tuple[int, bytes]:
        """The end of a record in the blocks that have a sum."""
        if placed.number == 1 or not self._sums.sums:
            return 0, START.encode()
        found = self._store.page(placed.record, placed.number - 2, 1)
        parts = split(found[0].line) if found else None
        return (0, b"") if parts is None else (found[0].number, parts.hash)
