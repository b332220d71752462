"""`croupier verify` and `croupier replay` of a casino's database, as an inspector runs them."""

from __future__ import annotations

import json
import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, writing
from tests.casino.forgers import Forger, rehashed
from tests.cli.running import croupier
from tests.table.evenings import breakdown, dealt, irregular

from croupier.casino.checkpoints import make_checkpoint
from croupier.casino.signing_key import Seal
from croupier.casino.store.contract import Addition
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

SEAL = Seal.new()


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two tables, and beside it the checkpoint that was handed out last."""
    path = tmp_path_factory.mktemp("casino") / "casino.db"
    with SqliteStore(path) as store:
        for name, evening in (("pit 1", dealt(rounds=2)), ("pit 2", breakdown())):
            lines = tuple(evening.table.record.lines)
            store.add(writing(Addition(f"tables/{name}", 0, lines)))
        path.with_suffix(".json").write_bytes(make_checkpoint(store, SEAL, at=1000))
        store.add(writing(Chain("notes").next("later")))
    return path


@pytest.fixture
def forged(casino: Path, tmp_path: Path) -> Path:
    """A copy whose second table has another line 9, and hashes to match."""
    path = tmp_path / "forged.db"
    shutil.copy(casino, path)
    forger = Forger(path)
    lines = forger.lines("tables/pit 2")
    assert b'"at":18000000' in lines[8]
    lines[8] = lines[8].replace(b'"at":18000000', b'"at":17000000')
    forger.keep("tables/pit 2", rehashed(lines))
    forger.done()
    return path


def test_an_unaltered_database_is_verified(casino: Path) -> None:
    status, out, err = croupier(
        "verify", casino, "--key", SEAL.public, "--checkpoint", casino.with_suffix(".json")
    )
    assert (status, err) == (0, "")
    with SqliteStore(casino, read_only=True) as store:
        heads = {standing.record: standing for standing in store.records()}
    said = out.splitlines()
    for name in ("checkpoints", "notes", "tables/pit 1", "tables/pit 2"):
        lines, head = heads[name].lines, heads[name].head
        counted = "1 line" if lines == 1 else f"{lines} lines"
        assert f"{name}: {counted}, chain unbroken, head {head}" in said
    assert said.count("Played again: the same facts follow from every command.") == 2
    assert "Shuffles: 3 not committed." in said
    assert said[-2] == f"1 checkpoint, signed with {SEAL.public}; 1 line came after the last."
    assert said[-1].startswith("It is kept under no keys: its lines have no salts and tags")


def test_it_says_what_it_cannot_know(casino: Path) -> None:
    status, out, _ = croupier("verify", casino)
    assert status == 4
    assert "Give the house's public --key: whoever has another may have signed it all anew." in out
    status, out, _ = croupier("verify", casino, "--key", SEAL.public)
    assert status == 4
    assert "Give a --head, a --witness or a --checkpoint from elsewhere: the end of" in out


def test_without_checkpoints_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    with SqliteStore(path) as store:
        store.add(writing(Chain("notes").next("open")))
    status, out, _ = croupier("verify", path)
    assert status == 4
    assert "There are no checkpoints and no head: all of it may have been made anew." in out


def test_a_rewritten_record_is_named(forged: Path) -> None:
    status, out, err = croupier("verify", forged, "--key", SEAL.public)
    assert (status, err) == (3, "")
    rewritten = "tables/pit 2: one of the lines 1 to "
    assert any(line.startswith(rewritten) for line in out.splitlines())
    assert "was rewritten: checkpoint 1 saw another" in out


def test_another_key_than_the_houses_is_named(casino: Path) -> None:
    status, out, _ = croupier("verify", casino, "--key", Seal.new().public)
    assert status == 3
    assert f"checkpoint 1 is signed with another key, {SEAL.public}" in out


def test_verify_as_json_says_of_each_record_what_it_says_of_a_file(
    casino: Path, forged: Path
) -> None:
    status, out, _ = croupier("verify", casino, "--json", "--key", SEAL.public)
    said = json.loads(out)
    assert status == 4
    assert (said["proved"], said["protected"]) == (False, "no")
    assert (said["sound"], said["checkpoints"], said["unsealed"]) == (True, 1, 1)
    assert said["keys"] == [SEAL.public]
    table = next(record for record in said["records"] if record["record"] == "tables/pit 2")
    record = breakdown().table.record
    assert (table["lines"], table["head"]) == (len(record.lines), record.head)
    assert (table["unbroken"], table["closed"], table["problems"]) == (True, True, [])
    assert table["replay"]["same"]

    status, out, _ = croupier("verify", forged, "--json", "--key", SEAL.public)
    said = json.loads(out)
    assert (status, said["sound"]) == (3, False)
    (bad,) = (record for record in said["records"] if record["problems"])
    assert bad["problems"][0]["fault"] == "rewritten"


def test_a_table_of_a_database_is_replayed(casino: Path) -> None:
    status, out, err = croupier("replay", casino, "--table", "pit 1", "--round", "2")
    assert (status, err) == (0, "")
    assert "\nRound 2\n" in out
    assert "Played again: the same facts follow from every command." in out


def test_the_only_table_need_not_be_named(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    record = irregular().table.record
    with SqliteStore(path) as store:
        store.add(writing(Addition("tables/pit 1", 0, tuple(record.lines))))
    status, out, _ = croupier("replay", path)
    file = tmp_path / "record.jsonl"
    file.write_bytes(b"".join(record.lines))
    assert (status, out) == croupier("replay", file)[:2]


def test_a_table_needs_no_session_where_it_stood_once(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    lines = tuple(dealt(rounds=1).table.record.lines)
    with SqliteStore(path) as store:
        for name in ("bj-1/1", "bj-1/2", "bj-2/1"):
            store.add(writing(Addition(f"tables/{name}", 0, lines)))
    assert croupier("replay", path, "--table", "bj-2") == croupier(
        "replay", path, "--table", "bj-2/1"
    )
    status, _, err = croupier("replay", path, "--table", "bj-1")
    assert (status, err) == (2, f"croupier: --table: {path} has these tables: 'bj-1/1', 'bj-1/2'\n")


def test_a_table_that_is_not_there(casino: Path) -> None:
    for words in ((), ("--table", "pit 3")):
        status, out, err = croupier("replay", casino, *words)
        assert (status, out) == (2, "")
        assert err == f"croupier: --table: {casino} has these tables: 'pit 1', 'pit 2'\n"


def test_options_that_do_not_fit_are_usage_errors(casino: Path, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(b"".join(breakdown().table.record.lines))
    for words, says in (
        (("verify", casino, "--head", "0" * 64), f"--head {'0' * 64}: there is nothing"),
        (("verify", file, "--key", SEAL.public), "--key: "),
        (("verify", file, "--checkpoint", file), "--checkpoint: "),
        (("replay", file, "--table", "pit 1"), "--table: "),
        (("verify", casino, "--key", "abc"), "key: 'abc' is not a public key"),
        (("verify", casino, "--checkpoint", tmp_path / "none"), f"{tmp_path}/none: No such file"),
    ):
        status, out, err = croupier(*words)
        assert (status, out) == (2, ""), words
        assert err.startswith(f"croupier: {says}")


def test_somebody_elses_database_is_not_a_casinos(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE people (name)")
    db.close()
    status, out, err = croupier("verify", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"croupier: {path} is a database, but not a casino's; give the file that")


def test_a_damaged_file_is_said_to_be_damaged(casino: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    content = bytearray(casino.read_bytes())
    content[4096 * 3 : 4096 * 8] = bytes(4096 * 5)
    path.write_bytes(content)
    status, out, err = croupier("verify", path)
    assert (status, err) == (3, "")
    assert any(line.startswith("the store: ") for line in out.splitlines())


def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    status, out, err = croupier("verify", f"postgresql:///casino?host={tmp_path}")
    assert (status, out) == (2, "")
    assert err.startswith("croupier: it cannot be read: PostgreSQL database casino: connection")


def test_what_is_no_database_is_not_served_and_stays_alone(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("somebody's")
    status, _, err = croupier("serve", "--database", other)
    assert (status, err) == (2, f"croupier: {other} is not a casino's database\n")
    assert list(tmp_path.iterdir()) == [other]


def test_an_empty_file_is_no_checkpoint(casino: Path, tmp_path: Path) -> None:
    empty = tmp_path / "monday.json"
    empty.touch()
    status, out, err = croupier("verify", casino, "--checkpoint", empty)
    assert (status, out) == (2, "")
    assert err == f"croupier: --checkpoint {empty}: there is nothing in it\n"


@pytest.mark.parametrize("words", [("events",), ("meters",), ("replay", "--table", "pit 1")])
def test_a_record_that_cannot_be_read_is_for_verify(
    casino: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    damaged = tmp_path / "damaged.db"
    shutil.copy(casino, damaged)
    forger = Forger(damaged)
    forger.put("tables/pit 1", 1, b"nonsense")
    forger.done()
    command, *options = words
    status, out, err = croupier(command, damaged, *options)
    assert (status, out) == (2, "")
    assert err.startswith(f"croupier: a record in {damaged} cannot be read: ")
    assert err.endswith("; `croupier verify` says what is wrong with it\n")
