"""Whether the service says that it is not ready while nothing can be written."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.casino.disks import Disk, failing
from tests.web.casinos import opened

from croupier.casino.floor import floor as floors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.web.casinos import Casino, Watch

    from croupier.casino.store.contract import Receipt, Rejected, Writing

pytestmark = pytest.mark.anyio


async def is_ready(casino: Casino) -> tuple[int, str]:
    answer = await casino.visitor().get("/health/ready")
    return answer.status_code, answer.json().get("detail", "")


@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError])
async def test_a_disk_that_takes_nothing_is_not_ready(
    tmp_path: Path, watch: Watch, error: type[apsw.Error], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floors, "RECENTLY", 0.0)
    with failing(Disk(fail=error)) as disk:
        async with opened(tmp_path / "casino.db", watch) as casino:
            assert await is_ready(casino) == (200, "")
            disk.stop()
            for _ in range(2):
                assert await is_ready(casino) == (503, "nothing can be written to the record")
            assert (await casino.visitor().get("/health")).status_code == 200
            disk.failed = False
            again, _ = await is_ready(casino)
            # with room it goes on; after another error it has to be opened anew
            assert again == (200 if error is apsw.FullError else 503)


async def test_a_file_that_was_removed_or_replaced_is_not_ready(
    tmp_path: Path, watch: Watch
) -> None:
    path = tmp_path / "casino.db"
    async with opened(path, watch) as casino:
        assert await is_ready(casino) == (200, "")
        path.rename(tmp_path / "elsewhere.db")
        assert (await is_ready(casino))[0] == 503
        path.touch()
        assert (await is_ready(casino))[0] == 503
        (tmp_path / "elsewhere.db").rename(path)
        assert await is_ready(casino) == (200, "")


async def test_however_many_ask_little_is_written_for_it(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = casino.floor.store
    written = 0
    write = store.write

    def count(writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        nonlocal written
        written += 1
        return write(writings)

    monkeypatch.setattr(store, "write", count)
    monkeypatch.setattr(casino.floor, "_stored_at", 0.0)
    monkeypatch.setattr(floors, "RECENTLY", 60.0)
    answers = await asyncio.gather(*(is_ready(casino) for _ in range(50)))
    assert {status for status, _ in answers} == {200}
    assert written == 1
