"""A tournament whose server is killed in every phase: nothing acknowledged is lost or done twice.

Nine players and two sessions by default; `CROUPIER_TOURNAMENT_PLAYERS=500` for more of both.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import signal
import threading
import time
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from tests.casino.floor.cups import CUP, DEALER, TOM, example, names, people
from tests.casino.floor.floors import OPERATOR
from tests.tournament.support import BACCARAT
from tests.web.casinos import PASSWORD, proof
from tests.web.guests import GIVE_UP, NOT_ANSWERED, UNAVAILABLE
from tests.web.test_kill import Lives, _free_port

from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.floor import Floor
from croupier.casino.floor.command_answers import request_of
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import OpenTournament, Pace, SetPassword
from croupier.casino.record_names import TABLES, TOURNAMENTS
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.tournament import ballot
from croupier.tournament.conditions import Conditions
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = int(os.environ.get("CROUPIER_TOURNAMENT_PLAYERS", "9"))
IS_LARGE = PLAYERS >= 100
QUICK = Pace(betting=60_000, decision=50, cut=0, settled=0)
LEAST = 25_00


def conditions() -> Conditions:
    """Heats in which many go out and may buy back once, perhaps a semi-final, and a final."""
    heats = {"name": "heats", "rounds": 3, "advance_per_table": 2, "fresh_chips": True}
    semi = {"name": "semi-final", "rounds": 2, "advance_in_all": 7, "fresh_chips": True}
    final = {"name": "final", "rounds": 2, "fresh_chips": True}
    sessions = [heats, *([semi] if IS_LARGE else ()), final]
    back = {"offered": True, "most": 1, "cost": 50_00, "chips": 250_00, "method": "at the table"}
    return example(
        BACCARAT, sessions=sessions, chips=250_00, buy_back=back, session_ties="share",
        starts="2099-01-16T19:00:00+11:00",
    )  # fmt: skip


OPERATORS_WORD = b64encode(f"{OPERATOR.name}:{PASSWORD}".encode()).decode()
"""By which the operator confirms that the director enters somebody at the desk."""


async def founded(where: str) -> dict[str, str]:
    """A house with people and an open tournament, and a token for everybody."""
    staff = {each.name: each.role for each in (OPERATOR, TOM, DEALER)}
    with open_store(where) as store:
        async with Floor(store) as floor:
            await people(floor, PLAYERS)
            command = OpenTournament(tournament=CUP, instrument=BACCARAT, pace=QUICK)
            await floor.command_house(command, OPERATOR)
            safe = {passwords.in_safe(OPERATOR.name): proof()}
            await floor.command_house(SetPassword(person=OPERATOR.name), OPERATOR, safe=safe)
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            roles = {**staff, **dict.fromkeys(names(PLAYERS), Role.PLAYER)}
            return {
                name: (await tokens.make(name, "test", (role,), 1)).token
                for name, role in roles.items()
            }


class Desk:
    """Everybody in the tournament, through one connection; a request is made until it is answered.

    `killing` is the phase in which the server dies next, when so many requests of it were made.
    """

    def __init__(self, where: str, port: int, tokens: dict[str, str]) -> None:
        self.where, self.port, self.tokens = where, port, tokens
        self.acknowledged: dict[tuple[str, str], bytes] = {}
        self.wagers: Counter[str] = Counter()
        self.repeated = self.made = self.out = 0
        self.deaths: list[str] = []
        self._connection: http.client.HTTPConnection | None = None
        self._killer: threading.Thread | None = None
        self.tables = Lives(where, port)
        self.server = self.tables.begin()
        self.tables.wait_until_open()

    # -- dying

    def die_soon(self, phase: str) -> None:
        """Have the server killed while the next requests are made, looked at, and started anew."""
        self.survived()
        self._killer = threading.Thread(target=self._kill, args=(phase, self.made + 3))
        self._killer.start()

    def survived(self) -> None:
        if self._killer is not None:
            self._killer.join()
            self._killer = None

    def _kill(self, phase: str, when: int) -> None:
        while self.made < when:  # in the middle of what is being asked
            time.sleep(0.0005)
        self.tables.end(self.server, signal.SIGKILL)
        self.must_be_sound()
        self.deaths.append(phase)
        self.server = self.tables.begin()
        self.tables.wait_until_open()

    def must_be_sound(self) -> None:
        """Look at the store while no server has it."""
        with open_store(self.where, read_only=True) as store:
            lost = [
                key
                for (name, key), body in list(self.acknowledged.items())
                if (receipt := store.receipt(_id(name, key))) is None or receipt.answer != body
            ]
            assert lost == []
            found = inspect(store)
            assert found.sound, [str(each) for each in found.findings]

    # -- asking

    def get(self, path: str, by: str) -> Any:
        status, body = self._ask("GET", path, None, "", by)
        assert status in (200, 404), body
        return msgspec.json.decode(body) if status == http.client.OK else None

    def do(self, path: str, by: str, do: str, **said: Any) -> dict[str, Any]:
        """What a command is answered: done, or refused as no longer possible."""
        key = f"{by}-{len(self.acknowledged)}-{self.made}"
        asked = msgspec.json.encode({"command": {"do": do, **said}})
        status, body = self._ask("POST", f"{path}/commands", asked, key, by)
        assert status in (200, 404, 409), body
        if status == http.client.OK:
            self.acknowledged[by, key] = body
        answer: dict[str, Any] = msgspec.json.decode(body)
        return answer

    def cup(self, by: Person, do: str, **said: Any) -> dict[str, Any]:
        answer = self.do(f"/api/tournaments/{CUP}", by.name, do, **said)
        assert "line" in answer, answer
        return answer

    def _ask(
        self, method: str, path: str, body: bytes | None, key: str, by: str
    ) -> tuple[int, bytes]:
        self.made += 1
        headers = {
            "Authorization": f"Bearer {self.tokens[by]}", "Content-Type": "application/json"
        }  # fmt: skip
        if key:
            headers["Idempotency-Key"] = key
        if body is not None and b'"enter"' in body:
            headers["Second-Person"] = f"Basic {OPERATORS_WORD}"
        until = time.monotonic() + 2 * GIVE_UP
        while time.monotonic() < until:
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        "127.0.0.1", self.port, timeout=60
                    )
                self._connection.request(method, path, body, headers)
                answer = self._connection.getresponse()
                said = answer.read()
                if answer.status != UNAVAILABLE:
                    self.repeated += answer.headers.get("Idempotent-Replayed") == "true"
                    return answer.status, said
            except NOT_ANSWERED:
                if self._connection is not None:
                    self._connection.close()
                    self._connection = None
            self.made += 1
            time.sleep(0.005)
        raise TimeoutError(f"no answer to {method} {path}")

    # -- a tournament

    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.get(f"/api/tournaments/{CUP}", TOM.name)
        return seen

    def take_entries(self) -> None:
        self.cup(OPERATOR, "document-conditions", conditions=msgspec.to_builtins(conditions()))
        for step in ("published", "notified"):
            self.cup(OPERATOR, "take-step", step=step, document="CR 7")
        self.cup(OPERATOR, "nominate-director", person=TOM.name)
        self.cup(TOM, "open-entries")
        for number, name in enumerate(names(PLAYERS)):
            if number == PLAYERS // 2:
                self.die_soon("entries")
            self.cup(TOM, "enter", player=name, paid=100_00)
        self.survived()
        self.cup(TOM, "close-entries")

    def seat(self, session: int) -> None:
        secret = sha256(b"session %d" % session).digest()
        self.cup(TOM, "commit-ballot", commitments=[ballot.commit(secret)])
        self.die_soon("ballot" if session == 1 else "between sessions")
        self.cup(TOM, "draw-seats", secret=secret.hex())
        for seat in self.view()["view"]["seats"]:
            self.cup(Person(seat["player"], Role.PLAYER), "take-seat", player=seat["player"])
        self.survived()
        self.cup(TOM, "start-session")

    def play(self, session: int) -> None:
        """Everybody wagers whenever they owe a wager, until the session is over everywhere."""
        rounds = 0
        while True:
            seen = self.view()
            self._buy_back(seen["view"])
            over, in_play = seen["view"]["session"]["over"], seen["tables"]
            if not in_play and len(over) == len(seen["view"]["session"]["rounds"]):
                break
            rounds += 1
            if rounds == 2 and (session == 1 or IS_LARGE):
                self.die_soon(f"session {session}")
            for table in in_play.values():
                self._wager(table)
        self.survived()
        self.cup(TOM, "end-session")

    def _buy_back(self, view: dict[str, Any]) -> None:
        for standing in view["leaderboard"]:
            if standing["status"] == "may buy back":
                player = standing["player"]
                self.out += 1
                if self.out % 3:
                    self.cup(Person(player, Role.PLAYER), "buy-back", player=player, paid=50_00)
                else:
                    self.cup(Person(player, Role.PLAYER), "decline-buy-back", player=player)

    def _wager(self, table: str) -> None:
        """Half of the players are against the other half, and with all until some are out."""
        seen = self.get(f"/api/tables/{table}", DEALER.name)
        if seen is None or seen["view"]["phase"] != "betting":
            return
        view = seen["view"]
        wagered = {wager["player"] for box in view["boxes"] for wager in box["wagers"]}
        for place, position in enumerate(view["tournament"]["positions"]):
            name, most = position["player"], position["chips"] // LEAST
            if position["out"] or name in wagered:
                continue
            units = 1 + (int(name[1:]) * 7 + 3 * view["tournament"]["rounds"]) % 10
            amount = LEAST * (min(units, most) if self.out else most)
            side = "player" if place % 2 else "banker"
            answer = self.do(
                f"/api/tables/{table}", name, "place-wager", player=name, box=position["box"],
                amount=amount, wager=side,
            )  # fmt: skip
            self.wagers[name] += "line" in answer

    def award(self) -> None:
        self.die_soon("prizes")
        self.view()
        self.cup(TOM, "award-places")
        self.view()
        self.view()
        self.survived()


def _id(name: str, key: str) -> str:
    request = request_of(Person(name, Role.PLAYER), key, "", None)
    assert request is not None
    return request.id


def test_a_tournament_survives_a_kill_in_each_phase(tmp_path: Path) -> None:
    where, port = str(tmp_path / "casino.db"), _free_port()
    desk = Desk(where, port, asyncio.run(founded(where)))
    began = time.monotonic()
    desk.take_entries()
    session = 0
    while desk.view()["view"]["phase"] == "seating":
        session += 1
        desk.seat(session)
        desk.play(session)
    desk.award()
    seconds = time.monotonic() - began
    desk.tables.end(desk.server, signal.SIGTERM)
    desk.tables.close()
    desk.must_be_sound()
    between = ["between sessions", "session 2"] if IS_LARGE else []
    last = ["between sessions", *(["session 3"] if IS_LARGE else []), "prizes"]
    assert desk.deaths == ["entries", "ballot", "session 1", *between, *last]
    _must_add_up(where, desk)
    if IS_LARGE:
        print(f"{PLAYERS} players, {len(desk.acknowledged)} commands in {seconds:.0f} s")


def _must_add_up(where: str, desk: Desk) -> None:
    with open_store(where, read_only=True) as store:
        floor = Floor(store)
        cup, books = floor.tournaments[CUP].aggregate, floor.house.books
        lines = [(a["record"], a["line"]) for a in map(_read, desk.acknowledged.values())]
        assert len(set(lines)) == len(lines), "one line answers two requests"
        assert len(cup.entrants) == PLAYERS
        assert sum(each.buy_backs for each in cup.entrants.values()) > 0
        assert sum(each.prize for each in cup.entrants.values()) == cup.pool.total
        assert (books.held(TOURNAMENTS + CUP), books.balance) == (0, True)
        paid = cup.pool.commission
        assert sum(books.held(pocket(p)) for p in cup.entrants) == PLAYERS * 1_000_00 - paid
        assert not floor.tables
        issued, wagers = 0, Counter[str]()
        for standing in store.records():
            if standing.record.startswith(TABLES):
                for line in store.lines(standing.record, after=1):
                    entry = msgspec.json.decode(line)["entry"]
                    if entry["command"]["do"] == "place-wager":
                        wagers[entry["by"]] += 1
                    moved = (f for f in entry["facts"] if f["fact"] == "tournament-chips")
                    issued += sum(fact["amount"] for fact in moved)
        assert issued == 0, "as many tournament chips came back as were issued"
        assert wagers == +desk.wagers


def _read(body: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(body)
    return answer
