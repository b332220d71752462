"""`croupier restore`, `croupier witness` and `croupier keys`: after a loss, and against one."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.casino.heads import SignedHead
    from croupier.web.house_files import HouseFiles

INCONSISTENT = 3
"""The status of a witness that was given something which does not fit what it has."""

Database = Annotated[str, typer.Argument(metavar="DATABASE", help="A file, or postgresql://…")]


def add_to(app: typer.Typer) -> None:
    """Put the commands behind the others."""
    app.command()(restore)
    app.command()(witness)
    app.command()(keys)


def _files(database: str) -> HouseFiles:
    from croupier.cli.record_sources import must_be_a_database
    from croupier.web.house_files import HouseFiles
    from croupier.web.settings import Settings

    must_be_a_database(database)
    return HouseFiles.of(Settings.from_environment(os.environ, database=database))


def restore(
    database: Database,
    by: Annotated[str, typer.Option(metavar="NAME", help="The operator who accepts it.")],
    second: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who confirms it: another person.")
    ] = None,
) -> None:
    """Go on from a backup, and accept what is lost.

    The casino has to be closed. What is missing is printed, and both are asked for the passwords
    that they had in this record (from standard input, a line each, if that is no terminal). It is
    written into the house's record, and a new epoch begins: to witnesses it is no rollback. What
    was altered, or is not of the house's writing, is not accepted by anybody.

    \b
    Examples:
      croupier restore casino.db --by operator --second ines
    """
    from croupier.casino.checkpoints import known_keys
    from croupier.casino.heads import load_head
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.recovery import Approver, accept_loss, find_loss, must_approve
    from croupier.casino.signing_key import find_seal
    from croupier.casino.store import open_store
    from croupier.casino.store.contract import StoreFailed
    from croupier.casino.store.file_lock import lock_file

    files = _files(database)
    house_keys = HouseKeys.load(files.keys)
    head = load_head(files.head)
    try:
        with lock_file(database), open_store(database, keys=house_keys) as store:
            public = known_keys(store)
            seal = find_seal(files.seal, public, replace=False)
            if seal is None:
                raise ValueError(f"{files.seal}: the seal of this casino is missing")
            loss = find_loss(store, head, public)
            if loss is None:
                typer.echo("Nothing is missing: there is nothing to accept.")
                return
            for missing in loss.missing:
                typer.echo(missing)
            first = Approver(by, _password(by))
            other = None if second is None else Approver(second, _password(second))
            approved = must_approve(store, first, other)
            signed = accept_loss(store, seal, files.head, loss, head, approved)
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    files.note_in_use(house_keys)
    typer.echo(f"Accepted by {approved}: epoch {signed.read().epoch} has begun.")


def _password(name: str) -> str:
    if sys.stdin.isatty():
        return str(typer.prompt(f"Password of {name}", hide_input=True))
    return sys.stdin.readline().rstrip("\n")


def witness(
    casino: Annotated[
        str, typer.Argument(metavar="CASINO", help="https://…, or a file with its last head.")
    ],
    directory: Annotated[str, typer.Argument(metavar="DIR", help="Where heads are kept.")],
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="The house's public key; left out, that of the first."),
    ] = None,
    every: Annotated[
        float, typer.Option(min=0.5, metavar="SECONDS", help="How often to ask.")
    ] = 10.0,
    once: Annotated[bool, typer.Option("--once", help="Ask once, and end.")] = False,
) -> None:
    """Keep the heads of a casino elsewhere.

    What the house signs of its records is kept where the house cannot reach it. Anybody can run
    one. A head that goes back, is signed twice for one moment, or with another key is told and kept
    among the alarms; with --once the status is 3 then.

    \b
    Examples:
      croupier witness https://casino.example /var/lib/witness
      croupier witness casino.db.head /mnt/elsewhere --once
      croupier verify casino.db --witness /var/lib/witness
    """
    from croupier.casino.heads import moment
    from croupier.casino.signing_key import public_key
    from croupier.casino.witness import Witness

    kept = Witness(Path(directory), [public_key(each) for each in key or ()])
    while True:
        try:
            signed = _asked(casino)
        except (OSError, ValueError) as error:
            if once:
                raise ValueError(f"{casino}: {error}") from None
            typer.echo(f"{casino}: {error}", err=True)
        else:
            before = kept.last
            wrong = kept.take(signed)
            for said in wrong:
                typer.echo(f"ALARM: {said}", err=True)
            if kept.last is not before and kept.last is not None:
                head = kept.last.read()
                said = f"{head.lines} lines, transaction {head.n}, at {moment(head.at)}"
                typer.echo(f"epoch {head.epoch}: {said}")
            if once:
                raise typer.Exit(INCONSISTENT if wrong else 0)
        time.sleep(every)


def _asked(casino: str) -> SignedHead:
    from croupier.casino.heads import read_head

    if not casino.startswith(("http://", "https://")):
        return read_head(Path(casino).read_bytes())
    from urllib.request import urlopen

    with urlopen(f"{casino.rstrip('/')}/api/head", timeout=10) as answer:
        return read_head(answer.read(1_000_000))


def keys(
    database: Database,
    tags: Annotated[bool, typer.Option("--tags", help="Change the key that marks lines.")] = False,
    safe: Annotated[bool, typer.Option("--safe", help="Change the key of the safe.")] = False,
    lost: Annotated[
        bool, typer.Option("--lost", help="Go on with new keys: nobody has the old ones.")
    ] = False,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="With --lost, the operator as the record has them.")
    ] = "",
) -> None:
    """Change the keys of a casino that is closed.

    With no option nothing is changed, and it says which keys there are. The seal is changed with
    `croupier serve --new-seal`.

    With --lost the file of keys has to be gone, and the seal and the head must be there. The safe,
    which nobody can read, is emptied: passwords, names of people, undealt cards and secrets of
    shuffles that were not told. Everybody needs a new password; the operator's is printed. The
    lines up to then are vouched for by heads and checkpoints alone, and a new epoch begins.

    \b
    Examples:
      croupier keys casino.db
      croupier keys casino.db --tags --safe
      croupier keys casino.db --lost --by operator
    """
    if lost:
        _lose_keys(database, by)
        return
    from croupier.casino.checkpoints import known_keys
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.recovery import change_keys
    from croupier.casino.signing_key import find_seal
    from croupier.casino.store import open_store
    from croupier.casino.store.contract import StoreFailed
    from croupier.casino.store.file_lock import lock_file

    files = _files(database)
    house_keys = HouseKeys.load(files.keys)
    if not tags and not safe:
        for number, each in enumerate(house_keys.file.tags, 1):
            used = "in use" if each.until is None else f"until line {each.until} of all"
            typer.echo(f"tag key {number}: {used}")
        typer.echo(f"key of the safe: {house_keys.file.safe[-1].id}")
        return
    try:
        with lock_file(database):
            with open_store(database, keys=house_keys) as store:
                files.must_be_whole(store, house_keys)
                seal = find_seal(files.seal, known_keys(store), replace=False)
            if seal is None:
                raise ValueError(f"{files.seal}: the seal of this casino is missing")
            change_keys(database, house_keys, files.keys, seal, files.head, tags=tags, safe=safe)
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    typer.echo("Changed. Copies of the old keys are of no use for what comes from now on.")


def _lose_keys(database: str, by: str) -> None:
    from croupier.casino.checkpoints import known_keys
    from croupier.casino.recovery import lose_keys
    from croupier.casino.signing_key import find_seal
    from croupier.casino.store import open_store
    from croupier.casino.store.contract import StoreFailed
    from croupier.casino.store.file_lock import lock_file

    files = _files(database)
    if files.keys.exists():
        raise ValueError(f"{files.keys} is there; --tags and --safe change keys that are not lost")
    try:
        with lock_file(database):
            with open_store(database, read_only=True) as store:
                seal = find_seal(files.seal, known_keys(store), replace=False)
            if seal is None:
                raise ValueError(f"{files.seal}: the seal of this casino is missing")
            said, password = lose_keys(database, files.keys, seal, files.head, by)
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    typer.echo(f"{said[0].upper()}{said[1:]}.")
    typer.echo(f"The password of {by} is {password}; it is not shown again.")
