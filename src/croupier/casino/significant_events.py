"""Significant events: what the records tell that an operator or inspector has to know of."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.aggregate.codec import is_about
from croupier.aggregate.record_lines import RecordError, flaw, split
from croupier.aggregate.roles import Role
from croupier.casino.house import facts as house_facts
from croupier.casino.house.acts import ANSWERING
from croupier.casino.house.commands import CageTerms, Incident, IssueChips, RetireChips
from croupier.casino.house.house import LARGE_WIN
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.live_kinds import kind_of
from croupier.casino.record_names import HOUSE
from croupier.game_rules import game_of
from croupier.money import Limits, dollars
from croupier.rulebook.amendments import book_of
from croupier.rulebook.citations import Clauses
from croupier.table.facts import (
    REVIEW_REQUESTED,
    BettingClosed,
    ChipsMoved,
    Designated,
    Disputed,
    Notified,
    Opened,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
    SignDisplayed,
    TableClosed,
)
from croupier.table_replay import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry
    from croupier.casino.store.contract import Store, StoredLine

    Told = dict[str, Any]


class EventKind(StrEnum):
    """The kinds of significant events."""

    FAILED_LOG_IN = "failed log-in"
    LOCKED_OUT = "locked out"
    ACCOUNT = "account"
    ROLES = "roles"
    PASSWORD = "password"
    TOKEN = "token"
    FORGOTTEN = "forgotten"
    CLOCK = "clock"
    VERIFICATION = "verification"
    MALFUNCTION = "malfunction"
    RUNNING = "running"
    RECOVERY = "recovery"
    CHIPS = "chips"
    THRESHOLD = "threshold"
    FLOOR = "floor"
    OPENING = "opening"
    CLOSING = "closing"
    LIMITS = "limits"
    RULES = "rules"
    CARDS = "cards"
    LARGE_WIN = "large win"
    VOID = "void"
    IRREGULARITY = "irregularity"
    EXCLUSION = "exclusion"
    BREACH = "breach"
    POWER = "power"
    DISPUTE = "dispute"
    NOTICE = "notice"
    OVERRIDE = "override"
    FILES = "files"
    SEAL = "seal"
    PATRON = "patron"
    """Staff did something for a patron, or somebody tried a patron's code."""


class EventDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened, to whom or what, and what it was before and is after."""

    kind: EventKind
    what: str
    subject: str = ""
    detail: str = ""
    before: str = ""
    after: str = ""
    clauses: Clauses = Clauses(())


class SignificantEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, with who did it, when, and where it stands in the records."""

    at: int
    by: str
    role: Role
    record: str
    line: int
    happened: EventDetails


# --- of a table


_ANNOUNCED = frozenset({"limits", "new minimum"})
_TOLD = frozenset({"inspector", "surveillance", "commission"})
_REASONS = ("reason", "fault", "error", "detail")


class TableEvents:
    """Follows the entries of a table's record; it knows what the sign said and who won what."""

    def __init__(self, terms: str) -> None:
        self._sign = ""
        self._terms = terms
        self._round = 0
        self._for_tournament = False
        """Whether what is won are tournament chips, which are worth nothing elsewhere."""
        self._won: dict[str, int] = {}
        """What each player has won in the round in play, or lost."""
        self._paid: dict[str, list[str]] = {}
        """The clauses under which they won."""

    def take(self, entry: Entry, large_win: int) -> Iterator[EventDetails]:
        """What an entry has to tell; from `large_win` on, a win is large."""
        yield from _commanded(entry)
        about = self._round
        for fact in entry.facts:
            if isinstance(fact, Designated):
                self._for_tournament = True
            elif isinstance(fact, (Settled, Reversed)):
                if about == self._round and not self._for_tournament:
                    self._pay(fact)
            elif isinstance(fact, BettingClosed):
                about = self._begin(fact.round)
            elif isinstance(fact, RoundEnded):
                yield from self._large_wins(large_win)
                self._begin(self._round)
            else:
                if isinstance(fact, RoundVoided):
                    about = fact.round
                elif fact.counts_anew is not None:
                    self._begin(fact.counts_anew)
                yield from self._stated(fact)

    # -- wins

    def _begin(self, number: int) -> int:
        self._round = number
        self._won, self._paid = {}, {}
        return number

    def _pay(self, fact: Settled | Reversed) -> None:
        player = fact.player
        net = fact.net if isinstance(fact, Settled) else -fact.net
        self._won[player] = self._won.get(player, 0) + net
        if net > 0:
            self._paid.setdefault(player, []).extend(fact.clauses)

    def _large_wins(self, large_win: int) -> Iterator[EventDetails]:
        for player, won in self._won.items():
            if won >= large_win:
                yield EventDetails(
                    kind=EventKind.LARGE_WIN, what=f"{dollars(won)} won in round {self._round}",
                    subject=player, clauses=_once(self._paid[player]),
                )  # fmt: skip

    # -- facts

    def _stated(self, fact: Fact) -> Iterator[EventDetails]:
        if isinstance(fact, SignDisplayed):
            yield from self._limits(fact)
        elif fact.table_terms is not None:
            yield from self._determined(fact, fact.table_terms)
        elif fact.significance is not None:
            kind, what, subject, detail = fact.significance
            yield EventDetails(
                kind=EventKind(kind), what=what, subject=subject, detail=detail,
                clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, Notified):
            yield from self._notice(fact)
        elif isinstance(fact, RoundVoided):
            yield EventDetails(
                kind=EventKind.VOID, what="a round is void", subject=f"round {fact.round}",
                detail=fact.reason, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, Opened):
            decks = "1 deck" if fact.decks == 1 else f"{fact.decks} decks"
            detail = f"layout {fact.layout}, shoe {fact.shoe}, {decks}"
            yield EventDetails(
                kind=EventKind.OPENING, what="the table opens", detail=detail, clauses=fact.clauses
            )
        elif isinstance(fact, TableClosed):
            yield EventDetails(
                kind=EventKind.CLOSING,
                what="the table closes",
                detail=fact.reason,
                clauses=fact.clauses,
            )
        elif isinstance(fact, Disputed):
            yield EventDetails(
                kind=EventKind.DISPUTE, what=_of_dispute(fact.stage),
                subject=f"dispute {fact.number}", detail=fact.text, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, ChipsMoved) and fact.player is None:
            way = "to" if fact.amount > 0 else "from"
            yield EventDetails(
                kind=EventKind.CHIPS, what=f"{dollars(abs(fact.amount))} {way} the float",
                clauses=fact.clauses,
            )  # fmt: skip

    def _limits(self, fact: SignDisplayed) -> Iterator[EventDetails]:
        shown = "; ".join(f"{wager} {Limits(*limit)}" for wager, limit in fact.limits.items())
        if shown != self._sign:
            what = "limits change" if self._sign else "limits are shown"
            yield EventDetails(
                kind=EventKind.LIMITS,
                what=what,
                before=self._sign,
                after=shown,
                clauses=fact.clauses,
            )
        self._sign = shown

    def _determined(self, fact: Fact, terms: str) -> Iterator[EventDetails]:
        before, self._terms = self._terms, terms
        if self._terms != before:
            yield EventDetails(
                kind=EventKind.RULES, what="rules change", before=before, after=self._terms,
                clauses=fact.clauses,
            )  # fmt: skip

    def _notice(self, fact: Notified) -> Iterator[EventDetails]:
        if fact.about in _ANNOUNCED:
            yield EventDetails(
                kind=EventKind.LIMITS, what=f"{fact.about} announced", before=self._sign,
                after=fact.detail, clauses=fact.clauses,
            )  # fmt: skip
        elif fact.to in _TOLD:
            yield EventDetails(
                kind=EventKind.NOTICE, what=f"the {fact.to} is told: {fact.about}", subject=fact.to,
                detail=fact.detail, clauses=fact.clauses,
            )  # fmt: skip


# --- facts and commands that need nothing remembered


def _of_dispute(stage: str) -> str:
    asked_again = stage == REVIEW_REQUESTED
    return "a review of a dispute is asked for" if asked_again else f"a dispute is {stage}"


def _commanded(entry: Entry) -> Iterator[EventDetails]:
    """What the command itself says; its clauses are those of all that followed from it."""
    command = entry.command
    kind, what = None, tag_of(command).replace("-", " ")
    if command.significance is not None:
        kind = EventKind(command.significance)
    elif getattr(command, "laid_on", None) is not None:
        kind = EventKind.IRREGULARITY
        what = "a card laid on another hand than the one it was due to"
    if kind is not None:
        cited = _once(clause for fact in entry.facts for clause in fact.clauses)
        yield EventDetails(
            kind=kind, what=what, subject=_subject(command),
            detail=_reason(command), clauses=cited,
        )  # fmt: skip


def _once(clauses: Iterable[str]) -> Clauses:
    return Clauses(tuple(dict.fromkeys(clauses)))


def _subject(command: Command) -> str:
    player, box = getattr(command, "player", None), getattr(command, "box", None)
    return player or (f"box {box}" if box else "")


def _reason(command: Command) -> str:
    return next((said for name in _REASONS if (said := getattr(command, name, ""))), "")


# --- of a tournament or a promotion


class AffairEntry(msgspec.Struct, frozen=True):
    """An entry of whichever affair, with its facts as they are written."""

    at: int
    by: str
    role: Role
    facts: tuple[dict[str, Any], ...]


read_affair = msgspec.json.Decoder(AffairEntry).decode


def affair_events(entry: AffairEntry) -> Iterator[EventDetails]:
    for fact in entry.facts:
        if fact["fact"] == "notice" and fact["to"] not in ANSWERING:
            continue
        said = _EVENTS.get(fact["fact"])
        if said is not None:
            kind, words = said
            what, subject, detail = words(fact)
            clauses = Clauses(tuple(fact["clauses"]))
            yield EventDetails(
                kind=kind, what=what, subject=subject, detail=detail, clauses=clauses
            )


def _words(
    what: str, subject: str = "", detail: str = ""
) -> Callable[[Told], tuple[str, str, str]]:
    """The event in words, with the fields of the fact that name its subject and its detail."""

    def words(fact: Told) -> tuple[str, str, str]:
        return what, str(fact.get(subject, "")), str(fact.get(detail, ""))

    return words


def _notice(fact: Told) -> tuple[str, str, str]:
    return f"the {fact['to']} is told: {fact['about']}", fact["to"], fact.get("detail", "")


def _step(fact: Told) -> tuple[str, str, str]:
    return f"conditions {fact['step']}", fact["document"], fact.get("to", "")


def _finished(fact: Told) -> tuple[str, str, str]:
    return f"places awarded, {dollars(fact['pool'])} paid out", "", ""


def _void_draw(fact: Told) -> tuple[str, str, str]:
    why = fact.get("reason") or f"no link of {', '.join(fact['missing'])}"
    return "a joint draw is void", f"draw {fact['number']}", why


def _power(fact: Told) -> tuple[str, str, str]:
    return fact["power"], fact["subject"], fact.get("reason", "")


_EVENTS: dict[str, tuple[EventKind, Callable[[Told], tuple[str, str, str]]]] = {
    "notice": (EventKind.NOTICE, _notice),
    "power": (EventKind.POWER, _power),
    "attested": (EventKind.BREACH, _words("attested", "what", "detail")),
    "step": (EventKind.RULES, _step),
    "disqualified": (EventKind.EXCLUSION, _words("a player is disqualified", "player", "ground")),
    "dispute": (EventKind.DISPUTE, _words("a dispute of the tournament", "text")),
    "cancelled": (EventKind.VOID, _words("a tournament is called off", "", "reason")),
    "finished": (EventKind.CHIPS, _finished),
    "terms-sent": (EventKind.RULES, _words("the Authority has the terms", "digest")),
    "amended": (EventKind.RULES, _words("terms amended")),
    "postponed": (EventKind.IRREGULARITY, _words("postponed", "what", "reason")),
    "draw-cancelled": (EventKind.VOID, _words("a draw is cancelled", "", "reason")),
    "draw-voided": (EventKind.VOID, _void_draw),
    "denial-registered": (EventKind.DISPUTE, _words("a claim is denied", "name", "prize")),
    "dispute-raised": (EventKind.DISPUTE, _words("a dispute of the promotion", "player", "about")),
    "dispute-decided": (EventKind.DISPUTE, _words("a dispute is decided", "number", "decision")),
}
"""By the name of the fact: of what kind the event is, and how it is said."""


# --- of the house, and of the whole store


_INCIDENTS = {
    Incident.FAILED_LOG_IN: EventKind.FAILED_LOG_IN,
    Incident.LOCKED_OUT: EventKind.LOCKED_OUT,
    Incident.CLOCK_CHANGED: EventKind.CLOCK,
    Incident.VERIFICATION_FAILED: EventKind.VERIFICATION,
    Incident.MALFUNCTION: EventKind.MALFUNCTION,
    Incident.STARTED: EventKind.RUNNING,
    Incident.STOPPED: EventKind.RUNNING,
    Incident.RECOVERED: EventKind.RECOVERY,
    Incident.FILES_EXPOSED: EventKind.FILES,
    Incident.NEW_RULES: EventKind.RULES,
    Incident.SEAL_CHANGED: EventKind.SEAL,
    Incident.KEYS_CHANGED: EventKind.SEAL,
    Incident.LOSS_ACCEPTED: EventKind.RECOVERY,
    Incident.WRONG_CODES: EventKind.PATRON,
    Incident.NAMED_TOO_SOON: EventKind.OVERRIDE,
}


def significant_events(store: Store) -> Iterator[SignificantEvent]:
    """Every significant event of a store, in the order in which they were stored."""
    watch, after = Watch(), 0
    while page := store.journal(after):
        for placed in page:
            yield from watch.take(placed)
        after = page[-1].position


class Watch:
    """Is shown the lines of a store in their order, and says which of them are significant.

    `hear` is told every entry of a table on the way, with the name of its record.
    """

    def __init__(self, hear: Callable[[str, Entry], object] = lambda record, entry: None) -> None:
        self._hear = hear
        self._house = HouseEvents()
        self._tables: dict[str, tuple[Reader, TableEvents]] = {}

    def take(self, placed: StoredLine) -> Iterator[SignificantEvent]:
        parts = split(placed.line)
        if parts is None:
            problem = flaw(placed.line, placed.number)
            assert problem is not None
            raise RecordError(problem)
        body = parts[1]
        if placed.record == HOUSE:
            if placed.number > 1:
                house_entry = read_house(body)
                told = self._house.take(house_entry)
                yield from _events(placed, house_entry, told)
        elif placed.number == 1:
            if is_about("table", body):
                reader = Reader(body)
                header = reader.header
                terms = game_of(book_of(header)).terms_at_first(header.options)
                self._tables[placed.record] = reader, TableEvents(terms)
        elif placed.record in self._tables:
            reader, events = self._tables[placed.record]
            entry = reader.entry(placed.number, body)
            self._hear(placed.record, entry)
            yield from _events(placed, entry, events.take(entry, self._house.large_win))
        elif kind_of(placed.record) is not None:
            told_of_table = read_affair(body)
            yield from _events(placed, told_of_table, affair_events(told_of_table))


def _events(
    placed: StoredLine, entry: Entry | AffairEntry, told: Iterator[EventDetails]
) -> Iterator[SignificantEvent]:
    for happened in told:
        yield SignificantEvent(
            at=entry.at, by=entry.by, role=entry.role, record=placed.record, line=placed.number,
            happened=happened,
        )  # fmt: skip


class HouseEvents:
    """Follows the entries of the house; it knows who may act as what."""

    def __init__(self) -> None:
        self.large_win = LARGE_WIN
        self._roles: dict[str, str] = {}
        self._terms = CageTerms()

    def take(self, entry: Entry) -> Iterator[EventDetails]:
        for fact in entry.facts:
            if isinstance(fact, house_facts.ChipsTransferred):
                if isinstance(entry.command, (IssueChips, RetireChips)):
                    did = "issued" if isinstance(entry.command, IssueChips) else "retired"
                    amount = dollars(fact.transfer.amount)
                    yield EventDetails(kind=EventKind.CHIPS, what=f"{amount} in chips {did}")
            else:
                yield from self._stated(fact)

    def _stated(self, fact: Fact) -> Iterator[EventDetails]:
        yield from self._of_a_person(fact)
        yield from self._of_overrides_and_patrons(fact)
        yield from self._of_the_house(fact)

    def _of_a_person(self, fact: Fact) -> Iterator[EventDetails]:
        """Events of accounts: who has one, and with which roles, passwords, tokens and bars."""
        if isinstance(fact, house_facts.Enrolled):
            yield self._enrolled(fact)
        elif isinstance(fact, house_facts.PasswordSet):
            yield EventDetails(kind=EventKind.PASSWORD, what="a new password", subject=fact.person)
        elif isinstance(fact, house_facts.PersonForgotten):
            yield EventDetails(
                kind=EventKind.FORGOTTEN, what="somebody's particulars are removed",
                subject=fact.person, detail=fact.reason,
            )  # fmt: skip
        elif isinstance(fact, house_facts.TokenRevoked):
            yield EventDetails(
                kind=EventKind.TOKEN, what="a token is revoked", subject=fact.person,
                detail=fact.token,
            )  # fmt: skip
        elif isinstance(fact, (house_facts.PersonBarred, house_facts.BarLifted)):
            lifted = " no longer" if isinstance(fact, house_facts.BarLifted) else ""
            yield EventDetails(
                kind=EventKind.EXCLUSION, what=f"somebody is{lifted} {fact.bar}",
                subject=fact.person, detail=fact.reason,
            )  # fmt: skip
        elif isinstance(fact, house_facts.AccountKept):
            yield EventDetails(
                kind=EventKind.ACCOUNT, what="a guest keeps the account", subject=fact.person
            )

    def _of_overrides_and_patrons(self, fact: Fact) -> Iterator[EventDetails]:
        """Events of acts that another person confirms."""
        if isinstance(fact, house_facts.SecondPersonRequired):
            yield EventDetails(
                kind=EventKind.OVERRIDE, what="people that an override takes",
                before="one" if fact.required else "two", after="two" if fact.required else "one",
            )  # fmt: skip
        elif isinstance(fact, house_facts.PowerDelegated):
            what = "who holds a power of the casino operator"
            yield EventDetails(kind=EventKind.ROLES, what=what, subject=fact.power, after=fact.role)
        elif isinstance(fact, house_facts.Confirmed):
            yield EventDetails(
                kind=EventKind.OVERRIDE, what=f"{fact.override} is confirmed",
                subject=fact.asked_by, detail=f"{fact.record} line {fact.line}",
            )  # fmt: skip
        elif isinstance(fact, house_facts.DoneForPatron):
            yield EventDetails(
                kind=EventKind.PATRON, what=f"{fact.act} by {fact.asked_by} for a patron",
                subject=fact.person, detail=f"{fact.record} line {fact.line}",
                after=f"confirmed by {fact.confirmed_by}: {fact.how}",
            )  # fmt: skip
        elif isinstance(fact, house_facts.PatronsAsked):
            yield EventDetails(
                kind=EventKind.PATRON, what="staff act for patrons as confirmed from here on"
            )

    def _of_the_house(self, fact: Fact) -> Iterator[EventDetails]:
        """Events of the floor, the cage, the program and reports."""
        if isinstance(fact, house_facts.LargeWinSet):
            before, self.large_win = self.large_win, fact.amount
            yield EventDetails(
                kind=EventKind.THRESHOLD, what="what counts as a large win", before=dollars(before),
                after=dollars(fact.amount),
            )  # fmt: skip
        elif isinstance(fact, house_facts.Reported):
            yield EventDetails(
                kind=_INCIDENTS[fact.incident], what=fact.incident, subject=fact.subject,
                detail=fact.detail, before=fact.before, after=fact.after,
            )  # fmt: skip
        elif isinstance(fact, house_facts.LimitsBegun):
            yield EventDetails(
                kind=EventKind.CHIPS, what="buy-ins and confirmations are limited from here on"
            )
        elif isinstance(fact, house_facts.CageTermsSet):
            yield self._terms_set(fact)
        elif isinstance(fact, house_facts.ProgramApproved):
            yield EventDetails(
                kind=EventKind.VERIFICATION, what="a program is approved", after=fact.program
            )
        elif isinstance(fact, house_facts.NoticeAcknowledged):
            yield EventDetails(
                kind=EventKind.NOTICE, what="a notice is acknowledged", subject=fact.to,
                detail=fact.notice,
            )  # fmt: skip
        elif isinstance(fact, (house_facts.TableSetUp, house_facts.TableTakenDown)):
            did = "set up" if isinstance(fact, house_facts.TableSetUp) else "taken down"
            yield EventDetails(
                kind=EventKind.FLOOR,
                what=f"a table is {did}",
                subject=f"{fact.table}/{fact.session}",
            )
        elif isinstance(fact, house_facts.ClosedOut):
            yield EventDetails(
                kind=EventKind.FLOOR, what="chips are paid out, and it does not go on",
                subject=fact.record, detail=fact.reason,
            )  # fmt: skip
        elif isinstance(fact, house_facts.TournamentOpened):
            yield EventDetails(
                kind=EventKind.FLOOR, what="a tournament is begun", subject=fact.tournament,
                detail=fact.instrument,
            )  # fmt: skip
        elif isinstance(fact, house_facts.PromotionOpened):
            yield EventDetails(
                kind=EventKind.FLOOR, what="a promotion is begun", subject=fact.promotion
            )

    def _terms_set(self, fact: house_facts.CageTermsSet) -> EventDetails:
        before, self._terms = self._terms, fact.terms
        return EventDetails(
            kind=EventKind.CHIPS,
            what="the terms of the cage are changed",
            before=str(before),
            after=str(fact.terms),
        )

    def _enrolled(self, fact: house_facts.Enrolled) -> EventDetails:
        before, now = self._roles.get(fact.person), ", ".join(fact.roles)
        self._roles[fact.person] = now
        if before is None:
            return EventDetails(
                kind=EventKind.ACCOUNT, what="a new account", subject=fact.person, after=now
            )
        return EventDetails(
            kind=EventKind.ROLES, what="other roles", subject=fact.person, before=before, after=now
        )
