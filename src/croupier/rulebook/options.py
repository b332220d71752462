"""The options of a table: what was chosen, held against the instrument, the rest filled in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn

from croupier.rulebook.citations import did_you_mean
from croupier.version import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.rulebook.instruments import Instrument, Option


class OptionError(ValueError):
    """An option that the instrument does not have, or a value that it does not allow."""


MOST_DIGITS = 20
"""Of a number that somebody means."""


def read_value(option: Option, text: str) -> object:
    """What a person chooses who writes this text, as the rules take it.

    A text that says nothing of the option's type is left as it is; `resolve` says what is wrong.
    """
    if option.default is None and text in ("none", "null"):
        return None
    match option.type:
        case "flag":
            return {"true": True, "false": False}.get(text, text)
        case "number" | "amount":
            return _read_number(text)
        case "list":
            items = [item for item in text.split(",") if item]
            return items if option.readings else [_read_number(item) for item in items]
        case "limits" | "amounts":
            try:
                return json.loads(text)
            except ValueError:
                return text
        case "choice":
            return text


def _read_number(text: str) -> object:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= MOST_DIGITS else text


def readings_offered(instrument: Instrument, name: str) -> tuple[str, ...]:
    """Return the readings of an option that some table may have."""
    for option in instrument.options:
        if option.name == name:
            fixed = option.fixed and isinstance(option.default, list | tuple)
            return tuple(option.default if fixed else option.readings)
    return ()


def must_be_chosen(instrument: Instrument, given: Mapping[str, object]) -> None:
    """Refuse a live table that leaves out what its operator has to decide."""
    for missing in left_open(instrument, given):
        raise missing


def left_open(instrument: Instrument, given: Mapping[str, object]) -> Iterator[OptionError]:
    """What the operator of a table has to decide and has not."""
    for option in instrument.options:
        if option.required and option.name not in given:
            allowed = ", ".join(option.readings) or f"{option.minimum} to {option.maximum}"
            yield _forbidden(option, f"a table must choose: {allowed}")


def as_made(instrument: Instrument, given: Mapping[str, object], version: str) -> dict[str, Any]:
    """The options of a record made by a version of the program.

    What became an option only later has the value that every table had until then. A list has the
    readings that were found since to be no choice.
    """
    then = numbers(version)
    later = {
        option.name: option.before
        for option in instrument.options
        if option.since is not None and then < numbers(option.since)
    }
    return {**later, **with_settled_readings(instrument, given)}


def with_settled_readings(instrument: Instrument, given: Mapping[str, object]) -> dict[str, object]:
    """These options, with the readings that a list always holds."""
    settled = {option.name: option.always for option in instrument.options if option.always}
    found = dict(given)
    for name, always in settled.items():
        value = found.get(name)
        if isinstance(value, list | tuple):
            found[name] = [*value, *(each for each in always if each not in value)]
    return found


def resolve(instrument: Instrument, given: Mapping[str, object]) -> dict[str, Any]:
    """Every option of the instrument with its value: the one given, checked, or the default."""
    known = {option.name: option for option in instrument.options}
    for name in given:
        if name not in known:
            raise OptionError(
                f"options.{name}: {instrument.id} has no such option, only {', '.join(known)}"
                f"{did_you_mean(name, known)}"
            )
    values = {
        name: _checked(option, given[name]) if name in given else deepcopy(option.default)
        for name, option in known.items()
    }
    for option in instrument.options:
        _check_together(option, values)
    return values


def _checked(option: Option, value: object) -> Any:
    if option.fixed and not (type(value) is type(option.default) and value == option.default):
        _forbid(option, f"{_shown(value)} is not allowed, it is always {_bare(option.default)}")
    if value is None and option.default is None:
        return None
    return _CHECKS[option.type](option, value)


def _check_together(option: Option, values: Mapping[str, Any]) -> None:
    """What depends on more than one choice: each is allowed, but not beside the others."""
    value = values[option.name]
    if not (option.unless and values[option.unless]):
        unless = f", unless {option.unless} is true" if option.unless else ""
        for group in option.exclusive:
            if len(set(group) & set(value)) > 1:
                _forbid(option, f"{_shown(value)} has more than one of {', '.join(group)}{unless}")
    for reading, others in option.needs.items():
        for name, wanted in others.items():
            if _bare(value) == reading and values[name] != wanted:
                instead = f"{_bare(wanted)}, not {_bare(values[name])}"
                _forbid(option, f"{reading} asks for {name} {instead}")


def _choice(option: Option, value: object) -> str:
    if not isinstance(value, str) or value not in option.readings:
        _reject(option.name, f"{_shown(value)} is not one of {', '.join(option.readings)}")
    return value


def _flag(option: Option, value: object) -> bool:
    if not isinstance(value, bool):
        _reject(option.name, f"{_shown(value)} is not true or false")
    return value


def _number(option: Option, value: object) -> int:
    # bool is an int to Python, never to a table
    if not isinstance(value, int) or isinstance(value, bool):
        _reject(option.name, f"{_shown(value)} is not a whole number")
    if option.readings and str(value) not in option.readings:
        _forbid(option, f"{value} is not one of {', '.join(option.readings)}")
    least, most = option.minimum, option.maximum
    if (least is not None and value < least) or (most is not None and value > most):
        span = f"between {least} and {most}" if most is not None else f"{least} or more"
        _forbid(option, f"{value} is not {span}")
    return value


def _amount(option: Option, value: object) -> int:
    return _cents(option.name, value)


def _list(option: Option, value: object) -> list[Any]:
    if not isinstance(value, list | tuple):
        _reject(option.name, f"{_shown(value)} is not a list")
    for place, item in enumerate(value):
        if not option.readings:
            _cents(option.name, item)
        elif not isinstance(item, str) or item not in option.readings:
            _forbid(option, f"{_shown(item)} is not one of {', '.join(option.readings)}")
        if item in value[:place]:
            _reject(option.name, f"{_shown(item)} is named twice")
    for settled in option.always:
        if settled not in value:
            _forbid(option, f"{settled} is always among them")
    return list(value)


def _limits(option: Option, value: object) -> dict[str, list[int]]:
    limits: dict[str, list[int]] = {}
    for wager, pair in _wagers(option, value).items():
        place = f"{option.name}.{wager}"
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            _reject(place, f"{_shown(pair)} is not [minimum, maximum] in cents")
        least, most = (_cents(place, amount) for amount in pair)
        if least > most:
            _reject(place, f"the minimum {least} is above the maximum {most}")
        limits[wager] = [least, most]
    return limits


def _amounts(option: Option, value: object) -> dict[str, int]:
    return {
        wager: _cents(f"{option.name}.{wager}", amount)
        for wager, amount in _wagers(option, value).items()
    }


def _wagers(option: Option, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        _reject(option.name, f"{_shown(value)} is not by wager: {', '.join(option.readings)}")
    for wager in value:
        if wager not in option.readings:
            _forbid(option, f"{_shown(wager)} is not one of {', '.join(option.readings)}")
    return value


def _cents(place: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        _reject(place, f"{_shown(value)} is not an amount of 1 cent or more, in whole cents")
    return value


_CHECKS: dict[str, Callable[[Option, object], Any]] = {
    "choice": _choice,
    "flag": _flag,
    "number": _number,
    "amount": _amount,
    "list": _list,
    "limits": _limits,
    "amounts": _amounts,
}


def _reject(place: str, reason: str) -> NoReturn:
    raise OptionError(f"options.{place}: {reason}")


def _forbid(option: Option, reason: str) -> NoReturn:
    raise _forbidden(option, reason)


def _forbidden(option: Option, reason: str) -> OptionError:
    """A value that makes sense somewhere, but that this instrument's clauses leave no room for."""
    return OptionError(f"options.{option.name}: {reason} ({', '.join(option.clauses)})")


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _bare(value: object) -> str:
    return value if isinstance(value, str) else _shown(value)
