"""Amending an instrument from a small file: a variant of the game that nobody has approved.

    amends = "act-blackjack-2018"
    id = "blackjack-six-to-five"
    title = "Blackjack that pays 6 to 5"

    [[change]]
    rule = "blackjack_pays"
    clauses = ["8.1(a)", "13.2(a)"]
    value = "6 to 5"

A change names a value of the rules and every clause that states it: one that is left out would go
on saying something else. Further lists add, replace or remove clauses, values, options, rules,
limbs, rows of pay tables and conditions of tournaments (`rulebook.amendment_entries`). `amended`
gives an instrument that is used like any other: adjudication, odds and tables take it. Wherever it
shows, it says that it is not an approved one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from croupier.rulebook.amendment_consistency import Places, made_consistently, must_agree
from croupier.rulebook.amendment_entries import (
    ENTRIES,
    Amendment,
    AmendmentError,
    Does,
    Entry,
    ValueEntry,
    list_field,
)
from croupier.rulebook.amendment_reading import (
    check_fields,
    read_changes,
    read_entries,
)
from croupier.rulebook.canonical_entries import placed, settled
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.data_file_draft import Draft
from croupier.rulebook.instrument_life import OpenTables
from croupier.rulebook.instruments import (
    Instrument,
    instruments,
    load,
    made_of,
    read_data,
)
from croupier.rulebook.rule_values import Value

if TYPE_CHECKING:
    from pathlib import Path


LARGEST = 100_000
"""The most bytes of an amendment's file."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_ID = 60
LONGEST_TITLE = 200


def read_amendment(path: Path) -> Amendment:
    """The amendment in a TOML file, held against the instrument that it amends."""
    data = path.read_bytes()
    if len(data) > LARGEST:
        raise AmendmentError(f"{path.name}: an amendment has no more than {LARGEST:,} bytes")
    try:
        return amendment_in(data.decode())
    except UnicodeDecodeError as error:
        raise AmendmentError(f"{path.name}: not TOML: {error}") from None
    except AmendmentError as error:
        raise AmendmentError(f"{path.name}: {error}") from None


def amendment_in(text: str) -> Amendment:
    """The amendment that somebody wrote in TOML, or as an object in JSON."""
    kind, load_text = ("JSON", json.loads) if text.lstrip()[:1] == "{" else ("TOML", tomllib.loads)
    try:
        data = load_text(text)
    except (ValueError, RecursionError) as error:
        raise AmendmentError(f"not {kind}: {error}") from None
    return amendment_of(data)


def in_toml(amendment: Amendment) -> str:
    """An amendment as a file has it: the same text for the same amendment."""
    data = cast("dict[str, Any]", msgspec.to_builtins(amendment))
    lists = {name: data.pop(name, ()) for name in ("change", *ENTRIES)}
    lines = _fields_in_toml(data)
    for name, entries in lists.items():
        names = ENTRIES[name].names if name in ENTRIES else ()
        for entry in entries:
            ordered = {field: entry[field] for field in names} | entry
            lines += ["", f"[[{name}]]", *_fields_in_toml(ordered)]
    return "\n".join([*lines, ""])


def _fields_in_toml(fields: Mapping[str, Any]) -> list[str]:
    return [f"{_key_in_toml(name)} = {_value_in_toml(it)}" for name, it in fields.items()]


def _value_in_toml(value: Any) -> str:
    # Printable text, whole numbers and lists of them are written in TOML as they are in JSON.
    if isinstance(value, dict):
        inner = ", ".join(_fields_in_toml(value))
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value):
        return f"[{', '.join(map(_value_in_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key_in_toml(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def amended(source: Amendment | Mapping[str, Any] | Path) -> Instrument:
    """The instrument as it is with an amendment: the same object for the same amendment."""
    if isinstance(source, Amendment):
        return _made_if_settled(msgspec.json.encode(source))
    found = amendment_of(source) if isinstance(source, Mapping) else read_amendment(source)
    return _made(msgspec.json.encode(found))


class NamesAnInstrument(Protocol):
    """What an instrument was written down in, such as the header of a record."""

    @property
    def instrument(self) -> str: ...
    @property
    def amendment(self) -> Amendment | None: ...


def book_of(header: NamesAnInstrument) -> Instrument:
    """The instrument that a record was made under: an approved one, or as it was amended."""
    return amended(header.amendment) if header.amendment else load(header.instrument)


@lru_cache(maxsize=64)
def _made_if_settled(amendment: bytes) -> Instrument:
    return _made(msgspec.json.encode(amendment_of(msgspec.json.decode(amendment))))


@lru_cache(maxsize=64)
def _made(amendment: bytes) -> Instrument:
    found = msgspec.json.decode(amendment, type=Amendment)
    return made_of(read_data(found.amends), found)


def amendment_of(data: Mapping[str, Any]) -> Amendment:
    """An amendment from its fields, written as the rulebook would write it.

    Entries stand in the order of the instrument, so that the same amendment is the same whatever
    order somebody wrote it in.
    """
    check_fields(
        data, "", ("amends", "id", "title", "commences", "open_tables", "change", *ENTRIES)
    )
    basis = _text(data, "amends", "the id of an approved instrument", 100)
    if basis not in instruments():
        raise AmendmentError(
            f"amends: there is no approved instrument {basis}, only {', '.join(instruments())}"
            f"{did_you_mean(basis, instruments())}"
        )
    id = _text(data, "id", "an id of small letters, digits and dashes", LONGEST_ID)
    if not _ID.fullmatch(id):
        raise AmendmentError(f"id: {id!r} is not an id of small letters, digits and dashes")
    if id in instruments():
        raise AmendmentError(f"id: {id} is an approved instrument; give the variant another id")
    title = _text(data, "title", "a title", LONGEST_TITLE)
    given = {name: data[name] for name in ENTRIES if data.get(name)}
    changes = data.get("change")
    if not given and (not isinstance(changes, list | tuple) or not changes):
        others = ", ".join(f"[[{name}]]" for name in ENTRIES)
        raise AmendmentError(
            "change: at least one [[change]] with rule, clauses and value is needed, or an entry "
            f"of {others}"
        )
    entries = {name: read_entries(name, listed) for name, listed in given.items()}
    found = Amendment(
        amends=basis,
        id=id,
        title=title,
        commences=_first_day(data),
        open_tables=_open_tables(data),
        **_settled_lists(basis, data, entries),
    )
    places: Places = {
        (name, entry.named): here for name, read in entries.items() for here, entry in read
    }
    must_agree(made_consistently(found, places), found, places)
    return found


# --- entries


def _settled_lists(
    basis: str, data: Mapping[str, Any], entries: Mapping[str, list[tuple[str, Entry]]]
) -> dict[str, Any]:
    """Return the settled lists of an amendment by their fields."""
    book = load(basis)
    draft = Draft(msgspec.json.decode(read_data(basis)), list(book.values), basis)
    lists: dict[str, list[Any]] = {}
    draft.values_removed = frozenset(
        entry.named for _, entry in entries.get("value", ()) if entry.does is Does.REMOVE
    )
    for name in ENTRIES:
        found = [settled(draft, entry, here) for here, entry in entries.get(name, ())]
        lists[list_field(name)] = placed(draft, found, name)
        if name == "clause":
            for clause in lists["clauses"]:
                if clause.does is Does.ADD:
                    draft.place(clause, name).put({"says": clause.says}, clause.after)
    rules = _rules_to_change(book, lists["values"])
    changes = read_changes(book, rules, data) if data.get("change") else ()
    return {"changes": changes, **{name: tuple(each) for name, each in lists.items() if each}}


def _rules_to_change(book: Instrument, entries: list[ValueEntry]) -> dict[str, Value]:
    """Return the values that `[[change]]` can change, with their new bounds and readings."""
    rules = {rule.name: rule for rule in book.values}
    for entry in entries:
        if entry.does is Does.REMOVE:
            del rules[entry.name]
        elif entry.does is Does.REPLACE:
            bounds = {
                name: getattr(entry, name)
                for name in ("minimum", "maximum", "readings")
                if getattr(entry, name) is not None
            }
            rules[entry.name] = msgspec.structs.replace(rules[entry.name], **bounds)
    return rules


def _first_day(data: Mapping[str, Any]) -> str | None:
    day = data.get("commences")
    if day is None:
        return None
    try:
        return date.fromisoformat(day if isinstance(day, str) else day.isoformat()).isoformat()
    except (ValueError, AttributeError, TypeError):
        raise AmendmentError(f"commences: {day!r} is not a day such as 2027-01-01") from None


def _open_tables(data: Mapping[str, Any]) -> OpenTables | None:
    given = data.get("open_tables")
    if given is None:
        return None
    if given not in tuple(OpenTables):
        known = ", ".join(OpenTables)
        raise AmendmentError(f"open_tables: {given!r} is not one of {known}")
    if data.get("commences") is None:
        raise AmendmentError("open_tables: commences is missing, the day from which it counts")
    return OpenTables(given)


def _text(data: Mapping[str, Any], field: str, what: str, longest: int) -> str:
    text = data.get(field)
    if text is None:
        raise AmendmentError(f"{field}: missing; {what} is needed")
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise AmendmentError(f"{field}: {what} is needed, not {text!r}")
    if len(text) > longest:
        raise AmendmentError(f"{field}: no more than {longest} characters")
    return text.strip()
