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


class Staking(Fact, frozen=True, kw_only=True):
    """An act that puts chips of a player on the layout; `amount` may be nothing."""

    player: str
    amount: int = 0


class Settled(Fact, frozen=True, tag="settled", gc=False):
    """One wager decided: what was staked, how it came out, what it won or lost."""

    player: str
    box: int | None
    hand: int | None
    wager: str
    stake: int
    outcome: Outcome
    net: int
    on: str | None = None


class Reversed(Fact, frozen=True, tag="reversed", gc=False):
    """A settlement undone: what it won or lost goes back, the stake is its owner's already."""

    player: str
    box: int | None
    hand: int | None
    wager: str
    stake: int
    net: int
    on: str | None = None
