"""A round file: the part that every game has, and how a file is read.

A game adds its own wagers and decisions. Reading is strict: whatever is wrong is said of the field
where it is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from croupier.cards import Card
from croupier.decoding_errors import Mistake, mistake_in, not_json, without_mark
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

LARGEST = 1_000_000
"""The most bytes of a round file: far more than a round can need, far less than a memory."""
MOST_ENTRIES = 500
MOST_CENTS = 1_000_000_000_000
MOST_BOXES = 100
LONGEST_NAME = 100

Amount = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Asked = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
"""An amount in a decision: nothing at all is for the rules to refuse."""
BoxNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
HandPlace = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Cards = Annotated[list[Card], msgspec.Meta(max_length=MOST_ENTRIES)]

_CENTS = f"{MOST_CENTS:,}"
_NAME = f"a name of 1 to {LONGEST_NAME} characters"
_BOX = f"the number of a box from 1 to {MOST_BOXES}"
NEEDS = {
    "": "an object",
    "instrument": "the id of an instrument",
    "options": "an object",
    "cards": f"a list of no more than {MOST_ENTRIES} cards",
    "cards[]": "a card",
    "wagers": f"a list of no more than {MOST_ENTRIES} wagers",
    "wagers[]": "an object",
    "wagers[].box": _BOX,
    "wagers[].player": _NAME,
    "wagers[].amount": f"a whole number of cents from 1 to {_CENTS}",
    "wagers[].seated": "true or false",
    "decisions": f"a list of no more than {MOST_ENTRIES} decisions",
    "decisions[]": "an object",
    "decisions[].box": _BOX,
    "decisions[].hand": "the place of a hand, from 1",
    "decisions[].player": _NAME,
    "decisions[].on": _NAME,
    "decisions[].amount": f"a whole number of cents from 0 to {_CENTS}",
    "decisions[].stakes": "an object from players to amounts",
    "decisions[].stakes[]": f"a whole number of cents from 0 to {_CENTS}",
    "decisions[].players": "a list of players",
    "decisions[].players[]": _NAME,
}
"""What a field takes, for the message where it is given something else."""


class RoundFileError(ValueError):
    """A file that is not a round; the message names the field and what is wrong with it."""


class FileHeading(msgspec.Struct, frozen=True):
    """What must be read first, because it says how to read the rest."""

    instrument: str


class RoundFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One round as somebody wrote it down."""

    instrument: str
    options: msgspec.Raw = msgspec.Raw(b"{}")
    cards: Cards


class FileEntry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A wager, or under its action a decision."""


def check_decks(cards: Sequence[Card], decks: int) -> None:
    """Refuse a card that so many decks cannot hold."""
    if len(cards) <= decks:
        return
    seen: dict[Card, int] = {}
    for place, card in enumerate(cards):
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > decks:
            hold = "1 deck does" if decks == 1 else f"{decks} decks do"
            raise RoundFileError(f"cards[{place}]: {hold} not hold {card} {seen[card]} times")


# --- reading

_STEP = re.compile(r"\.?(\w+)|\[(\d+)\]|\[\.\.\.\]")


def as_json(source: bytes | str | Mapping[str, Any]) -> bytes:
    """A round file as the bytes of its JSON, whatever it came as."""
    if isinstance(source, Mapping):
        try:
            source = msgspec.json.encode(source)
        except (TypeError, ValueError, OverflowError) as error:
            raise RoundFileError(
                f"the round cannot be written as JSON: {plain(str(error))}"
            ) from None
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) > LARGEST:
        raise RoundFileError(f"a round of more than {LARGEST:,} bytes is too long")
    return without_mark(data)


def read(data: bytes, decode: Callable[[bytes], T], needs: Mapping[str, str] = NEEDS) -> T:
    """The file as the type that the decoder is for."""
    try:
        return decode(data)
    except msgspec.ValidationError as error:
        raise RoundFileError(_wrong_field(mistake_in(error), data, needs)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoundFileError(not_json(error, data)) from None


def plain(text: str) -> str:
    """Text of unknown origin as a terminal may be shown it: on one line, and not too long."""
    shown = text if len(text) <= 300 else f"{text[:299]}…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown)


def shown(value: object) -> str:
    """A value as it stands in the file, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return plain(text if len(text) <= 40 else f"{text[:39]}…")


def _wrong_field(mistake: Mistake, data: bytes, needs: Mapping[str, str]) -> str:
    if not mistake.is_about_value:
        return f"{plain(mistake.path)}: {mistake.wrong}"
    try:
        place, value = _follow(mistake.path, msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError):  # what stands there cannot even be read
        return f"{mistake.path or 'the round'}: {mistake.raw[0].lower()}{mistake.raw[1:]}"
    entry = re.sub(r"\[\d+\]|\[\.\.\.\]", "[]", mistake.path)
    needed = needs.get(entry, "what is needed here")
    return f"{place or 'the round'}: {shown(value)} is not {needed}"


def _follow(path: str, value: Any) -> tuple[str, Any]:
    """The value at a path; where the path names any entry of an object, the first unfit amount."""
    place = ""
    for step in _STEP.finditer(path):
        if step[1] or step[2]:
            place += step[0]
            value = value[step[1] or int(step[2])]
        else:
            key = next(key for key, amount in value.items() if not _is_amount(amount))
            place += f".{plain(key)}"
            value = value[key]
    return place.lstrip("."), value


def _is_amount(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_CENTS


def rules_of(options: bytes, rules: Callable[[dict[str, Any]], T]) -> T:
    """The rules with the options of a file; whatever is wrong with those is said of them."""
    try:
        given = msgspec.json.decode(options)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoundFileError(f"options: not JSON: {plain(str(error))}") from None
    if not isinstance(given, dict):
        raise RoundFileError(f"options: {shown(given)} is not an object")
    try:
        return rules(given)
    except OptionError as error:
        raise RoundFileError(plain(str(error))) from None
