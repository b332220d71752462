"""Reading the entries of an amendment as somebody wrote them.

Each is read with the type of its list. An error names the place, the fields and words that are
known there, and the nearest of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.rulebook.amendment_entries import (
    ENTRIES,
    AmendedValue,
    AmendmentError,
    Binding,
    ClauseEntry,
    Does,
    Entry,
    OptionEntry,
    ValueEntry,
)
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import (
    Instrument,
    Kind,
    OptionType,
)
from croupier.rulebook.rule_values import NotAValue, Value, ValueType
from croupier.rulebook.settlement_tables import Result
from croupier.rulebook.type_errors import names_of, place_and_reason


def check_fields(data: Mapping[str, Any], here: str, known: tuple[str, ...]) -> None:
    for field in data:
        if field not in known:
            raise AmendmentError(
                f"{here}{field}: there is no such field, only {', '.join(known)}"
                f"{did_you_mean(str(field), known)}"
            )


def read_entries(name: str, listed: object) -> list[tuple[str, Entry]]:
    """Return the entries of one list, each with its place in the file."""
    kind = ENTRIES[name]
    read = [(here, _entry(kind, each, here)) for here, each in _listed(listed, name)]
    _check_named_once(read)
    return read


def _listed(listed: object, name: str) -> list[tuple[str, Mapping[str, Any]]]:
    if not isinstance(listed, list | tuple):
        raise AmendmentError(f"{name}: a list of [[{name}]] is needed")
    for place, each in enumerate(listed):
        if not isinstance(each, Mapping):
            raise AmendmentError(f"{name}[{place}]: not a table of fields")
    return [(f"{name}[{place}]", each) for place, each in enumerate(listed)]


def _entry(kind: type[Entry], data: Mapping[str, Any], here: str) -> Entry:
    """Return an entry of an amendment as somebody wrote it."""
    known = kind.__struct_encode_fields__
    check_fields(data, f"{here}.", (*kind.names, *(it for it in known if it not in kind.names)))
    for field in kind.names:
        if field not in data:
            raise AmendmentError(f"{here}.{field}: missing")
    for field, value in data.items():
        if value is None:
            raise AmendmentError(f"{here}.{field}: null; name the field in nothing")
    _known_names(kind, data, here)
    try:
        found = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        place, reason = place_and_reason(error)
        raise AmendmentError(f"{here}{place}: {reason}") from None
    if isinstance(found, ClauseEntry):
        _check_clause(found, here)
    if isinstance(found, Binding):
        may_be_nothing = [it for it in known if it not in (*kind.names, *_NEVER_NOTHING)]
        for at, field in enumerate(found.nothing):
            if field not in may_be_nothing:
                raise AmendmentError(
                    f"{here}.nothing[{at}]: {field} is not one of {', '.join(may_be_nothing)}"
                    f"{did_you_mean(field, may_be_nothing)}"
                )
            if field in data:
                raise AmendmentError(f"{here}.nothing[{at}]: {field} has a value here")
    return found


def _known_names(kind: type[Entry], data: Mapping[str, Any], here: str) -> None:
    """Refuse a word that is not one of those that a field may have."""
    words: dict[str, Any] = {"does": Does, "outcome": Result}
    if kind is ClauseEntry:
        words["kind"] = Kind
    if kind in (ValueEntry, OptionEntry):
        words["type"] = ValueType if kind is ValueEntry else OptionType
    for field in words.keys() & data.keys():
        given, known = data[field], names_of(words[field])
        if given not in known:
            near = did_you_mean(given, known) if isinstance(given, str) else ""
            raise AmendmentError(
                f"{here}.{field}: {given!r} is not one of {', '.join(known)}{near}"
            )


def _check_clause(entry: ClauseEntry, here: str) -> None:
    """Refuse a number that no clause can have, and a clause without a text."""
    is_part = entry.does is not Does.ADD and _PART.fullmatch(entry.id) is not None
    shape = "a part, such as 21" if is_part else "a clause, such as 3.6(a)"
    numbers = {"becomes": entry.becomes, "id": entry.id if entry.does is Does.ADD else None}
    for field, number in numbers.items():
        if number is not None and not (_PART if is_part else _NUMBER).fullmatch(number):
            raise AmendmentError(f"{here}.{field}: {number!r} is not the number of {shape}")
    if entry.says is not None and not entry.says.strip():
        raise AmendmentError(f"{here}.says: a clause needs a text; remove the clause instead")


_PART = re.compile(r"\w+")
_NUMBER = re.compile(r"(\w+(\.\d+[A-Z]?)+|\w+(?=[:\[]))(\(\w+\))*(\[\w+\])?(:[^:]+)*")
"""A number such as `3.5`, `7.1A(b)(ii)`, `A:Box`, `10[intro]` or `10.1:T1[2]:Royal Flush`."""
_NEVER_NOTHING = ("does", "clauses", "becomes", "nothing", "after", "section", "only", "says")


def _check_named_once(read: list[tuple[str, Entry]]) -> None:
    first: dict[str, str] = {}
    for here, entry in read:
        if entry.named in first:
            raise AmendmentError(f"{here}: {entry.named} is amended in {first[entry.named]}")
        first[entry.named] = here


# --- changes of values


def read_changes(
    book: Instrument, rules: Mapping[str, Value], data: Mapping[str, Any]
) -> tuple[AmendedValue, ...]:
    listed = data.get("change")
    if not isinstance(listed, list | tuple) or not listed:
        raise AmendmentError(
            "change: at least one [[change]] with rule, clauses and value is needed"
        )
    named: dict[str, list[str]] = {}
    changed: dict[str, tuple[str, Value]] = {}
    for place, each in enumerate(listed):
        here = f"change[{place}]"
        if not isinstance(each, Mapping):
            raise AmendmentError(f"{here}: not a table of rule, clauses and value")
        check_fields(each, f"{here}.", ("rule", "clauses", "value"))
        rule = _rule(book, rules, each, here)
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
    found = [changed[rule.name][1] for rule in book.values if rule.name in changed]
    same = [rule.name for rule in found if rule.value == rules[rule.name].value]
    if same:
        where = f"{changed[same[0]][0]}.value"
        raise AmendmentError(f"{where}: {same[0]} is that already; leave the change out")
    return tuple(
        AmendedValue(rule=rule.name, clauses=rule.clauses, value=rule.value) for rule in found
    )


def _missing(here: str) -> Any:
    raise AmendmentError(f"{here}.value: missing")


def _rule(
    book: Instrument, rules: Mapping[str, Value], change: Mapping[str, Any], here: str
) -> Value:
    name = change.get("rule")
    if not isinstance(name, str):
        raise AmendmentError(f"{here}.rule: the name of a value, one of {', '.join(rules)}")
    if name not in rules:
        if any(option.name == name for option in book.options):
            raise AmendmentError(f"{here}.rule: {name} is an option; amend it with [[option]]")
        reason = _why_no_value(book, rules, name) or (
            f"{book.id} has no value {name!r}, only {', '.join(rules)}{did_you_mean(name, rules)}"
        )
        raise AmendmentError(f"{here}.rule: {reason}")
    return rules[name]


def _why_no_value(book: Instrument, rules: Mapping[str, Value], name: str) -> str:
    """Return the reason if a clause, or a rule of the law, was taken for the name of a value."""
    if name in book.by_id:
        stated = [rule.name for rule in rules.values() if name in rule.clauses]
        if stated:
            return f"{name} is a clause; name the value that it states: {' or '.join(stated)}"
        return f"{name} is a clause that states no value; {_see_rules(book, name)}"
    bound = list(_bound_to(book.law, name))
    values = [each for each in bound if each in rules]
    if values:
        return f"the rule {name} takes its value from {' or '.join(values)}; name that"
    return f"{name} is a rule without a value; {_see_rules(book, name)}" if bound else ""


def _see_rules(book: Instrument, name: str) -> str:
    basis = book.basis or book.id
    return f"`croupier rules {basis} --name {name}` shows the entries that amend its rules"


def _bound_to(law: object, name: str) -> Iterator[str]:
    """Yield the names of the values of each rule of that name, or nothing for one without."""
    if not isinstance(law, Mapping):
        return
    for key, bound in law.items():
        if key == name:
            value = bound.get("value") if isinstance(bound, Mapping) else None
            yield value.strip("{}") if isinstance(value, str) else ""
        else:
            yield from _bound_to(bound, name)


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


def _now(rule: Value) -> str:
    return str(rule.value)
