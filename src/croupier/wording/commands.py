"""What can be asked of a table, by subject: in plain words, and with the clauses behind it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeVar

from croupier.game_rules import game_of
from croupier.rulebook.citations import Clauses
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Act
    from croupier.table.table import Table

L = TypeVar("L")


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


def clauses_of(act: Act[Any, L], law: L, instrument: str) -> Clauses:
    """The clauses that an act declares, in the order of the instrument.

    The law is what the acts read them from: the rules of a table, the law of tournaments or of
    promotions.
    """
    if act.clauses is None:
        return Clauses(())
    order = {clause.id: place for place, clause in enumerate(load(instrument).clauses)}
    return Clauses(tuple(sorted(act.clauses(law), key=order.__getitem__)))
