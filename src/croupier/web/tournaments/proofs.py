"""Every draw of a tournament, made again from the secret that was told with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.tournament import ballot
from croupier.tournament.facts import BallotDrawn, SeatAllocated, TieDecided

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Proof:
    """A draw: what was committed to, what was told, and whether all of it agrees."""

    at: int
    purpose: str
    commitment: str
    secret: str
    result: tuple[str, ...]
    """The names in the order drawn, each with the seat or the card that came of it."""
    kept: bool
    """Whether the secret is the one that was committed to."""
    follows: bool
    """Whether the result follows from the secret and the names."""
    late: bool
    """Whether the names were known when it was committed to."""

    @property
    def verdict(self) -> str:
        if not (self.kept and self.follows):
            return "does not agree"
        return "committed late" if self.late else "fair"


def proofs(tournament: Tournament) -> Iterator[Proof]:
    """The draws so far, in their order."""
    for entry in tournament.entries:
        for fact in entry.facts:
            if isinstance(fact, BallotDrawn):
                yield _proof(entry.at, fact, entry.facts)


def _proof(at: int, drawn: BallotDrawn, facts: Sequence[Fact]) -> Proof:
    secret = bytes.fromhex(drawn.secret)
    result, follows = _made_again(secret, drawn.purpose, facts)
    return Proof(
        at, drawn.purpose, drawn.commitment, drawn.secret, result,
        ballot.commit(secret) == drawn.commitment, follows, drawn.late,
    )  # fmt: skip


def _made_again(secret: bytes, purpose: str, facts: Sequence[Fact]) -> tuple[tuple[str, ...], bool]:
    seats = [fact for fact in facts if isinstance(fact, SeatAllocated)]
    cards = next((fact.cards for fact in facts if isinstance(fact, TieDecided)), {})
    if cards:
        result = tuple(f"{name}: {card.spoken}" for name, card in cards.items())
        return result, ballot.cards_drawn(cards, secret, purpose) == cards
    order = [seat.player for seat in seats]
    result = tuple(f"{seat.player}: {seat.table}, box {seat.box}" for seat in seats)
    return result, ballot.drawn(order, secret, purpose) == order
