"""`croupier replay` and `croupier verify`: what a table's record tells, and whether to believe it.

Both end with 0 if all is well, 1 if something does not fit, 2 if the file is not a record.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cli import account as accounts
from croupier.replaying import replay as play_again
from croupier.table.chain import Problem, RecordError
from croupier.table.fairness import Verdict, check_shoes
from croupier.table.verification import verify as check_chain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cli.account import Account
    from croupier.replaying import Replay
    from croupier.table.fairness import ShoeCheck
    from croupier.table.verification import Verification

SAME, DIFFERENT = 0, 1


# --- replay


def replay(path: str, round: int | None = None) -> int:
    """Play a record again and print what happened, or one round of it in full."""
    again, account, problem = _replayed(path, round)
    out = _Out()
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
    _tell_differences(out, again, again.lines)
    return SAME if again.same and problem is None else DIFFERENT


def replay_json(path: str, round: int | None = None) -> int:
    """The same as data."""
    again, account, problem = _replayed(path, round)
    _print_json(
        {
            "header": again.header,
            "rounds": accounts.as_data(account.rounds),
            **_replay_data(again),
            "problem": problem,
        }
    )
    return SAME if again.same and problem is None else DIFFERENT


def _replayed(path: str, round: int | None) -> tuple[Replay, Account, Problem | None]:
    """The replay of a record as far as it can be read, and what stopped it."""
    lines = _lines(path)
    account, problem = accounts.Account(round), None
    try:
        again = play_again(lines, account.watch)
    except RecordError as error:
        if error.line == 1:
            raise _not_a_record(path, error) from None
        account, problem = accounts.Account(round), error.problem
        again = play_again(lines[: error.line - 1], account.watch)
    if round is not None and not any(told.played for told in account.rounds):
        raise LookupError(f"--round: {path} has rounds 1 to {again.table.number}, not {round}")
    return again, account, problem


# --- verify


def verify(path: str, head: str | None = None) -> int:
    """Check a record's chain, play it again, and print every problem on a line of its own."""
    chain, again = _verified(path, head)
    out = _Out()
    for problem in chain.problems:
        out(str(problem), "red")
    state = "chain unbroken" if chain.unbroken else "chain broken"
    out(f"{chain.lines} lines, {state}, head {chain.head}", "bold")
    if chain.note:
        out(f"{chain.note[0].upper()}{chain.note[1:]}.")
    out("The table was closed." if chain.closed else "The table was not closed.")
    if again is not None:
        for warning in again.warnings:
            out(f"This record was {warning}.", "yellow")
        _tell_differences(out, again, chain.lines)
    shoes = _shoes(again)
    for shoe in shoes:
        if not shoe.fair:
            out(f"The shuffle of {shoe}", "red")
    if shoes:
        counts = Counter(shoe.verdict for shoe in shoes)
        told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
        out(f"Shuffles: {told}.")
    return _status(chain, again, shoes)


def verify_json(path: str, head: str | None = None) -> int:
    """The same as data."""
    chain, again = _verified(path, head)
    shoes = _shoes(again)
    _print_json(
        {
            "lines": chain.lines,
            "head": chain.head,
            "unbroken": chain.unbroken,
            "closed": chain.closed,
            "problems": chain.problems,
            "note": chain.note,
            "replay": None if again is None else _replay_data(again),
            "shoes": shoes,
        }
    )
    return _status(chain, again, shoes)


def _verified(path: str, head: str | None) -> tuple[Verification, Replay | None]:
    lines = _lines(path)
    try:
        chain = check_chain(lines, head)
    except RecordError as error:
        raise _not_a_record(path, error) from None
    try:
        return chain, play_again(lines)
    except RecordError as error:
        again = play_again(lines[: error.line - 1]) if error.line > 1 else None
        return chain, again


def _shoes(again: Replay | None) -> list[ShoeCheck]:
    """Every shuffle checked against its commitment, as far as its secret is revealed."""
    return [] if again is None else check_shoes(again.table.record)


def _status(chain: Verification, again: Replay | None, shoes: Sequence[ShoeCheck]) -> int:
    fits = chain.unbroken and again is not None and again.same
    return SAME if fits and all(shoe.fair for shoe in shoes) else DIFFERENT


# --- both


def _lines(path: str) -> list[bytes]:
    if path == "-":
        return sys.stdin.buffer.readlines()
    with open(path, "rb") as file:
        return file.readlines()


def _not_a_record(path: str, error: RecordError) -> ValueError:
    return ValueError(f"{path} is not a table's record: {error}")


def _tell_differences(out: _Out, again: Replay, lines: int) -> None:
    what = "Played again" if again.lines == lines else f"Lines 1 to {again.lines} played again"
    if again.same:
        out(f"{what}: the same facts follow from every command.", "green")
        return
    for difference in again.differences:
        out(str(difference), "red")
    rest = again.count - len(again.differences)
    if rest:
        out(f"and {rest} more.", "red")
    out(f"{what}: {again.count} of {again.lines - 1} commands have other facts.", "red")


def _replay_data(again: Replay) -> dict[str, Any]:
    return {
        "played": again.lines,
        "same": again.same,
        "different": again.count,
        "differences": again.differences,
        "warnings": again.warnings,
    }


def _print_json(data: dict[str, Any]) -> None:
    encoded = msgspec.json.format(msgspec.json.encode(data), indent=2)
    sys.stdout.buffer.write(encoded + b"\n")


class _Out:
    """Prints lines: with colour on a terminal, plain anywhere else.

    A record can hold any text, so whatever could steer a terminal is written out.
    """

    def __init__(self) -> None:
        self._console = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._console = Console(highlight=False)

    def __call__(self, line: str = "", style: str = "") -> None:
        if not line.isprintable():
            line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
        if self._console is None:
            encoding = sys.stdout.encoding
            print(line.encode(encoding, "backslashreplace").decode(encoding))
        else:
            from rich.text import Text

            self._console.print(Text(line, style), soft_wrap=True)
