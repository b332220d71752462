"""Reading a round file strictly: whatever is wrong is said of the field where it is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.adjudication.roundfile import LARGEST, MOST_CENTS, NEEDS, RoundFileError
from croupier.decoding import UNREADABLE, Mistake, mistake_in, not_json, without_mark

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_STEP = re.compile(r"\.?(\w+)|\[(\d+)\]|\[\.\.\.\]")


def as_json(source: bytes | str | Mapping[str, Any]) -> bytes:
    """A round file as the bytes of its JSON, whatever it came as."""
    if isinstance(source, Mapping):
        try:
            source = msgspec.json.encode(source)
        except (TypeError, ValueError, OverflowError) as error:
            raise RoundFileError(
                f"the round cannot be written as JSON: {plain(str(error))}"
            ) from None
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) > LARGEST:
        raise RoundFileError(f"a round of more than {LARGEST:,} bytes is too long")
    return without_mark(data)


def read(data: bytes, decode: Callable[[bytes], T], needs: Mapping[str, str] = NEEDS) -> T:
    """The file as the type that the decoder is for."""
    try:
        return decode(data)
    except msgspec.ValidationError as error:
        raise RoundFileError(_wrong_field(mistake_in(error), data, needs)) from None
    except UNREADABLE as error:
        raise RoundFileError(not_json(error, data)) from None


def plain(text: str) -> str:
    """Text of unknown origin as a terminal may be shown it: on one line, and not too long."""
    shown = text if len(text) <= 300 else f"{text[:299]}…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown)


def shown(value: object) -> str:
    """A value as it stands in the file, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return plain(text if len(text) <= 40 else f"{text[:39]}…")


def _wrong_field(mistake: Mistake, data: bytes, needs: Mapping[str, str]) -> str:
    if not mistake.is_about_value:
        return f"{plain(mistake.path)}: {mistake.wrong}"
    try:
        place, value = _follow(mistake.path, msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError):  # what stands there cannot even be read
        return f"{mistake.path or 'the round'}: {mistake.wrong}"
    entry = re.sub(r"\[\d+\]|\[\.\.\.\]", "[]", mistake.path)
    needed = needs.get(entry, "what is needed here")
    return f"{place or 'the round'}: {shown(value)} is not {needed}"


def _follow(path: str, value: Any) -> tuple[str, Any]:
    """The value at a path; where the path names any entry of an object, the first unfit amount."""
    place = ""
    for step in _STEP.finditer(path):
        if step[1] or step[2]:
            place += step[0]
            value = value[step[1] or int(step[2])]
        else:
            key = next(key for key, amount in value.items() if not _is_amount(amount))
            place += f".{plain(key)}"
            value = value[key]
    return place.lstrip("."), value


def _is_amount(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_CENTS
