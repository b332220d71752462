"""`croupier commands`: what can be asked of a table, and who may ask it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games.blackjack import at_table
from croupier.table import acts
from croupier.table.acting import ACTS, Act

if TYPE_CHECKING:
    from collections.abc import Iterator

# fmt: off
SUBJECTS = (
    acts.opening, acts.patrons, acts.betting, acts.cards, acts.dealing, at_table,
    acts.irregularities, acts.powers, acts.conduct, acts.closing, acts.tournament_terms,
)
# fmt: on
"""The modules of commands, in the order in which a table needs them."""


def by_subject() -> Iterator[tuple[str, str, list[Act]]]:
    """Each subject with what its module says of itself and its acts in their order."""
    for module in SUBJECTS:
        name = module.__name__.rpartition(".")[2].replace("_", " ")
        acts_here = [act for act in ACTS.values() if act.judge.__module__ == module.__name__]
        yield name, _first_line(module), acts_here


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


def describe(act: Act) -> dict[str, Any]:
    """One command as plain data: its name in a record, the role it needs, its fields."""
    return {
        "do": act.command.__struct_config__.tag,
        "needs": str(act.needs),
        "says": _first_line(act.command),
        "fields": {
            field.encode_name: "required" if field.required else _default(field)
            for field in msgspec.structs.fields(act.command)
        },
    }


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return None if field.default is msgspec.NODEFAULT else field.default


def commands_json() -> dict[str, Any]:
    return {name: [describe(act) for act in found] for name, _, found in by_subject()}


def commands_text() -> str:
    """The commands by subject, as lines that fit a page of documentation."""
    lines: list[str] = []
    for name, says, found in by_subject():
        lines += ["", f"{name.upper()}: {says}"]
        for act in found:
            told = describe(act)
            fields = " ".join(
                field if default == "required" else f"[{field}]"
                for field, default in told["fields"].items()
            )
            lines += [
                "",
                f"  {told['do']} {fields}".rstrip(),
                f"      {told['needs']}: {told['says']}",
            ]
    return "\n".join(lines[1:])
