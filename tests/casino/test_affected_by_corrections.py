"""`croupier corrections --affected` finds who is owed money when a rule has been corrected."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.evenings import Evening
from tests.casino.forgers import rehashed
from tests.cli.running import croupier
from tests.compatibility.fixtures import SHELVES

from croupier.casino.affected_by_corrections import NotExplained, affected
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, Writing
from croupier.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from tests.compatibility.fixtures import Kept, Shelf

    from croupier.casino.affected_by_corrections import Affected

LAST = SHELVES[-1]


def kept(shelf: Shelf, id: str) -> list[bytes]:
    return shelf.lines_of(next(each for each in shelf.manifest.records if each.id == id))


def corrected(shelf: Shelf) -> dict[str, Any]:
    """The records of a version in which a correction shows, by their ids."""
    found: dict[str, Any] = json.loads((shelf.folder / "corrected.json").read_text())
    return found


def found_in(shelf: Shelf, each: Kept) -> list[Affected]:
    return list(affected(each.id, shelf.lines_of(each)))


# --- in records that earlier versions left


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.folder.name)
def test_only_records_in_which_a_correction_shows_are_affected(shelf: Shelf) -> None:
    listed = corrected(shelf)
    shown = [each for each in shelf.manifest.records if each.id in listed]
    others = [each for each in shelf.manifest.records if each.id not in listed][::60]
    assert not [each.id for each in others if each.kind != "promotion" and found_in(shelf, each)]
    rows = {each.id: found_in(shelf, each) for each in shown if each.lines < 300}
    assert sum(bool(found) for found in rows.values()) >= 5
    for row in (row for found in rows.values() for row in found):
        assert row.corrections, row.record
        assert all(p.difference == (p.now - p.before) * (not p.unsettled) for p in row.players)


def test_uth_15_3_b_what_was_lost_by_folding_is_owed_after_an_exclusion() -> None:
    """P had folded ante and blind of 10 each, and trips of 5, and had all of it back."""
    (row,) = affected("t", kept(LAST, "tables/act-ultimate-texas-holdem-2025/037"))
    assert (row.round, row.uncertain) == (1, False)
    assert [(p.player, p.before, p.now, p.difference) for p in row.players] == [
        ("P", 0, -25_00, -25_00)
    ]
    assert [(each.line, each.version, each.clauses) for each in row.corrections] == [
        (28, "1.3.0", ("15.3(b)", "12.3"))
    ]


def test_corrections_before_a_version_are_left_out() -> None:
    lines = kept(LAST, "tables/act-ultimate-texas-holdem-2025/037")
    assert list(affected("t", lines, since="1.2.0"))
    assert not list(affected("t", lines, since=__version__))


def test_a_record_that_was_altered_is_not_explained() -> None:
    lines = kept(LAST, "tables/act-ultimate-texas-holdem-2025/037")
    forged = rehashed([line.replace(b'"amount":1000', b'"amount":1500', 1) for line in lines])
    with pytest.raises(NotExplained, match="no listed correction explains it"):
        list(affected("t", forged))


def test_a_record_of_this_version_is_not_read_beyond_its_first_line() -> None:
    lines = iter(Evening("act-blackjack-2018").play(3).table.record.lines)
    assert not list(affected("t", lines))
    assert next(lines, None) is not None


# --- at the command line


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A casino's database with tables that corrections settle otherwise, and one that none does."""
    path = tmp_path / "casino.db"
    records = {
        "tables/uth-1/1": kept(LAST, "tables/act-ultimate-texas-holdem-2025/037"),
        "tables/nsw-1/1": kept(LAST, "evenings/nsw-blackjack-challenge/6"),
        "tables/bj-1/1": list(Evening("act-blackjack-2018").play(3).table.record.lines),
    }
    with open_store(str(path)) as store:
        for name, lines in records.items():
            store.add(Writing(additions=(Addition(name, 0, tuple(lines)),)))
    return path


def test_the_command_lists_players_amounts_and_clauses(database: Path) -> None:
    status, out, err = croupier("corrections", "--affected", database)
    assert status == 1, err
    assert "uth-1, round 1, " in out
    assert "P: before $0, now −$25: the player owes $25" in out  # noqa: RUF001
    assert "Corrected in 1.3.0 (15.3(b), 12.3), line 28: " in out
    assert "nsw-1, round 3, " in out
    assert "cat: before −$100, now −$60: the house owes $40" in out  # noqa: RUF001
    assert "bj-1" not in out


def test_the_command_prints_the_same_as_data(database: Path) -> None:
    _, out, _ = croupier("corrections", "--affected", database, "--json")
    data = json.loads(out)
    assert data["problems"] == []
    by_table = {each["record"]: each for each in data["affected"]}
    assert by_table["tables/uth-1/1"]["players"] == [
        {"player": "P", "before": 0, "now": -25_00, "difference": -25_00}
    ]
    asked = ("corrections", "nsw-blackjack-challenge", "--affected", database, "--json")
    _, only, _ = croupier(*asked)
    assert {each["record"] for each in json.loads(only)["affected"]} == {"tables/nsw-1/1"}


def test_the_command_reads_a_record_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(b"".join(kept(LAST, "tables/act-ultimate-texas-holdem-2025/037")))
    status, out, _ = croupier("corrections", "--affected", path)
    assert (status, "the player owes $25" in out) == (1, True)


def test_a_tournament_is_listed_as_a_whole() -> None:
    ids = [id for id in corrected(LAST) if id.startswith("tournaments/")]
    rows = [row for id in ids for row in affected(id, kept(LAST, id))]
    assert rows
    assert all(row.round is None and row.players for row in rows)


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("round 1: ana won\n")
    status, _, err = croupier("corrections", "--affected", path)
    assert status == 2
    assert "is not a casino's database, nor the record of a table or a tournament" in err
    assert "give a casino's database" in err


@pytest.mark.parametrize(
    "first", [b"PGDMP\x01", b"--\n-- PostgreSQL database dump\n--\n", b"PRAGMA foreign_keys=OFF;\n"]
)
def test_a_dump_of_a_database_is_refused_with_what_to_give_instead(
    tmp_path: Path, first: bytes
) -> None:
    path = tmp_path / "casino.sql"
    path.write_bytes(first)
    status, _, err = croupier("corrections", "--affected", path)
    assert status == 2
    assert f"{path} is a dump of a database" in err
    assert "a copy that `croupier backup` made" in err


def test_the_database_of_another_program_is_refused_with_what_to_give_instead(
    tmp_path: Path,
) -> None:
    path = tmp_path / "people.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE people (name)")
    db.close()
    status, _, err = croupier("corrections", "--affected", path)
    assert status == 2
    assert "is a database, but not a casino's; give the file that `croupier serve` keeps" in err


def test_a_record_that_is_not_explained_or_not_readable_is_named(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    lines = kept(LAST, "tables/act-ultimate-texas-holdem-2025/037")
    forged = rehashed([line.replace(b'"amount":1000', b'"amount":1500', 1) for line in lines])
    records = {"tables/a/1": tuple(forged), "tables/b/1": tuple(lines)}
    with open_store(str(path)) as store:
        for name, each in records.items():
            store.add(Writing(additions=(Addition(name, 0, each),)))
    status, out, _ = croupier("corrections", "--affected", path)
    words = " ".join(out.split())
    assert status == 3
    assert "The record tables/a/1: line" in words
    assert f"`croupier verify {path}` shows the difference" in words
    assert "b, round 1, " in words


# --- rounds that the record leaves unfinished


ONE_CONCEDES = kept(SHELVES[1], "tables/act-ultimate-texas-holdem-2025/055")
"""ANA has 50 on ante and blind, 50 on trips and 200 on play, and steps away at the river. Version
1.0.0 took the hand for folded in line 29, where 13.8 has it stay in play until it is asked."""


def test_stakes_at_risk_when_the_record_ends_are_not_owed() -> None:
    (row,) = affected("t", ONE_CONCEDES[:29])
    assert row.unfinished
    assert [(p.player, p.before, p.at_risk_now, p.difference) for p in row.players] == [
        ("ana", -350_00, 350_00, 0)
    ]
    assert row.players[0].unsettled


def test_the_command_says_that_an_unfinished_round_is_not_settled(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(b"".join(ONE_CONCEDES[:29]))
    status, out, _ = croupier("corrections", "--affected", path)
    assert status == 1
    assert "ana: before −$350, now not settled ($350 at risk)" in out  # noqa: RUF001
    assert "The record ends in this round" in out
    assert "owes" not in out


def test_a_round_that_never_began_by_the_rules_of_today_is_not_owed() -> None:
    rows = {row.round: row for row in affected("t", ONE_CONCEDES)}
    assert len(rows) > 1
    for row in rows.values():
        assert row.uncertain
        assert all(p.unsettled and p.difference == 0 for p in row.players)


# --- tournaments that by the rules of today are not over


@pytest.mark.parametrize("number", ["016", "018"])
def test_a_tournament_that_is_not_over_by_the_rules_of_today_owes_nothing_yet(
    number: str, tmp_path: Path
) -> None:
    """An eliminated player was paid, or equals without chips shared: the play goes on today."""
    lines = kept(LAST, f"tournaments/act-mini-baccarat-2016/{number}")
    (row,) = affected("t", lines)
    assert row.uncertain
    assert any(p.before > 0 for p in row.players)  # prizes were paid
    assert all(p.unsettled and p.difference == 0 for p in row.players)
    path = tmp_path / "tournament.jsonl"
    path.write_bytes(b"".join(lines))
    status, out, _ = croupier("corrections", "--affected", path)
    assert status == 1
    assert "now not settled (" in out
    assert "owes" not in out


def test_money_that_was_paid_under_conditions_of_earlier_rules_is_not_owed_back() -> None:
    """The rules of today refuse the conditions, so no player pays an entry fee by them."""
    for shelf, name in (
        (SHELVES[0], "act-blackjack-2006/011"),
        (SHELVES[1], "nsw-blackjack-challenge/003"),
    ):
        (row,) = affected("t", kept(shelf, f"tournaments/{name}"))
        assert row.uncertain
        assert row.players
        assert all(p.unsettled and p.difference == 0 for p in row.players)


def test_what_is_certain_before_a_tournament_is_over_is_owed() -> None:
    (row,) = affected("t", kept(SHELVES[0], "tournaments/act-ultimate-texas-holdem-2025/010"))
    assert not row.uncertain
    assert [(p.player, p.before, p.now, p.difference) for p in row.players] == [
        ("A", -100_00, 0, 100_00)
    ]
