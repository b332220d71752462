"""The canonical form of an amendment's entries: equal amendments are equal bytes.

`settled` compares an entry with the instrument and returns it with all clauses in their order and
without anything that is so already. `placed` sorts settled entries into the order of the instrument
and gives each addition the place at which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar, cast

import msgspec

from croupier.rulebook.amendment_entries import (
    AmendmentError,
    Binding,
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
    is_given,
)
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.clause_numbers import ancestors, parent_of, part_of
from croupier.rulebook.data_file_draft import BOUNDS, Draft, Fields, Place, leaves, values_named_in

E = TypeVar("E", bound=Entry)

_NEEDED: dict[type[Entry], tuple[str, ...]] = {
    ClauseEntry: ("kind", "says"),
    ValueEntry: ("clauses", "says", "type", "value"),
    OptionEntry: ("clauses", "says", "default"),
    LimbEntry: ("clauses", "when", "outcome"),
    RowEntry: ("clauses", "when", "pays"),
    ConditionEntry: ("clauses",),
}


def settled(draft: Draft, entry: E, here: str) -> E:
    """Return an entry in canonical form, except for its place among additions."""
    if isinstance(entry, ClauseEntry) and entry.id in draft.data["parts"]:
        return cast(E, _settled_part(draft, entry, here))
    place = draft.place(entry, here)
    now = place.now(draft.ids)
    if entry.does is Does.ADD:
        if now is not None:
            raise AmendmentError(f"{here}: {draft.id} has {entry.thing} already")
        return _settled_addition(draft, entry, here)
    if now is None:
        near = _which_instead(entry, place)
        raise AmendmentError(f"{here}: {draft.id} has no {entry.thing}{near}")
    if isinstance(entry, Binding):
        entry = cast(E, _settled_clauses(draft, entry, now, here))
    if entry.does is Does.REMOVE:
        return _settled_removal(entry, here)
    if place.group:
        raise AmendmentError(f"{here}.rule: {entry.named} is a group of rules; name one of them")
    if isinstance(entry, OptionEntry):
        _check_option(draft, entry, now, here)
    return _settled_replacement(draft, entry, now, here)


def _which_instead(entry: Entry, place: Place) -> str:
    """Return the limbs or rows that a table has, or near misses of another name."""
    near = did_you_mean(place.key, place.names())
    if not isinstance(entry, SettlementEntry) or not isinstance(place.container, dict):
        return near
    limbs = place.container.items()
    meant = [
        name
        for name, limb in limbs
        if place.key in limb.get("clauses", ()) or place.key == limb.get("called")
    ]
    if meant:
        return f"; {place.key} is {' and '.join(meant)}"
    return f", only {', '.join(place.names())}{near}"


def _settled_part(draft: Draft, entry: ClauseEntry, here: str) -> ClauseEntry:
    for name in ("kind", "says", "after"):
        if is_given(getattr(entry, name)):
            raise AmendmentError(f"{here}.{name}: {entry.id} is a part, which has no {name}")
    if entry.does is not Does.REPLACE:
        raise AmendmentError(f"{here}.does: a part is only renumbered; remove its clauses")
    if entry.becomes == entry.id:
        raise AmendmentError(f"{here}.becomes: {entry.id} is that already")
    if entry.becomes is None and entry.heading is None:
        raise AmendmentError(f"{here}: becomes or heading missing")
    return entry


def _settled_addition(draft: Draft, entry: E, here: str) -> E:
    for name in _NEEDED.get(type(entry), ()):
        nothing = isinstance(entry, Binding) and name in entry.nothing
        if not nothing and getattr(entry, name) in (None, (), msgspec.UNSET):
            raise AmendmentError(f"{here}.{name}: missing")
    if isinstance(entry, Binding):
        if entry.becomes is not None:
            raise AmendmentError(f"{here}.becomes: an addition has clauses alone")
        if not (entry.clauses or is_given(getattr(entry, "value", None)) or entry.nothing):
            raise AmendmentError(f"{here}.clauses: missing")
        _known_clauses(draft, entry.clauses, f"{here}.clauses")
    if isinstance(entry, OptionEntry) and (is_given(entry.only) or is_given(entry.fixed)):
        raise AmendmentError(f"{here}: an added option has readings and a default")
    return entry


def _known_clauses(draft: Draft, named: Iterable[str], here: str) -> None:
    for at, id in enumerate(named):
        if id not in draft.ids:
            near = did_you_mean(id, draft.ids)
            raise AmendmentError(f"{here}[{at}]: {draft.id} has no clause {id}{near}")


def _settled_clauses(draft: Draft, entry: Binding, now: Fields, here: str) -> Binding:
    """Return an entry that names the clauses of a thing in their order, all of them."""
    stated = tuple(now.get("clauses", ()))
    if not entry.clauses and stated:
        raise AmendmentError(f"{here}.clauses: missing; {entry.thing} has {', '.join(stated)}")
    for at, id in enumerate(entry.clauses):
        if id not in stated:
            _known_clauses(draft, entry.clauses, f"{here}.clauses")
            named = ", ".join(stated) or "none"
            raise AmendmentError(
                f"{here}.clauses[{at}]: {id} is not a clause of {entry.thing}, which has {named}"
            )
    if silent := [id for id in stated if id not in entry.clauses]:
        raise AmendmentError(
            f"{here}.clauses: {entry.thing} has {', '.join(stated)}; name {', '.join(silent)} "
            f"as well"
        )
    becomes = entry.becomes
    if becomes is not None:
        _known_clauses(draft, becomes, f"{here}.becomes")
    return msgspec.structs.replace(
        entry, clauses=stated, becomes=None if becomes == stated else becomes
    )


def _settled_removal(entry: E, here: str) -> E:
    others = [
        *entry.fields_given(),
        *(["becomes"] if is_given(getattr(entry, "becomes", None)) else []),
    ]
    others += ["nothing"] if getattr(entry, "nothing", ()) else []
    if others:
        raise AmendmentError(f"{here}.{others[0]}: a removal has no {others[0]}")
    return entry


def _settled_replacement(draft: Draft, entry: E, now: Fields, here: str) -> E:
    if is_given(getattr(entry, "after", None)):
        raise AmendmentError(f"{here}.after: only an addition has a place")
    if isinstance(entry, ValueEntry):
        for name in ("value", "type"):
            if is_given(getattr(entry, name)):
                raise AmendmentError(f"{here}.{name}: another {name} is a [[change]]")
    if isinstance(entry, ClauseEntry) and entry.says is not None:
        _keeps_values(draft, entry, now, here)
    if isinstance(entry, OptionEntry):
        entry = cast(E, _settled_option(draft, entry, now))
    same = [
        name for name, each in entry.fields_given().items() if name in now and now[name] == each
    ]
    unset: Fields = {
        each.name: None if each.default is None else msgspec.UNSET
        for each in msgspec.structs.fields(entry)
        if each.encode_name in same
    }
    entry = msgspec.structs.replace(entry, **unset)
    if isinstance(entry, Binding):
        nothing = tuple(
            sorted(
                name
                for name in entry.nothing
                if now.get(name) is not None or (name == "value" and name not in now)
            )
        )
        entry = cast(E, msgspec.structs.replace(entry, nothing=nothing))
    if isinstance(entry, ClauseEntry) and entry.becomes == entry.id:
        entry = msgspec.structs.replace(entry, becomes=None)
    if not _changes_anything(entry):
        raise AmendmentError(f"{here}: {entry.thing} is that already; leave the entry out")
    return entry


def _changes_anything(entry: Entry) -> bool:
    own = ("becomes", "fixed", "only", "heading")
    emptied = isinstance(entry, Binding) and entry.nothing
    return bool(entry.fields_given() or emptied) or any(
        is_given(getattr(entry, name, None)) for name in own
    )


def _keeps_values(draft: Draft, entry: ClauseEntry, now: Fields, here: str) -> None:
    """Refuse a new text that no longer names a value which the clause still states."""
    names = values_named_in(now["says"])
    for name in names - values_named_in(entry.says or "") - draft.values_removed:
        rule = draft.values.get(name)
        if rule is not None and entry.id in rule.clauses:
            raise AmendmentError(
                f"{here}.says: {entry.id} states {name}; name it in braces as {{{name}}}"
            )


def _check_option(draft: Draft, entry: OptionEntry, now: Fields, here: str) -> None:
    """Refuse readings that an option does not have, and bounds that a value sets."""
    for name in (*BOUNDS, "fixed"):
        bound = now.get("default" if name == "fixed" else name)
        is_bound = name != "default" or (now.get("fixed") and "fixed" not in entry.nothing)
        if not (isinstance(bound, str) and bound.startswith("{") and is_bound):
            continue
        if is_given(getattr(entry, name)):
            value = bound.strip("{}")
            raise AmendmentError(f"{here}.{name}: it is the value {value}; use [[change]]")
    readings = _readings(draft, now) if entry.readings is None else entry.readings
    if is_given(entry.only) and entry.only is not None:
        if not readings:
            raise AmendmentError(f"{here}.only: {entry.option} has no readings; give its bounds")
        if not entry.only:
            raise AmendmentError(f"{here}.only: names none; remove the option or fix it")
        for at, reading in enumerate(entry.only):
            if reading not in readings:
                raise AmendmentError(_no_reading(entry, reading, readings, f"{here}.only[{at}]"))
    if is_given(entry.fixed):
        if is_given(entry.only) or is_given(entry.default):
            raise AmendmentError(f"{here}.fixed: a fixed option has no other default and no list")
        if isinstance(entry.fixed, str) and readings and entry.fixed not in readings:
            raise AmendmentError(_no_reading(entry, entry.fixed, readings, f"{here}.fixed"))


def _settled_option(draft: Draft, entry: OptionEntry, now: Fields) -> OptionEntry:
    """Return an entry without a choice that was made already, and with readings in their order."""
    default = draft.in_words({"default": now.get("default")})["default"]
    if now.get("fixed") and default == entry.fixed:
        return msgspec.structs.replace(entry, fixed=msgspec.UNSET)
    if entry.only is not None:
        readings = entry.readings or _readings(draft, now)
        only = tuple(each for each in readings if each in entry.only)
        kept = None if len(only) == len(readings) else only
        return msgspec.structs.replace(entry, only=kept)
    return entry


def _readings(draft: Draft, option: Fields) -> dict[str, str]:
    found: dict[str, str] = draft.in_words({"readings": option.get("readings", {})})["readings"]
    return found


def _no_reading(entry: OptionEntry, reading: str, known: Iterable[str], here: str) -> str:
    known = list(known)
    near = did_you_mean(reading, known)
    return f"{here}: {entry.option} has no reading {reading}, only {', '.join(known)}{near}"


# --- the place of additions


def placed(draft: Draft, entries: Iterable[E], here: str) -> list[E]:
    """Return settled entries in the order of the instrument, each addition with its place."""
    listed = list(entries)
    ordered: dict[int, tuple[Place, list[str]]] = {}
    anchored: dict[tuple[int, str], int] = {}
    places = []
    for at, entry in enumerate(listed):
        part = isinstance(entry, ClauseEntry) and entry.id in draft.data["parts"]
        place = draft.place(entry, f"{here}[{at}]")
        places.append(place)
        _, names = ordered.setdefault(id(place.container), (place, place.names()))
        if entry.does is not Does.ADD or part:
            continue
        after = getattr(entry, "after", None)
        if not hasattr(entry, "after"):
            names.append(place.key)
            continue
        index = _index(entry, after, names, f"{here}[{at}]")
        if after is not None:
            skipped = anchored.get((id(place.container), after), 0)
            anchored[id(place.container), after] = skipped + 1
            index += skipped
        names.insert(index, place.key)
    found: list[tuple[tuple[Any, ...], E]] = []
    groups = {key: number for number, key in enumerate(ordered)}
    for entry, place in zip(listed, places, strict=True):
        _, names = ordered[id(place.container)]
        if entry.does is Does.ADD and hasattr(entry, "after"):
            index = names.index(place.key)
            after = names[index - 1] if index else ""
            entry = msgspec.structs.replace(entry, after=after)
        found.append((_rank(draft, entry, place, names, groups), entry))
    return [entry for _, entry in sorted(found, key=lambda each: each[0])]


def _rank(
    draft: Draft, entry: Entry, place: Place, names: list[str], groups: dict[int, int]
) -> tuple[Any, ...]:
    """Return the order of an entry: by its place in the file, additions without one by name."""
    if isinstance(entry, ClauseEntry):
        parts = list(draft.data["parts"])
        return (0, parts.index(entry.id)) if entry.id in parts else (1, names.index(entry.id))
    if isinstance(entry, RuleEntry):
        rules = [f"{section}.{path}" for section, path, _ in leaves(draft.law, draft.ids)]
        named = entry.named
        below = (at for at, it in enumerate(rules) if f"{it}.".startswith(f"{named}."))
        return (0, next(below, 0)) if entry.does is not Does.ADD else (1, entry.named)
    if isinstance(entry, SettlementEntry):
        tables = list(draft.law["round"]["limbs" if isinstance(entry, LimbEntry) else "pay_tables"])
        known = tables.index(entry.table) if entry.table in tables else len(tables)
        return (0, known, entry.table, names.index(place.key))
    if entry.does is Does.ADD and not isinstance(entry, ConditionEntry):
        return (1, entry.named)
    return (0, names.index(place.key))


def _index(entry: Entry, after: str | None, names: list[str], here: str) -> int:
    if after is None:
        return _natural(entry.id, names) if isinstance(entry, ClauseEntry) else len(names)
    if after and after not in names:
        near = did_you_mean(after, names)
        raise AmendmentError(f"{here}.after: there is no {after} to stand after{near}")
    return names.index(after) + 1 if after else 0


def _natural(id: str, names: list[str]) -> int:
    """Return where a clause stands that says no more: behind those with the longest like number."""
    above = parent_of(id)
    inserted = re.fullmatch(r"(.*\d)[A-Z]", id)  # 7.1A stands behind 7.1 and its items
    stem = inserted[1] if inserted and inserted[1] in names else above
    part = part_of(id)
    last = -1
    for at, name in enumerate(names):
        if (stem and (name == stem or stem in ancestors(name))) or (
            not stem and part_of(name) == part
        ):
            last = at
    return last + 1 if last >= 0 else len(names)
