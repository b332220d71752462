"""The house: its people with their roles, and the books of its chips, changed only by commands.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same house.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, get_args

import msgspec

from croupier.aggregate.acts import Stated
from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.codec import Codec
from croupier.aggregate.facts import Bar
from croupier.aggregate.record import Header, Record
from croupier.aggregate.restore import AggregateKind, restore
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.house import facts
from croupier.casino.house.acts import ITSELF, acts, overdrawn, refused
from croupier.casino.house.books import Books, Overdrawn
from croupier.casino.house.commands import (
    CloseOut,
    Confirm,
    Enrol,
    Incident,
    OpenPromotion,
    OpenTournament,
    SetUpTable,
    epoch_in,
)
from croupier.casino.house.school import SCHOOL_FACTS, School
from croupier.casino.override_commands import Unconfirmed, is_override, name_of
from croupier.casino.patron_acts import BEGINS_A_STAY
from croupier.casino.record_names import HOUSE, TABLES
from croupier.rulebook.citations import Clauses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.acts import Act, Command, Effect
    from croupier.aggregate.facts import Fact

MOST_SHOWN = 50
"""How much of what was done for a patron is at hand."""
LARGE_WIN = 10_000_00
"""What a win has to come to before it is reported, until the operator says otherwise."""


class SetUp(msgspec.Struct, frozen=True):
    """A table on the floor: how it was set up, and the number of its session."""

    command: SetUpTable
    session: int

    @property
    def name(self) -> str:
        """What its record and its place in the books are called."""
        return f"{self.command.table}/{self.session}"


class House(Aggregate):
    """`do` judges a command, carries it out and records it; `check` only judges.

    `keep` is handed every line of the record as it is made, to be stored somewhere.
    """

    called = "the house"

    def __init__(
        self,
        name: str,
        keep: Callable[[bytes], object] | None = None,
        *,
        asks_patrons: bool = True,
    ) -> None:
        header = Header.begun("house", name, asks_patrons=asks_patrons)
        super().__init__(acts, Record(header, keep, forgetful=True))
        self.name = name
        self.asks_patrons = asks_patrons
        """Whether staff act for patrons as confirmed; a house from before does once it is said."""
        self.books = Books()
        self.people: dict[str, frozenset[Role]] = {}
        """Everybody with an account, and the roles they may act in."""
        self.passwords: dict[str, int] = {}
        """Everybody who was given a password, and how often: what was let in by one is not by the
        next."""
        self.forgotten: set[str] = set()
        """Whose particulars were removed; nobody else is ever called so."""
        self.account_changes: dict[str, int] = {}
        """How often something has changed that decides who is let in as somebody, or as what."""
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
        self.epoch = 0
        """How often the house has gone on from a record that had lost something."""
        self.second_person = False
        """Whether overrides take a second person who confirms them."""
        self._confirmed: Confirm | None = None
        """The last override that was."""
        self.used_approvals: set[str] = set()
        """What patrons have approved, and staff have done."""
        self.done_for: dict[str, deque[tuple[int, facts.DoneForPatron]]] = {}
        """What staff did for each patron lately, and when."""
        self.stays: dict[tuple[str, str], int] = {}
        """By a table's record and a patron: the line at which staff had them arrive."""
        self.school = School()

    def apply(self, fact: Fact, command: Command) -> None:
        if isinstance(fact, facts.ChipsTransferred):
            self.books.post((fact.transfer,))
        elif isinstance(fact, facts.Enrolled):
            self.people[fact.person] = frozenset(fact.roles)
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.PasswordSet):
            self.passwords[fact.person] = self.passwords.get(fact.person, 0) + 1
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.TokenRevoked):
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.PersonForgotten):
            self.forgotten.add(fact.person)
            if fact.person in self.people:
                self.people[fact.person] = frozenset()
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.TableSetUp):
            assert isinstance(command, SetUpTable)
            self.tables[fact.table] = SetUp(command, fact.session)
            self.sessions[fact.table] = fact.session
        elif isinstance(fact, facts.TableTakenDown):
            del self.tables[fact.table]
            record = f"{TABLES}{fact.table}/{fact.session}"
            self.stays = {key: line for key, line in self.stays.items() if key[0] != record}
        elif isinstance(fact, facts.ClosedOut):
            assert isinstance(command, CloseOut)
            self.closed_out[fact.record] = command
        elif isinstance(fact, facts.TournamentOpened):
            assert isinstance(command, OpenTournament)
            self.tournaments[fact.tournament] = command
        elif isinstance(fact, facts.PromotionOpened):
            assert isinstance(command, OpenPromotion)
            self.promotions[fact.promotion] = command
        elif isinstance(fact, facts.LargeWinSet):
            self.large_win = fact.amount
        elif isinstance(fact, facts.NoticeAcknowledged):
            self.acknowledged.add(fact.notice)
        elif isinstance(fact, facts.PersonBarred):
            self.barred.setdefault(fact.person, set()).add(fact.bar)
        elif isinstance(fact, facts.BarLifted):
            self.barred[fact.person].remove(fact.bar)
            if not self.barred[fact.person]:
                del self.barred[fact.person]
        elif isinstance(fact, facts.SecondPersonRequired):
            self.second_person = fact.required
        elif isinstance(fact, facts.Confirmed):
            assert isinstance(command, Confirm)
            self._confirmed = command
        elif isinstance(fact, facts.DoneForPatron):
            self._note_done_for_patron(fact)
        elif isinstance(fact, facts.PatronsAsked):
            self.asks_patrons = True
        elif isinstance(fact, facts.Reported) and fact.incident is Incident.LOSS_ACCEPTED:
            self.epoch = epoch_in(fact.subject)
        elif isinstance(fact, SCHOOL_FACTS):
            self.school.apply(fact, command, self.at)

    def _note_done_for_patron(self, fact: facts.DoneForPatron) -> None:
        if fact.approval:
            self.used_approvals.add(fact.approval)
        if fact.act == name_of(BEGINS_A_STAY):
            self.stays[fact.record, fact.person] = fact.line
        done = self.done_for.setdefault(fact.person, deque(maxlen=MOST_SHOWN))
        done.append((self.at, fact))

    def _note_change_of(self, person: str) -> None:
        self.account_changes[person] = self.account_changes.get(person, 0) + 1

    def bars(self, person: str) -> frozenset[Bar]:
        """What keeps somebody from playing anywhere in the casino."""
        return frozenset(self.barred.get(person, ()))

    def may_act(self, person: Person) -> bool:
        """Whether somebody with an account may act in a role."""
        return person.role in self.people.get(person.name, ())

    def _must_be_allowed(self, act: Act[House, None], command: Command, by: Person) -> None:
        if not (self.may_act(by) or by == ITSELF or self._is_founding(command, by)):
            raise refused(f"{by.name} has no account here as {by.role}")
        own = act.oneself and by.name == getattr(command, "person", None)
        if by.role not in act.open_to and not own:
            assert act.needs is not None  # what needs no role in particular is open to all
            raise WrongRole("it", act.needs, by, Clauses(()))

    def _judge_by(self, act: Act[House, None], command: Command, by: Person) -> Effect:
        effect = super()._judge_by(act, command, by)
        assert isinstance(effect, Stated)
        moved = (fact.transfer for fact in effect.facts if isinstance(fact, facts.ChipsTransferred))
        try:
            self.books.check(moved)
        except Overdrawn as short:
            raise overdrawn(short, by, Clauses(())) from None
        if self.takes_two(command, by) and not self._is_confirmed(command, by):
            raise Unconfirmed.by_anybody(type(command))
        return effect

    def takes_two(self, asked: Command, by: Person) -> bool:
        """Whether somebody else has to confirm what somebody asks; the program acts alone."""
        return self.second_person and by != ITSELF and is_override(self, asked, by)

    def _is_confirmed(self, command: Command, by: Person) -> bool:
        """Whether the line before says so of this very line."""
        said = self._confirmed
        return said is not None and (said.record, said.line, said.override, said.asked_by) == (
            HOUSE, self.length + 1, name_of(type(command)), by.name,
        )  # fmt: skip

    def _is_founding(self, command: Command, by: Person) -> bool:
        """Whether the first person enrols themselves as the operator."""
        first = Enrol(person=by.name, roles=(Role.OPERATOR,))
        return not self.people and command == first and by.role is Role.OPERATOR

    @classmethod
    def restore(cls, lines: Iterable[bytes]) -> House:
        """The house that a record tells of. A line that does not follow is a `ValueError`."""
        return restore(KIND, lines)


_CODEC = Codec(acts, get_args(facts.FACTS | SCHOOL_FACTS))
KIND: AggregateKind[House] = AggregateKind(
    name="house",
    begin=lambda header: House(header.house, asks_patrons=header.asks_patrons),
    codec=lambda _: _CODEC,
)
read_entry = _CODEC.read
"""Reads the body of a line of the house's record."""
