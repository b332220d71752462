"""The automated shuffling shoe: discards go back in, and every card inside may be the next.

With the secret and the log of what went in and came out, anyone can recompute each draw. The
commitment, the words and `below` are those of `croupier.shoe.fair_shuffle`, with "croupier machine
1" in the place of "croupier shuffle 1". The machine holds its cards in a row, numbered from 0:

    load        the row is the pack in its starting order
    insert      the cards join the end of the row in the order given
    remove all  the cards come out in the order of the row, and none is left
    draw        with M cards in the row, let j = below(M); card j comes out, and the last card
                of the row takes its place (unless it was itself the last)

A machine that players have seeded takes j from its own draw instead, as `joint_shuffle` states.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from croupier.cards import Card, parse_cards
from croupier.commitment import SECRET_BYTES, Scheme
from croupier.shoe.card_sources import NotOut, ShoeEmpty
from croupier.shoe.fair_shuffle import SHUFFLE, commit, pack_text
from croupier.shoe.joint_shuffle import machine_draw

if TYPE_CHECKING:
    from collections.abc import Iterable

_MACHINE = Scheme(committing=SHUFFLE.committing, drawing=b"croupier machine 1")


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """One line of a machine's log: a card came out."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardsInserted:
    """One line of a machine's log: discards went back in, in this order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsRemoved:
    """One line of a machine's log: all the cards inside were taken out."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MachineState:
    """A machine as plain data. It holds the secret: for the house's own store alone."""

    secret: str = field(repr=False)  # hexadecimal
    pack: str = field(repr=False)
    held: str = field(repr=False)
    position: int
    seed: str = ""
    """What players have brought, in hexadecimal; empty where nobody was asked."""


class ShufflingMachine:
    """A shoe that draws uniformly from what it holds at that moment."""

    __slots__ = ("_draws", "_held", "_out", "_pack", "_secret", "_seed", "_stream")

    def __init__(self, pack: Iterable[Card], secret: bytes, seed: bytes = b"") -> None:
        """Load new cards. One secret serves one load and no other machine or shuffle."""
        self._pack = tuple(pack)
        self._secret = bytes(secret)
        self._seed = seed
        self._draws = 0
        self._stream = _MACHINE.stream(self._secret)
        self._held = list(self._pack)
        self._out = Counter[Card]()

    def __repr__(self) -> str:
        return f"<ShufflingMachine: {len(self._held)} of {len(self._pack)} cards inside>"

    @property
    def commitment(self) -> str:
        """What the house publishes before the first card."""
        return commit(self._secret, self._pack)

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards inside, in the order of the row."""
        return tuple(self._held)

    @property
    def remaining(self) -> int:
        """How many cards are inside."""
        return len(self._held)

    def draw(self) -> Card:
        """One of the cards inside, each copy as likely as any other."""
        held = self._held
        if not held:
            raise ShoeEmpty("no card is left in the machine")
        j = self._next(len(held))
        held[j], held[-1] = held[-1], held[j]
        card = held.pop()
        self._out[card] += 1
        return card

    def _next(self, held: int) -> int:
        self._draws += 1
        if self._seed:
            return machine_draw(self._secret, self._seed, self._draws - 1, held)
        return self._stream.below(held)

    def insert(self, cards: Iterable[Card]) -> None:
        """Take discards back: all of them, or none if one never came out of this machine."""
        discards = tuple(cards)
        for card, copies in Counter(discards).items():
            if copies > self._out[card]:
                raise NotOut(card)
        self._out.subtract(discards)
        self._held.extend(discards)

    def remove_all(self) -> tuple[Card, ...]:
        """Take out every card inside after a malfunction, to be shuffled for another shoe."""
        rest = tuple(self._held)
        self._held.clear()
        self._out.update(rest)
        return rest

    def state(self) -> MachineState:
        return MachineState(
            secret=self._secret.hex(),
            pack=pack_text(self._pack),
            held=pack_text(self._held),
            position=self._draws if self._seed else self._stream.position,
            seed=self._seed.hex(),
        )

    @classmethod
    def resume(cls, state: MachineState) -> Self:
        """The machine as it was, down to the next draw."""
        seed = bytes.fromhex(state.seed)
        machine = cls(parse_cards(state.pack), bytes.fromhex(state.secret), seed)
        if seed:
            machine._draws = state.position
        else:
            machine._stream = _MACHINE.stream(machine._secret, position=state.position)
        machine._held = list(parse_cards(state.held))
        machine._out = Counter(machine._pack)
        machine._out.subtract(machine._held)
        if machine._out and min(machine._out.values()) < 0:
            raise ValueError("the machine cannot hold cards that were never loaded")
        return machine


def verify_draws(
    commitment: str,
    secret: bytes,
    pack: Iterable[Card],
    log: Iterable[CardDrawn | CardsInserted | CardsRemoved],
) -> bool:
    """Whether a revealed secret is the one committed to and makes every draw of the log."""
    if len(secret) != SECRET_BYTES:
        return False
    machine = ShufflingMachine(pack, secret)
    if machine.commitment != commitment:
        return False
    try:
        for entry in log:
            match entry:
                case CardsInserted(cards):
                    machine.insert(cards)
                case CardsRemoved(cards):
                    if machine.remove_all() != cards:
                        return False
                case CardDrawn(card):
                    if machine.draw() != card:
                        return False
    except (NotOut, ShoeEmpty):
        return False
    return True
