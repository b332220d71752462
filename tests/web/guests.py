"""Guests who play at a served casino by its API and write down every answer, whatever happens.

A request that gets no answer is made again under the same key until it gets one.
"""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

NOT_ANSWERED = (OSError, http.client.HTTPException)
UNAVAILABLE = 503
GIVE_UP = 600.0
"""Seconds, after which what has not come never will; on a busy machine much takes its time."""


@dataclass
class Guest:
    """One player at one table, in a thread of their own."""

    name: str
    table: str
    box: int
    token: str
    port: int
    seed: int
    acknowledged: dict[str, bytes] = field(default_factory=dict)
    """Every request that was answered with success, and its answer."""
    done: Counter[str] = field(default_factory=Counter)
    """How often each command was acknowledged."""
    repeated: int = 0
    """How often an answer came to a request that had been done without being answered."""
    refused: int = 0
    troubles: list[str] = field(default_factory=list)
    """Answers that nobody should get."""
    wanted: str = ""
    """What is being asked for, if no answer has come yet."""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._number = 0
        self._connection: http.client.HTTPConnection | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _play(self) -> None:
        try:
            while not self._stop.is_set():
                self._something()
        except Exception as error:
            self.troubles.append(repr(error))

    def _something(self) -> None:
        status, body = self._ask("GET", f"/api/tables/{self.table}", None, "")
        if status != http.client.OK:
            self.troubles.append(f"{status} {body[:200]!r}")
            return
        seen = msgspec.json.decode(body)
        command = self._choice(seen["view"])
        if command is None:
            time.sleep(0.002)
            return
        self._number += 1
        key = f"{self.name}-{self._number}"
        asked = msgspec.json.encode({"command": command})
        status, body = self._ask("POST", f"/api/tables/{self.table}/commands", asked, key)
        if status == http.client.OK:
            self.acknowledged[key] = body
            self.done[command["do"]] += 1
        elif status == http.client.CONFLICT:
            self.refused += 1
        else:
            self.troubles.append(f"{command} {status} {body[:200]!r}")
        if command["do"] == "place-wager":
            self._ask("POST", f"/api/tables/{self.table}/ready", b"", key + "r")

    def _choice(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Something legal; chips are brought when there are few."""
        if view["player"] not in view["players"]:
            return {"do": "arrive", "player": self.name}
        if not any(box["seat"] == self.name for box in view["boxes"]):
            return {"do": "sit", "player": self.name, "box": self.box}
        if view["chips"] < 100_00 and view["phase"] == "betting":
            return {"do": "bring-chips", "player": self.name, "amount": 100_00}
        there = any(w["player"] == self.name for box in view["boxes"] for w in box["wagers"])
        not_now = {"leave", "get-up", "sit", "take-chips", "step-away", "ask-for-rules",
                   "ask-determinations"}  # fmt: skip
        open_to = [
            command
            for command in view["legal"]
            if command["do"] not in not_now
            and not (
                command["do"] == "place-wager" and (there or not 0 < command["amount"] <= 20_00)
            )
        ]
        return self._chance.choice(open_to) if open_to else None

    def _ask(self, method: str, path: str, body: bytes | None, key: str) -> tuple[int, bytes]:
        """Ask until there is an answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        self.wanted = f"{method} {path}"
        until = time.monotonic() + GIVE_UP
        while True:
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        "127.0.0.1", self.port, timeout=20
                    )
                self._connection.request(method, path, body, headers)
                answer = self._connection.getresponse()
                said = answer.read()
                if answer.status != UNAVAILABLE:
                    self.repeated += answer.headers.get("Idempotent-Replayed") == "true"
                    self.wanted = ""
                    return answer.status, said
            except NOT_ANSWERED:
                if self._connection is not None:
                    self._connection.close()
                    self._connection = None
            if time.monotonic() > until:
                raise TimeoutError(f"no answer to {method} {path}")
            time.sleep(0.005)
