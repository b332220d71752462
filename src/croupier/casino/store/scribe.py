"""The scribe: the one thread that writes, so that all who wait share one transaction.

A commit costs a synchronisation of the disk however much is in it. While one is under way others
queue up, and the next takes them all.
"""

from __future__ import annotations

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Self

from croupier.casino.store.contract import Rejected

if TYPE_CHECKING:
    from types import TracebackType

    from croupier.casino.store.contract import Receipt, Store, Writing

    Waiting = tuple[Writing, Future[Receipt]]

MOST = 256
"""How many writings one transaction takes at most."""


class Scribe:
    """Writes for many. The future of a writing is done when it is on the disk, or rejected."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    def submit(self, writing: Writing) -> Future[Receipt]:
        """Have a writing written after all that were submitted before it."""
        future: Future[Receipt] = Future()
        with self._door:
            if self._closed:
                raise RuntimeError("the scribe has gone home")
            self._queue.put((writing, future))
        return future

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            at_end = self._gather(batch)
            self._write(batch)
            if at_end:
                return

    def _gather(self, batch: list[Waiting]) -> bool:
        """Take whatever waits already; true if the end was among it."""
        while len(batch) < MOST:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return False
            if waiting is None:
                return True
            batch.append(waiting)
        return False

    def _write(self, batch: list[Waiting]) -> None:
        batch = [
            (writing, future) for writing, future in batch if future.set_running_or_notify_cancel()
        ]
        try:
            outcomes = self._store.write([writing for writing, _ in batch])
        except Exception as error:  # whatever it is, those who wait have to know
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Rejected):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
