"""Forms for commands, made from the commands themselves: nothing of a command is written twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from croupier.aggregate import free_text
from croupier.aggregate.acts import OneOf
from croupier.cards import Card
from croupier.decoding_errors import mistake_in
from croupier.web.console import listed
from croupier.web.console.field_shapes import (
    LEFT_OUT,
    MOST_ROWS,
    ChoiceShape,
    Flag,
    Group,
    LegalList,
    Lines,
    MomentShape,
    Money,
    NotUnderstood,
    Number,
    OneCard,
    OneKind,
    Rows,
    Several,
    Shape,
    Text,
    When,
    Words,
    YesOrNo,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.web.console.field_shapes import Given
    from croupier.web.console.listed import Listed

S = TypeVar("S", bound=msgspec.Struct)

MONEY = frozenset({
    "amount", "float", "limit", "limits", "minimum", "maximum", "multiples", "paid", "chips",
    "wagered", "entry_fee", "buy_in", "cost", "each", "pool", "value", "cash_alternative",
})  # fmt: skip
"""Fields that are amounts, wherever they stand."""
MOMENTS = frozenset({"opens", "closes", "takes_effect", "valid_until", "starts"})
LONG = frozenset({
    "reason", "statement", "words", "decision", "outcome", "what", "result", "text", "notice",
    "direction",
})  # fmt: skip
"""Fields in which somebody explains something."""
EITHER_WAY = frozenset({"offered"})
"""Fields in which a no is said as a yes is."""
LOCAL_TIMES = frozenset({"starts", "withdraw_until"})
"""Fields of a document that state a moment in words."""
ON_ONE_LINE = frozenset({"percent", "prizes"})
IN_ORDER = frozenset({"players", "taken"})
"""Fields in which it matters who comes first."""
MOST_IN_ORDER = 12
"""How many are put in order by choosing; more are written on lines."""
_PAIRS = {"limits": ("least", "most"), "laid_on": ("box", "hand"), "overlooked": ("player", "box")}
"""What the parts of a pair are called."""
_OF_A_WAGER, ROUND = ("player", "box", "wager"), "round"
_SPOKEN = {
    "draw": "which card of the round, in the order dealt",
    "local": "day and time",
    "from_greenwich": "from Greenwich",
}
"""Names that say little to whoever fills in a form."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form, or several that belong together, as it is shown."""

    name: str
    label: str
    shape: Shape
    required: bool
    values: Mapping[str, list[str]]
    """What stands in the fields of the whole form."""
    error: str = ""
    lists: Listed = field(default_factory=dict)
    """What is known to stand in fields, by the name of a field or of a list."""
    names_anybody: bool = False
    """Whether players may be named who are not in the list."""

    @property
    def kind(self) -> str:
        """Which part of the template shows it: a list to choose from, where there is one."""
        if not self.choices or self.suggests:
            return self.shape.kind
        if not isinstance(self.shape, Lines | Words):
            return "listed"
        if self._last not in IN_ORDER:
            return "any-listed"
        return "listed-in-order" if len(self.choices) <= MOST_IN_ORDER else self.shape.kind

    @property
    def value(self) -> str:
        return self.values.get(self.name, [""])[0]

    @property
    def _last(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def choices(self) -> Mapping[str, str]:
        """What may stand here, each with what it is called; nothing, where no list is known."""
        if not _is_chosen(self.shape):
            return {}
        names = (self.name, self._last, listed.list_of(self.name))
        found = next((self.lists[name] for name in names if self.lists.get(name)), {})
        return {} if self._last == "key" and len(found) > MOST_ROWS else found

    @property
    def chosen(self) -> list[str]:
        """What stands in a field of several."""
        assert isinstance(self.shape, Lines | Words)
        return self.shape.chosen(self.values, self.name)

    @property
    def suggests(self) -> str:
        """Which list is at hand while somebody types, where others may be named too: people who
        are not there, and rounds that are too old to be listed.
        """
        known = listed.list_of(self.name)
        if known == listed.PEOPLE_LIST:
            anybody = self.names_anybody or self._last in listed.OF_ANYBODY
            return known if anybody else ""
        old = known == listed.ROUNDS and self.choices and "1" not in self.choices
        return known if old else ""

    @property
    def parts(self) -> Iterator[Field]:
        """The fields of a group; those of something of a kind once the kind is chosen."""
        if isinstance(self.shape, OneKind):
            inner: tuple[tuple[str, Shape], ...] = self.shape.parts_in(self.values, self.name)
        else:
            assert isinstance(self.shape, Group | When)
            inner = self.shape.parts
        for part, shape in inner:
            yield self._within(f"{self.name}.{part}", part, shape)

    @property
    def rows(self) -> Iterator[list[Field]]:
        """The rows that are filled in, and one more."""
        assert isinstance(self.shape, Rows)
        for row in range(self._filled() + 1):
            name = f"{self.name}.{row}"
            fields = []
            if self.shape.key is not None:
                fields.append(self._within(f"{name}.key", "for", self.shape.key))
            each = self._within(name, self.label, self.shape.each)
            fields += each.parts if isinstance(self.shape.each, Group | OneKind) else [each]
            yield fields

    def _filled(self) -> int:
        """How many rows there are, up to the last with something in it."""
        said = (field for field, texts in self.values.items() if any(texts))
        rows = (field.removeprefix(f"{self.name}.").partition(".")[0] for field in said)
        known = {str(row): row + 1 for row in range(MOST_ROWS)}
        return max((known.get(row, 0) for row in rows), default=0)

    def _within(self, name: str, label: str, shape: Shape) -> Field:
        return replace(self, name=name, label=_spoken(label), shape=shape, required=False, error="")


def fields_of(
    kind: type[msgspec.Struct],
    values: Mapping[str, list[str]],
    errors: Mapping[str, str] = {},
    lists: Mapping[str, Mapping[str, str]] = {},
    *,
    names_anybody: bool = False,
) -> list[Field]:
    """The fields of the form for a command or a step, with what is known to stand in them."""
    required = {each.name: each.required for each in msgspec.structs.fields(kind)}
    fields = [
        Field(
            name, _spoken(name), shape, required[name], values, errors.get(name, ""), lists,
            names_anybody,
        )
        for name, shape in shapes_of(kind).items()
    ]  # fmt: skip
    if not _is_of_lying_wager(kind):
        return fields
    lying = lists.get(listed.LYING, {})
    before = lists.get(listed.LAST_ROUND, {}) if ROUND in required else {}
    if not (lying or before):
        return fields
    together = lists.get(listed.LYING_TOGETHER, {}) if _means_every_wager(kind) else {}
    return _one_wager(fields, {**lying, **together, **before})


def _is_of_lying_wager(kind: type[msgspec.Struct]) -> bool:
    return getattr(kind, "names_lying_wager", False)


def _means_every_wager(kind: type[msgspec.Struct]) -> bool:
    """Whether all of a player's wagers on a box are meant where none is named."""
    return any(
        each.name == "wager" and each.default is None for each in msgspec.structs.fields(kind)
    )


def _one_wager(fields: list[Field], lying: Mapping[str, str]) -> list[Field]:
    """Player, box and wager are one choice among what lies on the layout."""
    first, error = fields[0], "".join(each.error for each in fields if each.name in _OF_A_WAGER)
    said = {name: text_of(first.values, name) for name in _OF_A_WAGER}
    known = (
        listed.lying(said["box"], said["wager"], said["player"])
        if said["player"] and said["box"]
        else ""
    )
    chosen = text_of(first.values, listed.LYING) or known
    one = replace(
        first, name=listed.LYING, label="which wager", required=True, error=error,
        values={**first.values, listed.LYING: [chosen]},
        lists={**first.lists, listed.LYING: lying},
    )  # fmt: skip
    return [one, *(each for each in fields if each.name not in (*_OF_A_WAGER, ROUND))]


def _is_chosen(shape: Shape) -> bool:
    """Whether there can be a list of what stands in a field of this shape."""
    if isinstance(shape, Text):
        return not shape.long
    if isinstance(shape, Words):
        return isinstance(shape.each, Number)
    return isinstance(shape, Number | Lines)


def _spoken(name: str) -> str:
    return _SPOKEN.get(name, name.replace("_", " "))


def in_words(error: NotUnderstood) -> str:
    """What cannot be read, said of the field as its label calls it; rows are counted from 1."""
    parts = [each for each in re.split(r"[.\[\]]+", error.field) if each]
    called = " ".join(str(int(each) + 1) if each.isdecimal() else _spoken(each) for each in parts)
    return f"{called}: {error.wanted}"


def written(asked: msgspec.Struct) -> dict[str, list[str]]:
    """The fields in which something that can be asked would stand."""
    fields: dict[str, list[str]] = {}
    for name, shape in shapes_of(type(asked)).items():
        value = getattr(asked, name)
        if value is not None:
            for field, text in shape.written(value, name):
                fields.setdefault(field, []).append(text)
    return fields


def by_default(kind: type[msgspec.Struct]) -> dict[str, list[str]]:
    """What stands in the form before anybody has touched it."""
    fields: dict[str, list[str]] = {}
    shapes = shapes_of(kind)
    for asked in msgspec.structs.fields(kind):
        if asked.default not in (msgspec.NODEFAULT, None):
            for name, text in shapes[asked.name].written(asked.default, asked.name):
                fields.setdefault(name, []).append(text)
    return fields


def read(kind: type[S], given: Given) -> S:
    """What a form asks for, or `NotUnderstood` with the field that is to blame."""
    if _is_of_lying_wager(kind) and (wager := text_of(given, listed.LYING)):
        given = {**given, **{name: [said] for name, said in listed.told_apart(wager).items()}}
    said = {name: shape.read(given, name) for name, shape in shapes_of(kind).items()}
    plain = {name: value for name, value in said.items() if value is not LEFT_OUT}
    for asked in msgspec.structs.fields(kind):
        if asked.required and asked.name not in plain:
            if type(None) not in get_args(asked.type):
                raise NotUnderstood(asked.name, "it is needed")
            plain[asked.name] = None
    config = kind.__struct_config__
    plain[config.tag_field or ""] = config.tag
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, kind)
        raise NotUnderstood(mistake.path or "form", mistake.wrong) from None


@cache
def shapes_of(kind: type[msgspec.Struct]) -> dict[str, Shape]:
    """By the name of each field of a struct, the shape it has in a form."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: _shape(hints[each.name], each.name) for each in msgspec.structs.fields(kind)}


def _shape(kind: Any, name: str) -> Shape:
    if kind is bool:
        return YesOrNo() if name in EITHER_WAY else Flag()
    if kind is int:
        return Money() if name in MONEY else MomentShape() if name in MOMENTS else Number()
    if kind is str:
        return When() if name in LOCAL_TIMES else Text(long=name in LONG)
    if kind is Card:
        return OneCard()
    if kind is datetime:
        return When()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ChoiceShape(tuple(member.value for member in kind))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return Group(tuple(shapes_of(kind).items()))
    return _composed(kind, name)


def _composed(kind: Any, name: str) -> Shape:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        listed = [each.values for each in parts[1:] if isinstance(each, OneOf)]
        return LegalList(listed[0]) if listed else _shape(parts[0], name)
    if origin in (Union, UnionType):
        return _either(tuple(part for part in parts if part is not type(None)), name)
    if origin is dict:
        return Rows(_shape(parts[1], name), key=_shape(parts[0], "key"))
    if origin is tuple and parts[-1] is not Ellipsis:
        named = zip(_PAIRS[name], parts, strict=True)
        money = name in MONEY
        return Group(
            tuple((part, Money() if money else _shape(kind, part)) for part, kind in named),
            by_name=False,
        )
    if origin is tuple:
        return _many(parts[0], name)
    raise TypeError(f"{name}: no form has a field for {kind}")


def _either(parts: tuple[Any, ...], name: str) -> Shape:
    if parts == (bool,):
        return YesOrNo()
    if len(parts) == 1:
        shape = _shape(parts[0], name)
        return Words(shape.each, optional=True) if isinstance(shape, Words) else shape
    if all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in parts):
        return OneKind(
            {
                str(part.__struct_config__.tag): Group(tuple(shapes_of(part).items()))
                for part in parts
            },
            tag=parts[0].__struct_config__.tag_field,
        )
    values = [value for part in parts for value in get_args(part) if get_origin(part) is Literal]
    if int in parts:
        values += range(1, 13)
    return ChoiceShape(tuple(values))


def _many(each: Any, name: str) -> Shape:
    if each in (str, free_text.Text):
        return Words(Text()) if name in ON_ONE_LINE else Lines()
    shape = _shape(each, name)
    if isinstance(shape, ChoiceShape):
        return Several(tuple(map(str, shape.values)))
    if isinstance(shape, Group | OneKind):
        return Rows(shape)
    return Words(shape)
