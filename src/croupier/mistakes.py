"""What is wrong with a document that was read: the field, and what it should be, in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import msgspec
    from msgspec import inspect

MOMENT = "a moment such as 2026-11-16T09:00:00+11:00"
"""How documents tell the time: to the second, with the distance from Greenwich."""

_PLACED = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?P<how>missing|contains).* field `(?P<name>.*)`", re.DOTALL)
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_TYPE = re.compile(r"Expected `(?P<wanted>[^`]*)`(?:, got `(?P<got>\w+)`)?")
_LENGTH = re.compile(r"Expected `(?P<wanted>\w+)` of length (?P<side>[<>]=)? ?(?P<length>\d+).*")
_BOUND = re.compile(r"Expected `(?P<wanted>int|float)` (?P<side>[<>]=) (?P<bound>\S+)")
_MALFORMED = re.compile(r"(?:JSON is malformed: )?(?P<what>.*?)(?: \(byte (?P<byte>\d+)\))?")
_SIDES = {">=": "more", "<=": "less"}
_LENGTHS = {">=": "no less than ", "<=": "no more than ", None: ""}
_KINDS = {
    "int": "a whole number",
    "float": "a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
    "datetime": MOMENT,
}
_OTHERWISE = {
    "Expected `str` of length >= 1": "it is empty",
    "Invalid RFC3339 encoded datetime": MOMENT,
    "Expected `datetime` with a timezone component": MOMENT,
    "Number out of range": "the number is too large",
}


class Mistake(NamedTuple):
    """Where a document is wrong and what is wrong there."""

    field: str
    wrong: str


def mistake_in(kind: type[msgspec.Struct], error: msgspec.ValidationError) -> Mistake:
    """What an error says of a document of this kind; with no field, of the whole document."""
    placed = _PLACED.fullmatch(str(error))
    assert placed is not None  # the pattern fits every text
    what, path = placed["what"], _from_one((placed["path"] or "").lstrip("."))
    if named := _FIELD.fullmatch(what):
        wrong = "it is missing" if named["how"] == "missing" else "there is no such field"
        return Mistake(f"{path}.{named['name']}".lstrip("."), wrong)
    if named := _VALUE.fullmatch(what):
        return Mistake(path, f"{named['value']} is not one of {', '.join(_choices(kind, path))}")
    return Mistake(path, _unfit(what))


def without_mark(data: bytes) -> bytes:
    """A document without the mark that some editors put in front of it."""
    return data.removeprefix(b"\xef\xbb\xbf")


def not_json(error: msgspec.DecodeError | UnicodeDecodeError | RecursionError, data: bytes) -> str:
    """Where a document stops being JSON that can be read."""
    if isinstance(error, RecursionError):
        return "not JSON that can be read: it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"not JSON: {error.reason} in UTF-8"
    if not data.strip():
        return "not JSON: there is nothing in it"
    found = _MALFORMED.fullmatch(str(error))
    what = found["what"] if found else str(error)
    end = int(found["byte"]) if found and found["byte"] else len(data.rstrip())
    before = data[:end]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    return f"not JSON: {what[0].lower()}{what[1:]}, at line {line}, column {column}"


def _from_one(path: str) -> str:
    """A place as people count: `sessions[1]` is the first of them."""
    return re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", path)


def _unfit(what: str) -> str:
    if what in _OTHERWISE:
        return _OTHERWISE[what]
    if bound := _BOUND.fullmatch(what):
        return f"{_KINDS[bound['wanted']]}, {bound['bound']} or {_SIDES[bound['side']]}"
    if found := _LENGTH.fullmatch(what):
        letters = " characters" if found["wanted"] == "str" else ""
        many = f"{_LENGTHS[found['side']]}{found['length']}{letters}"
        return f"{_KINDS[found['wanted']]} of {many}"
    if found := _TYPE.fullmatch(what):
        kinds = [kind for kind in found["wanted"].split(" | ") if kind != "null"]
        wanted = " or ".join(_KINDS.get(kind, kind) for kind in kinds)
        return f"{wanted}, not {_KINDS.get(found['got'], found['got'])}" if found["got"] else wanted
    return f"{what[0].lower()}{what[1:]}"


def _choices(kind: type[msgspec.Struct], path: str) -> list[str]:
    """The values that the field at a path may have: of an enumeration, or kinds of a part."""
    from msgspec import inspect  # takes its time, and most documents are right

    here: list[inspect.Type] = [inspect.type_info(kind)]
    tags: list[str] = []
    for name in re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", path)):
        parts = [each for each in _flat(here) if isinstance(each, inspect.StructType)]
        tags = [str(part.tag) for part in parts if part.tag_field == name]
        here = [field.type for part in parts for field in part.fields if field.name == name]
    enums = [each for each in _flat(here) if isinstance(each, inspect.EnumType)]
    values = (str(choice.value) for enum in enums for choice in enum.cls)
    return tags or list(dict.fromkeys(values))


def _flat(types: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    """The types, and in the place of lists and alternatives what those are made of."""
    from msgspec import inspect

    for each in types:
        if isinstance(each, inspect.CollectionType | inspect.VarTupleType):
            yield from _flat([each.item_type])
        elif isinstance(each, inspect.UnionType):
            yield from _flat(each.types)
        else:
            yield each
