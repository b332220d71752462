"""The parts that views of a promotion are made of."""

from __future__ import annotations

import msgspec

from croupier.promotion.payment import Payment
from croupier.promotion.terms import Channel
from croupier.rulebook.citing import Clauses


class DrawView(msgspec.Struct, frozen=True):
    """All that it takes to check the draw, as far as it has come."""

    commitment: str
    roll: str
    tickets: int
    """How many take part."""
    witness: str
    word: str
    secret: str


class WinnerView(msgspec.Struct, frozen=True):
    prize: str
    player: str
    ticket: int | None


class AttemptView(msgspec.Struct, frozen=True):
    at: int
    channel: Channel
    reached: bool
    counts: bool


class WinView(msgspec.Struct, frozen=True):
    win: int
    prize: str
    number: int
    """Of the prize, in the terms."""
    player: str
    ticket: int | None
    at: int
    told: bool
    due: int | None
    """Until when the winner has to be told, where that is owed."""
    reached: bool
    """Whether the winner knows of it, in a way that the terms name."""
    published: bool
    awarded: bool
    payments: tuple[Payment, ...]
    attempts: tuple[AttemptView, ...]


class ClaimView(msgspec.Struct, frozen=True):
    claim: int
    player: str
    address: str
    prize: str
    number: int
    """Of the prize, in the terms."""
    won: bool
    alternative: int | None
    """What the winner may take in cash instead."""
    chooses: bool
    """Whether the winner says how to be paid."""
    cash: int | None
    payments: tuple[Payment, ...]
    standing: str
    reasons: tuple[str, ...]


class DenialView(msgspec.Struct, frozen=True):
    """A line of the register of denied claims."""

    claim: int
    name: str
    address: str
    prize: str
    value: int
    reasons: tuple[str, ...]


class DisputeView(msgspec.Struct, frozen=True):
    number: int
    player: str
    about: str
    decision: str


class NoticeView(msgspec.Struct, frozen=True):
    at: int
    to: str
    about: str
    detail: str
    clauses: Clauses


class ObjectionView(msgspec.Struct, frozen=True):
    field: str
    says: str
    clauses: Clauses
