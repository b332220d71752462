"""What is wrong with a document that was read: the field, and what it should be, in plain words."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import inspect

_PLACED = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?P<how>missing|contains).* field `(?P<name>.*)`", re.DOTALL)
_TYPE = re.compile(
    r"Expected `(?P<wanted>[^`]*)`(?: of length (?P<length>\d+).*|, got `(?P<got>\w+)`)"
)
_BOUND = re.compile(r"Expected `(?P<wanted>int|float)` (?P<side>[<>]=) (?P<bound>\S+)")
_SIDES = {">=": "more", "<=": "less"}
_KINDS = {
    "int": "a whole number",
    "float": "a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
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
    if what.startswith("Invalid enum value "):
        value = what.removeprefix("Invalid enum value ")
        return Mistake(path, f"{value} is not one of {', '.join(_choices(kind, path))}")
    return Mistake(path, _unfit(what))


def _from_one(path: str) -> str:
    """A place as people count: `sessions[1]` is the first of them."""
    return re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", path)


def _unfit(what: str) -> str:
    if bound := _BOUND.fullmatch(what):
        return f"{_KINDS[bound['wanted']]}, {bound['bound']} or {_SIDES[bound['side']]}"
    found = _TYPE.fullmatch(what)
    if found is None:
        return f"{what[0].lower()}{what[1:]}"
    kinds = [kind for kind in found["wanted"].split(" | ") if kind != "null"]
    wanted = " or ".join(_KINDS.get(kind, kind) for kind in kinds)
    if found["length"]:
        return f"{wanted} of {found['length']}"
    return f"{wanted}, not {_KINDS.get(found['got'], found['got'])}"


def _choices(kind: type[msgspec.Struct], path: str) -> list[str]:
    """The values that the field at a path may have."""
    here: inspect.Type = inspect.type_info(kind)
    for name in re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", path)):
        fields = _part(here, inspect.StructType).fields
        here = next(field.type for field in fields if field.name == name)
    return [str(choice.value) for choice in _part(here, inspect.EnumType).cls]


T = TypeVar("T", bound=inspect.Type)


def _part(here: inspect.Type, wanted: type[T]) -> T:
    """What is looked for: the type itself, or what it is a list of or may be beside others."""
    while isinstance(here, inspect.CollectionType | inspect.VarTupleType):
        here = here.item_type
    among = here.types if isinstance(here, inspect.UnionType) else (here,)
    return next(each for each in among if isinstance(each, wanted))
