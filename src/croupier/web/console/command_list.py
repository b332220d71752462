"""What a console shows: the commands of something by subject, and one of them with its rules."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.aggregate.acts import tag_of
from croupier.rulebook.instruments import Kind, load
from croupier.web.console.forms import fields_of
from croupier.web.html.cited_lines import cite
from croupier.wording.commands import first_line
from croupier.wording.teller import sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Act, Command
    from croupier.aggregate.roles import Person
    from croupier.web.console.forms import Field
    from croupier.web.console.listed import Listed

ANYBODY = "anybody"
THEMSELVES = "the player, each for themselves"


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A command in the list."""

    path: str
    title: str
    says: str
    needs: str
    allowed: bool
    """Whether whoever looks at it has a role that may do it."""
    now: bool
    """Whether it can be done as things stand."""
    command: type[Command] | None = None
    """The command itself, if it is one: steps of the dealer's hands are listed, too."""


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """The commands of a subject."""

    name: str
    says: str
    entries: tuple[ListedCommand, ...]

    @property
    def now(self) -> int:
        return sum(entry.now for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause as the rulebook has it."""

    clause: str
    href: str
    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Action:
    """A command to be filled in, with all that the rules say about it."""

    path: str
    title: str
    says: str
    needs: str
    may: str
    """Who else may do it."""
    fields: list[Field]
    rules: tuple[Rule, ...]
    definitions: tuple[Rule, ...]
    shown: bool = True
    """Whether what follows can be shown before it is done."""


def title_of(tag: str) -> str:
    words = tag.replace("-", " ")
    return words[:1].upper() + words[1:]


# --- the list


def groups(
    acts: Iterable[Act[Any, Any]], by: Person, possible: Collection[type[Command]]
) -> Iterator[CommandGroup]:
    """Commands by the subject that they are declared under, in their order."""
    subjects: dict[str, list[Act[Any, Any]]] = {}
    for act in acts:
        subjects.setdefault(act.judge.__module__, []).append(act)
    for module, declared in subjects.items():
        name = module.rpartition(".")[2].replace("_", " ")
        said = first_line(inspect.getmodule(declared[0].judge))
        says = re.sub(rf"^({name}|\d[^:]*): ", "", said, flags=re.IGNORECASE)
        yield CommandGroup(
            name, sentence(says), tuple(_listed(act, by, possible) for act in declared)
        )


def _listed(act: Act[Any, Any], by: Person, possible: Collection[type[Command]]) -> ListedCommand:
    tag, allowed = tag_of(act.command), by.role in act.open_to
    return ListedCommand(
        tag, title_of(tag), first_line(act.command), str(act.needs or ANYBODY), allowed,
        allowed and act.command in possible, act.command,
    )  # fmt: skip


# --- one of them


def action_of(
    act: Act[Any, Any],
    rules: Iterable[Rule],
    values: Mapping[str, list[str]],
    errors: Mapping[str, str],
    lists: Listed,
    *,
    hidden: Collection[str] = (),
    shown: bool = True,
) -> Action:
    """A command with its form; `hidden` fields are those that the house keeps or makes itself."""
    tag, rules = tag_of(act.command), tuple(rules)
    others = [str(role) for role in act.open_to if act.needs and role is not act.needs]
    if act.oneself:
        others.append(THEMSELVES)
    fields = fields_of(act.command, values, errors, lists, names_anybody=act.names_anybody)
    return Action(
        tag, title_of(tag), first_line(act.command), str(act.needs or ANYBODY), ", ".join(others),
        [each for each in fields if each.name not in hidden],
        tuple(rule for rule in rules if rule.kind != Kind.DEFINITION),
        tuple(rule for rule in rules if rule.kind == Kind.DEFINITION),
        shown,
    )  # fmt: skip


def rules_of(instrument: str, clauses: Iterable[str]) -> Iterator[Rule]:
    """Clauses as they stand beside a form."""
    book = load(instrument)
    for each in map(book.clause, clauses):
        yield Rule(each.id, cite(instrument, [each.id])[0].href, each.kind, each.says)
