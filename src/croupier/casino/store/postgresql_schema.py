"""The tables and functions of a casino in PostgreSQL, from one version to the next, and who may
serve it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from croupier.casino.store.contract import Foreign, StoreFailed, older_than
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

LOCK = int.from_bytes(b"croupier", "big")
"""The advisory lock that every addition takes."""
CLAIMS, HOLDS = int.from_bytes(b"task", "big"), int.from_bytes(b"hold", "big")
"""With the hash of a name, the advisory locks of whoever sees to a task or holds a record."""
NEWS, PROCESS = "croupier", "croupier.process"
"""Where it is told that lines were added, and the setting that says by which process."""
VERSION = "croupier.version"
"""The setting that says by which version of the program."""

MIGRATIONS = (
    """
    CREATE TABLE croupier.records (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE
    );
    CREATE TABLE croupier.lines (
        position bigint PRIMARY KEY,
        record integer NOT NULL REFERENCES croupier.records,
        number integer NOT NULL,
        line bytea NOT NULL,
        UNIQUE (record, number)
    );
    CREATE TABLE croupier.requests (
        id text PRIMARY KEY,
        digest bytea NOT NULL,
        lengths bytea NOT NULL,
        answer bytea NOT NULL
    );
    CREATE TABLE croupier.safe (
        name text PRIMARY KEY,
        content bytea NOT NULL
    );
    CREATE FUNCTION croupier.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'a record is only ever added to'; END $$;
    CREATE TRIGGER lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON croupier.lines
        EXECUTE FUNCTION croupier.refuse();
    """,
    f"""
    CREATE FUNCTION croupier.add(
        not_held text[],
        known text[], known_lengths integer[], known_heads bytea[],
        records_added_to text[], numbers integer[], added bytea[],
        ids text[], digests bytea[], all_lengths bytea[], answers bytea[],
        drawers text[], contents bytea[]
    ) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
        last_position bigint;
    BEGIN
        PERFORM pg_advisory_xact_lock({LOCK});
        IF EXISTS (
            SELECT FROM unnest(not_held) AS maybe_held
            WHERE NOT pg_try_advisory_xact_lock_shared({HOLDS}, hashtext(maybe_held))
        ) OR EXISTS (
            SELECT FROM unnest(known, known_lengths, known_heads) AS expected (name, length, head)
            LEFT JOIN croupier.records USING (name)
            LEFT JOIN LATERAL (
                SELECT number, substr(line, 10, 64) AS head FROM croupier.lines
                WHERE record = records.id ORDER BY number DESC LIMIT 1
            ) AS last ON true
            WHERE coalesce(last.number, 0) <> expected.length OR last.head <> expected.head
        ) OR EXISTS (SELECT FROM croupier.requests WHERE id = ANY (ids)) THEN
            RETURN false;
        END IF;
        INSERT INTO croupier.records (name)
            SELECT DISTINCT begun FROM unnest(records_added_to) AS begun
            WHERE NOT EXISTS (SELECT FROM croupier.records WHERE name = begun);
        SELECT coalesce(max(position), 0) INTO last_position FROM croupier.lines;
        INSERT INTO croupier.lines
            SELECT last_position + place, id, number, line
            FROM unnest(records_added_to, numbers, added) WITH ORDINALITY
                AS fresh (name, number, line, place)
            JOIN croupier.records USING (name);
        INSERT INTO croupier.requests SELECT * FROM unnest(ids, digests, all_lengths, answers);
        DELETE FROM croupier.safe WHERE name = ANY (drawers);
        INSERT INTO croupier.safe
            SELECT drawer, put FROM unnest(drawers, contents) AS kept (drawer, put)
            WHERE put IS NOT NULL;
        RETURN true;
    END $$;
    """,
    f"""
    CREATE FUNCTION croupier.tell() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            PERFORM pg_notify('{NEWS}', current_setting('{PROCESS}', true));
            RETURN NULL;
        END $$;
    CREATE TRIGGER lines_are_told_of AFTER INSERT ON croupier.lines
        EXECUTE FUNCTION croupier.tell();
    """,
    f"""
    CREATE TABLE croupier.program (version text NOT NULL);
    INSERT INTO croupier.program VALUES ('0.1.0');
    CREATE FUNCTION croupier.refuse_other_versions() RETURNS trigger LANGUAGE plpgsql AS
        $$ DECLARE
            served text := (SELECT version FROM croupier.program);
        BEGIN
            IF current_setting('{VERSION}', true) IS DISTINCT FROM served THEN
                RAISE EXCEPTION 'the casino is served by croupier % now', served;
            END IF;
            RETURN NULL;
        END $$;
    CREATE TRIGGER lines_are_of_one_version BEFORE INSERT ON croupier.lines
        EXECUTE FUNCTION croupier.refuse_other_versions();
    """,
    f"""
    CREATE TABLE croupier.digest (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        content bytea NOT NULL
    );
    CREATE FUNCTION croupier.add(
        not_held text[],
        known text[], known_lengths integer[], known_heads bytea[],
        records_added_to text[], numbers integer[], added bytea[],
        ids text[], digests bytea[], all_lengths bytea[], answers bytea[],
        drawers text[], contents bytea[],
        vouched_before bytea, vouched bytea
    ) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock({LOCK});
        IF vouched_before IS DISTINCT FROM (SELECT content FROM croupier.digest) THEN
            RETURN false;
        END IF;
        IF NOT croupier.add(
            not_held, known, known_lengths, known_heads, records_added_to, numbers, added,
            ids, digests, all_lengths, answers, drawers, contents
        ) THEN
            RETURN false;
        END IF;
        IF vouched IS NOT NULL THEN
            UPDATE croupier.digest SET content = vouched;
        END IF;
        RETURN true;
    END $$;
    """,
)
"""Each brings the database from one version to the next.

`croupier.add` does in one question all that a writing takes. Nothing happens, and it says so, if
another process holds a record, if one does not stand as the writer knew it, if a request was made
before, or if another process has vouched for the whole since.
"""

_FUNCTIONS = re.compile(r"CREATE FUNCTION croupier\.(\w+)\(.*?AS\s*\$\$(.*?)\$\$", re.DOTALL)
_TRIGGERS = re.compile(r"CREATE TRIGGER (\w+)")
_TABLES = re.compile(r"CREATE TABLE croupier\.(\w+)")
_MADE = """
    SELECT 'table', relname, CASE WHEN relrowsecurity THEN 'guarded' ELSE relkind::text END
    FROM pg_class
    WHERE relnamespace = 'croupier'::regnamespace AND relkind NOT IN ('i', 'S')
    UNION ALL
    SELECT 'trigger', tgname, tgenabled::text
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'croupier'::regnamespace AND NOT tgisinternal
    UNION ALL
    SELECT 'function', proname, prosrc FROM pg_proc
    WHERE pronamespace = 'croupier'::regnamespace
    UNION ALL
    SELECT 'rule', rulename, definition FROM pg_rules WHERE schemaname = 'croupier'
"""
_HIDDEN = {
    "stand before the first": "SELECT count(*) FROM croupier.lines WHERE position < 1",
    "have a number before the first of their record": """
        SELECT count(*) FROM croupier.records
        WHERE (SELECT min(number) FROM croupier.lines WHERE record = records.id) < 1""",
    "are missing of a record that has a name": """
        SELECT count(*) FROM croupier.records
        WHERE NOT EXISTS (SELECT 1 FROM croupier.lines WHERE record = records.id)""",
    "are of a record that has no name": """
        WITH RECURSIVE of (id) AS (
            SELECT min(record) FROM croupier.lines
            UNION ALL
            SELECT (SELECT min(record) FROM croupier.lines WHERE record > of.id) FROM of
            WHERE of.id IS NOT NULL
        )
        SELECT count(*) FROM of
        WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM croupier.records)""",
}
"""Where lines are that nobody reads, or none are; each is found without a look at all lines."""

_BY_INDEX = ("enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_hashjoin")
"""The settings of the planner that are off while rows are sought by an index."""
_NOT_FOUND = """
    SELECT count(*) FROM croupier.{table} AS stored TABLESAMPLE SYSTEM (100)
    LEFT JOIN LATERAL (
        SELECT {key} FROM croupier.{table} WHERE {key} = stored.{key} LIMIT 1
    ) AS sought ON true
    WHERE sought.{key} IS DISTINCT FROM stored.{key}
"""
"""Counts the rows that a look at all of them finds, as a sample does, and their index does not."""
_SOUGHT = {"requests": "id", "safe": "name"}
"""The tables whose rows the house asks for by a key, and by nothing else."""


def _made_by_migrations(version: int) -> set[tuple[str, str, str]]:
    """What a database of a version is made of: kind, name, and how it is."""
    made = "\n".join(MIGRATIONS[:version])
    return {
        ("table", "migrations", "r"),
        *(("table", name, "r") for name in _TABLES.findall(made)),
        *(("trigger", name, "O") for name in _TRIGGERS.findall(made)),
        *(("function", name, body) for name, body in _FUNCTIONS.findall(made)),
    }


def foreign(db: Connection) -> Foreign:
    """Triggers, functions, rules, views and tables that no migration made, and hidden lines."""
    here = {(kind, name, how) for kind, name, how in db.execute(_MADE)}
    due = _made_by_migrations(first(db.execute(_VERSION)))
    strange = {(kind, name) for kind, name, _ in here - due}
    missing = {(kind, name) for kind, name, _ in due - here}
    said = [f"the {kind} {name} is not as it was made" for kind, name in strange & missing]
    said += [f"the {kind} {name} is not the program's" for kind, name in strange - missing]
    said += [f"the {kind} {name} is missing" for kind, name in missing - strange]
    if any(kind == "table" for kind, _ in strange | missing):
        return Foreign(tuple(sorted(said)), readable=False)
    hidden = (where for where, asked in _HIDDEN.items() if first(db.execute(asked)))
    said = [*sorted(said), *(f"lines {where}" for where in hidden)]
    if first(db.execute("SELECT to_regclass('croupier.digest')")) is not None:
        said += _not_found(db)
    return Foreign(tuple(said))


def _not_found(db: Connection) -> Iterator[str]:
    """Tell of rows that are counted, and that nobody finds who asks for them by their key."""
    with db.transaction():
        for setting in _BY_INDEX:
            db.execute(f"SET LOCAL {setting} = off".encode())
        for table, key in _SOUGHT.items():
            asked = _NOT_FOUND.format(table=table, key=key)
            if count := first(db.execute(asked.encode())):
                yield f"the {table}: {count} of them cannot be found by the index"


_VERSION = "SELECT coalesce(max(version), 0) FROM croupier.migrations"


def must_be_durable(db: Connection) -> None:
    for setting in ("fsync", "full_page_writes"):
        if first(db.execute("SELECT current_setting(%s)", (setting,))) != "on":
            raise StoreFailed(f"PostgreSQL would lose what it acknowledged: {setting} is off")


def must_be_known(db: Connection) -> None:
    """Refuse to read what this version cannot read; what was made before can be read as it is."""
    if first(db.execute("SELECT to_regclass('croupier.migrations')")) is None:
        raise ValueError("the database holds no casino")
    version = first(db.execute(_VERSION))
    if not 0 < version <= len(MIGRATIONS):
        raise ValueError(f"the database holds a casino of version {version}, not of a known one")


def migrate(db: Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the database to the newest version; a newer one than is known is refused."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        db.execute("CREATE SCHEMA IF NOT EXISTS croupier")
        db.execute("CREATE TABLE IF NOT EXISTS croupier.migrations (version integer PRIMARY KEY)")
        version = first(db.execute(_VERSION))
        if version > len(migrations):
            raise ValueError(
                f"the database was made by a later croupier: its version is {version}, "
                f"and this one knows those up to {len(migrations)}"
            )
        for number, script in enumerate(migrations[version:], version + 1):
            db.execute(script.encode())
            db.execute("INSERT INTO croupier.migrations VALUES (%s)", (number,))


def claim(db: Connection, version: str = __version__) -> None:
    """Say which version of the program serves the casino; from now on others add nothing.

    An older one than before is refused: it would go on by rules that have been corrected since.
    """
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        served = first(db.execute("SELECT version FROM croupier.program"))
        if numbers(served) > numbers(version):
            raise ValueError(older_than(served, "the casino", version))
        db.execute("UPDATE croupier.program SET version = %s", (version,))


def first(cursor: psycopg.Cursor[tuple[Any, ...]]) -> Any:
    row = cursor.fetchone()
    assert row is not None
    return row[0]
