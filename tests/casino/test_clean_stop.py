"""Somebody edits the database of a casino that was stopped cleanly, and has none of its keys.

The last head then names the checkpoints alone: every other end is in the last checkpoint. Each
attack must keep the casino closed, with the record and the place, and `verify` must find it too.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg
import pytest
from tests.casino.floor.cups import Cup
from tests.casino.floor.floors import (
    ANA,
    OPERATOR,
    Hands,
    found,
    open_floor,
    play_at_random,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Role
from croupier.casino import line_sums
from croupier.casino.floor import table_snapshots
from croupier.casino.floor.maintenance import Sealing
from croupier.casino.heads import SignedHead, load_head
from croupier.casino.house.commands import CashOut, Dismiss, SetPassword
from croupier.casino.house_keys import HouseKeys, KeyFile
from croupier.casino.opening_check import must_be_whole, what_is_wrong
from croupier.casino.passwords import in_safe
from croupier.casino.recovery import NotAccepted, find_loss
from croupier.casino.significant_events import significant_events
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, Writing
from croupier.casino.store.protection import Tampered
from croupier.casino.store_verification import inspect
from croupier.casino.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.casino.postgresql_server import Server

KEYS, SEAL = HouseKeys.new(), Seal.new()
IN_USE = HouseKeys(KeyFile(KEYS.file.tags, KEYS.file.safe, in_use=True))
TABLE, CUP = "tables/blackjack-2018/1", "tournaments/cup"
ATTACKED, KEPT = "attacked", "kept"
"""The database that is attacked in PostgreSQL, and the schema in it with the rows to go back to."""
TABLES = ("records", "lines", "requests", "safe", "digest")


class Stopped(NamedTuple):
    """A casino after a clean stop: the head outside, and a way to a fresh copy of its database."""

    head: SignedHead
    copy: Callable[[], str]
    older_password: bytes
    """What lay in the safe before the operator changed their password."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def stopped(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stopped]:
    folder = tmp_path_factory.mktemp("stopped")
    server: Server | None = None
    where = str(folder / "casino.db")
    if request.param == "postgresql":
        server = request.getfixturevalue("postgresql")
        assert server is not None
        where = server.another_database(ATTACKED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_sums, "PAGE", 8)
        patch.setattr(line_sums, "BLOCK", 32)
        patch.setattr(table_snapshots, "EVERY", 10)
        older = asyncio.run(_evening(where, folder / "head"))
        if server is not None:
            _keep_rows(where)

        def copy() -> str:
            if server is not None:
                _put_rows_back(where)
                return where
            shutil.copy(where, folder / "attacked.db")
            return str(folder / "attacked.db")

        head = load_head(folder / "head")
        assert head is not None
        yield Stopped(head, copy, older)


async def _evening(where: str, head: Path) -> bytes:
    """Play, answer keyed requests, cash out and dismiss somebody last of all; then stop."""
    hands, password = Hands(), in_safe(OPERATOR.name)
    with open_store(where, keys=KEYS) as store:
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, "blackjack-2018")
            await sit_down(floor, "blackjack-2018", ANA, 1)
            await play_at_random(floor, "blackjack-2018", (ANA,), 4, hands, seed=2)
            cup = Cup(floor, hands, "act-blackjack-2018")
            await cup.open()
            for number in range(3):
                asked = KeyedRequest.of(f"ana/{number}", b"asked")
                await floor.write(Writing(additions=(), request=asked, answer=b"answered"))
            for proof in (b"the older", b"the newer"):
                command = SetPassword(person=OPERATOR.name)
                await floor.command_house(command, OPERATOR, safe={password: proof})
                if proof == b"the older":
                    kept = Editor(where).one("SELECT content FROM {}.safe WHERE name = ?", password)
            for _ in range(2):
                await floor.command_house(CashOut(person=ANA.name, amount=1_000_00), ANA)
            await floor.command_house(Dismiss(person="dora", role=Role.DEALER), OPERATOR)
            await Sealing(floor, SEAL, head).close()
    return bytes(kept)


def _keep_rows(where: str) -> None:
    with psycopg.connect(where) as db:
        db.execute(f"CREATE SCHEMA {KEPT}".encode())
        for table in TABLES:
            db.execute(f"CREATE TABLE {KEPT}.{table} AS TABLE croupier.{table}".encode())


def _put_rows_back(where: str) -> None:
    """As the casino was when it stopped: quicker than another database for each attack."""
    with psycopg.connect(where) as db:
        db.execute("SET session_replication_role = replica")  # no guard, and in any order
        for table in TABLES:
            db.execute(f"DELETE FROM croupier.{table}".encode())
            put = f"INSERT INTO croupier.{table} OVERRIDING SYSTEM VALUE TABLE {KEPT}.{table}"
            db.execute(put.encode())


class Editor:
    """Edits either database behind the back of its store. `{}` in a statement is the schema."""

    def __init__(self, where: str) -> None:
        self._is_file = not where.startswith("postgresql:")
        self._db: Any = sqlite3.connect(where) if self._is_file else psycopg.connect(where)

    def do(self, statement: str, *values: object) -> Any:
        if self._is_file:
            return self._db.execute(statement.replace("{}", "main"), values)
        statement = statement.replace("{}", "croupier").replace("?", "%s")
        return self._db.execute(statement.encode(), values)

    def one(self, statement: str, *values: object) -> Any:
        (found,) = self.do(statement, *values).fetchone()
        return found

    def edit(self, attack: Callable[[Editor], object]) -> None:
        """Attack without the guards, and put them back."""
        guards = []
        if self._is_file:
            asked = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            for name, made_by in self.do(asked).fetchall():
                self.do(f"DROP TRIGGER {name}")
                guards.append(made_by)
        else:
            self.do("ALTER TABLE {}.lines DISABLE TRIGGER ALL")
            guards.append("ALTER TABLE {}.lines ENABLE TRIGGER ALL")
        attack(self)
        for guard in guards:
            self.do(guard)
        self._db.commit()
        self._db.close()

    # -- what several attacks do

    def record(self, name: str) -> int:
        return int(self.one("SELECT id FROM {}.records WHERE name = ?", name))

    def cut(self, name: str, lines: int) -> None:
        """Take the last lines of a record away, and leave their positions empty."""
        record = self.record(name)
        last = self.one("SELECT max(number) FROM {}.lines WHERE record = ?", record)
        self.do("DELETE FROM {}.lines WHERE record = ? AND number > ?", record, last - lines)

    def close_gaps(self) -> None:
        """Number the positions again, so that none is empty."""
        rows = self.do("SELECT position FROM {}.lines ORDER BY position").fetchall()
        for position, (old,) in enumerate(rows, 1):
            self.do("UPDATE {}.lines SET position = ? WHERE position = ?", position, old)

    def alter(self, name: str, number: int, old: bytes, new: bytes) -> None:
        """Change a line, and leave its hash and tag as they are."""
        place = self.record(name), number
        line = bytes(self.one("SELECT line FROM {}.lines WHERE record = ? AND number = ?", *place))
        assert old in line
        altered = line.replace(old, new, 1)
        self.do("UPDATE {}.lines SET line = ? WHERE record = ? AND number = ?", altered, *place)


def cut(name: str, lines: int, *, gaps: bool = False) -> Callable[[Editor], object]:
    def attack(editor: Editor) -> None:
        editor.cut(name, lines)
        if not gaps:
            editor.close_gaps()

    return attack


def cut_with_snapshot(editor: Editor) -> None:
    editor.do("DELETE FROM {}.safe WHERE substr(name, 1, 9) = 'snapshot/'")
    cut(TABLE, 3)(editor)


def cut_house_and_alter_checkpoint(editor: Editor) -> None:
    """The last checkpoint no longer names the house; its hash stays."""
    editor.cut("house", 3)
    last = editor.one(
        "SELECT max(number) FROM {}.lines WHERE record = ?", editor.record("checkpoints")
    )
    editor.alter("checkpoints", last, b'"record":"house"', b'"record":"hause"')


def delete_record(name: str) -> Callable[[Editor], object]:
    def attack(editor: Editor) -> None:
        record = editor.record(name)
        editor.do("DELETE FROM {}.lines WHERE record = ?", record)
        editor.do("DELETE FROM {}.records WHERE id = ?", record)
        editor.close_gaps()

    return attack


def exchange(column: str) -> Callable[[Editor], object]:
    """Two early lines of the table change their numbers, or their positions."""

    def attack(editor: Editor) -> None:
        record = editor.record(TABLE)
        asked = f"SELECT {column} FROM {{}}.lines WHERE record = ? AND number = ?"
        one, other = (editor.one(asked, record, number) for number in (4, 5))
        for old, new in ((one, -1), (other, one), (-1, other)):
            put = f"UPDATE {{}}.lines SET {column} = ? WHERE record = ? AND {column} = ?"
            editor.do(put, new, record, old)

    return attack


def delete_request(editor: Editor) -> None:
    editor.do("DELETE FROM {}.requests WHERE id = 'ana/1'")


def exchange_request(editor: Editor) -> None:
    """As many as before: another key is in the place of one that was used."""
    editor.do("UPDATE {}.requests SET id = 'eve/1' WHERE id = 'ana/1'")


def alter_answer(editor: Editor) -> None:
    editor.do("UPDATE {}.requests SET answer = ? WHERE id = 'ana/1'", b"something else")


ATTACKS: dict[str, tuple[Callable[[Editor], object], str]] = {
    "cut the house": (cut("house", 3), "house: 3 lines are missing after line"),
    "cut the house, with gaps": (cut("house", 3, gaps=True), "house: 3 lines are missing"),
    "cut a table": (cut(TABLE, 2), f"{TABLE}: 2 lines are missing after line"),
    "cut a tournament": (cut(CUP, 1), f"{CUP}: 1 line is missing"),
    "cut with snapshot": (cut_with_snapshot, f"{TABLE}: 3 lines are missing"),
    "cut behind checkpoint": (cut_house_and_alter_checkpoint, "checkpoints: line 2 was altered"),
    "cut checkpoints": (cut("checkpoints", 1), "checkpoints: 1 line is missing"),
    "no checkpoints": (delete_record("checkpoints"), "checkpoints: 2 lines are missing"),
    "no table": (delete_record(TABLE), f"{TABLE}: "),
    "no tournament": (delete_record(CUP), f"{CUP}: 1 line is missing"),
    "name without lines": (
        lambda editor: editor.do("INSERT INTO {}.records (name) VALUES ('tables/other/1')"),
        "lines are missing of a record that has a name",
    ),
    "alter an early line": (
        lambda editor: editor.alter(TABLE, 5, b'"n":4', b'"n":7'), f"{TABLE}: line 5 was altered",
    ),
    "alter the last line": (
        lambda editor: editor.alter("house", 3, b'"n":2', b'"n":7'), "house: line 3 was altered",
    ),
    "exchange numbers": (exchange("number"), f"{TABLE}: line 5 "),
    "exchange positions": (exchange("position"), f"{TABLE}: line 5 "),
    "delete a request": (delete_request, "the requests: there are 2, and 3 were answered"),
    "exchange a request": (exchange_request, "the requests: one of them"),
    "alter an answer": (alter_answer, "the requests: one of them"),
}  # fmt: skip


@pytest.mark.parametrize("how", ATTACKS)
def test_nothing_opens_that_was_edited_after_a_clean_stop(stopped: Stopped, how: str) -> None:
    attack, named = ATTACKS[how]
    where = stopped.copy()
    Editor(where).edit(attack)
    with open_store(where, keys=IN_USE) as store:
        before = store.digest()
        with pytest.raises(Tampered) as refused:
            must_be_whole(store, stopped.head, [SEAL.public])
        assert store.digest() == before, "nothing is written"
        assert named in str(refused.value)
    with open_store(where, read_only=True, keys=IN_USE) as store:
        assert not inspect(store, keys=[SEAL.public], heads=[stopped.head]).sound


def test_untouched_it_opens_and_the_sums_spare_following_every_chain(stopped: Stopped) -> None:
    where = stopped.copy()
    assert {end.record for end in stopped.head.records} == {"checkpoints"}
    with open_store(where, keys=IN_USE) as store:
        digest = store.digest()
        assert digest is not None
        must_be_whole(store, stopped.head, [SEAL.public])
        sums = line_sums.check_lines(store, digest)
        assert digest.position - 32 < sums.lines <= digest.position
        assert store.digest() == digest, "the sums of the stop are enough"
        assert find_loss(store, stopped.head, [SEAL.public]) is None
        assert store.safe_names("snapshot/"), "the table has one"


def test_a_password_that_was_put_back_keeps_it_closed(stopped: Stopped) -> None:
    where, name = stopped.copy(), in_safe(OPERATOR.name)
    put = "UPDATE {}.safe SET content = ? WHERE name = ?"
    Editor(where).edit(lambda editor: editor.do(put, stopped.older_password, name))
    with open_store(where, keys=IN_USE) as store:
        assert list(what_is_wrong(store, stopped.head, [SEAL.public])) == [
            "the safe: something in it is older than it should be"
        ]


def test_sums_that_were_taken_away_or_put_back_keep_it_closed(stopped: Stopped) -> None:
    where = stopped.copy()
    Editor(where).edit(lambda editor: editor.do("DELETE FROM {}.safe WHERE name = 'line-sums'"))
    with open_store(where, keys=IN_USE) as store:
        (wrong,) = what_is_wrong(store, stopped.head, [SEAL.public])
        assert wrong.startswith("the safe: ")


def test_after_a_crash_the_digest_still_vouches_for_every_line(stopped: Stopped) -> None:
    """The head outside is older than the end; tags and the digest cover what came after it."""
    where = stopped.copy()

    async def crash() -> None:
        with open_store(where, keys=IN_USE) as store:
            async with open_floor(store, Hands()) as floor:
                for _ in range(2):
                    await floor.command_house(CashOut(person=ANA.name, amount=1_00), ANA)

    asyncio.run(crash())
    with open_store(where, keys=IN_USE) as store:
        assert list(what_is_wrong(store, stopped.head, [SEAL.public])) == []
    Editor(where).edit(cut("house", 1))
    with open_store(where, keys=IN_USE) as store:
        assert list(what_is_wrong(store, stopped.head, [SEAL.public]))


def test_an_edit_while_open_is_reported_at_the_stop_and_keeps_it_closed(
    stopped: Stopped, tmp_path: Path
) -> None:
    where = stopped.copy()

    async def edit_and_stop() -> None:
        with open_store(where, keys=IN_USE) as store:
            async with open_floor(store, Hands()) as floor:
                for _ in range(2):
                    await floor.command_house(CashOut(person=ANA.name, amount=1_00), ANA)
                last = store.standing("house").lines
                Editor(where).edit(lambda editor: editor.alter("house", last, b'"n":', b'"n": '))
                await Sealing(floor, SEAL, tmp_path / "head").close()
            told = [event.happened for event in significant_events(store)]
            assert any(f"house: line {last} was altered" in str(each) for each in told)

    asyncio.run(edit_and_stop())
    with open_store(where, keys=IN_USE) as store:
        (wrong,) = what_is_wrong(store, load_head(tmp_path / "head"), [SEAL.public])
    assert wrong.startswith("house: line ")


def test_an_edited_answer_is_not_a_loss_that_two_people_can_accept(stopped: Stopped) -> None:
    where = stopped.copy()
    Editor(where).edit(alter_answer)
    with open_store(where, keys=IN_USE) as store, pytest.raises(NotAccepted, match="no loss"):
        find_loss(store, stopped.head, [SEAL.public])


def test_an_older_copy_with_its_own_head_is_seen_by_a_witness_alone(
    stopped: Stopped, tmp_path: Path
) -> None:
    """Whoever also holds the files beside the database can roll back everything there is."""
    where = stopped.copy()

    async def play_on() -> SignedHead:
        with open_store(where, keys=IN_USE) as store:
            async with open_floor(store, Hands()) as floor:
                await floor.command_house(CashOut(person=ANA.name, amount=1_00), ANA)
                sealing = Sealing(floor, SEAL)
                await sealing.close()
                assert sealing.head is not None
                return sealing.head

    later = asyncio.run(play_on())
    where = stopped.copy()
    with open_store(where, keys=IN_USE) as store:
        assert list(what_is_wrong(store, stopped.head, [SEAL.public])) == []
        assert list(what_is_wrong(store, later, [SEAL.public]))
    witness = Witness(tmp_path, [SEAL.public])
    assert witness.take(later) == []
    assert [said[:12] for said in witness.take(stopped.head)] == ["it goes back"]
