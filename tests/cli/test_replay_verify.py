"""`croupier replay` and `croupier verify`, as a person or a script runs them."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.running import another_process, croupier
from tests.table.evenings import Evening, breakdown, dealt, irregular
from tests.table.forging import line_with, with_body

from croupier.aggregate.record import Record
from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.cli import printing
from croupier.game_rules import table_for
from croupier.shoe import commit, cut, shuffle
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.voiding import VoidRound, VoidWager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    Kept = Callable[[Iterable[bytes]], Path]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """A record in a file."""

    def keep(lines: Iterable[bytes]) -> Path:
        path = tmp_path / "evening.jsonl"
        path.write_bytes(b"".join(lines))
        return path

    return keep


# --- verify


def test_an_unaltered_record_is_verified(kept: Kept) -> None:
    record = breakdown().table.record
    status, out, err = croupier("verify", kept(record.lines), "--head", record.head)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"{len(record.lines)} lines, chain unbroken, head {record.head}",
        "The table was closed.",
        "Played again: the same facts follow from every command.",
        "Shuffles: 3 not committed.",
    ]


def test_a_shoe_that_was_not_dealt_in_its_committed_order_is_named(kept: Kept) -> None:
    """The record is whole and replays; only the revealed secret shows the exchanged card."""
    status, out, _ = croupier("verify", kept(dealt_from_another_shoe().lines))
    assert status == 3
    assert "chain unbroken" in out
    assert "Played again: the same facts follow from every command." in out
    assert "The shuffle of entry " in out
    assert "Shuffles: 1 wrong." in out


def dealt_from_another_shoe() -> Record:
    """A dealer who commits to one order and deals another."""
    table = table_for(
        "act-blackjack-2006", {"decks": 6, "soft_17": "stand", "limits": {"main": [1000, 50000]}}
    )
    now, approval = 1_800_000_000_000, Approval("L-1", "2006-04-20")
    sue, ana = Person("sue", Role.SUPERVISOR), Person("ana", Role.PLAYER)
    table.do(OpenTable(layout=approval, shoe=approval, shuffle="riffle"), sue, now)
    table.do(CheckCards(), sue, now)
    table.do(Arrive(player="ana"), ana, now)
    table.do(BringChips(player="ana", amount=10_000), ana, now)
    secret, pack = bytes(32), DECK * 6
    order = cut(shuffle(pack, secret), 52)
    table.do(Shuffle(commitment=commit(secret, pack)), sue, now)
    table.do(Cut(player="ana", at=52), ana, now)
    table.do(InsertCuttingCard(from_back=52), sue, now)
    table.do(PlaceWager(player="ana", box=1, amount=1000), ana, now)
    table.do(NoMoreBets(), sue, now)
    for card in (order[0], order[2], order[1]):  # the second and the third exchanged
        table.do(Deal(card=card), sue, now)
    table.do(VoidRound(ground="impractical", reason="time to go"), sue, now)
    table.do(AnnounceClosure(rounds=0), sue, now)
    table.do(CloseTable(), sue, now)
    table.do(Reveal(commitment=commit(secret, pack), secret=secret.hex()), sue, now)
    return table.record


def test_without_a_head_it_says_what_a_chain_cannot_show(kept: Kept) -> None:
    lines = breakdown().table.record.lines[:-1]
    status, out, _ = croupier("verify", kept(lines))
    assert status == 0
    assert "A chain cannot show that whole lines are missing at its end" in out
    assert "The table was not closed." in out


def test_every_problem_is_on_a_line_of_its_own(kept: Kept) -> None:
    lines = list(breakdown().table.record.lines)
    lines[9] = lines[9].replace(b'"at":18', b'"at":17')
    lines[20], lines[30] = lines[30], lines[20]
    del lines[35]
    lines[-1] = lines[-1][:-20]
    status, out, err = croupier("verify", kept(lines))
    assert (status, err) == (3, "")
    said = out.splitlines()
    for number, start in enumerate(
        [
            "line 10 does not fit its hash: it was altered, or line 9 was rewritten",
            "line 21 is out of order",
            "line 31 is out of order",
            "line 36 does not follow on: entry 35 is missing before it",
            f"line {len(lines)} is cut off",
            f"{len(lines)} lines, chain broken, head ",
        ]
    ):
        assert said[number].startswith(start), said[number]
    assert "Lines 1 to 9 played again: the same facts follow from every command." in said


def test_another_head_is_a_problem(kept: Kept) -> None:
    record = breakdown().table.record
    status, out, _ = croupier("verify", kept(record.lines[:-1]), "--head", record.head)
    assert status == 3
    assert f"no line has the expected head {record.head}" in out


def test_a_head_that_is_no_hash_is_a_usage_error(kept: Kept) -> None:
    status, out, err = croupier("verify", kept(breakdown().table.record.lines), "--head", "abc")
    assert (status, out) == (2, "")
    assert err == "croupier: head: 'abc' is not a hash of 64 digits from 0 to f\n"


def test_a_changed_fact_under_right_hashes_is_told(kept: Kept) -> None:
    lines = irregular().table.record.lines
    line = line_with(lines, b'"outcome":"win"')
    altered = with_body(lines, line, b'"outcome":"win"', b'"outcome":"push"')
    status, out, _ = croupier("verify", kept(altered))
    assert status == 3
    assert "chain unbroken" in out
    assert f"\nline {line}: the record has " in out
    assert f"Played again: 1 of {len(lines) - 1} commands have other facts." in out


def test_a_rewritten_line_is_named_by_the_replay(kept: Kept) -> None:
    """The chain breaks one line later; what was played again shows which of the two it was."""
    lines = list(irregular().table.record.lines)
    line = line_with(lines, b'"outcome":"win"')
    lines[line - 1] = with_body(lines, line, b'"outcome":"win"', b'"outcome":"push"')[line - 1]
    status, out, _ = croupier("verify", kept(lines))
    assert status == 3
    assert f"or line {line} was rewritten with a hash to match" in out
    assert f"\nline {line}: the record has " in out


def test_verify_as_json(kept: Kept) -> None:
    record = breakdown().table.record
    status, out, _ = croupier("verify", kept(record.lines), "--json")
    assert status == 0
    said = json.loads(out)
    assert (said["lines"], said["head"]) == (len(record.lines), record.head)
    assert (said["unbroken"], said["closed"], said["problems"]) == (True, True, [])
    assert said["replay"]["same"]
    lines = [*record.lines[:3], *record.lines[4:]]
    status, out, _ = croupier("verify", kept(lines), "--json")
    assert status == 3
    (problem,) = json.loads(out)["problems"]
    assert (problem["fault"], problem["line"]) == ("missing", 4)


# --- replay


def test_a_replay_tells_every_round(kept: Kept, instrument: str) -> None:
    status, out, err = croupier("replay", kept(irregular(instrument).table.record.lines))
    assert (status, err) == (0, "")
    said = out.splitlines()
    assert said[0].startswith("pit 1: ")
    assert f"({instrument})" in said[0]
    assert "decks 6" in said[2]
    assert "limits main $10 to $500, perfect-pairs $5 to $50; multiples main $5" in said[2]
    assert "box max scope" not in said[2]  # as by default
    headings = [line.partition(",")[0] for line in said if line.startswith("Round ")]
    assert headings == [f"Round {number}" for number in range(1, 6)]
    for line in (
        "  wagers: box 1 ana $20, box 2 bob $10",
        "  4H is burnt: face up",
        "  an unseen card is burnt: burnt in error",
        "  bob draws on box 2",
        "  cards: dealer 7S",
        "  ana's main $20 on box 1 wins $20  [13.1(b), 13.2(b)]",
        "  chips: ana $2,020, bob $2,010, cat $2,000; float $49,970",
        "  6H to box 1, meant for box 2",
        "    round 1 is void: so it was then  [14.5, A:Void]",
        "After the last round",
        "Played again: the same facts follow from every command.",
    ):
        assert line in said, line


def test_one_round_is_told_with_every_fact(kept: Kept) -> None:
    evening = dealt(rounds=5)
    status, out, _ = croupier("replay", kept(evening.table.record.lines), "--round", "3")
    assert status == 0
    said = out.splitlines()
    assert [line for line in said if line.startswith("Round")] == ["Round 3"]
    number = 0
    for entry in evening.table.record.entries:
        if f"line {entry.n + 1}  " in out:
            number += len(entry.facts)
    assert sum(line.startswith("    ") for line in said) == number
    assert "    round 3: no more bets  [6.2]" in said
    assert "(dealer): deal card=" in out


def test_a_wager_that_is_void_when_its_round_is_collected_is_told_with_that_round(
    kept: Kept,
) -> None:
    evening = dealt(rounds=2)
    table = evening.table
    paid = table.rounds[-1].standing()[0]
    assert paid.box is not None
    breach = RecordBreach(person=paid.player, clause="16.7", what="told others what to do")
    void = VoidWager(player=paid.player, box=paid.box, reason="influence", round=table.number)
    for command in (breach, void):
        table.do(command, Person("sue", Role.SUPERVISOR), table.at)
    status, out, _ = croupier("replay", kept(table.record.lines), "--round", str(table.number))
    assert status == 0
    assert "influence" in out
    assert "16.2(a)" in out


def test_a_round_that_was_not_played_is_a_usage_error(kept: Kept) -> None:
    path = kept(dealt(rounds=2).table.record.lines)
    status, out, err = croupier("replay", path, "--round", "3")
    assert (status, out) == (2, "")
    assert err == f"croupier: --round: {path} has rounds 1 to 2, not 3\n"


def test_a_difference_is_named_where_it_is(kept: Kept) -> None:
    lines = irregular().table.record.lines
    line = line_with(lines, b'"outcome":"win"')
    altered = with_body(lines, line, b'"outcome":"win"', b'"outcome":"push"')
    status, out, _ = croupier("replay", kept(altered))
    assert status == 1
    assert out.count(f"DIFFERS line {line}: the record has ") == 1
    assert f"1 of {len(lines) - 1} commands have other facts." in out


def test_another_version_is_said_and_is_no_error(kept: Kept) -> None:
    altered = with_body(breakdown().table.record.lines, 1, b'"version":"', b'"version":"9.')
    status, out, _ = croupier("replay", kept(altered))
    assert status == 0
    assert "This record was made by croupier 9." in out


def test_what_is_whole_of_a_broken_record_is_still_told(kept: Kept) -> None:
    lines = list(irregular().table.record.lines)
    cut = [*lines[:56], lines[56][:40]]
    status, out, _ = croupier("replay", kept(cut))
    assert status == 1
    assert "\nRound 2, " in out
    assert (
        "line 57 is cut off; the 56 lines before it are whole; nothing after it was played again."
        in out.splitlines()
    )
    assert out.splitlines()[-1].startswith("Lines 1 to 56 played again: ")


def test_replay_as_json(kept: Kept) -> None:
    table = dealt(rounds=3).table
    status, out, _ = croupier("replay", kept(table.record.lines), "--json")
    assert status == 0
    said = json.loads(out)
    assert said["header"]["table"] == "pit 1"
    assert (said["same"], said["differences"], said["problem"]) == (True, [], None)
    assert [told["round"] for told in said["rounds"]] == [1, 2, 3, 4]
    assert [told["wagered"] for told in said["rounds"]] == [True, True, True, False]
    assert said["rounds"][-1]["chips"] == table.chips.racks
    entries = [entry for told in said["rounds"] for entry in told["entries"]]
    recorded = [json.loads(line)["entry"] for line in table.record.lines[1:]]
    assert [entry["facts"] for entry in entries] == [entry["facts"] for entry in recorded]
    assert [entry["command"] for entry in entries] == [entry["command"] for entry in recorded]


# --- both


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_standard_input_can_be_read(command: str) -> None:
    file = b"".join(breakdown().table.record.lines)
    status, out, _ = croupier(command, "-", stdin=file)
    assert status == 0
    assert "the same facts follow" in out


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "there is nothing in it: a record begins with its header"),
        (b"Dear diary,\n", "line 1 is not a line of a record, nor any JSON"),
        (b'{"hello":1}\n', "line 1 is not a line of a record"),
        (b"\x00\xff\xfe", "line 1 is cut off"),
        (b"[" * 100_000 + b"\n", "line 1 is not a line of a record, nor any JSON"),
    ],
)
def test_a_file_that_is_no_record_is_one_line_and_status_2(
    command: str, content: bytes, says: str, kept: Kept
) -> None:
    path = kept([content])
    status, out, err = croupier(command, path)
    assert (status, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith(f"croupier: {path} is not a table's record: ")
    assert says in line


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there(command: str, tmp_path: Path) -> None:
    status, out, err = croupier(command, tmp_path / "none.jsonl")
    assert (status, out) == (2, "")
    assert err.endswith("none.jsonl: No such file or directory\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_without_a_header_is_not_played(command: str, kept: Kept) -> None:
    status, out, err = croupier(command, kept(breakdown().table.record.lines[1:]))
    if command == "verify":
        assert status == 3
        assert "line 1 does not follow on: the header is missing before it" in out
    else:
        assert (status, out) == (2, "")
        assert "is not a table's record" in err


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_line_that_is_nested_too_deeply_is_named(command: str, kept: Kept) -> None:
    lines = breakdown().table.record.lines
    deep = with_body(lines, 3, b'"command":', b'"command":' + b"[" * 100_000)
    status, out, err = croupier(command, kept(deep))
    assert (status, err) == (3 if command == "verify" else 1, "")
    assert "line 3 is no entry" in out or "line 3: it is not an entry of a record" in out


def test_nothing_in_a_record_can_steer_a_terminal(kept: Kept) -> None:
    lines = Evening(players=()).table.record.lines
    name = b"\\u001b[2J\\u0007\\u202e"
    altered = with_body(lines, 1, b'"table":"pit 1"', b'"table":"' + name + b'"')
    status, out, _ = croupier("replay", kept(altered))
    assert status == 0
    assert out.startswith("\\x1b[2J\\x07\\u202e: ")


def test_any_name_can_be_printed_anywhere(kept: Kept) -> None:
    lines = with_body(Evening(players=()).table.record.lines, 1, b'"pit 1"', '"Würfel ♠"'.encode())
    status, out, err = another_process("replay", kept(lines), PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert out.startswith("W\\xfcrfel \\u2660: ")


def test_long_work_shows_how_far_it_is_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = pty.openpty()
    with os.fdopen(writing, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert [*printing.followed("quick", "letters")] == [*"quick"]
        monkeypatch.setattr(printing, "PATIENCE", 0)
        assert [*printing.followed("slow", "letters")] == [*"slow"]
        assert [*printing.followed("", "letters")] == []
        terminal.flush()
        shown = b""
        while select.select([reading], [], [], 0)[0]:  # it comes in pieces
            shown += os.read(reading, 10_000)
    os.close(reading)
    assert b"letters" in shown
    assert b"%" in shown


def test_nothing_shows_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    assert [*printing.followed([1, 2, 3], "numbers")] == [1, 2, 3]
    assert capfd.readouterr() == ("", "")
