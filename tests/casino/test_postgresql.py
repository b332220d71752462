"""What is the server's own: it dies and comes back, and several write at once.

`CROUPIER_LINES` is how many lines eight writers store while one reads along; 100000 on demand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

import psycopg
import pytest
from tests.casino.chains import Chain, writing
from tests.casino.lives import RECORDS, ask

from croupier.aggregate.hash_chain import verify
from croupier.casino.store.contract import Held, LengthConflict, StoreBusy, StoreFailed
from croupier.casino.store.postgresql import PostgresqlStore
from croupier.casino.store.postgresql_schema import LOCK, MIGRATIONS, claim, migrate
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.casino.postgresql_server import Server


LINES = int(os.environ.get("CROUPIER_LINES", "480"))


@pytest.fixture
def url(postgresql: Server) -> str:
    return postgresql.empty_database()


def ask_until_answered(store: PostgresqlStore, number: int) -> bool:
    """What a client does: whatever happens, ask again until there is an answer."""
    while True:
        try:
            return ask(store, number)
        except LengthConflict:
            continue
        except StoreFailed:
            time.sleep(0.01)  # a server that is starting should not be hindered


def under_load(url: str, requests: int, disturb: Callable[[int], object]) -> None:
    """Ask for so many things, while after each of them something may go wrong."""
    acknowledged: SimpleQueue[int | None] = SimpleQueue()

    def trouble() -> None:
        while (number := acknowledged.get()) is not None:
            disturb(number)

    with PostgresqlStore(url) as store, ThreadPoolExecutor(1) as pool:
        troubled = pool.submit(trouble)
        try:
            for number in range(1, requests + 1):
                ask_until_answered(store, number)
                acknowledged.put(number)
        finally:
            acknowledged.put(None)
        troubled.result()
        for record in RECORDS:
            lines = list(store.lines(record))
            assert len(lines) == requests
            assert verify(lines).unbroken
        assert all(store.receipt(f"r{number}") for number in range(1, requests + 1))


def test_a_hundred_lost_connections_lose_nothing(url: str) -> None:
    cut = 0
    with psycopg.connect(url, autocommit=True) as other:

        def cut_off(_: int) -> None:
            nonlocal cut
            cut += 1
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

        under_load(url, 100, cut_off)
    assert cut == 100


def test_a_server_that_crashes_and_comes_back_loses_nothing(postgresql: Server, url: str) -> None:
    crashes = 0

    def crash(acknowledged: int) -> None:
        nonlocal crashes
        if acknowledged >= (crashes + 1) * 20 and crashes < 3:
            crashes += 1
            postgresql.crash()
            postgresql.start()

    under_load(url, 100, crash)
    assert crashes == 3


# --- reading on from a position


def test_a_reader_that_goes_on_from_a_position_misses_nothing(url: str) -> None:
    """Eight writers, each with connections of its own, and one who reads along."""
    writers, each = 8, LINES // 8
    finished = Event()

    def write(writer: int) -> None:
        chain = Chain(f"tables/{writer}")
        with PostgresqlStore(url) as store:
            for number in range(each):
                store.add(writing(chain.next(f"{number}")))

    def read() -> list[int]:
        positions: list[int] = []
        with PostgresqlStore(url) as store:
            while True:
                last_look = finished.is_set()
                page = store.journal(positions[-1] if positions else 0)
                positions += [placed.position for placed in page]
                if last_look and not page:
                    return positions

    with ThreadPoolExecutor(writers + 1) as pool:
        reader = pool.submit(read)
        try:
            list(pool.map(write, range(writers)))
        finally:
            finished.set()
        assert reader.result() == [*range(1, writers * each + 1)]


def test_who_waits_is_told_when_others_add_lines_and_not_of_their_own(url: str) -> None:
    """Told at once: neither of these waits could last as long as it may."""
    long, chain = 600.0, Chain("tables/1")
    with PostgresqlStore(url) as store, PostgresqlStore(url) as other, ThreadPoolExecutor(1) as one:
        assert store.await_lines(long)  # it may have missed something until now
        waiting = one.submit(store.await_lines, long)
        other.add(writing(chain.next("a")))
        assert waiting.result()
        other.add(writing(chain.next("b")))
        assert store.await_lines(long)  # it has come before anybody waited
        store.add(writing(chain.next("c")))
        assert not store.await_lines(0.1)


def test_who_waits_on_a_lost_connection_looks_and_waits_again(url: str) -> None:
    chain = Chain("tables/1")
    with PostgresqlStore(url) as store, PostgresqlStore(url) as other:
        store.await_lines(0)
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
        with pytest.raises(StoreFailed):
            store.await_lines(600)
        assert store.await_lines(600)
        other.add(writing(chain.next("a")))
        assert store.await_lines(600)


def test_positions_given_before_the_commit_would_be_missed(url: str) -> None:
    """Why the lock is there: two who take numbers from a sequence may commit in another order."""
    with (
        psycopg.connect(url) as slow,
        psycopg.connect(url) as quick,
        psycopg.connect(url, autocommit=True) as reader,
    ):
        reader.execute("CREATE SCHEMA croupier")
        columns = "position bigint GENERATED ALWAYS AS IDENTITY, x integer"
        reader.execute(f"CREATE TABLE croupier.naive ({columns})".encode())
        slow.execute("INSERT INTO croupier.naive (x) VALUES (1)")
        quick.execute("INSERT INTO croupier.naive (x) VALUES (2)")
        quick.commit()
        query = "SELECT position FROM croupier.naive WHERE position > %s"
        first = reader.execute(query, (0,)).fetchall()
        slow.commit()
        assert first == [(2,)]
        assert reader.execute(query, (2,)).fetchall() == []  # and 1 is never seen


def test_who_hangs_with_the_lock_is_not_waited_for_for_ever(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.casino.store.postgresql.PATIENCE", "500ms")
    chain = Chain("house")
    with PostgresqlStore(url) as store, psycopg.connect(url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        with pytest.raises(StoreBusy, match="another process is writing"):
            store.add(writing(chain.copy().next("open")))
        other.rollback()
        store.add(writing(chain.next("open")))


def test_while_one_process_holds_a_record_no_other_adds_to_it(url: str) -> None:
    house, table = Chain("house"), Chain("tables/1")
    with PostgresqlStore(url) as one, PostgresqlStore(url) as other:
        one.add(writing(house.next("open")))
        assert one.hold("house") == 1
        assert other.hold("house") is None
        for _ in range(2):  # whether or not it knows where the record stands
            with pytest.raises(Held, match="house is held by another process"):
                other.add(writing(house.copy().next("mine")))
            other.add(writing(table.next("of others nobody minds")))
        one.add(writing(house.next("theirs")))
        one.release("house")
        other.add(writing(house.next("mine")))
        assert verify(other.lines("house")).unbroken


def test_a_process_that_knew_a_record_otherwise_is_told_so(url: str) -> None:
    chain = Chain("house")
    with PostgresqlStore(url) as one, PostgresqlStore(url) as other:
        one.add(writing(chain.next("open"), id="r1"))
        slower, deal = chain.copy(), writing(chain.next("deal"), id="r2")
        other.add(deal)
        with pytest.raises(LengthConflict, match="has 2 lines, not the 1"):
            one.add(writing(slower.next("deal otherwise")))
        other.add(writing(chain.next("collect")))
        assert one.add(deal).repeated  # and not stored again
        one.add(writing(chain.next("close")))
        assert verify(one.lines("house")).unbroken


# --- opening


def test_a_server_that_does_not_synchronise_is_refused(postgresql: Server, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("ALTER SYSTEM SET fsync TO off")
        db.execute("SELECT pg_reload_conf()")
        try:
            while db.execute("SHOW fsync").fetchone() != ("off",):
                continue
            with pytest.raises(StoreFailed, match="fsync is off"):
                PostgresqlStore(url)
        finally:
            db.execute("ALTER SYSTEM RESET fsync")
            db.execute("SELECT pg_reload_conf()")
            while db.execute("SHOW fsync").fetchone() != ("on",):
                continue


def test_commits_wait_for_the_disk_whatever_the_server_is_set_to(url: str) -> None:
    weaker = f"{url}&options=-csynchronous_commit%3Doff"
    with psycopg.connect(weaker) as plain:
        assert plain.execute("SHOW synchronous_commit").fetchone() == ("off",)
    with PostgresqlStore(weaker) as store, store._connection() as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_lines_can_be_neither_changed_nor_deleted(url: str) -> None:
    with PostgresqlStore(url) as store:
        store.add(writing(Chain("house").next("open")))
    with psycopg.connect(url, autocommit=True) as db:
        for spoil in ("UPDATE croupier.lines SET number = 7", "DELETE FROM croupier.lines"):
            with pytest.raises(psycopg.errors.RaiseException, match="only ever added to"):
                db.execute(spoil.encode())


def test_a_dump_made_in_the_midst_of_play_is_the_same_casino_elsewhere(
    postgresql: Server, url: str
) -> None:
    chain = Chain("tables/1")
    with PostgresqlStore(url) as store:
        store.add(writing(chain.next(*"abc"), id="r1"))
        heads = store.records()
        copied = postgresql.dumped_and_restored("elsewhere")
        store.add(writing(chain.copy().next("d")))
    with PostgresqlStore(copied) as copy:
        assert copy.records() == heads
        assert copy.receipt("r1") is not None
        copy.add(writing(chain.next("another d")))  # and it goes on from there
        assert verify(copy.lines("tables/1")).unbroken


def test_an_older_database_is_brought_up_to_date_and_a_later_one_refused(url: str) -> None:
    with PostgresqlStore(url) as store:
        store.add(writing(Chain("house").next("open")))
    newer = (*MIGRATIONS, "CREATE TABLE croupier.notes (text text)")
    with psycopg.connect(url, autocommit=True) as db:
        migrate(db, newer)
        migrate(db, newer)
        assert db.execute("SELECT count(*) FROM croupier.lines").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM croupier.notes").fetchone() == (0,)
    with pytest.raises(ValueError, match=f"made by a later croupier: its version is {len(newer)}"):
        PostgresqlStore(url)


def test_a_process_of_an_older_version_is_refused_as_soon_as_a_newer_one_serves(url: str) -> None:
    chain = Chain("house")
    with PostgresqlStore(url) as older:
        older.add(writing(chain.next("open")))
        with psycopg.connect(url, autocommit=True) as db:
            claim(db, "99.0.0")  # as a newer program does when it opens the casino
        with pytest.raises(StoreFailed, match=r"the casino is served by croupier 99\.0\.0 now"):
            older.add(writing(chain.copy().next("more")))
        assert len(list(older.lines("house"))) == 1
    with pytest.raises(ValueError, match=r"last served by croupier 99\.0\.0, and this is "):
        PostgresqlStore(url)
    with PostgresqlStore(url, read_only=True) as looking:
        assert len(list(looking.lines("house"))) == 1


def test_a_process_of_the_first_version_adds_nothing_any_more(url: str) -> None:
    """It does not say which version it is."""
    with PostgresqlStore(url) as store:
        store.add(writing(Chain("house").next("open")))
    with (
        psycopg.connect(url, autocommit=True) as db,
        pytest.raises(psycopg.errors.RaiseException, match=f"served by croupier {__version__}"),
    ):
        db.execute("INSERT INTO croupier.lines VALUES (2, 1, 2, 'a line')")


def test_a_database_of_an_earlier_version_can_be_read(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        migrate(db, MIGRATIONS[:3])
    with PostgresqlStore(url, read_only=True) as store:
        assert store.records() == []


def test_errors_name_the_database_and_never_its_password(postgresql: Server) -> None:
    url = postgresql.url("nowhere") + "&password=hunter2"
    with pytest.raises(StoreFailed, match="nowhere") as told:
        PostgresqlStore(url)
    assert "hunter2" not in str(told.value)


def test_a_missing_driver_is_named() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from croupier.casino.store import open_store\n"
        "try: open_store('postgresql:///x')\n"
        "except ValueError as error: print(error)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert answer.stdout == "PostgreSQL needs a driver: pip install 'croupier[postgresql]'\n"
