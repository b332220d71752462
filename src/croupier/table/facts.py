"""What every fact has in common: it is frozen, and it cites."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from croupier.rulebook.citing import Clauses


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="fact"):
    """Something that happened at a table, under the clauses it cites."""

    clauses: Clauses


class Outcome(StrEnum):
    """How a wager came out. The four that move no chips differ in what they mean."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    RETURNED = "returned"
