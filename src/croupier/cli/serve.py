"""`croupier serve`: a casino over HTTP."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import USUAL_INSTRUMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.house.commands import ChipKind
    from croupier.web.server import OpenedServer
    from croupier.web.settings import Settings


def add_to(app: typer.Typer) -> None:
    """Put the command behind the others."""
    app.command()(serve)


def serve(
    database: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="A file, or postgresql://…; left out, casino.db."),
    ] = None,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; left out, 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help="Left out, 8000; 0 is any free."),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo/--empty", help="What a new casino begins with: tables, or nobody."),
    ] = True,
    chips: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="Chips of a new casino: play, or money if they are backed by it. Default: play.",
        ),
    ] = None,
    approve: Annotated[
        bool,
        typer.Option("--approve", help="Open the house under this program, though it changed."),
    ] = False,
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Want no second person for overrides any more."),
    ] = False,
    new_casino: Annotated[
        bool,
        typer.Option("--new-casino", help="Found one though there is a seal, and no record."),
    ] = False,
    new_seal: Annotated[
        bool,
        typer.Option("--new-seal", help="Sign with another seal than before."),
    ] = False,
    damaged: Annotated[
        bool,
        typer.Option("--damaged", help="Open the record though its files are damaged."),
    ] = False,
    browser: Annotated[
        bool, typer.Option("--open", help="Show it in this machine's browser, if there is one.")
    ] = False,
) -> None:
    """Run a casino for browsers and programs.

    A new one begins with a table of each instrument and people in every role, whose passwords are
    printed once. Every setting has a variable too: CROUPIER_DATABASE, CROUPIER_PORT, CROUPIER_IDLE.

    \b
    Examples:
      croupier serve
      croupier serve --database /var/lib/casino.db --port 8080 --empty
      croupier serve --database /var/lib/casino.db --empty --chips money
      CROUPIER_HTTPS=true croupier serve --host 0.0.0.0
      croupier serve --database postgresql:///casino
    """
    from croupier.web.server import serve

    settings = _settings(database, host, port)
    with _end_explained():
        serve(
            settings, demo=demo, approve=approve, alone=alone, new_casino=new_casino,
            new_seal=new_seal, though_damaged=damaged, founding=_founding,
            any_port=port is None and "CROUPIER_PORT" not in os.environ, chips=_kind(chips),
            announce=partial(_announce, database=settings.database, browser=browser),
        )  # fmt: skip


def _settings(database: str | None, host: str | None, port: int | None) -> Settings:
    """Return the settings, or raise `ValueError` if a file that is there holds no casino."""
    from croupier.cli.record_sources import must_be_a_database
    from croupier.web.settings import Settings

    settings = Settings.from_environment(os.environ, database=database, host=host, port=port)
    if os.path.exists(settings.database) and os.path.getsize(settings.database):
        must_be_a_database(settings.database)
    return settings


@contextmanager
def _end_explained() -> Iterator[None]:
    """Say that the casino is closed, or why it stays closed and what to do about it."""
    from croupier.casino.store.contract import StoreDamaged, StoreFailed
    from croupier.casino.store.protection import Tampered

    try:
        yield
    except Tampered as error:
        raise ValueError(
            f"the casino stays closed: {error}. Keep the database as evidence; `croupier verify` "
            "lists every place. Put a backup in its place, and have two people accept the loss "
            "with `croupier restore`"
        ) from None
    except StoreDamaged as error:
        raise ValueError(
            f"the casino stays closed: {error}. `croupier verify` says what survived; to open it "
            "all the same, start with --damaged"
        ) from None
    except StoreFailed as error:
        raise ValueError(f"the casino cannot be opened: {error}") from None
    if sys.stdout.isatty():
        typer.echo("\nThe casino is closed, and everything is kept.")


def _kind(chips: str | None) -> ChipKind | None:
    """Read the kind of chips, or raise `ValueError`."""
    from croupier.casino.house.commands import ChipKind

    if chips is None:
        return None
    try:
        return ChipKind(chips)
    except ValueError:
        raise ValueError(f"--chips: {' or '.join(ChipKind)}, not {chips!r}") from None


def _founding() -> None:
    typer.echo("A new casino is being founded; the passwords take a few seconds.\n")


def _announce(opened: OpenedServer, *, database: str, browser: bool) -> None:
    """Say what whoever started it has to know; passwords go nowhere else."""
    if opened.accounts:
        typer.echo("These accounts are new. Their passwords are shown this once:\n")
        for account in opened.accounts:
            typer.echo(f"  {account.name:14} {account.password}  {', '.join(account.roles)}")
        typer.echo()
    if opened.wrong:
        typer.echo(
            f"Nobody plays: {opened.wrong}.\nIf that is as it should be, start with --approve.\n"
        )
    for damage in opened.damage:
        typer.echo(f"The record is damaged: {damage}")
    for file in opened.exposed:
        typer.echo(f"Others could use {file}; now its owner alone can.\n")
    for record, reason in opened.closed_out.items():
        typer.echo(f"{record} cannot go on, and its chips are paid out: {reason}")
    if opened.closed_out:
        typer.echo("`croupier corrections` lists what was corrected in the rules.\n")
    for table, reason in opened.out_of_order.items():
        typer.echo(f"{table} is out of order: {reason}.")
    if opened.out_of_order:
        typer.echo("`croupier verify` says what is wrong with the records.\n")
    typer.echo(f"Croupier is open at {opened.where} (Ctrl+C stops it).\n")
    for what, how in _what_next(opened, database):
        typer.echo(f"  {what:9} {how}")
    sys.stdout.flush()
    if browser:
        _show(opened.where)


def _what_next(opened: OpenedServer, database: str) -> Iterator[tuple[str, str]]:
    """What somebody who has never seen it can do now."""
    program = os.environ.get("CROUPIER_CALLED", "croupier")
    kept = "PostgreSQL" if "://" in database else f"{database} and the files beside it"
    if opened.guests:
        yield "play", f"{opened.where} in a browser: Play as a guest"
    else:
        yield "play", f"{opened.where} in a browser"
    if opened.accounts:
        yield "work", f"{opened.where}/log-in with one of the accounts above"
    else:
        yield "work", f"{opened.where}/log-in; passwords were shown when the accounts were made"
    for_money = opened.chips == "money"
    yield "chips", "backed by money; staff sell them" if for_money else "play chips, without value"
    yield "terminal", f"{program} play {USUAL_INSTRUMENT}"
    yield "again", f"the same command goes on where it stopped: everything is in {kept}"


def _show(address: str) -> None:
    """In a browser with a window; one for a terminal would take this one."""
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return
    import webbrowser

    webbrowser.open(address)
