"""`croupier commands`: what can be asked of a table, and who may ask it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.wording.commands import by_subject, first_line

if TYPE_CHECKING:
    from croupier.aggregate.acts import Act
    from croupier.table.table import Table


def describe(act: Act[Table, Any]) -> dict[str, Any]:
    """One command as plain data: its name in a record, the role it needs, its fields."""
    return {
        "do": tag_of(act.command),
        "needs": str(act.needs),
        "says": first_line(act.command),
        "fields": {
            field.encode_name: "required" if field.required else _default(field)
            for field in msgspec.structs.fields(act.command)
        },
    }


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return None if field.default is msgspec.NODEFAULT else field.default


def commands_json(instrument: str) -> dict[str, Any]:
    """The commands in one list, each with its subject."""
    subjects = by_subject(instrument)
    told = [{"subject": name, **describe(act)} for name, _, found in subjects for act in found]
    return {"instrument": instrument, "commands": told}


def commands_text(instrument: str, width: int) -> str:
    """The commands by subject, in lines that fit a width."""
    lines: list[str] = []
    for name, says, found in by_subject(instrument):
        lines += ["", *_wrapped(f"{name.upper()}: {says}", width, 0)]
        for act in found:
            told = describe(act)
            fields = " ".join(
                field if default == "required" else f"[{field}]"
                for field, default in told["fields"].items()
            )
            lines += ["", *_wrapped(f"{told['do']} {fields}", width, 2)]
            lines += _wrapped(f"{told['needs']}: {told['says']}", width, 6)
    return "\n".join(lines[1:])


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    first, others = " " * indent, " " * (indent + 4)
    return wrap(text, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
