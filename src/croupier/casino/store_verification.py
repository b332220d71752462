"""The inspection of a store: every chain, every checkpoint, and every record played again.

What tournaments and promotions say was paid is held against the books, and overrides and what staff
did for patrons against those who had to confirm them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from time import time_ns
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.codec import is_about
from croupier.aggregate.hash_chain import Verification, verify
from croupier.aggregate.record_lines import HASH_AT, HASH_END, RecordError, split
from croupier.casino.checkpoints import RECORD as CHECKPOINTS
from croupier.casino.checkpoints import read_line
from croupier.casino.checks_across_records import AffairBooks, SecondPeople, UnconfirmedActs
from croupier.casino.heads import moment
from croupier.casino.house.books import at_table
from croupier.casino.house.commands import Incident
from croupier.casino.house.house import House
from croupier.casino.record_names import HOUSE, TABLES
from croupier.casino.store.contract import StoreDamaged, StoreFailed
from croupier.casino.store.protection import Tampered, journal_after
from croupier.money import dollars
from croupier.rulebook.corrections import BeforeCorrection
from croupier.table.facts import ChipsMoved
from croupier.table.shuffle_verification import check_shoes
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.checkpoints import Checkpoint, Sealed
    from croupier.casino.heads import Head, SignedHead
    from croupier.casino.store.contract import Store, StoredLine
    from croupier.casino.store.protection import Audit
    from croupier.casino.store.salvage import Survivors
    from croupier.table.shuffle_verification import ShoeCheck
    from croupier.table.table import Table
    from croupier.table_replay import TableReplayResult

    Listener = Callable[[int, int], object]

    """Hears how many of how many lines are inspected."""


OFTEN = 100
"""After how many lines a listener hears again how far an inspection has come."""


class Doubt(StrEnum):
    """What can be wrong with a store beyond what can be wrong with a record."""

    NOT_A_CHECKPOINT = "not a checkpoint"
    FORGED = "forged"
    OTHER_KEY = "other key"
    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    LINES_REMOVED = "lines removed"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    """A trigger, a view or another table that the program did not make, or a hidden line."""
    NOT_THE_HOUSES = "not the house's"
    """A line without a tag of the house."""
    OLDER_COPY = "older copy"
    """Less than a head from outside counted."""
    OTHER_ORDER = "other order"
    """Not the lines, in their order, that a head or the digest was made of."""
    SAFE_ALTERED = "safe altered"
    REQUESTS_ALTERED = "requests altered"
    OTHER_HOUSE = "other house"
    OTHER_CHIPS = "other chips"
    OTHER_AFFAIR = "other affair"
    WITHHELD = "withheld"
    """Every link of a draw is open, and the house has not told its secret."""
    UNCONFIRMED = "unconfirmed"


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong, in a record and at a line; line 1 is the record's header."""

    fault: str
    """A `Fault` or a `Doubt`."""
    record: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.record}: {self.text}"


class Protected(StrEnum):
    """Whether a store is kept under the house's keys."""

    NO = "no"
    UNSEEN = "its keys were not at hand"
    YES = "yes"


@dataclass(frozen=True, slots=True)
class Inspected:
    """What one record shows."""

    record: str
    chain: Verification
    findings: tuple[Finding, ...]
    """What is wrong with its chain, and where it is not what a checkpoint says."""
    sealed: int
    """How many of its lines the last checkpoint vouches for."""
    replay: TableReplayResult | None = None
    shoes: tuple[ShoeCheck, ...] = ()
    is_table: bool = False
    made_before: str = ""
    """Where it goes on otherwise than the rules do now, because one of them was corrected."""

    @property
    def sound(self) -> bool:
        if self.findings or not all(shoe.fair for shoe in self.shoes):
            return False
        return not self.is_table or (self.replay is not None and self.replay.fits)


@dataclass(slots=True)
class Inspection:
    """What a store shows."""

    records: list[Inspected] = field(default_factory=list)
    checkpoints: int = 0
    keys: tuple[str, ...] = ()
    """The keys that signed them."""
    findings: list[Finding] = field(default_factory=list)
    """What concerns no single record that is there."""
    heads: int = 0
    """How many heads from outside it was held against."""
    protected: Protected = Protected.NO
    untagged: int = 0
    """How many lines are from before there were keys, of a store that was looked at with them."""
    after_head: int | None = None
    """How many lines came after the last head from outside, if there was one."""

    @property
    def sound(self) -> bool:
        return not self.findings and all(record.sound for record in self.records)

    @property
    def lines(self) -> int:
        return sum(record.chain.lines for record in self.records)

    @property
    def unsealed(self) -> int:
        """How many lines no checkpoint vouches for; each of the checkpoints vouches for itself."""
        return sum(
            record.chain.lines - record.sealed
            for record in self.records
            if record.record != CHECKPOINTS
        )


def inspect(
    store: Store,
    *,
    keys: Collection[str] = (),
    handed_out: Iterable[bytes] = (),
    heads: Iterable[SignedHead] = (),
    tell: Listener | None = None,
) -> Inspection:
    """Check everything that a store holds.

    `keys` are the public keys that checkpoints and heads may be signed with; without them, whoever
    rewrote the store may have signed it anew. `handed_out` are lines of checkpoints kept elsewhere,
    and `heads` what the house signed and somebody kept outside. A store that was opened with the
    house's own keys is held against its digest too: each tag, the safe, and the requests.
    """
    return _Inspector(store, frozenset(keys), tell).inspect(handed_out, heads)


class _Claim(msgspec.Struct, frozen=True):
    """That a record had a line with a hash, and who says so."""

    line: int
    head: str
    by: str


class _Inspector:
    def __init__(self, store: Store, keys: frozenset[str], tell: Listener | None) -> None:
        self._store = store
        self._keys = keys
        self._listener = tell
        self._claims: dict[str, list[_Claim]] = {}
        self._found: dict[str, list[Finding]] = {}
        """What is wrong with a record, found before it is read."""
        self._seen = 0
        self._horizon = 0
        """The position of the last line that is looked at: play may go on meanwhile."""
        self._survivors: dict[str, Survivors] = {}
        """What is left of each record, if the store is damaged."""
        self._house: House | None = None
        self._brought: dict[str, int] = {}
        """What came to each table from outside, less what left it; a staked token is no chip."""
        self._affairs = AffairBooks()
        self._second_people = SecondPeople()
        self._unconfirmed_acts = UnconfirmedActs()
        self._audit: Audit | None = None
        self._heads: list[Head] = []
        self._order = _Order()
        self._grown_from = 0
        self._result = Inspection()

    def inspect(self, handed_out: Iterable[bytes], heads: Iterable[SignedHead]) -> Inspection:
        try:
            if not self._tables_are_as_made():
                return self._result
            self._grown_from = self._position_before_digest()
            self._hear_digest()
            for text in self._damage():
                self._found_in_store(Doubt.DAMAGED, text)
            if any(each.fault == Doubt.DAMAGED for each in self._result.findings):
                self._survivors = self._store.survey()
            names = self._names()
            self._hear_checkpoints()
        except StoreFailed as error:
            self._found_in_store(Doubt.DAMAGED, str(error))
            return self._result
        for line in handed_out:
            self._hear_handed_out(line)
        for signed in heads:
            self._hear_head(signed)
        for name in names:
            self._tell_survivors(name)
            lines = self._lines(name)
            if lines:
                self._result.records.append(self._record(name, lines))
            else:
                self._result.findings += self._found.get(name, [])
            self._tell(self._seen)
        self._miss_what_is_gone(names)
        self._compare_order()
        self._count_chips()
        self._miss_second_people()
        return self._result

    def _tables_are_as_made(self) -> bool:
        """Whether what the tables hold can be looked at; what somebody put around it is told."""
        try:
            foreign = self._store.foreign()
        except StoreDamaged:  # of which the database says itself what is wrong
            return True
        for text in foreign.said:
            self._found_in_store(Doubt.FOREIGN, text)
        return foreign.readable

    def _damage(self) -> list[str]:
        try:
            return self._store.damage()
        except StoreDamaged as error:
            return [str(error)]

    def _names(self) -> list[str]:
        """The records there are, and how far the last line is that is looked at."""
        if self._survivors:
            found = self._survivors.values()
            self._horizon = max((at for each in found for at in each.positions.values()), default=0)
            return sorted(self._survivors)
        self._horizon = self._store.last_position()
        return [standing.record for standing in self._store.records()]

    def _miss_what_is_gone(self, names: Sequence[str]) -> None:
        for name in sorted(self._claims.keys() - set(names)):
            claim = self._claims[name][0]
            text = f"{claim.by} saw {claim.line} lines, and there are none"
            self._result.findings.append(Finding(Doubt.TRUNCATED, name, 1, text))
        if self._seen != self._horizon and not self._survivors:
            text = f"there are {self._seen} lines, and {self._horizon} were stored"
            self._found_in_store(Doubt.LINES_REMOVED, text)

    def _found_in_store(self, doubt: Doubt, text: str) -> None:
        self._result.findings.append(Finding(doubt, "the store", 0, text))

    def _tell(self, inspected: int) -> None:
        if self._listener is not None:
            self._listener(inspected, self._horizon)

    # -- what the house vouches for

    def _position_before_digest(self) -> int:
        """How many lines there are before the digest is read, which vouches for them all."""
        try:
            return self._store.last_position()
        except StoreDamaged:
            return 0

    def _hear_digest(self) -> None:
        """What lies in the safe and among the requests, if the house's keys are at hand."""
        try:
            self._audit = audit = self._store.audit(requests=True)
            if audit is None and self._store.digest() is None:
                protection = self._store.protection
                if protection is not None and protection.keys.file.in_use:
                    raise Tampered("what vouches for the whole of it is missing")
                return
        except Tampered as error:
            self._result.protected = Protected.YES
            self._found_in_store(Doubt.NOT_THE_HOUSES, str(error))
            return
        except StoreDamaged as error:
            if self._store.protection is None:
                self._result.protected = Protected.UNSEEN
            else:
                self._found_in_store(Doubt.DAMAGED, str(error))
            return
        assert audit is not None
        self._result.protected, self._result.untagged = Protected.YES, audit.digest.untagged
        for text in audit.wrong_in_safe():
            self._found_in_store(Doubt.SAFE_ALTERED, text)
        for text in audit.wrong_in_requests():
            self._found_in_store(Doubt.REQUESTS_ALTERED, text)

    def _hear_head(self, signed: SignedHead) -> None:
        """Note what a head from outside says, if it may be believed and is of this epoch."""
        if not signed.genuine:
            self._found_in_store(Doubt.FORGED, "a head has a signature that is not its own")
            return
        if self._keys and signed.key not in self._keys:
            text = f"a head is signed with another key, {signed.key}"
            self._found_in_store(Doubt.OTHER_KEY, text)
            return
        head, epoch = signed.read(), self._epoch()
        self._result.heads += 1
        if head.epoch < epoch:
            return  # it is from before a loss that was accepted
        if head.epoch > epoch:
            text = (
                f"a head is of epoch {head.epoch}, and it is of epoch {epoch}: it is from before a "
                "loss that was accepted"
            )
            self._found_in_store(Doubt.OLDER_COPY, text)
            return
        self._heads.append(head)
        name = f"the head of {moment(head.at)}"
        for end in signed.records:
            claim = _Claim(end.lines, end.head, name)
            self._claims.setdefault(end.record, []).append(claim)
        if self._audit is not None and self._audit.digest.n < head.n:
            text = f"{name} is of transaction {head.n}, and it ends with {self._audit.digest.n}"
            self._found_in_store(Doubt.OLDER_COPY, text)
        if head.lines > self._horizon:
            text = f"{name} counted {head.lines} lines, and there are {self._horizon}"
            self._found_in_store(Doubt.OLDER_COPY, text)

    def _epoch(self) -> int:
        """How often a loss has been accepted, by the digest or else by the house's record."""
        if self._audit is not None:
            return self._audit.digest.epoch
        accepted = re.compile(rb'"incident":"%b","subject":"epoch (\d+)"' % _LOSS)
        found = (accepted.search(placed.line) for placed in self._placed(HOUSE))
        return max((int(each[1]) for each in found if each is not None), default=0)

    def _check_tag(self, placed: StoredLine) -> None:
        """Miss the tag of a line; of each record the first such line is named."""
        if self._audit is None or placed.position <= self._audit.digest.untagged:
            return
        assert self._store.protection is not None
        parts, name = split(placed.line), placed.record
        if parts is not None and self._store.protection.keys.is_tagged(
            placed.position, name, placed.number, parts.hash, parts.tag
        ):
            return
        found = self._found.setdefault(name, [])
        if not any(each.fault == Doubt.NOT_THE_HOUSES for each in found):
            text = f"line {placed.number} was not written by the house, or not there"
            found.append(Finding(Doubt.NOT_THE_HOUSES, name, placed.number, text))

    def _compare_order(self) -> None:
        """Hold all lines in their order against the digest and the heads."""
        if self._survivors or not (self._heads or self._audit):
            return
        claims = [
            (head.lines, head.journal, f"the head of {moment(head.at)}") for head in self._heads
        ]
        if self._audit is not None:
            digest = self._audit.digest
            claims.append((digest.position, digest.journal, "its own digest"))
            if digest.position > self._horizon:
                text = f"there are {self._horizon} lines, and {digest.position} were stored"
                self._found_in_store(Doubt.LINES_REMOVED, text)
            elif digest.position < self._grown_from:
                text = f"there are {self._grown_from} lines, and {digest.position} were stored"
                self._found_in_store(Doubt.NOT_THE_HOUSES, text)
        journals = self._order.journals({line for line, _, _ in claims})
        for line, journal, by in claims:
            if line <= self._horizon and journals.get(line) != journal:
                text = f"the first {line} lines are not those, in that order, that {by} was made of"
                self._found_in_store(Doubt.OTHER_ORDER, text)
        if self._heads:
            self._result.after_head = self._horizon - max(head.lines for head in self._heads)

    # -- checkpoints

    def _hear_checkpoints(self) -> None:
        keys = []
        for placed in self._placed(CHECKPOINTS):
            if placed.number == 1:
                continue
            if placed.position > self._horizon:
                break
            self._result.checkpoints += 1
            read = self._hear(placed.line, placed.number, f"checkpoint {placed.number - 1}")
            if read is not None:
                keys.append(read[0].key)
        self._result.keys = tuple(dict.fromkeys(keys))

    def _hear_handed_out(self, line: bytes) -> None:
        read = self._hear(line, 0, "the checkpoint that was handed out")
        if read is None:
            return
        parts = split(line)
        assert parts is not None
        claim = _Claim(read[0].n + 1, parts[0].decode(), "the checkpoint that was handed out")
        self._claims.setdefault(CHECKPOINTS, []).append(claim)

    def _hear(self, line: bytes, number: int, name: str) -> tuple[Sealed, Checkpoint] | None:
        """Note what a checkpoint says of the records, if it may be believed."""
        try:
            sealed, checkpoint = read_line(line)
        except ValueError as error:
            self._doubt(Doubt.NOT_A_CHECKPOINT, number, f"{name} cannot be read: {error}")
            return None
        if not sealed.genuine:
            self._doubt(Doubt.FORGED, number, f"{name} has a signature that is not its own")
            return None
        if self._keys and sealed.key not in self._keys:
            self._doubt(Doubt.OTHER_KEY, number, f"{name} is signed with another key, {sealed.key}")
            return None
        for standing in checkpoint.heads:
            claim = _Claim(standing.lines, standing.head, name)
            self._claims.setdefault(standing.record, []).append(claim)
        return sealed, checkpoint

    def _doubt(self, doubt: Doubt, line: int, text: str) -> None:
        if line:
            finding = Finding(doubt, CHECKPOINTS, line, f"line {line}: {text}")
            self._found.setdefault(CHECKPOINTS, []).append(finding)
        else:
            self._result.findings.append(Finding(doubt, CHECKPOINTS, 0, text))

    # -- records

    def _lines(self, name: str) -> list[bytes]:
        lines: list[bytes] = []
        try:
            for placed in self._placed(name):
                if placed.position > self._horizon:
                    break
                lines.append(placed.line)
                self._order.note(placed)
                self._check_tag(placed)
                self._second_people.hear(placed)
                self._unconfirmed_acts.hear(placed)
        except StoreFailed as error:
            self._found_in_store(Doubt.DAMAGED, f"{name} after line {len(lines)}: {error}")
        self._seen += len(lines)
        return lines

    def _placed(self, name: str) -> Iterator[StoredLine]:
        """The lines of a record; of a damaged one, those before the first that is lost."""
        survivors = self._survivors.get(name)
        if not self._survivors or survivors is None:
            yield from self._store.placed(name) if not self._survivors else ()
            return
        number = 1
        while (position := survivors.positions.get(number)) is not None:
            placed = self._store.at_position(position)
            assert placed is not None
            yield msgspec.structs.replace(placed, record=name)
            number += 1

    def _tell_survivors(self, name: str) -> None:
        """Which lines of a record are lost, and which are left after them."""
        survivors = self._survivors.get(name)
        gaps = [] if survivors is None else survivors.gaps()
        if survivors is None or not gaps:
            return
        lost = ", ".join(_run(*gap) for gap in gaps)
        left = len(survivors.positions)
        text = f"{lost} cannot be read; {left} of {survivors.last} lines survived"
        self._found.setdefault(name, []).append(Finding(Doubt.DAMAGED, name, gaps[0][0], text))

    def _record(self, name: str, lines: Sequence[bytes]) -> Inspected:
        try:
            chain = verify(lines)
        except RecordError as error:
            chain = Verification(len(lines), "", (error.problem,))
        findings = [Finding(each.fault, name, each.line, each.text) for each in chain.problems]
        findings += self._found.get(name, [])
        claims = self._claims.get(name, [])
        findings += _held_against(name, lines, claims)
        sealed = min(len(lines), max((claim.line for claim in claims), default=0))
        if name == HOUSE and chain.unbroken:
            findings += self._played_house(lines)
        made_before = ""
        if chain.unbroken:
            try:
                withheld = self._affairs.play(name, lines, time_ns() // 1_000_000)
                if withheld:
                    findings.append(Finding(Doubt.WITHHELD, name, 0, withheld))
            except BeforeCorrection as older:
                made_before = str(older)
            except ValueError as error:
                findings.append(Finding(Doubt.OTHER_AFFAIR, name, 0, str(error)))
        if not _is_table(lines):
            return Inspected(name, chain, tuple(findings), sealed, made_before=made_before)
        again = self._played_again(name, lines)
        if again is None:
            return Inspected(name, chain, tuple(findings), sealed, is_table=True)
        recorded = again.recorded(lines)
        facts = (fact for entry in recorded.entries for fact in entry.facts)
        self._brought[name] = sum(fact.amount for fact in facts if isinstance(fact, ChipsMoved))
        if again.made_before is not None:
            made_before = str(again.made_before.as_error())
        return Inspected(
            name, chain, tuple(findings), sealed, again,
            tuple(check_shoes(recorded, time_ns() // 1_000_000)),
            is_table=True, made_before=made_before,
        )  # fmt: skip

    def _played_again(self, name: str, lines: Sequence[bytes]) -> TableReplayResult | None:
        """The replay as far as the lines can be read."""
        before, judge = self._seen - len(lines), self._unconfirmed_acts.watch(name)

        def watch(step: ReplayedCommand, table: Table) -> None:
            if judge is not None:
                judge(step, table)
            if step.line % OFTEN == 0:
                self._tell(before + step.line)

        try:
            return replay(lines, watch)
        except RecordError as error:
            return replay(lines[: error.line - 1], watch) if error.line > 1 else None

    def _played_house(self, lines: Sequence[bytes]) -> list[Finding]:
        """What is wrong with the record of the house when it is played again."""
        try:
            self._house = House.restore(lines)
        except ValueError as error:
            return [Finding(Doubt.OTHER_HOUSE, HOUSE, 0, str(error))]
        self._affairs.read_house(lines)
        return []

    def _count_chips(self) -> None:
        """Hold the chips of every table against the books of the house."""
        if self._house is None:
            return
        for name, text in self._affairs.differences():
            self._result.findings.append(Finding(Doubt.OTHER_CHIPS, name, 0, text))
        for record in self._result.records:
            if record.replay is None or not record.record.startswith(TABLES):
                continue
            name = record.record.removeprefix(TABLES)
            booked = self._house.books.held(at_table(name))
            there = self._chips_brought(record)
            if booked != there:
                text = (
                    f"it has {dollars(there)} in chips, and the house's books say {dollars(booked)}"
                )
                finding = Finding(Doubt.OTHER_CHIPS, record.record, record.chain.lines, text)
                self._result.findings.append(finding)

    def _chips_brought(self, record: Inspected) -> int:
        """What was paid out of a table that could not go on is in the record of the house alone."""
        assert self._house is not None
        closed_out = self._house.closed_out.get(record.record)
        brought = self._brought[record.record]
        return brought if closed_out is None else brought - closed_out.paid_out

    def _miss_second_people(self) -> None:
        """Hold overrides, and what staff did for patrons, against who had to confirm them."""
        if self._house is None:
            return
        for name, line, what in self._second_people.missing(self._house):
            text = f"line {line}: {what} took a second person, and nobody confirmed it"
            self._result.findings.append(Finding(Doubt.UNCONFIRMED, name, line, text))
        for name, line, what in self._unconfirmed_acts.missing():
            text = f"line {line}: {what} took the patron's word or a second person, and has neither"
            self._result.findings.append(Finding(Doubt.UNCONFIRMED, name, line, text))


_LOSS = str(Incident.LOSS_ACCEPTED).encode()


class _Order:
    """The hash of every line by its position, to be chained again."""

    def __init__(self) -> None:
        self._hashes: dict[int, tuple[bytes, str]] = {}

    def note(self, placed: StoredLine) -> None:
        self._hashes[placed.position] = (placed.line[HASH_AT:HASH_END], placed.record)

    def journals(self, wanted: set[int]) -> dict[int, str]:
        """The hash of all lines in their order, up to each of some positions."""
        found = {0: ""} if 0 in wanted else {}
        journal = b""
        for position in sorted(self._hashes):
            hash, record = self._hashes[position]
            journal = journal_after(journal, record, (hash,))
            if position in wanted:
                found[position] = journal.hex()
        return found


def _run(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first} to {last}"


def _held_against(name: str, lines: Sequence[bytes], claims: Sequence[_Claim]) -> list[Finding]:
    """The first thing that a record does not have as a checkpoint says, if there is any."""
    agreed = 0
    for claim in sorted(claims, key=lambda claim: claim.line):
        if claim.line > len(lines):
            text = f"{claim.by} saw {claim.line} lines, and there are {len(lines)}"
            return [Finding(Doubt.TRUNCATED, name, len(lines), text)]
        parts = split(lines[claim.line - 1])
        if parts is None or parts[0].decode(errors="replace") != claim.head:
            where = f"line {claim.line}"
            if claim.line - agreed > 1:
                where = f"one of the lines {agreed + 1} to {claim.line}"
            text = f"{where} was rewritten: {claim.by} saw another"
            return [Finding(Doubt.REWRITTEN, name, claim.line, text)]
        agreed = claim.line
    return []


def _is_table(lines: Sequence[bytes]) -> bool:
    return bool(lines) and is_about("table", lines[0])
