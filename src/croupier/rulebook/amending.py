"""Applying an amendment to the data file of an instrument.

`amend` applies the entries of an amendment, which `rulebook.canonical_entries` has settled. Clauses
are removed and renumbered last, so that entries speak the numbers of the instrument.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from croupier.rulebook.amendment_entries import (
    ENTRIES,
    Amendment,
    AmendmentError,
    Binding,
    ClauseEntry,
    Does,
    OptionEntry,
    ValueEntry,
    is_given,
)
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.clause_numbers import ID_IN_TEXT, ancestors, new_numbers, renumber
from croupier.rulebook.data_file_draft import (
    DROPPED,
    Draft,
    Fields,
    citations_of,
    leaves,
    values_named_in,
    values_used_in,
)
from croupier.rulebook.rule_values import NotAValue, Value
from croupier.rulebook.type_errors import place_and_reason


def amend(data: dict[str, Any], rules: list[Value], amendment: Amendment) -> list[Value]:
    """Apply a settled amendment to the data of an instrument, and return its values."""
    draft = Draft(data, rules, amendment.amends)
    used_before = values_used_in(data)
    before = draft.values_before
    for change in amendment.changes:
        rule = before[change.rule]
        draft.remark(rule.clauses, f"Amended; in the approved instrument: {_ended(rule.words)}")
    for clause in amendment.clauses:
        if clause.does is not Does.REMOVE and clause.id not in data["parts"]:
            _apply_clause(draft, clause)
    for at, value in enumerate(amendment.values):
        _apply_value(draft, value, f"value[{at}]")
    for change in amendment.changes:
        draft.values[change.rule] = draft.values[change.rule].with_value(change.value)
    for name in list(ENTRIES)[1:]:
        for at, entry in enumerate(amendment.entries(name)):
            assert isinstance(entry, Binding)
            _apply(draft, entry, f"{name}[{at}]")
    removed = {clause.id for clause in amendment.clauses if clause.does is Does.REMOVE}
    _check_names(draft, amendment)
    _check_uses(draft, amendment, used_before)
    _remove_clauses(draft, removed, amendment)
    numbers = renumber(draft, amendment.clauses)
    _mark(draft, numbers)
    data["amended_clauses"] = [
        numbers.get(id, id) for id in dict.fromkeys(draft.marks) if id not in removed
    ]
    _rename(data, amendment)
    return list(draft.values.values())


def _rename(data: dict[str, Any], amendment: Amendment) -> None:
    """Put the variant's own name on the data."""
    data |= {
        "id": amendment.id,
        "title": f"{amendment.title} (not an approved instrument)",
        "number": f"{data['number']} as amended"
        if data["number"] != "unnumbered"
        else "unnumbered",
        "authority": "approved by nobody",
        "amendment": amendment,
    }
    if amendment.commences is not None:
        data |= {
            "signed": None,
            "commences": amendment.commences,
            "life": {"open_tables": amendment.open_tables},
        }


def _ended(words: str) -> str:
    return f"{words.rstrip('.')}."


def _apply_clause(draft: Draft, entry: ClauseEntry) -> None:
    place = draft.place(entry, "clause")
    if entry.does is Does.ADD:
        place.put({"kind": entry.kind, "says": entry.says}, entry.after)
        draft.remark((entry.id,), "Not in the approved instrument.")
        return
    now = draft.ids[entry.id]
    if entry.says is not None:
        was = _ended(draft.in_words(now["says"]))
        draft.marks[entry.id] = [f"Amended; in the approved instrument: {was}"]
        now["says"] = entry.says
    if entry.kind is not None:
        draft.remark((entry.id,), f"Amended; in the approved instrument: {now['kind']}.")
        now["kind"] = entry.kind


def _apply(draft: Draft, entry: Binding, here: str) -> None:
    place = draft.place(entry, here)
    thing = entry.thing
    if entry.does is Does.ADD:
        fields = entry.fields_given() | ({"clauses": list(entry.clauses)} if entry.clauses else {})
        fields |= dict.fromkeys(entry.nothing)
        place.put(fields, getattr(entry, "after", None))
        draft.remark(entry.clauses, f"Amended; not in the approved instrument: the {thing}.")
        paid = _ended(f"the {thing}, {_shown(draft, _odds_of(fields))}")
        draft.remark(
            [id for id in _paid_under(fields) if id not in entry.clauses],
            f"Amended; not in the approved instrument: {paid}",
        )
        return
    now = place.now(draft.ids)
    assert now is not None
    if entry.does is Does.REMOVE:
        place.drop()
        draft.remark(entry.clauses, f"Amended; in the approved instrument: the {thing}.")
        return
    given = (
        _option_fields(draft, entry, now)
        if isinstance(entry, OptionEntry)
        else entry.fields_given()
    )
    for name in entry.nothing:
        given[name] = None if name in ("value", "default") else DROPPED
    if entry.becomes is not None:
        given["clauses"] = list(entry.becomes) or DROPPED
    others = [f"{name} {_shown(draft, now.get(name))}" for name in given if name != "clauses"]
    remark = f" with {', '.join(others)}" if others else ""
    draft.remark(entry.clauses, f"Amended; in the approved instrument: the {thing}{remark}.")
    if "pays" in given:
        of_both = dict.fromkeys((*_paid_under(now), *_paid_under(given)))
        was = _ended(f"the {thing}, {_shown(draft, _odds_of(now))}")
        draft.remark(
            [id for id in of_both if id not in entry.clauses],
            f"Amended; in the approved instrument: {was}",
        )
    for id in entry.becomes or ():
        if id not in entry.clauses:
            draft.remark((id,), f"Amended; not in the approved instrument: the {thing}.")
    place.put({**{name: it for name, it in now.items() if name != place.name_field}, **given})


def _paid_under(limb: Fields) -> tuple[str, ...]:
    """Return the clauses that state the odds of a limb or row, if it has odds of its own."""
    pays = limb.get("pays")
    return tuple(pays.get("clauses", ())) if isinstance(pays, dict) else ()


def _odds_of(limb: Fields) -> Any:
    pays = limb.get("pays")
    return pays.get("value") if isinstance(pays, dict) else pays


def _shown(draft: Draft, field: Any) -> str:
    return re.sub(r'["{}\[\]]', "", msgspec.json.encode(draft.in_words(field)).decode())


def _apply_value(draft: Draft, entry: ValueEntry, here: str) -> None:
    if entry.does is Does.REMOVE:
        del draft.values[entry.name]
        return
    fields = entry.fields_given() | {"name": entry.name}
    try:
        if entry.does is Does.ADD:
            value = msgspec.convert({**fields, "clauses": entry.clauses}, Value)
            draft.values[entry.name] = value.with_value(entry.value)
            return
        stated = entry.clauses if entry.becomes is None else entry.becomes
        old = draft.values[entry.name]
        dropped = {name: _VALUE_DEFAULTS[name] for name in entry.nothing}
        found = msgspec.structs.replace(old, **fields, **dropped, clauses=stated)
        draft.values[entry.name] = found.with_value(found.value)
    except NotAValue as error:
        raise AmendmentError(f"{here}.value: {error}") from None
    except msgspec.ValidationError as error:
        place, reason = place_and_reason(error)
        raise AmendmentError(f"{here}{place}: {reason}") from None


_VALUE_DEFAULTS = {
    each.name: {} if each.name == "readings" else each.default
    for each in msgspec.structs.fields(Value)
}


def _option_fields(draft: Draft, entry: OptionEntry, now: Fields) -> Fields:
    """Return the fields of an option that an entry changes."""
    given = entry.fields_given()
    readings = given.get("readings", now.get("readings", {}))
    kept = entry.only
    if is_given(entry.fixed):
        given |= {"default": entry.fixed, "fixed": True}
        for name in ("required", "needs"):
            if name in now:
                given[name] = DROPPED
        kept = (entry.fixed,) if isinstance(entry.fixed, str) else None
    if kept is not None and readings:
        given["readings"] = {
            name: each
            for name, each in readings.items()
            if name in kept or draft.in_words(name) in kept
        }
        groups = [[each for each in group if each in kept] for group in now.get("exclusive", ())]
        if "exclusive" in now and "exclusive" not in given:
            given["exclusive"] = [group for group in groups if len(group) > 1]
        for name in ("needs", "always"):
            if now.get(name) and name not in given:
                given[name] = (
                    [each for each in now[name] if each in kept]
                    if name == "always"
                    else {each: it for each, it in now[name].items() if each in kept}
                )
    return given


def _remove_clauses(draft: Draft, removed: set[str], amendment: Amendment) -> None:
    """Take out clauses, unless something still cites them or speaks of them."""
    if not removed:
        return
    ids = draft.ids
    at = {entry.id: f"clause[{at}]" for at, entry in enumerate(amendment.clauses)}
    kept = [clause for clause in draft.clauses if clause["id"] not in removed]
    moved = new_numbers(ids, amendment.clauses)
    for clause in kept:
        orphan = clause["id"] not in moved
        above = next((id for id in ancestors(clause["id"]) if orphan and id in removed), None)
        if above is not None:
            raise AmendmentError(f"{at[above]}: {clause['id']} stands under {above}; remove it too")
        for found in ID_IN_TEXT.finditer(clause["says"]):
            if found[1] in removed:
                raise AmendmentError(
                    f"{at[found[1]]}: the text of {clause['id']} speaks of {found[1]}; replace it"
                )
    cited = [
        *((f"law.{place}", each) for place, each in citations_of(draft.law, "", ids)),
        *((f"option {each['name']}", each["clauses"]) for each in draft.options),
        *((f"value {each.name}", each.clauses) for each in draft.values.values()),
    ]
    for place, each in cited:
        for id in each:
            if id in removed:
                raise AmendmentError(f"{at[id]}: {place} still cites {id}; amend or remove it")
    draft.clauses[:] = kept
    for each in draft.history:
        for field in each.keys() & {"clauses", "moved"}:
            each[field] = [id for id in each[field] if id not in removed]
    for listed in ("corrections", "operator_powers"):
        draft.data[listed] = [each for each in draft.data.get(listed, ()) if each["clauses"]]
    life = draft.data.get("life", {})
    if "revokes" in life:
        life["revokes"] = [each for each in life["revokes"] if not removed & {*each["clauses"]}]


def _check_names(draft: Draft, amendment: Amendment) -> None:
    """Refuse a text or a rule that names a value which the instrument does not have."""
    at = {
        (kind, entry.named): f"{kind}[{number}]"
        for kind in ENTRIES
        for number, entry in enumerate(amendment.entries(kind))
    }
    removed = {clause.id for clause in amendment.clauses if clause.does is Does.REMOVE}
    texts = [("clause", clause["id"], clause) for clause in draft.clauses]
    texts = [each for each in texts if each[1] not in removed]
    texts += [("option", option["name"], option) for option in draft.data["options"]]
    texts += [
        ("rule", f"{section}.{path}", {path: bound})
        for section, path, bound in leaves(draft.law, draft.ids)
    ]
    for kind, name, data in texts:
        for value in sorted(values_named_in(data)):
            if value not in draft.values:
                where = at.get((kind, name)) or at.get(("value", value)) or f"{kind} {name}"
                near = did_you_mean(value, draft.values)
                mend = near or "; name another, or none"
                raise AmendmentError(
                    f"{where}: {kind} {name} names the value {value}, which there is not{mend}"
                )


def _check_uses(draft: Draft, amendment: Amendment, used_before: set[str]) -> None:
    """Refuse a value that nothing uses, if it is new, changed or named in the text of an option.

    Signs show the texts of options.
    """
    used = values_used_in(draft.data)
    spoken_of = used | values_named_in([draft.clauses, draft.options])
    for at, value in enumerate(amendment.values):
        if value.does is Does.ADD and value.name not in spoken_of:
            raise AmendmentError(
                f"value[{at}]: no rule, limb, row, option or text names {value.name}; "
                f"write {{{value.name}}} where it counts"
            )
    idle = used_before - used
    for change in amendment.changes:
        if change.rule in idle:
            raise AmendmentError(
                f"change: no rule, limb, row or option uses {change.rule} any more, so the change "
                "would have no effect"
            )
    for option in draft.options:
        if named := sorted(values_named_in(option) & idle):
            amended = [entry.named for entry in amendment.options]
            name = option["name"]
            where = (
                f"option[{amended.index(name)}]"
                if name in amended
                else f"as amended: option {name}"
            )
            raise AmendmentError(
                f"{where}: its text names the value {named[0]}, which no rule, limb, row or option "
                "uses any more; give it another text, or leave out the reading"
            )

    _check_texts(draft, amendment, idle)


def _check_texts(draft: Draft, amendment: Amendment, idle: Collection[str]) -> None:
    """Refuse another value beside a clause whose text still states the one before."""
    removed = {clause.id for clause in amendment.clauses if clause.does is Does.REMOVE}
    stating = {
        id: f"{kind}[{at}].{field}"
        for kind, entries in (
            ("rule", amendment.rules),
            ("limb", amendment.limbs),
            ("row", amendment.rows),
        )
        for at, entry in enumerate(entries)
        for field in ("value", "pays")
        if entry.does is Does.REPLACE and field in entry.fields_given()
        for id in (*entry.clauses, *_paid_under(entry.fields_given()))
    }
    for clause in draft.clauses:
        for name in sorted(values_named_in(clause) & {*idle} & draft.values.keys()):
            value = draft.values[name]
            place = next((stating[id] for id in value.clauses if id in stating), None)
            if place is not None and clause["id"] not in removed:
                raise AmendmentError(
                    f"{place}: clause {clause['id']} still states {name}, {value.words}; use "
                    "[[change]], or remove the value and give the clause another text"
                )


def _mark(draft: Draft, numbers: Mapping[str, str]) -> None:
    """Say in the texts of amended clauses what they were, and of moved ones where they stood."""
    marks = {numbers.get(id, id): list(each) for id, each in draft.marks.items()}
    for before, after in numbers.items():
        if draft.marks.get(before, [""])[0] != "Not in the approved instrument.":
            marks.setdefault(after, []).append(f"{before} in the approved instrument.")
    for clause in draft.clauses:
        for remark in marks.get(clause["id"], ()):
            clause["says"] += f" ({remark})"
