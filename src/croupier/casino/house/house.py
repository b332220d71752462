"""The house: its people with their roles, and the books of its chips, changed only by commands.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same house.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
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
from croupier.casino.house.books import CAGE, Books, Overdrawn, pocket
from croupier.casino.house.commands import (
    BuyIn,
    CageTerms,
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
from croupier.casino.operator_powers import powers
from croupier.casino.override_commands import Unconfirmed, is_override, name_of
from croupier.casino.patron_acts import BEGINS_A_STAY
from croupier.casino.record_names import HOUSE, TABLES
from croupier.durations import DAY
from croupier.rulebook.citations import Clauses
from croupier.version import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.acts import Act, Command, Effect
    from croupier.aggregate.facts import Fact
    from croupier.casino.house.books import Transfer

MOST_SHOWN = 50
"""How much of what was done for a patron is at hand."""
LIMITS_SINCE = (1, 3, 0)
"""The first version that limits buy-ins and confirmations by new accounts."""
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


@dataclass(frozen=True, slots=True)
class NamedToConfirm:
    """One naming of a second person."""

    at: int
    override: str
    """The override that was confirmed; empty if it was refused, because the account is too new."""
    asked_by: str


class House(Aggregate):
    """`do` judges a command, carries it out and records it; `check` only judges.

    `keep` is handed every line of the record as it is made, to be stored somewhere.
    """

    called = "the house"
    removals = 0
    """The number of people whose particulars were removed, guests included."""
    _has_opened = False
    """True once chips have left the cage or overrides take a second person."""

    def __init__(
        self,
        name: str,
        keep: Callable[[bytes], object] | None = None,
        *,
        asks_patrons: bool = True,
        has_limits: bool = True,
    ) -> None:
        header = Header.begun("house", name, asks_patrons=asks_patrons)
        super().__init__(acts, Record(header, keep, forgetful=True))
        self.name = name
        self.asks_patrons = asks_patrons
        """Whether staff act for patrons as confirmed; a house from before does once it is said."""
        self.books = Books()
        self.people: dict[str, frozenset[Role]] = {}
        """Everybody with an account, and the roles they may act in."""
        self.guests: set[str] = set()
        """People whose accounts end with their session."""
        self._kept: set[str] = set()
        """People who came as guests and kept their accounts."""
        self.cage_terms = CageTerms() if has_limits else None
        """The terms of the cage; a house from before 1.3 has none until it begins limits."""
        self._founded: int | None = None
        """The moment of the first command."""
        self._roles_since: dict[tuple[str, Role], int] = {}
        """The moment at which each person was given each role, if the house was set up by then."""
        self._passwords_since: dict[str, int] = {}
        """The moment at which somebody else set a person's password last, the same."""
        self.named: dict[str, deque[NamedToConfirm]] = {}
        """By person: the last times that others named them as the second person."""
        self._by = ITSELF
        """The person whose command was judged last."""
        self._bought: dict[str, int] = {}
        """Chips that players have bought on the day of the last buy-in, in cents."""
        self._bought_on = 0
        """That day, in days since 1970."""
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
        self.delegated: dict[str, Role] = {}
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
            self._note_transfer(fact.transfer, command)
        elif isinstance(fact, facts.Enrolled):
            self._note_roles(fact)
        elif isinstance(fact, facts.AccountKept):
            self.guests.discard(fact.person)
            self._kept.add(fact.person)
        elif isinstance(fact, facts.CageTermsSet):
            self.cage_terms = fact.terms
        elif isinstance(fact, facts.LimitsBegun):
            self.cage_terms = CageTerms()
        elif isinstance(fact, facts.PasswordSet):
            self.passwords[fact.person] = self.passwords.get(fact.person, 0) + 1
            if self._by.name != fact.person and not self._is_being_set_up:
                self._passwords_since[fact.person] = self.at
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.TokenRevoked):
            self._note_change_of(fact.person)
        elif isinstance(fact, facts.PersonForgotten):
            self._note_forgotten(fact.person)
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
            self._has_opened = True
        elif isinstance(fact, facts.PowerDelegated):
            self.delegated[fact.power] = fact.role
        elif isinstance(fact, facts.Confirmed):
            assert isinstance(command, Confirm)
            self._confirmed = command
            self._note_named(self._by.name, fact.override, fact.asked_by)
        elif isinstance(fact, facts.DoneForPatron):
            self._note_done_for_patron(fact)
        elif isinstance(fact, facts.PatronsAsked):
            self.asks_patrons = True
        elif isinstance(fact, facts.Reported):
            if fact.incident is Incident.LOSS_ACCEPTED:
                self.epoch = epoch_in(fact.subject)
            elif fact.incident is Incident.NAMED_TOO_SOON:
                self._note_named(fact.subject, "", fact.after)
        elif isinstance(fact, SCHOOL_FACTS):
            self.school.apply(fact, command, self.at)

    def _note_transfer(self, transfer: Transfer, command: Command) -> None:
        self.books.post((transfer,))
        if transfer.source == CAGE:
            self._has_opened = True
        if isinstance(command, BuyIn):
            self._note_bought(command)

    def _note_roles(self, fact: facts.Enrolled) -> None:
        if self._founded is None:
            self._founded = self.at
        if not self._is_being_set_up:
            for role in frozenset(fact.roles) - self.people.get(fact.person, frozenset()):
                self._roles_since[fact.person, role] = self.at
        self.people[fact.person] = frozenset(fact.roles)
        if fact.guest:
            self.guests.add(fact.person)
        elif Role.PLAYER not in fact.roles:
            self.guests.discard(fact.person)
        self._note_change_of(fact.person)

    @property
    def _is_being_set_up(self) -> bool:
        """True on the first day of the house, until it opens."""
        return not self._has_opened and self.at < (self._founded or 0) + DAY

    def _note_forgotten(self, person: str) -> None:
        self.removals += 1
        if person in self.guests:  # nothing is left of a guest, so that guests take up no room
            self.guests.remove(person)
            del self.people[person]
            self.account_changes.pop(person, None)
            self._roles_since.pop((person, Role.PLAYER), None)
            self._bought.pop(person, None)
            self.done_for.pop(person, None)
            self.stays = {stay: line for stay, line in self.stays.items() if stay[1] != person}
            self.books.forget(pocket(person))
            return
        self._kept.discard(person)
        self.forgotten.add(person)
        if person in self.people:
            self.people[person] = frozenset()
        self._note_change_of(person)

    def _note_bought(self, command: BuyIn) -> None:
        if self._bought_on != self.at // DAY:
            self._bought_on = self.at // DAY
            self._bought.clear()
        self._bought[command.person] = self._bought.get(command.person, 0) + command.amount

    def own_limit(self, person: str) -> int:
        """Return the chips that somebody may buy in a day without staff, in cents."""
        if self.cage_terms is None or person in self.guests:
            return 0
        own, kept = self.cage_terms.own_buy_in, self.cage_terms.kept_buy_in
        return min(own, kept) if person in self._kept else own

    def left_to_buy(self, person: str, at: int) -> int:
        """Return what is left of that on the day of a moment, in cents."""
        bought = self._bought.get(person, 0) if self._bought_on == at // DAY else 0
        return max(0, self.own_limit(person) - bought)

    @property
    def cage_reserve(self) -> int:
        """The chips that buy-ins leave in the cage, in cents."""
        percent = 0 if self.cage_terms is None else self.cage_terms.reserve
        return self.books.issued * percent // 100

    def confirms_from(self, person: Person) -> int:
        """Return the moment from which somebody may confirm in a role what others ask for.

        Somebody with a new role, or with a password that another person set, waits for a day, so
        that nobody makes or takes over an account to confirm what they ask for themselves. Nobody
        waits for what was given while the house was set up: on its first day, before chips left
        the cage and before overrides took a second person.
        """
        since = max(
            self._roles_since.get((person.name, person.role), 0),
            self._passwords_since.get(person.name, 0),
        )
        return 0 if self.cage_terms is None or not since else since + DAY

    def first_confirms_from(self, name: str) -> int:
        """Return the moment from which somebody may confirm in at least one of their roles."""
        roles = self.people.get(name, frozenset()) - {Role.PLAYER}
        return min((self.confirms_from(Person(name, role)) for role in roles), default=0)

    def _note_named(self, person: str, override: str, asked_by: str) -> None:
        named = self.named.setdefault(person, deque(maxlen=MOST_SHOWN))
        named.append(NamedToConfirm(self.at, override, asked_by))

    def _note_done_for_patron(self, fact: facts.DoneForPatron) -> None:
        if fact.approval:
            self.used_approvals.add(fact.approval)
        if fact.act == name_of(BEGINS_A_STAY):
            self.stays[fact.record, fact.person] = fact.line
        done = self.done_for.setdefault(fact.person, deque(maxlen=MOST_SHOWN))
        done.append((self.at, fact))

    def _note_change_of(self, person: str) -> None:
        self.account_changes[person] = self.account_changes.get(person, 0) + 1

    def holder_of(self, power: str) -> Role:
        """Return the role from which on staff exercise a power of the casino operator.

        Until the operator says otherwise, it is the least role that the program lets exercise it,
        as in every house before 1.3.
        """
        found = self.delegated.get(power)
        return found or next(each.needs for each in powers() if each.name == power)

    def bars(self, person: str) -> frozenset[Bar]:
        """What keeps somebody from playing anywhere in the casino."""
        return frozenset(self.barred.get(person, ()))

    def may_act(self, person: Person) -> bool:
        """Whether somebody with an account may act in a role."""
        return person.role in self.people.get(person.name, ())

    @property
    def law_of_acts(self) -> None:
        return None

    def _must_be_allowed(self, act: Act[House, None], command: Command, by: Person) -> None:
        if not (self.may_act(by) or by == ITSELF or self._is_founding(command, by)):
            raise refused(f"{by.name} has no account here as {by.role}")
        own = act.oneself and by.name == getattr(command, "person", None)
        if by.role not in act.open_to and not own:
            assert act.needs is not None  # what needs no role in particular is open to all
            raise WrongRole("it", act.needs, by, Clauses(()))

    def _judge_by(self, act: Act[House, None], command: Command, by: Person) -> Effect:
        self._by = by
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
    begin=lambda header: House(
        header.house,
        asks_patrons=header.asks_patrons,
        has_limits=numbers(header.version) >= LIMITS_SINCE,
    ),
    codec=lambda _: _CODEC,
)
read_entry = _CODEC.read
"""Reads the body of a line of the house's record."""
