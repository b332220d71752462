"""`croupier verify`: whether a table's record, or a casino's database, was altered.

It ends with 0 if all is well, 2 if the file is not a record, 3 if something does not fit, and 4 if
everything fits and a database could all the same be an older copy, or made anew: nothing from
outside was there to show the contrary. A status of 1 comes from a fault of the program or a reader
that left, and says nothing of the record.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any

from croupier.aggregate.hash_chain import verify as check_chain
from croupier.aggregate.record_lines import RecordError
from croupier.casino.store import POSTGRESQL
from croupier.cli.printing import Out, followed, print_json, progress, so_many
from croupier.cli.record_sources import is_database, keys_for, lines_in, not_a_record, opened
from croupier.cli.replay import PLAYED, replay_data, tell_differences
from croupier.table.acts.opening import ends_closed
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table_replay import replay as play_again

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.hash_chain import Verification
    from croupier.casino.heads import SignedHead
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store_verification import Inspected, Inspection
    from croupier.table.shuffle_verification import ShoeCheck
    from croupier.table_replay import TableReplayResult

SOUND, UNSOUND, UNPROVED = 0, 3, 4


def verify(
    path: str,
    head: str | None = None,
    keys: Sequence[str] = (),
    checkpoints: Sequence[str] = (),
    witnesses: Sequence[str] = (),
    house_keys: str | None = None,
    *,
    as_json: bool = False,
) -> int:
    """Check a record's chain, play it again, and tell every problem: on lines, or as data."""
    if _is_database(path, keys, checkpoints, witnesses, house_keys):
        outside = _Outside.of(path, head, keys, checkpoints, witnesses, house_keys)
        return (_verify_database_json if as_json else _verify_database)(path, outside)
    chain, again, shoes = _verified(path, head)
    (_print_chain if as_json else _tell_chain)(chain, again, shoes)
    return _status(chain, again, shoes)


def _tell_chain(
    chain: Verification, again: TableReplayResult | None, shoes: Sequence[ShoeCheck]
) -> None:
    out = Out()
    for problem in chain.problems:
        out(str(problem), "red")
    state = "chain unbroken" if chain.unbroken else "chain broken"
    out(f"{so_many(chain.lines, 'line')}, {state}, head {chain.head}", "bold")
    if chain.note:
        out(f"{chain.note[0].upper()}{chain.note[1:]}.")
    out("The table was closed." if ends_closed(chain.last_given) else "The table was not closed.")
    if again is not None:
        for warning in again.warnings:
            out(f"This record was {warning}.", "yellow")
        tell_differences(out, again, chain.lines)
    _tell_shoes(out, shoes)


def _print_chain(
    chain: Verification, again: TableReplayResult | None, shoes: Sequence[ShoeCheck]
) -> None:
    print_json(
        {
            "lines": chain.lines,
            "head": chain.head,
            "unbroken": chain.unbroken,
            "closed": ends_closed(chain.last_given),
            "problems": chain.problems,
            "note": chain.note,
            "replay": None if again is None else replay_data(again),
            "shoes": [shoe.verified for shoe in shoes],
        }
    )


def _is_database(
    path: str,
    keys: Sequence[str],
    checkpoints: Sequence[str],
    witnesses: Sequence[str],
    house_keys: str | None,
) -> bool:
    """Whether the path leads to a database; what was asked for has to fit."""
    if is_database(path):
        return True
    given = {
        "--key": keys, "--checkpoint": checkpoints, "--witness": witnesses, "--keys": house_keys,
    }  # fmt: skip
    asked = next((option for option, value in given.items() if value), None)
    if asked is not None:
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
    return chain, again, check_shoes(again.recorded(lines), time_ns() // 1_000_000)


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


@dataclass(frozen=True, slots=True)
class _Outside:
    """What a database is held against that does not lie in it."""

    keys: tuple[str, ...]
    """Public keys."""
    checkpoints: tuple[bytes, ...]
    heads: tuple[SignedHead, ...]
    house_keys: HouseKeys | None

    @classmethod
    def of(
        cls,
        where: str,
        head: str | None,
        keys: Sequence[str],
        checkpoints: Sequence[str],
        witnesses: Sequence[str],
        house_keys: str | None,
    ) -> _Outside:
        """As it was asked for; what was not is taken from beside the database, if it is there."""
        from croupier.casino.heads import load_head
        from croupier.casino.house_keys import HouseKeys
        from croupier.casino.signing_key import Seal, public_key
        from croupier.casino.witness import heads_kept

        beside = "casino.db" if where.startswith(POSTGRESQL) else where
        found = [load_head(_there("--head", head))] if head else []
        for witness in witnesses:
            found += heads_kept(_there("--witness", witness))
        if not head and not witnesses:
            found.append(load_head(Path(f"{beside}.head")))
        seal = Path(f"{beside}.seal")
        public = [public_key(key) for key in keys]
        if not public and os.access(seal, os.R_OK):
            public.append(Seal.load(seal).public)
        return cls(
            tuple(public),
            tuple(line for path in checkpoints for line in _checkpoints_in(path)),
            tuple(each for each in found if each is not None),
            HouseKeys.load(_there("--keys", house_keys)) if house_keys else keys_for(where),
        )


def _there(option: str, path: str) -> Path:
    if not Path(path).exists():
        raise ValueError(f"{option} {path}: there is nothing")
    return Path(path)


def _verify_database(where: str, outside: _Outside) -> int:
    """Check every record and checkpoint, and print every problem on a line of its own."""
    found = _inspected(where, outside)
    out = Out()
    for record in found.records:
        _tell_record(out, record)
    for finding in found.findings:
        out(str(finding), "red")
    if found.checkpoints:
        keys_used = ", ".join(found.keys) or "no key"
        sealed = f"{so_many(found.checkpoints, 'checkpoint')}, signed with {keys_used}"
        out(f"{sealed}; {so_many(found.unsealed, 'line')} came after the last.", "bold")
    if found.after_head is not None:
        held = f"Held against {so_many(found.heads, 'head')} from outside"
        out(f"{held}; {so_many(found.after_head, 'line')} came after the last.", "bold")
    for note in (*_unproved(found, outside), *_limits(found)):
        out(f"{note[0].upper()}{note[1:]}.")
    return _database_status(found, outside)


def _database_status(found: Inspection, outside: _Outside) -> int:
    if not found.sound:
        return UNSOUND
    return UNPROVED if _unproved(found, outside) else SOUND


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


def _verify_database_json(where: str, outside: _Outside) -> int:
    """The same as data; of each record what `verify` says of a file."""
    found = _inspected(where, outside)
    unproved = _unproved(found, outside)
    print_json(
        {
            "lines": found.lines,
            "sound": found.sound,
            "checkpoints": found.checkpoints,
            "keys": found.keys,
            "unsealed": found.unsealed,
            "problems": found.findings,
            "proved": found.sound and not unproved,
            "heads": found.heads,
            "after_head": found.after_head,
            "protected": found.protected,
            "untagged": found.untagged,
            "note": "; ".join((*unproved, *_limits(found))),
            "records": [_as_data(record) for record in found.records],
        }
    )
    return _database_status(found, outside)


def _as_data(record: Inspected) -> dict[str, Any]:
    chain = record.chain
    return {
        "record": record.record,
        "lines": chain.lines,
        "sealed": record.sealed,
        "head": chain.head,
        "unbroken": chain.unbroken,
        "closed": ends_closed(chain.last_given),
        "problems": record.findings,
        "made_before": record.made_before or None,
        "replay": None if record.replay is None else replay_data(record.replay),
        "shoes": [shoe.verified for shoe in record.shoes],
    }


def _inspected(where: str, outside: _Outside) -> Inspection:
    from croupier.casino.store_verification import inspect

    with opened(where, outside.house_keys) as store, progress() as tell:
        return inspect(
            store,
            keys=outside.keys,
            handed_out=outside.checkpoints,
            heads=outside.heads,
            tell=lambda inspected, lines: tell(inspected, lines, "lines verified"),
        )


def _checkpoints_in(path: str) -> list[bytes]:
    """The checkpoints of a file; an empty one would look as if it had been compared with."""
    lines = Path(path).read_bytes().splitlines(keepends=True)
    if not lines:
        raise ValueError(f"--checkpoint {path}: there is nothing in it")
    return lines


def _unproved(found: Inspection, outside: _Outside) -> list[str]:
    """What the check leaves open because nothing from outside shows it, in words."""
    said = []
    if not found.checkpoints and not outside.heads:
        said.append("there are no checkpoints and no head: all of it may have been made anew")
    elif not outside.keys:
        said.append(
            "give the house's public --key: whoever has another may have signed it all anew"
        )
    if not outside.checkpoints and not outside.heads:
        said.append(
            "give a --head, a --witness or a --checkpoint from elsewhere: the end of everything "
            "may be missing, and all of it an older copy"
        )
    return said


def _limits(found: Inspection) -> list[str]:
    """What else cannot be told of such a database."""
    if found.protected == "no":
        return ["it is kept under no keys: its lines have no salts and tags, and its safe is open"]
    if found.protected != "yes":
        return ["tags, the safe and the requests can be checked with the house's --keys alone"]
    if found.untagged:
        lines = so_many(found.untagged, "line")
        return [
            f"its first {lines} are from before there were keys, or marked with keys that are "
            "lost: heads and checkpoints alone vouch for them"
        ]
    return []
