"""A witness: somebody who keeps the heads that a house signs, where the house cannot reach them.

Whoever wants can be one. Of each head it sees that the house signed it and that it does not go
back: within an epoch neither the number of transactions nor that of lines ever falls, and one
number stands for one head. A new epoch, which begins when a loss is accepted, is told. What has
been kept is never changed: `heads.jsonl` only grows, and `alarms.txt` says what did not fit.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.casino.heads import SignedHead, moment, read_head

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HEADS, ALARMS = "heads.jsonl", "alarms.txt"


class Witness:
    """A directory with what was kept. `keys` are the public keys that the house may sign with."""

    def __init__(self, directory: Path, keys: Sequence[str] = ()) -> None:
        self._directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        kept = heads_kept(directory)
        self.last: SignedHead | None = kept[-1] if kept else None
        self.keys = set(keys) or {each.key for each in kept}
        """Left out, the key of the first head is taken for the house's."""

    def take(self, signed: SignedHead) -> list[str]:
        """Keep a head, unless it is the last one again; what does not fit is told and kept too."""
        if self.last is not None and signed.head == self.last.head:
            return []
        wrong = list(self._wrong(signed))
        if wrong:
            for said in wrong:
                self._append(ALARMS, f"{said}: {signed.whole.decode()}".encode())
            return wrong
        self.keys = self.keys or {signed.key}
        self._append(HEADS, signed.whole)
        self.last = signed
        return []

    def _wrong(self, signed: SignedHead) -> Iterator[str]:
        if not signed.genuine:
            yield "the signature is not that of its key"
            return
        if self.keys and signed.key not in self.keys:
            yield f"it is signed with another key, {signed.key}"
            return
        if self.last is None:
            return
        head, last = signed.read(), self.last.read()
        if head.epoch < last.epoch:
            yield f"it is of epoch {head.epoch}, after one of epoch {last.epoch}"
        if head.epoch != last.epoch:
            return
        if head.n < last.n:
            yield f"it goes back from transaction {last.n} to {head.n}, of {moment(head.at)}"
        elif head.lines < last.lines:
            yield f"it goes back from {last.lines} lines to {head.lines}"
        elif head.n == last.n:
            yield f"transaction {head.n} has been signed twice, in two ways"
        elif head.lines == last.lines and head.journal != last.journal:
            yield f"its {head.lines} lines are others than before"

    def _append(self, name: str, text: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        with open(os.open(self._directory / name, flags, 0o600), "ab") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def heads_kept(where: Path) -> list[SignedHead]:
    """The heads that a witness has kept in a directory, or that are in a file."""
    path = where / HEADS if where.is_dir() else where
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines()
    try:
        return [read_head(line) for line in lines if line.strip()]
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
