"""The commands of the tournament desk."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.arguments import Commands, JsonOption

desk = Commands(no_args_is_help=True, rich_markup_mode=None)

ConditionsArgument = Annotated[
    str, typer.Argument(metavar="CONDITIONS", help="A file of conditions; - is standard input.")
]


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others, under a name of their own."""
    app.add_typer(desk, name="tournament")


@desk.callback()
def tournament() -> None:
    """Check the conditions of tournaments, and simulate them.

    \b
    Examples:
      croupier tournament check cup.json
      croupier tournament simulate cup.json --players 500
    """


@desk.command()
def check(file: ConditionsArgument, as_json: JsonOption = False) -> None:
    """Say what the instrument misses in conditions, with its clauses.

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
    """Print conditions as patrons and the regulator read them.

    \b
    Example:
      croupier tournament show cup.json
    """
    from croupier.cli import tournaments

    tournaments.show(file, as_json=as_json)


@desk.command()
def simulate(
    file: ConditionsArgument,
    players: Annotated[int, typer.Option(min=1, metavar="N", help="How many enter.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Where all chance comes from.")] = 1,
    runs: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many tournaments are held.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Hold whole tournaments, and report how their structure behaves.

    The players are simple ones. Every wager, card and decision goes through the real tables; the
    same seed plays the same tournament.

    Exit status: 0 done, 1 the conditions lack something, 2 the file is not conditions.

    \b
    Examples:
      croupier tournament simulate cup.json --players 500
      croupier tournament simulate cup.json --players 84 --runs 20 --seed 7 --json
    """
    from croupier.cli import tournaments

    raise typer.Exit(tournaments.simulate(file, players, seed, runs, as_json=as_json))
