"""Records to store: a line is worth no more here than its place in the chain."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import START, chained, split
from croupier.casino.store.contract import Addition, KeyedRequest, Writing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Barrier


class Note(msgspec.Struct):
    n: int
    text: str


class Chain:
    """A record as its writer holds it, and the additions that go on from there."""

    def __init__(self, record: str, length: int = 0, head: str = START) -> None:
        self.record = record
        self.length = length
        self.head = head

    def next(self, *texts: str) -> Addition:
        """The addition that continues the record; the writer goes on from it."""
        entries = [Note(number, text) for number, text in enumerate(texts, self.length)]
        lines = chained(self.head, entries)
        addition = Addition(self.record, self.length, lines)
        self.length += len(lines)
        self.head = head_of(lines[-1])
        return addition

    def copy(self) -> Chain:
        """Another writer who looked at the same moment."""
        return Chain(self.record, self.length, self.head)


def head_of(line: bytes) -> str:
    parts = split(line)
    assert parts is not None
    return parts[0].decode()


def writing(*additions: Addition, id: str | None = None, answer: bytes = b"") -> Writing:
    """A writing; with an id it is a request that asks for just these additions."""
    asked = b"".join(line for addition in additions for line in addition.lines)
    request = None if id is None else KeyedRequest.of(id, asked)
    return Writing(additions=additions, request=request, answer=answer)


@contextmanager
def together(start: Barrier) -> Iterator[None]:
    """Nobody waits at the barrier for somebody who failed."""
    try:
        yield
    except BaseException:
        start.abort()
        raise
