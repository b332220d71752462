"""The commands of the inspector's office: what is read out of records that were kept."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.arguments import RecordArgument, TableOption


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others."""
    for command in (export,):
        app.command()(command)


def export(
    file: RecordArgument,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The number of the round.")],
    table: TableOption = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to; left out, standard output."),
    ] = None,
) -> None:
    """Write a round of a record as a round file for adjudicate.

    Exit status: 0 written, 1 a round file cannot tell this round, 2 the file is not a record.

    \b
    Examples:
      croupier export evening.jsonl 12 | croupier adjudicate - --explain
      croupier export casino.db 12 --table "pit 1" -o round.json
    """
    from croupier.cli import exporting

    raise typer.Exit(exporting.run(file, round_, table, out))
