"""Durable commands a second, beside a bare durable handler and a request that stores nothing.

    python -m benchmarks.commands [--seconds 5] [--connections 64] [--postgresql URL] [--profile]

The load comes from wrk, a generator in C (Debian: apt-get install wrk), which asks again as soon as
it is answered. A command is a wager that is placed or changed at a table; its answer comes when it
is on the disk. Beside commands a second stands the time of the processor that the server took for
each, which tells as much where the machine is shared. In the same run:

- nothing stored: the same server answers `GET /health`
- bare function: the same HTTP server before a function that answers a POST at once
- bare durable handler: the framework's thinnest route, which stores the body as one row with the
  commit of all who wait
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
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

import apsw
import uvicorn
import uvloop
from benchmarks.service import found, free_port, probe, serve_alone
from litestar import Litestar, Request, post

if TYPE_CHECKING:
    from collections.abc import Iterator

TICKS = os.sysconf("SC_CLK_TCK")
SCRIPT = """
local number = 0
local counter = 0
local tables = tonumber(os.getenv("TABLES"))
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
    if path == "" then path = "/api/tables/t" .. ((number + me * 7) % tables) .. "/commands" end
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


def durable(path: str) -> Litestar:
    store = OneRow(path)

    @post("/", status_code=200)
    async def handler(request: Request[Any, Any, Any]) -> dict[str, int]:
        await store.store(await request.body())
        return {"stored": 1}

    return Litestar([handler], openapi_config=None, logging_config=None)


def serve_bare(kind: str, path: str, port: int) -> None:
    app: Any = bare if kind == "bare" else durable(path)
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

    @property
    def rate(self) -> float:
        return self.requests / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of the processor for each request."""
        return self.processor / self.requests * 1000

    def __str__(self) -> str:
        wrong = f", {self.wrong} WRONG" if self.wrong else ""
        return (
            f"{self.rate:7,.0f} a second, p50 {self.p50:6.1f} ms, p99 {self.p99:6.1f} ms, "
            f"{self.each:.3f} ms of the processor each{wrong}"
        )


def load(
    server: Server, seconds: float, connections: int, path: str = "", *, tables: int = 1,
    token: str = "", get: bool = False,
) -> Measured:  # fmt: skip
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(DONE if get else SCRIPT + DONE)
        script.flush()
        settings = {
            **os.environ, "TABLES": str(tables), "TOKEN": token, "PATH_OF": path,
            "RUN": os.urandom(6).hex(),
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


def main(options: argparse.Namespace) -> None:
    if shutil.which("wrk") is None:
        sys.exit("wrk is missing: apt-get install wrk")
    seconds, many = options.seconds, options.connections
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        print(f"one page on the disk           {probe(where):.2f} ms")
        with serving("--bare", "bare", "-") as server:
            load(server, 1, many, "/")
            print(f"bare function                 {load(server, seconds, many, '/')}")
        with serving("--bare", "durable", str(where / "bare.db")) as server:
            load(server, 1, many, "/")
            plain = load(server, seconds, many, "/")
            print(f"bare durable handler          {plain}")
        stores = [("SQLite", 50, str(where / "50.db")), ("SQLite", 1, str(where / "1.db"))]
        if options.postgresql:
            stores.append(("PostgreSQL", 50, options.postgresql))
        fifty = 0.0
        for kind, tables, address in stores:
            token = uvloop.run(found(address, tables))
            with serving("--serve", address, profile=options.profile) as server:
                nothing = load(server, seconds, many, "/health", get=True)
                load(server, 1, many, tables=tables, token=token)
                measured = load(server, seconds, many, tables=tables, token=token)
            if kind == "SQLite" and tables == 50:
                print(f"nothing stored                {nothing}")
                fifty = measured.rate
            print(f"{tables:2} tables, {kind:10}         {measured}")
            print(
                f"    {measured.rate / plain.rate:.2f} of the bare durable handler, "
                f"{measured.rate / nothing.rate:.2f} of nothing stored, "
                f"{measured.rate / fifty:.2f} of fifty tables; by processor "
                f"{plain.each / measured.each:.2f} and {nothing.each / measured.each:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_alone(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["--bare"]:
        serve_bare(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--seconds", type=int, default=5)
        parser.add_argument("--connections", type=int, default=64)
        parser.add_argument("--postgresql", default="")
        parser.add_argument("--profile", default="", help="write cProfile's findings to this file")
        main(parser.parse_args())
