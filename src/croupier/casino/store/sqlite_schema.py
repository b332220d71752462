"""The tables of a casino's SQLite file, from one version to the next, and who may open it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import apsw

from croupier.casino.store.contract import Foreign, older_than
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

APPLICATION = int.from_bytes(b"Crpr", "big")
"""What tells a casino's file from any other."""
APPLICATION_AT = 68
"""Where it stands in the first bytes of the file."""

MIGRATIONS = (
    """
    CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE lines (
        position INTEGER PRIMARY KEY,
        record INTEGER NOT NULL REFERENCES records,
        number INTEGER NOT NULL,
        line BLOB NOT NULL,
        UNIQUE (record, number)
    ) STRICT;
    CREATE TABLE requests (
        id TEXT PRIMARY KEY,
        digest BLOB NOT NULL,
        lengths BLOB NOT NULL,
        answer BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE safe (
        name TEXT PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines
        BEGIN SELECT raise(ABORT, 'a record is only ever added to'); END;
    CREATE TRIGGER lines_are_kept BEFORE DELETE ON lines
        BEGIN SELECT raise(ABORT, 'a record is only ever added to'); END;
    """,
    """
    CREATE TABLE program (version TEXT NOT NULL) STRICT;
    INSERT INTO program VALUES ('0.1.0');
    """,
    """
    CREATE TABLE digest (content BLOB NOT NULL) STRICT;
    """,
)
"""Each brings the file from one version to the next."""


GIVE_OURS = "give the file that `croupier serve` keeps, or a copy that `croupier backup` made"


def must_be_ours(db: apsw.Connection, path: Path) -> None:
    """Refuse a file that is no database or somebody else's; an empty one will do."""
    with db:  # both looks in one transaction, for somebody else may be making it
        ours = db.pragma("application_id") == APPLICATION
        empty = db.execute("SELECT count(*) FROM sqlite_schema").get == 0
    if not ours and not empty:
        raise ValueError(f"{path} is a database, but not a casino's; {GIVE_OURS}")


def must_be_known(db: apsw.Connection, path: Path) -> None:
    """Refuse to read what this version cannot read; what was made before can be read as it is."""
    must_be_ours(db, path)
    version = db.pragma("user_version")
    if version == 0 and db.pragma("application_id") != APPLICATION:
        raise ValueError(f"{path} is an empty database: there is no casino in it")
    if not 0 < version <= len(MIGRATIONS):
        raise ValueError(f"{path} is a casino's database of version {version}, not of a known one")


def migrate(db: apsw.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a file to the newest version; a newer one than is known is refused."""
    version = db.pragma("user_version")
    if version > len(migrations):
        raise ValueError(
            f"{path} was made by a later croupier: its version is {version}, "
            f"and this one knows those up to {len(migrations)}"
        )
    for script in migrations[version:]:
        db.execute(script)
    db.pragma("application_id", APPLICATION)
    db.pragma("user_version", len(migrations))


def claim(db: apsw.Connection, path: Path, version: str = __version__) -> None:
    """Say which version of the program serves the casino; an older one than before is refused.

    It would go on by rules that have been corrected since.
    """
    served = str(db.execute("SELECT version FROM program").get)
    if numbers(served) > numbers(version):
        raise ValueError(older_than(served, str(path), version))
    db.execute("UPDATE program SET version = ?", (version,))


# --- what is not of our making


_MADE = "SELECT type, name, coalesce(sql, '') FROM sqlite_schema"


@lru_cache
def _made_by_migrations(version: int) -> dict[tuple[str, str], str]:
    """What a file of a version is made of, by kind and name."""
    db = apsw.Connection(":memory:")
    for script in MIGRATIONS[:version]:
        db.execute(script)
    return _made(db)


def _made(db: apsw.Connection) -> dict[tuple[str, str], str]:
    rows: Any = db.execute(_MADE)
    return {(kind, name): _plain(made_by) for kind, name, made_by in rows}


def _plain(made_by: str) -> str:
    """Without what SQLite changes when a table gets another name."""
    return " ".join(made_by.replace('"', "").split())


def foreign_schema(db: apsw.Connection) -> Foreign:
    """Triggers, views, indices and tables that no migration made, or that are not as they were."""
    here, due = _made(db), _made_by_migrations(int(db.pragma("user_version")))
    odd = [
        *((key, "is not the program's") for key in here.keys() - due.keys()),
        *((key, "is missing") for key in due.keys() - here.keys()),
        *((key, "is not as it was made") for key in due.keys() & here.keys()
          if here[key] != due[key]),
    ]  # fmt: skip
    odd.sort(key=lambda each: (each[0][0] != "table", each))
    said = tuple(f"the {kind} {name} {what}" for (kind, name), what in odd)
    return Foreign(said, all(kind == "trigger" for (kind, _), _ in odd))
