"""Which requests were surely not made before, without a look into the database."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BITS = 2**23
"""One megabyte: with a million requests one new one in nine is looked for in vain."""


class RequestFilter:
    """Never wrong about a request that it has been told of. Any thread may tell it or ask."""

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)
        self._lock = Lock()
        self.learnt: str | None = ""
        """The last of the stored ids, in their order, that was learnt; None after the last."""

    def may_be(self, id: str) -> bool:
        """Whether a request may have been made before."""
        place = hash(id) % BITS
        return self.learnt is not None or bool(self._bits[place >> 3] & 1 << (place & 7))

    def add(self, ids: Iterable[str]) -> None:
        bits = self._bits
        with self._lock:  # of two threads at one byte, neither may undo what the other has set
            for id in ids:
                place = hash(id) % BITS
                bits[place >> 3] |= 1 << (place & 7)

    def learn(self, after: str, ids: Sequence[str]) -> None:
        """The next stored ids after the last that was learnt; there are no more after none."""
        self.add(ids)
        with self._lock:
            if self.learnt == after:
                self.learnt = ids[-1] if ids else None

    def doubt(self) -> None:
        """Somebody else has stored something: what is stored has to be learnt again."""
        with self._lock:
            self.learnt = ""
