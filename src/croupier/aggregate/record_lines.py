"""The lines of a record: how one is written, read and held against the line before it.

A line is `{"hash":"<64 hex>","entry":<body>}`. Its hash is the SHA-256 of the hash of the line
before it and the very bytes of its body, so nothing is ever encoded again to be verified.

A record that is kept under a key has two more things in each line, before the body:
`{"hash":"…","salt":"<64 hex>","tag":"<64 hex>","entry":<body>}`. The salt keeps a hidden body from
being guessed by its hash, and is covered by it: the hash is that of the hash before, the salt and
the body. The tag tells whoever has the key that the line was written with it, and is not covered.
"""

from __future__ import annotations

import re
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.decoding_errors import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.line_marks import LineMarks

START = "0" * 64
"""What the first line follows, in the place of a hash."""

_HEX = len(START)
_BEFORE_HASH, _BEFORE_SALT, _BEFORE_TAG = b'{"hash":"', b'","salt":"', b'","tag":"'
_BEFORE_BODY = b'","entry":'
_END = b"}\n"
HASH_AT = len(_BEFORE_HASH)
HASH_END = HASH_AT + _HEX
_BODY_AT = HASH_END + len(_BEFORE_BODY)
_SALT_AT = HASH_END + len(_BEFORE_SALT)
_SALT_END = _SALT_AT + _HEX
_TAG_AT = _SALT_END + len(_BEFORE_TAG)
_TAG_END = _TAG_AT + _HEX
_SALTED_BODY_AT = _TAG_END + len(_BEFORE_BODY)
_HASH = re.compile(rb"[0-9a-f]{64}")

_encode = msgspec.json.Encoder().encode


class SplitLine(NamedTuple):
    """A line taken apart; its salt and tag are empty where it was written without a key."""

    hash: bytes
    body: bytes
    salt: bytes = b""
    tag: bytes = b""

    @property
    def covered(self) -> bytes:
        """What its hash covers beside the hash of the line before."""
        return self.salt + self.body


def write(
    previous: str, body: bytes, marks: LineMarks | None = None, number: int = 0, epoch: int = 0
) -> tuple[str, bytes]:
    """The line that follows the line with that hash, after its own hash.

    With marks it has a salt and a tag, for which it has to know its number in the record.
    """
    if marks is None:
        own = sha256(previous.encode() + body).hexdigest()
        return own, b'{"hash":"%b","entry":%b}\n' % (own.encode(), body)
    salt = marks.salt(epoch, number)
    own = sha256(previous.encode() + salt + body).hexdigest()
    hash = own.encode()
    marked = (hash, salt, marks.tag(number, hash), body)
    return own, b'{"hash":"%b","salt":"%b","tag":"%b","entry":%b}\n' % marked


def chained(
    head: str,
    bodies: Iterable[msgspec.Struct],
    marks: LineMarks | None = None,
    number: int = 1,
    epoch: int = 0,
) -> tuple[bytes, ...]:
    """The lines that follow the line with that hash, from a number on; each is encoded once."""
    lines = []
    for place, body in enumerate(bodies, number):
        head, line = write(head, _encode(body), marks, place, epoch)
        lines.append(line)
    return tuple(lines)


def link(previous: bytes, covered: bytes) -> bytes:
    """The hash of a line, from the hash of the line before and what its own covers."""
    return sha256(previous + covered).hexdigest().encode()


def is_hash(text: bytes) -> bool:
    return _HASH.fullmatch(text) is not None


def split(line: bytes) -> SplitLine | None:
    """A line taken apart, or None if it is not built like one."""
    if line[:HASH_AT] != _BEFORE_HASH or line[-2:] != _END:
        return None
    if line[HASH_END:_BODY_AT] == _BEFORE_BODY and len(line) > _BODY_AT + len(_END):
        return SplitLine(line[HASH_AT:HASH_END], line[_BODY_AT:-2])
    if (
        line[HASH_END:_SALT_AT] == _BEFORE_SALT
        and line[_SALT_END:_TAG_AT] == _BEFORE_TAG
        and line[_TAG_END:_SALTED_BODY_AT] == _BEFORE_BODY
        and len(line) > _SALTED_BODY_AT + len(_END)
    ):
        salt, tag = line[_SALT_AT:_SALT_END], line[_TAG_AT:_TAG_END]
        return SplitLine(line[HASH_AT:HASH_END], line[_SALTED_BODY_AT:-2], salt, tag)
    return None


def bodies(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each line's number and body while the chain holds; what does not hold is a `RecordError`."""
    return ((number, body) for number, _, body in links(lines))


def links(
    lines: Iterable[bytes], after: int = 0, head: str = START
) -> Iterator[tuple[int, bytes, bytes]]:
    """The same with the hash of each line between its number and its body.

    They are those of a whole record, or those `after` a line of which the hash is its `head`.
    """
    previous, number = head.encode(), after
    for number, line in enumerate(lines, after + 1):
        parts = split(line)
        if parts is None or link(previous, parts.covered) != parts.hash:
            text = f"line {number} does not fit its hash and that of the line before it"
            raise RecordError(flaw(line, number) or RecordProblem(Fault.ALTERED, number, text))
        previous = parts.hash
        yield number, previous, parts.body
    if number == 0:
        raise RecordError(nothing())


def nothing() -> RecordProblem:
    return RecordProblem(Fault.EMPTY, 1, "there is nothing in it: a record begins with its header")


def flaw(line: bytes, number: int) -> RecordProblem | None:
    """Why a line cannot be read, whatever stands around it; None if it can."""
    if not line.endswith(b"\n"):
        before = {1: "no line before it is whole", 2: "the line before it is whole"}.get(
            number, f"the {number - 1} lines before it are whole"
        )
        return RecordProblem(Fault.CUT_OFF, number, f"line {number} is cut off; {before}")
    fault, text = _look(line)
    return RecordProblem(fault, number, f"line {number} {text}") if text else None


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
        if all(map(is_hash, (parts.hash, *filter(None, (parts.salt, parts.tag))))):
            return Fault.NOT_A_LINE, ""
        return Fault.BAD_HASH, "has a hash that is not 64 digits from 0 to f"
    try:
        msgspec.json.decode(line)
    except UNREADABLE as error:
        return Fault.NOT_A_LINE, f"is not a line of a record, nor any JSON: {error}"
    return Fault.NOT_A_LINE, 'is not a line of a record: {"hash":"…","entry":…}'


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


class RecordProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong, at the line where it shows; line 1 is the header."""

    fault: Fault
    line: int
    text: str

    def __str__(self) -> str:
        return self.text


class RecordError(ValueError):
    """A record that cannot be read on from this line."""

    def __init__(self, problem: RecordProblem) -> None:
        super().__init__(problem.text)
        self.problem = problem

    @property
    def fault(self) -> Fault:
        return self.problem.fault

    @property
    def line(self) -> int:
        return self.problem.line
