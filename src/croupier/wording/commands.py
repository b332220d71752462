"""What can be asked of a table, by subject: in plain words, and with the clauses behind it."""

from __future__ import annotations

import inspect
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from croupier.games import game_of, laws_of
from croupier.rulebook.coverage import fields_by_clause
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Act
    from croupier.table.table import Table


def by_subject(instrument: str) -> Iterator[tuple[str, str, list[Act[Table, Any]]]]:
    """Each subject with what its module says of itself and its acts in their order."""
    load(instrument)
    subjects: dict[str, list[Act[Table, Any]]] = {}
    for act in game_of(instrument).acts.values():
        subjects.setdefault(act.judge.__module__, []).append(act)
    for module, acts in subjects.items():
        name = module.rpartition(".")[2].replace("_", " ")
        yield name, first_line(inspect.getmodule(acts[0].judge)), acts


def first_line(thing: object) -> str:
    """What something says of itself, in short."""
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


def tag_of(act: Act[Table, Any]) -> str:
    """The name of a command in a record."""
    return str(act.command.__struct_config__.tag)


@cache
def prescribed(instrument: str, do: str) -> tuple[str, ...]:
    """The clauses that decide about a command, in the order of the instrument.

    They are those that the judge of the command goes by, itself or through the functions beside it.
    """
    act = next(act for act in game_of(instrument).acts.values() if tag_of(act) == do)
    return gone_by(instrument, act.judge)


@cache
def gone_by(instrument: str, judge: object, but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The clauses that a function goes by which judges a command, of a table or of anything.

    Lists of the law that it only looks something up in can be left out by name.
    """
    names = set(_names(judge)) - but
    carried = fields_by_clause(laws_of(instrument))
    return tuple(
        clause.id
        for clause in load(instrument).clauses
        if any(name in names for name in carried.get(clause.id, ()))
    )


def _names(function: object) -> Iterator[str]:
    """Every attribute that a function asks for, and those of its own module that it calls."""
    seen: set[object] = set()
    waiting = [function]
    while waiting:
        found = waiting.pop()
        if found in seen or not isinstance(found, FunctionType):
            continue
        seen.add(found)
        for name in _names_in(found.__code__):
            yield name
            called = found.__globals__.get(name)
            if getattr(called, "__module__", None) == found.__module__:
                waiting.append(called)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
