"""Somebody has full write access to a casino's database, and none of its keys.

Every attack has to be found: by the keys and the head that lie outside the database. The controls
are the same attacks without a head, where some pass by design, and a database that nobody touched.
`CROUPIER_ATTACKS=1000` has as many as one likes.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

import psycopg
import pytest
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
from tests.casino.forgers import Forger, rehashed

from croupier.aggregate.record_lines import split
from croupier.casino.checkpoints import make_checkpoint
from croupier.casino.floor.maintenance import Sealing
from croupier.casino.heads import HeadKeeper, SignedHead, load_head
from croupier.casino.house.commands import SetPassword
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import what_is_wrong
from croupier.casino.passwords import in_safe
from croupier.casino.recovery import NotAccepted, find_loss
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, StoreFailed, Writing
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import Doubt, Inspection, inspect
from croupier.casino.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.casino.postgresql_server import Server

    Attack = Callable[[Forger, random.Random], object]

ATTACKS = int(os.environ.get("CROUPIER_ATTACKS", "60"))
KEYS, SEAL = HouseKeys.new(), Seal.new()
TABLE, HOLDEM = "tables/blackjack-2018/1", "tables/holdem/1"
WHO = {"ana": ANA, "operator": OPERATOR}
PROOFS = {name: b"$argon2id$of " + name.encode() for name in ("ana", "operator")}


class Casino(NamedTuple):
    """A casino's file, copies of it from before, and the head that was kept outside.

    The first file is as a crash leaves it; `stopped` is the same casino after a clean stop.
    """

    path: Path
    earlier: Path
    head: SignedHead
    stopped: Path
    head_at_stop: SignedHead


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    folder = tmp_path_factory.mktemp("attacked")
    path, earlier, stopped = (folder / f"{name}.db" for name in ("casino", "earlier", "stopped"))

    async def evening() -> SignedHead:
        hands = Hands()
        with SqliteStore(path, keys=KEYS) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                sealing = Sealing(floor, SEAL, folder / "head")
                for name, proof in PROOFS.items():
                    safe = {in_safe(name): b"older " + proof}
                    await floor.command_house(SetPassword(person=name), WHO[name], safe=safe)
                for table in ("blackjack-2018", "holdem"):
                    await set_up(floor, table)
                    await sit_down(floor, table, ANA, 1)
                    await play_at_random(floor, table, (ANA,), 2, hands, seed=2)
                await sealing.checkpoint()
                store.back_up(earlier)
                for name, proof in PROOFS.items():
                    safe = {in_safe(name): proof}
                    await floor.command_house(SetPassword(person=name), WHO[name], safe=safe)
                for table in ("blackjack-2018", "holdem"):
                    await play_at_random(floor, table, (ANA,), 1, hands, seed=3)
                for number in range(3):
                    asked = KeyedRequest.of(f"ana/{number}", b"asked")
                    await floor.write(Writing(additions=(), request=asked, answer=b"answered"))
                crashed = await sealing.keep_head()
                assert crashed is not None
                store.back_up(folder / "crashed.db")
                await sealing.close()
                return crashed

    head = asyncio.run(evening())
    shutil.move(path, stopped)
    shutil.move(folder / "crashed.db", path)
    at_stop = load_head(folder / "head")
    assert at_stop is not None
    return Casino(path, earlier, head, stopped, at_stop)


class Attacked(NamedTuple):
    inspection: Inspection
    opening: list[str]
    """Why a server stays closed."""

    @property
    def faults(self) -> set[str]:
        found = self.inspection
        each = [*found.findings, *(one for record in found.records for one in record.findings)]
        return {str(finding.fault) for finding in each}


def look(path: Path, head: SignedHead | None) -> Attacked:
    """What `verify` and a server that is opened find."""
    heads = () if head is None else (head,)
    with SqliteStore(path, read_only=True, keys=IN_USE) as store:
        inspection = inspect(store, keys=[SEAL.public], heads=heads)
    try:
        with SqliteStore(path, keys=IN_USE) as store:
            opening = list(what_is_wrong(store, head, [SEAL.public]))
    except StoreFailed as error:
        opening = [str(error)]
    return Attacked(inspection, opening)


IN_USE = HouseKeys(type(KEYS.file)(KEYS.file.tags, KEYS.file.safe, in_use=True))


@pytest.fixture
def attacked(casino: Casino, tmp_path: Path) -> Callable[..., Attacked]:
    def attack(do: Attack, *, head: bool = True, seed: int = 1, stopped: bool = False) -> Attacked:
        copy = tmp_path / "casino.db"
        shutil.copy(casino.stopped if stopped else casino.path, copy)
        forger = Forger(copy)
        do(forger, random.Random(seed))
        forger.done()
        last = casino.head_at_stop if stopped else casino.head
        return look(copy, last if head else None)

    return attack


def test_untouched_it_is_sound_and_opens(casino: Casino) -> None:
    for path, head in ((casino.path, casino.head), (casino.stopped, casino.head_at_stop)):
        found = look(path, head)
        assert found.inspection.sound, found.faults
        assert (found.opening, found.inspection.after_head) == ([], 0)


# --- those that were never found before


def cut_tail(record: str, lines: int) -> Attack:
    return lambda forger, _: forger.keep(record, forger.lines(record)[:-lines])


def test_the_tail_after_the_last_checkpoint_cut_off(attacked: Callable[..., Attacked]) -> None:
    def cut(forger: Forger, chance: random.Random) -> None:
        """Everything that came after the checkpoint, in every record."""
        (last,) = forger.db.execute(
            "SELECT max(position) FROM lines JOIN records ON records.id = record"
            " WHERE name = 'checkpoints'"
        ).fetchone()
        forger.db.execute("DELETE FROM lines WHERE position > ?", (last,))

    found = attacked(cut)
    assert Doubt.OLDER_COPY in found.faults
    assert any("lines are missing after line" in said for said in found.opening), found.opening
    assert not attacked(cut, head=False).inspection.sound, "the digest counts lines too"


def test_one_tables_tail_cut_and_positions_renumbered(attacked: Callable[..., Attacked]) -> None:
    found = attacked(cut_tail(TABLE, 3))
    assert not found.inspection.sound
    assert any(
        said.startswith(f"{TABLE}: 3 lines are missing after line") for said in found.opening
    )


def test_a_forged_line_is_not_signed(attacked: Callable[..., Attacked]) -> None:
    def append(forger: Forger, chance: random.Random) -> None:
        lines = forger.lines(TABLE)
        forger.keep(TABLE, rehashed([*lines, lines[-1]])[: len(lines) + 1])

    found = attacked(append)
    assert Doubt.NOT_THE_HOUSES in found.faults
    assert found.opening


def test_a_line_that_is_forged_while_the_casino_is_open_is_not_gone_on_from(
    casino: Casino, tmp_path: Path
) -> None:
    copy = tmp_path / "casino.db"
    shutil.copy(casino.path, copy)
    with SqliteStore(copy, keys=KEYS) as store:
        heads = HeadKeeper(store, SEAL, None)
        before = heads.keep(1).read()
        with sqlite3.connect(copy) as db:
            db.execute(
                "INSERT INTO lines (record, number, line) SELECT record, max(number) + 1, line"
                " FROM lines WHERE record = (SELECT id FROM records WHERE name = ?)", (TABLE,),
            )  # fmt: skip
        assert heads.keep(2).read() == before
        with pytest.raises(StoreFailed, match="somebody else has written"):
            store.add(Writing(additions=(), safe={"x": b"y"}))
        ends = heads.refresh
        with pytest.raises(StoreFailed):
            make_checkpoint(store, SEAL, at=3, ends=ends)


def test_a_rollback_to_an_older_copy(casino: Casino, tmp_path: Path) -> None:
    found = look(casino.earlier, casino.head)
    assert Doubt.OLDER_COPY in found.faults
    assert any(said.startswith("it is an older copy") for said in found.opening)
    assert look(casino.earlier, None).inspection.sound, "which only a head from outside can tell"


def test_a_log_that_is_gone_or_garbled(casino: Casino, tmp_path: Path) -> None:
    copy = tmp_path / "casino.db"
    shutil.copy(casino.earlier, copy)
    with SqliteStore(copy, keys=KEYS) as store:
        heads = HeadKeeper(store, SEAL, None)
        for number in range(20):
            store.add(Writing(additions=(), safe={"clock": str(number).encode()}))
        head = heads.keep(1)
        left = tmp_path / "left.db"
        shutil.copy(copy, left)
        log = bytearray((tmp_path / "casino.db-wal").read_bytes())
    log[40:48] = b"garbled!"
    (tmp_path / "left.db-wal").write_bytes(log)
    assert look(left, head).opening
    (tmp_path / "left.db-wal").unlink()
    (tmp_path / "left.db-shm").unlink(missing_ok=True)
    assert any("older copy" in said for said in look(left, head).opening)


@pytest.mark.parametrize("how", ["own", "another's", "older", "gone"])
def test_a_swapped_password_hash(
    attacked: Callable[..., Attacked], casino: Casino, how: str
) -> None:
    def swap(forger: Forger, chance: random.Random) -> None:
        put = {
            "own": b"$argon2id$of the forger",
            "another's": forger.in_safe(in_safe("ana")),
            "older": Forger(casino.earlier, to_look=True).in_safe(in_safe("operator")),
            "gone": None,
        }[how]
        forger.put_in_safe(in_safe("operator"), put)

    found = attacked(swap)
    assert Doubt.SAFE_ALTERED in found.faults
    assert any(said.startswith("the safe: ") for said in found.opening)
    assert not attacked(swap, head=False).inspection.sound


def test_every_checkpoint_deleted(attacked: Callable[..., Attacked]) -> None:
    found = attacked(lambda forger, _: forger.keep("checkpoints", []))
    assert not found.inspection.sound
    assert any(said.startswith("checkpoints: ") for said in found.opening)


def test_what_lies_in_the_safe_cannot_be_read(casino: Casino) -> None:
    content = casino.path.read_bytes()
    with SqliteStore(casino.path, read_only=True, keys=KEYS) as store:
        assert store.safe(in_safe("ana")) == PROOFS["ana"]
        dealer = store.safe("dealer/blackjack-2018/1")
    assert dealer is not None
    assert b'"order":"' in dealer
    order = dealer[dealer.index(b'"order":"') :][:60]
    assert order not in content
    assert PROOFS["ana"] not in content
    with SqliteStore(casino.path, read_only=True) as store:
        assert store.safe(in_safe("ana")) is None


# --- a thousand at random


def test_all_attacks_at_random_are_found(attacked: Callable[..., Attacked]) -> None:
    missed = []
    for number in range(ATTACKS):
        times, which = divmod(number, len(WAYS))
        way, stopped = WAYS[which], times % 2 == 1
        found = attacked(way, seed=number, stopped=stopped)
        if found.inspection.sound or not found.opening:
            missed.append(f"{way.__name__} with seed {number}, stopped: {stopped}")
    assert missed == []


@pytest.mark.parametrize(
    ("way", "named"),
    [
        ("plant_trigger", "the trigger late is not the program's"),
        ("take_guards_away", "the trigger lines_are_kept is missing"),
        ("put_view_before_safe", "the table safe is missing"),
        ("loosen_types", "is not as it was made"),
        ("hide_line", "lines "),
        ("name_record_twice", "the table records is not as it was made"),
    ],
)
def test_what_is_around_the_rows_is_found_and_named(
    attacked: Callable[..., Attacked], way: str, named: str
) -> None:
    """Nothing that the house wrote is altered, and the file is not gone on from all the same."""
    (attack,) = (each for each in WAYS if each.__name__ == way)
    for seed in range(3):
        found = attacked(attack, seed=seed)
        assert Doubt.FOREIGN in found.faults
        assert any(named in str(each) for each in found.inspection.findings)
        assert any(named in said for said in found.opening), found.opening


def test_a_rollback_with_the_head_of_its_own_moment_is_seen_by_a_witness_alone(
    casino: Casino, tmp_path: Path
) -> None:
    copy = tmp_path / "casino.db"
    shutil.copy(casino.earlier, copy)
    with SqliteStore(copy, keys=KEYS) as store:
        copied = HeadKeeper(store, SEAL, None).keep(1)
    found = look(copy, copied)
    assert (found.inspection.sound, found.opening) == (True, [])  # the control
    with SqliteStore(copy, read_only=True, keys=IN_USE) as store:
        witnessed = inspect(store, keys=[SEAL.public], heads=(copied, casino.head))
    assert Doubt.OLDER_COPY in {each.fault for each in witnessed.findings}


def test_the_controls_fail(attacked: Callable[..., Attacked]) -> None:
    """An attack that does nothing is not found."""
    assert attacked(lambda forger, chance: None).inspection.sound


RECORDS = ("house", TABLE, HOLDEM, "checkpoints")


def alter(forger: Forger, chance: random.Random) -> None:
    record = chance.choice(RECORDS)
    lines = forger.lines(record)
    number = chance.randrange(len(lines))
    line = bytearray(lines[number])
    line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    forger.put(record, number + 1, bytes(line))


def rewrite(forger: Forger, chance: random.Random) -> None:
    """Another number somewhere in a body, and all hashes to match."""
    record = chance.choice(RECORDS)
    lines = forger.lines(record)
    number = chance.randrange(1, len(lines))
    body = lines[number].replace(b'"at":1', b'"at":2', 1)
    lines[number] = body
    forger.keep(record, rehashed(lines))


def cut(forger: Forger, chance: random.Random) -> None:
    record = chance.choice(RECORDS)
    lines = forger.lines(record)
    forger.keep(record, lines[: chance.randrange(len(lines))])


def drop(forger: Forger, chance: random.Random) -> None:
    record = chance.choice(RECORDS)
    lines = forger.lines(record)
    del lines[chance.randrange(len(lines))]
    forger.keep(record, chance.choice((lines, rehashed(lines))))


def repeat(forger: Forger, chance: random.Random) -> None:
    record = chance.choice(RECORDS)
    lines = forger.lines(record)
    forger.keep(record, [*lines, chance.choice(lines)])


def move(forger: Forger, chance: random.Random) -> None:
    """Two lines of different records change their places in the order of all."""
    rows = forger.db.execute("SELECT position, record FROM lines ORDER BY position").fetchall()
    while True:
        (one, first), (other, second) = chance.sample(rows, 2)
        if first != second:
            break
    for old, new in ((one, -1), (other, one), (-1, other)):
        forger.db.execute("UPDATE lines SET position = ? WHERE position = ?", (new, old))


def take_from_another(forger: Forger, chance: random.Random) -> None:
    one, other = chance.sample(RECORDS, 2)
    forger.keep(one, [*forger.lines(one), forger.lines(other)[-1]])


def empty_safe(forger: Forger, chance: random.Random) -> None:
    forger.put_in_safe(chance.choice(forger.names_in_safe()), None)


def swap_in_safe(forger: Forger, chance: random.Random) -> None:
    one, other = chance.sample(forger.names_in_safe(), 2)
    forger.put_in_safe(one, forger.in_safe(other))


def alter_safe(forger: Forger, chance: random.Random) -> None:
    name = chance.choice(forger.names_in_safe())
    content = bytearray(forger.in_safe(name))
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    forger.put_in_safe(name, bytes(content))


def add_to_safe(forger: Forger, chance: random.Random) -> None:
    kept = forger.in_safe(chance.choice(forger.names_in_safe()))
    forger.put_in_safe("tokens/of the forger", chance.choice((kept, b"{}", b"")))


def alter_request(forger: Forger, chance: random.Random) -> None:
    what = chance.choice(
        ("answer = x'00'", "digest = x'00'", "id = id || 'x'", "lengths = x'7b7d'")
    )
    before = forger.db.execute("SELECT * FROM requests ORDER BY id").fetchall()
    (id,) = forger.db.execute("SELECT id FROM requests ORDER BY random() LIMIT 1").fetchone()
    forger.db.execute(f"UPDATE requests SET {what} WHERE id = ?", (id,))
    if forger.db.execute("SELECT * FROM requests ORDER BY id").fetchall() == before:
        forger.db.execute("DELETE FROM requests WHERE id = ?", (id,))


def drop_request(forger: Forger, chance: random.Random) -> None:
    forger.db.execute("DELETE FROM requests WHERE id = (SELECT max(id) FROM requests)")


def alter_digest(forger: Forger, chance: random.Random) -> None:
    (content,) = forger.db.execute("SELECT content FROM digest").fetchone()
    altered = bytearray(content)
    altered[chance.randrange(len(altered))] ^= 1 << chance.randrange(8)
    forger.db.execute("UPDATE digest SET content = ?", (bytes(altered),))


def drop_digest(forger: Forger, chance: random.Random) -> None:
    forger.db.execute("DELETE FROM digest")


def rename(forger: Forger, chance: random.Random) -> None:
    record = chance.choice(RECORDS)
    forger.db.execute("UPDATE records SET name = ? WHERE name = ?", (f"{record}/x", record))


# --- by way of what is around the rows, or where nobody looks for them


def plant_trigger(forger: Forger, chance: random.Random) -> None:
    """Nothing is altered yet: it waits for the house to write."""
    then = chance.choice(
        (
            "DELETE FROM requests",
            "UPDATE safe SET content = x'00' WHERE name LIKE 'people/%'",
            "SELECT raise(IGNORE)",
        )
    )
    where = chance.choice(("lines", "requests", "digest", "program"))
    forger.db.execute(f"CREATE TRIGGER late BEFORE INSERT ON {where} BEGIN {then}; END")


def take_guards_away(forger: Forger, chance: random.Random) -> None:
    forger.leave_no_guards()


def put_view_before_safe(forger: Forger, chance: random.Random) -> None:
    """Reading shows what was there, and what is written goes nowhere."""
    forger.db.execute("ALTER TABLE safe RENAME TO safe_below")
    forger.db.execute("CREATE VIEW safe AS SELECT name, content FROM safe_below")
    if chance.random() < 0.5:
        forger.db.execute(
            "CREATE TRIGGER keep INSTEAD OF INSERT ON safe BEGIN SELECT new.name; END"
        )


def loosen_types(forger: Forger, chance: random.Random) -> None:
    """A table that takes anything, with text, a number or nothing where bytes were."""
    table, column = chance.choice((("safe", "content"), ("requests", "answer"), ("lines", "line")))
    (made_by,) = forger.db.execute(
        "SELECT sql FROM sqlite_schema WHERE name = ?", (table,)
    ).fetchone()
    loose = made_by.replace(" STRICT, WITHOUT ROWID", "").replace(" STRICT", "")
    loose = loose.replace("NOT NULL", "").replace(f'"{table}"', table)
    forger.db.execute(loose.replace(f"CREATE TABLE {table}", "CREATE TABLE loose"))
    forger.db.execute(f"INSERT INTO loose SELECT * FROM {table}")
    forger.db.execute(f"DROP TABLE {table}")
    forger.db.execute(f"ALTER TABLE loose RENAME TO {table}")
    put = chance.choice((None, "text", 7, 1.5))
    rows = f"SELECT max(rowid) FROM {table}"
    if chance.random() < 0.8:
        forger.db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ({rows})", (put,))


def lay_second_digest(forger: Forger, chance: random.Random) -> None:
    """The same for now; it is read before or after the one that the house writes from then on."""
    place = chance.choice((-1, 0, 2, 2**40))
    forger.db.execute("INSERT INTO digest (rowid, content) SELECT ?, content FROM digest", (place,))


def hide_line(forger: Forger, chance: random.Random) -> None:
    """Before the first position, before the first number, or of a record that has no name."""
    record = chance.choice(RECORDS)
    (id,) = forger.db.execute("SELECT id FROM records WHERE name = ?", (record,)).fetchone()
    last = len(forger.lines(record))
    position, of, number = chance.choice(
        ((0, id, last + 1), (-7, id, last + 1), (0, id, 0), (-1, id, -1), (0, 10**6, 1))
    )
    line = forger.lines(record)[-1]
    values = (position, of, number, line)
    forger.db.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", values)


def name_record_twice(forger: Forger, chance: random.Random) -> None:
    """Another record of the same name, with the lines of the first or without any."""
    record = chance.choice(RECORDS)
    forger.db.execute("CREATE TABLE twice (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    forger.db.execute("INSERT INTO twice SELECT * FROM records")
    forger.db.execute("DROP TABLE records")
    forger.db.execute("ALTER TABLE twice RENAME TO records")
    other = chance.randrange(100, 1000)
    forger.db.execute("INSERT INTO records VALUES (?, ?)", (other, record))
    if chance.random() < 0.5:
        forger.db.execute(
            "UPDATE lines SET record = ? WHERE record = (SELECT min(id) FROM records"
            " WHERE name = ?) AND number > 3", (other, record),
        )  # fmt: skip


def go_back_a_version(forger: Forger, chance: random.Random) -> None:
    """As if the database had never been kept under keys."""
    forger.db.execute(f"PRAGMA user_version = {chance.choice((1, 2))}")


def exchange_names_in_safe(forger: Forger, chance: random.Random) -> None:
    one, other = chance.sample(forger.names_in_safe(), 2)
    for old, new in ((one, "between"), (other, one), ("between", other)):
        forger.db.execute("UPDATE safe SET name = ? WHERE name = ?", (new, old))


def replay_old_row(forger: Forger, chance: random.Random) -> None:
    """Something that was in the safe once is there again, in another's place: as many as before."""
    gone, old = in_safe("operator"), forger.in_safe(in_safe("ana"))
    names = [name for name in forger.names_in_safe() if name != gone]
    forger.put_in_safe(chance.choice(names), None)
    forger.put_in_safe(chance.choice(("tokens/old", f"{gone}\0", f"{gone} ", "PEOPLE/ana")), old)


def rechain_elsewhere(forger: Forger, chance: random.Random) -> None:
    """A line moves into another record, and both chains fit again."""
    one, other = chance.sample(RECORDS, 2)
    lines, into = forger.lines(one), forger.lines(other)
    moved = lines.pop(chance.randrange(1, len(lines)))
    into.insert(chance.randrange(1, len(into) + 1), moved)
    forger.keep(one, rehashed(lines))
    forger.keep(other, rehashed(into))


def repeat_checkpoint(forger: Forger, chance: random.Random) -> None:
    """The last one again, with another number and moment, and heads that are not those."""
    lines = forger.lines("checkpoints")
    again = lines[-1].replace(b'"at":1', b'"at":3', 1).replace(b'"lines":1', b'"lines":2')
    forger.keep("checkpoints", rehashed([*lines, again]))


def forge_epoch(forger: Forger, chance: random.Random) -> None:
    """The house accepts a loss that it never had, so that older heads would not count."""
    lines = forger.lines("house")
    parts = split(lines[-1])
    assert parts is not None
    number = len(lines)
    said = (
        b'{"n":%d,"at":1,"by":"croupier","role":"supervisor","command":{"do":"report","incident":'
        b'"loss accepted","subject":"epoch 1"},"facts":[]}' % number
    )
    forger.keep("house", rehashed([*lines, b'{"hash":"%b","entry":%b}\n' % (parts.hash, said)]))


def take_an_older_record(forger: Forger, chance: random.Random) -> None:
    """Lines of one record as they were, and the digest of that moment with them."""
    record = chance.choice((TABLE, HOLDEM))
    lines = forger.lines(record)
    forger.keep(record, lines[: -chance.randrange(1, 9)])
    (content,) = forger.db.execute("SELECT content FROM digest").fetchone()
    forger.put_in_safe("digest", content)


WAYS: tuple[Attack, ...] = (
    plant_trigger, take_guards_away, put_view_before_safe, loosen_types, lay_second_digest,
    hide_line, name_record_twice, go_back_a_version, exchange_names_in_safe, replay_old_row,
    rechain_elsewhere, repeat_checkpoint, forge_epoch, take_an_older_record,
    alter, rewrite, cut, drop, repeat, move, take_from_another, empty_safe, swap_in_safe,
    alter_safe, add_to_safe, alter_request, drop_request, alter_digest, drop_digest, rename,
)  # fmt: skip


# --- what is accepted, and what a witness sees


def test_a_loss_can_be_accepted_and_a_forgery_cannot(casino: Casino, tmp_path: Path) -> None:
    copy = tmp_path / "casino.db"
    shutil.copy(casino.earlier, copy)
    with SqliteStore(copy, keys=KEYS) as store:
        loss = find_loss(store, casino.head, [SEAL.public])
        assert loss is not None
        assert loss.epoch == 1
    forger = Forger(copy)
    rewrite(forger, random.Random(1))
    forger.done()
    with SqliteStore(copy, keys=KEYS) as store, pytest.raises(NotAccepted, match="no loss"):
        find_loss(store, casino.head, [SEAL.public])
    with SqliteStore(casino.path, keys=KEYS) as store:
        assert find_loss(store, casino.head, [SEAL.public]) is None


def test_a_witness_keeps_what_goes_forward_and_tells_what_goes_back(
    casino: Casino, tmp_path: Path
) -> None:
    copy = tmp_path / "casino.db"
    shutil.copy(casino.earlier, copy)
    with SqliteStore(copy, keys=KEYS) as store:
        earlier = HeadKeeper(store, SEAL, None).keep(1)
        stranger = HeadKeeper(store, Seal.new(), None).keep(1)
    forward = Witness(tmp_path / "forward")
    assert forward.take(earlier) == forward.take(casino.head) == forward.take(casino.head) == []
    assert [said[:12] for said in forward.take(earlier)] == ["it goes back"]
    assert forward.take(stranger)[0].startswith("it is signed with another key")
    assert (tmp_path / "forward" / "alarms.txt").read_text().count("\n") == 2
    assert Witness(tmp_path / "forward").last == casino.head


# --- PostgreSQL

TAMPERING = {
    "cut": "DELETE FROM croupier.lines WHERE position > (SELECT max(position) - 2"
    " FROM croupier.lines)",
    "cut one record and renumber": "DELETE FROM croupier.lines WHERE number > 10 AND record ="
    " (SELECT id FROM croupier.records WHERE name = 'house'); WITH placed AS (SELECT position AS"
    " old, row_number() OVER (ORDER BY position) AS new FROM croupier.lines) UPDATE croupier.lines"
    " SET position = new FROM placed WHERE position = old AND old <> new",
    "put in": "INSERT INTO croupier.lines SELECT position + 1, record, number + 1, line"
    " FROM croupier.lines ORDER BY position DESC LIMIT 1",
    "swap": "UPDATE croupier.safe SET content = (SELECT content FROM croupier.safe WHERE name ="
    " 'people/ana/password') WHERE name = 'people/operator/password'",
    "take out": "DELETE FROM croupier.safe WHERE name = 'people/operator/password'",
    "digest": "UPDATE croupier.digest SET content = content || 'x'",
    "no digest": "DELETE FROM croupier.digest",
    "a trigger": "CREATE FUNCTION croupier.late() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RETURN NULL; END $$; CREATE TRIGGER late BEFORE INSERT ON croupier.requests"
    " FOR EACH ROW EXECUTE FUNCTION croupier.late()",
    "no guard": "DROP TRIGGER lines_stay ON croupier.lines",
    "a sleeping guard": "ALTER TABLE croupier.lines DISABLE TRIGGER lines_stay",
    "a rule": "CREATE RULE late AS ON INSERT TO croupier.safe DO INSTEAD NOTHING",
    "another function": "CREATE OR REPLACE FUNCTION croupier.refuse() RETURNS trigger LANGUAGE"
    " plpgsql AS $$ BEGIN RETURN NULL; END $$",
    "a view": "ALTER TABLE croupier.safe RENAME TO below; CREATE VIEW croupier.safe AS"
    " SELECT * FROM croupier.below",
    "a hidden line": "INSERT INTO croupier.lines SELECT -1, record, number + 1, line"
    " FROM croupier.lines ORDER BY position DESC LIMIT 1",
}


@pytest.mark.parametrize("how", ["nothing", *TAMPERING])
def test_postgresql_shows_it_too(postgresql: Server, how: str) -> None:
    where = postgresql.empty_database()

    async def evening() -> SignedHead:
        with open_store(where, keys=KEYS) as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                sealing = Sealing(floor, SEAL)
                for name, proof in PROOFS.items():
                    safe = {in_safe(name): proof}
                    await floor.command_house(SetPassword(person=name), WHO[name], safe=safe)
                await sealing.checkpoint()
                head = await sealing.keep_head()
                assert head is not None
                return head

    head = asyncio.run(evening())
    if how != "nothing":
        with psycopg.connect(where, autocommit=True) as db:
            db.execute("ALTER TABLE croupier.lines DISABLE TRIGGER ALL")
            if how != "a sleeping guard":  # or whoever looks at the schema knows at once
                db.execute(TAMPERING[how].encode())
            db.execute("ALTER TABLE croupier.lines ENABLE TRIGGER ALL")
            if how == "a sleeping guard":
                db.execute(TAMPERING[how].encode())
    with open_store(where, read_only=True, keys=IN_USE) as store:
        sound = inspect(store, keys=[SEAL.public], heads=[head]).sound
    try:
        with open_store(where, keys=IN_USE) as store:
            opening = list(what_is_wrong(store, head, [SEAL.public]))
    except StoreFailed as error:
        opening = [str(error)]
    assert (sound, not opening) == (how == "nothing", how == "nothing"), opening
