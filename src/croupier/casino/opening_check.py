"""The check of a store before a casino opens: all of it is compared with the latest signed state.

That state is the head which is kept outside, and the digest in the store, which only the house can
write. The head names the ends of some records and the last checkpoint, which names all the others;
lines after the head carry tags. The digest vouches for every line in its order, for the safe and
for the requests. What differs is named, and the casino stays closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import link, split
from croupier.casino.checkpoints import RECORD as CHECKPOINTS
from croupier.casino.checkpoints import read_line
from croupier.casino.heads import TagCheck, lines_between, moment
from croupier.casino.line_sums import check_lines, keep_sums
from croupier.casino.store.contract import RecordEnd
from croupier.casino.store.protection import Tampered, journal_after
from croupier.decoding_errors import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.casino.checkpoints import Checkpoint
    from croupier.casino.heads import Head, SignedHead
    from croupier.casino.line_sums import LineSums
    from croupier.casino.store.contract import Store
    from croupier.casino.store.protection import StoreDigest


def must_be_whole(store: Store, head: SignedHead | None, keys: Sequence[str]) -> None:
    """Refuse to open what is behind its outside head, or is not all of the house's writing."""
    check = OpeningCheck(store, head, keys)
    wrong = list(check.problems())
    if wrong:
        raise Tampered("; ".join(wrong))
    if check.sums is not None:
        keep_sums(store, check.sums)


def what_is_wrong(
    store: Store, signed: SignedHead | None, keys: Sequence[str] = ()
) -> Iterator[str]:
    """What a store does not have as it should, by its own digest and by a head from outside."""
    yield from OpeningCheck(store, signed, keys).problems()


class _Claim(msgspec.Struct, frozen=True):
    """The end of a record, and the signed state that names it."""

    end: RecordEnd
    by: str


class OpeningCheck:
    """One look at a store. `keys` are the public keys that the head may be signed with."""

    def __init__(self, store: Store, head: SignedHead | None, keys: Sequence[str] = ()) -> None:
        self._store = store
        self._signed = head
        self._keys = keys
        self.sums: LineSums | None = None
        """The sums over blocks of lines, once every line has been checked."""

    def problems(self) -> Iterator[str]:
        """Everything that differs; all lines are read only if nothing else does."""
        store = self._store
        wrong = list(store.foreign().said)
        before = store.last_position()
        audit = store.audit(requests=True)
        if audit is not None:
            digest, last = audit.digest, store.last_position()
            if before > digest.position or last < digest.position:  # others may be adding to it
                wrong.append(f"there are {last} lines, and {digest.position} were stored")
            wrong += audit.wrong_in_safe()
            wrong += audit.wrong_in_requests()
            try:
                wrong += self._wrong_by_head(digest)
            except Tampered as error:
                wrong.append(str(error))
        yield from wrong
        if audit is None or wrong:
            return
        try:
            self.sums = check_lines(store, audit.digest)
        except Tampered as error:
            yield str(error)

    def _wrong_by_head(self, digest: StoreDigest) -> Iterator[str]:
        store, signed = self._store, self._signed
        if signed is None:
            yield from _missing(store, _in_checkpoint(store, store.standing(CHECKPOINTS)))
            return
        if not signed.genuine or (self._keys and signed.key not in self._keys):
            yield f"the head outside is not signed by this house, but with {signed.key}"
            return
        head = signed.read()
        if head.epoch > digest.epoch:
            yield (
                f"a loss was accepted that it knows nothing of: the head outside is of epoch "
                f"{head.epoch}, and it is of epoch {digest.epoch}"
            )
        if head.epoch != digest.epoch:
            return
        yield from _missing(store, _claims(store, signed, head))
        assert store.protection is not None
        if digest.n < head.n:
            yield (
                f"it is an older copy: the head outside, of {moment(head.at)}, is of transaction "
                f"{head.n}, and it ends with {digest.n}"
            )
        elif digest.n == head.n and store.protection.mac_of(digest) != head.digest:
            yield "it is not what the head outside was signed for"
        else:
            yield from _wrong_since(store, head, digest)


# --- the ends of records


def _claims(store: Store, signed: SignedHead, head: Head) -> Iterator[_Claim]:
    """The end of every record: those in the head, and the others in the checkpoint that it names.

    At a clean stop the head names the checkpoints alone: all other ends are in the last of them.
    """
    by = f"the head outside, of {moment(head.at)}"
    ends = {end.record: end for end in signed.records}
    yield from (_Claim(end, by) for end in signed.records)
    named = ends.get(CHECKPOINTS, RecordEnd(CHECKPOINTS))
    yield from (claim for claim in _in_checkpoint(store, named) if claim.end.record not in ends)


def _in_checkpoint(store: Store, named: RecordEnd) -> Iterator[_Claim]:
    """The ends in one checkpoint; none, if the line is not there, which its own claim finds."""
    checkpoint = None if named.lines <= 1 else _checkpoint(store, named)
    if checkpoint is None:
        return
    by = f"checkpoint {named.lines - 1}, of {moment(checkpoint.at)},"
    for end in checkpoint.heads:
        if end.record != CHECKPOINTS:
            yield _Claim(end, by)


def _checkpoint(store: Store, named: RecordEnd) -> Checkpoint | None:
    """The checkpoint at a line, if the line has the hash that was named.

    `Tampered`, if its content is not what the hash covers.
    """
    found = store.page(CHECKPOINTS, named.lines - 2, 2)
    if [placed.number for placed in found] != [named.lines - 1, named.lines]:
        return None
    before, parts = (split(placed.line) for placed in found)
    if parts is None or parts.hash != named.head.encode():
        return None
    if before is None or link(before.hash, parts.covered) != parts.hash:
        raise Tampered(f"{CHECKPOINTS}: line {named.lines} was altered")
    try:
        return read_line(found[1].line)[1]
    except ValueError as error:
        raise Tampered(f"{CHECKPOINTS}: line {named.lines}: {error}") from None


def _missing(store: Store, claims: Iterator[_Claim]) -> Iterator[str]:
    """The records that have fewer lines than was signed, or others."""
    ends = {each.record: each for each in store.records()}
    for claim in claims:
        record, lines = claim.end.record, claim.end.lines
        end = ends.get(record) or RecordEnd(record)
        missing = lines - end.lines
        if missing > 0:
            said = "1 line is missing" if missing == 1 else f"{missing} lines are missing"
            yield f"{record}: {said}{_since(store, end)}; {claim.by} has {lines}"
        elif _hash_at(store, end, lines) != claim.end.head:
            yield f"{record}: line {lines} is not the one that {claim.by} has"


def _since(store: Store, end: RecordEnd) -> str:
    """After which line, and of which moment."""
    if end.lines == 0:
        return ", the whole record"
    found = store.page(end.record, end.lines - 1, 1)
    at = _at_of(found[0].line) if found else None
    return f" after line {end.lines}" + ("" if at is None else f" of {moment(at)}")


class _Dated(msgspec.Struct):
    at: int | None = None
    checkpoint: _Dated | None = None


_dated = msgspec.json.Decoder(_Dated).decode


def _at_of(line: bytes) -> int | None:
    parts = split(line)
    try:
        dated = _dated(b"{}" if parts is None else parts.body)
    except UNREADABLE:
        return None
    return dated.at if dated.checkpoint is None else dated.checkpoint.at


def _hash_at(store: Store, end: RecordEnd, line: int) -> str:
    if end.lines == line:
        return end.head
    found = store.page(end.record, line - 1, 1)
    parts = split(found[0].line) if found else None
    return "" if parts is None else parts.hash.decode(errors="replace")


def _wrong_since(store: Store, head: Head, digest: StoreDigest) -> Iterator[str]:
    """What came after the head has to be tagged, line by line."""
    journal, tags = bytes.fromhex(head.journal), TagCheck(store, {})
    position = head.lines
    try:
        for placed in lines_between(store, head.lines, digest.position):
            position += 1
            if placed.position != position:
                raise Tampered(f"line {position} of all is missing")
            journal = journal_after(journal, placed.record, (tags.checked(placed),))
    except Tampered as error:
        yield str(error)
        return
    if journal.hex() != digest.journal:
        yield f"the lines after {head.lines} are not those that were stored"
