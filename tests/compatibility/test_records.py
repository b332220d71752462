"""Records that earlier versions left behind: they open, play again, verify, and give chips back."""

from __future__ import annotations

import os
import re
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.forgers import rehashed
from tests.compatibility.fixtures import LEFT, SHELVES
from tests.compatibility.taking_home import chips_taken_home

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record_lines import Fault, RecordError
from croupier.casino.past_rounds import History
from croupier.cli.app import app
from croupier.game_rules import game_of
from croupier.promotion.acts import ACTS as PROMOTION
from croupier.promotion.promotion import Promotion
from croupier.rulebook.corrections import BeforeCorrection
from croupier.table.chip_ledger import holdings
from croupier.table.shuffle_verification import check_shoes
from croupier.table_replay import read_record, replay
from croupier.tournament.acts import ACTS as TOURNAMENT
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.compatibility.fixtures import Kept, Shelf

    from croupier.aggregate.acts import Command


_OF_A_FILE = {
    (shelf.folder.name, kept.file): [
        each for each in shelf.manifest.records if each.file == kept.file
    ]
    for shelf in SHELVES
    for kept in shelf.manifest.records
}
"""Records by the file that they lie in, which is how they are tested."""
EVERY_FILE = pytest.mark.parametrize(
    ("shelf", "records"),
    [
        pytest.param(shelf, records, id=f"{folder}-{file}")
        for shelf in SHELVES
        for (folder, file), records in _OF_A_FILE.items()
        if folder == shelf.folder.name
    ],
)


@EVERY_FILE
def test_every_record_verifies_with_the_head_that_it_was_left_with(
    shelf: Shelf, records: list[Kept]
) -> None:
    for kept in records:
        found = verify(shelf.lines_of(kept), kept.head)
        assert found.problems == (), kept.id
        assert (found.lines, found.head, found.head_line) == (kept.lines, kept.head, kept.lines)


@EVERY_FILE
def test_every_record_plays_again_to_the_state_in_which_it_was_left(
    shelf: Shelf, records: list[Kept]
) -> None:
    for kept in records:
        lines = shelf.lines_of(kept)
        if _made_before(kept, lines) is None:
            assert LEFT[kept.kind](lines) == kept.left, kept.id


def _made_before(kept: Kept, lines: list[bytes]) -> BeforeCorrection | None:
    """Which correction of the rules has a record come out otherwise, if one does.

    Whatever else makes a difference is an error.
    """
    if kept.kind != "table":
        kind = Tournament if kept.kind == "tournament" else Promotion
        try:
            kind.restore(lines)
        except BeforeCorrection as older:
            return older
        return None
    again = replay(lines)
    assert again.fits, [kept.id, *map(str, again.differences[:2])]
    recorded = again.recorded(lines)
    assert again.lines == len(recorded.entries) + 1 == kept.lines
    assert [str(each) for each in check_shoes(recorded) if not each.fair] == [], kept.id
    return None if again.made_before is None else again.made_before.as_error()


@EVERY_FILE
def test_every_round_of_every_table_is_shown_again(shelf: Shelf, records: list[Kept]) -> None:
    """By the options of then: what became one only later has the value that it had."""
    for kept in records:
        lines = shelf.lines_of(kept)
        if kept.kind != "table" or _made_before(kept, lines) is not None:
            continue
        history = History(lambda after, lines=lines: lines[after:])  # type: ignore[misc]
        ended = [span.number for span in history.rounds() if span.ends is not None]
        assert [shown.number for shown in history.show(ended, None)] == ended[::-1], kept.id


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.folder.name for shelf in SHELVES])
def test_the_records_that_corrections_show_in_are_known(shelf: Shelf) -> None:
    """So that whoever corrects a rule sees what it does to records that exist.

    `CROUPIER_REGENERATE=1` writes the list anew.
    """
    found = {
        kept.id: {"line": older.line, "clauses": list(older.correction.clauses)}
        for kept in shelf.manifest.records
        if (older := _made_before(kept, shelf.lines_of(kept))) is not None
    }
    path = shelf.folder / "corrected.json"
    if os.environ.get("CROUPIER_REGENERATE"):
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    assert found == msgspec.json.decode(path.read_bytes())


@EVERY_FILE
def test_chips_are_counted_from_every_record_without_playing_it_again(
    shelf: Shelf, records: list[Kept]
) -> None:
    for kept in records:
        if kept.kind == "table":
            held = holdings(read_record(shelf.lines_of(kept)))
            assert (held.float, held.layout) == (kept.left["float"], kept.left["layout"]), kept.id
            for name, places in (("racks", held.racks), ("tokens", held.tokens)):
                some = {player: amount for player, amount in places.items() if amount}
                assert some == kept.left[name], kept.id


@EVERY_FILE
def test_all_chips_come_home_from_every_table(shelf: Shelf, records: list[Kept]) -> None:
    for kept in records:
        if kept.kind == "table":
            assert chips_taken_home(shelf.lines_of(kept)) == kept.home, kept.id


@EVERY_FILE
def test_a_byte_that_was_changed_is_found_and_is_never_taken_for_an_earlier_rule(
    shelf: Shelf, records: list[Kept]
) -> None:
    chance = Random(shelf.folder.name)
    for kept in chance.sample(records, min(8, len(records))):
        lines = list(shelf.lines_of(kept))
        place = chance.randrange(len(lines))
        line = bytearray(lines[place])
        byte = chance.randrange(84, len(line) - 3)  # of the body: its hash does not fit any more
        line[byte] ^= 1
        lines[place] = bytes(line)
        found = verify(lines, kept.head)
        assert found.problems, (kept.id, place, byte)
        assert found.problems[0].line in (place + 1, place + 2)
        with pytest.raises((RecordError, ValueError)):
            _made_before(kept, lines)


@EVERY_FILE
def test_a_record_made_anew_with_another_amount_is_found_too(
    shelf: Shelf, records: list[Kept]
) -> None:
    """All its hashes fit, but its head is another, and what it says does not follow."""
    for kept in records:
        lines = shelf.lines_of(kept)
        forged = [_WON.sub(rb'"net":\g<1>1', line) for line in lines]
        if kept.kind == "table" and forged != lines:
            first = next(n for n, line in enumerate(forged, 1) if line != lines[n - 1])
            forged = rehashed(forged)
            (problem,) = verify(forged, kept.head).problems
            assert problem.fault is Fault.OTHER_HEAD
            older = _made_before(kept, lines)
            # what was played on after another rule came out is vouched for by the head alone
            assert (older is not None and older.line <= first) or _is_altered(forged), kept.id


_WON = re.compile(rb'"net":(-?[1-9][0-9]*)')


def _is_altered(lines: list[bytes]) -> bool:
    """Whether a record says what follows neither now nor by rules that were corrected since."""
    return not replay(lines).fits


def test_a_record_is_verified_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for shelf in SHELVES:
        kept = next(each for each in shelf.manifest.records if each.kind == "table")
        path = tmp_path / "evening.jsonl"
        path.write_bytes(b"".join(shelf.lines_of(kept)))
        assert _run("verify", str(path), "--head", kept.head) == 0
        assert "chain unbroken" in capsys.readouterr().out
        path.write_bytes(path.read_bytes().replace(b'"amount":', b'"amoumt":', 1))
        assert _run("verify", str(path)) == 3
        assert "chain broken" in capsys.readouterr().out


def _run(*words: str) -> object:
    return app(list(words), standalone_mode=False)


# --- what the fixtures show

LATER = {
    "allocate-seats", "bring-tip", "commit-shuffle", "correct-burnt-card", "correct-card",
    "correct-last-card", "deal-run", "open-link", "void-shuffle",
}  # fmt: skip
"""Commands that no version had when the records were made."""


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.folder.name for shelf in SHELVES])
def test_nearly_every_command_stands_in_a_record(shelf: Shelf) -> None:
    done: dict[str, set[str]] = {}
    for kept in shelf.manifest.records:
        lines = [msgspec.json.decode(line)["entry"] for line in shelf.lines_of(kept)]
        of = lines[0]["instrument"] if kept.kind == "table" else kept.kind
        done.setdefault(of, set()).update(line["command"]["do"] for line in lines[1:])
    known: dict[str, Iterable[type[Command]]] = {
        "tournament": TOURNAMENT, "promotion": PROMOTION,
        **{name: game_of(name).acts for name in done.keys() - {"tournament", "promotion"}},
    }  # fmt: skip
    for name, commands in known.items():
        tags = {str(each.__struct_config__.tag) for each in commands} - LATER
        assert len(done[name] & tags) >= 0.9 * len(tags), (name, sorted(tags - done[name]))
