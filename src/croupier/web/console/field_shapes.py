"""The shapes of what a form asks for: how each is written into fields, and read from them again.

What is read is plain data, as a record has it; whether there is such a command is not asked here. A
field that is left empty is left out, and its default holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.table.acts.opening import CANBERRA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Given = Mapping[str, list[str]]
    Written = Iterable[tuple[str, str]]

LEFT_OUT: Any = object()
"""What an empty field says."""
MOST_ROWS = 40
CENTS = 100
_MONEY = re.compile(r"(-?)\$?(\d{1,12})(?:\.(\d{1,2}))?")
_NUMBER = re.compile(r"-?\d{1,18}")


class NotUnderstood(ValueError):
    """What stands in a field cannot be read."""

    def __init__(self, field: str, wanted: str) -> None:
        super().__init__(f"{field}: {wanted}")
        self.field = field
        self.wanted = wanted


def text_of(given: Given, name: str) -> str:
    return given.get(name, [""])[0]


def texts_of(given: Given, name: str) -> str:
    """What stands in all the fields of a name: one for each thing where they are chosen."""
    return "\n".join(given.get(name, ()))


class Shape:
    """How a value lies in the fields of a form."""

    kind: ClassVar[str]
    """Which part of the template shows it."""

    def read(self, given: Given, name: str) -> Any:
        """Plain data, or `LEFT_OUT`."""
        text = text_of(given, name).strip()
        return self.understood(text, name) if text else LEFT_OUT

    def understood(self, text: str, name: str) -> Any:
        raise NotImplementedError

    def written(self, value: Any, name: str) -> Written:
        return [(name, self.said(value))]

    def said(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Text(Shape):
    kind = "text"
    long: bool = False

    def read(self, given: Given, name: str) -> Any:
        text = text_of(given, name).replace("\r\n", "\n")
        return text or LEFT_OUT

    def understood(self, text: str, name: str) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Number(Shape):
    kind = "number"

    def understood(self, text: str, name: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise NotUnderstood(name, f"a whole number, not {text!r}")
        return int(text)


@dataclass(frozen=True, slots=True)
class Money(Shape):
    """Cents in a record, and dollars in a form."""

    kind = "money"

    def understood(self, text: str, name: str) -> int:
        found = _MONEY.fullmatch(text.replace(",", ""))
        if found is None:
            raise NotUnderstood(name, f"an amount of dollars, not {text!r}")
        sign, whole, part = found.groups()
        amount = int(whole) * CENTS + int((part or "").ljust(2, "0"))
        return -amount if sign else amount

    def said(self, value: int) -> str:
        whole, part = divmod(abs(value), CENTS)
        return f"{'-' if value < 0 else ''}{whole}{f'.{part:02}' if part else ''}"


@dataclass(frozen=True, slots=True)
class MomentShape(Shape):
    """Milliseconds since 1970, and in a form a day and a time where the casino is."""

    kind = "moment"

    def understood(self, text: str, name: str) -> int:
        try:
            moment = datetime.fromisoformat(text).replace(tzinfo=CANBERRA)
        except ValueError:
            raise NotUnderstood(name, "a day and a time, such as 2027-01-15T20:30") from None
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
        return since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000

    def said(self, value: int) -> str:
        moment = datetime.fromtimestamp(value // 1000, CANBERRA).replace(tzinfo=None)
        return moment.replace(microsecond=value % 1000 * 1000).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    kind = "flag"

    def read(self, given: Given, name: str) -> bool:
        return name in given

    def written(self, value: bool, name: str) -> Written:
        return [(name, "yes")] if value else []


@dataclass(frozen=True, slots=True)
class ChoiceShape(Shape):
    """One of several; numbers among them are told from words."""

    kind = "choice"
    values: tuple[str | int, ...]

    def understood(self, text: str, name: str) -> Any:
        for value in self.values:
            if text == str(value):
                return value
        if any(isinstance(value, int) for value in self.values) and _NUMBER.fullmatch(text):
            return int(text)
        raise NotUnderstood(name, f"one of {', '.join(map(str, self.values))}, not {text!r}")


@dataclass(frozen=True, slots=True)
class LegalList(ChoiceShape):
    """One of what the rules list; anything else is for the rules to refuse, with their clause."""

    def understood(self, text: str, name: str) -> Any:
        return text


@dataclass(frozen=True, slots=True)
class YesOrNo(ChoiceShape):
    """A statement that is made either way, or not at all."""

    values: tuple[str | int, ...] = ("yes", "no")

    def understood(self, text: str, name: str) -> bool:
        return bool(ChoiceShape.understood(self, text, name) == "yes")

    def said(self, value: bool) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, slots=True)
class OneCard(Shape):
    kind = "card"

    def understood(self, text: str, name: str) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Several(Shape):
    """Any of several."""

    kind = "several"
    values: tuple[str, ...]

    def read(self, given: Given, name: str) -> list[str]:
        return given.get(name, [])

    def written(self, value: Iterable[Any], name: str) -> Written:
        return [(name, str(each)) for each in value]


@dataclass(frozen=True, slots=True)
class Words(Shape):
    """Several things on one line, such as cards or the numbers of boxes."""

    kind = "words"
    each: Shape
    optional: bool = False

    def read(self, given: Given, name: str) -> Any:
        words = self.chosen(given, name)
        if not words:
            return LEFT_OUT if self.optional else []
        return [self.each.understood(word, name) for word in words]

    def chosen(self, given: Given, name: str) -> list[str]:
        return texts_of(given, name).replace(",", " ").split()

    def said(self, value: Iterable[Any]) -> str:
        return " ".join(self.each.said(each) for each in value)


@dataclass(frozen=True, slots=True)
class Lines(Shape):
    """Several texts, a line for each."""

    kind = "lines"

    def read(self, given: Given, name: str) -> list[str]:
        return self.chosen(given, name)

    def chosen(self, given: Given, name: str) -> list[str]:
        return [line for line in texts_of(given, name).replace("\r", "").split("\n") if line]

    def said(self, value: Iterable[str]) -> str:
        return "\n".join(value)


# --- several fields


@dataclass(frozen=True, slots=True)
class LocalTime(Shape):
    """A day and a time as people there read it: the local part in a form, and its distance."""

    kind = "local"

    def understood(self, text: str, name: str) -> str:
        try:
            return datetime.fromisoformat(text).isoformat()
        except ValueError:
            raise NotUnderstood(name, "a day and a time, such as 2027-01-15T20:30") from None


@dataclass(frozen=True, slots=True)
class When(Shape):
    """A moment as a document states it, with its distance from Greenwich."""

    kind = "group"
    parts = (
        ("local", LocalTime()),
        ("from_greenwich", ChoiceShape(("+10:00", "+11:00", "+00:00"))),
    )

    def read(self, given: Given, name: str) -> Any:
        local, distance = (shape.read(given, f"{name}.{part}") for part, shape in self.parts)
        return LEFT_OUT if local is LEFT_OUT else local + ("" if distance is LEFT_OUT else distance)

    def written(self, value: str | datetime, name: str) -> Iterator[tuple[str, str]]:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        yield f"{name}.local", moment.replace(tzinfo=None).isoformat()
        yield f"{name}.from_greenwich", moment.isoformat()[-6:] if moment.tzinfo else ""


@dataclass(frozen=True, slots=True)
class Group(Shape):
    """Fields that belong together: by name, or in their order."""

    kind = "group"
    parts: tuple[tuple[str, Shape], ...]
    by_name: bool = True

    def read(self, given: Given, name: str) -> Any:
        read = {part: shape.read(given, f"{name}.{part}") for part, shape in self.parts}
        said = {part: value for part, value in read.items() if value is not LEFT_OUT}
        if all(value is False or value in ([], {}) for value in said.values()):
            return LEFT_OUT
        return said if self.by_name else list(said.values())

    def written(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        for index, (part, shape) in enumerate(self.parts):
            said = getattr(value, part) if self.by_name else value[index]
            if said is not None:
                yield from shape.written(said, f"{name}.{part}")


@dataclass(frozen=True, slots=True)
class OneKind(Shape):
    """Something of one of several kinds, each with fields of its own; the kind comes first."""

    kind = "group"
    kinds: Mapping[str, Group]
    tag: str

    def parts_in(self, given: Given, name: str) -> tuple[tuple[str, Shape], ...]:
        """The fields that there are as long as this stands in the form."""
        chosen = self.kinds.get(text_of(given, f"{name}.{self.tag}"))
        return ((self.tag, ChoiceShape(tuple(self.kinds))), *(chosen.parts if chosen else ()))

    def read(self, given: Given, name: str) -> Any:
        parts = self.parts_in(given, name)
        read = {part: shape.read(given, f"{name}.{part}") for part, shape in parts}
        said = {part: value for part, value in read.items() if value is not LEFT_OUT}
        return said if self.tag in said else LEFT_OUT

    def written(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        tag = str(value.__struct_config__.tag)
        yield f"{name}.{self.tag}", tag
        yield from self.kinds[tag].written(value, name)


@dataclass(frozen=True, slots=True)
class Rows(Shape):
    """As many of the same as somebody likes; as a list, or each under a key."""

    kind = "rows"
    each: Shape
    key: Shape | None = None

    def read(self, given: Given, name: str) -> Any:
        if self.key is None:
            rows = (self.each.read(given, f"{name}.{row}") for row in range(MOST_ROWS))
            return [row for row in rows if row is not LEFT_OUT]
        keyed = {}
        for row in range(MOST_ROWS):
            key = self.key.read(given, f"{name}.{row}.key")
            value = self.each.read(given, f"{name}.{row}")
            if key is not LEFT_OUT and value is not LEFT_OUT:
                keyed[key] = value
        return keyed

    def written(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        if self.key is None:
            for row, each in enumerate(value):
                yield from self.each.written(each, f"{name}.{row}")
            return
        for row, (key, each) in enumerate(value.items()):
            yield from self.key.written(key, f"{name}.{row}.key")
            yield from self.each.written(each, f"{name}.{row}")
