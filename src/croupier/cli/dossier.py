"""`croupier dossier`: the report on a game's mathematics, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import (
    AmendOption,
    InstrumentArgument,
    RecomputeOption,
    instrument_of,
)
from croupier.cli.laboratory import (
    AnteOption,
    DecksOption,
    OptionOption,
    RemoveOption,
    TripsOption,
    asked_table,
    laboratory_option,
    usual_cache,
)
from croupier.cli.printing import progress

if TYPE_CHECKING:
    from croupier.documents.model import Hash
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.rulebook.instruments import Instrument

KINDS = (".pdf", ".html")


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(dossier)


def dossier(
    instrument: InstrumentArgument,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .pdf or .html.")
    ],
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds to simulate; the document says how many.")
    ] = 10_000_000,
    seed: Annotated[int, laboratory_option("seed")] = 1,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
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
    must_be_writable(output)
    book = instrument_of(instrument, amend)
    table = asked_table(book, decks, option or [], remove, trips, ante)
    write(output, book, table, rounds=rounds, seed=seed, cache=usual_cache(recompute=recompute))


def must_be_writable(name: str) -> None:
    """Refuse a file of no known kind or in no directory, before the work for it is done."""
    path = Path(name)
    if path.suffix.lower() not in KINDS:
        raise ValueError(f"--output {name}: the file's name ends in .pdf or .html")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--output {name}: there is no such directory to put it in")


def write(
    name: str,
    book: str | Instrument,
    table: TableArguments,
    *,
    rounds: int,
    seed: int,
    cache: AnswerCache,
) -> None:
    """Work the dossier out, with progress, and write it."""
    from croupier.documents.html import page
    from croupier.documents.pdf import pdf
    from croupier.dossier import Stage
    from croupier.dossier import dossier as work_out

    stages = list(Stage)
    with progress() as tell:

        def watch(stage: Stage) -> None:
            tell(stages.index(stage), len(stages), stage)

        made = work_out(
            book, rounds=rounds, seed=seed, program=program_hashes(), cache=cache, watch=watch,
            **table,
        )  # fmt: skip
        watch(Stage.DOCUMENT)
        is_pdf = name.lower().endswith(".pdf")
        Path(name).write_bytes(pdf(made) if is_pdf else page(made).encode())


def program_hashes() -> tuple[Hash, ...]:
    """One hash for all of the code, and one for all of the rulebook."""
    from croupier.documents.model import Hash
    from croupier.web.approved_program.manifest import measure

    manifest = measure()
    return Hash("program", manifest.program), Hash("all rulebooks", manifest.rulebook)
