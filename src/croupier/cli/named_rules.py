"""`croupier rules INSTRUMENT --name RULE`: a rule by the name that code has for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import croupier
from croupier.cli.printing import WIDEST, print_padded
from croupier.cli.rulebook import grid, title
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.coverage import module_at, readings_in
from croupier.rulebook.instruments import load
from croupier.source_parts import citation_filter

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from croupier.rulebook.instruments import Instrument

_BINDING = {"value", "clauses", "why", "if"}


class NamedRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule: where the law has it, the clauses that state it, and its value if it has one."""

    section: str
    """Round, table, tournament or promotion."""
    path: str
    """The names on the way to it: `side_bets.perfect-pairs.window`."""
    clauses: tuple[str, ...]
    value: Any = None
    value_name: str = ""
    """The named value that it has, by which an amendment changes it."""
    why: str = ""
    only_if: dict[str, Any] = {}
    """The named values that it depends on."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def entry(self) -> str:
        """Return the entry of an amendment that changes the rule, if it has no named value."""
        kind, _, rest = self.path.partition(".")
        if kind == "contents":
            return f'[[condition]], condition = "{rest}"'
        table, _, limb = rest.partition(".")
        if kind not in ("limbs", "pay_tables"):
            is_rule = self.clauses and not self.value_name
            return f'[[rule]], section = "{self.section}", rule = "{self.path}"' if is_rule else ""
        if not limb.endswith(".clauses"):
            return ""
        entry = "limb" if kind == "limbs" else "row"
        return f'[[{entry}]], table = "{table}", {entry} = "{limb.removesuffix(".clauses")}"'


def named_rules(book: Instrument, name: str | None = None) -> list[NamedRule]:
    """Return the rules of an instrument, or those of one name or one clause.

    An unknown name is an error.
    """
    every = [
        rule for section, law in book.law.items() for rule in _rules_in(book, section, "", law)
    ]
    if name is None:
        return every
    if name in book.by_id:
        found = [rule for rule in every if name in rule.clauses]
        if not found:
            raise LookupError(f"{book.id}: no rule is bound to clause {name}")
        return found
    found = [rule for rule in every if name in rule.path.split(".")]
    if not found:
        near = did_you_mean(name, {rule.name for rule in every})
        raise LookupError(f"{book.id} has no rule {name}{near}")
    return found


def _rules_in(
    book: Instrument, section: str, path: str, law: Mapping[str, Any]
) -> Iterator[NamedRule]:
    for name, bound in law.items():
        here = f"{path}.{name}" if path else name
        if isinstance(bound, list) and book.by_id.keys() >= set(bound):
            yield NamedRule(section, here, tuple(bound))
        elif isinstance(bound, dict) and "clauses" in bound and set(bound) <= _BINDING:
            yield _rule(book, section, here, bound)
        elif isinstance(bound, dict):
            yield from _rules_in(book, section, here, bound)
        elif bound is not None:  # null says that the instrument has no such rule
            yield NamedRule(section, here, (), bound)


def _rule(book: Instrument, section: str, path: str, bound: Mapping[str, Any]) -> NamedRule:
    value, name = bound.get("value"), ""
    if isinstance(value, str) and value.startswith("{"):
        name = value.strip("{}")
        value = next(each.value for each in book.values if each.name == name)
    why, only_if = bound.get("why", ""), bound.get("if", {})
    return NamedRule(section, path, tuple(bound["clauses"]), value, name, why, only_if)


class FoundRules(msgspec.Struct, frozen=True):
    """The rules of one name, with the options and the code that belong to them."""

    instrument: str
    name: str
    rules: list[NamedRule]
    options: list[str]
    """The options that the same clauses leave open."""
    readings: dict[str, dict[str, str]]
    """Readings of these options, each with its words."""
    code: list[str]
    """The places that read the rule: `croupier/table/acts/betting.py:120`."""


def rules_by_name(instrument: str | Instrument, name: str) -> FoundRules:
    """Return the rules of one name; an unknown name is an error with its near misses."""
    book = load(instrument)
    rules = named_rules(book, name)
    stated = {clause for rule in rules for clause in rule.clauses}
    options = [option for option in book.options if stated & set(option.clauses)]
    readings = {option.name: option.readings for option in options if option.readings}
    package, may_cite = Path(croupier.__file__).parent, citation_filter(book)
    read = readings_in(package)
    names = {name, *(rule.name for rule in rules)}
    code = {place for each in names for place in read.get(each, ()) if may_cite(module_at(place))}
    names_of_options = [option.name for option in options]
    return FoundRules(book.id, name, rules, names_of_options, readings, sorted(code))


def _readings_of(book: Instrument, value: str) -> Mapping[str, str]:
    """Return the readings of a named value that is a choice."""
    found = next((each for each in book.values if each.name == value), None)
    return {} if found is None else found.readings


def show(console: Console, instrument: str | Instrument, found: FoundRules) -> None:
    """Print rules with the words of their clauses."""
    print_padded(console, [*_shown(load(instrument), found)], WIDEST)


def _shown(book: Instrument, found: FoundRules) -> Iterator[RenderableType]:
    from rich.text import Text

    yield Text(f"{book.id}: {found.name}", "dim")
    for rule in found.rules:
        yield from title(f"{rule.section}: {rule.path}")
        if rule.value is not None:
            named = f" (amend it as {rule.value_name})" if rule.value_name else ""
            yield f"Value: {rule.value}{named}"
        for reading, words in _readings_of(book, rule.value_name).items():
            yield f"{reading}: {words}"
        for name, value in rule.only_if.items():
            yield f"Only if {name} is {value}."
        if rule.entry:
            yield f"Amend it with {rule.entry}."
        if rule.why:
            yield Text(rule.why, "dim")
        table = grid()
        table.add_column(style="cyan", max_width=18)
        table.add_column(ratio=1)
        for clause in rule.clauses:
            table.add_row(clause, book.clause(clause).says)
        yield table
    if found.options:
        yield from title("Options on these clauses")
        for option in found.options:
            yield option
            table = grid()
            table.add_column(style="cyan", max_width=28)
            table.add_column(ratio=1)
            for reading, words in found.readings.get(option, {}).items():
                table.add_row(f"  {reading}", words)
            if table.row_count:
                yield table
    yield from title("Read by")
    yield "\n".join(found.code) or "No code reads this name."
