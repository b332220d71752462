"""The commands of the tournament desk."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.arguments import JsonOption

desk = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

ConditionsArgument = Annotated[
    str, typer.Argument(metavar="CONDITIONS", help="A file of conditions; - is standard input.")
]


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others, under a name of their own."""
    app.add_typer(desk, name="tournament", help="Check conditions, and simulate tournaments.")


@desk.callback()
def tournament() -> None:
    """Check the conditions of a tournament, and simulate tournaments held by them.

    \b
    Examples:
      croupier tournament check cup.json
      croupier tournament simulate cup.json --players 500
    """


@desk.command()
def check(file: ConditionsArgument, as_json: JsonOption = False) -> None:
    """Say everything that the instrument misses in conditions, each with its clause.

    Exit status: 0 nothing is missing, 1 something is, 2 the file is not conditions.

    \b
    Examples:
      croupier tournament check cup.json
      croupier tournament check - --json < cup.json
    """
    from croupier.cli import tournaments

    raise typer.Exit(tournaments.check(file, as_json=as_json))


@desk.command()
def show(file: ConditionsArgument, as_json: JsonOption = False) -> None:
    """Print conditions as patrons and the regulator read them, with the clauses that ask for them.

    \b
    Examples:
      croupier tournament show cup.json
    """
    from croupier.cli import tournaments

    tournaments.show(file, as_json=as_json)


@desk.command()
def simulate(
    file: ConditionsArgument,
    players: Annotated[int, typer.Option(min=1, help="How many enter.")],
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 1,
    runs: Annotated[int, typer.Option(min=1, help="How many tournaments are held.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Hold whole tournaments with simple players, and report how the structure behaves.

    Every wager, card and decision goes through the real tables; the same seed plays the same
    tournament. Exit status: 0 done, 1 the conditions lack something, 2 the file is not conditions.

    \b
    Examples:
      croupier tournament simulate cup.json --players 500
      croupier tournament simulate cup.json --players 84 --runs 20 --seed 7 --json
    """
    from croupier.cli import tournaments

    raise typer.Exit(tournaments.simulate(file, players, seed, runs, as_json=as_json))
