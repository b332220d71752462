"""Amending an instrument from a small file: a variant of the game that nobody has approved.

    amends = "act-blackjack-2018"
    id = "blackjack-six-to-five"
    title = "Blackjack that pays 6 to 5"

    [[change]]
    rule = "blackjack_pays"
    clauses = ["8.1(a)", "13.2(a)"]
    value = "6 to 5"

A change names a value of the rules and every clause that states it: one that is left out would go
on saying something else. `amended` gives an instrument that is used like any other: adjudication,
odds and tables take it. Wherever it shows, it says that it is not an approved one.
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

from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instrument_life import OpenTables
from croupier.rulebook.instruments import (
    AmendedValue,
    Amendment,
    Instrument,
    instruments,
    load,
    made_of,
    read_data,
)
from croupier.rulebook.rule_values import NotAValue

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.rulebook.rule_values import Value

LARGEST = 100_000
"""The most bytes of an amendment's file."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 60
LONGEST_TITLE = 200


class AmendmentError(ValueError):
    """What is no amendment of an instrument; the message names the field and the clauses."""


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
    """The amendment that somebody wrote in TOML."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise AmendmentError(f"not TOML: {error}") from None
    return amendment_of(data)


def in_toml(amendment: Amendment) -> str:
    """An amendment as a file has it: the same text for the same amendment."""
    data = cast("dict[str, Any]", msgspec.to_builtins(amendment))
    changes = data.pop("change")
    lines = _fields_in_toml(data)
    for change in changes:
        lines += ["", "[[change]]", *_fields_in_toml(change)]
    return "\n".join([*lines, ""])


def _fields_in_toml(fields: Mapping[str, Any]) -> list[str]:
    # Printable text, whole numbers and lists of them are written in TOML as they are in JSON.
    return [f"{name} = {json.dumps(it, ensure_ascii=False)}" for name, it in fields.items()]


def amended(source: Amendment | Mapping[str, Any] | Path) -> Instrument:
    """The instrument as it is with an amendment: the same object for the same amendment."""
    if isinstance(source, Amendment):
        source = cast("dict[str, Any]", msgspec.to_builtins(source))
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
def _made(amendment: bytes) -> Instrument:
    found = msgspec.json.decode(amendment, type=Amendment)
    return made_of(read_data(found.amends), found)


def amendment_of(data: Mapping[str, Any]) -> Amendment:
    """An amendment from its fields, written as the rulebook would write it.

    Changes stand in the order of the instrument, so that the same amendment is the same whatever
    order somebody wrote it in.
    """
    _known_fields(data, "", ("amends", "id", "title", "commences", "open_tables", "change"))
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
        raise AmendmentError(f"id: {id} is an approved instrument, and the variant is none")
    title = _text(data, "title", "a title", LONGEST_TITLE)
    book = load(basis)
    found = Amendment(
        amends=basis, id=id, title=title, changes=_changes(book, data),
        commences=_first_day(data), open_tables=_open_tables(data),
    )  # fmt: skip
    _must_agree(made_of(read_data(basis), found))
    return found


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
        raise AmendmentError("open_tables: says something only from the day of commences, missing")
    return OpenTables(given)


def _changes(book: Instrument, data: Mapping[str, Any]) -> tuple[AmendedValue, ...]:
    listed = data.get("change")
    if not isinstance(listed, list | tuple) or not listed:
        raise AmendmentError("change: at least one [[change]] with rule, clauses and value")
    named: dict[str, list[str]] = {}
    changed: dict[str, tuple[str, Value]] = {}
    for place, each in enumerate(listed):
        here = f"change[{place}]"
        if not isinstance(each, Mapping):
            raise AmendmentError(f"{here}: not a table of rule, clauses and value")
        _known_fields(each, f"{here}.", ("rule", "clauses", "value"))
        rule = _rule(book, each, here)
        clauses = _clauses(book, rule, each, here)
        try:
            wanted = rule.with_value(each["value"] if "value" in each else _missing(here))
        except NotAValue as error:
            stated = f"{rule.name} ({', '.join(rule.clauses)})"
            raise AmendmentError(f"{here}.value: {error}; {stated} is {_now(rule)}") from None
        at, before = changed.setdefault(rule.name, (here, wanted))
        if before.value != wanted.value:
            raise AmendmentError(
                f"{here}.value: {', '.join(clauses)} would say {_now(wanted)} and "
                f"{', '.join(named[rule.name])} ({at}) {_now(before)}; they state one value, "
                f"{rule.name}"
            )
        named.setdefault(rule.name, []).extend(clauses)
    for name, (here, wanted) in changed.items():
        if silent := [each for each in wanted.clauses if each not in named[name]]:
            raise AmendmentError(
                f"{here}.clauses: {name} is stated in {' and '.join(wanted.clauses)}; with "
                f"{_now(wanted)} in {', '.join(named[name])} alone, {', '.join(silent)} would "
                f"contradict it: name {'both' if len(wanted.clauses) == 2 else 'them all'}"
            )
    rules = [changed[rule.name][1] for rule in book.values if rule.name in changed]
    same = [rule.name for rule in rules if rule in book.values]
    if same:
        raise AmendmentError(f"{changed[same[0]][0]}.value: {same[0]} is that already")
    return tuple(
        AmendedValue(rule=rule.name, clauses=rule.clauses, value=rule.value) for rule in rules
    )


def _missing(here: str) -> Any:
    raise AmendmentError(f"{here}.value: missing")


def _rule(book: Instrument, change: Mapping[str, Any], here: str) -> Value:
    name = change.get("rule")
    rules = {rule.name: rule for rule in book.values}
    if not isinstance(name, str):
        raise AmendmentError(f"{here}.rule: the name of a value, one of {', '.join(rules)}")
    if name not in rules:
        raise AmendmentError(
            f"{here}.rule: {book.id} has no value {name!r}, only {', '.join(rules)}"
            f"{did_you_mean(name, rules)}"
        )
    return rules[name]


def _clauses(
    book: Instrument, rule: Value, change: Mapping[str, Any], here: str
) -> tuple[str, ...]:
    listed = change.get("clauses")
    if not isinstance(listed, list | tuple) or not all(isinstance(id, str) for id in listed):
        raise AmendmentError(
            f"{here}.clauses: a list of the clauses that state {rule.name}: "
            f"{', '.join(rule.clauses)}"
        )
    for place, id in enumerate(listed):
        if id in rule.clauses:
            continue
        where = f"{here}.clauses[{place}]"
        if id not in book.by_id:
            raise AmendmentError(f"{where}: {book.id} has no clause {id}{_near(id, rule, book)}")
        stated = ", ".join(rule.clauses)
        raise AmendmentError(f"{where}: {id} does not state {rule.name}, but {stated} does")
    if not listed:
        raise AmendmentError(f"{here}.clauses: names none; {', '.join(rule.clauses)} state it")
    return tuple(dict.fromkeys(listed))


def _near(id: str, rule: Value, book: Instrument) -> str:
    return did_you_mean(id, rule.clauses) or did_you_mean(id, book.by_id)


def _must_agree(book: Instrument) -> None:
    """Values that only make sense together."""
    for option in book.options:
        least, most = option.minimum, option.maximum
        if least is not None and most is not None and least > most:
            raise AmendmentError(
                f"change: {option.name} would have to be {least} or more and {most} or less "
                f"({', '.join(option.clauses)})"
            )


def _text(data: Mapping[str, Any], field: str, what: str, longest: int) -> str:
    text = data.get(field)
    if text is None:
        raise AmendmentError(f"{field}: missing, {what}")
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise AmendmentError(f"{field}: {what}, not {text!r}")
    if len(text) > longest:
        raise AmendmentError(f"{field}: no more than {longest} characters")
    return text.strip()


def _known_fields(data: Mapping[str, Any], here: str, known: tuple[str, ...]) -> None:
    for field in data:
        if field not in known:
            raise AmendmentError(
                f"{here}{field}: there is no such field, only {', '.join(known)}"
                f"{did_you_mean(str(field), known)}"
            )


def _now(rule: Value) -> str:
    return str(rule.value)
