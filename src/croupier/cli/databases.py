"""`croupier verify` and `croupier replay` of a casino's database."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.store import POSTGRESQL
from croupier.cli.arguments import print_json
from croupier.cli.progress import progress
from croupier.cli.telling import (
    Out,
    replay_data,
    so_many,
    tell_differences,
    tell_shoes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.casino.inspection import Inspected, Inspection
    from croupier.casino.store.contract import Store

SQLITE = b"SQLite format 3\0"
"""How every file of SQLite begins."""

SOUND, UNSOUND = 0, 1


def is_database(where: str) -> bool:
    if where == "-":
        return False
    if where.startswith(POSTGRESQL):
        return True
    with open(where, "rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def must_be_a_database(where: str) -> None:
    """Refuse whatever else there may be."""
    if not is_database(where):
        raise ValueError(f"{where} is not a casino's database")


@contextmanager
def opened(where: str) -> Iterator[Store]:
    """The store, to be read and never changed."""
    from croupier.casino.store import open_store
    from croupier.casino.store.contract import StoreFailed
    from croupier.table.chain import RecordError

    try:
        with open_store(where, read_only=True) as store:
            yield store
    except StoreFailed as error:
        raise ValueError(f"it cannot be read: {error}") from None
    except (msgspec.MsgspecError, RecordError) as error:
        raise damaged(where, error) from None


def damaged(where: str, error: Exception) -> ValueError:
    """What to say of a database with a record that cannot be read."""
    return ValueError(
        f"a record in {where} cannot be read: {error}; `croupier verify` says what is wrong with it"
    )


# --- replay


def lines_of(where: str, table: str | None) -> list[bytes]:
    """The record of one table, named `bj-1/2` or, if it stood there once only, `bj-1`.

    With none named it is that of the only one.
    """
    from croupier.casino.lines import TABLES

    with opened(where) as store:
        names = [each.record for each in store.records() if each.record.startswith(TABLES)]
        tables = [name.removeprefix(TABLES) for name in names]
        meant = [name for name in tables if table in (None, name, name.rpartition("/")[0])]
        if len(meant) != 1:
            there = ", ".join(repr(name) for name in meant or tables) or "none"
            raise LookupError(f"--table: {where} has these tables: {there}")
        return list(store.lines(TABLES + meant[0]))


# --- verify


def verify(where: str, keys: Sequence[str], checkpoints: Sequence[str]) -> int:
    """Check every record and checkpoint, and print every problem on a line of its own."""
    found = _inspected(where, keys, checkpoints)
    out = Out()
    for record in found.records:
        _tell(out, record)
    for finding in found.findings:
        out(str(finding), "red")
    if found.checkpoints:
        keys_used = ", ".join(found.keys) or "no key"
        sealed = f"{so_many(found.checkpoints, 'checkpoint')}, signed with {keys_used}"
        out(f"{sealed}; {so_many(found.unsealed, 'line')} came after the last.", "bold")
    note = _note(found, keys, checkpoints)
    if note:
        out(f"{note[0].upper()}{note[1:]}.")
    return SOUND if found.sound else UNSOUND


def _tell(out: Out, record: Inspected) -> None:
    for finding in record.findings:
        out(str(finding), "red")
    chain = record.chain
    state = "chain unbroken" if chain.unbroken else "chain broken"
    out(f"{record.record}: {so_many(chain.lines, 'line')}, {state}, head {chain.head}", "bold")
    if record.replay is not None:
        for warning in record.replay.warnings:
            out(f"This record was {warning}.", "yellow")
        tell_differences(out, record.replay, chain.lines)
        tell_shoes(out, record.shoes)
    elif record.made_before:
        out(f"{record.made_before} That is no sign of alteration.", "yellow")


def verify_json(where: str, keys: Sequence[str], checkpoints: Sequence[str]) -> int:
    """The same as data; of each record what `verify` says of a file."""
    found = _inspected(where, keys, checkpoints)
    print_json(
        {
            "lines": found.lines,
            "sound": found.sound,
            "checkpoints": found.checkpoints,
            "keys": found.keys,
            "unsealed": found.unsealed,
            "problems": found.findings,
            "note": _note(found, keys, checkpoints),
            "records": [_as_data(record) for record in found.records],
        }
    )
    return SOUND if found.sound else UNSOUND


def _as_data(record: Inspected) -> dict[str, Any]:
    chain = record.chain
    return {
        "record": record.record,
        "lines": chain.lines,
        "sealed": record.sealed,
        "head": chain.head,
        "unbroken": chain.unbroken,
        "closed": chain.closed,
        "problems": record.findings,
        "made_before": record.made_before or None,
        "replay": None if record.replay is None else replay_data(record.replay),
        "shoes": record.shoes,
    }


def _inspected(where: str, keys: Sequence[str], checkpoints: Sequence[str]) -> Inspection:
    from croupier.casino.inspection import inspect
    from croupier.casino.seal import public_key

    trusted = [public_key(key) for key in keys]
    handed_out = [line for path in checkpoints for line in _lines_in(path)]
    with opened(where) as store, progress() as tell:
        return inspect(
            store,
            keys=trusted,
            handed_out=handed_out,
            tell=lambda inspected, lines: tell(inspected, lines, "lines verified"),
        )


def _lines_in(path: str) -> list[bytes]:
    """The checkpoints of a file; an empty one would look as if it had been compared with."""
    lines = Path(path).read_bytes().splitlines(keepends=True)
    if not lines:
        raise ValueError(f"--checkpoint {path}: there is nothing in it")
    return lines


def _note(found: Inspection, keys: Sequence[str], checkpoints: Sequence[str]) -> str:
    """What the check leaves open, in words."""
    if not found.checkpoints:
        return "there are no checkpoints: all of it may have been made anew"
    if not keys:
        return "give the house's public --key: whoever has another may have signed it all anew"
    if not checkpoints:
        return "give a --checkpoint from elsewhere: the end of everything may be missing"
    return ""
