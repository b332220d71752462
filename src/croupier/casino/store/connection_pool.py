"""Connections that wait to be used again, for one thread at a time each."""

from __future__ import annotations

from contextlib import contextmanager
from queue import Empty, LifoQueue
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Closable(Protocol):
    def close(self) -> object: ...


C = TypeVar("C", bound=Closable)


class ConnectionPool(Generic[C]):
    """As many connections as are used at once. One that an error came through is not kept."""

    def __init__(self, connect: Callable[[], C], usable: Callable[[C], bool] | None = None) -> None:
        self._connect = connect
        self._usable = usable
        self._idle: LifoQueue[C] = LifoQueue()
        self._closed = False

    @contextmanager
    def one(self) -> Iterator[C]:
        connection = self._take()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle.put(connection)

    def _take(self) -> C:
        while True:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                return self._connect()
            if self._usable is None or self._usable(connection):
                return connection
            connection.close()

    def close(self) -> None:
        self._closed = True
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return
