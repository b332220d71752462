"""The house: its people with their roles, and the books of its chips, changed only by duties.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from croupier.aggregate.acts import Stated
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.books import Books, Overdrawn
from croupier.casino.duties import (
    Bar,
    BarLifted,
    ChipsTransferred,
    ClosedOut,
    CloseOut,
    Confirm,
    Confirmed,
    Duties,
    Enrol,
    Enrolled,
    Events,
    LargeWinSet,
    NoticeAcknowledged,
    OpenPromotion,
    OpenTournament,
    PasswordSet,
    PersonBarred,
    PromotionOpened,
    SecondPersonRequired,
    SetUpTable,
    TableSetUp,
    TableTakenDown,
    TournamentOpened,
)
from croupier.casino.judging import ITSELF, acts, overdrawn, refused
from croupier.casino.lines import HOUSE, chained
from croupier.casino.overrides import Unconfirmed, is_override, name_of
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.chain import bodies, split
from croupier.table.record import START, link
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.facts import Fact

FORMAT = "croupier-house/1"
LARGE_WIN = 10_000_00
"""What a win has to come to before it is reported, until the operator says otherwise."""

_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the record of the house."""

    house: str
    format: str = FORMAT
    version: str = "0.1.0"
    """Of the program that founded it; the first one did not say so."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One accepted duty: which, when, by whom, in what role, and what followed."""

    n: int
    at: int
    by: str
    role: Role
    command: Duties
    facts: tuple[Events, ...]


E = TypeVar("E", Header, Entry)


class SetUp(msgspec.Struct, frozen=True):
    """A table on the floor: how it was set up, and for the how manieth time."""

    duty: SetUpTable
    session: int

    @property
    def name(self) -> str:
        """What its record and its place in the books are called."""
        return f"{self.duty.table}/{self.session}"


class House:
    """`do` judges a duty, carries it out and records it; `check` only judges.

    `keep` is handed every line of the record as it is made, to be stored somewhere.
    """

    def __init__(self, name: str, keep: Callable[[bytes], object] | None = None) -> None:
        self.name = name
        self.books = Books()
        self.people: dict[str, frozenset[Role]] = {}
        """Everybody with an account, and the roles they may act in."""
        self.with_password: set[str] = set()
        """Everybody who was given a password."""
        self.tables: dict[str, SetUp] = {}
        """The tables on the floor, as they were set up."""
        self.sessions: dict[str, int] = {}
        """How often each table has been set up."""
        self.tournaments: dict[str, OpenTournament] = {}
        self.promotions: dict[str, OpenPromotion] = {}
        self.closed_out: dict[str, CloseOut] = {}
        """What could not go on, by its record."""
        self.large_win = LARGE_WIN
        self.acknowledged: set[str] = set()
        """The notices that were taken."""
        self.barred: dict[str, set[Bar]] = {}
        """Who plays nowhere in the casino, and why."""
        self.second_person = False
        """Whether overrides take a second person who confirms them."""
        self._confirmed: Confirm | None = None
        """The last override that was."""
        self.head = START
        self.length = 0
        self.at = 0
        """When the last duty was done."""
        self.keep = keep
        self._record(Header(name, version=__version__))

    def check(self, duty: Duties, by: Person) -> Refused | None:
        """Why a duty would be refused now, or None. Nothing is changed by asking."""
        try:
            self._judge(duty, by)
        except Refused as refusal:
            return refusal
        return None

    def do(self, duty: Duties, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """Carry out a duty and return what followed, or raise `Refused`."""
        facts = self._judge(duty, by)
        self.books.post(fact.transfer for fact in facts if isinstance(fact, ChipsTransferred))
        for fact in facts:
            self._follow(duty, fact)
        self.at = at
        self._record(
            Entry(self.length, at, by.name, by.role, duty, cast("tuple[Events, ...]", facts))
        )
        return facts

    def _follow(self, duty: Duties, fact: Fact) -> None:
        if isinstance(fact, Enrolled):
            self.people[fact.person] = frozenset(fact.roles)
        elif isinstance(fact, PasswordSet):
            self.with_password.add(fact.person)
        elif isinstance(fact, TableSetUp):
            assert isinstance(duty, SetUpTable)
            self.tables[fact.table] = SetUp(duty, fact.session)
            self.sessions[fact.table] = fact.session
        elif isinstance(fact, TableTakenDown):
            del self.tables[fact.table]
        elif isinstance(fact, ClosedOut):
            assert isinstance(duty, CloseOut)
            self.closed_out[fact.record] = duty
        elif isinstance(fact, TournamentOpened):
            assert isinstance(duty, OpenTournament)
            self.tournaments[fact.tournament] = duty
        elif isinstance(fact, PromotionOpened):
            assert isinstance(duty, OpenPromotion)
            self.promotions[fact.promotion] = duty
        elif isinstance(fact, LargeWinSet):
            self.large_win = fact.amount
        elif isinstance(fact, NoticeAcknowledged):
            self.acknowledged.add(fact.notice)
        elif isinstance(fact, PersonBarred):
            self.barred.setdefault(fact.person, set()).add(fact.bar)
        elif isinstance(fact, BarLifted):
            self.barred[fact.person].remove(fact.bar)
            if not self.barred[fact.person]:
                del self.barred[fact.person]
        elif isinstance(fact, SecondPersonRequired):
            self.second_person = fact.required
        elif isinstance(fact, Confirmed):
            assert isinstance(duty, Confirm)
            self._confirmed = duty

    def bars(self, person: str) -> frozenset[Bar]:
        """What keeps somebody from playing anywhere in the casino."""
        return frozenset(self.barred.get(person, ()))

    def may_act(self, person: Person) -> bool:
        """Whether somebody with an account may act in a role."""
        return person.role in self.people.get(person.name, ())

    def _judge(self, duty: Duties, by: Person) -> tuple[Fact, ...]:
        if not (self.may_act(by) or by == ITSELF or self._is_founding(duty, by)):
            raise refused(f"{by.name} has no account here as {by.role}")
        act = acts[type(duty)]
        if by.role not in act.open_to:
            assert act.needs is not None
            raise WrongRole("it", act.needs, by, Clauses(()))
        effect = act.judge(self, duty, by)
        assert isinstance(effect, Stated)
        facts = effect.facts
        try:
            self.books.check(fact.transfer for fact in facts if isinstance(fact, ChipsTransferred))
        except Overdrawn as short:
            raise overdrawn(short, by, Clauses(())) from None
        if self.takes_two(duty, by) and not self._is_confirmed(duty, by):
            raise Unconfirmed.by_anybody(type(duty))
        return facts

    def takes_two(self, asked: msgspec.Struct, by: Person) -> bool:
        """Whether somebody else has to confirm what somebody asks; the program acts alone."""
        return self.second_person and by != ITSELF and is_override(self, asked, by)

    def _is_confirmed(self, duty: Duties, by: Person) -> bool:
        """Whether the line before says so of this very line."""
        said = self._confirmed
        return said is not None and (said.record, said.line, said.override, said.asked_by) == (
            HOUSE, self.length + 1, name_of(type(duty)), by.name,
        )  # fmt: skip

    def _is_founding(self, duty: Duties, by: Person) -> bool:
        """Whether the first person enrols themselves as the operator."""
        first = Enrol(person=by.name, roles=(Role.OPERATOR,))
        return not self.people and duty == first and by.role is Role.OPERATOR

    def _record(self, entry: Header | Entry) -> None:
        (line,) = chained(self.head, [entry])
        parts = split(line)
        assert parts is not None
        self.head = parts[0].decode()
        self.length += 1
        if self.keep is not None:
            self.keep(line)

    @classmethod
    def restore(cls, lines: Iterable[bytes]) -> House:
        """The house that a record tells of. A line that does not follow is a `ValueError`."""
        read = bodies(lines)
        line, body = next(read)
        header = _decoded(line, body, Header)
        if header.format != FORMAT:
            raise ValueError(f"line 1: its format is {header.format}, and only {FORMAT} is known")
        house = cls(header.house)
        house.head = link(START, body)  # it may have been founded under another version
        for line, body in read:
            house._repeat(line, _decoded(line, body, Entry))
        return house

    def _repeat(self, line: int, entry: Entry) -> None:
        try:
            facts = self.do(entry.command, Person(entry.by, entry.role), entry.at)
        except Refused as refusal:
            raise ValueError(f"line {line}: the house would refuse it: {refusal}") from None
        if _encode(facts) != _encode(entry.facts):
            raise ValueError(f"line {line}: other facts follow from it")


def _decoded(line: int, body: bytes, kind: type[E]) -> E:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"line {line}: it is not a line of the house: {error}") from None
