"""A worker as the server knows it: one order at a time, not for long, begun again if it was ended.

The adjudicator is one; the school has another.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from croupier.web.round_files.rulings import Ruling

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from litestar import Litestar

A = TypeVar("A", bound=msgspec.Struct)

WORKER = "croupier.web.round_files.worker"
WAITING = 8
"""How many may wait for their turn; whoever comes then is told to come back."""
LONGEST = 5.0
"""Seconds after which a file is given up."""
BEGINNING = 60.0
"""Seconds that a worker may take to begin, on a machine with much else to do."""
LARGEST = 2**25
"""Bytes of a ruling."""


class TooManyFiles(Exception):
    """Too many wait already."""


class TookTooLong(Exception):
    """A file was given up."""


class LineWorker(Generic[A]):
    """Hands orders to a worker one after the other: each a line out, and its answer a line in."""

    def __init__(self, module: str, answer: type[A]) -> None:
        self._module = module
        self._answer = answer
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._asking = 0

    async def ask(self, *orders: msgspec.Struct) -> list[A]:
        """The answers to some orders."""
        if self._asking > WAITING:
            raise TooManyFiles
        self._asking += 1
        try:
            async with self._turn:
                return [await self._answered(order) for order in orders]
        finally:
            self._asking -= 1

    async def close(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _answered(self, order: msgspec.Struct) -> A:
        try:
            if self._process is None or self._process.returncode is not None:
                async with asyncio.timeout(BEGINNING):
                    self._process = await asyncio.create_subprocess_exec(
                        sys.executable, "-m", self._module,
                        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                        limit=LARGEST,
                    )  # fmt: skip
                    await self._hear(self._process)
            async with asyncio.timeout(LONGEST):
                return await self._exchange(self._process, order)
        except TimeoutError:
            await self.close()
            raise TookTooLong from None
        except BaseException:  # half an answer would be taken for the next one's
            await self.close()
            raise

    async def _exchange(self, process: Process, order: msgspec.Struct) -> A:
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        await process.stdin.drain()
        return await self._hear(process)

    async def _hear(self, process: Process) -> A:
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:  # longer than anything that could be shown
            line = b""
        if not line:  # or it has ended: both as if it had taken too long
            raise TimeoutError
        return msgspec.json.decode(line, type=self._answer)


class Adjudicator(LineWorker[Ruling]):
    """Rules on files."""

    def __init__(self) -> None:
        super().__init__(WORKER, Ruling)


_KEY = "adjudicator"


def adjudicator_of(app: Litestar) -> Adjudicator:
    """The one of an application, begun when it is first asked for."""
    found = app.state.get(_KEY)
    if found is None:
        found = app.state[_KEY] = Adjudicator()
    assert isinstance(found, Adjudicator)
    return found


async def close(app: Litestar) -> None:
    """End the worker of an application, if it has one."""
    if (found := app.state.get(_KEY)) is not None:
        await found.close()
