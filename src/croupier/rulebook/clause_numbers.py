"""The numbers of clauses, and renumbering them everywhere in a data file.

The items of a clause follow its new number, and the clauses of a part the number of the part. So
do citations in the law, in options, in values and in corrections, and texts that speak of a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.amendment_entries import AmendmentError, ClauseEntry, Does
from croupier.rulebook.data_file_draft import citations_of

if TYPE_CHECKING:
    from croupier.rulebook.data_file_draft import Draft

ID_IN_TEXT = re.compile(r'(?<![\w.:"])(\d+(?:\.\d+)+[A-Z]?(?:\([A-Za-z]+\))*)(?![\w(])')
_RULE_IN_TEXT = re.compile(r'(?<!")\bRule (\d+)\b(?!\.\d)')


def part_of(id: str) -> str:
    return re.split(r"[.:\[]", id, maxsplit=1)[0]


def parent_of(id: str) -> str | None:
    from croupier.rulebook.instruments import Clause, Kind

    return Clause(id, Kind.DEFINITION, "").parent


def ancestors(id: str) -> Iterator[str]:
    above = parent_of(id)
    while above is not None:
        yield above
        above = parent_of(above)


def new_numbers(ids: Iterable[str], entries: Iterable[ClauseEntry]) -> dict[str, str]:
    """Return the new number of every clause that gets one."""
    becomes = {entry.id: entry.becomes for entry in entries if entry.becomes is not None}
    found = {}
    for id in ids:
        for stem in (id, *ancestors(id), part_of(id)):
            if stem in becomes:
                found[id] = becomes[stem] + id[len(stem) :]
                break
    return found


def with_numbers(text: str, numbers: Mapping[str, str]) -> str:
    """Return a text that speaks of clauses by other numbers."""
    return ID_IN_TEXT.sub(lambda found: numbers.get(found[1], found[1]), text)


def renumber(draft: Draft, entries: tuple[ClauseEntry, ...]) -> dict[str, str]:
    numbers = new_numbers(draft.ids, entries)
    _must_be_different(draft, entries, numbers)
    parts = _headings(draft, entries, numbers)
    parts_before = draft.data["parts"]
    moved_parts = {e.id: e.becomes for e in entries if e.becomes and e.id in parts_before}
    draft.data["parts"] = parts
    if not numbers:
        return numbers
    ids = draft.ids
    for _, cited in citations_of(draft.law, "", ids):
        cited[:] = [numbers.get(id, id) for id in cited]

    def new(cited: Iterable[str]) -> list[str]:
        return [numbers.get(id, id) for id in cited]

    def rewrite(text: str) -> str:
        text = with_numbers(text, numbers)
        return _RULE_IN_TEXT.sub(lambda it: f"Rule {moved_parts.get(it[1], it[1])}", text)

    for clause in draft.clauses:
        clause["id"] = numbers.get(clause["id"], clause["id"])
        clause["says"] = rewrite(clause["says"])
    moved = {part_of(e.becomes) for e in entries if e.becomes and e.id not in parts_before}
    _sort(draft, moved)
    for option in draft.options:
        option["clauses"] = new(option["clauses"])
        option["says"] = rewrite(option["says"])
        if "readings" in option:
            option["readings"] = {name: rewrite(it) for name, it in option["readings"].items()}
    draft.values = {
        name: msgspec.structs.replace(rule, clauses=tuple(new(rule.clauses)))
        for name, rule in draft.values.items()
    }
    revoked = draft.data.get("life", {}).get("revokes", ())
    for each in (*draft.history, *revoked):
        for field in each.keys() & {"clauses", "moved"}:
            each[field] = new(each[field])
    return numbers


def _must_be_different(
    draft: Draft, entries: tuple[ClauseEntry, ...], numbers: Mapping[str, str]
) -> None:
    """Refuse a number that two clauses would have."""
    first: dict[str, str] = {}
    for id in draft.ids:
        number = numbers.get(id, id)
        if number in first:
            both = (first[number], id)
            near = [at for at, entry in enumerate(entries) if entry.id in both]
            place = f"clause[{near[-1]}]" if near else "clause"
            raise AmendmentError(f"{place}: {' and '.join(both)} would both be {number}")
        first[number] = id


def _sort(draft: Draft, moved: set[str]) -> None:
    """Put parts in the order of their numbers, and the clauses of parts in which some moved."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for clause in draft.clauses:
        parts.setdefault(part_of(clause["id"]), []).append(clause)
    numbered = iter(sorted((part for part in parts if part.isdecimal()), key=int))
    order = [next(numbered) if part.isdecimal() else part for part in parts]
    for part in moved & parts.keys():
        parts[part] = [*_tree(parts[part])]
    draft.clauses[:] = [clause for part in order for clause in parts[part]]
    draft.data["parts"] = {part: draft.data["parts"][part] for part in order}


def _tree(clauses: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the clauses of a part in the order of their numbers, items behind their clause."""
    ids = {clause["id"]: clause for clause in clauses}
    below: dict[str | None, list[str]] = {}
    before: tuple[int, ...] = ()
    numbers = {}
    for id in ids:
        dotted = re.match(r"\w+((?:\.\d+)+)", id)
        before = numbers[id] = tuple(map(int, dotted[1].split(".")[1:])) if dotted else before
        above = parent_of(id)
        below.setdefault(above if above in ids else None, []).append(id)

    def walk(above: str | None) -> Iterator[dict[str, Any]]:
        items = below.get(above, [])
        for id in sorted(items, key=lambda id: (numbers[id], *_lettered(id, items))):
            yield ids[id]
            yield from walk(id)

    return walk(None)


def _lettered(id: str, items: list[str]) -> tuple[int, str]:
    """Return the order of an item such as (c) or (iv); others keep the order of the file."""
    letters = [re.search(r"\(([A-Za-z]+)\)$", each) for each in items]
    if not all(letters):
        return items.index(id), ""
    found = [each[1] for each in letters if each]
    own = found[items.index(id)]
    if all(each in _ROMAN for each in found):
        return _ROMAN.index(own), ""
    return len(own), own


_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii")


def _headings(
    draft: Draft, entries: tuple[ClauseEntry, ...], numbers: Mapping[str, str]
) -> dict[str, str]:
    """Return the headings of the parts as they are numbered in the end."""
    before: dict[str, str] = draft.data["parts"]
    given = {part_of(e.becomes or e.id): e.heading for e in entries if e.heading is not None}
    added = {entry.id for entry in entries if entry.does is Does.ADD}
    sources: dict[str, list[str]] = {}
    for id in draft.ids:
        listed = sources.setdefault(part_of(numbers.get(id, id)), [])
        if id not in added:
            listed.append(part_of(id))
    parts: dict[str, str] = {}
    for part, from_parts in sources.items():
        if part in given:
            parts[part] = given[part]
        elif part in from_parts:
            parts[part] = before[part]
        elif from_parts:
            parts[part] = before[from_parts[0]]
        elif part in before:
            parts[part] = before[part]
        else:
            at = next(at for at, e in enumerate(entries) if part_of(e.becomes or e.id) == part)
            raise AmendmentError(f"clause[{at}].heading: part {part} is new and has no heading")
    return parts
