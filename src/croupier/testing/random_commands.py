"""Commands at random: well formed by their types, and mostly out of place."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import zip_longest
from random import Random
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

from croupier.aggregate.acts import OneOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound="Command")

WORDS = ("because", "opening", "rules", "fraud", "casino", "9.1", "two\nlines", "<b>", "\u2028", "")


class StructValues:
    """Values for the fields of structs: by the name of a field where that is known, or by its type.

    The plainest value comes first, so `least` is as little as a struct can say.
    """

    def __init__(self, by_name: Mapping[str, Sequence[Any]], numbers: Sequence[int]) -> None:
        self._by_name = by_name
        self._numbers = tuple(numbers)
        self._fields: dict[type, tuple[tuple[str, bool, tuple[Any, ...]], ...]] = {}

    def fields_of(
        self, kind: type[msgspec.Struct]
    ) -> tuple[tuple[str, bool, tuple[Any, ...]], ...]:
        """Return each field of a struct with its name, whether it is required, and its values."""
        if kind not in self._fields:
            hints = _hints(kind)
            self._fields[kind] = tuple(
                (field.name, field.required, self.values_of(hints[field.name], field.name))
                for field in _fields(kind)
            )
        return self._fields[kind]

    def values_of(self, kind: Any, name: str = "") -> tuple[Any, ...]:
        """Return some values of a type, the plainest first."""
        origin, parts = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            each = [self.values_of(part, name) for part in parts]
            mixed = zip_longest(*each, fillvalue=msgspec.UNSET)
            return tuple(value for row in mixed for value in row if value is not msgspec.UNSET)
        if origin is tuple:
            if parts[1:] == (...,):
                some = self.values_of(parts[0])
                return ((), some[:1], some[:2], (some[0], some[0]))
            columns = [self.values_of(part) for part in parts]
            return tuple(zip(*columns, strict=False))
        if origin is dict:
            return self._mappings(parts[1])
        if origin is Literal:
            return parts
        return self._plain(kind, name)

    def _mappings(self, kind: Any) -> tuple[dict[str, Any], ...]:
        value, keys = self.values_of(kind), self._by_name.get("wager", ("main",))
        several = {keys[1 % len(keys)]: value[-1], keys[7 % len(keys)]: value[1 % len(value)]}
        return ({}, {keys[0]: value[0]}, several, {"keno": value[0]})

    def _plain(self, kind: Any, name: str) -> tuple[Any, ...]:
        if kind is type(None):
            return (None,)
        if kind is bool:
            return (True, False)
        if issubclass(kind, Enum):
            return tuple(kind)
        if issubclass(kind, msgspec.Struct):
            return (self.least(kind), *(self.anything(kind, Random(seed)) for seed in range(4)))
        said = self._by_name.get(name)
        if said and isinstance(said[0], kind):
            return tuple(said)
        return self._numbers if kind is int else WORDS

    def least(self, kind: type[S]) -> S:
        """Return as little as a struct can say."""
        fields = self.fields_of(kind)
        return kind(**{name: values[0] for name, required, values in fields if required})

    def anything(self, kind: type[S], chance: Random) -> S:
        """Return anything at all that a struct can say."""
        said = {
            name: chance.choice(values)
            for name, required, values in self.fields_of(kind)
            if required or chance.random() < 0.5
        }
        return kind(**said)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _listed(kind: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """Return the values that the fields of a command declare by `OneOf`."""
    found: dict[str, tuple[str, ...]] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for part in (hint, *get_args(hint)):
            if get_origin(part) is Annotated:
                for note in part.__metadata__:
                    if isinstance(note, OneOf):
                        found[name] = note.values
    return found


def command_at(table: Table, kind: type[C], names: Sequence[str], chance: Random) -> C:
    """Return a command that speaks of what is at a table now, and may well be accepted."""
    wagers = table.wagers
    boxes = [wager.box for wager in wagers] or [*table.boxes]
    kinds = (*table.game.wagers, *(wager.wager for wager in wagers))
    limits = table.sign.of(kinds[0])
    most = limits.maximum or 10 * limits.minimum
    amounts = (limits.minimum, 2 * limits.minimum, limits.minimum // 2, most, 2 * most)
    number = table.number
    clauses = [clause.id for clause in table.game.instrument.clauses]
    by_name: dict[str, tuple[Any, ...]] = {
        **dict.fromkeys(("player", "person", "for_player", "on"), (*names, "zed", "")),
        **dict.fromkeys(("box", "to_box"), (*boxes, *table.boxes, 0, 99)),
        **dict.fromkeys(
            ("amount", "minimum", "maximum", "limit"),
            (*amounts, *(w.amount for w in wagers), 12_34, 0, -10_00),
        ),
        **dict.fromkeys(("hand", "place", "draw"), (1, 2, 3, 0, 6)),
        **dict.fromkeys(("wager", "to"), (*kinds, "keno")),
        "round": (number, number - 1, 0, 99),
        "number": (len(table.disputes), 1, 0),
        "rounds": (5, 1, 0, -1),
        "cards": (52, 3, 1, 0),
        "seconds": (10, 0, -1),
        "at": (table.shoe.remaining // 2, 26, 1, 0, 999),
        "from_back": (52, 12, 1, 0, 999),
        "clause": (*chance.sample(clauses, min(3, len(clauses))), "99.9"),
        "commitment": ("0" * 64, "x"),
        "checked_by_supervisor": ("sue", ""),
        "checked_by_dealer": ("dan", ""),
        "device": ("shoe", "shuffler", "hat"),
        "date": ("2026-01-01", "soon"),
        "commences": ("2026-06-01", "soon"),
        "secret": ("00" * 32, ""),
        **dict.fromkeys(
            ("closes", "opens", "takes_effect", "valid_until"),
            (table.at + 1_200_000, table.at + 10**9, table.at - 1),
        ),
    }
    values = StructValues(by_name, (1, 2, 3, 0, -1, 10_00))
    act, listed = table.game.acts[kind], _listed(kind)
    hints, said = _hints(kind), dict[str, Any]()
    for field in _fields(kind):
        if not field.required and chance.random() < 0.3:
            continue
        some = values.values_of(hints[field.name], field.name)
        if field.name in act.lists:
            some = tuple(act.lists[field.name](table)) or some
        elif field.name in listed and chance.random() < 0.9:
            some = listed[field.name]
        said[field.name] = _like(hints[field.name], chance.choice(some))
    if kind.names_lying_wager and wagers and chance.random() < 0.8:
        lying = chance.choice(wagers)
        of_it = {"player": lying.player, "box": lying.box, "wager": lying.wager}
        said |= {name: value for name, value in of_it.items() if name in hints}
    return kind(**said)


def _like(hint: Any, value: Any) -> Any:
    """Return a listed text as the value that a field of this type has."""
    return hint(value) if isinstance(hint, type) and issubclass(hint, Enum) else value
