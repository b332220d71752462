"""The data file of an instrument as places: where a clause, an option, a rule or a limb stands.

A `Draft` is a copy of the data file that an amendment is compared with or applied to. It finds the
`Place` of the thing that an entry names, whether that thing stands there or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.rulebook.amendment_entries import (
    AmendmentError,
    ClauseEntry,
    ConditionEntry,
    Does,
    Entry,
    LimbEntry,
    OptionEntry,
    RowEntry,
    RuleEntry,
    SettlementEntry,
    ValueEntry,
)
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.rule_values import Value, filled

Fields = dict[str, Any]

BINDING = frozenset(("value", "clauses", "why", "if"))
"""The fields of a rule in the law of a data file."""
ELSEWHERE = {
    ("round", "limbs"): "[[limb]]",
    ("round", "pay_tables"): "[[row]]",
    ("tournament", "contents"): "[[condition]]",
}
"""Parts of the law that have a list of their own in an amendment."""
_NAMED = re.compile(r"\{([A-Za-z0-9_, ]+)\}")


# --- the law as rules


def is_binding(bound: object, ids: Mapping[str, object]) -> bool:
    """True if a part of the law is one rule, and False if it is a group of rules."""
    if isinstance(bound, dict):
        if isinstance(value := bound.get("value"), list) and "clauses" not in bound:
            return not any(each in ids for each in value)  # a rule that is called value
        return ("clauses" in bound or "value" in bound) and set(bound) <= BINDING
    return True


def fields_of(bound: Any, ids: Mapping[str, object]) -> Fields:
    """Return the fields of a rule, however the data file writes it."""
    if isinstance(bound, dict):
        return dict(bound)
    if isinstance(bound, list) and all(each in ids for each in bound):
        return {"clauses": list(bound)}
    return {} if bound is None else {"value": bound}


def bound_by(fields: Fields) -> Any:
    """Return a rule as the data file writes it; a rule without anything is null there."""
    if not fields:
        return None
    if set(fields) == {"clauses"}:
        return fields["clauses"]
    if set(fields) == {"value"}:
        return fields["value"]
    return fields


def leaves(law: Mapping[str, Any], ids: Mapping[str, object]) -> Iterator[tuple[str, str, Any]]:
    """Yield every rule of the law that `[[rule]]` amends, with its section and its path."""
    for section, group in law.items():
        for path, bound in rules_in(group, ids):
            if (section, path[0]) not in ELSEWHERE:
                yield section, ".".join(path), bound


def rules_in(
    group: Mapping[str, Any], ids: Mapping[str, object], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every rule, limb, row and condition of a section, with the names on the way to it."""
    for name, bound in group.items():
        is_limb = isinstance(bound, dict) and {"clauses", "when"} <= bound.keys()
        if is_limb or is_binding(bound, ids):
            yield (*above, name), bound
        else:
            yield from rules_in(bound, ids, (*above, name))


def citations_of(law: Any, place: str, ids: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    """Yield every list of clauses in the law, with its place."""
    if isinstance(law, list):
        if all(isinstance(each, str) for each in law) and any(each in ids for each in law):
            yield place, law
    elif isinstance(law, dict):
        skipped = _NO_CITATIONS if "clauses" in law else ()
        for name, each in law.items():
            if name not in skipped:
                yield from citations_of(each, f"{place}.{name}" if place else name, ids)


_NO_CITATIONS = ("value", "when", "over", "if", "why")


def values_named_in(data: Any) -> set[str]:
    """Return the names of values in braces, in the texts and the keys of data."""
    if isinstance(data, str):
        found = (name for names in _NAMED.findall(data) for name in names.split(", "))
        return {name.lower() for name in found}
    if isinstance(data, list):
        return {name for each in data for name in values_named_in(each)}
    if isinstance(data, dict):
        return {name for item in data.items() for each in item for name in values_named_in(each)}
    return set()


def values_used_in(data: Mapping[str, Any]) -> set[str]:
    """Return the named values of a data file that its rules and the bounds of its options have."""
    options = [*data["options"], *data.get("promotion_options", ())]
    bounds = [option.get(field) for option in options for field in BOUNDS]
    return values_named_in([data.get("law", {}), bounds]) | _conditions(data.get("law", {}))


def _conditions(law: Any) -> set[str]:
    """Return the named values on which rules depend by an `if`."""
    if isinstance(law, list):
        return {name for each in law for name in _conditions(each)}
    if not isinstance(law, dict):
        return set()
    own = law["if"] if isinstance(law.get("if"), dict) else {}
    return {*own} | {name for each in law.values() for name in _conditions(each)}


BOUNDS = ("default", "minimum", "maximum")
"""The fields of an option that a named value may stand in."""


# --- places


DROPPED = object()
"""A field that a replacement takes away."""


@dataclass
class Place:
    """The place of one thing in the data file, whether it stands there or not."""

    container: Any
    """A list of objects, or the object that has the thing by its name."""
    key: str
    name_field: str = ""
    """In a list, the field that has the name."""
    group: bool = False
    """True for rules that stand in a group."""
    above: tuple[tuple[Fields, str], ...] = ()
    """The groups that it stands in, with its name or the name of the next group in each."""

    def names(self) -> list[str]:
        if isinstance(self.container, list):
            return [each[self.name_field] for each in self.container]
        return list(self.container)

    def now(self, ids: Mapping[str, object]) -> Fields | None:
        """Return the fields of the thing as it stands; None if there is none."""
        if isinstance(self.container, list):
            found = (each for each in self.container if each[self.name_field] == self.key)
            return next(found, None)
        if self.key not in self.container:
            return None
        bound = self.container[self.key]
        if self.group:
            cited = (id for _, each in citations_of(bound, "", ids) for id in each)
            return {"clauses": list(dict.fromkeys(cited))}
        return fields_of(bound, ids)

    def put(self, fields: Fields, after: str | None = None) -> None:
        fields = {name: each for name, each in fields.items() if each is not DROPPED}
        if isinstance(self.container, list):
            self._put_into_list({self.name_field: self.key, **fields}, after)
            return
        for at, (container, key) in enumerate(self.above):
            inner = self.above[at + 1][0] if at + 1 < len(self.above) else self.container
            container[key] = inner
        if self.key in self.container or after is None:
            self.container[self.key] = bound_by(fields)
            return
        rest = list(self.container.items())
        place = next((at + 1 for at, (name, _) in enumerate(rest) if name == after), 0)
        rest.insert(place, (self.key, bound_by(fields)))
        self.container.clear()
        self.container.update(rest)

    def _put_into_list(self, fields: Fields, after: str | None) -> None:
        names = self.names()
        if self.key in names:
            self.container[names.index(self.key)] = fields
        elif after is None:
            self.container.append(fields)
        else:
            self.container.insert(names.index(after) + 1 if after else 0, fields)

    def drop(self) -> None:
        if isinstance(self.container, list):
            del self.container[self.names().index(self.key)]
            return
        del self.container[self.key]
        emptied = self.container
        for container, key in reversed(self.above):
            if emptied:
                return
            del container[key]
            emptied = container


class Draft:
    """The data file of an instrument while an amendment is compared with it or applied to it."""

    def __init__(self, data: dict[str, Any], rules: list[Value], id: str) -> None:
        self.data = data
        self.id = id
        self.clauses: list[dict[str, Any]] = data["clauses"]
        self.law: dict[str, Any] = data.get("law", {})
        self.values = {rule.name: rule for rule in rules}
        self._new_tables: dict[tuple[str, str], Fields] = {}
        """Tables that entries add, by kind and name."""
        self.values_before = dict(self.values)
        self.values_removed: frozenset[str] = frozenset()
        """Values that an entry removes, so that the text of a clause need not name them."""
        self.marks: dict[str, list[str]] = {}
        """Remarks on amended clauses, by their numbers before they are renumbered."""

    @property
    def ids(self) -> dict[str, dict[str, Any]]:
        return {clause["id"]: clause for clause in self.clauses}

    @property
    def options(self) -> list[Fields]:
        """The options of tables and those of promotions."""
        return [*self.data["options"], *self.data.get("promotion_options", ())]

    @property
    def history(self) -> list[Fields]:
        """The corrections and the powers of the operator, with the clauses of each."""
        return [*self.data.get("corrections", ()), *self.data.get("operator_powers", ())]

    def in_words(self, text: Any) -> Any:
        """Return text of the data file with its values as they stood before."""
        return filled(text, {**self.values, **self.values_before})

    def place(self, entry: Entry, here: str) -> Place:
        """Return the place of the thing that an entry names."""
        match entry:
            case ClauseEntry():
                return Place(self.clauses, entry.id, "id")
            case ValueEntry():
                return Place(self.data.setdefault("values", []), entry.name, "name")
            case OptionEntry():
                promotional = self.data.get("promotion_options", [])
                named = entry.section == "promotion" or entry.option in {
                    each["name"] for each in promotional
                }
                listed = promotional if named else self.data["options"]
                return Place(listed, entry.option, "name")
            case ConditionEntry():
                contents = self._group(("tournament", "contents"), here)
                return Place(contents, entry.condition)
            case LimbEntry():
                return self._settlement("limbs", entry, entry.limb, here)
            case RowEntry():
                return self._settlement("pay_tables", entry, entry.row, here)
            case RuleEntry():
                return self._rule(entry, here)
        raise TypeError(f"not an entry: {entry!r}")

    def _group(self, path: tuple[str, str], here: str) -> Fields:
        found = self.law.get(path[0], {}).get(path[1])
        if not isinstance(found, dict):
            raise AmendmentError(f"{here}: {self.id} has no law.{'.'.join(path)}")
        return found

    def _settlement(self, kind: str, entry: SettlementEntry, name: str, here: str) -> Place:
        tables = self._group(("round", kind), here)
        if entry.table not in tables and entry.does is Does.ADD:
            rows = self._new_tables.setdefault((kind, entry.table), {})
            return Place(rows, name, above=((tables, entry.table),))
        if entry.table not in tables:
            near = did_you_mean(entry.table, tables)
            known = ", ".join(tables)
            raise AmendmentError(f"{here}.table: no table {entry.table}, only {known}{near}")
        return Place(tables[entry.table], name, above=((tables, entry.table),))

    def _rule(self, entry: RuleEntry, here: str) -> Place:
        if entry.section not in self.law:
            near = did_you_mean(entry.section, self.law)
            known = ", ".join(self.law)
            raise AmendmentError(f"{here}.section: {entry.section} is not one of {known}{near}")
        section = self.law[entry.section]
        whole = isinstance(entry.rule, str)
        rest = entry.rule if isinstance(entry.rule, str) else "\0".join(entry.rule)
        place = _walk(section, rest, "." if whole else "\0", self.ids, ())
        first = (entry.section, (rest.split("." if whole else "\0"))[0])
        if first in ELSEWHERE:
            raise AmendmentError(f"{here}.rule: {entry.named} is amended with {ELSEWHERE[first]}")
        return place

    def remark(self, clauses: Iterable[str], remark: str) -> None:
        for id in clauses:
            self.marks.setdefault(id, []).append(remark)


def _walk(
    group: Fields,
    rest: str,
    dot: str,
    ids: Mapping[str, object],
    above: tuple[tuple[Fields, str], ...],
) -> Place:
    """Return the place of a dotted name; a name in the file may have dots itself."""
    if rest in group:
        return Place(group, rest, group=not is_binding(group[rest], ids), above=above)
    for name in sorted(group, key=len, reverse=True):
        inner = group[name]
        if rest.startswith(name + dot) and not is_binding(inner, ids):
            return _walk(inner, rest[len(name) + 1 :], dot, ids, (*above, (group, name)))
    first, more, last = rest.partition(dot)
    if more and first not in group:
        return _walk({}, last, dot, ids, (*above, (group, first)))
    return Place(group, rest, above=above)
