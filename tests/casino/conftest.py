"""Both stores, real: a file in a temporary directory, and a PostgreSQL server started for this."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.postgresql_server import Server
from tests.debian import Unavailable

from croupier.casino.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.casino.store.contract import Store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    try:
        server = Server()
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that nobody has opened yet, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "casino.db")
    server: Server = request.getfixturevalue("postgresql")
    return server.empty_database()


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with open_store(where) as store:
        yield store
