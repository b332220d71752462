"""Strangers have so many streams in all and by address, and a crowd gives up some of its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import Watch, opened

from croupier.web.http.authorization import NOBODY
from croupier.web.http.problems import HttpError
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.web.http.streaming import OpenStreams

pytestmark = pytest.mark.anyio
ALL, BY_ADDRESS = 4, 2


@pytest.fixture
async def streams(tmp_path: Path) -> AsyncIterator[OpenStreams]:
    settings = Settings(
        log_requests=False, stranger_streams=ALL, stranger_streams_by_address=BY_ADDRESS
    )
    async with opened(tmp_path / "casino.db", Watch(), settings) as casino:
        yield casino.services.streams


async def listen(streams: OpenStreams, address: str) -> asyncio.Task[None]:
    """Open a stream of a stranger, or raise what the server answers."""
    begun = asyncio.Event()

    async def hear() -> None:
        with streams.listening(NOBODY, address) as stream:
            begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if not stream.catch():
                    raise

    hearing = asyncio.create_task(hear())
    waiting = asyncio.create_task(begun.wait())
    await asyncio.wait((hearing, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if hearing.done():
        await hearing
    return hearing


async def hang_up(*hearing: asyncio.Task[None]) -> None:
    for each in hearing:
        each.cancel()
        with suppress(asyncio.CancelledError):
            await each


async def status_of(streams: OpenStreams, address: str) -> int:
    with pytest.raises(HttpError) as refused:
        await listen(streams, address)
    return refused.value.problem.status


@pytest.mark.parametrize(
    ("addresses", "elsewhere"),
    [
        (("192.0.2.1", "192.0.2.1", "192.0.2.1"), "192.0.2.2"),
        (("2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:f::3"), "2001:db8:0:2::1"),
        (("192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"), "::ffff:192.0.2.2"),
    ],
)
async def test_one_address_has_so_many(
    streams: OpenStreams, addresses: tuple[str, ...], elsewhere: str
) -> None:
    *first, last = addresses
    hearing = [await listen(streams, address) for address in first]
    assert await status_of(streams, last) == 429
    hearing.append(await listen(streams, elsewhere))
    assert streams.strangers == 3
    await hang_up(hearing.pop(0))
    hearing.append(await listen(streams, last))
    await hang_up(*hearing)
    assert streams.strangers == 0


async def test_the_address_with_the_most_gives_up_its_oldest(streams: OpenStreams) -> None:
    hearing = [await listen(streams, f"192.0.2.{number}") for number in (1, 2, 1, 2)]
    newcomer = await listen(streams, "192.0.2.3")
    await hearing[0]  # which has come to its end
    assert [each.done() for each in hearing] == [True, False, False, False]
    assert streams.strangers == ALL
    await hang_up(newcomer, *hearing[1:])


async def test_where_each_has_one_a_newcomer_is_turned_away(streams: OpenStreams) -> None:
    hearing = [await listen(streams, f"192.0.2.{number}") for number in range(ALL)]
    assert await status_of(streams, "192.0.2.9") == 503
    assert not any(each.done() for each in hearing)
    await hang_up(*hearing)
