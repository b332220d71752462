"""The same shards on a Dask cluster of real processes, one of which dies."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from croupier.odds.disk_cache import AnswerCache
from croupier.odds.results import plain
from croupier.odds.simulation import shards, simulate
from croupier.odds.simulation.workers import NoCluster

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.odds.simulation.tally import Tally

BACCARAT = "act-mini-baccarat-2016"
ROUNDS = 8_000_000


@pytest.fixture(scope="module")
def dask() -> Any:
    """Loaded when it is used, for it takes its time."""
    import distributed

    return distributed


@pytest.fixture(scope="module")
def cluster(dask: Any) -> Iterator[Any]:
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as running:
        yield running


def counted(report: object) -> dict[str, Any]:
    told = dict(plain(report))
    del told["seconds"], told["workers"]
    return told


def test_a_worker_is_lost_and_the_report_is_the_same(dask: Any, cluster: Any) -> None:
    lost: list[int] = []

    def kill_one(tally: Tally) -> None:
        """After the first shard, with the others under way."""
        if not lost:
            with dask.Client(cluster, set_as_default=False) as client:
                pids: dict[str, int] = client.run(os.getpid)
            lost.append(min(pids.values()))
            os.kill(lost[0], signal.SIGKILL)

    address = cluster.scheduler_address
    report = simulate(BACCARAT, ROUNDS, seed=9, scheduler=address, watch=kill_one)
    assert lost
    assert counted(report) == counted(simulate(BACCARAT, ROUNDS, seed=9))
    assert report.rounds == ROUNDS == shards.SHARD * 8


def test_a_signal_ends_it_with_what_was_played_and_it_goes_on(cluster: Any, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"seed": 10, "scheduler": cluster.scheduler_address, "partial": True}
    asked["cache"] = AnswerCache(tmp_path)

    def interrupt(tally: Tally) -> None:
        if tally.rounds == 3 * shards.SHARD:
            os.kill(os.getpid(), signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)
    part = simulate(BACCARAT, ROUNDS, watch=interrupt, **asked)
    assert signal.getsignal(signal.SIGINT) == handler
    assert (part.rounds, part.asked_for) == (3 * shards.SHARD, ROUNDS)
    told: list[int] = []
    whole = simulate(BACCARAT, ROUNDS, watch=lambda tally: told.append(tally.rounds), **asked)
    assert told[0] == 3 * shards.SHARD
    assert counted(whole) == counted(simulate(BACCARAT, ROUNDS, seed=10))


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers"),
        ("nonsense://here", "no address such as tcp://127.0.0.1:8786"),
    ],
)
def test_a_scheduler_out_of_reach(address: str, reason: str) -> None:
    with pytest.raises(NoCluster, match=f"--scheduler {address}: {reason}"):
        simulate(BACCARAT, 1_000, scheduler=address)


def test_a_scheduler_without_workers(dask: Any) -> None:
    with (
        dask.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as idle,
        pytest.raises(NoCluster, match="has no workers"),
    ):
        simulate(BACCARAT, 1_000, scheduler=idle.scheduler_address)
