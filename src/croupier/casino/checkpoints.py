"""Checkpoints: the head of every record, signed, so that nobody can rewrite what came before.

A chain finds edits inside it. It cannot show that its end is missing, or that all of it was made
anew with hashes to match. A checkpoint that was handed out does, and so does one in the store for
whoever lacks the house's key. Each also holds the head of the checkpoints before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import chained, split
from croupier.casino.signing_key import is_signed
from croupier.casino.store.contract import Addition, LengthConflict, RecordEnd, Writing
from croupier.decoding_errors import UNREADABLE, decoding_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.casino.signing_key import Seal
    from croupier.casino.store.contract import Store

RECORD = "checkpoints"
"""The record that holds them."""
FORMAT = "croupier-checkpoints/1"

_encode = msgspec.json.Encoder().encode


class CheckpointHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the record of checkpoints."""

    format: str = FORMAT


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far every record had come at a moment, by name."""

    at: int
    heads: tuple[RecordEnd, ...]

    def head_of(self, record: str) -> RecordEnd | None:
        return next((standing for standing in self.heads if standing.record == record), None)


class Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint as it is kept and handed out. The very bytes of `checkpoint` are signed."""

    n: int
    key: str
    signature: str
    checkpoint: msgspec.Raw

    @property
    def genuine(self) -> bool:
        """Whether the owner of the key that it names signed it."""
        return is_signed(bytes(self.checkpoint), self.signature, self.key)

    def read(self) -> Checkpoint:
        return _read_checkpoint(self.checkpoint)


_read_sealed = msgspec.json.Decoder(Sealed).decode
_read_checkpoint = msgspec.json.Decoder(Checkpoint).decode


def make_checkpoint(
    store: Store,
    seal: Seal,
    at: int,
    as_far_as: Mapping[str, int] | None = None,
    ends: Callable[[], Mapping[str, RecordEnd]] | None = None,
) -> bytes:
    """Sign how far every record has come, and return the line that says so, to be handed out.

    If nothing was added anywhere since the last checkpoint, it is that one again. Where lines have
    no salt, a record may be signed `as_far_as` an earlier line: the hash of a card that lies face
    down gives the card away. `ends` says where the records end by what the house wrote; left out,
    it is what is found in the store.
    """
    limits = as_far_as or {}
    while True:
        found = store.records() if ends is None else [each for _, each in sorted(ends().items())]
        standings = [_at_most(store, each, limits.get(each.record)) for each in found]
        before = next((each for each in standings if each.record == RECORD), RecordEnd(RECORD))
        if before.lines > 1:
            (last,) = store.page(RECORD, before.lines - 1, 1)
            signed = read_line(last.line)[1]
            if _others(standings) == _others(signed.heads):
                return last.line
            at = max(at, signed.at)
        writing = _writing(store, Checkpoint(at, tuple(standings)), before, seal)
        try:
            store.add(writing)
        except LengthConflict:
            continue  # another process made one meanwhile
        return writing.additions[0].lines[-1]


def _at_most(store: Store, standing: RecordEnd, line: int | None) -> RecordEnd:
    """How far a record had come at a line, if it has come farther."""
    if line is None or line >= standing.lines:
        return standing
    (placed,) = store.page(standing.record, line - 1, 1)
    parts = split(placed.line)
    assert parts is not None
    return RecordEnd(standing.record, line, parts[0].decode())


def _others(standings: tuple[RecordEnd, ...] | list[RecordEnd]) -> list[RecordEnd]:
    return [standing for standing in standings if standing.record != RECORD]


def _writing(store: Store, checkpoint: Checkpoint, before: RecordEnd, seal: Seal) -> Writing:
    body = _encode(checkpoint)
    number = max(before.lines, 1)
    entries: list[msgspec.Struct] = [
        Sealed(number, seal.public, seal.sign(body), msgspec.Raw(body))
    ]
    if before.lines == 0:
        entries.insert(0, CheckpointHeader())
    lines = chained(before.head, entries, store.marks(RECORD), before.lines + 1, store.epoch)
    return Writing(additions=(Addition(RECORD, before.lines, lines),))


SEALS = "seals"
"""Where in the safe it is kept which public keys the casino is sealed with."""

_read_keys = msgspec.json.Decoder(tuple[str, ...]).decode


def known_keys(store: Store) -> tuple[str, ...]:
    """The public keys that a casino is sealed with; processes that share one have one each."""
    kept = store.safe(SEALS)
    if kept is not None:
        return _read_keys(kept)
    # it was last served by a version that did not keep them
    after = 1 if store.shared else max(1, store.standing(RECORD).lines - 1)
    return tuple(dict.fromkeys(read_line(line)[0].key for line in store.lines(RECORD, after)))


def with_key(store: Store, key: str) -> dict[str, bytes]:
    """For the safe: that the casino is sealed with a key from now on."""
    keys = (*known_keys(store), key) if store.shared else (key,)
    return {SEALS: _encode(tuple(dict.fromkeys(keys)))}


def read_line(line: bytes) -> tuple[Sealed, Checkpoint]:
    """A checkpoint from its line. Anything else is a `ValueError`."""
    parts = split(line)
    if parts is None:
        raise ValueError("it is not a line of a record")
    try:
        sealed = _read_sealed(parts[1])
        return sealed, sealed.read()
    except UNREADABLE as error:
        raise ValueError(f"it is not a checkpoint: {decoding_problem(error)}") from None
