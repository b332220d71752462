"""`croupier export`, `meters` and `events`, as an inspector runs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import writing
from tests.cli.test_records import croupier
from tests.table.evenings import dealt, irregular

from croupier.casino.store.contract import Addition
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two tables, and beside it the record of the second in a file."""
    path = tmp_path_factory.mktemp("casino") / "casino.db"
    with SqliteStore(path) as store:
        for name, evening in (("pit 1", dealt(rounds=2)), ("pit 2", irregular())):
            lines = tuple(evening.table.record.lines)
            store.add(writing(Addition(f"tables/{name}", 0, lines)))
    path.with_suffix(".jsonl").write_bytes(b"".join(lines))
    return path


# --- export


def test_a_round_of_a_database_is_exported_and_adjudicated(casino: Path, tmp_path: Path) -> None:
    status, out, err = croupier("export", casino, "2", "--table", "pit 1")
    assert (status, err) == (0, "")
    file = tmp_path / "round.json"
    assert croupier("export", casino, "2", "--table", "pit 1", "-o", file) == (0, "", "")
    assert file.read_text(encoding="utf-8") == out
    status, answer, _ = croupier("adjudicate", "-", stdin=out.encode())
    assert status == 0
    assert set(json.loads(answer)["net"]) == {"ana", "bob"}


def test_a_round_of_a_record_in_a_file_is_exported(casino: Path) -> None:
    status, out, _ = croupier("export", casino.with_suffix(".jsonl"), "5")
    assert status == 0
    assert json.loads(out)["cards"] == ["TS", "7C", "TD", "TC"]


def test_a_round_that_no_file_can_tell_is_refused_with_its_fact(casino: Path) -> None:
    status, out, err = croupier("export", casino, "2", "--table", "pit 2")
    assert (status, out) == (1, "")
    assert err == (
        "croupier: round 2 is beyond a round file: line 42 states 'reconstructed' under 14.4\n"
    )


def test_what_is_not_there_cannot_be_exported(casino: Path, tmp_path: Path) -> None:
    status, _, err = croupier("export", casino, "9", "--table", "pit 1")
    assert (status, err) == (2, "croupier: the record has rounds 1 to 2, not 9\n")
    status, _, err = croupier("export", casino, "1", "--table", "pit 3")
    assert (status, "--table" in err) == (2, True)
    (tmp_path / "shopping.txt").write_text("bread", encoding="utf-8")
    status, _, err = croupier("export", tmp_path / "shopping.txt", "1")
    assert (status, "is not a table's record" in err) == (2, True)
