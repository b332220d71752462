"""The commands and facts of a kind of aggregate, as its records spell them.

What cannot be read is a `RecordError` with its line and what is wrong with it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from croupier.aggregate.record import FORMATS, Entry, Header, format_of
from croupier.aggregate.record_lines import Fault, RecordError, RecordProblem
from croupier.aggregate.roles import Role
from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.rulebook.citations import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact


class RawEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry whose facts need not be understood to be compared."""

    n: int
    at: int
    by: str
    role: Role
    command: msgspec.Raw
    facts: msgspec.Raw
    epoch: int = 0
    round: tuple[int, ...] = ()


_read_header = msgspec.json.Decoder(Header).decode
_read_entry = msgspec.json.Decoder(RawEntry).decode
_encode = msgspec.json.Encoder().encode


def read_header(kind: str, body: bytes) -> Header:
    """The header of a record about that kind of aggregate."""
    try:
        header = _read_header(body)
    except UNREADABLE as error:
        raise bad(
            Fault.BAD_HEADER, 1, f"it is not the header of a record: {decoding_problem(error)}"
        ) from None
    known = [format_of(kind, number) for number in FORMATS]
    if header.format not in known:
        said = f"its format is {header.format}, and only {' and '.join(known)} can be read"
        raise bad(Fault.BAD_HEADER, 1, said)
    return header


def is_about(kind: str, header: bytes) -> bool:
    """Whether a record with this first line, or its body, is about that kind of aggregate."""
    return any(b'"format":"%b"' % format_of(kind, number).encode() in header for number in FORMATS)


def read_entry(line: int, body: bytes) -> RawEntry:
    """The entry of a line, of which its command and its facts are not read yet."""
    try:
        entry = _read_entry(body)
    except UNREADABLE as error:
        if "`$.role`" in str(error):
            said = msgspec.json.decode(body)["role"]
            known = ", ".join(Role)
            text = f"there is no role {said!r}, only {known}"
            raise bad(Fault.UNKNOWN_ROLE, line, text) from None
        raise bad(
            Fault.BAD_ENTRY, line, f"it is not an entry of a record: {decoding_problem(error)}"
        ) from None
    if entry.n != line - 1:
        said = f"it is entry {entry.n} where entry {line - 1} is due"
        raise bad(Fault.NOT_CONSECUTIVE, line, said)
    return entry


class RepeatedEntry(Protocol):
    """An entry whose command is done again, and whose facts are compared by their bytes."""

    n: int
    at: int
    by: str
    role: Role
    command: Command
    facts: msgspec.Raw
    epoch: int
    round: tuple[int, ...]


class Codec:
    """Reads the commands and the facts of entries."""

    def __init__(self, commands: Iterable[type[Command]], facts: Iterable[type[Fact]]) -> None:
        self.commands = tuple(commands)
        self.facts = tuple(facts)
        self.any_command: Any = reduce(or_, self.commands)
        """Any of the commands, for whoever decodes one."""
        self.read_command: Callable[[bytes | msgspec.Raw], Command]
        self.read_command = msgspec.json.Decoder(self.any_command).decode
        one: Any = reduce(or_, self.facts)
        self.read_facts: Callable[[bytes | msgspec.Raw], tuple[Fact, ...]]
        self.read_facts = msgspec.json.Decoder(tuple[one, ...]).decode
        known = msgspec.defstruct(
            "KnownEntry", [("command", self.any_command), ("facts", tuple[one, ...])],
            bases=(Entry,), frozen=True, forbid_unknown_fields=True,
        )  # fmt: skip
        self.read = cast("Callable[[bytes], Entry]", msgspec.json.Decoder(known).decode)
        """Reads the body of a line that was read before, and is known to be sound."""
        repeated = msgspec.defstruct(
            "RepeatedEntry", [("command", self.any_command), ("facts", msgspec.Raw)],
            bases=(Entry,), frozen=True, forbid_unknown_fields=True,
        )  # fmt: skip
        self._read_repeated = cast(
            "Callable[[bytes], RepeatedEntry]", msgspec.json.Decoder(repeated).decode
        )

    def entry(self, line: int, body: bytes) -> Entry:
        """All that a line says."""
        raw = read_entry(line, body)
        command, facts = self.command(line, raw), self._facts(line, raw)
        return Entry(raw.n, raw.at, raw.by, raw.role, command, facts, raw.epoch, raw.round)

    def to_be_repeated(self, line: int, body: bytes) -> RepeatedEntry | None:
        """The entry of a line whose facts are only compared; None, if it cannot be read so."""
        try:
            entry = self._read_repeated(body)
        except UNREADABLE:
            return None
        return entry if entry.n == line - 1 else None

    def command(self, line: int, entry: RawEntry) -> Command:
        try:
            return self.read_command(entry.command)
        except UNREADABLE as error:
            fault = Fault.UNKNOWN_COMMAND if "`$.do`" in str(error) else Fault.BAD_ENTRY
            unknown = _unknown(entry.command, "do", "command", self.commands)
            raise bad(fault, line, unknown or f"its command: {decoding_problem(error)}") from None

    def _facts(self, line: int, entry: RawEntry) -> tuple[Fact, ...]:
        try:
            return self.read_facts(entry.facts)
        except UNREADABLE as error:
            fault = Fault.UNKNOWN_FACT if ".fact`" in str(error) else Fault.BAD_ENTRY
            stated = msgspec.json.decode(entry.facts)
            each = stated if isinstance(stated, list) else []
            said = (_unknown(_encode(fact), "fact", "fact", self.facts) for fact in each)
            text = next(filter(None, said), None) or f"its facts: {decoding_problem(error)}"
            raise bad(fault, line, text) from None


def _unknown(
    body: bytes | msgspec.Raw, field: str, what: str, known: Iterable[type[msgspec.Struct]]
) -> str | None:
    """That there is no such command or fact, with the nearest that there is."""
    thing = msgspec.json.decode(body)
    tag = thing.get(field) if isinstance(thing, dict) else None
    tags = [str(kind.__struct_config__.tag) for kind in known]
    if not isinstance(tag, str) or tag in tags:
        return None
    return f"there is no {what} {tag!r}{did_you_mean(tag, tags)}"


def bad(fault: Fault, line: int, text: str) -> RecordError:
    return RecordError(RecordProblem(fault, line, f"line {line}: {text}"))
