"""Aggregates made anew from their records.

Every command of a record is done again, and the facts that follow are compared with those recorded,
by their bytes. There is one way to do that: `replay` goes through a whole record and tells every
difference, `restore` stops at the first, `resume` does so for an aggregate that stands as it did
after a line, and `follow` takes what another process has added to the record of one that goes on.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.codec import bad, read_entry, read_header
from croupier.aggregate.record import Record
from croupier.aggregate.record_lines import Fault, RecordError, bodies, flaw, links, split
from croupier.aggregate.roles import Person
from croupier.rulebook.citations import Refused
from croupier.rulebook.corrections import BeforeCorrection, correction_behind
from croupier.rulebook.instruments import Correction
from croupier.rulebook.options import as_made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.codec import Codec
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry, Header
    from croupier.aggregate.roles import Role
    from croupier.rulebook.instruments import Instrument

A = TypeVar("A", bound=Aggregate)

MOST_DIFFERENCES = 100
"""How many differences a replay keeps; it counts them all."""

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class AggregateKind(Generic[A]):
    """How the aggregates of a kind come out of their records."""

    name: str
    """As the formats of its records have it: table, tournament, promotion, house."""
    begin: Callable[[Header], A]
    """The aggregate that a header tells of, before its first command; if none can be made, a
    `LookupError` or a `ValueError`."""
    codec: Callable[[Header], Codec]
    """What its entries are read by; a `LookupError`, if nothing is known of it."""
    book: Callable[[Header], Instrument] | None = None
    """The rulebook with the corrections that may show in it, where there is one."""


# --- reading


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record read back whole."""

    header: Header
    entries: tuple[Entry, ...]


class RecordReader:
    """Reads the entries of a record one by one, in the words that its header calls for."""

    def __init__(self, kind: AggregateKind[Any], header: bytes) -> None:
        self.header = read_header(kind.name, header)
        self.codec = codec_of(kind, self.header)

    def entry(self, line: int, body: bytes) -> Entry:
        return self.codec.entry(line, body)


def read(kind: AggregateKind[Any], lines: Iterable[bytes]) -> ReadRecord:
    """Every line of a record, its chain checked; what is wrong is a `RecordError` with its line."""
    found = bodies(lines)
    reader = RecordReader(kind, next(found)[1])
    return ReadRecord(reader.header, tuple(reader.entry(line, body) for line, body in found))


def codec_of(kind: AggregateKind[Any], header: Header) -> Codec:
    try:
        return kind.codec(header)
    except LookupError as error:
        raise bad(Fault.BAD_HEADER, 1, f"its game is not known: {error}") from None


# --- doing it again


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


class ReplayedCommand(msgspec.Struct, frozen=True, gc=False):
    """One command done again: the facts that followed now, or why they are not those of then."""

    line: int
    at: int
    by: Person
    command: Command
    facts: tuple[Fact, ...]
    difference: Difference | None = None
    refusal: Refused | None = None
    failure: Exception | None = None

    def as_error(self) -> ValueError:
        """For whoever cannot go on from a difference."""
        assert self.difference is not None
        if self.difference.correction is not None:
            return self.difference.as_error()
        if self.refusal is not None:
            return ValueError(f"line {self.line}: it would be refused: {self.refusal}")
        if self.failure is not None:
            return ValueError(f"line {self.line}: {self.difference.found}")
        return ValueError(f"line {self.line}: other facts follow from it")


@dataclass(slots=True)
class ReplayResult(Generic[A]):
    """What doing the commands of a record again gave."""

    header: Header
    aggregate: A
    """The aggregate as the record leaves it."""
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

    def note(self, difference: Difference) -> None:
        first = self.made_before
        if first is not None and difference.correction is None:
            difference = msgspec.structs.replace(difference, follows_from=first.line)
        self.count += 1
        if self.count <= MOST_DIFFERENCES:
            self.differences.append(difference)


def replay(
    kind: AggregateKind[A],
    lines: Iterable[bytes],
    watch: Callable[[ReplayedCommand, A], object] | None = None,
    *,
    forgetful: bool = False,
) -> ReplayResult[A]:
    """Make the aggregate of a record anew, give it every command, and tell every difference.

    `watch` is shown every command when it has been done. A broken chain is a `RecordError`. The
    aggregate is `forgetful` where it goes on in front of a store that has the record already.
    """
    found = links(lines)
    _, head, body = next(found)
    header, aggregate, warnings = begun(kind, body, forgetful)
    again = ReplayResult(header, aggregate, warnings)
    repeater = Replayer(kind, aggregate)
    for again.lines, head, body in found:  # noqa: B007 - the last hash is where the record goes on
        try:
            done = repeater.repeat(again.lines, body)
        except _UnknownCommand as unknown:
            again.note(unknown.difference)
            continue
        if done.difference is not None:
            again.note(done.difference)
        if watch is not None:
            watch(done, aggregate)
    aggregate.record.go_on_from(head.decode())
    return again


def restore(
    kind: AggregateKind[A],
    lines: Iterable[bytes],
    watch: Callable[[ReplayedCommand, A], object] | None = None,
    *,
    forgetful: bool = False,
) -> A:
    """The aggregate that a record tells of. A line that does not follow is a `ValueError`:
    `BeforeCorrection`, if that comes from a correction of the rules.
    """
    found = links(lines)
    _, head, body = next(found)
    _, aggregate, _ = begun(kind, body, forgetful)
    _repeat_all(kind, aggregate, head, found, watch)
    return aggregate


def resume(
    kind: AggregateKind[A],
    aggregate: A,
    lines: Iterable[bytes],
    head: str,
    watch: Callable[[ReplayedCommand, A], object] | None = None,
) -> None:
    """Do all lines again that come after the one that an aggregate stands at, whose hash is `head`.

    A line that does not follow is a `ValueError`.
    """
    found = links(lines, aggregate.length, head)
    _repeat_all(kind, aggregate, head.encode(), found, watch)


def _repeat_all(
    kind: AggregateKind[A],
    aggregate: A,
    head: bytes,
    found: Iterable[tuple[int, bytes, bytes]],
    watch: Callable[[ReplayedCommand, A], object] | None,
) -> None:
    repeater = Replayer(kind, aggregate)
    for line, head, body in found:
        done = repeater.repeat(line, body)
        if done.difference is not None:
            aggregate.record.go_on_from(head.decode())
            deque(found, maxlen=0)  # what comes after it must still follow by its hashes
            error = done.as_error()
            if isinstance(error, BeforeCorrection):
                error.so_far = aggregate
            raise error from done.failure
        if watch is not None:
            watch(done, aggregate)
    aggregate.record.go_on_from(head.decode())


def follow(
    kind: AggregateKind[A],
    aggregate: A,
    lines: Iterable[bytes],
    watch: Callable[[ReplayedCommand, A], object] | None = None,
) -> None:
    """Do again what another process has added to the record of an aggregate.

    Every line has to come out as it is there; one that does not is a `ValueError`. Nothing of it is
    handed to whoever keeps the record, as it is stored already.
    """
    repeater, record = Replayer(kind, aggregate), aggregate.record
    keep, record.keep = record.keep, None
    try:
        for line in lines:
            number = aggregate.length + 1
            parts = split(line)
            if parts is None:
                problem = flaw(line, number)
                assert problem is not None
                raise RecordError(problem)
            done = repeater.repeat(number, parts.body)
            if done.difference is not None:
                raise done.as_error() from done.failure
            if record.head.encode() != parts.hash:
                raise ValueError(f"line {number}: it does not follow the line before it")
            if watch is not None:
                watch(done, aggregate)
    finally:
        record.keep = keep


class _UnknownCommand(RecordError):
    """A command that this version does not know, in a record that is sound otherwise."""

    def __init__(self, error: RecordError, difference: Difference) -> None:
        super().__init__(error.problem)
        self.difference = difference


class Replayer(Generic[A]):
    """Does the commands of lines again, one after the other, at an aggregate that has `begun`."""

    def __init__(self, kind: AggregateKind[A], aggregate: A) -> None:
        self._aggregate = aggregate
        header = aggregate.record.header
        self._codec = codec_of(kind, header)
        self._listed: Sequence[Correction] = ()
        if kind.book is not None:
            self._listed = kind.book(header).corrected_since(header.version)
        self._people: dict[tuple[str, Role], Person] = {}

    def repeat(self, line: int, body: bytes) -> ReplayedCommand:
        entry = self._codec.to_be_repeated(line, body)
        if entry is None:  # then it is said what is wrong with it
            raw = read_entry(line, body)
            try:
                self._codec.command(line, raw)
            except RecordError as error:
                difference = Difference(line, _text(raw.command), str(error))
                raise _UnknownCommand(error, difference) from None
            raise AssertionError("it could not be read before")
        command, key = entry.command, (entry.by, entry.role)
        person = self._people.get(key) or self._people.setdefault(key, Person(*key))
        facts: tuple[Fact, ...] = ()
        refusal: Refused | None = None
        failure: Exception | None = None
        recorded, failed = bytes(entry.facts), ""
        aggregate, record = self._aggregate, self._aggregate.record
        record.epoch = entry.epoch
        forward, aggregate.only_forward = aggregate.only_forward, False
        as_stored, aggregate.takes_text_as_stored = aggregate.takes_text_as_stored, True
        try:
            facts = aggregate.do(command, person, entry.at)
        except Refused as refused:
            refusal, failed = refused, f"refused it: {refused}"
        except Exception as error:  # whatever a forged record can provoke, it is told as any other
            failure, failed = error, f"failed: {type(error).__name__}: {error}"
        finally:
            aggregate.only_forward = forward
            aggregate.takes_text_as_stored = as_stored
        encoded = _encode(facts)
        stated = () if failed else record.entries[-1].round
        if not failed and encoded == recorded and stated == entry.round:
            return ReplayedCommand(line, entry.at, person, command, facts)
        if failed:
            shown = _text(recorded), failed
        elif encoded == recorded:
            shown = _of_round(entry.round), _of_round(stated)
        else:
            shown = _first_difference(recorded, encoded)
        difference = Difference(line, *shown)
        if failure is None:  # which is no rule's
            instead = refusal or encoded
            listed = self._shown(command, recorded)
            why = correction_behind(listed, _encode(command), recorded, instead)
            difference = msgspec.structs.replace(difference, correction=why)
        return ReplayedCommand(line, entry.at, person, command, facts, difference, refusal, failure)

    def _shown(self, command: Command, recorded: bytes) -> list[Correction]:
        """The corrections that may show here: anywhere, or in the place that they name."""
        name, tells_of = command.__struct_config__.tag, self._aggregate.tells_of
        return [
            each
            for each in self._listed
            if not each.where or (name in each.commands and tells_of(each.where, command, recorded))
        ]


def begun(
    kind: AggregateKind[A], body: bytes, forgetful: bool = False
) -> tuple[Header, A, tuple[str, ...]]:
    """The header, its aggregate before the first command, and what differs from this program."""
    header = read_header(kind.name, body)
    try:
        aggregate = kind.begin(header)
    except (LookupError, ValueError) as error:
        said = f"its {kind.name} cannot be made: {error}"
        raise bad(Fault.BAD_HEADER, 1, said) from None
    warnings = _warnings(kind, header, aggregate.record.header)
    forgets = forgetful or aggregate.record.forgetful
    aggregate.record = Record(header, forgetful=forgets, as_written=body)
    aggregate.record.is_written = forgets
    return header, aggregate, warnings


def _warnings(kind: AggregateKind[Any], then: Header, now: Header) -> tuple[str, ...]:
    """What differs between the program that made the record and this one."""
    said = []
    if then.version != now.version:
        said.append(f"made by croupier {then.version}, played again by croupier {now.version}")
    if then.rulebook != now.rulebook:
        said.append(f"made under another text of the rulebook of {then.instrument}")
    book = None if kind.book is None else kind.book(then)
    if book is not None and as_made(book, then.options, then.version) != now.options:
        said.append("made with another set of options than this version knows")
    return tuple(said)


def _of_round(stated: tuple[int, ...]) -> str:
    return f"facts {list(stated)} of the round" if stated else "no facts of the round"


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
