"""The difference of two instruments of one game, written as an amendment of the first.

A new edition can be read as a list of what it changes. `difference` compares two data files, and
lists beside the amendment what no amendment can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from croupier.rulebook.amendment_entries import (
    ENTRIES,
    Amendment,
    AmendmentError,
    ClauseEntry,
)
from croupier.rulebook.amendments import amendment_of
from croupier.rulebook.clause_numbers import new_numbers, parent_of, part_of, with_numbers
from croupier.rulebook.data_file_draft import Fields, fields_of, rules_in
from croupier.rulebook.differences import ClauseChange, compare, is_written
from croupier.rulebook.instruments import read_data


class Unsaid(msgspec.Struct, frozen=True):
    """A difference that no amendment can say."""

    place: str
    reason: str
    """The reason, which names the procedure that the difference needs."""


class InstrumentDifference(msgspec.Struct, frozen=True):
    """An amendment that makes one instrument of another, as far as one can."""

    amendment: Amendment
    unsaid: tuple[Unsaid, ...] = ()


def difference(before: str, after: str, *, id: str, title: str) -> InstrumentDifference:
    """Return the amendment of the first instrument that gives it the law of the second."""
    first, second = msgspec.json.decode(read_data(before)), msgspec.json.decode(read_data(after))
    if first["engine"] != second["engine"]:
        raise ValueError(
            f"{before} is played with {first['engine']} and {after} with {second['engine']}: "
            "an amendment cannot change the game"
        )
    found = _Difference(before, after, first, second)
    lists = found.lists()
    head = {"amends": before, "id": id, "title": title}
    while True:
        given = {name: [*entries.values()] for name, entries in lists.items() if entries}
        try:
            return InstrumentDifference(amendment_of({**head, **given}), tuple(found.unsaid))
        except AmendmentError as error:
            place = re.match(r"(\w+)\[(\d+)\]", str(error))
            if place is None or place[1] not in lists:
                raise
            name = list(lists[place[1]])[int(place[2])]
            del lists[place[1]][name]
            reason = str(error).removeprefix(place[0]).lstrip(":. ")
            found.unsaid.append(Unsaid(f"{place[1]} {name}", reason))


class _Difference:
    """The data files of two instruments, with the clauses of each by the numbers of the other."""

    def __init__(self, before: str, after: str, first: Fields, second: Fields) -> None:
        self.first = first
        self.second = second
        self.unsaid: list[Unsaid] = []
        self.old = {clause["id"]: clause for clause in first["clauses"]}
        self.new = {clause["id"]: clause for clause in second["clauses"]}
        self.becomes = dict(_pairs(before, after, self.old, self.new))
        """The new numbers of the clauses that remain."""
        self.working: dict[str, str] = {number: id for id, number in self.becomes.items()}
        """The numbers of all clauses of the second instrument as the amendment speaks of them."""
        self.moved: dict[str, str] = {}
        """The clauses whose number the amendment has to state."""
        self._number()

    def _number(self) -> None:
        for id, number in self.becomes.items():
            if self._inherited(id) != number:
                self.moved[id] = number
        for number in self.new:
            if number not in self.working:
                id = self._working_number(number)
                self.working[number] = id
                if self._inherited(id) != number:
                    self.moved[id] = number

    def _inherited(self, id: str) -> str:
        entries = [ClauseEntry(id=each, becomes=number) for each, number in self.moved.items()]
        return new_numbers([id], entries).get(id, id)

    def _working_number(self, number: str) -> str:
        """Return a number for a new clause that no clause has yet."""
        taken = {*self.old, *self.working.values()}
        above = parent_of(number)
        if above is None or not number.startswith(f"{above}("):
            return number if number not in taken else f"{number}X"
        suffix = number[len(above) :]
        id = self.working[above] + suffix
        return id if id not in taken else f"{self.working[above]}(new{suffix[1:]}"

    def lists(self) -> dict[str, dict[str, Fields]]:
        """Return the entries of the amendment by list and by the names of what they amend."""
        lists: dict[str, dict[str, Fields]] = {name: {} for name in ("change", *ENTRIES)}
        lists["clause"] = dict(self._clauses())
        self._values(lists)
        for listed, section in (("options", None), ("promotion_options", "promotion")):
            lists["option"] |= self._options(listed, section)
        self._laws(lists)
        return lists

    # --- clauses

    def _clauses(self) -> Iterator[tuple[str, Fields]]:
        kept = {**self.becomes}
        for id, clause in self.old.items():
            if id not in kept:
                yield id, {"id": id, "does": "remove"}
                continue
            now = self.new[kept[id]]
            entry: Fields = {"becomes": self.moved[id]} if id in self.moved else {}
            if clause["kind"] != now["kind"]:
                entry["kind"] = now["kind"]
            if with_numbers(clause["says"], self.becomes) != now["says"]:
                entry["says"] = with_numbers(now["says"], self.working)
            if entry:
                yield id, {"id": id, **entry}
        previous, stated = "", set[str]()
        added = {self.working[number] for number in self.new} - kept.keys()
        for number, clause in self.new.items():
            id = self.working[number]
            if id in added:
                says = with_numbers(clause["says"], self.working)
                entry = {"id": id, "does": "add", "kind": clause["kind"], "says": says}
                if id in self.moved:
                    entry["becomes"] = self.moved[id]
                part = part_of(number)
                if part not in {
                    *self.first["parts"],
                    *stated,
                    *map(part_of, self.becomes.values()),
                }:
                    stated.add(part)
                    entry["heading"] = self.second["parts"][part]
                yield id, {**entry, "after": previous}
            previous = id
        for part, heading in self.second["parts"].items():
            if part in self.first["parts"] and self.first["parts"][part] != heading:
                yield part, {"id": part, "heading": heading}

    def _in_working(self, clauses: Iterable[str]) -> list[str]:
        return [self.working[number] for number in clauses]

    def _clauses_of(self, entry: Fields, old: Fields, new: Fields | None) -> None:
        """State the clauses of a thing as they stand, and the others that it gets."""
        stated: list[str] = old.get("clauses", [])
        if stated:
            entry["clauses"] = stated
        if new is not None and self._in_working(new.get("clauses", ())) != stated:
            entry["becomes"] = self._in_working(new.get("clauses", ()))

    def _changed(
        self, names: Fields, old: Fields | None, new: Fields | None, skipped: Iterable[str] = ()
    ) -> Fields | None:
        """Return the entry that makes one thing of another; None where they are the same."""
        if old is None:
            assert new is not None
            fields = {name: each for name, each in new.items() if name not in skipped}
            missing = [name for name, each in fields.items() if each is None]
            given: Fields = {
                name: self._spoken(name, fields[name]) for name in fields if name not in missing
            }
            if "clauses" in given:
                given["clauses"] = self._in_working(given["clauses"])
            if missing or not fields:
                given["nothing"] = missing or ["value"]
            return {**names, "does": "add", **given}
        entry: Fields = dict(names)
        self._clauses_of(entry, old, new)
        if new is None:
            return {**entry, "does": "remove"}
        names_of_both = [name for name in {**old, **new} if name not in ("clauses", *skipped)]
        changed = [
            name for name in names_of_both if self._same(old, name) != new.get(name, _ABSENT)
        ]
        spoken = {name: self._spoken(name, new[name]) for name in changed if name in new}
        entry |= {name: each for name, each in spoken.items() if each is not None}
        empty = [name for name in changed if new.get(name) is None]
        if empty:
            entry["nothing"] = empty
        return entry if changed or "becomes" in entry else None

    def _same(self, old: Fields, name: str) -> Any:
        """Return a field as it is after the renumbering."""
        return _with_numbers(name, old.get(name, _ABSENT), self.becomes)

    def _spoken(self, name: str, field: Any) -> Any:
        """Return a field of the second instrument in the numbers of the amendment."""
        return _with_numbers(name, field, self.working)

    # --- values, options and rules

    def _values(self, lists: dict[str, dict[str, Fields]]) -> None:
        old, new = _named(self.first.get("values")), _named(self.second.get("values"))
        for name in {**old, **new}:
            was, now = old.get(name), new.get(name)
            if was and now and was["type"] != now["type"]:
                reason = f"it is of type {now['type']}; it needs a procedure that reads it"
                self.unsaid.append(Unsaid(f"value {name}", reason))
                continue
            skipped = ("name", "value") if was else ("name",)
            entry = self._changed({"name": name}, was, now, skipped)
            if entry is not None:
                lists["value"][name] = entry
            if was and now and was["value"] != now["value"]:
                change = {"rule": name, "clauses": was["clauses"], "value": now["value"]}
                lists["change"][name] = change

    def _options(self, listed: str, section: str | None) -> Iterator[tuple[str, Fields]]:
        old, new = _named(self.first.get(listed)), _named(self.second.get(listed))
        for name in {**old, **new}:
            names = {"option": name} | ({"section": section} if section and name not in old else {})
            was, now = old.get(name), new.get(name)
            entry = self._changed(names, was, now, ("name",))
            if entry is None:
                continue
            if entry.pop("fixed", False):
                assert now is not None
                entry["fixed"] = entry.pop("default", now["default"])
            yield name, entry

    def _laws(self, lists: dict[str, dict[str, Fields]]) -> None:
        first, second = self.first["law"], self.second["law"]
        for section in {**first, **second}:
            if section not in first or section not in second:
                reason = "only one of the two has this law; it needs the procedures of its section"
                self.unsaid.append(Unsaid(f"law.{section}", reason))
                continue
            old = dict(rules_in(first[section], self.old))
            new = dict(rules_in(second[section], self.new))
            for path in {**old, **new}:
                was = fields_of(old[path], self.old) if path in old else None
                now = fields_of(new[path], self.new) if path in new else None
                if now is not None and isinstance(now.get("pays"), dict):
                    pays = now["pays"]
                    now = {**now, "pays": {**pays, "clauses": self._in_working(pays["clauses"])}}
                kind, names = _named_in_law(section, path)
                entry = self._changed(names, was, now)
                if entry is not None:
                    lists[kind][".".join((section, *path))] = entry


_ABSENT = object()


def _with_numbers(name: str, field: Any, numbers: Mapping[str, str]) -> Any:
    """Return a field in which texts speak of clauses by other numbers."""
    if name == "says" and isinstance(field, str):
        return with_numbers(field, numbers)
    if name == "readings" and isinstance(field, dict):
        return {reading: with_numbers(text, numbers) for reading, text in field.items()}
    return field


def _named_in_law(section: str, path: tuple[str, ...]) -> tuple[str, Fields]:
    """Return the list of an amendment that a rule belongs to, with the fields that name it."""
    match section, path:
        case "round", ("limbs", table, limb):
            return "limb", {"table": table, "limb": limb}
        case "round", ("pay_tables", table, row):
            return "row", {"table": table, "row": row}
        case "tournament", ("contents", condition):
            return "condition", {"condition": condition}
    dotted = any("." in name for name in path)
    return "rule", {"section": section, "rule": list(path) if dotted else ".".join(path)}


def _named(listed: list[Fields] | None) -> dict[str, Fields]:
    return {each["name"]: each for each in listed or ()}


def _pairs(
    before: str, after: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield the clauses that remain, each with its new number, in the order of the first."""
    if not is_written(before, after):
        yield from ((id, id) for id in old if id in new)
        return
    for entry in compare(before, after).clauses:
        if entry.change is ClauseChange.ADDED or entry.change is ClauseChange.REMOVED:
            continue
        if len(entry.before) == len(entry.after):
            yield from zip(entry.before, entry.after, strict=True)
