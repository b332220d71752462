"""The one thread that writes, so that all who wait share one transaction.

A commit costs a synchronisation of the disk however much is in it. While one is under way others
queue up, and the next takes them all. What an event loop submits is handed over when the loop has
done all that it has at hand: the two threads then meet once for many writings, and not for each.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing

    Told = Future[Receipt] | asyncio.Future[Receipt]

    Note = Callable[[Receipt | Exception], object]

    Waiting = tuple[Writing, Told, Note | None]

    Outcomes = Sequence[Receipt | Rejected] | Exception

    Answer = tuple[Told, Receipt | Exception, Note | None]


MOST = 256
"""How many writings one transaction takes at most."""


class BatchWriter:
    """Writes for many. The future of a writing is done when it is on the disk, or rejected."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._queued = 0
        """How many writings are in the queue."""
        self._gathered: list[Waiting] = []
        """What an event loop has submitted, and is about to hand over."""
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="batch-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many writings wait, beside those that are being written."""
        return self._queued + len(self._gathered)

    def submit(self, writing: Writing) -> Future[Receipt]:
        """Have a writing written after all that were submitted before it."""
        future: Future[Receipt] = Future()
        with self._closing:
            self._must_be_open()
            self._gathered.append((writing, future, None))
            self._put()
        return future

    def submit_from_loop(
        self, writing: Writing, note: Note | None = None
    ) -> asyncio.Future[Receipt]:
        """The same for an event loop, which is woken once for everything that was written.

        `note` is called with what came of it, before anybody goes on who waits for the future, and
        also if nobody does any more.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        with self._closing:
            self._must_be_open()
            if not self._gathered:
                loop.call_soon(self._hand_over)
            self._gathered.append((writing, future, note))
        return future

    def _must_be_open(self) -> None:
        if self._closed:
            raise RuntimeError("the batch writer is closed")

    def _hand_over(self) -> None:
        with self._closing:
            self._put()

    def _put(self) -> None:
        """Hand over what was gathered; whoever calls holds the lock."""
        if self._gathered:
            self._queued += len(self._gathered)
            self._queue.put(self._gathered)
            self._gathered = []

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._closing:
            if not self._closed:
                self._put()
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting = list(first)
            at_end = self._gather(waiting)
            with self._closing:
                self._queued -= len(waiting)
            for begin in range(0, len(waiting), MOST):
                self._write(waiting[begin : begin + MOST])
            if at_end:
                return

    def _gather(self, waiting: list[Waiting]) -> bool:
        """Take whatever waits already; true if the end was among it."""
        while len(waiting) < MOST:
            try:
                more = self._queue.get_nowait()
            except Empty:
                return False
            if more is None:
                return True
            waiting += more
        return False

    def _write(self, batch: list[Waiting]) -> None:
        batch = [waiting for waiting in batch if not _given_up(waiting[1])]
        outcomes: Outcomes
        try:
            outcomes = self._store.write([writing for writing, _, _ in batch])
        except Exception as error:  # whatever it is, those who wait have to know
            outcomes = error
        loops: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
        for number, (_, future, note) in enumerate(batch):
            outcome = outcomes if isinstance(outcomes, Exception) else outcomes[number]
            if isinstance(future, Future):
                _tell([(future, outcome, None)])
            else:
                loops.setdefault(future.get_loop(), []).append((future, outcome, note))
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
    """Whether nobody waits for it any more; from now on they do. A loop goes on from what it has
    submitted, and takes nothing back."""
    return isinstance(future, Future) and not future.set_running_or_notify_cancel()


def _tell(answers: list[Answer]) -> None:
    for future, outcome, note in answers:
        if note is not None:
            note(outcome)
        if future.cancelled():
            pass  # whoever asked has gone; what was written is written
        elif isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
