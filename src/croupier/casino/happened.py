"""What a significant event says, whichever record it is drawn from."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from croupier.aggregate.roles import Role
from croupier.rulebook.citing import Clauses


class Kind(StrEnum):
    """The kinds of significant events."""

    FAILED_LOG_IN = "failed log-in"
    LOCKED_OUT = "locked out"
    ACCOUNT = "account"
    ROLES = "roles"
    PASSWORD = "password"
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


class Happened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened, to whom or what, and what it was before and is after."""

    kind: Kind
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
    happened: Happened
