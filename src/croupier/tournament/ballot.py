"""The ballot for seats and the draw of cards: committed to before, open to recomputation after.

Where somebody outside the house takes part, a draw is made as `croupier.joint_draws` says. What
follows is of those that the house makes alone.

The commitment is published before it is known whose names go into the draw; the secret is told
with the draw, so anybody can make it again. Text is UTF-8, LF is the byte 10, a hash is SHA-256.

    secret      32 bytes, used for one draw and no other
    commitment  the hash of  "croupier ballot commitment 1" | LF | secret, in lower-case hexadecimal
    names       sorted by their code points, and then put into an order as the cards of
                `croupier.shoe.fair_shuffle` are, with blocks of
                "croupier ballot 1" | LF | what is drawn | LF | each name | LF ... | LF | secret | i

Names and the purpose go into the blocks, so that who commits cannot know the order before the
list is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.commitment import Scheme, shuffled
from croupier.tournament.facts import BallotDrawn, SeatAllocated, TieDecided

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.joint_draws import JointDraw
    from croupier.tournament.tournament import Tournament

_BALLOT = Scheme(committing=b"croupier ballot commitment 1", drawing=b"croupier ballot 1")

commit = _BALLOT.commit
opened = _BALLOT.opened


def drawn(names: Iterable[str], secret: bytes, purpose: str) -> list[str]:
    """The names in an order that is exactly unbiased over secrets and fixed by this one."""
    closed = sorted(names)
    return shuffled(closed, _BALLOT.stream(secret, purpose, *closed))


def drawn_jointly(joint: JointDraw, secret: bytes) -> list[str]:
    """The names of a closed roll in the order that all who took part have brought about."""
    names = joint.roll.names
    return [names[place] for place in joint.order(secret)]


def seats(players: int, tables: Sequence[str], boxes: int) -> list[tuple[str, int]]:
    """As many seats as players, dealt round the tables so that none has two more than another."""
    used = tables[: -(-players // boxes)] if players > 0 else ()
    return [(used[n % len(used)], n // len(used) + 1) for n in range(players)]


def cards_drawn(names: Iterable[str], secret: bytes, purpose: str) -> dict[str, Card]:
    """A card for each name, of one deck or of as many as it takes."""
    players = sorted(names)
    decks = -(-len(players) // len(DECK))
    pack = drawn((str(card) for card in DECK * decks), secret, purpose)
    by_text = {str(card): card for card in DECK}
    return {name: by_text[card] for name, card in zip(players, pack, strict=False)}


def cards_drawn_jointly(joint: JointDraw, secret: bytes) -> dict[str, Card]:
    """The same for a closed roll: cards come off the decks by the order of as many places."""
    pack = DECK * -(-len(joint.roll.lines) // len(DECK))
    came = (pack[place] for place in joint.order(secret, len(pack)))
    return dict(zip(joint.roll.names, came, strict=False))


# --- every draw of a tournament, made again from the secret that was told with it


@dataclass(frozen=True, slots=True)
class BallotProof:
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


def proofs(tournament: Tournament) -> Iterator[BallotProof]:
    """The draws that the house has made alone, in their order."""
    for entry in tournament.entries:
        for fact in entry.facts:
            if isinstance(fact, BallotDrawn) and not fact.seeded_by:
                yield _proof(entry.at, fact, entry.facts)


def _proof(at: int, fact: BallotDrawn, facts: Sequence[Fact]) -> BallotProof:
    secret = bytes.fromhex(fact.secret)
    result, follows = _made_again(secret, fact.purpose, facts)
    return BallotProof(
        at, fact.purpose, fact.commitment, fact.secret, result,
        commit(secret) == fact.commitment, follows, fact.late,
    )  # fmt: skip


def _made_again(secret: bytes, purpose: str, facts: Sequence[Fact]) -> tuple[tuple[str, ...], bool]:
    seats = [fact for fact in facts if isinstance(fact, SeatAllocated)]
    cards = next((fact.cards for fact in facts if isinstance(fact, TieDecided)), {})
    if cards:
        result = tuple(f"{name}: {card.spoken}" for name, card in cards.items())
        return result, cards_drawn(cards, secret, purpose) == cards
    order = [seat.player for seat in seats]
    result = tuple(f"{seat.player}: {seat.table}, box {seat.box}" for seat in seats)
    return result, drawn(order, secret, purpose) == order
