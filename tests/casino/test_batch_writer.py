"""One writer for many: everything is answered, in order, and shares transactions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, writing

from croupier.casino.store.batch_writer import BatchWriter
from croupier.casino.store.contract import LengthConflict, StoreFailed
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing


def test_writings_are_stored_in_the_order_they_were_submitted(store: Store) -> None:
    chain = Chain("tables/1")
    with BatchWriter(store) as writer:
        written = [writer.submit(writing(chain.next(f"{number}"))) for number in range(600)]
        assert [future.result().lengths["tables/1"] for future in written] == [*range(1, 601)]
    assert store.standing("tables/1").head == chain.head


def test_a_rejection_reaches_only_whom_it_concerns(store: Store) -> None:
    chain = Chain("tables/1")
    stale = chain.copy()
    with BatchWriter(store) as writer:
        good = writer.submit(writing(chain.next("one")))
        late = writer.submit(writing(stale.next("late")))
        after = writer.submit(writing(chain.next("two")))
    assert good.result().lengths == {"tables/1": 1}
    assert isinstance(late.exception(), LengthConflict)
    assert after.result().lengths == {"tables/1": 2}


def test_many_tables_at_once(store: Store) -> None:
    with BatchWriter(store) as writer, ThreadPoolExecutor(8) as pool:

        def play(table: int) -> str:
            chain = Chain(f"tables/{table}")
            for number in range(40):
                writer.submit(writing(chain.next(f"{number}"), id=f"{table}:{number}")).result()
            return chain.head

        heads = list(pool.map(play, range(8)))
    assert [standing.head for standing in store.records()] == heads


class Slow(SqliteStore):
    """A disk that takes its time with the first writing."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.began, self.go_on = Event(), Event()
        self.batches: list[int] = []

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        self.batches.append(len(writings))
        self.began.set()
        self.go_on.wait()
        return super().write(writings)


def test_those_who_wait_share_the_next_transaction(tmp_path: Path) -> None:
    chain = Chain("tables/1")
    with Slow(tmp_path / "casino.db") as store:
        writer = BatchWriter(store)
        first = writer.submit(writing(chain.next("first")))
        store.began.wait()
        rest = [writer.submit(writing(chain.next(f"{number}"))) for number in range(300)]
        cancelled = writer.submit(writing(chain.copy().next("never mind")))
        was_cancelled, was_done = cancelled.cancel(), first.done()
        store.go_on.set()
        writer.close()
        assert was_cancelled
        assert not was_done
        assert all(future.done() for future in (first, *rest))
        assert store.batches == [1, 256, 44]
        assert store.standing("tables/1").lines == 301


def test_when_the_store_fails_everybody_is_told(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "casino.db")
    with BatchWriter(store) as writer:
        store.close()
        with pytest.raises(StoreFailed, match="it is closed"):
            writer.submit(writing(Chain("tables/1").next("one"))).result()


def test_nobody_can_submit_when_the_writer_is_closed(store: Store) -> None:
    writer = BatchWriter(store)
    writer.close()
    writer.close()
    with pytest.raises(RuntimeError, match="is closed"):
        writer.submit(writing(Chain("tables/1").next("one")))
