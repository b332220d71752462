"""The teller: one function from a fact to plain words, for terminal, page, explanation and record.

Whether somebody may know a fact is decided before it is told. Every fact has one sentence, in the
order of the instrument's own words, without capital and full stop; `Audience` says who is meant by
"you" and what they see besides. The facts of every table are in `table`, those of a game in the
game's own module, and those of tournaments and promotions in theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from croupier.game_parts import Slot
from croupier.money import money
from croupier.table.acts.opening import CANBERRA
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.game_parts import Book
    from croupier.table.facts import Reversed, Settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """To whom facts are told, and what they have before them; by default, nobody in particular."""

    you: str | None = None
    """The player who is spoken to."""
    spoken: bool = False
    """Whether cards are named in words, and not by their signs."""
    level: str = "stands off"
    """The game's word for a wager that neither wins nor loses."""
    hands: Callable[[int], int] = lambda box: 1
    """How many hands a box has."""
    comes_to: Callable[[Fact], str] = lambda fact: ""
    """What a hand is with the card that it was just dealt."""

    def who(self, player: str) -> str:
        return "you" if player == self.you else player

    def whose(self, player: str) -> str:
        return "your" if player == self.you else f"{player}'s"

    def does(self, player: str, what: str) -> str:
        """`ana stands`, or `you stand`."""
        if player != self.you:
            return f"{player} {what}"
        verb, space, rest = what.partition(" ")
        return f"you {_OF_YOU.get(verb) or verb.removesuffix('s')}{space}{rest}"

    def card(self, card: Card) -> str:
        return f"the {card.spoken}" if self.spoken else str(card)

    def cards(self, cards: Iterable[Card]) -> str:
        return (", " if self.spoken else " ").join(map(self.card, cards))

    def place(self, box: int | None, hand: int | None = None) -> str:
        """`the dealer`, `box 2`, or `box 2, hand 1` once it has been split."""
        if box == 0:
            return "the dealer"
        several = hand and box is not None and (hand > 1 or self.hands(box) > 1)
        return f"box {box}, hand {hand}" if several else f"box {box}"


_OF_YOU = {"is": "are", "has": "have", "does": "do", "passes": "pass"}
EVERYBODY = Audience()

Sentence = Callable[[Any, Audience], str]
Words = Mapping[type[Any], Sentence]
"""By the type of a fact, the sentence that tells it."""


class GameWords(Protocol):
    """What the teller needs of a game."""

    @property
    def WORDS(self) -> Words: ...
    @property
    def LEVEL(self) -> str:
        """The game's word for a wager that neither wins nor loses."""

    @property
    def LEFT_OUT(self) -> tuple[type[Fact], ...]:
        """What a short account leaves out."""

    def card_of(self, fact: Fact) -> str | None:
        """Where a card went, in two words, if that is all the fact says."""


GAME_WORDS: Slot[GameWords] = Slot("words", lambda parts: parts.words)
"""The words of the game that is played under an instrument."""


def audience_of(instrument: str | Book) -> Audience:
    """Whoever reads of the game that is played under an instrument."""
    return (
        Audience(level=GAME_WORDS.of(instrument).LEVEL) if instrument in GAME_WORDS else EVERYBODY
    )


def say(fact: Fact, to: Audience = EVERYBODY) -> str:
    """What a fact states, without its clauses."""
    kind = type(fact)
    if kind not in _found:
        words = (words[kind] for words in _all_words() if kind in words)
        _found[kind] = next(words, _by_its_fields)
    return _found[kind](fact, to)


_found: dict[type[Any], Sentence] = {}


def _all_words() -> Iterator[Words]:
    """One after the other: most facts are those of a table."""
    yield import_module("croupier.wording.table").WORDS
    for instrument in GAME_WORDS.instruments:
        yield GAME_WORDS.of(instrument).WORDS
    for name in ("tournament", "promotion"):
        yield import_module(f"croupier.wording.{name}").WORDS


def _by_its_fields(fact: Fact, _: Audience) -> str:
    """A fact that nobody has put into words: its name and its fields."""
    told = ", ".join(
        f"{name.replace('_', ' ')} {_value(getattr(fact, name))}"
        for name in fact.__struct_fields__
        if name != "clauses" and getattr(fact, name) is not None
    )
    return f"{str(fact.__struct_config__.tag).replace('-', ' ')}: {told}"


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# --- parts of sentences that several have


def outcome(settled: Settled, level: str, *, stake_told: bool = False) -> str:
    """`wins $25`, `loses $10`, `goes back`; a whole stake that was just told is not told again."""
    if settled.outcome is Outcome.WIN:
        return f"wins {money(settled.net)}"
    if settled.outcome is Outcome.LOSE:
        whole = stake_told and settled.net == -settled.stake
        return "loses" if whole else f"loses {money(-settled.net)}"
    if settled.outcome is Outcome.PUSH:
        return level
    void = "is void and " if settled.outcome is Outcome.VOID else ""
    return f"{void}goes back"


def wager(fact: Settled | Reversed, to: Audience) -> str:
    """`ana's insurance $10 on box 1 for ben`."""
    where = "" if fact.box is None else f" on {to.place(fact.box, fact.hand)}"
    whose = "" if fact.on in (None, fact.player) else f" for {to.who(fact.on)}"
    return f"{to.whose(fact.player)} {fact.wager} {money(fact.stake)}{where}{whose}"


def came_to(net: int) -> str:
    """`won $25`, `lost $10` or `came out even`."""
    if net == 0:
        return "came out even"
    return f"won {money(net)}" if net > 0 else f"lost {money(-net)}"


def names(players: Sequence[str]) -> str:
    """`ana, ben and cat`."""
    *others, last = players
    return f"{', '.join(others)} and {last}" if others else last


def detailed(text: str, detail: str, between: str = ": ") -> str:
    """A text with its detail, if there is one."""
    return f"{text}{between}{detail}" if detail else text


_DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_ONE_LEFT = re.compile(r"(after|in) 1 (more round|minute)s")


def noted(detail: str) -> str:
    """The detail of a notice as it is read: what a fingerprint is, and one of a thing as one.

    The text of a fact stays as it was written, for records are compared by it.
    """
    if one := _ONE_LEFT.fullmatch(detail):
        return f"{one[1]} 1 {one[2]}"
    return _DIGEST.sub(lambda digest: f"SHA-256 {digest[0]}", detail)


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """With a capital, and one full stop."""
    return f"{capital(text)}{'' if text.endswith('.') else '.'}"


def innermost(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses without those that a cited item of theirs names already."""
    clauses = tuple(dict.fromkeys(clauses))
    named = {clause.rpartition("(")[0] for clause in clauses}
    return tuple(clause for clause in clauses if clause not in named)


ZONE = "UTC+10"
"""What pages call the zone of `local_moment`."""


def local_moment(at: int) -> str:
    """A time of the record where the casino is, by which its days are counted, with its zone."""
    try:
        return f"{datetime.fromtimestamp(at / 1000, CANBERRA):%Y-%m-%d %H:%M:%S} {ZONE}"
    except (OverflowError, OSError, ValueError):
        return str(at)


def moment(at: int) -> str:
    """A time of the record, in UTC; one that no calendar has is left as it is."""
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, OSError, ValueError):
        return str(at)
