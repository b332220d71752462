"""Breaks of a clause in what is declared and not programmed: values, lists, options, roles.

A value that the clause states is moved (a number by one, odds, a choice to another one), an entry
of a list is dropped, the bounds or the default of an option are moved whose first clause it is, an
act that goes by the clause is opened to more people than the clause names. A role that both the law
and an act name is widened in both, since either of them alone would hide it. Where nothing else can
be broken, the clause is left out of a citation. It is done to the very objects that a running
program reads, so nothing has to be loaded again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from inspect import unwrap
from pathlib import Path
from typing import Any

import msgspec

from croupier.aggregate.acts import Act
from croupier.aggregate.roles import Role, who_may
from croupier.game_rules import PROMOTIONS, RULES, game_of, laws_of
from croupier.money import Odds
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook import options
from croupier.rulebook.citations import Cited, Clauses
from croupier.rulebook.instruments import Option, load
from croupier.rulebook.settlement_tables import Limb, Result
from croupier.source_parts import owners_for
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

from .enforcement import Carried, is_value_read

WIDER = {
    Role.DEALER: Role.PLAYER, Role.SUPERVISOR: Role.DEALER, Role.ASSISTANT_MANAGER: Role.SUPERVISOR,
    Role.GAMING_MANAGER: Role.ASSISTANT_MANAGER, Role.SHIFT_MANAGER: Role.SUPERVISOR,
    Role.OPERATOR: Role.SUPERVISOR, Role.TOURNAMENT_DIRECTOR: Role.PLAYER,
    Role.INSPECTOR: Role.SUPERVISOR, Role.SURVEILLANCE: Role.DEALER,
}  # fmt: skip
ALONE = 2
"""An act that declares no more clauses than these is theirs."""


@dataclass(frozen=True)
class Change:
    """One break of a clause in its declarations."""

    where: str
    change: str
    make: Callable[[], object]
    """Breaks it, in this process."""


def changes(instrument: str, clause: str) -> list[Change]:
    """Every break of a clause in what is declared, values first."""
    places = list(_places(instrument, clause))
    return [
        *(each for place in places for each in _roles(instrument, clause, place)),
        *(each for place in places for each in _values(place)),
        *(each for place in places for each in _other_limbs(place, _cases_of(instrument))),
        *(each for place in places for each in _dropped(place)),
        *_bounds(instrument, clause),
        *_wider(instrument, clause, places),
        *[each for place in places for each in _uncited(place, clause)][:1],
    ]


# --- the law


@dataclass(frozen=True)
class _Place:
    """Where a law carries the clause."""

    where: str
    owner: type
    value: Any
    put: Callable[[Any], None]
    drop: Callable[[], object] | None = None
    within: tuple[tuple[str, type], ...] = ()
    """The fields on the way to it, if it stands in a law within a law, each with its owner."""


def _places(instrument: str, clause: str) -> Iterator[_Place]:
    for law in laws_of(instrument):
        yield from _within(type(law).__name__, law, clause)


def _within(
    where: str, law: Any, clause: str, above: tuple[tuple[str, type], ...] = ()
) -> Iterator[_Place]:
    for field in fields(law):
        name, value = f"{where}.{field.name}", getattr(law, field.name)
        put = partial(object.__setattr__, law, field.name)
        way = (*above, (field.name, type(law)))
        if _carries(value, clause):
            drop = partial(put, None) if "None" in str(field.type) else None
            yield _Place(name, type(law), value, put, drop, above)
        elif isinstance(value, dict):
            for key, inner in value.items():
                entry = f"{name}[{_key(key)}]"
                if _carries(inner, clause):
                    put = partial(value.__setitem__, key)
                    yield _Place(entry, type(law), inner, put, partial(value.pop, key), above)
                elif isinstance(inner, dict):
                    yield from _limbs(name, type(law), inner, clause, above)
                elif is_dataclass(inner) and not isinstance(inner, Cited):
                    yield from _within(entry, inner, clause, way)
        elif is_dataclass(value) and not isinstance(value, Cited):
            yield from _within(name, value, clause, way)


def _limbs(
    where: str,
    owner: type,
    table: dict[str, Limb],
    clause: str,
    above: tuple[tuple[str, type], ...],
) -> Iterator[_Place]:
    """Yield each limb of a settlement table, and each row of a pay table, that has the clause."""
    for name, limb in table.items():
        if clause in limb.every_clause:
            put, drop = partial(table.__setitem__, name), partial(table.pop, name)
            yield _Place(f"{where}[{name}]", owner, limb, put, drop, above)


def _key(key: object) -> str:
    return key.name if isinstance(key, Enum) else str(key)


def _carries(value: object, clause: str) -> bool:
    if isinstance(value, Cited):
        return clause in value.clauses
    return isinstance(value, tuple) and clause in value


def _field(place: _Place) -> str:
    return place.where.rpartition(".")[2].partition("[")[0]


def _values(place: _Place) -> Iterator[Change]:
    if isinstance(place.value, Cited) and is_value_read(_field(place)):
        was, clauses = place.value.value, place.value.clauses
        for value in _others(was):
            yield Change(
                place.where, f"{was}  ->  {value}", partial(place.put, Cited(value, clauses))
            )


@cache
def _cases_of(instrument: str) -> dict[str, frozenset[Any]]:
    """Return the values that each feature has in cases that can occur."""
    book = load(instrument)
    found: defaultdict[str, set[Any]] = defaultdict(set)
    for domain in RULES.of(book).domains(book).values():
        for case in domain.cases():
            for feature, value in case.items():
                found[feature].add(value)
    return {feature: frozenset(values) for feature, values in found.items()}


def _other_limbs(place: _Place, occurring: dict[str, frozenset[Any]]) -> Iterator[Change]:
    if isinstance(place.value, Limb):
        for change, limb in _near(place.value, occurring):
            yield Change(place.where, change, partial(place.put, limb))


def _near(limb: Limb, occurring: dict[str, frozenset[Any]]) -> Iterator[tuple[str, Limb]]:
    """Yield limbs that are near to this one, each with what was changed."""
    if limb.outcome is Result.WIN:
        yield "win  ->  lose", replace(limb, outcome=Result.LOSE, pays=None)
    else:
        other = Result.PUSH if limb.outcome is Result.LOSE else Result.LOSE
        yield f"{limb.outcome}  ->  {other}", replace(limb, outcome=other)
    if isinstance(limb.pays, Cited):
        for odds in _others(limb.pays.value):
            pays = Cited(odds, limb.pays.clauses)
            yield f"{limb.pays.value}  ->  {odds}", replace(limb, pays=pays)
    for name in limb.over:
        over = tuple(each for each in limb.over if each != name)
        yield f"not over {name}", replace(limb, over=over)
    for feature, values in limb.when.items():
        others = {name: each for name, each in limb.when.items() if name != feature}
        moved = sorted(occurring[feature] - values, key=str)[:1]
        if others:
            yield f"whatever the {feature}", replace(limb, when=others)
        elif moved:  # without its one feature it would claim what other clauses speak of
            when = {feature: frozenset(moved)}
            yield f"{feature} {moved[0]} instead", replace(limb, when=when)
        numbers = sorted(each for each in values & occurring[feature] if type(each) is int)
        for end in dict.fromkeys((*numbers[:1], *numbers[-1:])) if len(numbers) > 1 else ():
            fewer = {**limb.when, feature: values - {end}}
            yield f"{feature} not {end}", replace(limb, when=fewer)


def _others(value: Any) -> Iterator[Any]:
    """Values that are near to this one."""
    match value:
        case bool():
            yield not value
        case Role():
            return  # widened in the acts too: see `_roles`
        case Enum():
            every = list(type(value))
            yield every[(every.index(value) + 1) % len(every)]
        case int() | Fraction():
            yield value + 1
            if value > 1:
                yield value - 1
        case Odds(win=win, stake=stake):
            yield Odds(win + 1, stake)
        case range(start=start, stop=stop):
            yield range(start - 1, stop)
            yield range(start, stop + 1)
        case tuple() if value:
            yield value[1:]
        case frozenset() if value:
            yield value - {min(value, key=str)}


def _roles(instrument: str, clause: str, place: _Place) -> Iterator[Change]:
    """The role that a law names, widened there and in every act that declares the clause."""
    if not isinstance(place.value, Cited) or place.value.value not in WIDER:
        return
    was, clauses = place.value.value, place.value.clauses
    wider = WIDER[was]

    def make() -> None:
        place.put(Cited(wider, clauses))
        for acts, law in _acts(instrument):
            for act in acts.values():
                if act.clauses is not None and clause in act.clauses(law):
                    open_to = tuple(dict.fromkeys((*act.open_to, *who_may(wider))))
                    _set(act, open_to=open_to)

    yield Change(place.where, f"{was}  ->  {wider}, in its acts too", make)


def _dropped(place: _Place) -> Iterator[Change]:
    if place.drop is not None:
        yield Change(place.where, "left out", place.drop)


def _uncited(place: _Place, clause: str) -> Iterator[Change]:
    def without(clauses: tuple[str, ...]) -> Clauses:
        return Clauses(tuple(each for each in clauses if each != clause))

    value = place.value
    left: Any
    match value:
        case Limb(pays=Cited() as pays):
            own = Cited(pays.value, without(pays.clauses))
            left = replace(value, clauses=without(value.clauses), pays=own)
        case Limb():
            left = replace(value, clauses=without(value.clauses))
        case Cited():
            left = Cited(value.value, without(value.clauses))
        case _:
            left = without(value)
    yield Change(place.where, f"does not cite {clause}", partial(place.put, left))


# --- options and acts


def _bounds(instrument: str, clause: str) -> Iterator[Change]:
    for option in load(instrument).options:
        if clause != option.clauses[0]:
            continue
        for name, value in _other_bounds(option):
            yield Change(f"option {option.name}", f"{name} {getattr(option, name)}  ->  {value}",
                          partial(msgspec.structs.force_setattr, option, name, value))  # fmt: skip


def _other_bounds(option: Option) -> Iterator[tuple[str, Any]]:
    if option.type == "number" and not option.readings:
        if option.minimum is not None:
            yield "minimum", option.minimum - 1
        if option.maximum is not None:
            yield "maximum", option.maximum + 1
    if option.fixed and len(option.readings) > 1:
        yield "fixed", False
    elif option.fixed:
        return
    elif option.type == "flag" and not option.required:
        yield "default", not option.default
    elif option.type == "choice" and not option.required:
        yield "default", next(each for each in option.readings if each != option.default)


def _wider(instrument: str, clause: str, places: list[_Place]) -> Iterator[Change]:
    by_law = [place.value.value for place in places if isinstance(place.value, Cited)]
    says = load(instrument).by_id[clause].says.lower()
    for acts, law in _acts(instrument):
        for act in acts.values():
            declared = act.clauses(law) if act.clauses is not None else ()
            if clause not in declared or len(declared) > ALONE:
                continue
            if act.needs in WIDER and act.needs not in by_law and _word(act.needs) in says:
                needs = WIDER[act.needs]
                yield Change(f"act {act.command.__name__}", f"{act.needs}  ->  {needs}",
                              partial(_set, act, needs=needs, open_to=who_may(needs)))  # fmt: skip
            if act.oneself and "player" in says:
                yield Change(f"act {act.command.__name__}", "not for oneself",
                              partial(_set, act, oneself=False))  # fmt: skip


@cache
def _acts(instrument: str) -> list[tuple[Any, Any]]:
    """All acts under an instrument, each with what it reads its clauses from."""
    book = load(instrument)
    rules = RULES.of(book).rules(book, {})
    found = [(game_of(book).acts, rules), (TOURNAMENT_ACTS, rules.table_law.tournament)]
    if book in PROMOTIONS:
        found.append((PROMOTION_ACTS, PROMOTIONS.of(book)(book)))
    return found


def _word(role: Role) -> str:
    """What a clause calls somebody: a dealer, a director."""
    return role.value.rpartition("-")[2]


def _set(act: Act[Any, Any], **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(act, name, value)


def ignore(instrument: str, name: str) -> None:
    """Every table of an instrument has the default of an option, whatever it chose."""
    ours = {id(option) for option in load(instrument).options if option.name == name}
    checked = options._checked

    def defaults(option: Option, value: object) -> Any:
        found = checked(option, value)
        return deepcopy(option.default) if id(option) in ours else found

    options._checked = defaults


# --- under which names


def carried(instrument: str, clause: str) -> Carried:
    """Under which names the law carries a clause."""
    keys: dict[str, set[str]] = {}
    owners: set[str] = set()
    for place in _places(instrument, clause):
        keys.setdefault(_field(place), set())
        if key := place.where.rpartition(".")[2].partition("[")[2]:
            keys[_field(place)] |= {key.removesuffix("]")}
        owners |= _named(place.owner)
    return _known(instrument, keys, owners)


def chosen(instrument: str, clause: str) -> Carried:
    """Under which names a law is chosen that carries the clause within the instrument's."""
    places = list(_places(instrument, clause))
    every = (step for place in places for step in place.within)
    way = [step for step in every if _is_one_of_several(*step)]
    owners = {name for _, owner in way for name in _named(owner)}
    known = _known(instrument, {name: set() for name, _ in way}, owners)
    return replace(known, within=frozenset(map(_field, places)))


def _is_one_of_several(name: str, owner: type) -> bool:
    """Whether a law has others like it to choose from, as a table has but one of tournaments."""
    kinds = {field.name: str(field.type) for field in fields(owner)}
    return "dict" in kinds[name] or list(kinds.values()).count(kinds[name]) > 1


def _named(owner: type) -> set[str]:
    return {kind.__name__ for kind in owner.__mro__}


def _known(instrument: str, keys: dict[str, set[str]], owners: set[str]) -> Carried:
    commands = {
        kind.__name__: Path(unwrap(act.judge).__code__.co_filename)
        for acts, _ in _acts(instrument)
        for kind, act in acts.items()
    }
    cited_by = owners_for(instrument)
    return Carried(keys, owners, _rules(instrument), cited_by, commands)


@cache
def _rules(instrument: str) -> dict[str, list[Any]]:
    """What every rule of an instrument is, by name."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    waiting: list[Any] = list(laws_of(instrument))
    while waiting:
        law = waiting.pop()
        for field in fields(law):
            value = getattr(law, field.name)
            found[field.name].append(value)
            inner = value.values() if isinstance(value, dict) else [value]
            waiting += (each for each in inner if is_dataclass(each) and type(each) is not Cited)
    return found
