"""What adjudication answers: the settlement of rounds, or what the rules refused in a file."""

from __future__ import annotations

from typing import Any, Literal

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


class Result(msgspec.Struct, frozen=True):
    """A round that was played to its end: how it lies, and what everything is worth."""

    cards_used: int
    hands: tuple[HandShown, ...]
    settlements: tuple[Settlement, ...]
    net: dict[str, int]


class RoundAnswer(msgspec.Struct, frozen=True):
    """One of the rounds of a file, as it stands at the end."""

    settlements: tuple[Settlement, ...]
    net: dict[str, int]


class EntryRefused(msgspec.Struct, frozen=True):
    """Why the rules refuse an entry of a script; it has changed nothing."""

    reason: str
    clauses: Clauses


class EntryAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What followed from an entry of a script, or why it was refused."""

    facts: tuple[Any, ...] | msgspec.UnsetType = msgspec.UNSET
    refused: EntryRefused | msgspec.UnsetType = msgspec.UNSET


class ClaimAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the table is said to have paid, held against what the rules give."""

    player: str
    box: int | msgspec.UnsetType | None = msgspec.UNSET
    hand: int | msgspec.UnsetType | None = msgspec.UNSET
    wager: str
    on: str | msgspec.UnsetType = msgspec.UNSET
    round: int | msgspec.UnsetType = msgspec.UNSET
    net: int
    right: int | None
    """The sum of all settlements that it can mean, or nothing if there is none."""
    agrees: bool
    clauses: Clauses


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last round of a file that began, settled, with what that rests on."""

    cards_used: int
    hands: tuple[HandShown, ...]
    settlements: tuple[Settlement, ...]
    net: dict[str, int]
    instrument: str
    options: dict[str, Any]
    """Every option as it was used."""
    assumed: tuple[str, ...]
    """Those that the file left to the instrument's default."""
    rulebook: str
    """The fingerprint of the rulebook's data for the instrument."""
    rounds: dict[str, RoundAnswer]
    """Every round that began, by its number, as it stands at the end."""
    script: tuple[EntryAnswer, ...] | msgspec.UnsetType = msgspec.UNSET
    unused_cards: int = 0
    claims: tuple[ClaimAnswer, ...] | msgspec.UnsetType = msgspec.UNSET
    warnings: tuple[str, ...] = ()
    """What whoever relies on the answer should know, such as that the file has another rulebook."""
    not_approved: str | None = None
    """What says so, where the instrument is an amended one."""

    @property
    def contested(self) -> bool:
        """Whether an entry was refused or a claim does not agree."""
        return any(each.refused is not msgspec.UNSET for each in self.script or ()) or any(
            not claim.agrees for claim in self.claims or ()
        )


def as_promised(reason: str) -> str:
    """Why something is refused, as answers have always had it: amounts without their sign."""
    return reason.replace("$", "")


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which entry of the file the rules refuse, by its place from 1, and under which clauses."""

    decision: int | None = None
    wager: int | None = None
    before: int | None = None
    clauses: Clauses
    reason: str


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that the rules ended."""

    refused: Refused
    not_approved: str | None = None


class Stopped(Exception):
    """The rules refuse an entry of the file, and the file ends there."""

    def __init__(
        self, entry: Literal["decision", "wager", "before"], place: int, why: RulesRefused
    ) -> None:
        super().__init__(entry, place, why)
        places = {entry: place}
        reason = as_promised(why.reason)
        self.refusal = Refusal(Refused(**places, clauses=why.clauses, reason=reason))
