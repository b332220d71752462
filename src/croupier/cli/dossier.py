"""`croupier dossier`: the report on a game's mathematics, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.laboratory import AskedTable, laboratory_option, must_be_writable
from croupier.cli.printing import progress

KINDS = (".pdf", ".html")


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(dossier)


def dossier(
    table: AskedTable,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .pdf or .html.")
    ],
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds to simulate; the document says how many.")
    ] = 10_000_000,
    seed: Annotated[int, laboratory_option("seed")] = 1,
) -> None:
    """Write the mathematics report that a regulator asks for.

    The rules with their clauses, pay tables, every outcome with its chance, edges, the best play,
    what options do, and how each figure was checked in this very run. The same question gives the
    same bytes.

    \b
    Examples:
      croupier dossier act-mini-baccarat-2016 -o baccarat.pdf
      croupier dossier act-blackjack-2018 --option soft_17=hit -o blackjack.html
      croupier dossier act-blackjack-2018 --amend six-to-five.toml -o variant.pdf
    """
    from croupier.documents.html import page
    from croupier.documents.pdf import pdf
    from croupier.dossier import Stage
    from croupier.dossier import dossier as work_out
    from croupier.web.approved_program.manifest import measure

    must_be_writable("output", output, KINDS)
    stages = list(Stage)
    with progress() as tell:

        def watch(stage: Stage) -> None:
            tell(stages.index(stage), len(stages), stage)

        made = work_out(
            table.book, rounds=rounds, seed=seed, program=measure().hashes, cache=table.cache,
            watch=watch, **table.arguments,
        )  # fmt: skip
        watch(Stage.DOCUMENT)
        is_pdf = output.lower().endswith(".pdf")
        Path(output).write_bytes(pdf(made) if is_pdf else page(made).encode())
