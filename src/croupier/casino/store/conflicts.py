"""Whether writings may be stored, judged in their order: the same for every database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import link, split
from croupier.casino.store.contract import (
    Held,
    LengthConflict,
    OtherRequest,
    Receipt,
    RecordEnd,
    Rejected,
    Unchained,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from croupier.casino.store.contract import Addition, Writing

    RequestRow = tuple[str, bytes, bytes, bytes]

    """A request as the database stores it: id, digest, lengths and answer."""


_encode = msgspec.json.Encoder().encode


class Filed(msgspec.Struct, frozen=True):
    """A request that was accepted, and what it was answered."""

    id: str
    digest: bytes
    lengths: dict[str, int]
    answer: bytes

    @property
    def stored_lengths(self) -> bytes:
        """As they lie in the database."""
        return _encode(self.lengths)

    @property
    def row(self) -> RequestRow:
        return self.id, self.digest, self.stored_lengths, self.answer

    def receipt(self) -> Receipt:
        return Receipt(self.lengths, self.answer, repeated=True, digest=self.digest)


class ConflictCheck:
    """Judges the writings of one transaction in turn; each sees what those before it added."""

    def __init__(
        self,
        standings: Sequence[RecordEnd],
        filed: Sequence[Filed],
        held: Collection[str] = (),
    ) -> None:
        self._held = held
        """The records that somebody else holds."""
        self.standings = {standing.record: standing for standing in standings}
        """Where each record stands with what was accepted."""
        self._filed = {request.id: request for request in filed}
        self.additions: list[Addition] = []
        """What is to be stored, in order."""
        self.requests: list[Filed] = []
        self.safe: dict[str, bytes | None] = {}

    def judge(self, writing: Writing) -> Receipt | Rejected:
        request = writing.request
        before = self._filed.get(request.id) if request is not None else None
        if request is not None and before is not None:
            return before.receipt() if before.digest == request.digest else OtherRequest(request.id)
        try:
            after = [self._continued(addition) for addition in writing.additions]
        except Rejected as rejection:
            return rejection
        self.standings.update((standing.record, standing) for standing in after)
        self.additions += writing.additions
        self.safe.update(writing.safe)
        lengths = {standing.record: standing.lines for standing in after}
        if request is not None:
            filed = Filed(request.id, request.digest, lengths, writing.answer)
            self._filed[request.id] = filed
            self.requests.append(filed)
        return Receipt(lengths, writing.answer)

    def _continued(self, addition: Addition) -> RecordEnd:
        """Where a record stands with the addition, if every line follows the one before it."""
        record = addition.record
        standing = self.standings.get(record) or RecordEnd(record)
        if record in self._held:
            raise Held(record)
        if standing.lines != addition.after:
            raise LengthConflict(record, addition.after, standing.lines)
        head = standing.head.encode()
        for number, line in enumerate(addition.lines, addition.after + 1):
            parts = split(line)
            if parts is None or link(head, parts.covered) != parts.hash:
                raise Unchained(record, number)
            head = parts[0]
        return RecordEnd(record, addition.after + len(addition.lines), head.decode())


def records_of(writings: Sequence[Writing]) -> list[str]:
    """The records that writings would add to, each once."""
    return sorted({addition.record for writing in writings for addition in writing.additions})


def requests_of(writings: Sequence[Writing]) -> list[str]:
    return sorted({writing.request.id for writing in writings if writing.request is not None})


def standing_of(record: str, lines: int, head: bytes) -> RecordEnd:
    """Where a record stands by its last line, whatever somebody may have made of that."""
    return RecordEnd(record, lines, head.decode(errors="replace"))
