"""The commands of the promotions desk."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.arguments import Commands, JsonOption

desk = Commands(no_args_is_help=True, rich_markup_mode=None)


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others, under a name of their own."""
    app.add_typer(desk, name="promotion")


@desk.callback()
def promotion() -> None:
    """Check the terms of promotional prizes.

    \b
    Example:
      croupier promotion check terms.json
    """


@desk.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="TERMS", help="A file of terms; - is standard input.")
    ],
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A reading of rule 20, such as notify_window=48h."),
    ] = None,
    prescribed: Annotated[
        list[str] | None,
        typer.Option(metavar="ITEM", help="What the regulations do not allow in a prize."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what the terms of a promotion lack, and what follows from them.

    Exit status: 0 nothing is missing, 1 something is or is not allowed, 2 the file is not terms.

    \b
    Examples:
      croupier promotion check terms.json
      croupier promotion check - --json < terms.json
      croupier promotion check terms.json --option liquor_scope=per_promotion
    """
    from croupier.cli import terms

    raise typer.Exit(terms.run(file, option or (), prescribed or (), as_json))
