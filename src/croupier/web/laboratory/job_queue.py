"""The queue of the laboratory: what is being worked out, what waits, and what was found lately."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.web.laboratory.worker_orders import (
    Order,
    SimulationOrder,
    Word,
    WorkerAnswer,
    WorkerProgress,
    WorkerRefusal,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WORKER = "croupier.web.laboratory.worker"
AT_ONCE = 2
WAITING = 8
REMEMBERED = 64
LONGEST = 15 * 60
"""Seconds after which a piece of work is given up."""
LARGEST = 2**24
"""Bytes of an answer."""
POINTS = 120
"""Of a simulation's steps that are remembered for its plot."""


class JobState(StrEnum):
    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    REFUSED = "refused"
    STOPPED = "stopped"


class TooManyJobs(Exception):
    """Too much is waiting already."""


class Job:
    """One order on the queue."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.state = JobState.WAITING
        self.steps: list[WorkerProgress] = []
        self.answer: Any = None
        self.reason = ""
        self.task: asyncio.Task[None] | None = None
        self.begun = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def id(self) -> str:
        return self.order.id

    @property
    def seconds(self) -> int:
        """Since it was asked for."""
        return int(time.monotonic() - self.begun)

    @property
    def over(self) -> bool:
        return self.state not in (JobState.WAITING, JobState.WORKING)

    @property
    def part(self) -> float:
        """How much of a simulation is done, from 0 to 1."""
        if not self.steps or not isinstance(self.order, SimulationOrder):
            return 0.0
        return min(1.0, self.steps[-1].rounds / self.order.rounds)

    def hear(self, word: Word) -> None:
        """What the worker says."""
        match word:
            case WorkerProgress():
                self.steps.append(word)
                if len(self.steps) > POINTS:  # every second one is enough of what is long past
                    del self.steps[: POINTS // 2 : 2]
                self.turn(JobState.WORKING)
            case WorkerAnswer():
                self.answer = word.read(self.order)
                self.turn(JobState.DONE)
            case WorkerRefusal(reason=reason):
                self.turn(JobState.REFUSED, reason)

    def turn(self, state: JobState, reason: str = "") -> None:
        self.state, self.reason = state, reason
        self._changed.set()
        self._changed = asyncio.Event()

    async def changes(self, heartbeat: float) -> AsyncIterator[None]:
        """At once, after every change, and after so many seconds without one, until it is over."""
        yield
        while not self.over:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), heartbeat)
            yield

    async def settled(self, patience: float) -> None:
        """Wait until it is over, but not longer than so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not self.over:
                    await self._changed.wait()


class JobQueue:
    """Hands orders to workers, few at once, and keeps their answers for whoever asks again."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}
        self._seats = asyncio.Semaphore(AT_ONCE)

    def find(self, order: Order) -> Job | None:
        """What is known of an order already."""
        return self.jobs.get(order.id)

    def ask(self, order: Order) -> Job:
        """The job for an order: the one that is there, or a new one."""
        job = self.find(order)
        if job is not None and job.state is not JobState.STOPPED:
            return job
        if sum(not known.over for known in self.jobs.values()) >= AT_ONCE + WAITING:
            raise TooManyJobs
        job = self.jobs[order.id] = Job(order)
        job.task = asyncio.create_task(self._work_out(job))
        self._forget()
        return job

    def stop(self, job: Job) -> None:
        """Give up a job that is not over."""
        if not job.over and job.task is not None:
            job.task.cancel()
            job.turn(JobState.STOPPED, "it was stopped")

    async def close(self) -> None:
        """Give up everything."""
        tasks = [job.task for job in self.jobs.values() if job.task is not None]
        for job in self.jobs.values():
            self.stop(job)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self) -> None:
        over = [id for id, job in self.jobs.items() if job.over]
        for id in over[: max(0, len(self.jobs) - REMEMBERED)]:
            del self.jobs[id]

    async def _work_out(self, job: Job) -> None:
        async with self._seats:
            job.turn(JobState.WORKING)
            try:
                async with asyncio.timeout(LONGEST):
                    await _by_worker(job)
            except TimeoutError:
                job.turn(JobState.STOPPED, f"it took longer than {LONGEST // 60} minutes")
        if not job.over:
            job.turn(JobState.STOPPED, "the worker ended without an answer")


async def _by_worker(job: Job) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", WORKER,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LARGEST,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(job.order) + b"\n")
        async for line in process.stdout:
            job.hear(msgspec.json.decode(line, type=Word))
    finally:
        if not process.stdout.at_eof():  # given up, and not at its end
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()
