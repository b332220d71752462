"""Disks that fail: a layer of files under SQLite that loses power, or reports an error.

What was written and not yet synchronised when the power fails may be on the disk, or not, or in
part, sector by sector, whatever the order in which it was written.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import apsw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing

SECTOR = 512


class Image:
    """One file: what is safe on the disk, and what was done to it since."""

    def __init__(self, safe: bytes) -> None:
        self.safe = bytearray(safe)
        self.pending: list[tuple[int, bytes | None]] = []
        """Writes, and truncations as None."""

    def sync(self) -> None:
        for offset, data in self.pending:
            self._apply(self.safe, offset, data)
        self.pending.clear()

    def after_power_failure(self, chance: random.Random) -> bytes:
        left = bytearray(self.safe)
        for offset, data in self.pending:
            luck = chance.random()
            if luck < 0.4:
                self._apply(left, offset, data)
            elif luck < 0.7 and data is not None:
                for start in range(0, len(data), SECTOR):
                    if chance.random() < 0.5:
                        self._apply(left, offset + start, data[start : start + SECTOR])
        return bytes(left)

    @staticmethod
    def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
        if data is None:
            del content[offset:]
            return
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """The default layer of files while it is in use. `fail` is raised at one operation."""

    NAME = "failing-disk"

    def __init__(
        self,
        *,
        fail_at: int = 0,
        fail: type[apsw.Error] = apsw.IOError,
        for_good: bool = True,
        sync_lies: bool = False,
    ) -> None:
        self.images: dict[str, Image] = {}
        self.operations = 0
        self.failed = False
        self.sync_lies = sync_lies
        self._fail_at = fail_at
        self._fail = fail
        self._for_good = for_good
        self.base = apsw.vfs_names()[0]
        super().__init__(self.NAME, self.base, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return File(self, name, flags)

    def operate(self) -> None:
        """Count an operation, and fail if it is its turn or the disk is dead."""
        self.operations += 1
        if self.operations == self._fail_at or (self.failed and self._for_good):
            self.failed = True
            raise self._fail("the disk failed")

    def stop(self) -> None:
        """Let nothing more reach the disk."""
        self.failed = True

    def leave(self, chance: random.Random, directory: Path) -> None:
        """Write down what is on the disk after the power failed."""
        for name, image in self.images.items():
            (directory / Path(name).name).write_bytes(image.after_power_failure(chance))


class File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__(disk.base, name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self._disk = disk
        exists = Path(path).exists()
        safe = Path(path).read_bytes() if exists else b""
        self._image = disk.images.setdefault(path, Image(safe))

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.operate()
        super().xWrite(data, offset)
        self._image.pending.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        self._disk.operate()
        super().xTruncate(newsize)
        self._image.pending.append((newsize, None))

    def xSync(self, flags: int) -> None:
        self._disk.operate()
        if not self._disk.sync_lies:
            self._image.sync()


@contextmanager
def failing(disk: Disk) -> Iterator[Disk]:
    """Have SQLite use the disk."""
    try:
        yield disk
    finally:
        disk.unregister()


class SlowDisk:
    """A store whose writings come to the disk when the test says so, or fail if it says so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.turns = Event()
        self.turns.set()
        self.asked = 0
        self.fails: Callable[[int], Exception | None] = lambda number: None
        """By the number of the batch, since the disk became slow."""

    def stop(self) -> None:
        self.asked = 0
        self.turns.clear()

    def go_on(self) -> None:
        self.turns.set()

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        self.asked += 1
        number = self.asked
        assert self.turns.wait(30)
        error = self.fails(number)
        if error is not None:
            raise error
        return self._store.write(writings)

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)
