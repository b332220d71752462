"""Text that people write: reasons, decisions, descriptions.

A field of a command, of conditions or of terms declares such text with the type `Text`. An
aggregate takes the spaces off both ends and refuses blank and overlong text: a blank is never a
statement, and neither is text that nobody can see, such as spaces of no width. In a document, a
blank that may be left out counts as left out. The review of the document then names it as missing,
with its clause.

A name of a person is no statement, but it has to be one that others can see and tell from another.
An aggregate refuses names with blanks around them, and names with signs that do not show.

Decoding does not check text. Stored commands are decoded by the same types, and earlier versions
accepted blanks: such a record opens, replays and verifies with its text exactly as stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints
from unicodedata import category

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LONGEST = 10_000
"""The most characters of a text, where its field names no other number."""

UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols, and leave nothing on a page."""

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class FreeText:
    """Marks a type of text that a person writes in their own words."""

    most: int = LONGEST


Text = Annotated[str, FreeText()]


@dataclass(frozen=True, slots=True)
class UnfitText:
    """A text that says nothing or too much, with its field and the remedy."""

    field: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.field}: {self.wrong}"


@dataclass(frozen=True, slots=True)
class TextField:
    """A field of a struct that holds text, or parts with text."""

    name: str
    text: FreeText | None
    """None, if only its parts hold text."""
    default: Any


def is_blank(text: str) -> bool:
    """Return True if nobody can see anything of a text."""
    return not any(map(_is_seen, text))


def is_a_name(text: str) -> bool:
    """Return True if a person can be called so: nothing unseen in it, and no spaces around it."""
    return text.isprintable() and text == text.strip() and not is_blank(text)


def unfit_name(command: msgspec.Struct, fields: Iterable[str]) -> UnfitText | None:
    """Return the first of these fields that names a person as nobody is called."""
    for field in fields:
        value = getattr(command, field)
        names = (value,) if isinstance(value, str) else value or ()
        if not all(is_a_name(name) for name in names if name):
            return UnfitText(field, "write a name that can be seen, without spaces around it")
    return None


def _is_seen(character: str) -> bool:
    """False for spaces, controls, marks without a base, and characters of no width."""
    return category(character)[0] not in "ZCM" and character not in UNSEEN


def tidy(command: S) -> tuple[S, UnfitText | None]:
    """Return a command with its text stripped, and the first text that is blank or overlong."""
    unfit: list[UnfitText] = []
    tidied = _tidy_struct(command, "", unfit)
    for field in text_fields(type(command)):
        value, is_optional = getattr(command, field.name), field.default is not msgspec.NODEFAULT
        if is_optional and isinstance(value, str) and value and is_blank(value):
            return tidied, UnfitText(field.name, "write something or leave it out")
    return tidied, unfit[0] if unfit else None


def tidy_document(said: S, error: Callable[[str], Exception]) -> S:
    """Return a document with its text stripped; raise `error` if a text is blank or overlong."""
    unfit: list[UnfitText] = []
    tidied = _tidy_struct(said, "", unfit)
    if unfit:
        raise error(str(unfit[0]))
    return tidied


@cache
def text_fields(kind: type[msgspec.Struct]) -> tuple[TextField, ...]:
    """Return the fields of a struct that hold text, themselves or in their parts."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in msgspec.structs.fields(kind):
        text = next(_marks(hints[field.name]), None)
        if text is not None or any(map(text_fields, _structs(hints[field.name]))):
            default = field.default
            if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
                default = field.default_factory()
            found.append(TextField(field.name, text, default))
    return tuple(found)


def _marks(hint: Any) -> Iterator[FreeText]:
    if get_origin(hint) is Annotated:
        yield from (each for each in hint.__metadata__ if isinstance(each, FreeText))
    for part in get_args(hint):
        yield from _marks(part)


def _structs(hint: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs(part)


def _tidy_struct(said: S, path: str, unfit: list[UnfitText]) -> S:
    changed = {}
    for field in text_fields(type(said)):
        value = getattr(said, field.name)
        if value == field.default:
            continue
        where = f"{path}{field.name}"
        if isinstance(value, str) and is_blank(value) and field.default is not msgspec.NODEFAULT:
            changed[field.name] = field.default
            continue
        tidied = _tidy_value(value, field.text, where, unfit)
        if tidied is not value:
            changed[field.name] = tidied
    return msgspec.structs.replace(said, **changed) if changed else said


def _tidy_value(value: Any, text: FreeText | None, path: str, unfit: list[UnfitText]) -> Any:
    """Return the same object where there is nothing to strip."""
    if isinstance(value, str):
        return value if text is None else _tidy_text(value, text, path, unfit)
    if isinstance(value, msgspec.Struct):
        return _tidy_struct(value, f"{path}.", unfit)
    if isinstance(value, tuple):
        parts = tuple(
            _tidy_value(each, text, f"{path}[{place}]", unfit)
            for place, each in enumerate(value, 1)
        )
        is_same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if is_same else parts
    if isinstance(value, dict):
        entries = {
            key: _tidy_value(each, text, f"{path}.{key}", unfit) for key, each in value.items()
        }
        return value if all(entries[key] is value[key] for key in value) else entries
    return value


def _tidy_text(value: str, text: FreeText, path: str, unfit: list[UnfitText]) -> str:
    stripped = value.strip()
    if is_blank(stripped):
        unfit.append(UnfitText(path, "write something"))
    elif len(stripped) > text.most:
        unfit.append(UnfitText(path, f"write at most {text.most:,} characters"))
    return value if stripped == value else stripped
