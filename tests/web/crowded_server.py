"""A casino that is served until it is stopped: `python crowded_server.py DATABASE [--unprotected]`.

Unprotected, strangers stand in no line and each page is made anew, in as many threads as ask for
one. It prints the port that it listens at.
"""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from croupier.web.http.load import Load
from croupier.web.http.page_cache import KeptPage, PageCache
from croupier.web.server import serve
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from croupier.web.server import OpenedServer

MANY = 10**9


def unprotect() -> None:
    threads = ThreadPoolExecutor(40)

    async def no_line(*_: object) -> None:
        pass

    def begin(_: object, make: Any) -> asyncio.Future[KeptPage]:
        return asyncio.get_running_loop().run_in_executor(threads, lambda: KeptPage.of(make()))

    async def shared(self: Any, _request: object, _key: object, make: Any) -> KeptPage:
        return await begin(self, make)

    for where, name, instead in (
        (Load, "turn", no_line),
        (PageCache, "_shared", shared),
        (PageCache, "_begin", begin),
        (PageCache, "_keep", lambda *_: None),
    ):
        setattr(where, name, instead)


def say(opened: OpenedServer) -> None:
    print(opened.where.rpartition(":")[2], flush=True)


def main(database: str, *words: str) -> None:
    if "--unprotected" in words:
        unprotect()
    settings = Settings.from_environment(
        os.environ, database=database, port=0, rate=MANY, rate_by_address=MANY, log_requests=False
    )
    serve(settings, demo=False, approve=True, announce=say)


if __name__ == "__main__":
    main(*sys.argv[1:])
