"""The house: its people with their roles, and the books of its chips, changed only by duties.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same house.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.casino.books import CAGE, ISSUE, Books, Overdrawn, Transfer, at_table, pocket
from croupier.casino.duties import (
    Appoint,
    BuyIn,
    CashOut,
    ChipsTransferred,
    Dismiss,
    Duties,
    Enrol,
    Enrolled,
    Events,
    FollowTable,
    IssueChips,
    PasswordSet,
    RetireChips,
    SetPassword,
    SetUpTable,
    TableSetUp,
    TableTakenDown,
    TakeDownTable,
)
from croupier.casino.lines import chained
from croupier.chips import dollars
from croupier.games import table_for
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.chain import bodies, split
from croupier.table.record import START
from croupier.table.roles import Person, Role, WrongRole, who_may

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FORMAT = "croupier-house/1"
LONGEST_NAME = 40
ITSELF = Person("croupier", Role.OPERATOR)
"""The program, which follows its tables and reports what it notices. No account has its name."""
TABLE_NAME = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_WAIT = 3_600_000
"""An hour: no round waits longer for anybody."""

_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the record of the house."""

    house: str
    format: str = FORMAT


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
        self.tables: dict[str, SetUp] = {}
        """The tables on the floor, as they were set up."""
        self.sessions: dict[str, int] = {}
        """How often each table has been set up."""
        self.head = START
        self.length = 0
        self.at = 0
        """When the last duty was done."""
        self.keep = keep
        self._record(Header(name))

    def check(self, duty: Duties, by: Person) -> Refused | None:
        """Why a duty would be refused now, or None. Nothing is changed by asking."""
        try:
            self._judge(duty, by)
        except Refused as refusal:
            return refusal
        return None

    def do(self, duty: Duties, by: Person, at: int = 0) -> tuple[Events, ...]:
        """Carry out a duty and return what followed, or raise `Refused`."""
        facts = self._judge(duty, by)
        self.books.post(fact.transfer for fact in facts if isinstance(fact, ChipsTransferred))
        for fact in facts:
            if isinstance(fact, Enrolled):
                self.people[fact.person] = frozenset(fact.roles)
            elif isinstance(fact, TableSetUp):
                assert isinstance(duty, SetUpTable)
                self.tables[fact.table] = SetUp(duty, fact.session)
                self.sessions[fact.table] = fact.session
            elif isinstance(fact, TableTakenDown):
                del self.tables[fact.table]
        self.at = at
        self._record(Entry(self.length, at, by.name, by.role, duty, facts))
        return facts

    def may_act(self, person: Person) -> bool:
        """Whether somebody with an account may act in a role."""
        return person.role in self.people.get(person.name, ())

    def _judge(self, duty: Duties, by: Person) -> tuple[Events, ...]:
        if not (self.may_act(by) or by == ITSELF or self._is_founding(duty, by)):
            raise _refused(f"{by.name} has no account here as {by.role}")
        facts = tuple(_ACTS[type(duty)](self, duty, by))
        try:
            self.books.check(fact.transfer for fact in facts if isinstance(fact, ChipsTransferred))
        except Overdrawn as short:
            raise _refused(str(short)) from None
        return facts

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
        header = _decoded(*next(read), Header)
        if header.format != FORMAT:
            raise ValueError(f"line 1: its format is {header.format}, and only {FORMAT} is known")
        house = cls(header.house)
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


# --- how each duty is judged


def _refused(reason: str) -> Refused:
    """The house's own rules have no clauses."""
    return Refused(reason, Clauses(()))


def _needs(role: Role, by: Person) -> None:
    if by.role not in who_may(role):
        raise WrongRole("it", role, by, Clauses(()))


def _must_be_known(house: House, person: str) -> None:
    if person not in house.people:
        raise _refused(f"{person!r} has no account")


def _moved(source: str, to: str, amount: int) -> Iterator[Events]:
    if amount <= 0:
        raise _refused("amount: more than nothing")
    yield ChipsTransferred(Transfer(source, to, amount))


def _issue(house: House, duty: IssueChips, by: Person) -> Iterator[Events]:
    _needs(Role.OPERATOR, by)
    return _moved(ISSUE, CAGE, duty.amount)


def _retire(house: House, duty: RetireChips, by: Person) -> Iterator[Events]:
    _needs(Role.OPERATOR, by)
    return _moved(CAGE, ISSUE, duty.amount)


def _buy_in(house: House, duty: BuyIn, by: Person) -> Iterator[Events]:
    _for_themselves_or_by_a_supervisor(house, duty.person, by)
    return _moved(CAGE, pocket(duty.person), duty.amount)


def _cash_out(house: House, duty: CashOut, by: Person) -> Iterator[Events]:
    _for_themselves_or_by_a_supervisor(house, duty.person, by)
    return _moved(pocket(duty.person), CAGE, duty.amount)


def _for_themselves_or_by_a_supervisor(house: House, person: str, by: Person) -> None:
    _must_be_known(house, person)
    if by.name != person:
        _needs(Role.SUPERVISOR, by)


def _follow(house: House, duty: FollowTable, by: Person) -> Iterator[Events]:
    """The table has judged who may move its chips; the house only minds its own places."""
    here = at_table(duty.table)
    for transfer in duty.transfers:
        if here not in (transfer.source, transfer.to):
            raise _refused(f"chips of {duty.table!r} do not go from {transfer.source}")
        yield ChipsTransferred(transfer)


def _enrol(house: House, duty: Enrol, by: Person) -> Iterator[Events]:
    _needs(Role.OPERATOR, by)
    name = duty.person
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
        raise _refused(f"person: {name!r} is not a name of 1 to {LONGEST_NAME} characters")
    if name.casefold() in {known.casefold() for known in (*house.people, ITSELF.name)}:
        raise _refused(f"{name!r} has an account already")
    yield Enrolled(name, _in_order(duty.roles))


def _appoint(house: House, duty: Appoint, by: Person) -> Iterator[Events]:
    _needs(Role.OPERATOR, by)
    _must_be_known(house, duty.person)
    yield Enrolled(duty.person, _in_order({*house.people[duty.person], duty.role}))


def _dismiss(house: House, duty: Dismiss, by: Person) -> Iterator[Events]:
    _needs(Role.OPERATOR, by)
    _must_be_known(house, duty.person)
    operators = [name for name, roles in house.people.items() if Role.OPERATOR in roles]
    if duty.role is Role.OPERATOR and operators == [duty.person]:
        raise _refused(f"{duty.person} is the only operator")
    yield Enrolled(duty.person, _in_order(house.people[duty.person] - {duty.role}))


def _in_order(roles: Iterable[Role]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in set(roles))


def _set_password(house: House, duty: SetPassword, by: Person) -> Iterator[Events]:
    _must_be_known(house, duty.person)
    if by.name != duty.person:
        _needs(Role.OPERATOR, by)
    yield PasswordSet(duty.person)


def _set_up(house: House, duty: SetUpTable, by: Person) -> Iterator[Events]:
    _needs(Role.SHIFT_MANAGER, by)
    if not TABLE_NAME.fullmatch(duty.table):
        raise _refused(
            f"table: {duty.table!r} is not a name of small letters, digits and dashes, 1 to 40"
        )
    if duty.table in house.tables:
        raise _refused(f"table: {duty.table!r} is on the floor already")
    for wait, lasts in msgspec.structs.asdict(duty.pace).items():
        if not 0 <= lasts <= LONGEST_WAIT:
            raise _refused(f"pace.{wait}: from 0 to {LONGEST_WAIT} milliseconds")
    try:
        table_for(duty.instrument, duty.options, name=duty.table, boxes=duty.boxes)
    except (LookupError, ValueError) as error:
        raise _refused(str(error)) from None
    yield TableSetUp(duty.table, house.sessions.get(duty.table, 0) + 1)


def _take_down(house: House, duty: TakeDownTable, by: Person) -> Iterator[Events]:
    _needs(Role.SHIFT_MANAGER, by)
    set_up = house.tables.get(duty.table)
    if set_up is None:
        raise _refused(f"table: there is no {duty.table!r} on the floor")
    if left := house.books.held(at_table(set_up.name)):
        raise _refused(f"table: {dollars(left)} in chips are still at {duty.table!r}")
    yield TableTakenDown(duty.table, set_up.session)


_ACTS: dict[type[Any], Callable[[House, Any, Person], Iterator[Events]]] = {
    IssueChips: _issue,
    RetireChips: _retire,
    BuyIn: _buy_in,
    CashOut: _cash_out,
    FollowTable: _follow,
    Enrol: _enrol,
    Appoint: _appoint,
    Dismiss: _dismiss,
    SetPassword: _set_password,
    SetUpTable: _set_up,
    TakeDownTable: _take_down,
}
