"""A casino that is really served, in a process of its own, with people whose password is known."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import (
    BuyIn,
    Dealing,
    Enrol,
    IssueChips,
    Pace,
    SetPassword,
    SetUpTable,
)
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.store import open_store
from croupier.game_rules import table_for
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PASSWORD = "correct horse battery"
OPERATOR = Person("olga", Role.OPERATOR)
LONG = "W" * 40
"""The longest name that somebody may have, of the widest letter."""
PEOPLE = {
    LONG: Role.PLAYER,
    "ana": Role.PLAYER,
    "ben": Role.PLAYER,
    "chloe": Role.PLAYER,
    "<b>eve<b>": Role.PLAYER,
    "dan": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "mara": Role.SHIFT_MANAGER,
    "tom": Role.TOURNAMENT_DIRECTOR,
    "ines": Role.INSPECTOR,
}
CHIPS, FLOAT = 5_000_00, 1_000_000_00
PATIENT = Pace(betting=600_000, decision=600_000, cut=300, settled=600_000)
"""No time runs out while somebody in a test thinks; where nobody is asked, the dealer goes on."""
PATIENCE = 120
"""Seconds for an answer."""
GOING_ON = ("move-on", "take-and-pay")
"""What a dealer does when nobody speaks up who might."""


class House:
    """A served casino."""

    def __init__(self, folder: Path) -> None:
        self.where = str(folder / "casino.db")
        self.port = self._tables = 0
        with ThreadPoolExecutor(1) as aside:  # the browser's driver has the loop of this thread
            self.tokens = aside.submit(lambda: asyncio.run(self._found())).result()
        self.start()

    async def _found(self) -> dict[str, str]:
        proof = passwords.prove(PASSWORD)
        with open_store(self.where) as store:
            async with Floor(store) as floor:
                everybody = {OPERATOR.name: OPERATOR.role, **PEOPLE}
                for name, role in everybody.items():
                    await floor.command_house(Enrol(person=name, roles=(role,)), OPERATOR)
                    safe = {passwords.in_safe(name): proof}
                    await floor.command_house(SetPassword(person=name), OPERATOR, safe=safe)
                await floor.command_house(IssueChips(amount=100 * FLOAT), OPERATOR)
                for name, role in PEOPLE.items():
                    if role is Role.PLAYER:
                        await floor.command_house(
                            BuyIn(person=name, amount=CHIPS), Person(name, Role.PLAYER)
                        )
                for table, (instrument, options) in TABLES.items():
                    await floor.command_house(
                        SetUpTable(
                            table=table, instrument=instrument, options=options, pace=PATIENT,
                            float=FLOAT,
                        ),
                        OPERATOR,
                    )  # fmt: skip
                tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
                return {
                    name: (await tokens.make(name, "test", (role,), 1)).token
                    for name, role in everybody.items()
                }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def automatic(self, game: str) -> str:
        """A new table of a game that the program deals."""
        self._tables += 1
        name, (instrument, options) = f"{game}-{self._tables}", TABLES[game]
        asked = SetUpTable(
            table=name, instrument=instrument, options=options, pace=PATIENT, float=FLOAT
        )
        self.ask("POST", "/api/tables", msgspec.to_builtins(asked), "olga")
        return name

    def by_hand(self, name: str = "", game: str = "blackjack-2018") -> str:
        """A new table of real cards, open and ready: a test names what is dealt."""
        name = self.unchecked(name, game)
        self.do(name, "dan", "check-cards")
        return name

    def unchecked(self, name: str = "", game: str = "blackjack-2018") -> str:
        """A new table of real cards, open and shuffled, whose cards nobody has checked."""
        self._tables += 1
        name = name or f"by-hand-{self._tables}"
        instrument, options = TABLES[game]
        asked = SetUpTable(table=name, instrument=instrument, options=options, dealing=Dealing.REAL)
        self.ask("POST", "/api/tables", msgspec.to_builtins(asked), "olga")
        opening = opening_of(table_for(instrument, options), "approved", _now(), FLOAT)
        self.do(name, "olga", **msgspec.to_builtins(opening))
        while True:
            wanted = ("shuffle", "cut", "insert-cutting-card", "burn")
            legal = [each for each in self.see(name, "olga")["legal"] if each["do"] in wanted]
            if not legal:
                return name
            self.do(name, "olga", **legal[0])

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--database", self.where, "--port",
             str(self.port), "--approve"],  # other tests may be changing the program
            env={**os.environ, "CROUPIER_LOG_REQUESTS": "false", "CROUPIER_RATE": "100000",
                 "CROUPIER_RATE_BY_ADDRESS": "100000", "CROUPIER_GUESTS": "5",
                 "CROUPIER_GUESTS_BY_ADDRESS": "50"},
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        said = next((line for line in self._process.stdout if "open at" in line), "")
        found = re.search(r"open at http://[^:]+:(\d+)", said)
        assert found, "the casino did not open"
        self.port = int(found[1])

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    # -- what a test has somebody do without a browser

    def ask(self, method: str, path: str, body: Any = None, who: str | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json"}
        if who is not None:
            headers["Authorization"] = f"Bearer {self.tokens[who]}"
        try:
            connection.request(
                method, path, None if body is None else msgspec.json.encode(body), headers
            )
            answer = connection.getresponse()
            said = answer.read()
        finally:
            connection.close()
        assert answer.status < 300, (method, path, body, answer.status, said)
        return msgspec.json.decode(said) if said.startswith((b"{", b"[")) else said

    def do(self, table: str, who: str, do: str, **fields: Any) -> Any:
        """A command of somebody's."""
        command = {"do": do, **fields}
        return self.ask("POST", f"/api/tables/{table}/commands", {"command": command}, who)

    def go_on(self, table: str) -> None:
        """The dealer of a table goes on where it is waited for nobody by name."""
        while legal := [each for each in self.see(table, "dan")["legal"] if each["do"] in GOING_ON]:
            self.do(table, "dan", **legal[0])

    def see(self, table: str, who: str | None = None) -> Any:
        return self.ask("GET", f"/api/tables/{table}", who=who)["view"]

    def until(self, path: str, wanted: Callable[[Any], object], otherwise: str) -> Any:
        """What is seen at a path, asked for again until it is what a browser brings about."""
        patient_until = time.monotonic() + PATIENCE
        while not wanted(view := self.ask("GET", path)["view"]):
            assert time.monotonic() < patient_until, otherwise
        return view

    def deal(self, table: str, *cards: str) -> None:
        """The dealer of a table of real cards deals these."""
        for card in cards:
            self.do(table, "dan", "deal", card=card)


def _now() -> int:
    return time.time_ns() // 1_000_000
