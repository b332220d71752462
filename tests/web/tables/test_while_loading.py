"""What happens at a table while its page is on the way is told by the stream that follows it."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from tests.web.offices import command, set_up
from tests.web.streams import Listening

from croupier.web.tables.pages import MOST_MISSED

if TYPE_CHECKING:
    from tests.web.casinos import Casino

pytestmark = pytest.mark.anyio

TABLE, LONGEST = "baccarat", 60


async def test_a_page_is_told_what_happened_between_it_and_its_stream(casino: Casino) -> None:
    await set_up(casino, TABLE)
    ana, sue = await casino.logged_in("ana"), await casino.logged_in("sue")
    page = (await ana.get(f"/tables/{TABLE}")).text
    (stream,) = re.findall(r'sse-connect="([^"]+)"', page)
    await command(sue, TABLE, {"do": "announce-closure", "rounds": 3})
    last = casino.floor.live(TABLE).stored

    async def news(path: str, **headers: str) -> list[str]:
        async with Listening(casino.app, ana, path, **headers) as table:
            said = (await asyncio.wait_for(table.event(), LONGEST)).decode()
        return news_of(said)

    assert news_of(page) == []
    assert await news(stream) == [str(last)]
    assert await news(stream, **{"last-event-id": str(last)}) == [], "told once"
    assert await news(stream.partition("?")[0]) == [], "the control: who names no line hears none"
    far_behind = re.sub(r"after=\d+", "after=1", stream)
    for _ in range(MOST_MISSED):
        await command(ana, TABLE, {"do": "arrive", "player": "ana"})
        await command(ana, TABLE, {"do": "leave", "player": "ana"})
    assert await news(far_behind) == []


def news_of(page: str) -> list[str]:
    return re.findall(r'<li data-line="(\d+)">', page)
