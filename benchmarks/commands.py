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
from benchmarks.figure import Figure
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

    @property
    def each_in_database(self) -> float:
        """Milliseconds of PostgreSQL's processors for each request."""
        return self.database / self.requests * 1000

    def __str__(self) -> str:
        wrong = f", {self.wrong} WRONG" if self.wrong else ""
        if self.database:
            wrong = f" and {self.each_in_database:.3f} of PostgreSQL's" + wrong
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


@dataclass(frozen=True, slots=True)
class Load:
    """The load on each server."""

    seconds: int = 5
    connections: int = 64
    processes: int = 2
    """How many processes serve the tables of PostgreSQL together."""
    profile: str = ""
    """The file for the findings of cProfile."""


BARE = {
    "bare": "bare function",
    "function": "bare durable function",
    "route": "bare durable handler",
}
BARE_FUNCTION, BARE_HANDLER = BARE["bare"], BARE["route"]
NOTHING = "nothing stored"
ONE_OF_SEVERAL = "  one of several processes"


def name_tables(tables: int, kind: str) -> str:
    return f"{tables:2} table{'' if tables == 1 else 's'}, {kind}"


def name_processes(processes: int) -> str:
    return f"50 tables, PostgreSQL, {processes} processes"


def measure_bare(where: Path, asked: Load) -> Iterator[tuple[str, Measured]]:
    """Measure servers that have no casino behind them."""
    for kind, name in BARE.items():
        with serving("--bare", kind, str(where / f"{kind}.db")) as server:
            load(server, 1, asked.connections, "/")
            yield name, load(server, asked.seconds, asked.connections, "/")


def measure_tables(address: str, tables: int, asked: Load) -> tuple[Measured, Measured]:
    """Measure a request that stores nothing, and commands at this many tables."""
    seconds, many = asked.seconds, asked.connections
    token = uvloop.run(found(address, tables))
    with serving("--serve", address, profile=asked.profile) as server:
        nothing = load(server, seconds, many, "/health", get=True)
        load(server, 1, many, tables=tables, token=token)
        database = Database(address) if address.startswith("postgresql") else None
        before = 0.0 if database is None else database.processor
        measured = load(server, seconds, many, tables=tables, token=token)
        if database is not None:
            measured.database = database.processor - before
    return nothing, measured


def measure_sqlite(where: Path, asked: Load) -> Iterator[tuple[str, Measured]]:
    """Measure the bare servers, then a casino with fifty tables and with one."""
    yield from measure_bare(where, asked)
    nothing, fifty = measure_tables(str(where / "50.db"), 50, asked)
    yield name_tables(50, "SQLite"), fifty
    yield NOTHING, nothing
    yield name_tables(1, "SQLite"), measure_tables(str(where / "1.db"), 1, asked)[1]


def measure_postgresql(where: Path, address: str, asked: Load) -> Iterator[tuple[str, Measured]]:
    """Measure one process, then several that share the tables, each time in a new database."""
    for tables in (50, 1):
        _, measured = measure_tables(_emptied(address, where), tables, asked)
        yield name_tables(tables, "PostgreSQL"), measured
    token = uvloop.run(found(_emptied(address, where), 50))
    processes = asked.processes
    with ExitStack() as stack:
        servers = [stack.enter_context(serving("--serve", address)) for _ in range(processes)]

        def ask(place: int, seconds: int) -> Measured:
            share = 50 // processes
            return load(
                servers[place], seconds, asked.connections // processes, tables=share,
                token=token, first=place * share,
            )  # fmt: skip

        with ThreadPoolExecutor(processes) as pool:
            list(pool.map(partial(ask, seconds=1), range(processes)))
            database = Database(address)
            before = database.processor
            together = list(pool.map(partial(ask, seconds=asked.seconds), range(processes)))
            took = database.processor - before
    for measured in together:
        yield ONE_OF_SEVERAL, measured
    yield name_processes(processes), merge(together, took)


def merge(together: list[Measured], database: float) -> Measured:
    """Return what several servers did at the same time as the work of one."""
    requests = sum(each.requests for each in together)
    return Measured(
        requests=requests,
        seconds=requests / sum(each.rate for each in together),
        wrong=sum(each.wrong for each in together),
        p50=max(each.p50 for each in together),
        p99=max(each.p99 for each in together),
        processor=sum(each.processor for each in together),
        database=database,
    )


# --- figures

YARDSTICKS = {
    BARE_FUNCTION: "",
    "bare durable function": "",
    BARE_HANDLER: "",
    name_tables(50, "SQLite"): BARE_HANDLER,
    NOTHING: BARE_FUNCTION,
    name_tables(1, "SQLite"): BARE_HANDLER,
    name_tables(50, "PostgreSQL"): BARE_HANDLER,
    name_tables(1, "PostgreSQL"): BARE_HANDLER,
    name_processes(2): BARE_HANDLER,
}
"""The servers of the baseline, each with the bare one that shows how fast the machine was."""
WALL, CPU, DATABASE = "wall time", "CPU time", "CPU time of PostgreSQL"


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [
        f"{name.strip()}, {clock}"
        for name in YARDSTICKS
        for clock in ((WALL, CPU, DATABASE) if "PostgreSQL" in name else (WALL, CPU))
    ]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline, with a PostgreSQL server of its own."""
    # The servers that are measured run this module too, and load nothing of the tests.
    from tests.casino.postgresql_server import Server as PostgresqlServer
    from tests.debian import Unavailable

    if shutil.which("wrk") is None:
        raise Unavailable("wrk is missing: apt-get install wrk")
    asked = Load(seconds=1 if quick else 3)
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        for name, measured in measure_sqlite(where, asked):
            yield from _give_figures(name, measured)
        server = PostgresqlServer()
        try:
            for name, measured in measure_postgresql(where, server.empty_database(), asked):
                if name != ONE_OF_SEVERAL:
                    yield from _give_figures(name, measured)
        finally:
            server.remove()


def _give_figures(name: str, measured: Measured) -> Iterator[Figure]:
    if measured.wrong:
        raise AssertionError(f"{name}: {measured.wrong} requests failed")
    yardstick = YARDSTICKS[name]
    values = [(WALL, measured.rate, "requests/s"), (CPU, measured.each, "ms")]
    if "PostgreSQL" in name:
        values.append((DATABASE, measured.each_in_database, "ms"))
    for clock, value, unit in values:
        same_clock = WALL if clock == WALL else CPU
        beside = f"{yardstick}, {same_clock}" if yardstick else ""
        yield Figure(f"{name.strip()}, {clock}", value, unit, beside)


# --- the command


def show(measured: Iterator[tuple[str, Measured]], unless: str = "") -> dict[str, Measured]:
    """Print each server as it is measured, unless it has this name, and return all by name."""
    shown = {}
    for name, each in measured:
        if name != unless:
            print(f"{name:28}  {each}", flush=True)
        shown[name] = each
    return shown


def show_sqlite(where: Path, asked: Load) -> None:
    shown = show(measure_sqlite(where, asked))
    fifty, one = shown[name_tables(50, "SQLite")], shown[name_tables(1, "SQLite")]
    handler, nothing = shown[BARE_HANDLER], shown[NOTHING]
    for wanted in (
        Wanted("commands a second at 50 tables", fifty.rate, 3000),
        Wanted("p99 under 50 ms: 50 / p99", 50 / fifty.p99, 1),
        Wanted("of the bare durable handler", fifty.rate / handler.rate, 0.60),
        Wanted("  by processor", handler.each / fifty.each, 0.60),
        Wanted("of a request that stores nothing", fifty.rate / nothing.rate, 0.45),
        Wanted("  by processor", nothing.each / fifty.each, 0.45),
        Wanted("one table, of fifty", one.rate / fifty.rate, 0.70),
    ):
        print(wanted)


def show_postgresql(where: Path, address: str, asked: Load) -> None:
    several = name_processes(asked.processes)
    shown = show(measure_postgresql(where, address, asked), unless=several)
    fifty, one = shown[name_tables(50, "PostgreSQL")], shown[name_tables(1, "PostgreSQL")]
    together = shown[several]
    print(
        f"    a command takes {fifty.each:.3f} ms of our processors with one process and "
        f"{together.each:.3f} with {asked.processes}, and {fifty.each_in_database:.3f} and "
        f"{together.each_in_database:.3f} of PostgreSQL's"
    )
    print(f"    one table: {one.rate:,.0f} commands a second, {one.rate / fifty.rate:.2f} of fifty")
    print(Wanted("PostgreSQL, commands a second at 50 tables", fifty.rate, 1000))
    print(Wanted(f"{asked.processes} processes, of one", together.rate / fifty.rate, 1.60))


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
    asked = Load(options.seconds, options.connections, options.processes, options.profile)
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        print(f"load from {generator()}, {asked.connections} connections, {asked.seconds} s each")
        print(f"one page on the disk          {probe(where):7.2f} ms", flush=True)
        if not options.only_postgresql:
            show_sqlite(where, asked)
        if options.postgresql:
            show_postgresql(where, options.postgresql, asked)


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
