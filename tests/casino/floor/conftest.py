"""Stores of floors that are inspected when a test is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def sqlite(tmp_path: Path) -> Any:
    with open_store(str(tmp_path / "casino.db")) as store:
        yield store
        found = inspect(store)
        assert found.sound, [str(each) for each in found.findings]
