"""Reading the law of an instrument from its data file into the typed law objects of its game.

The file's `law` has a section for each kind of law: the round, the table, tournaments, promotions.
A section binds the names of rules to the clauses that state them:

    "over_maximum": ["3.5"]
    "vacate_seat": {"value": "{vacate_seat}", "clauses": ["14.6"]}
    "absent_player": {"clauses": ["4.6"], "why": "A wager is decided whether its owner is there."}

A value in braces is one of the file's named `values`; any other value is a choice of the game's
own, such as when a seat is lost. A binding with `if`, such as `{"soft_17": "hit"}`, counts only
while the named values are those. `why` is a note to the reader of the file. The annotations of the
law class say which names there are and what each must be. An unknown or missing name, a value of
the wrong type and a clause that the instrument does not have are errors that name their place.
The limbs of a settlement rule and the rows of a pay table have a form of their own, which
`croupier.rulebook.settlement_tables` explains.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.money import Odds
from croupier.rulebook.citations import Cited, Clauses, UnknownClause, did_you_mean
from croupier.rulebook.settlement_tables import (
    PAY_TABLES,
    Answer,
    Domain,
    Limb,
    Result,
    TableError,
    check_table,
)
from croupier.rulebook.type_errors import why_not

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.rule_values import Value

L = TypeVar("L")
_NAMED = re.compile(r"\{(\w+)\}")
_SPAN = re.compile(r"(\d{1,3}) to (\d{1,3})")
_ODDS = re.compile(r"(\d{1,7}) to (\d{1,7})")
_LIMB = ("when", "outcome", "pays", "clauses", "over", "called", "if", "why")


class LawError(ValueError):
    """A flaw in the law of a data file; the message begins with its place."""


def read_law(book: Instrument, section: str, kind: type[L], **given: object) -> L:
    """Return the law of one section of an instrument as an object of its law class.

    `given` are rules of the class that do not stand in the section.
    """
    place = f"{book.id}: law.{section}"
    if section not in book.law:
        raise LawError(f"{place} is missing")
    law: L = _LawReader(book).read_class(kind, _object(book.law[section], place), place, given)
    return law


def check_tables(
    book: Instrument, domains: Mapping[str, Domain], names_of_odds: Collection[str]
) -> None:
    """Raise LawError if a limb or a row of the round's law asks for what its game does not know."""
    for place, domain in domains.items():
        pay_tables = [PAY_TABLES + name for name in domain.pay_tables or ()]
        try:
            check_table(
                domain.table,
                domain.features,
                (*names_of_odds, *pay_tables),
                f"{book.id}: law.round.{place}",
            )
        except TableError as error:
            raise LawError(str(error)) from None


def check_names_of_tables(
    book: Instrument,
    kind: str,
    found: Collection[str],
    *,
    known: Collection[str],
    needed: Collection[str] = (),
) -> None:
    """Raise LawError if the round's law has a table that its game never asks, or lacks one.

    `kind` is `limbs` or `pay_tables`, and `found` are the names of the tables there.
    """
    place = f"{book.id}: law.round.{kind}"
    for name in found:
        if name not in known:
            near = did_you_mean(name, known)
            only = ", ".join(known)
            raise LawError(f"{place}.{name}: the game settles nothing by it, only by {only}{near}")
    for name in needed:
        if name not in found:
            raise LawError(f"{place}.{name}: {name} may be wagered on, and nothing would settle it")


class _LawReader:
    """Turns the JSON of one instrument's law into typed objects."""

    def __init__(self, book: Instrument) -> None:
        self._book = book
        self._values = {value.name: value for value in book.values}

    def read(self, kind: Any, data: Any, place: str) -> Any:
        if kind is Clauses:
            return self._clauses(data, place)
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            if NoneType in get_args(kind) and (data is None or not self._applies(data, place)):
                return None
            (inner,) = (each for each in get_args(kind) if each is not NoneType)
            return self.read(inner, data, place)
        if origin is Cited:
            return self._cited(get_args(kind)[0], data, place)
        if origin in (dict, Mapping):
            key_kind, value_kind = get_args(kind)
            return {
                _key(self._fill(key), key_kind, place): self.read(value_kind, each, here)
                for key, each in _object(data, place).items()
                if self._applies(each, here := f"{place}.{key}")
            }
        if kind is Limb:
            return self._limb(data, place)
        if is_dataclass(kind):
            return self.read_class(kind, _object(data, place), place, {})
        return _convert(data, kind, place)

    def read_class(
        self, kind: Any, data: Mapping[str, Any], place: str, given: Mapping[str, object]
    ) -> Any:
        """Return an object of a law class."""
        kinds, optional = _names(kind)
        for name in data:
            if name not in kinds:
                near = did_you_mean(name, kinds)
                raise LawError(f"{place}.{name}: there is no rule of this name here{near}")
        missing = [name for name in kinds if name not in {*data, *given, *optional}]
        if missing:
            raise LawError(f"{place}: {', '.join(missing)} missing")
        read = {
            name: self.read(kinds[name], each, f"{place}.{name}") for name, each in data.items()
        }
        return kind(**read, **given)

    def _applies(self, data: Any, place: str) -> bool:
        """True unless a binding has an `if` that asks for other values than the file has."""
        if not isinstance(data, dict) or "if" not in data:
            return True
        asked = _object(data["if"], f"{place}.if")
        return all(self._value(name, f"{place}.if").value == it for name, it in asked.items())

    def _fill(self, key: str) -> str:
        """Return a key with named values in words."""
        return _NAMED.sub(lambda found: self._values[found[1]].words, key)

    def _clauses(self, data: Any, place: str) -> Clauses:
        if isinstance(data, dict):
            _known_fields(data, ("clauses", "if", "why"), place)
            data = data.get("clauses")
        if not isinstance(data, list) or not all(isinstance(id, str) for id in data):
            raise LawError(f"{place}: a list of clauses is needed, not {data!r}")
        try:
            return self._book.cite(*data)
        except UnknownClause as error:
            raise LawError(f"{place}: {error}") from None

    def _cited(self, kind: Any, data: Any, place: str) -> Cited[Any]:
        _known_fields(_object(data, place), ("value", "clauses", "why"), place)
        if "value" not in data:
            raise LawError(f"{place}: value missing")
        clauses = self._clauses(data.get("clauses"), f"{place}.clauses")
        named = _NAMED.fullmatch(data["value"]) if isinstance(data["value"], str) else None
        if named is None:
            return Cited(_convert(data["value"], kind, f"{place}.value"), clauses)
        return Cited(self._named_value(named[1], kind, clauses, place), clauses)

    def _limb(self, data: Any, place: str) -> Limb:
        """Return a limb of a settlement table or a row of a pay table."""
        _known_fields(_object(data, place), _LIMB, place)
        when = _object(data.get("when"), f"{place}.when")
        pays = data.get("pays")
        own = isinstance(pays, dict) and _NAMED.fullmatch(str(pays.get("value"))) is None
        if pays is not None and not isinstance(pays, str):
            pays = self._odds(pays, f"{place}.pays")
        return Limb(
            name=place.rpartition(".")[2],
            when={name: _answers(each, f"{place}.when.{name}") for name, each in when.items()},
            clauses=self._clauses(data.get("clauses"), f"{place}.clauses"),
            outcome=_convert(data.get("outcome", "win"), Result, f"{place}.outcome"),
            pays=pays,
            has_own_odds=own,
            called=_convert(data.get("called", ""), str, f"{place}.called"),
            over=_convert(data.get("over", []), tuple[str, ...], f"{place}.over"),
        )

    def _odds(self, data: Any, place: str) -> Cited[Odds]:
        """Return odds that a limb has itself: a named value, or `30 to 1`."""
        data = _object(data, place)
        found = _ODDS.fullmatch(str(data.get("value")))
        if found is None:
            return self._cited(Odds, data, place)
        odds = Odds(int(found[1]), int(found[2]))
        return Cited(odds, self._clauses(data.get("clauses"), f"{place}.clauses"))

    def _named_value(self, name: str, kind: Any, clauses: Clauses, place: str) -> Any:
        value = self._value(name, f"{place}.value")
        if not any(stating.startswith(tuple(clauses)) for stating in value.clauses):
            stated = ", ".join(value.clauses)
            raise LawError(f"{place}.clauses: {name} is stated by {stated}; cite one of them")
        found = value.parsed
        expected = get_origin(kind) or kind
        if isinstance(expected, type) and issubclass(expected, Enum):
            return _convert(found, expected, f"{place}.value")
        if not isinstance(found, expected):
            raise LawError(f"{place}.value: {name} is of type {value.type}, which is wrong here")
        return found

    def _value(self, name: str, place: str) -> Value:
        if name not in self._values:
            known = did_you_mean(name, self._values)
            raise LawError(f"{place}: {self._book.id} has no value {name}{known}")
        return self._values[name]


@cache
def _names(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the names of a law class with their types, and those that a file may leave out."""
    kinds = get_type_hints(kind)
    own = [field for field in fields(kind) if field.init]
    optional = frozenset(
        field.name
        for field in own
        if field.default is not MISSING or field.default_factory is not MISSING
    )
    return {field.name: kinds[field.name] for field in own}, optional


def _convert(data: Any, kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise LawError(f"{place}: {why_not(data, kind, error)}") from None


def _key(name: str, kind: Any, place: str) -> Any:
    """Return a key; a member of an enumeration of numbers goes by its name in small letters."""
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        names = {each.name.lower(): each for each in kind}
        if name not in names:
            raise LawError(f"{place}.{name}: not one of {', '.join(names)}")
        return names[name]
    try:
        return msgspec.convert(name, kind, strict=False)
    except msgspec.ValidationError as error:
        raise LawError(f"{place}.{name}: {why_not(name, kind, error)}") from None


def _answers(data: Any, place: str) -> frozenset[Answer]:
    """Return the values of a feature for which a limb holds: one, a list, or a span."""
    found: set[Answer] = set()
    for each in data if isinstance(data, list) else [data]:
        span = _SPAN.fullmatch(each) if isinstance(each, str) else None
        if span is not None and int(span[1]) <= int(span[2]):
            found |= set(range(int(span[1]), int(span[2]) + 1))
        elif isinstance(each, str | int):
            found.add(each)
        else:
            raise LawError(f"{place}: a value, a list of values or a span is needed, not {each!r}")
    if not found:
        raise LawError(f"{place}: a list without values holds for nothing")
    return frozenset(found)


def _object(data: Any, place: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise LawError(f"{place}: names and their bindings are needed, not {data!r}")
    return data


def _known_fields(data: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    for name in data:
        if name not in known:
            raise LawError(f"{place}.{name}: only {', '.join(known)} stand here")
