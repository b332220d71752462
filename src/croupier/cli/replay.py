"""`croupier replay`: a table's record played again.

It ends with 0 if the same facts follow, 1 if others do, 2 if the file is not a record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.record_lines import RecordError, RecordProblem
from croupier.cli.printing import Out, followed, print_json
from croupier.cli.record_sources import lines_of, names_in, not_a_record
from croupier.table.round_index import numbered
from croupier.table_replay import replay as play_again
from croupier.wording import replayed_rounds as replayed

if TYPE_CHECKING:
    from croupier.table_replay import TableReplayResult
    from croupier.wording.replayed_rounds import ReplayedRounds

SAME, DIFFERENT = 0, 1
PLAYED = "lines played again"


def replay(path: str, round: int | None = None, table: str | None = None) -> int:
    """Play a record again and print what happened, or one round of it in full."""
    again, account, problem = _replayed(path, round, table)
    with names_in(path) as names:
        return _tell(Out(names.in_text), again, account, problem, in_full=round is not None)


def _tell(
    out: Out,
    again: TableReplayResult,
    account: ReplayedRounds,
    problem: RecordProblem | None,
    *,
    in_full: bool,
) -> int:
    for line in replayed.heading(again.header):
        out(line, "bold")
    for told in account.rounds:
        for line in (replayed.in_full if in_full else replayed.in_short)(
            told, again.table.game.instrument
        ):
            if not line.startswith(" "):
                out()
                out(line, "bold")
            else:
                out(line, "red" if line.lstrip().startswith(replayed.DIFFERS) else "")
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
    data = {
        "header": again.header,
        "rounds": replayed.as_data(account.rounds),
        **replay_data(again),
        "problem": problem,
    }
    with names_in(path) as names:
        print_json(data, names.in_json)
    return SAME if again.fits and problem is None else DIFFERENT


def _replayed(
    path: str, round: int | None, table: str | None
) -> tuple[TableReplayResult, ReplayedRounds, RecordProblem | None]:
    """The replay of a record as far as it can be read, and what stopped it."""
    lines = lines_of(path, table)
    account, problem = replayed.ReplayedRounds(round), None
    try:
        again = play_again(followed(lines, PLAYED), account.watch)
    except RecordError as error:
        if error.line == 1:
            raise not_a_record(path, error) from None
        account, problem = replayed.ReplayedRounds(round), error.problem
        again = play_again(followed(lines[: error.line - 1], PLAYED), account.watch)
    if round is not None and not any(told.played for told in account.rounds):
        raise LookupError(f"--round: {path} has {numbered(again.table.number)}, not {round}")
    return again, account, problem


def tell_differences(out: Out, again: TableReplayResult, lines: int) -> None:
    """Print what the replay found; also for `croupier verify`."""
    what = "Played again" if again.lines == lines else f"Lines 1 to {again.lines} played again"
    if again.same:
        out(f"{what}: the same facts follow from every command.", "green")
        return
    colour = "red" if again.made_before is None else "yellow"
    for difference in again.differences:
        out(str(difference), colour)
    rest = again.count - len(again.differences)
    if rest:
        out(f"and {rest} more.", colour)
    out(f"{what}: {again.count} of {again.lines - 1} commands have other facts.", colour)
    if again.made_before is not None:
        out(
            f"The record was made before corrections of the rules, from line "
            f"{again.made_before.line} on; that is no sign of alteration. `croupier corrections "
            f"{again.table.game.instrument.basis}` lists them.",
            "yellow",
        )


def replay_data(again: TableReplayResult) -> dict[str, Any]:
    """The same as data."""
    return {
        "played": again.lines,
        "same": again.same,
        "fits": again.fits,
        "different": again.count,
        "differences": again.differences,
        "warnings": again.warnings,
    }
