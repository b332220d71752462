"""What follows from what the house is asked."""

from __future__ import annotations

from croupier.aggregate.facts import Bar, Fact
from croupier.aggregate.roles import Role
from croupier.casino.house.books import Transfer
from croupier.casino.house.commands import CageTerms, ConfirmedBy, Incident
from croupier.rulebook.citations import Clauses


class HouseFact(Fact, frozen=True, kw_only=True, repr_omit_defaults=True):
    """Something that happened in the house, whose own rules have no clauses."""

    clauses: Clauses = Clauses(())


class ChipsTransferred(HouseFact, frozen=True, tag="transferred"):
    transfer: Transfer


class PersonBarred(HouseFact, frozen=True, tag="person-barred"):
    person: str
    bar: Bar
    table: str
    """Where its staff decided so."""
    reason: str


class BarLifted(HouseFact, frozen=True, tag="bar-lifted"):
    person: str
    bar: Bar
    reason: str


class Enrolled(HouseFact, frozen=True, tag="enrolled"):
    person: str
    roles: tuple[Role, ...]
    """Every role that the person may act in from now on."""
    guest: bool = False


class AccountKept(HouseFact, frozen=True, tag="account-kept"):
    """A guest's account is a player's from now on."""

    person: str


class CageTermsSet(HouseFact, frozen=True, tag="cage-terms-set"):
    terms: CageTerms


class LimitsBegun(HouseFact, frozen=True, tag="limits-begun"):
    """The limits of version 1.3 hold from now on."""


class PasswordSet(HouseFact, frozen=True, tag="password-set"):
    person: str


class PersonForgotten(HouseFact, frozen=True, tag="person-forgotten"):
    person: str
    reason: str


class TokenRevoked(HouseFact, frozen=True, tag="token-revoked"):
    person: str
    token: str


class TableSetUp(HouseFact, frozen=True, tag="table-set-up"):
    table: str
    session: int
    """How often a table of this name has been set up."""


class TableTakenDown(HouseFact, frozen=True, tag="table-taken-down"):
    table: str
    session: int


class ClosedOut(HouseFact, frozen=True, tag="closed-out"):
    record: str
    reason: str


class TournamentOpened(HouseFact, frozen=True, tag="tournament-opened"):
    tournament: str
    instrument: str


class PromotionOpened(HouseFact, frozen=True, tag="promotion-opened"):
    promotion: str


class LargeWinSet(HouseFact, frozen=True, tag="large-win-set"):
    amount: int


class SecondPersonRequired(HouseFact, frozen=True, tag="second-person-required"):
    required: bool


class PowerDelegated(HouseFact, frozen=True, tag="power-delegated"):
    power: str
    role: Role


class Confirmed(HouseFact, frozen=True, tag="confirmed"):
    override: str
    record: str
    line: int
    asked_by: str


class DoneForPatron(HouseFact, frozen=True, tag="done-for-patron"):
    """Somebody on the staff did something that is the patron's own to do."""

    person: str
    act: str
    record: str
    line: int
    asked_by: str
    how: ConfirmedBy
    confirmed_by: str
    approval: str = ""


class PatronsAsked(HouseFact, frozen=True, tag="patrons-asked"):
    """From here on staff act for patrons as confirmed, and as nothing else."""


class ProgramApproved(HouseFact, frozen=True, tag="program-approved"):
    program: str


class Reported(HouseFact, frozen=True, tag="reported"):
    incident: Incident
    subject: str = ""
    before: str = ""
    after: str = ""
    detail: str = ""


class NoticeAcknowledged(HouseFact, frozen=True, tag="notice-acknowledged"):
    notice: str
    to: str


FACTS = (
    ChipsTransferred | Enrolled | PasswordSet | TokenRevoked | PersonForgotten | TableSetUp
    | TableTakenDown | ClosedOut | TournamentOpened | PromotionOpened | LargeWinSet
    | SecondPersonRequired | Confirmed | ProgramApproved | Reported | NoticeAcknowledged
    | PersonBarred | BarLifted | DoneForPatron | PatronsAsked | AccountKept | CageTermsSet
    | LimitsBegun | PowerDelegated
)  # fmt: skip
