"""The shuffle that neither the house nor the players can choose.

The house is bound by the root of a tree before it sees what the players bring; the players are
bound by their tips before they see the root (`croupier.commitment`, and `docs/fairness.md` for the
argument). Every card can then be proved by itself, without telling anything of the others. Text is
ASCII, `|` joins bytes, LF is the byte 10, a hash is SHA-256, and j is written in 4 bytes, most
significant first.

    secret      32 bytes, drawn afresh for every shuffle and used for no other
    pack        the cards in their starting order, as in `croupier.shoe.fair_shuffle`
    of          the hash of  "croupier pack 2" | LF | pack  in hexadecimal; where cards are among
                them that nobody saw, of  "croupier pack 2" | LF | HMAC(secret, "pack") | pack
    context     as in `croupier.commitment`, of the table's name, the number of the shuffle and `of`
    laid        the pack shuffled with the secret as in `croupier.shoe.fair_shuffle`, with
                "croupier shuffle 2" in the place of "croupier shuffle 1"
    salt j      HMAC-SHA256 under the secret of  "salt" | j
    leaf j      the hash of  byte 0 | context | j | salt j | card j as it is laid
    root        leaves are joined two and two, left to right, by the hash of  byte 1 | left | right;
                one that is left over at the end goes up as it is; what remains is the root
    seed        as in `croupier.commitment`, with the root as the commitment
    positions   the numbers 0 to M - 1 shuffled in the same way, with the seed in the place of the
                secret and "croupier positions 2" in the place of "croupier shuffle 1"
    order       card i of the stack is the one that is laid at position i of these

A shuffling machine commits to its draws instead, of which the first 4096 have a leaf with no card:

    draw k      with M cards in the row, below(M) of the words that follow from the hash of
                seed | salt k  and "croupier machine 2"; the row is that of `shuffling_machine`
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from croupier.commitment import Mac, Stream, checked_secret, context, shuffled
from croupier.shoe.fair_shuffle import pack_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card

MACHINE_LEAVES = 4096
"""How many draws of a machine have a leaf; those after them are proved when its secret is told."""


class Proof(NamedTuple):
    """What shows that a card was laid at a position when the root was published."""

    position: int
    salt: str
    path: tuple[str, ...]
    """The hashes that it is joined with on the way to the root, from the leaf up."""


def pack_hash(pack: Iterable[Card], secret: bytes | None = None) -> str:
    """What a shuffle is of; with the secret, nobody can guess the cards that they have not seen."""
    salt = b"" if secret is None else hmac.digest(secret, b"pack", "sha256")
    return sha256(b"croupier pack 2\n" + salt + pack_text(pack).encode("ascii")).hexdigest()


def salt_of(secret: bytes, j: int) -> bytes:
    return _mac(secret)(b"salt" + j.to_bytes(4, "big"))


@lru_cache(maxsize=8)
def _mac(secret: bytes) -> Mac:
    """Made once for all the salts of a shuffle."""
    return Mac(checked_secret(secret))


def leaf(bound_to: bytes, j: int, salt: bytes, card: str) -> bytes:
    return sha256(b"\0" + bound_to + j.to_bytes(4, "big") + salt + card.encode("ascii")).digest()


def _joined(level: list[bytes]) -> list[bytes]:
    above = [sha256(b"\1" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)]
    return [*above, level[-1]] if len(level) % 2 else above


@dataclass(frozen=True)
class Laid:
    """The house's part of one shuffle: what it has laid where, and can prove card by card."""

    secret: bytes
    bound_to: bytes
    cards: tuple[str, ...]
    """As they are laid, by position; of a machine's draws, nothing."""

    @classmethod
    def pack(cls, secret: bytes, bound_to: bytes, pack: Sequence[Card]) -> Laid:
        stream = Stream(checked_secret(secret), b"croupier shuffle 2")
        return cls(secret, bound_to, tuple(shuffled(pack, stream)))

    @classmethod
    def draws(cls, secret: bytes, bound_to: bytes) -> Laid:
        return cls(checked_secret(secret), bound_to, ("",) * MACHINE_LEAVES)

    @cached_property
    def levels(self) -> list[list[bytes]]:
        """The tree from its leaves up."""
        level = [
            leaf(self.bound_to, j, salt_of(self.secret, j), card)
            for j, card in enumerate(self.cards)
        ]
        levels = [level]
        while len(level) > 1:
            level = _joined(level)
            levels.append(level)
        return levels

    @property
    def root(self) -> str:
        """What is published before anybody opens a link."""
        return self.levels[-1][0].hex()

    def prove(self, position: int) -> Proof:
        """That the card at a position is what it is; nothing about any other."""
        path, at = [], position
        for level in self.levels[:-1]:
            beside = at ^ 1
            if beside < len(level):
                path.append(level[beside].hex())
            at //= 2
        return Proof(position, salt_of(self.secret, position).hex(), tuple(path))


def proves(root: str, bound_to: bytes, cards: int, card: str, proof: Proof) -> bool:
    """Whether a proof shows that one of so many cards was laid where it says."""
    try:
        here = leaf(bound_to, proof.position, bytes.fromhex(proof.salt), card)
        path = iter([bytes.fromhex(each) for each in proof.path])
        at, width = proof.position, cards
        if not 0 <= at < cards:
            return False
        while width > 1:
            if at ^ 1 < width:
                beside = next(path)
                here = sha256(b"\1" + (beside + here if at % 2 else here + beside)).digest()
            at, width = at // 2, (width + 1) // 2
    except (ValueError, OverflowError, StopIteration):
        return False
    return here.hex() == root and next(path, None) is None


def positions(seeded: bytes, cards: int) -> list[int]:
    """At which position each card of the stack is laid, front to back."""
    return shuffled(range(cards), Stream(seeded, b"croupier positions 2"))


def order(laid: Laid, pack: Sequence[Card], seeded: bytes) -> tuple[Card, ...]:
    """The stack: what the house has laid, in the order that all have brought about."""
    kinds = {str(card): card for card in pack}
    return tuple(kinds[laid.cards[place]] for place in positions(seeded, len(pack)))


def machine_draw(secret: bytes, seeded: bytes, number: int, held: int) -> int:
    """Which of the cards in the row of a machine comes out at a draw."""
    value = sha256(seeded + salt_of(secret, number)).digest()
    return Stream(value, b"croupier machine 2").below(held)


@dataclass(frozen=True, slots=True)
class Committed:
    """A shuffle as the house is bound to it in a record."""

    record: str
    number: int
    root: str
    of: str
    machine: bool = False

    @property
    def bound_to(self) -> bytes:
        return context(self.record, self.number, self.of)

    def laid(self, secret: bytes, pack: Sequence[Card]) -> Laid | None:
        """What the house has laid, if the secret and the pack are those that it is bound to."""
        if self.of not in (pack_hash(pack), pack_hash(pack, secret)):
            return None
        laid = _laid(secret, self.bound_to, tuple(pack), self.machine)
        return laid if laid.root == self.root else None


def commit_to(
    record: str, number: int, secret: bytes, pack: Sequence[Card], *, whole: bool, machine: bool
) -> Committed:
    """Be bound to a secret: `whole`, where everybody knows which cards the pack is made of."""
    of = pack_hash(pack, None if whole else secret)
    laid = _laid(secret, context(record, number, of), tuple(pack), machine)
    return Committed(record, number, laid.root, of, machine)


@lru_cache(maxsize=8)
def _laid(secret: bytes, bound_to: bytes, pack: tuple[Card, ...], machine: bool) -> Laid:
    """Made once for the root, the shuffle and the proofs that follow from it."""
    return Laid.draws(secret, bound_to) if machine else Laid.pack(secret, bound_to, pack)
