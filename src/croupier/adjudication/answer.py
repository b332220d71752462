"""What adjudication answers: the settlement of a round, or what the rules refused in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.rulebook.citations import Clauses
from croupier.rulebook.citations import Refused as RulesRefused
from croupier.table.facts import Outcome


class HandShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand as it lay at the end; the dealer's has `dealer` for its box.

    It has a total or, in Hold'em and once it is declared, a poker hand.
    """

    box: int | str
    hand: int
    cards: tuple[Card, ...]
    total: int | None = None
    poker_hand: str | None = None


class Settlement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of one wager on one hand, in cents; `net` leaves out the returned stake."""

    player: str
    box: int | None
    hand: int | None
    wager: str
    on: str | None = None
    """Whose wager an insurance is on."""
    stake: int
    outcome: Outcome
    net: int
    clauses: Clauses


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round settled."""

    cards_used: int
    hands: tuple[HandShown, ...]
    settlements: tuple[Settlement, ...]
    net: dict[str, int]
    not_approved: str | None = None
    """What says so, where the instrument is an amended one."""


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which entry of the file the rules refuse, by its place from 1, and under which clauses."""

    decision: int | None = None
    wager: int | None = None
    clauses: Clauses
    reason: str


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that the rules ended."""

    refused: Refused
    not_approved: str | None = None


class Stopped(Exception):
    """The rules refuse an entry of the file, and the file ends there."""

    def __init__(self, entry: Literal["decision", "wager"], place: int, why: RulesRefused) -> None:
        super().__init__(entry, place, why)
        places = {entry: place}
        self.refusal = Refusal(Refused(**places, clauses=why.clauses, reason=why.reason))
