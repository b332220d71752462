"""A writer is killed over and over: what it acknowledged is there, and nothing is there twice.

One that acknowledges before it has stored is found out by the same deaths.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest
from tests.casino.lives import RECORDS

from croupier.aggregate.hash_chain import verify
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, Receipt

if TYPE_CHECKING:
    from collections.abc import Iterator

KILLS = {"sqlite": "100", "postgresql": "30"}
"""How many at least; `CROUPIER_KILLS` for more."""
MOST = 500
"""By then one has come between storing and acknowledging."""
SCRIPT = Path(__file__).with_name("lives.py")


@contextmanager
def writers(where: str, *how: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """A process that has writers live when it is told to, and what it says of them."""
    with subprocess.Popen(
        [sys.executable, SCRIPT, where, *how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdin, process.stdout
        process.stdin.close()


def one_life(
    orders: IO[bytes], news: IO[bytes], last: int, acks: int, moment: float
) -> tuple[int, int]:
    """Let a writer go on after a request and kill it a moment after so many acknowledgements.

    What it acknowledged last, and how many requests were found to have been stored before.
    """
    orders.write(b"%d\n" % last)
    orders.flush()
    child = int(news.readline().removeprefix(b"born "))
    again = 0
    while True:
        if acks == 0:
            time.sleep(moment)  # so that it dies anywhere in its next requests
            os.kill(child, signal.SIGKILL)
        acks -= 1
        line = news.readline()
        if line == b"dead\n":
            return last, again
        number, said = line.split()
        assert int(number) == last + 1
        last = int(number)
        again += said == b"again"


def test_a_killed_writer_loses_nothing_and_repeats_nothing(
    where: str, request: pytest.FixtureRequest
) -> None:
    chance = random.Random(5)
    kills = int(os.environ.get("CROUPIER_KILLS", KILLS[request.node.callspec.params["where"]]))
    last = again = lives = 0
    with writers(where) as (orders, news):
        while lives < kills or (again == 0 and lives < MOST):
            lives += 1
            acks, moment = chance.randrange(12), chance.random() * 0.005
            last, found = one_life(orders, news, last, acks, moment)
            again += found

    assert last > lives
    assert again > 0, "no writer was killed between storing and acknowledging"
    with open_store(where) as store:
        stored = store.standing("house").lines
        assert stored in (last, last + 1)  # the last one of all may lack its acknowledgement
        assert store.standing("tables/1").lines == stored
        for record in RECORDS:
            lines = list(store.lines(record))
            assert verify(lines).unbroken
            assert [
                line.count(b"request %d " % number) for number, line in enumerate(lines, 1)
            ] == [1] * stored
        for number in range(1, last + 1):
            asked = KeyedRequest.of(f"r{number}", b"%d" % number)
            lengths = dict.fromkeys(RECORDS, number)
            expected = Receipt(lengths, b"%d" % number, repeated=True, digest=asked.digest)
            assert store.receipt(f"r{number}") == expected
        assert [placed.position for placed in store.journal(0, 2 * stored + 1)] == [
            *range(1, 2 * stored + 1)
        ]


def test_a_writer_that_acknowledges_too_early_is_found_out(tmp_path: Path) -> None:
    """The control: a death comes between its word and the disk, sooner or later."""
    where = str(tmp_path / "casino.db")
    with writers(where, "hasty") as (orders, news), open_store(where) as store:
        last, stored = 0, 0
        for kills in range(1, MOST):
            last, _ = one_life(orders, news, last, kills % 3, 0)
            stored = store.standing("house").lines
            if stored < last:
                break
    assert stored < last
