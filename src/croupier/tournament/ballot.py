"""The ballot for seats and the draw of cards: committed to before, open to recomputation after.

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

from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.commitment import Scheme, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card

_BALLOT = Scheme(committing=b"croupier ballot commitment 1", drawing=b"croupier ballot 1")

commit = _BALLOT.commit
opened = _BALLOT.opened


def drawn(names: Iterable[str], secret: bytes, purpose: str) -> list[str]:
    """The names in an order that is exactly unbiased over secrets and fixed by this one."""
    closed = sorted(names)
    return shuffled(closed, _BALLOT.stream(secret, purpose, *closed))


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
