"""Arguments and ways of printing that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

InstrumentArgument = Annotated[
    str, typer.Argument(metavar="INSTRUMENT", help="An id that `croupier instruments` lists.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def console() -> Console:
    """Where people read; imported late, for Rich takes its time."""
    from rich.console import Console

    return Console(highlight=False)


def print_json(data: object) -> None:
    """Data as JSON, on standard output."""
    import json

    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
