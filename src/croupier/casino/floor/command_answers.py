"""What the floor answers, kept byte for byte so that asking again brings the same."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.codec import read_header
from croupier.aggregate.record_lines import split
from croupier.casino.record_names import TABLES, place_name
from croupier.casino.store.contract import KeyedRequest, OtherRequest
from croupier.table_replay import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.codec import Codec
    from croupier.aggregate.roles import Person
    from croupier.casino.store.contract import Receipt, Store

MOST_RECENT = 10_000
"""How many of the last requests are remembered that this process has stored."""


_encode = msgspec.json.Encoder().encode


class Answer(msgspec.Struct, frozen=True):
    """What was done: the record and its line afterwards, and the facts that one may know."""

    record: str
    line: int
    facts: tuple[Any, ...] = ()


class Answered(msgspec.Struct, frozen=True):
    """An answer as it is sent."""

    body: bytes
    repeated: bool = False
    """Whether it had been given before, and nothing was done this time."""

    def read(self) -> dict[str, Any]:
        read: dict[str, Any] = msgspec.json.decode(self.body)
        return read


def answer(record: str, line: int, facts: tuple[Any, ...]) -> bytes:
    return _encode(Answer(record, line, facts))


def request_of(by: Person, id: str | None, where: str, asked: object) -> KeyedRequest | None:
    """A request under a person's own id: nobody else's is the same, whatever it is called."""
    if id is None:
        return None
    said = _encode((where, by.role, asked))
    return KeyedRequest.of(_own_id(by, id), said)


def _own_id(by: Person, id: str) -> str:
    return sha256(f"{by.name}\0{id}".encode()).hexdigest()


class Requests:
    """Which requests were made before, and what they were answered.

    A table need not wait for a database elsewhere: there a request is looked up before the table is
    locked, and all that are asked for at once in one question. What this process has stored by then
    is looked up again; should another have, at a table that it was not known to be at, the store
    says so when it is written.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._in_flight: dict[str, KeyedRequest] = {}
        self._settling: dict[str, asyncio.Event] = {}
        """Set when one is stored, or will never be, for whoever asks the same meanwhile."""
        self._recent: dict[str, None] = {}
        self._asked: dict[str, asyncio.Future[Receipt | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    def submitted(self, asked: KeyedRequest) -> None:
        """It is being stored."""
        self._in_flight[asked.id] = asked
        if self._store.shared:
            self._recent[asked.id] = None
            if len(self._recent) > MOST_RECENT:
                del self._recent[next(iter(self._recent))]

    def writing_done(self, asked: KeyedRequest) -> None:
        """It is stored, or will never be."""
        if self._in_flight.get(asked.id) is asked:
            del self._in_flight[asked.id]
            if self._settling:
                event = self._settling.pop(asked.id, None)
                if event is not None:
                    event.set()

    async def answered_elsewhere(self, asked: KeyedRequest | None) -> Answered | None:
        """What a request was answered by a database elsewhere, before anything is locked."""
        if asked is None:
            return None
        return _answered(asked, await self._looked_up(asked.id))

    async def answered(
        self, asked: KeyedRequest | None, *, looked_up: bool = False
    ) -> Answered | None:
        """What a request was answered, for whoever has a lock; it may have been `looked_up`."""
        if asked is None:
            return None
        await self._settled(asked.id)
        if looked_up and self._store.shared and asked.id not in self._recent:
            return None
        return _answered(asked, await self._receipt(asked.id))

    async def answered_at_earlier_table(
        self, by: Person, id: str | None, table: str, read: Callable[[Codec], object]
    ) -> Answered | None:
        """What somebody's request was answered at a table of that name that has left the floor.

        What was asked is `read` in the words of the game that was played there.
        """
        if id is None:
            return None
        await self._settled(_own_id(by, id))
        receipt = await self._receipt(_own_id(by, id))
        if receipt is None:
            return None
        record = msgspec.json.decode(receipt.answer, type=Answer).record
        if not record.startswith(TABLES) or place_name(record) != table:
            return None
        (first,) = await asyncio.to_thread(self._store.page, record, 0, 1)
        parts = split(first.line)
        assert parts is not None, "the store has nothing but lines of records"
        codec = TABLE.codec(read_header(TABLE.name, parts.body))
        asked = request_of(by, id, record, read(codec))
        assert asked is not None
        return _answered(asked, receipt)

    async def _settled(self, id: str) -> None:
        """Wait until it shows whether a request that is in flight is stored."""
        if id in self._in_flight:
            await self._settling.setdefault(id, asyncio.Event()).wait()

    async def _receipt(self, id: str) -> Receipt | None:
        return await self._looked_up(id) if self._store.shared else self._store.receipt(id)

    async def _looked_up(self, id: str) -> Receipt | None:
        found = self._asked.get(id)
        if found is None:
            found = self._asked[id] = asyncio.get_running_loop().create_future()
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await asyncio.shield(found)

    async def _read(self) -> None:
        """Look up all that is asked for, until nothing is."""
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                found = await asyncio.to_thread(self._store.receipts, list(asked))
            except Exception as error:  # whatever it is, those who wait have to know
                for future in asked.values():
                    future.set_exception(error)
            else:
                for id, future in asked.items():
                    future.set_result(found.get(id))


def _answered(asked: KeyedRequest, receipt: Receipt | None) -> Answered | None:
    if receipt is None:
        return None
    if receipt.digest != asked.digest:
        raise OtherRequest(asked.id)
    return Answered(receipt.answer, repeated=True)
