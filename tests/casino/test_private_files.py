"""The files of a casino are its owner's alone, from the first byte, however loose the umask is."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, writing
from tests.cli.running import another_process

from croupier.casino.signing_key import Seal
from croupier.casino.store.contract import StoreFailed
from croupier.casino.store.file_lock import lock_file
from croupier.casino.store.sqlite import SqliteStore
from croupier.private_files import create_private, write_private

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE = 0o600


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def rights_in(folder: Path) -> dict[str, int]:
    return {path.name: rights(path) for path in folder.iterdir()}


@pytest.mark.usefixtures("loose_umask")
def test_the_database_its_log_a_backup_and_the_seal_are_private(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    with SqliteStore(path) as store:
        store.add(writing(Chain("house").next("open")))
        assert store.exposed == ()
        assert another_process("backup", path, tmp_path / "copy.db")[0] == 0
        Seal.new().save(tmp_path / "casino.db.seal")
        assert rights_in(tmp_path) == dict.fromkeys(
            ("casino.db", "casino.db-wal", "casino.db-shm", "copy.db", "casino.db.seal"), PRIVATE
        )
    (tmp_path / "control").touch()
    assert rights(tmp_path / "control") == 0o666, "another file is everybody's here"


@pytest.mark.usefixtures("loose_umask")
def test_nobody_may_read_it_while_it_is_being_made(tmp_path: Path) -> None:
    """It is private when it is empty; SQLite makes no file of its own."""
    file = create_private(tmp_path / "casino.db")
    assert (os.fstat(file).st_size, rights(tmp_path / "casino.db")) == (0, PRIVATE)
    os.close(file)
    with pytest.raises(FileExistsError):
        create_private(tmp_path / "casino.db")


def test_what_others_could_read_is_made_private_and_named(tmp_path: Path) -> None:
    path, link = tmp_path / "casino.db", tmp_path / "link.db"
    with SqliteStore(path) as store:
        store.add(writing(Chain("house").next("open")))
        log = tmp_path / "casino.db-wal"
        for file in (path, log):
            file.chmod(0o644)
        link.symlink_to(path)
        with SqliteStore(link) as second:
            assert second.exposed == (f"{path} (0644)", f"{log} (0644)")
        assert (rights(path), rights(log)) == (PRIVATE, PRIVATE)
    with SqliteStore(path) as store:
        assert store.exposed == ()


def test_a_seal_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "casino.db.seal"
    seal = Seal.new()
    seal.save(path)
    assert Seal.load(path).public == seal.public
    path.chmod(0o640)
    with pytest.raises(ValueError, match=r"its rights are 0640.*chmod 600"):
        Seal.load(path)


@pytest.mark.usefixtures("loose_umask")
def test_what_is_exported_is_private_also_where_something_was(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(b"longer than what comes")
    assert rights(path) == 0o666
    write_private(path, b"round")
    assert (path.read_bytes(), rights(path)) == (b"round", PRIVATE)
    write_private(os.devnull, b"round")
    assert rights_of_null() == 0o666


def rights_of_null() -> int:
    return stat.S_IMODE(os.stat(os.devnull).st_mode)


def test_the_rights_of_what_is_no_casino_are_left_alone(tmp_path: Path) -> None:
    """Not even to be refused; a device that lost its rights would be everybody's loss."""
    other, pipe, device = tmp_path / "other.db", tmp_path / "pipe", tmp_path / "null"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE anything (x)")
    os.mkfifo(pipe)
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:  # only root makes devices
        device = pipe
    for path, error, said in (
        (other, ValueError, "not a casino's"),
        (pipe, StoreFailed, "it is no file"),
        (device, StoreFailed, "it is no file"),
    ):
        path.chmod(0o664)
        with pytest.raises(error, match=said):
            SqliteStore(path)
        if path is not other:
            with pytest.raises(error, match=said), lock_file(str(path)):
                pass
        assert rights(path) == 0o664
    ours = tmp_path / "casino.db"
    SqliteStore(ours).close()
    ours.chmod(0o664)
    with SqliteStore(ours) as store:  # the control
        assert (rights(ours), len(store.exposed)) == (PRIVATE, 1)
