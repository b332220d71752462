"""`croupier replay` and `croupier verify`: what a table's record tells, and whether to believe it.

The record is a file of its own, or one of many in a casino's database. Both end with 0 if all is
well, 1 if something does not fit, 2 if the file is not a record.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from croupier.cli import databases
from croupier.cli.arguments import print_json
from croupier.cli.telling import (
    Out,
    replay_data,
    so_many,
    tell_differences,
    tell_shoes,
)
from croupier.replaying import replay as play_again
from croupier.table.chain import Problem, RecordError
from croupier.table.fairness import check_shoes
from croupier.table.rounds import numbered
from croupier.table.verification import verify as check_chain
from croupier.wording import account as accounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.replaying import Replay
    from croupier.table.fairness import ShoeCheck
    from croupier.table.verification import Verification
    from croupier.wording.account import Account

SAME, DIFFERENT = 0, 1


# --- replay


def replay(path: str, round: int | None = None, table: str | None = None) -> int:
    """Play a record again and print what happened, or one round of it in full."""
    again, account, problem = _replayed(path, round, table)
    out = Out()
    for line in accounts.heading(again.header):
        out(line, "bold")
    for told in account.rounds:
        for line in (accounts.in_short if round is None else accounts.in_full)(told):
            if not line.startswith(" "):
                out()
                out(line, "bold")
            else:
                out(line, "red" if line.lstrip().startswith(accounts.DIFFERS) else "")
    out()
    for warning in again.warnings:
        out(f"This record was {warning}.", "yellow")
    if problem is not None:
        out(f"{problem}; nothing after it was played again.", "red")
    tell_differences(out, again, again.lines if problem is None else problem.line)
    return SAME if again.fits and problem is None else DIFFERENT


def replay_json(path: str, round: int | None = None, table: str | None = None) -> int:
    """The same as data."""
    again, account, problem = _replayed(path, round, table)
    print_json(
        {
            "header": again.header,
            "rounds": accounts.as_data(account.rounds),
            **replay_data(again),
            "problem": problem,
        }
    )
    return SAME if again.fits and problem is None else DIFFERENT


def _replayed(
    path: str, round: int | None, table: str | None
) -> tuple[Replay, Account, Problem | None]:
    """The replay of a record as far as it can be read, and what stopped it."""
    lines = lines_of(path, table)
    account, problem = accounts.Account(round), None
    try:
        again = play_again(lines, account.watch)
    except RecordError as error:
        if error.line == 1:
            raise not_a_record(path, error) from None
        account, problem = accounts.Account(round), error.problem
        again = play_again(lines[: error.line - 1], account.watch)
    if round is not None and not any(told.played for told in account.rounds):
        raise LookupError(f"--round: {path} has {numbered(again.table.number)}, not {round}")
    return again, account, problem


# --- verify


def verify(
    path: str,
    head: str | None = None,
    keys: Sequence[str] = (),
    checkpoints: Sequence[str] = (),
) -> int:
    """Check a record's chain, play it again, and print every problem on a line of its own."""
    if _is_for_databases(path, head, keys, checkpoints):
        return databases.verify(path, keys, checkpoints)
    chain, again, shoes = _verified(path, head)
    out = Out()
    for problem in chain.problems:
        out(str(problem), "red")
    state = "chain unbroken" if chain.unbroken else "chain broken"
    out(f"{so_many(chain.lines, 'line')}, {state}, head {chain.head}", "bold")
    if chain.note:
        out(f"{chain.note[0].upper()}{chain.note[1:]}.")
    out("The table was closed." if chain.closed else "The table was not closed.")
    if again is not None:
        for warning in again.warnings:
            out(f"This record was {warning}.", "yellow")
        tell_differences(out, again, chain.lines)
    tell_shoes(out, shoes)
    return _status(chain, again, shoes)


def verify_json(
    path: str,
    head: str | None = None,
    keys: Sequence[str] = (),
    checkpoints: Sequence[str] = (),
) -> int:
    """The same as data."""
    if _is_for_databases(path, head, keys, checkpoints):
        return databases.verify_json(path, keys, checkpoints)
    chain, again, shoes = _verified(path, head)
    print_json(
        {
            "lines": chain.lines,
            "head": chain.head,
            "unbroken": chain.unbroken,
            "closed": chain.closed,
            "problems": chain.problems,
            "note": chain.note,
            "replay": None if again is None else replay_data(again),
            "shoes": shoes,
        }
    )
    return _status(chain, again, shoes)


def _is_for_databases(
    path: str, head: str | None, keys: Sequence[str], checkpoints: Sequence[str]
) -> bool:
    """Whether the path leads to a database; what was asked for has to fit."""
    if databases.is_database(path):
        if head is not None:
            raise ValueError("--head: a database has many heads; give a --checkpoint")
        return True
    if keys or checkpoints:
        asked = "--key" if keys else "--checkpoint"
        raise ValueError(f"{asked}: {path} is the record of one table; give its --head")
    return False


def _verified(path: str, head: str | None) -> tuple[Verification, Replay | None, list[ShoeCheck]]:
    """The chain, the replay as far as it can be read, and every shuffle whose secret is known."""
    lines = _lines(path)
    try:
        chain = check_chain(lines, head)
    except RecordError as error:
        raise not_a_record(path, error) from None
    try:
        again = play_again(lines)
    except RecordError as error:
        if error.line == 1:
            return chain, None, []
        again = play_again(lines[: error.line - 1])
    return chain, again, check_shoes(again.recorded(lines))


def _status(chain: Verification, again: Replay | None, shoes: Sequence[ShoeCheck]) -> int:
    fits = chain.unbroken and again is not None and again.fits
    return SAME if fits and all(shoe.fair for shoe in shoes) else DIFFERENT


# --- both


def lines_of(path: str, table: str | None) -> list[bytes]:
    """The record in a file, or of one table in a casino's database."""
    if databases.is_database(path):
        return databases.lines_of(path, table)
    if table is not None:
        raise ValueError(f"--table: {path} is the record of one table, not a casino's database")
    return _lines(path)


def _lines(path: str) -> list[bytes]:
    if path == "-":
        return sys.stdin.buffer.readlines()
    with open(path, "rb") as file:
        return file.readlines()


def not_a_record(path: str, error: RecordError) -> ValueError:
    if databases.is_database(path):
        return databases.damaged(path, error)
    return ValueError(f"{path} is not a table's record: {error}")
