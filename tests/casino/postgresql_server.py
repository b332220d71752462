"""A PostgreSQL server of the tests' own, on a socket in a directory of its own.

It is found on the path or where Debian puts it, and installed from Debian's packages if it is
missing and we may. It never runs as root, for it refuses to.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
from tests.debian import Unavailable, found_or_installed

USER = "postgres"
DATABASE = "casino"


def programs() -> Path:
    """The directory of `initdb` and `postgres`."""
    return found_or_installed("postgresql", _find)


def _find() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


class Server:
    """One cluster in a new directory. It takes connections on its socket and on no port."""

    def __init__(self) -> None:
        self._programs = programs()
        self.home = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self._user = self._find_user()
        self._process: subprocess.Popen[bytes] | None = None
        made = subprocess.run(
            [self._programs / "initdb", "--auth=trust", f"--username={USER}", "--encoding=UTF8",
             "--no-locale", "--no-sync", "-D", self.home / "data"],
            check=False, capture_output=True, text=True, cwd=self.home,
            user=self._user, group=self._user,
        )  # fmt: skip
        if made.returncode != 0:
            raise Unavailable(f"initdb failed: {made.stderr.strip()[-300:]}")
        self.start()
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {DATABASE}".encode())

    def _find_user(self) -> str | None:
        """Whom to run it as; as oneself, unless that is root."""
        if os.geteuid() != 0:
            return None
        try:
            shutil.chown(self.home, USER, USER)
        except LookupError:
            raise Unavailable(f"root cannot run it, and there is no user {USER}") from None
        return USER

    def start(self) -> None:
        with open(self.home / "log", "ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.home / "data", "-k", self.home,
                 "-c", "listen_addresses=", "-c", "recovery_init_sync_method=syncfs"],
                stdout=log, stderr=log, cwd=self.home, start_new_session=True,
                user=self._user, group=self._user,
            )  # fmt: skip
        while True:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres")).close()
                return
            if self._process.poll() is not None:
                raise Unavailable(f"PostgreSQL did not start: {(self.home / 'log').read_text()}")

    def crash(self) -> None:
        """Stop it as a failure would, without a word to anybody."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def remove(self) -> None:
        self.crash()  # nobody will want its data
        shutil.rmtree(self.home, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql:///{database}?host={quote(str(self.home), safe='')}&user={USER}"

    def empty_database(self) -> str:
        """The address of a database that holds no casino."""
        with psycopg.connect(self.url(DATABASE), autocommit=True) as db:
            db.execute("DROP SCHEMA IF EXISTS croupier CASCADE")
        return self.url(DATABASE)

    def another_database(self, name: str) -> str:
        """The address of a new and empty database beside the casino's."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"DROP DATABASE IF EXISTS {name}".encode())
            db.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def dumped(self, *options: str) -> bytes:
        """The casino's database as it is now, as `pg_dump` writes it."""
        return subprocess.run(
            [self._programs / "pg_dump", "--dbname", self.url(DATABASE), *options],
            check=True, capture_output=True,
        ).stdout  # fmt: skip

    def dumped_and_restored(self, elsewhere: str) -> str:
        """The address of another database, made from a dump of the casino's as it is now."""
        dumped = self.dumped()
        self.another_database(elsewhere)
        subprocess.run(
            [self._programs / "psql", "--quiet", "--set", "ON_ERROR_STOP=1", self.url(elsewhere)],
            check=True, input=dumped, capture_output=True,
        )  # fmt: skip
        return self.url(elsewhere)
