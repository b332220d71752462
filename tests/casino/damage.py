"""Damage to the file of a database: pages that are overwritten."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PAGE = 4096


def pages_of(database: Path, of: str) -> list[int]:
    """The numbers of the pages of a table or an index, from its root on."""
    with sqlite3.connect(database) as db:
        rows = db.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY path", (of,))
        return [number for (number,) in rows]


def overwrite_page(database: Path, number: int, content: bytes = b"\xa5" * PAGE) -> None:
    with database.open("r+b") as file:
        file.seek((number - 1) * PAGE)
        file.write(content)
