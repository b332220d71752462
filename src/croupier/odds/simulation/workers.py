"""Who plays the shards: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import re
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

from croupier.odds.kernel_loader import NotInstalled
from croupier.odds.simulation.shards import play_shard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from croupier.odds.simulation.interrupted import Interruption
    from croupier.odds.simulation.tally import Tally

MOST_WORKERS = 1_000
AHEAD = 2
"""How many shards are handed out for each worker: one that is played, and one after it."""
AHEAD_ON_A_CLUSTER = 8
"""More of them, for it takes time to send one, and workers may join."""
_PATIENCE = "5s"
_RETRIES = 3


class NoCluster(ValueError):
    """A scheduler that cannot be reached, or that has nobody to work."""


def cores() -> int:
    """As many as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def must_be_workers(workers: int | None) -> None:
    """Refuse a number of workers that is none, or too large."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise ValueError(
            f"workers: {workers} is not a number of workers from 1 to {MOST_WORKERS:,}"
        )


def by_threads(
    table: bytes,
    seed: int,
    shards: Iterable[tuple[int, int]],
    workers: int,
    interruption: Interruption,
) -> Iterator[tuple[int, int, Tally]]:
    """Shards as they come in, by number and rounds; after an interruption those under way.

    Compiled rounds let go of the interpreter, so threads will do.
    """
    pool = ThreadPoolExecutor(workers, thread_name_prefix="shard")
    to_play = iter(shards)
    waiting: dict[Future[Tally], tuple[int, int]] = {}
    try:
        while True:
            if interruption.asked:
                waiting = {
                    future: which for future, which in waiting.items() if not future.cancel()
                }
            else:
                for number, each in islice(to_play, AHEAD * workers - len(waiting)):
                    waiting[pool.submit(play_shard, table, seed, number, each)] = number, each
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield *waiting.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def connect(address: str) -> Any:
    """A client of the scheduler at that address. Dask has no types."""
    try:
        import distributed
    except ImportError as error:
        raise NotInstalled(
            f"a cluster is reached through Dask, and {error.name} is not installed: "
            'pip install "croupier[cluster]"'
        ) from error
    dask: Any = distributed
    if not re.search(r":\d+$", address):  # Dask would leave a client behind that waits for itself
        raise NoCluster(f"--scheduler {address}: no address such as tcp://127.0.0.1:8786")
    try:
        client = dask.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"--scheduler {address}: no Dask scheduler answers there") from error
    if not client.scheduler_info(n_workers=-1)["workers"]:
        client.close()
        raise NoCluster(f"--scheduler {address}: the scheduler has no workers")
    return client


def threads_of(client: Any) -> int:
    """How many shards the cluster plays at once."""
    threads: dict[str, int] = client.nthreads()
    return sum(threads.values())


def by_cluster(
    client: Any,
    table: bytes,
    seed: int,
    shards: Iterable[tuple[int, int]],
    workers: int,
    interruption: Interruption,
) -> Iterator[tuple[int, int, Tally]]:
    """The same shards on a cluster, which plays those of a lost worker again elsewhere."""
    import distributed

    dask: Any = distributed
    of = sha256(table).hexdigest()[:16]
    waiting: dict[Any, tuple[int, int]] = {}

    def hand_out(shards: Iterable[tuple[int, int]]) -> Iterator[Any]:
        for number, each in shards:
            key = f"croupier-{of}-{seed}-{number}-{each}"
            future = client.submit(play_shard, table, seed, number, each, key=key, retries=_RETRIES)
            waiting[future] = number, each
            yield future

    to_play = iter(shards)
    coming = dask.as_completed(
        list(hand_out(islice(to_play, AHEAD_ON_A_CLUSTER * workers))), loop=client.loop
    )
    try:
        for future in coming:
            yield *waiting.pop(future), future.result()
            if interruption.asked:
                return
            for more in hand_out(islice(to_play, 1)):
                coming.add(more)
    finally:
        client.cancel(list(waiting))
