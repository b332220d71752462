"""The values of an instrument's rules: what is paid, how many, on what: each defined once, by name.

The law of a game reads them (`Instrument.value`), the texts of clauses and options name them in
braces, and an amendment changes them. `Value.clauses` are all the clauses that state one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from croupier.durations import HOUR, MINUTE
from croupier.money import Odds, money

MOST = 1_000_000
"""No odds and no number of a rule are larger."""

ValueType = Literal[
    "odds", "number", "per cent", "multiples", "points", "third cards", "choice",
    "span", "duration", "amount", "volume", "total",
]  # fmt: skip


class NotAValue(ValueError):
    """What a rule cannot have for its value; the message says what it takes."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One value of the rules, as it stands in the rulebook's file."""

    name: str
    says: str
    """What the value is."""
    clauses: tuple[str, ...]
    """Every clause that states it. Whoever changes it has to name them all."""
    type: ValueType
    value: Any
    minimum: int = 1
    maximum: int = MOST
    """The least and the most of a number, a multiple, a share or a number of points."""
    readings: dict[str, str] = {}
    """What a choice is between, each with its sentence."""

    def read(self, given: object) -> Any:
        """What code works with: `Odds` for `"3 to 2"`. What the rule cannot have is refused."""
        return _READERS[self.type](self, given)

    @property
    def parsed(self) -> Any:
        return self.read(self.value)

    @property
    def words(self) -> str:
        """The value as it stands in a sentence."""
        return _in_words(self, self.parsed)

    def with_value(self, given: object) -> Value:
        """The same rule with another value, written as the rulebook writes it."""
        return msgspec.structs.replace(self, value=_written(self, self.read(given)))


# --- reading


def _refuse(given: object, takes: str) -> NotAValue:
    if isinstance(given, float):
        return NotAValue(f"{given!r} is a decimal fraction; values are exact, and this is {takes}")
    return NotAValue(f"{_shown(given)} is not {takes}")


_ODDS = re.compile(r"(\d{1,7})\s*(?:to|:|/)\s*(\d{1,7})")


def _odds(rule: Value, given: object) -> Odds:
    win, stake = 0, 0
    if isinstance(given, int) and not isinstance(given, bool):
        win, stake = given, 1
    elif isinstance(given, str) and (found := _ODDS.fullmatch(given.strip())):
        win, stake = int(found[1]), int(found[2])
    if not (1 <= win <= MOST and 1 <= stake <= MOST):
        raise _refuse(given, 'odds such as "6 to 5"')
    return Odds(win, stake)


def _number(rule: Value, given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise _refuse(given, f"a whole number from {rule.minimum} to {rule.maximum}")
    if not rule.minimum <= given <= rule.maximum:
        raise NotAValue(f"{given} is not between {rule.minimum} and {rule.maximum}")
    return given


_DECIMAL = re.compile(r"\d{1,2}(\.\d{1,4})?")


def _per_cent(rule: Value, given: object) -> Fraction:
    """A share in per cent, written as a whole number or as text."""
    share: Fraction | None = None
    if isinstance(given, int) and not isinstance(given, bool):
        share = Fraction(given)
    elif isinstance(given, str) and _DECIMAL.fullmatch(given.strip()):
        share = Fraction(given.strip())
    if share is None or not rule.minimum <= share <= rule.maximum:
        between = f'a number of per cent from {rule.minimum} to {rule.maximum}, such as 4 or "2.5"'
        raise _refuse(given, between)
    return share


def _multiples(rule: Value, given: object) -> tuple[int, ...]:
    takes = f"a list of different whole numbers from {rule.minimum} to {rule.maximum}"
    listed = _listed(given, rule, takes)
    if not listed or not all(isinstance(each, int) for each in listed):
        raise _refuse(given, takes)
    return tuple(sorted(listed))


def _points(rule: Value, given: object) -> frozenset[int]:
    return frozenset(
        _listed(given, rule, f"a list of different totals from {rule.minimum} to {rule.maximum}")
    )


def _third_cards(rule: Value, given: object) -> frozenset[int | None]:
    takes = f'a list of different points from {rule.minimum} to {rule.maximum} and "none"'
    return frozenset(
        None if each == "none" else each for each in _listed(given, rule, takes, "none")
    )


def _listed(given: object, rule: Value, takes: str, *words: str) -> list[Any]:
    if not isinstance(given, list | tuple):
        raise _refuse(given, takes)
    for place, each in enumerate(given):
        number = isinstance(each, int) and not isinstance(each, bool)
        fits = number and rule.minimum <= each <= rule.maximum
        if not (fits or (isinstance(each, str) and each in words)) or each in given[:place]:
            raise _refuse(given, takes)
    return list(given)


def _choice(rule: Value, given: object) -> str:
    if not isinstance(given, str) or given not in rule.readings:
        raise _refuse(given, f"one of {', '.join(rule.readings)}")
    return given


_SPAN = re.compile(r"(\d{1,3}) to (\d{1,3})")


def _span_of(rule: Value, given: object) -> range:
    """Return the whole numbers from a least to a most."""
    found = _SPAN.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None or not rule.minimum <= int(found[1]) <= int(found[2]) <= rule.maximum:
        raise _refuse(given, 'whole numbers from a least to a most, such as "5 to 7"')
    return range(int(found[1]), int(found[2]) + 1)


_DURATION = re.compile(r"(\d{1,4}) (minute|hour)s?")
_UNITS = {"minute": MINUTE, "hour": HOUR}


def _duration(rule: Value, given: object) -> int:
    """Return a time in milliseconds."""
    found = _DURATION.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        raise _refuse(given, 'a time such as "20 minutes" or "48 hours"')
    return int(found[1]) * _UNITS[found[2]]


_AMOUNT = re.compile(r"\$(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d\d))?")


def _amount(rule: Value, given: object) -> int:
    """Return money in cents."""
    found = _AMOUNT.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        raise _refuse(given, 'an amount such as "$10,000"')
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


_VOLUME = re.compile(r"(\d{1,4}) litres?")


def _volume(rule: Value, given: object) -> int:
    """Return a volume in millilitres."""
    found = _VOLUME.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        raise _refuse(given, 'a volume such as "20 litres"')
    return int(found[1]) * 1000


_READERS: dict[str, Callable[[Value, object], Any]] = {
    "odds": _odds,
    "number": _number,
    "total": _number,
    "per cent": _per_cent,
    "multiples": _multiples,
    "points": _points,
    "third cards": _third_cards,
    "choice": _choice,
    "span": _span_of,
    "duration": _duration,
    "amount": _amount,
    "volume": _volume,
}


# --- writing


def _written(rule: Value, parsed: Any) -> Any:
    match rule.type:
        case "duration":
            hours, rest = divmod(parsed, HOUR)
            minutes = parsed // MINUTE
            return _counted(minutes, "minute") if rest or hours < 2 else _counted(hours, "hour")
        case "amount":
            return money(parsed)
        case "volume":
            return _counted(parsed // 1000, "litre")
        case "span":
            return f"{parsed.start} to {parsed.stop - 1}"
    match parsed:
        case Odds():
            return str(parsed)
        case Fraction():
            return int(parsed) if parsed.denominator == 1 else _decimal(parsed)
        case tuple():
            return list(parsed)
        case frozenset():
            points = sorted(each for each in parsed if each is not None)
            return [*(["none"] if None in parsed else []), *points]
    return parsed


def _in_words(rule: Value, parsed: Any) -> str:
    match rule.type:
        case "odds":
            return f"{parsed.win:,} to {parsed.stake:,}"
        case "number":
            return number_word(parsed)
        case "total":  # of a hand, which texts never spell out
            return str(parsed)
        case "per cent":
            return f"{_decimal(parsed)} per cent"
        case "multiples":
            return " or ".join(_TIMES.get(each, f"{number_word(each)} times") for each in parsed)
        case "points":
            return _span(sorted(parsed)) or "no total"
        case "third cards":
            return _draws(parsed)
        case "span" | "duration" | "amount" | "volume":
            return str(_written(rule, parsed))
    return rule.readings[parsed]


_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_TIMES = {1: "as much as", 2: "twice"}


def number_word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else f"{number:,}"


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _decimal(share: Fraction) -> str:
    return f"{float(share):.4f}".rstrip("0").rstrip(".")


def _span(points: list[int]) -> str:
    """`2 to 7`, `6 and 7`, `1, 3 and 5`."""
    if len(points) > 2 and points == list(range(points[0], points[-1] + 1)):
        return f"{points[0]} to {points[-1]}"
    *before, last = map(str, points) if points else [""]
    return f"{', '.join(before)} and {last}" if before else last


def _draws(thirds: frozenset[int | None]) -> str:
    """When the banker's hand draws, by the player's third card; None where there was none."""
    points = sorted(each for each in thirds if each is not None)
    others = [each for each in range(10) if each not in thirds]
    if None in thirds:
        if not others:
            return "always draws"
        if len(others) < 3:
            return f"draws, except against {'an' if others == [8] else 'a'} {_span(others)}"
        return (
            f"draws against {_span(points)}, and if the player's hand stood"
            if points
            else ("draws if the player's hand stood, and then alone")
        )
    if not points:
        return "always stands"
    return f"draws against {_span(points)} alone. If the player's hand stood, so does the banker's"


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


# --- filling in


_NAMED = re.compile(r"\{([A-Za-z0-9_, ]+)\}")


def filled(data: Any, values: Mapping[str, Value]) -> Any:
    """The data of an instrument with its values in place of their names.

    Within a sentence they stand in words. A key, and whatever a table computes with (`default`,
    `minimum`, `maximum`), is the value itself.
    """
    if isinstance(data, str):
        return _NAMED.sub(lambda found: _said(found[1], values), data)
    if isinstance(data, list):
        return [filled(each, values) for each in data]
    if isinstance(data, dict):
        return {
            str(_bare(key, values)): (
                _bare(each, values) if key in _COMPUTED else filled(each, values)
            )
            for key, each in data.items()
        }
    return data


_COMPUTED = ("default", "minimum", "maximum")


def _said(names: str, values: Mapping[str, Value]) -> str:
    """One value in words, or several: `6, 12 or 25 to 1`. `Decks` begins a sentence."""
    found = [values[name.lower()].words for name in names.split(", ")]
    if len(found) == 1:
        first = found[0]
        return f"{first[0].upper()}{first[1:]}" if names[0].isupper() else first
    endings = {each.partition(" to ")[2] for each in found}
    if len(endings) == 1:
        found = [*(each.partition(" to ")[0] for each in found[:-1]), found[-1]]
    return f"{', '.join(found[:-1])} or {found[-1]}"


def _bare(text: Any, values: Mapping[str, Value]) -> Any:
    found = _NAMED.fullmatch(text) if isinstance(text, str) else None
    return values[found[1]].value if found else text
