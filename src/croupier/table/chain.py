"""The lines of a record as they lie in a file, and the chain of hashes through them.

Everything is checked by the very bytes of the lines; nothing is encoded again.
"""

from __future__ import annotations

import re
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.decoding import UNREADABLE
from croupier.table.record import START

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BEFORE_HASH = b'{"hash":"'
_AFTER_HASH = b'","entry":'
_END = b"}\n"
_HASH_AT = len(_BEFORE_HASH)
_HASH_END = _HASH_AT + len(START)
_BODY_AT = _HASH_END + len(_AFTER_HASH)
_HASH = re.compile(rb"[0-9a-f]{64}")


class Fault(StrEnum):
    """What can be wrong with a record."""

    EMPTY = "empty"
    NOT_A_LINE = "not a line of a record"
    CUT_OFF = "cut off"
    BAD_HASH = "bad hash"
    ALTERED = "altered"
    MISSING = "missing"
    OUT_OF_ORDER = "out of order"
    REPEATED = "repeated"
    INSERTED = "inserted"
    NOT_CONSECUTIVE = "not consecutive"
    OTHER_HEAD = "other head"
    BAD_HEADER = "bad header"
    BAD_ENTRY = "bad entry"
    UNKNOWN_COMMAND = "unknown command"
    UNKNOWN_FACT = "unknown fact"
    UNKNOWN_ROLE = "unknown role"


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, at the line where it shows; line 1 is the header."""

    fault: Fault
    line: int
    text: str

    def __str__(self) -> str:
        return self.text


class RecordError(ValueError):
    """A record that cannot be read on from this line."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem

    @property
    def fault(self) -> Fault:
        return self.problem.fault

    @property
    def line(self) -> int:
        return self.problem.line


def follow(previous: bytes, body: bytes) -> bytes:
    """The hash of a line, from the hash of the line before and its own body."""
    return sha256(previous + body).hexdigest().encode()


def is_hash(text: bytes) -> bool:
    return _HASH.fullmatch(text) is not None


def split(line: bytes) -> tuple[bytes, bytes] | None:
    """The hash and the body of a line, or None if it is not built like one."""
    if (
        line[:_HASH_AT] == _BEFORE_HASH
        and line[_HASH_END:_BODY_AT] == _AFTER_HASH
        and line[-2:] == _END
        and len(line) > _BODY_AT + len(_END)
    ):
        return line[_HASH_AT:_HASH_END], line[_BODY_AT:-2]
    return None


def bodies(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each line's number and body while the chain holds; what does not hold is a `RecordError`."""
    return ((number, body) for number, _, body in links(lines))


def links(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    """The same with the hash of each line between its number and its body."""
    previous, number = START.encode(), 0
    for number, line in enumerate(lines, 1):
        parts = split(line)
        if parts is None or follow(previous, parts[1]) != parts[0]:
            text = f"line {number} does not fit its hash and that of the line before it"
            raise RecordError(flaw(line, number) or Problem(Fault.ALTERED, number, text))
        previous = parts[0]
        yield number, previous, parts[1]
    if number == 0:
        raise RecordError(nothing())


def nothing() -> Problem:
    return Problem(Fault.EMPTY, 1, "there is nothing in it: a record begins with its header")


def flaw(line: bytes, number: int) -> Problem | None:
    """Why a line cannot be read, whatever stands around it; None if it can."""
    if not line.endswith(b"\n"):
        before = {1: "no line before it is whole", 2: "the line before it is whole"}.get(
            number, f"the {number - 1} lines before it are whole"
        )
        return Problem(Fault.CUT_OFF, number, f"line {number} is cut off; {before}")
    fault, text = _look(line)
    return Problem(fault, number, f"line {number} {text}") if text else None


def _look(line: bytes) -> tuple[Fault, str]:
    if not line.strip():
        return Fault.NOT_A_LINE, "is blank"
    if line.endswith(b"\r\n"):
        return Fault.NOT_A_LINE, (
            "ends with a carriage return: an editor or a transfer has changed the file; "
            "take it as it was written"
        )
    parts = split(line)
    if parts is not None:
        if is_hash(parts[0]):
            return Fault.NOT_A_LINE, ""
        return Fault.BAD_HASH, "has a hash that is not 64 digits from 0 to f"
    try:
        msgspec.json.decode(line)
    except UNREADABLE as error:
        return Fault.NOT_A_LINE, f"is not a line of a record, nor any JSON: {error}"
    return Fault.NOT_A_LINE, 'is not a line of a record: {"hash":"…","entry":…}'
