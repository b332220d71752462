"""What the floor answers, kept byte for byte so that asking again brings the same."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.store.contract import KeyedRequest

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person


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
    return msgspec.json.encode(Answer(record, line, facts))


def request_of(by: Person, id: str | None, where: str, asked: object) -> KeyedRequest | None:
    """A request under a person's own id: nobody else's is the same, whatever it is called."""
    if id is None:
        return None
    said = msgspec.json.encode((where, by.role, asked))
    return KeyedRequest.of(sha256(f"{by.name}\0{id}".encode()).hexdigest(), said)
