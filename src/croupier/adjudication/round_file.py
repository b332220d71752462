"""A round file: the part that every game has, and how a file is read.

A game adds its own wagers and decisions. Reading is strict: whatever is wrong is said of the field
where it is wrong, and messages count from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from croupier.cards import Card
from croupier.decoding_errors import Mistake, mistake_in, not_json, without_mark
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.options import OptionError
from croupier.table.table import MOST_BOXES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

LARGEST = 1_000_000
"""The most bytes of a round file: far more than a round can need, far less than a memory."""
MOST_ENTRIES = 500
MOST_CARDS = 5_000
"""Of a file with several rounds: the entries of its script, and the cards that left the shoe."""
MOST_CENTS = 1_000_000_000_000
HIGHEST_BOX = 100
MOST_MILLISECONDS = 1_000_000_000_000
LONGEST_NAME = 100

Amount = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Asked = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
"""An amount in a decision: nothing at all is for the rules to refuse."""
Net = Annotated[int, msgspec.Meta(ge=-MOST_CENTS * 1000, le=MOST_CENTS * 1000)]
BoxNumber = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_BOX)]
HandPlace = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_BOX)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MOST_MILLISECONDS)]
Cards = Annotated[list[Card], msgspec.Meta(max_length=MOST_CARDS)]
Script = Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_CARDS)]
Entries = Annotated[list[T], msgspec.Meta(max_length=MOST_ENTRIES)] | msgspec.UnsetType
"""A list of the file that may be left out."""

_CENTS = f"{MOST_CENTS:,}"
_NAME = f"a name of 1 to {LONGEST_NAME} characters"
_BOX = f"the number of a box from 1 to {HIGHEST_BOX}"
_DECISION = {
    "": "an object",
    "box": _BOX,
    "hand": "the place of a hand, from 1",
    "player": _NAME,
    "on": _NAME,
    "amount": f"a whole number of cents from 0 to {_CENTS}",
    "stakes": "an object from players to amounts",
    "stakes[]": f"a whole number of cents from 0 to {_CENTS}",
    "players": "a list of players",
    "players[]": _NAME,
}
ONE_OF = "one of "
NEEDS = {
    "": "an object",
    "instrument": "the id of an instrument",
    "options": "an object",
    "boxes": f"a number of boxes from 1 to {MOST_BOXES}",
    "chips": "an object from players to cents",
    "chips[]": f"a whole number of cents from 0 to {_CENTS}",
    "cards": f"a list of no more than {MOST_CARDS:,} cards",
    "cards[]": "a card",
    "wagers": f"a list of no more than {MOST_ENTRIES} wagers",
    "wagers[]": "an object",
    "wagers[].box": _BOX,
    "wagers[].player": _NAME,
    "wagers[].amount": f"a whole number of cents from 1 to {_CENTS}",
    "wagers[].seated": "true or false",
    "decisions": f"a list of no more than {MOST_ENTRIES} decisions",
    "script": f"a list of no more than {MOST_CARDS:,} entries",
    "script[]": "an object",
    "before": f"a list of no more than {MOST_ENTRIES} commands",
    "before[]": "an object",
    "prepared": "true or false",
    "stop": "true or false",
    "paid": f"a list of no more than {MOST_ENTRIES} claims",
    "paid[]": "an object",
    "paid[].player": _NAME,
    "paid[].box": _BOX,
    "paid[].hand": "the place of a hand, from 1",
    "paid[].wager": "the name of a wager",
    "paid[].on": _NAME,
    "paid[].round": "the number of a round, from 1",
    "paid[].net": "a whole number of cents",
    "source": "an object",
    "source.record": "the name of a record",
    "source.round": "the number of a round, from 1",
    "source.rulebook": "the hash of a rulebook",
    "source.head": "the hash of a line",
    **{
        f"{where}{'.' if field else ''}{field}": needed
        for where in ("decisions[]", "script[]")
        for field, needed in _DECISION.items()
    },
}
"""What a field takes, for the message where it is given something else."""


class RoundFileError(ValueError):
    """A file that is not a round; the message names the field and what is wrong with it."""


class FileHeading(msgspec.Struct, frozen=True):
    """What must be read first, because it says how to read the rest."""

    instrument: str
    options: msgspec.Raw = msgspec.Raw(b"{}")


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the table did about a wager: the part that is in question."""

    player: Name
    box: BoxNumber | msgspec.UnsetType | None = msgspec.UNSET
    hand: HandPlace | msgspec.UnsetType | None = msgspec.UNSET
    """Null, as answers print it, or left out: any."""
    wager: Name
    on: Name | msgspec.UnsetType = msgspec.UNSET
    round: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET
    """The last one if left out."""
    net: Net


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a file came from: of which record, which round, under which rulebook, up to where."""

    record: str = ""
    round: Annotated[int, msgspec.Meta(ge=1)] | None = None
    rulebook: str = ""
    head: str = ""


class RoundFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One round, or several, as somebody wrote it down. Each game adds `wagers`, `decisions`."""

    instrument: str
    options: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    boxes: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)] | msgspec.UnsetType = msgspec.UNSET
    chips: dict[Name, Asked] | msgspec.UnsetType = msgspec.UNSET
    """What players have brought; who is not named here has enough."""
    cards: Cards | msgspec.UnsetType = msgspec.UNSET
    script: Script | msgspec.UnsetType = msgspec.UNSET
    """What happened, instead of decisions."""
    prepared: bool = True
    """Whether the cards are checked, shuffled, cut, loaded and burnt before the script begins."""
    before: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_ENTRIES)] = []
    paid: Entries[Claim] = msgspec.UNSET
    source: Source | None = None
    stop: bool = False
    """Whether the state as it stands is the answer, though a decision is owed."""

    @property
    def is_plain(self) -> bool:
        """Whether it says no more than a file of the first edition could, but for claims."""
        return (
            self.script is msgspec.UNSET
            and self.chips is msgspec.UNSET
            and self.prepared
            and not self.before
            and not self.stop
        )


class FileEntry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A wager, or under its action a decision."""


def must_have_wagers(file: Any) -> None:
    """Refuse a file in which nobody bets, neither at its beginning nor in a script."""
    if not file.wagers and file.script is msgspec.UNSET:
        raise RoundFileError("wagers: nobody has bet")


def check_decks(cards: Sequence[Card], decks: int) -> None:
    """Refuse a card that so many decks cannot hold."""
    if len(cards) <= decks:
        return
    seen: dict[Card, int] = {}
    for place, card in enumerate(cards):
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > decks:
            hold = "1 deck does" if decks == 1 else f"{decks} decks do"
            raise RoundFileError(f"cards[{place + 1}]: {hold} not hold {card} {seen[card]} times")


# --- reading

_WHITE_SPACE = b" \t\r\n"
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
    if not isinstance(data, bytes):
        raise TypeError(f"a round file: JSON as bytes or text, or a mapping, not {source!r:.80}")
    if len(data) > LARGEST:
        raise RoundFileError(f"a round of more than {LARGEST:,} bytes is too long")
    return without_mark(data)


def must_name_fields_once(data: bytes) -> None:
    """Refuse JSON in which an object has a field twice: a reader would drop one of the two.

    What comes out again as it went in, but for white space, has none twice: of two such fields
    only one would come out. Whatever else there is, is read again with more care.
    """
    try:
        again = msgspec.json.encode(msgspec.json.decode(data))
        if again.translate(None, _WHITE_SPACE) == data.translate(None, _WHITE_SPACE):
            return
        json.loads(data, object_pairs_hook=_once)
    except RoundFileError:
        raise
    except (ValueError, msgspec.DecodeError):
        return  # what cannot be read is said of the field, where it is read


@lru_cache(maxsize=256)
def must_name_options_once(options: bytes) -> None:
    """The same for options, which are alike in most files of a series."""
    must_name_fields_once(options)


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len(names := dict(pairs)) < len(pairs):
        given = [name for name, _ in pairs]
        twice = next(name for name in names if given.count(name) > 1)
        raise RoundFileError(f"{plain(twice)}: the field is given twice in one object")


def read(data: bytes, decoder: msgspec.json.Decoder[T], needs: Mapping[str, str] = NEEDS) -> T:
    """The file as the type that the decoder is for."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, decoder.type, data)
        raise RoundFileError(_wrong_field(mistake, data, needs)) from None
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
        return f"{plain(mistake.field)}: {mistake.wrong}"
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):  # what stands there cannot even be read
        return f"{mistake.field or 'the round'}: {mistake.raw[0].lower()}{mistake.raw[1:]}"
    return unfit_value(mistake, value, needs)


def unfit_value(mistake: Mistake, document: Any, needs: Mapping[str, str], under: str = "") -> str:
    """Which value of a document does not fit, and what is needed in its place."""
    place, value = _follow(mistake.path, document)
    entry = re.sub(
        r"\[\d+\]|\[\.\.\.\]", "[]", f"{under}{'.' if mistake.path else ''}{mistake.path}"
    )
    needed = needs.get(entry.lstrip("."), "what is needed here")
    names = needed.removeprefix(ONE_OF).split(", ") if needed.startswith(ONE_OF) else ()
    near = did_you_mean(value, names) if isinstance(value, str) else ""
    return f"{place or 'the round'}: {shown(value)} is not {needed}{near}"


def _follow(path: str, value: Any) -> tuple[str, Any]:
    """The value at a path; where the path names any entry of an object, the first unfit amount."""
    place = ""
    for step in _STEP.finditer(path):
        if step[1]:
            place += step[0]
            value = value[step[1]]
        elif step[2]:
            place += f"[{int(step[2]) + 1}]"
            value = value[int(step[2])]
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
