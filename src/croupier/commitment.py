"""Commit and reveal: fair chance that was fixed beforehand and that anybody can work out again.

Whoever draws publishes a commitment, the hash of a secret and of what it is bound to (the pack, the
roll of tickets). Afterwards the secret is revealed. Everybody can see that it fits the commitment,
and what was drawn follows from it and from what others brought in the meantime: the list of names
as it was closed, the word of a witness. Shuffles (`croupier.shoe.fair_shuffle`), the shuffling
machine (`croupier.shoe.shuffling_machine`), ballots of tournaments (`croupier.tournament.ballot`)
and draws of promotions (`croupier.promotion.draw`) each have a `Scheme` of their own, so that a
secret of one says nothing about another; those modules state to the byte what theirs is made of.

A commitment alone does not keep whoever draws from choosing: they can try many secrets and commit
to the one they like best. So others bring chance too, each bound before the secret is
(`Contribution`, and `docs/fairness.md`): whoever takes part shows the tip of a hash chain, and
opens a link of it when the commitment is published. Text is ASCII, `|` joins bytes, LF is the byte
10, a hash is SHA-256.

    link        32 bytes that hash to the tip; the link is then the tip of the next draw
    context     the hash of  "croupier context 2" | LF | record | LF | number | LF | what it is of
                number counts the draws of a record, and what it is of is the hash of pack or roll
    seed        the hash of  "croupier seed 2" | LF | context | commitment | link | link | ...
                commitment and links as 32 bytes each, in the order in which they were listed

Nothing here looks for chance itself: secrets come in as arguments.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import mod
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

T = TypeVar("T")

SECRET_BYTES = 32

_HASH = re.compile(r"[0-9a-f]{64}")
_WORDS = 1 << 16  # how many different words there are
_NUMBERS = 1 << 32  # and pairs of them
_BLOCK = struct.Struct(">16H")  # one SHA-256 digest read as sixteen words
_WORDS_PER_BLOCK = 16
_KEY_BYTES = 64  # the block of SHA-256, which a key of HMAC fills


def checked_secret(secret: bytes) -> bytes:
    """The secret itself, if it has the length that every commitment relies on."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def is_hash(text: str) -> bool:
    """Whether a text has the form of a commitment: 64 small hexadecimal digits."""
    return _HASH.fullmatch(text) is not None


class Mac:
    """HMAC-SHA-256 under one key: as `hmac.digest` has it, in a third of the time."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        if len(key) > _KEY_BYTES:
            raise ValueError(f"a key has at most {_KEY_BYTES} bytes")
        block = key.ljust(_KEY_BYTES, b"\0")
        self._inner = bytes(byte ^ 0x36 for byte in block)
        self._outer = bytes(byte ^ 0x5C for byte in block)

    def __call__(self, text: bytes) -> bytes:
        return sha256(self._outer + sha256(self._inner + text).digest()).digest()

    def in_hex(self, text: bytes) -> bytes:
        return sha256(self._outer + sha256(self._inner + text).digest()).hexdigest().encode()


@dataclass(frozen=True, slots=True)
class Scheme:
    """One use of commit and reveal, by the names that its hashes begin with."""

    committing: bytes
    drawing: bytes

    def commit(self, secret: bytes, bound_to: bytes = b"") -> str:
        """What is published: it fixes the secret, and does not show it."""
        return sha256(self.committing + b"\n" + checked_secret(secret) + bound_to).hexdigest()

    def opens(self, commitment: str, secret: bytes, bound_to: bytes = b"") -> bool:
        """Whether a revealed secret is the one that was committed to."""
        return len(secret) == SECRET_BYTES and self.commit(secret, bound_to) == commitment

    def opened(self, commitment: str, revealed: str, bound_to: bytes = b"") -> bytes | None:
        """A secret that was revealed in hexadecimal, if it is the one that was committed to."""
        try:
            secret = bytes.fromhex(revealed)
        except ValueError:
            return None
        return secret if self.opens(commitment, secret, bound_to) else None

    def stream(self, secret: bytes, *brought: str, position: int = 0) -> Stream:
        """The numbers that follow from the secret and from what others brought."""
        purpose = b"\n".join((self.drawing, *(each.encode() for each in brought)))
        return Stream(secret, purpose, position)


class Stream:
    """SHA-256 in counter mode, read as 16-bit words, as `croupier.shoe.fair_shuffle` states."""

    __slots__ = ("_position", "_prefix", "_words")

    def __init__(self, secret: bytes, purpose: bytes, position: int = 0) -> None:
        if position < 0:
            raise ValueError("a stream has no words before its first")
        self._prefix = purpose + b"\n" + checked_secret(secret)
        self._position = position
        self._words: tuple[int, ...] = ()
        if position % _WORDS_PER_BLOCK:
            self._read(position // _WORDS_PER_BLOCK)

    @property
    def position(self) -> int:
        """How many words have been used; a stream built with it goes on from there."""
        return self._position

    def block(self, number: int) -> bytes:
        return sha256(self._prefix + number.to_bytes(8, "big")).digest()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly as likely as the others."""
        if not 1 <= n <= _WORDS:
            raise ValueError(f"a stream chooses among 1 to {_WORDS}, not among {n}")
        # The words left over when 65,536 is not a multiple of n would favour low numbers.
        limit = _WORDS - _WORDS % n
        while True:
            number, at = divmod(self._position, _WORDS_PER_BLOCK)
            if at == 0:
                self._read(number)
            self._position += 1
            word = self._words[at]
            if word < limit:
                return word % n

    def below_each(self, bounds: Sequence[int]) -> list[int]:
        """`below` each of these, one after the other: by whole blocks, if no word is dropped."""
        drawn: list[int] = []
        if not bounds:
            return drawn
        extremes = (bounds[0], bounds[-1]) if isinstance(bounds, range) else bounds
        none_dropped = _WORDS - max(extremes) if min(extremes) > 0 else 0
        while (done := len(drawn)) < len(bounds):
            number, at = divmod(self._position, _WORDS_PER_BLOCK)
            if at == 0:
                self._read(number)
                if max(self._words) < none_dropped:
                    drawn += map(mod, self._words, bounds[done : done + _WORDS_PER_BLOCK])
                    self._position += len(drawn) - done
                    continue
            drawn.append(self.below(bounds[done]))
        return drawn

    def below_many(self, n: int) -> int:
        """As `below`, from two words each, for more choices than there are words."""
        limit = _NUMBERS - _NUMBERS % n
        while True:
            number = self.below(_WORDS) * _WORDS + self.below(_WORDS)
            if number < limit:
                return number % n

    def _read(self, number: int) -> None:
        self._words = _BLOCK.unpack(self.block(number))


def shuffled(items: Iterable[T], stream: Stream) -> list[T]:
    """The items in an order that is exactly unbiased over secrets, from the last place down."""
    order = list(items)
    places = range(len(order) - 1, 0, -1)
    for i, j in zip(places, stream.below_each(range(len(order), 1, -1)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one person brings to a draw: the tip that binds them, and the link when it is open."""

    player: str
    tip: str
    link: str | None = None


class Contributed:
    """Something that is drawn with the links of others, in the order in which they are listed."""

    __slots__ = ()

    if TYPE_CHECKING:
        contributions: tuple[Contribution, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Who has not opened a link yet."""
        return tuple(each.player for each in self.contributions if each.link is None)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(each.player for each in self.contributions)

    @property
    def links(self) -> tuple[str, ...]:
        """Those that are open."""
        return tuple(each.link for each in self.contributions if each.link is not None)

    def of(self, player: str) -> Contribution | None:
        return next((each for each in self.contributions if each.player == player), None)

    def with_link(self, player: str, link: str) -> Self:
        opened = tuple(
            replace(each, link=link) if each.player == player else each
            for each in self.contributions
        )
        return replace(self, contributions=opened)  # type: ignore[type-var]  # a dataclass each


def tip_of(link: str) -> str:
    """The tip that a link opens, or that it is the next link of; both in hexadecimal."""
    return sha256(bytes.fromhex(link)).hexdigest()


def opens_tip(tip: str, link: str) -> bool:
    """Whether a link is well formed and hashes to the tip."""
    return is_hash(link) and tip_of(link) == tip


def context(record: str, number: int, of: str) -> bytes:
    """What a draw is bound to: the record, its number there, and the hash of what is drawn from."""
    return sha256(f"croupier context 2\n{record}\n{number}\n{of}".encode()).digest()


def seed(bound_to: bytes, commitment: str, links: Iterable[str]) -> bytes:
    """What all who took part have brought together, once every link is open."""
    parts = (bytes.fromhex(each) for each in (commitment, *links))
    return sha256(b"croupier seed 2\n" + bound_to + b"".join(parts)).digest()


class Chain:
    """The hash chain of one contributor at one record, from a seed that only they know.

    A link is opened once: whoever has seen it knows it. A chain that is used up is followed by
    another, and so is one whose last links somebody may have seen without their being recorded.
    """

    def __init__(self, start: bytes, length: int = 512) -> None:
        links = [checked_secret(start).hex()]
        for _ in range(length):
            links.append(tip_of(links[-1]))
        self._links = links

    @property
    def tip(self) -> str:
        """What is shown: it binds every link to come."""
        return self._links[-1]

    def link(self, tip: str) -> str | None:
        """The link that opens a tip of this chain; None if it is no tip of it, or the last."""
        links = self._links
        place = links.index(tip) if tip in links else 0
        return links[place - 1] if place else None


def drawn_one_by_one(many: int, stream: Stream) -> Iterator[int]:
    """The places 0 to many - 1 in the order in which they are drawn, as far as one looks."""
    moved: dict[int, int] = {}  # only the places whose item is not the one first laid there
    for i in range(many):
        j = i + stream.below_many(many - i)
        drawn = moved.get(j, j)
        moved[j] = moved.pop(i, i)
        yield drawn
