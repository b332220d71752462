"""The options of a round file, which say by what rules its table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.adjudication.reading import plain, shown
from croupier.adjudication.roundfile import RoundFileError
from croupier.decoding import UNREADABLE, in_words
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

Rules = TypeVar("Rules")


def rules_of(options: bytes, rules: Callable[[dict[str, Any]], Rules]) -> Rules:
    """The rules with the options of a file; whatever is wrong with those is said of them."""
    try:
        given = msgspec.json.decode(options)
    except UNREADABLE as error:
        raise RoundFileError(f"options: {plain(in_words(error))}") from None
    if not isinstance(given, dict):
        raise RoundFileError(f"options: {shown(given)} is not an object")
    try:
        return rules(given)
    except OptionError as error:
        raise RoundFileError(plain(str(error))) from None
