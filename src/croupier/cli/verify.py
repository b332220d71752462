"""`croupier verify`: whether a table's record, or a casino's database, was altered.

It ends with 0 if all is well, 2 if the file is not a record, 3 if something does not fit. A status
of 1 comes from a fault of the program or a reader that left, and says nothing of the record.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.aggregate.hash_chain import verify as check_chain
from croupier.aggregate.record_lines import RecordError
from croupier.cli.printing import Out, followed, print_json, progress, so_many
from croupier.cli.record_sources import is_database, lines_in, not_a_record, opened
from croupier.cli.replay import PLAYED, replay_data, tell_differences
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table_replay import replay as play_again

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.hash_chain import Verification
    from croupier.casino.store_verification import Inspected, Inspection
    from croupier.table.shuffle_verification import ShoeCheck
    from croupier.table_replay import TableReplayResult

SOUND, UNSOUND = 0, 3


def verify(
    path: str,
    head: str | None = None,
    keys: Sequence[str] = (),
    checkpoints: Sequence[str] = (),
) -> int:
    """Check a record's chain, play it again, and print every problem on a line of its own."""
    if _is_database(path, head, keys, checkpoints):
        return _verify_database(path, keys, checkpoints)
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
    _tell_shoes(out, shoes)
    return _status(chain, again, shoes)


def verify_json(
    path: str,
    head: str | None = None,
    keys: Sequence[str] = (),
    checkpoints: Sequence[str] = (),
) -> int:
    """The same as data."""
    if _is_database(path, head, keys, checkpoints):
        return _verify_database_json(path, keys, checkpoints)
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


def _is_database(
    path: str, head: str | None, keys: Sequence[str], checkpoints: Sequence[str]
) -> bool:
    """Whether the path leads to a database; what was asked for has to fit."""
    if is_database(path):
        if head is not None:
            raise ValueError("--head: a database has many heads; give a --checkpoint")
        return True
    if keys or checkpoints:
        asked = "--key" if keys else "--checkpoint"
        raise ValueError(f"{asked}: {path} is the record of one table; give its --head")
    return False


def _verified(
    path: str, head: str | None
) -> tuple[Verification, TableReplayResult | None, list[ShoeCheck]]:
    """The chain, the replay as far as it can be read, and every shuffle whose secret is known."""
    lines = lines_in(path)
    try:
        chain = check_chain(lines, head)
    except RecordError as error:
        raise not_a_record(path, error) from None
    try:
        again = play_again(followed(lines, PLAYED))
    except RecordError as error:
        if error.line == 1:
            return chain, None, []
        again = play_again(followed(lines[: error.line - 1], PLAYED))
    return chain, again, check_shoes(again.recorded(lines))


def _status(
    chain: Verification, again: TableReplayResult | None, shoes: Sequence[ShoeCheck]
) -> int:
    fits = chain.unbroken and again is not None and again.fits
    return SOUND if fits and all(shoe.fair for shoe in shoes) else UNSOUND


def _tell_shoes(out: Out, shoes: Sequence[ShoeCheck]) -> None:
    for shoe in shoes:
        if not shoe.fair:
            out(f"The shuffle of {shoe}", "red")
    if shoes:
        counts = Counter(shoe.verdict for shoe in shoes)
        told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
        out(f"Shuffles: {told}.")


# --- a casino's database


def _verify_database(where: str, keys: Sequence[str], checkpoints: Sequence[str]) -> int:
    """Check every record and checkpoint, and print every problem on a line of its own."""
    found = _inspected(where, keys, checkpoints)
    out = Out()
    for record in found.records:
        _tell_record(out, record)
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


def _tell_record(out: Out, record: Inspected) -> None:
    for finding in record.findings:
        out(str(finding), "red")
    chain = record.chain
    state = "chain unbroken" if chain.unbroken else "chain broken"
    out(f"{record.record}: {so_many(chain.lines, 'line')}, {state}, head {chain.head}", "bold")
    if record.replay is not None:
        for warning in record.replay.warnings:
            out(f"This record was {warning}.", "yellow")
        tell_differences(out, record.replay, chain.lines)
        _tell_shoes(out, record.shoes)
    elif record.made_before:
        out(f"{record.made_before} That is no sign of alteration.", "yellow")


def _verify_database_json(where: str, keys: Sequence[str], checkpoints: Sequence[str]) -> int:
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
    from croupier.casino.signing_key import public_key
    from croupier.casino.store_verification import inspect

    trusted = [public_key(key) for key in keys]
    handed_out = [line for path in checkpoints for line in _checkpoints_in(path)]
    with opened(where) as store, progress() as tell:
        return inspect(
            store,
            keys=trusted,
            handed_out=handed_out,
            tell=lambda inspected, lines: tell(inspected, lines, "lines verified"),
        )


def _checkpoints_in(path: str) -> list[bytes]:
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
