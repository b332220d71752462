"""Which rules two instruments of one game have in common, as the code knows them by name.

For any two of one game, also where the rulebook does not say of every clause what became of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.game_rules import laws_of
from croupier.rulebook.coverage import fields_by_clause
from croupier.rulebook.instruments import instruments, load
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Table


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule by the name that the code has for it, and the clauses of each that make it."""

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def spoken(self) -> str:
        return self.name.replace("_", " ")


def rules_in_common(before: Instrument, after: Instrument) -> tuple[NamedRule, ...]:
    """Every rule of either, those of the first in its order; clauses are empty where it is not."""
    old, new = _by_rule(before), _by_rule(after)
    return tuple(
        NamedRule(name, tuple(old.get(name, ())), tuple(new.get(name, ())))
        for name in dict.fromkeys((*old, *new))
    )


def must_be_one_game(before: Instrument, after: Instrument) -> None:
    """Refuse to compare two games, and say which instruments can be compared."""
    if before.game == after.game:
        return
    games: dict[str, list[str]] = {}
    for id in instruments():
        games.setdefault(load(id).game, []).append(id)
    several = "; ".join(", ".join(ids) for ids in games.values() if len(ids) > 1)
    raise LookupError(
        f"{before.id} is {before.game} and {after.id} is {after.game}: two games have no wagers "
        f"and no hands in common that could be compared. Of one game are {several}"
    )


def _by_rule(instrument: Instrument) -> dict[str, list[str]]:
    """Return the clauses of each rule and each limb, in the order of the instrument."""
    rules: dict[str, list[str]] = {}
    names = names_by_clause(instrument)
    for clause in instrument.clauses:
        for name in sorted(names.get(clause.id, ())):
            rules.setdefault(name, []).append(clause.id)
    return rules


def names_by_clause(instrument: Instrument) -> dict[str, set[str]]:
    """Return the names of the rules, limbs and rows that each clause states."""
    laws = laws_of(instrument)
    names = fields_by_clause(laws)
    for law in laws:
        for name, clauses in _by_limb(law):
            for clause in clauses:
                names[clause].add(name)
    return {clause: named - _TABLES.keys() for clause, named in names.items()}


_TABLES = {"limbs": MAIN, "pay_tables": ""}
"""The fields of a law that hold tables, with the table whose limbs go by their names alone."""


def _by_limb(law: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each limb and each row of a law with its clauses."""
    for field, plain in _TABLES.items():
        tables: dict[str, Table] = getattr(law, field, {})
        for table, limbs in tables.items():
            for name, limb in limbs.items():
                called = name if table == plain else f"{table} {name}"
                yield called, limb.clauses or limb.every_clause
