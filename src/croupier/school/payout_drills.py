"""Payout drills: a wager when it is settled, and what the house pays or takes for it.

A question is a function of the instrument, a seed and a number, so nothing has to be kept between
asking and judging. It is cut out of a round that the engine dealt and settled; every kind of result
that such rounds bring comes up as often as any other, however rare it is at a table.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.cards import Card
from croupier.game_rules import game_of, rules_for
from croupier.game_rules.signs import wager_name
from croupier.money import dollars, money
from croupier.play.game import Game
from croupier.play.moves import Pass
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.play.seat_views import HandSeen
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Settled

ROUNDS = 48
"""How many rounds a question is cut out of: enough for most kinds of results to be among them."""
PLAYER = "the player"
STAKES = (5_00, 7_00, 10_00, 12_00, 15_00, 20_00, 25_00, 35_00, 40_00, 50_00, 75_00, 100_00)
PLAIN = 4
"""One round in so many is dealt as it comes; the others begin with cards that go together."""
SUITS = (1, 1, 2, 4, 4)
"""How many suits those are of: one makes flushes, all four make several of a kind."""
GIVING_UP = 6
"""Where a hand can be given up, one player in so many does: most hands are compared."""


class DrillHand(msgspec.Struct, frozen=True):
    """Cards as they lay when the wager was settled."""

    of: str
    cards: tuple[Card, ...]
    is_asked: bool
    """Whether the wager lay on this hand."""


class PayoutQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever practises is shown: nothing in it says how the wager ended."""

    instrument: str
    number: int
    wager: str
    stake: int
    hands: tuple[DrillHand, ...]
    happened: tuple[str, ...]
    """What the player had decided, in order; a doubled stake is among `stake` already."""
    options: dict[str, Any]
    """What the table has chosen of what it may pay."""

    @property
    def sign(self) -> tuple[str, ...]:
        """The same as the table's sign says it."""
        return tuple(
            f"{name.replace('_', ' ')}: {_as_on_the_sign(self.instrument, value)}"
            for name, value in self.options.items()
        )

    def __str__(self) -> str:
        shown = "; ".join(
            f"{hand.of} {' '.join(map(str, hand.cards))}{' *' if hand.is_asked else ''}"
            for hand in self.hands
        )
        return f"{dollars(self.stake)} on {self.wager}: {shown}"


class PayoutVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules give, beside what was answered."""

    is_right: bool
    answered: int
    due: int
    """What the player wins or loses, in cents, without the stake that comes back."""
    outcome: str
    clauses: tuple[str, ...]
    says: tuple[str, ...]
    """What those clauses demand, in the rulebook's words."""


def question(
    instrument: str | Instrument, seed: int, number: int, wager: str | None = None
) -> PayoutQuestion:
    """The question of that number; with `wager`, about that wager."""
    return _drawn(load(instrument), seed, number, wager)[0]


def judge(
    instrument: str | Instrument, seed: int, number: int, answered: int, wager: str | None = None
) -> PayoutVerdict:
    """Whether an answer to the question of that number is right. Stand-offs and refunds are 0."""
    book = load(instrument)
    _, settled = _drawn(book, seed, number, wager)
    return PayoutVerdict(
        is_right=answered == settled.net,
        answered=answered,
        due=settled.net,
        outcome=str(settled.outcome),
        clauses=tuple(settled.clauses),
        says=tuple(book.clause(each).says for each in settled.clauses),
    )


@lru_cache(maxsize=64)
def wagers(instrument: str | Instrument) -> tuple[str, ...]:
    """Every wager that is settled at a table, in the order in which the rounds bring them."""
    chance = random.Random(0)
    book = load(instrument)
    return tuple(
        dict.fromkeys(each.settled.wager for _ in range(ROUNDS) for each in _played(book, chance))
    )


@lru_cache(maxsize=256)
def _drawn(
    book: Instrument, seed: int, number: int, wager: str | None
) -> tuple[PayoutQuestion, Settled]:
    if wager is not None and wager not in (there := wagers(book)):
        raise LookupError(f"{book.id} has no wager {wager}; it has {', '.join(there)}")
    chance = random.Random(f"{book.id}/{seed}/{number}")
    kinds: dict[tuple[str, str, Fraction], list[_Settling]] = {}
    tried = 0
    while not kinds or tried < ROUNDS:
        tried += 1
        for each in _played(book, chance):
            settled = each.settled
            if wager in (None, settled.wager) and settled.stake:
                kind = (settled.wager, str(settled.outcome), Fraction(settled.net, settled.stake))
                kinds.setdefault(kind, []).append(each)
    drawn = chance.choice(kinds[chance.choice(sorted(kinds))])
    return _asked(book, drawn, number), drawn.settled


# --- the tables that drills are played at


class _DrillTable(NamedTuple):
    """A table that drills are played at."""

    options: Mapping[str, Any]
    wagers: tuple[str, ...]
    decks: int


@lru_cache(maxsize=64)
def _drill_tables(book: Instrument) -> tuple[_DrillTable, ...]:
    chosen = [
        {**side_bets, **settlement}
        for side_bets in _side_bets(book)
        for settlement in _settlements(book)
    ]
    rules = [(options, rules_for(book, options)) for options in chosen]
    return tuple(
        _DrillTable(options, tuple(game_of(book)(each).wagers), int(each.decks))
        for options, each in rules
    )


def _side_bets(book: Instrument) -> Iterator[dict[str, Any]]:
    """The side bets that a table can offer together, as options."""
    offered = next((each for each in book.options if each.name == "side_bets"), None)
    if offered is None or not offered.readings:
        yield {}
        return
    apart = {name for group in offered.exclusive for name in group}
    together = [name for name in offered.readings if name not in apart]
    for one in [[name] for name in sorted(apart)] or [[]]:
        yield {"side_bets": [*together, *one]}


def _settlements(book: Instrument) -> Iterator[dict[str, Any]]:
    """The methods of paying that a table may choose from, as options."""
    offered = next((each for each in book.options if each.name == "settlement"), None)
    if offered is None:
        yield {}
        return
    for method in offered.readings:
        yield {offered.name: method}


def _as_on_the_sign(instrument: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(wager_name(instrument, each) for each in value)
    return str(value)


# --- a round


class _Settling(NamedTuple):
    """A wager at the moment of its settlement, when the dealer pays or takes."""

    settled: Settled
    hands: tuple[HandSeen, ...]
    moves: tuple[Command, ...]
    options: Mapping[str, Any]


def _played(book: Instrument, chance: random.Random) -> list[_Settling]:
    """A round with every wager that a table takes, played at random, as it is settled."""
    at = chance.choice(_drill_tables(book))
    stakes: Mapping[str, int] = {name: chance.choice(STAKES) for name in at.wagers}
    game = Game(
        book, at.options, seats=[PLAYER], stakes=stakes, seed=chance.getrandbits(64),
        cards=_first_cards(at.decks, chance),
    )  # fmt: skip
    found: list[_Settling] = []
    while True:
        if fresh := game.settlements[len(found) :]:
            hands, moves = game.view(PLAYER).hands, game.moves
            found += [_Settling(settled, hands, moves, at.options) for settled in fresh]
        if not game.turn:
            return found
        game.play(decision(game.legal, chance))


def decision(legal: Sequence[Command], chance: random.Random) -> Command:
    """What somebody decides at random; a hand is seldom given up."""
    going_on = [move for move in legal if not move.gives_up_hand]
    gives_up = len(going_on) < len(legal) and not chance.randrange(GIVING_UP)
    return chance.choice(legal if gives_up or not going_on else going_on)


def _first_cards(decks: int, chance: random.Random) -> tuple[Card, ...]:
    """In most rounds a few cards of near ranks and few suits, so that rare hands are made."""
    if not chance.randrange(PLAIN):
        return ()
    lowest, suits = chance.randrange(13), chance.sample("SHDC", chance.choice(SUITS))
    ranks = ["23456789TJQKA"[(lowest + step) % 13] for step in range(chance.randint(2, 6))]
    near = [Card(rank + suit) for rank in ranks for suit in suits] * decks
    return tuple(chance.sample(near, min(len(near), 9)))


# --- what is asked of it


def _asked(book: Instrument, drawn: _Settling, number: int) -> PayoutQuestion:
    settled = drawn.settled
    hands = tuple(
        DrillHand(
            _name(hand), tuple(card for card in hand.cards if card is not None),
            hand.box is not None and settled.hand in (None, hand.place),
        )
        for hand in drawn.hands
    )  # fmt: skip
    return PayoutQuestion(
        instrument=book.id, number=number, wager=settled.wager, stake=settled.stake, hands=hands,
        happened=tuple(_said(move) for move in drawn.moves if not isinstance(move, Pass)),
        options=dict(drawn.options),
    )  # fmt: skip


def _said(move: Command) -> str:
    """A decision as it is said at a table; there is one box, and nobody else plays."""
    hand, amount = getattr(move, "hand", 1), getattr(move, "amount", 0)
    on_hand = f" hand {hand}" if hand > 1 else ""
    tag = tag_of(move).replace("-", " ")
    return f"{tag}{on_hand}{f' {money(amount)}' if amount else ''}"


def _name(hand: HandSeen) -> str:
    return f"hand {hand.place}" if hand.box is not None else hand.of
