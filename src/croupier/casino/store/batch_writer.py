"""The one thread that writes, so that all who wait share one transaction.

A commit costs a synchronisation of the disk however much is in it. While one is under way others
queue up, and the next takes them all.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing

    Told = Future[Receipt] | asyncio.Future[Receipt]

    Waiting = tuple[Writing, Told]

    Outcomes = Sequence[Receipt | Rejected] | Exception

    Answer = tuple[Told, Receipt | Exception]


MOST = 256
"""How many writings one transaction takes at most."""


class BatchWriter:
    """Writes for many. The future of a writing is done when it is on the disk, or rejected."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="batch-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many writings wait, beside those that are being written."""
        return self._queue.qsize()

    def submit(self, writing: Writing) -> Future[Receipt]:
        """Have a writing written after all that were submitted before it."""
        future: Future[Receipt] = Future()
        self._take(writing, future)
        return future

    def submit_from_loop(self, writing: Writing) -> asyncio.Future[Receipt]:
        """The same for an event loop, which is woken once for everything that was written."""
        future = asyncio.get_running_loop().create_future()
        self._take(writing, future)
        return future

    def _take(self, writing: Writing, future: Told) -> None:
        with self._closing:
            if self._closed:
                raise RuntimeError("the batch writer is closed")
            self._queue.put((writing, future))

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._closing:
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
        batch = [waiting for waiting in batch if not _given_up(waiting[1])]
        outcomes: Outcomes
        try:
            outcomes = self._store.write([writing for writing, _ in batch])
        except Exception as error:  # whatever it is, those who wait have to know
            outcomes = error
        loops: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
        for number, (_, future) in enumerate(batch):
            outcome = outcomes if isinstance(outcomes, Exception) else outcomes[number]
            if isinstance(future, Future):
                _tell([(future, outcome)])
            else:
                loops.setdefault(future.get_loop(), []).append((future, outcome))
        for loop, answers in loops.items():
            with suppress(RuntimeError):  # a loop that has been closed waits for nothing
                loop.call_soon_threadsafe(_tell, answers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _given_up(future: Told) -> bool:
    """Whether nobody waits for it any more; from now on they do."""
    if isinstance(future, Future):
        return not future.set_running_or_notify_cancel()
    return future.cancelled()


def _tell(answers: list[Answer]) -> None:
    for future, outcome in answers:
        if future.cancelled():
            continue  # whoever asked has gone; what was written is written
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
