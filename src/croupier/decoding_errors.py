"""JSON that does not decode: which field is wrong and what was wanted there, in plain words.

Everything that reads documents, requests, settings or lines of records tells people what is wrong
with them through here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from msgspec import inspect

T = TypeVar("T")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises of bytes that are not what they should be, however deep they are nested."""

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


@dataclass(frozen=True, slots=True)
class Mistake:
    """Where a document is wrong, and what is wrong there."""

    path: str
    """The field as programs count, `wagers[0].box`; empty for the whole document."""
    wrong: str
    raw: str = ""
    """The decoder's own words, for answers that promise those."""
    is_about_value: bool = True
    """Whether the field has an unfit value, and is neither missing nor unknown."""

    @property
    def field(self) -> str:
        """The field as people count: `sessions[1]` is the first of them."""
        return re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", self.path)

    def __str__(self) -> str:
        return f"{self.path}: {self.wrong}" if self.path else self.wrong


def mistake_in(
    error: msgspec.ValidationError, kind: Any = None, data: bytes | None = None
) -> Mistake:
    """What an error says of a document.

    With the kind of the document it says which values a field may have and which fields there are;
    with the document itself also which of them where that depends on its tag.
    """
    placed = _PLACED.fullmatch(str(error))
    assert placed is not None  # the pattern fits every text
    what, path = placed["what"], (placed["path"] or "").lstrip(".")
    if named := _FIELD.fullmatch(what):
        wrong = "missing"
        if named["how"] != "missing":
            known = [] if kind is None else _fields(kind, path, data)
            only = f", only {', '.join(known)}" if known else ""
            wrong = f"there is no such field{only}"
        return Mistake(f"{path}.{named['name']}".lstrip("."), wrong, what, is_about_value=False)
    if named := _VALUE.fullmatch(what):
        choices = [] if kind is None else _choices(kind, path)
        these = f"one of {', '.join(choices)}" if choices else "known"
        return Mistake(path, f"{named['value']} is not {these}", what)
    return Mistake(path, _unfit(what), what)


def decoding_problem(error: Exception) -> str:
    """What an error that decoding raised says, where nobody can look at the document itself."""
    if isinstance(error, msgspec.ValidationError):
        return str(mistake_in(error))
    return not_json(error, None)


def read_document(
    text: bytes | str, kind: type[T], called: str, unfit: Callable[[str], Exception], largest: int
) -> T:
    """A document that a person wrote as JSON; what is wrong is raised as `unfit`, by its field."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > largest:
        raise unfit(f"{called} of more than {largest:,} bytes are too long")
    data = without_mark(data)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, kind, data)
        raise unfit(f"{mistake.field or called}: {mistake.wrong}") from None
    except UNREADABLE as error:
        raise unfit(f"{called}: they are {not_json(error, data)}") from None


def without_mark(data: bytes) -> bytes:
    """A document without the mark that some editors put in front of it."""
    return data.removeprefix(b"\xef\xbb\xbf")


def not_json(error: Exception, data: bytes | None) -> str:
    """Why a document is not JSON that can be read, and with the document also where it stops."""
    if isinstance(error, RecursionError):
        return "not JSON that can be read: it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"not JSON: {error.reason} in UTF-8"
    if data is not None and not data.strip():
        return "not JSON: there is nothing in it"
    found = _MALFORMED.fullmatch(str(error))
    what = found["what"] if found else str(error)
    told = f"not JSON: {what[0].lower()}{what[1:]}"
    if data is None:
        return told
    end = int(found["byte"]) if found and found["byte"] else len(data.rstrip())
    before = data[:end]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    return f"{told}, at line {line}, column {column}"


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


def _choices(kind: Any, path: str) -> list[str]:
    """The values that the field at a path may have: of an enumeration, or kinds of a part."""
    from msgspec import inspect  # takes its time, and most documents are right

    above, _, name = path.rpartition(".")
    tags = [str(part.tag) for part in _structs(kind, above) if part.tag_field == name]
    enums = [each for each in _types_at(kind, path) if isinstance(each, inspect.EnumType)]
    values = (str(choice.value) for enum in enums for choice in enum.cls)
    return tags or list(dict.fromkeys(values))


def _fields(kind: Any, path: str, data: bytes | None) -> list[str]:
    """The fields that an object at a path may have; none if that depends on what is not known."""
    parts = _structs(kind, path)
    if len(parts) > 1 and data is not None:
        try:
            value = _value_at(msgspec.json.decode(data), path)
        except UNREADABLE:  # what comes after the mistake
            return []
        parts = [part for part in parts if value.get(part.tag_field or "") == part.tag]
    if len(parts) != 1:
        return []
    tag = [] if parts[0].tag_field is None else [parts[0].tag_field]
    return [*tag, *(field.encode_name for field in parts[0].fields)]


def _structs(kind: Any, path: str) -> list[inspect.StructType]:
    from msgspec import inspect

    return [each for each in _types_at(kind, path) if isinstance(each, inspect.StructType)]


def _types_at(kind: Any, path: str) -> list[inspect.Type]:
    """What may stand at a path, lists and alternatives taken apart."""
    from msgspec import inspect

    here = [*_flat([inspect.type_info(kind)])]
    for name in re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", path)):
        parts = [each for each in here if isinstance(each, inspect.StructType)]
        found = [field.type for part in parts for field in part.fields if field.encode_name == name]
        here = [*_flat(found)]
    return here


def _value_at(value: Any, path: str) -> dict[str, Any]:
    """The object at a path; an empty one where the path names any entry of a mapping.

    So it is where a name stands twice, and what came first is not what was kept.
    """
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", path):
        if isinstance(value, list) and place:
            value = value[int(place)] if int(place) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _flat(types: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    """The types, and in the place of lists, mappings and alternatives what those are made of."""
    from msgspec import inspect

    for each in types:
        if isinstance(each, inspect.CollectionType | inspect.VarTupleType):
            yield from _flat([each.item_type])
        elif isinstance(each, inspect.DictType):
            yield from _flat([each.value_type])
        elif isinstance(each, inspect.UnionType):
            yield from _flat(each.types)
        elif isinstance(each, inspect.Metadata):
            yield from _flat([each.type])
        else:
            yield each
