"""The entries of an amendment: additions, replacements and removals in an instrument's data file.

An entry has the fields that the data file has for the same thing, and some of its own:

- `does` is `replace` where it is left out. A replacement keeps every field that it does not name.
- `clauses` are the clauses as they stand in the instrument, all of them. In an addition they are
  the clauses of the new thing. `becomes` gives a replacement other clauses.
- `nothing` lists the fields that are to have no value: TOML cannot write a null.
- `after` names the clause, limb, row or condition that comes before the added one.

Records carry amendments in their first line, so names and order of fields are promises.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.rulebook.instrument_life import OpenTables


class AmendmentError(ValueError):
    """A flaw in an amendment; the message begins with the place in the file."""


class Does(StrEnum):
    """The effect of an entry on the thing that it names."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


class AmendedValue(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule with another value, named with every clause that states it."""

    rule: str
    clauses: tuple[str, ...]
    value: Any


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One entry of an amendment."""

    names: ClassVar[tuple[str, ...]] = ()
    """The fields that name the thing; the others are its data."""

    does: Does = Does.REPLACE

    @property
    def named(self) -> str:
        """The name of the thing, as an error shows it."""
        return ".".join(str(getattr(self, field)) for field in self.names)

    @property
    def thing(self) -> str:
        """The thing by its list and its name: `clause 3.5`."""
        kind = next(name for name, kind in ENTRIES.items() if type(self) is kind)
        return f"{kind} {self.named}"

    def fields_given(self) -> dict[str, Any]:
        """Return the fields of the data file that the entry gives."""
        given: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {
            name: each
            for name, each in given.items()
            if name not in _NOT_DATA and name not in self.names
        }


_NOT_DATA = frozenset(
    ("does", "clauses", "becomes", "nothing", "after", "heading", "section", "fixed", "only")
)
"""Fields of entries that are not fields of the data file, or that every entry has."""


class ClauseEntry(Entry, frozen=True, kw_only=True):
    """A clause, or with the number of a part the whole part, to be renumbered."""

    names: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    """The number in the instrument that is amended. A new clause whose number is still taken has
    a working number here, such as `7.1A`, and its own as `becomes`."""
    becomes: str | None = None
    """The new number. Items follow their clause, and clauses their part."""
    kind: str | None = None
    says: str | None = None
    heading: str | None = None
    """The heading of the part, where the clause is the first of a new part."""
    after: str | None = None


class Binding(Entry, frozen=True, kw_only=True):
    """An entry for a thing that clauses state."""

    clauses: tuple[str, ...] = ()
    becomes: tuple[str, ...] | None = None
    nothing: tuple[str, ...] = ()


class ValueEntry(Binding, frozen=True, kw_only=True):
    """A named value to add, to remove, or to describe in another way; `[[change]]` changes it."""

    names: ClassVar[tuple[str, ...]] = ("name",)

    name: str
    says: str | None = None
    type: str | None = None
    value: Any = UNSET
    minimum: int | None = None
    maximum: int | None = None
    readings: dict[str, str] | None = None


class OptionEntry(Binding, frozen=True, kw_only=True):
    """An option: another default, fewer readings, other bounds, or one reading for good."""

    names: ClassVar[tuple[str, ...]] = ("option",)

    option: str
    section: str | None = None
    """`promotion`, for an added option of promotional prizes."""
    fixed: Any = UNSET
    """The reading that every table has from now on."""
    only: tuple[str, ...] | None = None
    """The readings that remain."""
    default: Any = UNSET
    minimum: int | str | None = None
    maximum: int | str | None = None
    says: str | None = None
    type: str | None = None
    readings: dict[str, str] | None = None
    required: bool | None = None
    exclusive: tuple[tuple[str, ...], ...] | None = None
    unless: str | None = None
    needs: dict[str, dict[str, Any]] | None = None
    always: tuple[str, ...] | None = None
    since: str | None = None
    before: Any = UNSET


class RuleEntry(Binding, frozen=True, kw_only=True):
    """A rule of the law: other clauses, another value, or a rule that the game may lack."""

    names: ClassVar[tuple[str, ...]] = ("section", "rule")

    section: str
    rule: str | tuple[str, ...]
    """The names on the way to it with dots between them, or as a list."""
    value: Any = UNSET
    only_if: dict[str, Any] | None = msgspec.field(default=None, name="if")
    why: str | None = None

    @property
    def named(self) -> str:
        rule = self.rule if isinstance(self.rule, str) else ".".join(self.rule)
        return f"{self.section}.{rule}"


class SettlementEntry(Binding, frozen=True, kw_only=True):
    """An entry for a limb or for a row of a pay table."""

    table: str
    when: dict[str, Any] | None = None
    outcome: str | None = None
    pays: str | dict[str, Any] | None = None
    over: tuple[str, ...] | None = None
    called: str | None = None
    """The name of the event on signs and in odds."""
    only_if: dict[str, Any] | None = msgspec.field(default=None, name="if")
    why: str | None = None
    after: str | None = None


class LimbEntry(SettlementEntry, frozen=True, kw_only=True):
    """A limb of a settlement table."""

    names: ClassVar[tuple[str, ...]] = ("table", "limb")

    limb: str


class RowEntry(SettlementEntry, frozen=True, kw_only=True):
    """A row of a pay table."""

    names: ClassVar[tuple[str, ...]] = ("table", "row")

    row: str


class ConditionEntry(Binding, frozen=True, kw_only=True):
    """Something that the conditions of a tournament must, or may, contain."""

    names: ClassVar[tuple[str, ...]] = ("condition",)

    condition: str
    why: str | None = None
    after: str | None = None


class Amendment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The difference of a variant from the approved instrument: `rulebook.amendments`."""

    amends: str
    """The id of the approved instrument."""
    id: str
    title: str
    changes: tuple[AmendedValue, ...] = msgspec.field(default=(), name="change")
    commences: str | None = None
    """The day from which it takes the place of what it amends, if it is to."""
    open_tables: OpenTables | None = None
    clauses: tuple[ClauseEntry, ...] = msgspec.field(default=(), name="clause")
    values: tuple[ValueEntry, ...] = msgspec.field(default=(), name="value")
    options: tuple[OptionEntry, ...] = msgspec.field(default=(), name="option")
    rules: tuple[RuleEntry, ...] = msgspec.field(default=(), name="rule")
    limbs: tuple[LimbEntry, ...] = msgspec.field(default=(), name="limb")
    rows: tuple[RowEntry, ...] = msgspec.field(default=(), name="row")
    conditions: tuple[ConditionEntry, ...] = msgspec.field(default=(), name="condition")

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """Return one of the lists beside `change`, by its name in a file."""
        found: tuple[Entry, ...] = getattr(self, list_field(kind))
        return found


ENTRIES: dict[str, type[Entry]] = {
    "clause": ClauseEntry,
    "value": ValueEntry,
    "option": OptionEntry,
    "rule": RuleEntry,
    "limb": LimbEntry,
    "row": RowEntry,
    "condition": ConditionEntry,
}
"""The lists of an amendment beside `change`, in the order in which a file has them."""


def list_field(kind: str) -> str:
    """Return the field of `Amendment` that has a list of a file: `clauses` for `[[clause]]`."""
    return f"{kind}s"


def is_given(field: object) -> bool:
    """True if an entry names a field."""
    return field is not None and not isinstance(field, UnsetType)
