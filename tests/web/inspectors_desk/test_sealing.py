"""`croupier serve` signs what it has stored: the seal in a file, a checkpoint at a stop."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from tests.web.test_serving import served

from croupier.casino.checkpoints import read_line
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from pathlib import Path


def test_a_stop_seals_everything_with_the_key_that_was_made_at_the_start(tmp_path: Path) -> None:
    database, seal = tmp_path / "casino.db", tmp_path / "casino.db.seal"
    with served(database, "--empty") as first:
        key = first.client().get("/api/checkpoints").json()["key"]
        assert first.client().get("/api/checkpoints/last").status_code == 404
        assert first.stop()[0] == 0
    assert stat.S_IMODE(seal.stat().st_mode) == 0o600
    assert Seal.load(seal).public == key
    with served(database) as second:
        page = second.client().get("/api/checkpoints").json()
        assert page["key"] == key
        kept = second.client().get("/api/checkpoints/last").content
        assert second.stop()[0] == 0
    assert read_line(kept)[0].n == 1
    with open_store(str(database), read_only=True) as store:
        found = inspect(store, keys=(key,), handed_out=(kept,))
        assert (found.sound, found.checkpoints, found.unsealed) == (True, 2, 0)
