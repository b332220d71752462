"""What is published of a joint shuffle, with a proof of every card that a viewer has seen.

A record is followed as it grows, every line once. A salt leaves this module only together with the
card that it proves, and only for a card that lies or lay face up for that viewer: where cards stay
face down for a while, when their round has ended and the viewer saw them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import split
from croupier.cards import DECK, Card, parse_cards
from croupier.game_rules import game_of
from croupier.shoe import positions
from croupier.shoe.joint_shuffle import MACHINE_LEAVES
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.facts import RoundEnded
from croupier.table.shuffle_verification import CardFollower
from croupier.table_replay import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from croupier.aggregate.record import Header
    from croupier.shoe import Committed
    from croupier.table.shuffle_verification import ShoeCheck

CARD_NAMES = frozenset(map(str, DECK))
MOST_KEPT = 64
"""How many of the last shuffles of a table are kept with their draws."""


class Brought(msgspec.Struct, frozen=True):
    """What somebody brought to a shuffle."""

    player: str
    tip: str
    link: str | None


class ProvedCard(msgspec.Struct, frozen=True):
    """A card that came out, and the proof that it was laid there before anybody could choose."""

    draw: int
    """The first card that came out is number 0; a machine's leaf has the same number."""
    card: Card
    position: int
    salt: str
    path: tuple[str, ...] | None
    """None for a draw of a machine that has no leaf, which is proved when the secret is told."""


class Fed(msgspec.Struct, frozen=True):
    """Discards that went back into a machine; what nobody saw of them has no name."""

    after: int
    cards: tuple[Card | None, ...]


class PublishedShuffle(msgspec.Struct, frozen=True, kw_only=True):
    """All that anybody needs to check a joint shuffle, as `docs/fairness.md` says how."""

    table: str
    number: int
    root: str
    of: str
    machine: bool
    cards: int
    """How many cards were shuffled; of a machine, how many its row has at first."""
    line: int
    """The line of the record by which the cards were shuffled."""
    seeded: str
    brought: tuple[Brought, ...]
    cut: int | None
    """How many cards the cut took from the front to the back."""
    cut_first: bool = False
    """Whether they were cut before anybody opened a link, and so before the order was known."""
    drawn: int
    proofs: tuple[ProvedCard, ...]
    fed: tuple[Fed, ...] = ()
    secret: str | None = None
    pack: tuple[Card, ...] | None = None
    """The cards before the shuffle, if they were not whole decks in their order."""


class JointShuffles:
    """The joint shuffles of one table's record. `read` gives its lines after so many of them."""

    def __init__(self, read: Callable[[int], Iterable[bytes]]) -> None:
        self._read = read
        self._line = 0
        self._reader: Reader | None = None
        self._told: dict[str, tuple[Reveal, int]] = {}
        """By commitment, what was revealed, and when."""
        self._settled = 0
        """How many draws of the last shuffle were of rounds that have ended."""

    def catch_up(self) -> None:
        """Read what is new."""
        for line in self._read(self._line):
            parts = split(line)
            assert parts is not None
            self._line += 1
            if self._reader is None:
                self._reader = Reader(parts[1])
                self.header: Header = self._reader.header
                self._cards = CardFollower(self.header, {})
                continue
            entry = self._reader.entry(self._line, parts[1])
            before = len(self._cards.checks)
            self._cards.follow(entry)
            checks = self._cards.checks
            if len(checks) > before:
                self._settled = 0
                del checks[:-MOST_KEPT]
            if isinstance(entry.command, Reveal):
                self._told[entry.command.commitment] = (entry.command, entry.at)
            if checks and any(isinstance(fact, RoundEnded) for fact in entry.facts):
                self._settled = len(checks[-1].draws)

    @property
    def hides_cards(self) -> bool:
        """Whether cards stay face down to the end of a round, and perhaps for ever."""
        return game_of(self.header.instrument).hides_cards

    @property
    def turns_cards(self) -> bool:
        """Whether cards lie face down for a while in a round."""
        return self.header.options.get("dealing") == "face_down"

    def find(self, number: int | None) -> ShoeCheck:
        """A joint shuffle by its number, or the last; `LookupError` if there is none."""
        for check in reversed(self._cards.checks):
            joint = check.joint
            if joint is not None and number in (None, joint.committed.number):
                return check
        what = "joint shuffle" if number is None else f"joint shuffle {number}"
        raise LookupError(f"the table has no {what} that is at hand")

    def entries_of(self, check: ShoeCheck) -> tuple[int, int | None]:
        """By which entries it was shuffled, and the next was."""
        after = [each.entry for each in self._cards.checks if each.entry > check.entry]
        return check.entry, min(after, default=None)

    def revealed(self, check: ShoeCheck) -> tuple[Reveal, int] | None:
        """What was told of its secret, and when."""
        return None if check.commitment is None else self._told.get(check.commitment)

    def published(
        self,
        check: ShoeCheck,
        secret: tuple[bytes, tuple[Card, ...]] | None,
        *,
        seen: Collection[str] | None,
        tells_secret: bool,
    ) -> PublishedShuffle:
        """What a viewer is told. `secret` is the house's, with the pack, if it has them at hand.

        `seen` are the names of the cards that the viewer saw, of one deck in which each is once;
        None, where everybody has seen what came out.
        """
        joint = check.joint
        assert joint is not None
        bound, revealed = joint.committed, self.revealed(check)
        told = revealed[0] if revealed is not None and tells_secret else None
        draws = list(check.draws)
        if (self.turns_cards or self.hides_cards) and check is self._cards.checks[-1]:
            draws = draws[: self._settled]
        proofs: tuple[ProvedCard, ...] = ()
        if secret is not None:
            proofs = tuple(_proved(check, bound, joint.seed, secret, draws, seen))
        return PublishedShuffle(
            table=bound.record,
            number=bound.number,
            root=bound.root,
            of=bound.of,
            machine=bound.machine,
            cards=check.cards,
            line=check.entry + 1,
            seeded=check.seeded,
            brought=tuple(Brought(e.player, e.tip, e.link) for e in joint.contributions),
            cut=check.cut_at,
            cut_first=joint.cut is not None,
            drawn=check.drawn,
            proofs=proofs,
            fed=() if self.hides_cards else tuple(Fed(*each) for each in check.fed),
            secret=None if told is None else told.secret,
            pack=None if told is None else told.pack,
        )


@lru_cache(maxsize=32)
def _positions(seed: bytes, cards: int) -> list[int]:
    return positions(seed, cards)


def _proved(
    check: ShoeCheck,
    bound: Committed,
    seed: bytes,
    secret: tuple[bytes, tuple[Card, ...]],
    draws: list[Card | None],
    seen: Collection[str] | None,
) -> Iterable[ProvedCard]:
    laid = bound.laid(*secret)
    if laid is None:
        return
    order = None if bound.machine else _positions(seed, check.cards)
    for draw, card in enumerate(draws):
        if card is None or (seen is not None and card not in seen):
            continue
        place = draw if order is None else order[(draw + (check.cut_at or 0)) % check.cards]
        if order is None and draw >= MACHINE_LEAVES:
            return
        if order is not None and laid.cards[place] != card:
            continue  # what is not as it was laid cannot be proved, and nothing else is told
        yield ProvedCard(draw, card, *laid.prove(place))


def cards_in(view: bytes) -> frozenset[str]:
    """The names of all the cards that lie face up in the round of a view, given as JSON."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.update({value} & CARD_NAMES)
        elif isinstance(value, list):
            for each in value:
                walk(each)
        elif isinstance(value, dict):
            for each in value.values():
                walk(each)

    walk(msgspec.json.decode(view).get("round"))
    return frozenset(found)


def kept_secret(
    secrets: Iterable[tuple[str, str, str]], check: ShoeCheck
) -> tuple[bytes, tuple[Card, ...]] | None:
    """The secret of a shuffle among those that a dealer holds."""
    for commitment, secret, pack in secrets:
        if commitment == check.commitment:
            return bytes.fromhex(secret), parse_cards(pack)
    return None


def told_secret(told: Reveal, decks: int) -> tuple[bytes, tuple[Card, ...]]:
    """The secret of a shuffle as it stands in the record."""
    pack = DECK * decks if told.pack is None else told.pack
    return bytes.fromhex(told.secret), pack
