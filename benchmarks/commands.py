"""Durable commands a second, beside a bare durable handler and a request that stores nothing.

    python -m benchmarks.commands [--seconds 5] [--connections 64] [--postgresql URL] [--profile]
    python -m benchmarks.commands --postgresql URL --only-postgresql [--processes 2]

The load comes from wrk, a generator in C (Debian: apt-get install wrk), which asks again as soon as
it is answered. A command is a wager that is placed or changed at a table; its answer comes when it
is on the disk. Beside commands a second stands the time of the processor that the server took for
each, which tells as much where the machine is shared. In the same run:

- nothing stored: the same server answers `GET /health`
- bare function: the same HTTP server before a function that answers a POST at once
- bare durable function: the same before a function that stores the body as one row, with one
  commit for all who wait
- bare durable handler: the framework's thinnest route that stores the same

At the end stand the ratios that are wanted of it, each beside what is wanted. With PostgreSQL there
are fifty tables and one, and fifty that two processes serve together, half the connections each;
where it runs on this machine, its own processor is told apart from that of our processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

import apsw
import uvicorn
import uvloop
from benchmarks.service import SEAL, found, free_port, probe, serve_alone
from litestar import Litestar, Request, post

if TYPE_CHECKING:
    from collections.abc import Iterator

TICKS = os.sysconf("SC_CLK_TCK")
SCRIPT = """
local number = 0
local counter = 0
local tables = tonumber(os.getenv("TABLES"))
local first = tonumber(os.getenv("FIRST"))
local token = os.getenv("TOKEN")
local run = os.getenv("RUN")
function setup(thread) thread:set("me", counter); counter = counter + 1 end
function request()
    number = number + 1
    local headers = {
        ["authorization"] = "Bearer " .. token,
        ["content-type"] = "application/json",
        ["idempotency-key"] = run .. "-" .. me .. "-" .. number,
    }
    local amount = 1000 + 500 * (number % 90)
    local body = '{"command":{"do":"place-wager","player":"ana","box":1,"amount":' .. amount .. '}}'
    local path = os.getenv("PATH_OF")
    local table = first + (number + me * 7) % tables
    if path == "" then path = "/api/tables/t" .. table .. "/commands" end
    return wrk.format("POST", path, headers, body)
end
"""
DONE = """
function done(summary, latency, requests)
    io.write(string.format("\\n{\\"requests\\": %d, \\"seconds\\": %f, \\"wrong\\": %d, "
        .. "\\"p50\\": %f, \\"p99\\": %f}\\n", summary.requests, summary.duration / 1e6,
        summary.errors.status + summary.errors.read + summary.errors.timeout,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
"""


# --- servers to compare with


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """The least that answers a POST."""
    if scope["type"] != "http":
        return
    while (await receive())["more_body"]:
        pass
    headers = [(b"content-type", b"application/json"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


class OneRow:
    """Stores bodies in one table: whoever waits shares a commit."""

    def __init__(self, path: str) -> None:
        self.queue: SimpleQueue[tuple[bytes, asyncio.Future[int]]] = SimpleQueue()
        self.path = path
        Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        db = apsw.Connection(self.path)
        db.pragma("journal_mode", "wal")
        db.pragma("synchronous", 2)
        db.execute("CREATE TABLE rows (position INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        while True:
            batch = [self.queue.get()]
            try:
                while len(batch) < 256:
                    batch.append(self.queue.get_nowait())
            except Empty:
                pass
            db.execute("BEGIN IMMEDIATE")
            db.executemany("INSERT INTO rows (body) VALUES (?)", [(body,) for body, _ in batch])
            db.execute("COMMIT")
            futures = [future for _, future in batch]
            futures[0].get_loop().call_soon_threadsafe(tell, futures)

    async def store(self, body: bytes) -> None:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.queue.put((body, future))
        await future


def tell(futures: list[asyncio.Future[int]]) -> None:
    for future in futures:
        future.set_result(1)


def durable_function(path: str) -> Any:
    store = OneRow(path)

    async def function(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        await store.store(body)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"12")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"stored":1}'})

    return function


def durable(path: str) -> Litestar:
    store = OneRow(path)

    @post("/", status_code=200)
    async def handler(request: Request[Any, Any, Any]) -> dict[str, int]:
        await store.store(await request.body())
        return {"stored": 1}

    return Litestar([handler], openapi_config=None, logging_config=None)


def serve_bare(kind: str, path: str, port: int) -> None:
    apps: dict[str, Any] = {"bare": lambda _: bare, "function": durable_function, "route": durable}
    app = apps[kind](path)
    config = uvicorn.Config(app, port=port, log_level="critical", access_log=False, lifespan="off")
    server = uvicorn.Server(config)

    async def run() -> None:
        opening = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        print("open", flush=True)
        await opening

    uvloop.run(run())


# --- measuring


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    port: int

    @property
    def processor(self) -> float:
        """Seconds of the processor that it has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def serving(*words: str, profile: str = "") -> Iterator[Server]:
    port = free_port()
    watched = ["-m", "cProfile", "-o", profile] if profile else []
    command = [sys.executable, *watched, "-m", "benchmarks.commands", *words, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield Server(process, port)
        finally:
            process.terminate()
            process.wait()


@dataclass
class Measured:
    requests: int
    seconds: float
    wrong: int
    p50: float
    p99: float
    processor: float = 0.0
    database: float = 0.0
    """Seconds of the processor that PostgreSQL took meanwhile."""

    @property
    def rate(self) -> float:
        return self.requests / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of the processor for each request."""
        return self.processor / self.requests * 1000

    def __str__(self) -> str:
        wrong = f", {self.wrong} WRONG" if self.wrong else ""
        if self.database:
            wrong = f" and {self.database / self.requests * 1000:.3f} of PostgreSQL's" + wrong
        return (
            f"{self.rate:7,.0f} a second, p50 {self.p50:6.1f} ms, p99 {self.p99:6.1f} ms, "
            f"{self.each:.3f} ms of the processor each{wrong}"
        )


class Database:
    """What PostgreSQL takes of the processor, if it is on this machine: with all its processes,
    those that have gone too."""

    def __init__(self, address: str) -> None:
        import psycopg

        with psycopg.connect(address) as db:
            found = db.execute("SELECT pg_backend_pid(), inet_client_addr() IS NULL").fetchone()
            assert found is not None
            self._main = _stat(found[0])[1] if found[1] else 0

    @property
    def processor(self) -> float:
        if not self._main:
            return 0.0
        _, _, own, gone = _stat(self._main)
        pids = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())
        stats = (_stat(pid) for pid in pids)
        return (own + gone + sum(each[2] for each in stats if each[1] == self._main)) / TICKS


def _stat(pid: int) -> tuple[int, int, int, int]:
    """Of a process: its id, its parent's, its ticks and those of children that have gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has gone just now
        return pid, 0, 0, 0
    return pid, int(fields[1]), int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])


def load(
    server: Server, seconds: float, connections: int, path: str = "", *, tables: int = 1,
    token: str = "", get: bool = False, first: int = 0,
) -> Measured:  # fmt: skip
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(DONE if get else SCRIPT + DONE)
        script.flush()
        settings = {
            **os.environ, "TABLES": str(tables), "FIRST": str(first), "TOKEN": token,
            "PATH_OF": path, "RUN": os.urandom(6).hex(),
        }  # fmt: skip
        before = server.processor
        answer = subprocess.run(
            ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "-s", script.name,
             f"http://127.0.0.1:{server.port}{path}"],
            env=settings, capture_output=True, check=True, text=True,
        )  # fmt: skip
        processor = server.processor - before
    (said,) = re.findall(r"^{.*}$", answer.stdout, re.MULTILINE)
    return Measured(**json.loads(said), processor=processor)


@dataclass
class Wanted:
    """A ratio or a figure beside what is wanted of it."""

    what: str
    found: float
    least: float
    unit: str = ""

    def __str__(self) -> str:
        verdict = "reached" if self.found >= self.least else "missed"
        return (
            f"    {self.what:56} {self.found:8,.2f}{self.unit}  wanted {self.least:,.2f}: {verdict}"
        )


def generator() -> str:
    """Which wrk it is."""
    said = subprocess.run(["wrk", "-v"], capture_output=True, text=True, check=False)
    return said.stdout.partition("[")[0].strip() or "wrk"


def measure_bare(where: Path, seconds: int, many: int) -> dict[str, Measured]:
    """What servers can do that have no casino behind them."""
    measured = {}
    for kind, called in (
        ("bare", "bare function"),
        ("function", "bare durable function"),
        ("route", "bare durable handler"),
    ):
        with serving("--bare", kind, str(where / f"{kind}.db")) as server:
            load(server, 1, many, "/")
            measured[kind] = load(server, seconds, many, "/")
        print(f"{called:28}  {measured[kind]}", flush=True)
    return measured


def measure_tables(
    address: str, tables: int, options: argparse.Namespace
) -> tuple[Measured, Measured]:
    """A request that stores nothing, and commands at so many tables."""
    seconds, many = options.seconds, options.connections
    token = uvloop.run(found(address, tables))
    kind = "PostgreSQL" if address.startswith("postgresql") else "SQLite"
    with serving("--serve", address, profile=options.profile) as server:
        nothing = load(server, seconds, many, "/health", get=True)
        load(server, 1, many, tables=tables, token=token)
        database = Database(address) if kind == "PostgreSQL" else None
        before = 0.0 if database is None else database.processor
        measured = load(server, seconds, many, tables=tables, token=token)
        if database is not None:
            measured.database = database.processor - before
    print(f"{tables:2} tables, {kind:10}        {measured}", flush=True)
    return nothing, measured


def measure_sqlite(where: Path, options: argparse.Namespace) -> None:
    bare_ = measure_bare(where, options.seconds, options.connections)
    nothing, fifty = measure_tables(str(where / "50.db"), 50, options)
    print(f"{'nothing stored':28}  {nothing}")
    _, one = measure_tables(str(where / "1.db"), 1, options)
    for wanted in (
        Wanted("commands a second at 50 tables", fifty.rate, 3000),
        Wanted("p99 under 50 ms: 50 / p99", 50 / fifty.p99, 1),
        Wanted("of the bare durable handler", fifty.rate / bare_["route"].rate, 0.60),
        Wanted("  by processor", bare_["route"].each / fifty.each, 0.60),
        Wanted("of a request that stores nothing", fifty.rate / nothing.rate, 0.45),
        Wanted("  by processor", nothing.each / fifty.each, 0.45),
        Wanted("one table, of fifty", one.rate / fifty.rate, 0.70),
    ):
        print(wanted)


def measure_postgresql(where: Path, options: argparse.Namespace) -> None:
    """One process, and several that share the tables; the database is made anew each time."""
    seconds, many, address = options.seconds, options.connections, options.postgresql
    _, fifty = measure_tables(_emptied(address, where), 50, options)
    _, one = measure_tables(_emptied(address, where), 1, options)
    token = uvloop.run(found(_emptied(address, where), 50))
    each = many // options.processes
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving("--serve", address)) for _ in range(options.processes)
        ]

        def ask(place: int, seconds: int) -> Measured:
            share = 50 // options.processes
            return load(
                servers[place], seconds, each, tables=share, token=token, first=place * share
            )

        with ThreadPoolExecutor(options.processes) as pool:
            list(pool.map(partial(ask, seconds=1), range(options.processes)))
            database = Database(address)
            before = database.processor
            together = list(pool.map(partial(ask, seconds=seconds), range(options.processes)))
            took = database.processor - before
    for measured in together:
        print(f"{'  one of several processes':28}  {measured}")
    done = sum(measured.requests for measured in together)
    print(
        f"    a command takes {fifty.each:.3f} ms of our processors with one process and "
        f"{sum(measured.processor for measured in together) / done * 1000:.3f} with "
        f"{options.processes}, and {fifty.database / fifty.requests * 1000:.3f} and "
        f"{took / done * 1000:.3f} of PostgreSQL's"
    )
    print(f"    one table: {one.rate:,.0f} commands a second, {one.rate / fifty.rate:.2f} of fifty")
    print(Wanted("PostgreSQL, commands a second at 50 tables", fifty.rate, 1000))
    rate = sum(measured.rate for measured in together)
    print(Wanted(f"{options.processes} processes, of one", rate / fifty.rate, 1.60))


def _emptied(address: str, where: Path) -> str:
    """A database for a new house, whose seal and keys have a folder of their own."""
    import psycopg

    os.environ[SEAL] = f"{tempfile.mkdtemp(dir=where)}/house.seal"
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("DROP SCHEMA IF EXISTS croupier CASCADE")
    return address


def main(options: argparse.Namespace) -> None:
    if shutil.which("wrk") is None:
        sys.exit("wrk is missing: apt-get install wrk")
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        print(
            f"load from {generator()}, {options.connections} connections, {options.seconds} s each"
        )
        print(f"one page on the disk          {probe(where):7.2f} ms", flush=True)
        if not options.only_postgresql:
            measure_sqlite(where, options)
        if options.postgresql:
            measure_postgresql(where, options)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_alone(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["--bare"]:
        serve_bare(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--seconds", type=int, default=5)
        parser.add_argument("--connections", type=int, default=64)
        parser.add_argument("--postgresql", default="", help="a database, which is emptied")
        parser.add_argument("--only-postgresql", action="store_true")
        parser.add_argument("--processes", type=int, default=2, help="that serve PostgreSQL's")
        parser.add_argument("--profile", default="", help="write cProfile's findings to this file")
        main(parser.parse_args())
