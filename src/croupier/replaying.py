"""A table's record read back, and played again to see whether the same facts follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import zip_longest
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person, Role
from croupier.decoding import UNREADABLE
from croupier.games import facts_of, game_of, table_for
from croupier.rulebook.citing import Refused, did_you_mean
from croupier.rulebook.corrections import BeforeCorrection, correction_behind
from croupier.rulebook.instruments import Correction, load
from croupier.rulebook.options import as_made
from croupier.table.chain import Fault, Problem, RecordError, bodies, links
from croupier.table.record import FORMAT, Entry, Header, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

MOST_DIFFERENCES = 100
"""How many differences a replay keeps; it counts them all."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry whose facts need not be understood to be compared."""

    n: int
    at: int
    by: str
    role: Role
    command: msgspec.Raw
    facts: msgspec.Raw


_read_header = msgspec.json.Decoder(Header).decode
_read_body = msgspec.json.Decoder(_Body).decode
_encode = msgspec.json.Encoder().encode


class _Words:
    """The commands and facts of an instrument's game, as its records spell them."""

    def __init__(self, instrument: str) -> None:
        self.commands = tuple(game_of(instrument).acts)
        self.facts = facts_of(instrument)
        self.any_command: Any = reduce(or_, self.commands)
        """Any of the commands, for whoever decodes one."""
        self.read_command: Callable[[bytes], Command]
        self.read_command = msgspec.json.Decoder(self.any_command).decode
        one: Any = reduce(or_, self.facts)
        self.read_facts: Callable[[bytes], tuple[Fact, ...]]
        self.read_facts = msgspec.json.Decoder(tuple[one, ...]).decode


@cache
def words_of(instrument: str) -> _Words:
    return _Words(instrument)


# --- reading


@dataclass(frozen=True, slots=True)
class Recording:
    """A record read back whole."""

    header: Header
    entries: tuple[Entry, ...]


def read_record(lines: Iterable[bytes]) -> Recording:
    """Every line of a record, its chain checked; what is wrong is a `RecordError` with its line."""
    read = bodies(lines)
    reader = Reader(next(read)[1])
    return Recording(reader.header, tuple(reader.entry(line, body) for line, body in read))


class Reader:
    """Reads the entries of a record one by one, in the words of the game that its header names."""

    def __init__(self, body: bytes) -> None:
        self.header = _header(body)
        self._words = _words(self.header)

    def entry(self, line: int, body: bytes) -> Entry:
        entry = _entry(line, body)
        command = _command(self._words, line, entry)
        facts = _facts(self._words, line, entry)
        return Entry(entry.n, entry.at, entry.by, entry.role, command, facts)


def _header(body: bytes) -> Header:
    try:
        header = _read_header(body)
    except UNREADABLE as error:
        raise _error(Fault.BAD_HEADER, 1, f"it is not the header of a record: {error}") from None
    if header.format != FORMAT:
        said = f"the record is in the format {header.format}, and only {FORMAT} can be read"
        raise _error(Fault.BAD_HEADER, 1, said)
    return header


def _entry(line: int, body: bytes) -> _Body:
    try:
        entry = _read_body(body)
    except UNREADABLE as error:
        if "`$.role`" in str(error):
            said = msgspec.json.decode(body)["role"]
            known = ", ".join(Role)
            text = f"there is no role {said!r}, only {known}"
            raise _error(Fault.UNKNOWN_ROLE, line, text) from None
        raise _error(Fault.BAD_ENTRY, line, f"it is not an entry of a record: {error}") from None
    if entry.n != line - 1:
        said = f"it is entry {entry.n} where entry {line - 1} is due"
        raise _error(Fault.NOT_CONSECUTIVE, line, said)
    return entry


def _words(header: Header) -> _Words:
    try:
        return words_of(header.instrument)
    except LookupError as error:
        raise _error(Fault.BAD_HEADER, 1, f"its game is not known: {error}") from None


def _command(words: _Words, line: int, entry: _Body) -> Command:
    try:
        return words.read_command(entry.command)
    except UNREADABLE as error:
        fault = Fault.UNKNOWN_COMMAND if "`$.do`" in str(error) else Fault.BAD_ENTRY
        text = _unknown(entry.command, "do", "command", words.commands) or f"its command: {error}"
        raise _error(fault, line, text) from None


def _facts(words: _Words, line: int, entry: _Body) -> tuple[Fact, ...]:
    try:
        return words.read_facts(entry.facts)
    except UNREADABLE as error:
        fault = Fault.UNKNOWN_FACT if ".fact`" in str(error) else Fault.BAD_ENTRY
        stated = msgspec.json.decode(entry.facts)
        each = stated if isinstance(stated, list) else []
        said = (_unknown(_encode(fact), "fact", "fact", words.facts) for fact in each)
        text = next(filter(None, said), None) or f"its facts: {error}"
        raise _error(fault, line, text) from None


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


def _error(fault: Fault, line: int, text: str) -> RecordError:
    return RecordError(Problem(fault, line, f"line {line}: {text}"))


# --- playing it again


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line after which other facts follow than the record says."""

    line: int
    expected: str
    found: str
    correction: Correction | None = None
    """The listed correction of a rule that explains it, if one does."""
    follows_from: int | None = None
    """The line with the first difference that a correction explains, if there was one before."""

    def as_error(self) -> BeforeCorrection:
        """For whoever cannot go on from there."""
        assert self.correction is not None
        return BeforeCorrection(self.line, self.correction)

    def __str__(self) -> str:
        said = f"line {self.line}: the record has {self.expected}, the replay {self.found}"
        if self.correction is not None:
            cited = ", ".join(self.correction.clauses)
            return f"{said}; made before {self.correction.version} corrected {cited}"
        if self.follows_from is not None:
            return f"{said}; that may follow from line {self.follows_from}"
        return said


@dataclass(frozen=True, slots=True)
class Step:
    """One command played again: the facts that followed now, or why they are not those of then."""

    line: int
    at: int
    by: Person
    command: Command
    facts: tuple[Fact, ...]
    difference: Difference | None


@dataclass(slots=True)
class Replay:
    """What playing a record again gave."""

    header: Header
    table: Table
    """The table as the record leaves it."""
    warnings: tuple[str, ...]
    lines: int = 1
    differences: list[Difference] = field(default_factory=list)
    """The first of them."""
    count: int = 0
    """How many lines differ."""

    @property
    def same(self) -> bool:
        return self.count == 0

    @property
    def made_before(self) -> Difference | None:
        """The first difference, if a listed correction of a rule explains it.

        What comes later was played on from another position than the replay has, and need not be
        explained by itself.
        """
        first = self.differences[0] if self.differences else None
        return first if first is not None and first.correction is not None else None

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the record: the same facts follow, or it is older."""
        return self.same or self.made_before is not None

    def recorded(self, lines: Sequence[bytes]) -> Recording:
        """What the lines say that were played again, whatever the replay made of them."""
        if self.same:
            return Recording(self.header, tuple(self.table.record.entries))
        return read_record(lines[: self.lines])

    def note(self, difference: Difference) -> None:
        first = self.made_before
        if first is not None and difference.correction is None:
            difference = msgspec.structs.replace(difference, follows_from=first.line)
        self.count += 1
        if self.count <= MOST_DIFFERENCES:
            self.differences.append(difference)


def replay(
    lines: Iterable[bytes],
    watch: Callable[[Step, Table], object] | None = None,
    *,
    forgetful: bool = False,
) -> Replay:
    """Make the table of a record anew, give it every command, and compare the facts by their bytes.

    `watch` is shown every step when it is done. A broken chain is a `RecordError`. The table is
    `forgetful` where it goes on in front of a store that has the record already.
    """
    read = links(lines)
    _, head, body = next(read)
    header = _header(body)
    table, words = _table(header, forgetful), _words(header)
    again = Replay(header, table, _warnings(header, table.record.header))
    table.record = Record(header, forgetful=forgetful)
    listed = load(header.instrument).corrected_since(header.version)
    people: dict[tuple[str, Role], Person] = {}
    for again.lines, head, body in read:  # noqa: B007 - the last hash is where the record goes on
        entry = _entry(again.lines, body)
        key = (entry.by, entry.role)
        person = people.get(key) or people.setdefault(key, Person(*key))
        try:
            command = _command(words, again.lines, entry)
        except RecordError as unreadable:
            again.note(Difference(again.lines, _text(entry.command), str(unreadable)))
            continue
        facts, refusal, found = _do(table, command, person, entry.at)
        difference, recorded, encoded = None, bytes(entry.facts), _encode(facts)
        if found is not None:
            difference = Difference(again.lines, _text(recorded), found)
        elif encoded != recorded:
            difference = Difference(again.lines, *_first_difference(recorded, encoded))
        if difference is not None:
            if refusal is not None or found is None:  # a failure is no rule's
                instead = refusal or encoded
                why = correction_behind(listed, bytes(entry.command), recorded, instead)
                difference = msgspec.structs.replace(difference, correction=why)
            again.note(difference)
        if watch is not None:
            watch(Step(again.lines, entry.at, person, command, facts, difference), table)
    table.record.go_on_from(head.decode())
    return again


def _table(header: Header, forgetful: bool) -> Table:
    try:
        return table_for(
            header.instrument,
            as_made(load(header.instrument), header.options, header.version),
            name=header.table,
            boxes=header.boxes,
            forgetful=forgetful,
        )
    except (LookupError, ValueError) as error:
        raise _error(Fault.BAD_HEADER, 1, f"its table cannot be made: {error}") from None


def _warnings(then: Header, now: Header) -> tuple[str, ...]:
    """What differs between the program that made the record and this one."""
    said = []
    if then.version != now.version:
        said.append(f"made by croupier {then.version}, played again by croupier {now.version}")
    if then.rulebook != now.rulebook:
        said.append(f"made under another text of the rulebook of {then.instrument}")
    if as_made(load(then.instrument), then.options, then.version) != now.options:
        said.append("made with another set of options than this version knows")
    return tuple(said)


def _do(
    table: Table, command: Command, by: Person, at: int
) -> tuple[tuple[Fact, ...], Refused | None, str | None]:
    """The facts that follow; or why there are none, as a refusal if it is one, and in words."""
    try:
        return table.do(command, by, at), None, None
    except Refused as refusal:
        return (), refusal, f"refused it: {refusal}"
    except Exception as error:  # whatever a forged record can provoke, the rest is still examined
        return (), None, f"failed: {type(error).__name__}: {error}"


def _first_difference(expected: bytes, found: bytes) -> tuple[str, str]:
    """The first fact that differs on either side, or if only the spelling does, all of them."""
    try:
        pairs = zip_longest(_list(expected), _list(found))
    except msgspec.DecodeError:
        return _text(expected), _text(found)
    whole = (msgspec.Raw(expected), msgspec.Raw(found))
    there, here = next((pair for pair in pairs if pair[0] != pair[1]), whole)
    return _text(there), _text(here)


_list = msgspec.json.Decoder(list[msgspec.Raw]).decode


def _text(raw: bytes | msgspec.Raw | None) -> str:
    return "no such fact" if raw is None else bytes(raw).decode(errors="replace")
