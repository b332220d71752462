"""The conditions of a tournament: one document that people read and that it is run by.

Nothing in it has to be there for it to be read; what an instrument misses in it is said by
`croupier.tournament.conditions_review`. Amounts are cents, shares of the pool are percentages
written out, moments have their distance from Greenwich: `2027-01-16T19:00:00+11:00`. Where
conditions and rules say different things, `rulings` says which of the two counts, and for what.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.free_text import Text, tidy_document
from croupier.decoding_errors import MOMENT, read_document
from croupier.rulebook.citations import Clauses
from croupier.table.law import together
from croupier.table.tournament_law import SameRound, Ties
from croupier.version import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.table.tournament_law import TournamentLaw

AT_ODDS_REFUSED = numbers("0.2.0")
"""The version since which conditions that contradict themselves are not taken."""
MORE_ASKED = numbers("1.3.0")
"""The version since which all that an instrument asks for is asked for."""
LARGEST = 1_000_000
"""The most bytes of a file of conditions."""


class ConditionsError(ValueError):
    """A document that cannot be read as conditions, with the place of the mistake."""


class DocumentPart(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A part of the document."""


class SessionPlan(DocumentPart, frozen=True):
    """One session: how long it is, who goes on from it, and with which chips it begins."""

    name: Text
    rounds: int | None = None
    shoes: int | None = None
    minutes: int | None = None
    until_players: int | None = None
    """It is over when no more players than these are left."""
    seats: int = 7
    """How many play at one table."""
    advance_per_table: int | None = None
    advance_in_all: int | None = None
    fresh_chips: bool = False
    """Everybody begins with the chips of an entry, not with those of the session before."""
    points: tuple[int, ...] = ()
    """Points for the places of the session, the first first."""
    prizes: tuple[str, ...] = ()
    """Percentages of the pool for the places of the session, awarded when it ends."""
    repechage: bool = False
    """Whether it is played by those who are out, for a place among those who are not."""
    starts: str | None = None
    """When it starts, if that is said beforehand; otherwise the director tells it."""
    game: Text = ""
    """Another authorised game that is played in it, whose places are told to the tournament."""

    @property
    def is_measured(self) -> bool:
        return any((self.rounds, self.shoes, self.minutes, self.until_players))


class SitAndGo(DocumentPart, frozen=True):
    """A session that begins when enough players have come."""

    players: int
    allocation: Text


class Eligibility(DocumentPart, frozen=True):
    criteria: Text = ""
    uses_criteria: bool = False
    entitled_only: bool = False
    """The statement that only people who may enter the casino and gamble may enter."""
    reserves_refusal: bool = False
    may_refuse: bool = False
    """The statement that any application may be refused."""


class BuyBack(DocumentPart, frozen=True):
    """Whether an eliminated player may come back: how often, until when, for what."""

    offered: bool
    most: int = 1
    until_session: int = 1
    until_round: int | None = None
    method: Text = ""
    cost: int | None = None
    chips: int | None = None


class AddOn(DocumentPart, frozen=True):
    """Whether chips may be bought on top: how often, until when, for what."""

    offered: bool
    most: int = 1
    until_session: int = 1
    method: Text = ""
    cost: int | None = None
    chips: int | None = None


class Commission(DocumentPart, frozen=True):
    """What the house keeps of the entry fees: an amount of each, or a percentage of all."""

    each: int | None = None
    percent: str | None = None
    approval: Text = ""
    """The document by which the amount was approved."""

    def asked_of(self, fee: int) -> int:
        """What is to be kept of a fee by the word of the conditions."""
        return self.each if self.each is not None else self._share(fee)

    def of(self, fees: Sequence[int]) -> int:
        """The commission on these fees: no more of any than it is, and no part of a cent."""
        if self.each is not None:
            return sum(min(self.each, fee) for fee in fees)
        return self._share(sum(fees))

    def _share(self, amount: int) -> int:
        return int(amount * fraction(self.percent or "0") / 100)


class Level(DocumentPart, frozen=True):
    """New limits from a round of a session on."""

    session: int
    round: int
    limits: dict[str, tuple[int, int]]


class Points(DocumentPart, frozen=True):
    """How points over several sessions decide."""

    elimination: Text = ""
    ties: Ties | None = None
    """Equal chips at the end of a session: a play-off, or the points of the places shared."""
    prize_ties: Ties | None = None


class Wagering(DocumentPart, frozen=True):
    """How wagers are made, where the rules leave it to the conditions."""

    order: bool = False
    allocation: Text = ""
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None
    """How long a player has for a wager."""
    balancing: Text = ""
    """How tables are balanced and broken."""


class PrizeScale(DocumentPart, frozen=True):
    """The percentages of the pool by place, for tournaments of up to so many entries."""

    percent: tuple[str, ...]
    entries: int | None = None


class AddedForm(StrEnum):
    """The form in which an operator adds value to the prize pool."""

    CASH = "cash"
    GOODS = "goods"
    SERVICES = "services"


class AddedValue(DocumentPart, frozen=True):
    """Cash, goods or services that the operator adds, to a place or to the pool."""

    what: Text
    value: int
    place: int | None = None
    form: AddedForm | None = None
    """If it is not given, cash is what the words call cash or money."""

    @property
    def is_cash(self) -> bool:
        if self.form is None:
            return _CASH.search(self.what.casefold()) is not None
        return self.form is AddedForm.CASH


class Guarantee(DocumentPart, frozen=True):
    pool: int
    from_entries: int = 0
    may_cancel: bool = False
    """Whether the operator reserves the right to cancel with fewer entries."""


class Conditions(DocumentPart, frozen=True):
    """The conditions of entry and of play."""

    name: Text
    instrument: str
    options: dict[str, Any] = {}
    """The options of the tables."""
    overrides: dict[str, str] = {}
    """Terms that differ from the rules; whether they count is the instrument's to say."""

    starts: str | None = None
    how_to_enter: Text = ""
    withdraw_until: str | None = None
    eligibility: Eligibility | None = None
    groups: Text = ""
    """Restrictions on groups of players, be it that there are none."""
    minimum_players: int | None = None
    maximum_players: int | None = None

    entry_fee: int | None = None
    commission: Commission | None = None
    buy_in: int = 0
    """Money that is turned into tournament chips before each session."""
    chips: int | None = None
    buy_back: BuyBack | None = None
    add_on: AddOn | None = None
    refunds: Text = ""
    """In which other cases fees are refunded."""

    sessions: tuple[SessionPlan, ...] = ()
    tables: Text = ""
    sit_and_go: SitAndGo | None = None
    progression: Text = ""
    repechage: Text = ""
    elimination: Text = ""
    session_ties: Ties | None = None
    points: Points | None = None

    limits: dict[str, tuple[int, int]] = {}
    levels: tuple[Level, ...] = ()
    compulsory_wager: Text = ""
    side_bets: tuple[str, ...] | None = None
    wagering: Wagering | None = None

    prizes: tuple[PrizeScale, ...] = ()
    prize_ties: Ties | None = None
    same_round: SameRound | None = None
    distribution: Text = ""
    added_value: tuple[AddedValue, ...] = ()
    guarantee: Guarantee | None = None
    chips_cashed: bool = False
    """Whether chips left at the end of a session are paid out in cash."""
    statement: bool = False
    """That the director conducts the tournament by conditions and rules, and which prevail."""

    @property
    def is_knock_out(self) -> bool:
        """Whether players compete to go from session to session."""
        before_the_last = range(1, len(self.sessions))
        return self.goes_by_number or not all(map(self.all_go_on_from, before_the_last))

    @property
    def goes_by_number(self) -> bool:
        """Whether a number of players go on from a session."""
        return any(s.advance_per_table or s.advance_in_all for s in self.sessions)

    @property
    def places_sessions(self) -> bool:
        """Whether the places of a session bring something: points, or a prize."""
        return self.by_points or any(s.prizes for s in self.sessions)

    @property
    def by_points(self) -> bool:
        return self.points is not None or any(s.points for s in self.sessions)

    def all_go_on_from(self, session: int) -> bool:
        """Whether everybody plays on after a session, whoever is out: for points, to the last."""
        plan = self.sessions[session - 1]
        return self.by_points and not (plan.advance_per_table or plan.advance_in_all)

    @property
    def restricts_groups(self) -> bool:
        """Whether there is a restriction on groups that an entrant could break."""
        return _NO_RESTRICTION.fullmatch(self.groups.strip().casefold()) is None

    @property
    def how_wagered(self) -> Wagering:
        return self.wagering or Wagering()

    def limits_at(self, session: int, round: int) -> dict[str, tuple[int, int]]:
        """The limits of a round of a session, with every change that is due by then."""
        limits = dict(self.limits)
        for level in self.levels:
            if (level.session, level.round) <= (session, round):
                limits |= level.limits
        return limits


def read_conditions(text: bytes | str) -> Conditions:
    """The document in this JSON, or a `ConditionsError` that names the place of the mistake."""
    conditions = read_document(text, Conditions, "conditions", ConditionsError, LARGEST)
    return tidy_document(conditions, ConditionsError)


_NO_RESTRICTION = re.compile(
    r"|(there (are|is) )?(none|no restrictions?)( at all)?( (on|for) (players?'? )?groups)?\.?"
    r"|(groups are |they are )?(unrestricted|not restricted|free)\.?"
)
"""What conditions say that restrict no groups: nothing, or that there is no restriction."""
_CASH = re.compile(r"\b(cash|money)\b")
_NUMBER = re.compile(r"-?[0-9]{1,9}([.][0-9]{1,9}|/[0-9]{1,9})?")


def fraction(text: str) -> Fraction:
    """A number written out, `12.5` or `100/3`; anything else is a `ValueError`."""
    try:
        if _NUMBER.fullmatch(text.strip()):
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise ValueError(f"{text!r} is not a number")


def moment(text: str) -> int:
    """A moment in milliseconds since 1970; one without its distance from Greenwich is none.

    Documents tell it as `MOMENT` does. Records may hold any other form of ISO 8601.
    """
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not {MOMENT}") from None
    if at.tzinfo is None:
        raise ValueError(f"{text!r} does not say how far it is from Greenwich, as in +10:00")
    return round(at.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class TermRuling:
    """A term of the conditions that differs from the rules."""

    term: str
    value: str
    conditions_prevail: bool
    clauses: Clauses


_TOURNAMENT_CLAUSES: dict[str, Callable[[TournamentLaw], Clauses]] = {
    "pool_returned": lambda law: law.all_returned,
    "entries": lambda law: law.one_entry,
    "refunds": lambda law: law.cancellation,
    "ties": lambda law: law.prize_ties.clauses,
}
"""Terms that the tournament rules themselves settle: nothing in the conditions changes those."""


def rulings(conditions: Conditions, law: TournamentLaw) -> list[TermRuling]:
    """What becomes of every term that differs from the rules.

    Where approved conditions prevail they do so over the rules of the game, and not over the
    rules about entries, prizes and refunds that come after the one which lets them.
    """
    found = []
    for term, value in conditions.overrides.items():
        settled = _TOURNAMENT_CLAUSES.get(term)
        prevails = law.conditions_prevail
        if settled is not None:
            clauses = together(settled(law), prevails.clauses)
            found.append(TermRuling(term, value, False, clauses))
        else:
            found.append(TermRuling(term, value, prevails.value, prevails.clauses))
    return found


def terms_in_force(conditions: Conditions, law: TournamentLaw) -> dict[str, str]:
    """The terms by which tables play differently from the rules of the game."""
    return {each.term: each.value for each in rulings(conditions, law) if each.conditions_prevail}
