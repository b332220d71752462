"""A casino over HTTP before a real SQLite file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.conftest import postgresql
from tests.web.casinos import QUICK, Casino, Watch, opened

from croupier.casino import passwords

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.casino.postgresql_server import Server

__all__ = ["postgresql"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same Argon2id at a cost that a test can pay a hundred times."""
    monkeypatch.setattr(passwords, "_hasher", QUICK)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", watch) as casino:
        yield casino


@pytest.fixture
def postgresql_url(postgresql: Server) -> str:
    """The address of a database that several processes may share."""
    return postgresql.empty_database()
