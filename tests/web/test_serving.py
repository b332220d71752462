"""`croupier serve`, as a process of its own on a real socket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.casino.floor.floors import found, set_up
from tests.casino.forgers import Forger

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import PEOPLE, TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import Enrol, RequireSecondPerson
from croupier.casino.significant_events import significant_events
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.web import server
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 300
"""Seconds for whatever a process of its own does; on a busy machine it takes its time."""


class Served:
    """A server that has said where it is open."""

    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        found = re.search(r"open at (http://\S+)", said)
        assert found, said
        self.address = found[1]
        self.passwords = dict(re.findall(r"^  (\S+) +(\S+)  \S", said, re.MULTILINE))

    def rest_until(self, word: str) -> str:
        """What it says after that it is open, up to the line with the word."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.split()[:1] == [word]:
                break
        return "".join(lines)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE)

    def logged_in(self, person: str, password: str) -> httpx.Client:
        client = self.client()
        answer = client.post("/api/session", json={"person": person, "password": password})
        assert answer.status_code == 201, answer.text
        client.headers["x-csrf-token"] = answer.json()["csrf_token"]
        return client

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, list[dict[str, object]]]:
        """The exit status, and the log."""
        self.process.send_signal(how)
        _, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, [json.loads(line) for line in log.splitlines()]


@contextmanager
def served(database: Path, *words: str) -> Iterator[Served]:
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--database", str(database), "--port", "0",
         *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={name: value for name, value in os.environ.items() if "CROUPIER" not in name},
    )  # fmt: skip
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "open at" in line:
            break
    try:
        yield Served(process, said)
    finally:
        process.kill()
        process.communicate()


def test_a_demonstration_on_an_empty_machine(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    with served(database) as first:
        assert first.said.startswith("A new casino is being founded")
        assert set(first.passwords) == set(PEOPLE)
        next_steps = first.rest_until("again")
        assert next_steps.split()[0] == "play"
        assert "Play as a guest" in next_steps
        assert "play chips, without value" in next_steps
        assert "Play as a guest" in next_steps
        assert "play chips, without value" in next_steps
        for address in re.findall(r"http://\S+", next_steps):
            assert first.client().get(address).status_code == 200, address
        assert set(TABLES) <= {table["table"] for table in first.client().get("/api/tables").json()}
        with closing(first.logged_in("ana", first.passwords["ana"])) as ana:
            assert ana.post("/api/chips/buy-in", json={"amount": 100_00}).status_code == 200
            chips = ana.get("/api/me").json()["chips"]
            cookie = dict(ana.cookies)
        status, log = first.stop()
    assert status == 0
    assert {line["level"] for line in log} == {"info"}
    told = json.dumps(log)
    assert not [password for password in first.passwords.values() if password in told]

    with served(database, "--approve") as second:  # other tests may be changing the program
        assert (second.passwords, "founded" in second.said) == ({}, False)
        with second.client() as ana:
            ana.cookies.update(cookie)  # the session goes on, and so does the casino
            assert ana.get("/api/me").json()["chips"] == chips
        assert second.stop(signal.SIGINT)[0] == 0
    with open_store(str(database), read_only=True) as store:
        assert inspect(store).sound
        runs = [
            event.happened.what
            for event in significant_events(store)
            if event.happened.what in ("started", "stopped", "recovered")
        ]
    assert runs == ["started", "stopped", "started", "stopped"]


def test_whoever_starts_it_may_end_the_second_person(tmp_path: Path) -> None:
    async def found() -> None:
        operator = Person("olga", Role.OPERATOR)
        with open_store(str(tmp_path / "casino.db")) as store:
            async with Floor(store) as floor:
                for name in ("olga", "otto"):
                    await floor.command_house(Enrol(person=name, roles=(operator.role,)), operator)
                await floor.command_house(RequireSecondPerson(required=True), operator)

    asyncio.run(found())
    with served(tmp_path / "casino.db", "--alone") as once:
        assert once.stop()[0] == 0
    with open_store(str(tmp_path / "casino.db"), read_only=True) as store:
        assert inspect(store).sound
        events = [event for event in significant_events(store) if event.happened.kind == "override"]
    assert [(event.by, event.happened.after) for event in events] == [
        ("olga", "two"), ("croupier", "one"),
    ]  # fmt: skip


def test_an_empty_house_has_an_operator_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path / "casino.db", "--empty", "--chips", "money") as house:
        assert set(house.passwords) == {"operator"}
        assert "backed by money" in house.rest_until("again")
        assert house.client().get("/api/tables").json() == []
        with closing(house.logged_in("operator", house.passwords["operator"])) as operator:
            assert [each["person"] for each in operator.get("/api/people").json()] == ["operator"]
        house.stop()


def test_a_stop_ends_streams_and_answers_what_is_under_way(tmp_path: Path) -> None:
    with served(tmp_path / "casino.db") as house, house.client() as client:
        with client.stream("GET", "/api/tables/holdem/stream") as stream:
            parts = stream.iter_text()
            assert "event: look" in next(parts)
            house.process.send_signal(signal.SIGTERM)
            assert "".join(parts).count("event: look") == 0  # it ends; nobody cuts it off
        assert house.process.wait(PATIENCE) == 0


def test_after_a_failure_it_recovers_and_says_so(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    with served(database, "--empty") as house:
        house.stop(signal.SIGKILL)
    with served(database, "--approve") as house:
        house.stop()
    with open_store(str(database), read_only=True) as store:
        told = [event.happened for event in significant_events(store)]
    assert [event.what for event in told[-2:]] == ["recovered", "stopped"]
    assert told[-2].before == ""


def test_a_log_that_is_gone_after_a_failure_is_missed_by_the_head_outside(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    with served(database, "--empty") as house:
        house.stop(signal.SIGKILL)
    (tmp_path / "casino.db-wal").unlink()
    (tmp_path / "casino.db-shm").unlink(missing_ok=True)
    words = [sys.executable, "-m", "croupier", "serve", "--database", str(database), "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the casino stays closed" in done.stderr
    assert "it is an older copy: the head outside, of 20" in done.stderr
    assert "croupier restore" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "70000"], "70000"),
        (["--host", "192.0.2.1"], "192.0.2.1 port"),
        (["--database", "/proc/nowhere/casino.db"], "/proc/nowhere/casino.db"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    tmp_path: Path, words: list[str], said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", "--database", str(tmp_path / "c.db"),
         "--port", "0", *words],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_named_unless_any_will_do(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "croupier", "serve", "--database", str(tmp_path / "c.db")]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        named = subprocess.run(
            [*words, "--port", str(port)],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert named.returncode == 2
        assert f"127.0.0.1 port {port}: something else listens there" in named.stderr
        usual = Settings(port=port)
        with server._listen(usual, start(any_port=True)) as listening:
            assert listening.getsockname()[1] not in (0, port)


def start(*, any_port: bool) -> server.Start:
    return server.Start(
        demo=False, approve=False, alone=False, new_casino=False, new_seal=False,
        though_damaged=False, any_port=any_port, founding=lambda: None, announce=lambda _: None,
    )  # fmt: skip


def test_a_second_process_does_not_serve_the_same_file(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    link = tmp_path / "link.db"
    link.symlink_to(database)
    words = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--database"]
    with served(database, "--empty") as house:
        for name in (database, link):
            second = subprocess.run(
                [*words, name], capture_output=True, text=True, check=False, timeout=PATIENCE
            )
            assert second.returncode == 2
            assert "another process serves it; several at once need PostgreSQL" in second.stderr
        house.stop(signal.SIGKILL)
    with served(database, "--approve") as house:  # the dead hold nothing
        assert house.client().get("/health").status_code == 200


def test_files_that_others_could_read_are_made_private_and_reported(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    with served(database, "--empty") as house:
        assert "Others could" not in house.said
        house.stop()
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    database.chmod(0o644)
    with served(database, "--approve") as house:
        assert f"Others could use {database} (0644); now its owner alone can." in house.said
        house.stop()
    assert database.stat().st_mode & 0o777 == 0o600
    with open_store(str(database), read_only=True) as store:
        events = [event.happened for event in significant_events(store)]
    assert [each.subject for each in events if each.kind == "files"] == [f"{database} (0644)"]


def test_a_missing_line_is_named_and_the_casino_stays_closed(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"

    async def found_it() -> None:
        with open_store(str(database)) as store:
            async with Floor(store) as floor:
                await found(floor)
                for table in ("blackjack-2018", "baccarat"):
                    await set_up(floor, table)

    asyncio.run(found_it())
    forger = Forger(database)
    forger.db.execute(
        "DELETE FROM lines WHERE number = 3 AND record ="
        " (SELECT id FROM records WHERE name = 'tables/baccarat/1')"
    )
    forger.done()
    with pytest.raises(AssertionError), served(database, "--approve"):
        pass
    command = [sys.executable, "-m", "croupier", "serve", "--database", str(database)]
    answer = subprocess.run(
        [*command, "--port", "0", "--approve"], capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 2
    assert re.search(r"the casino stays closed: line \d+ of all is missing", answer.stderr)
    assert "croupier verify" in answer.stderr
