"""After a loss, and against one: restore, witness and keys, on a casino whose files are real."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    INSPECTOR,
    OPERATOR,
    Hands,
    found,
    open_floor,
    play_at_random,
    set_up,
    sit_down,
)
from tests.web.test_serving import PATIENCE, served

from croupier.casino.floor.maintenance import Sealing, report
from croupier.casino.heads import load_head
from croupier.casino.house.commands import Incident, SetPassword
from croupier.casino.house_keys import HouseKeys
from croupier.casino.passwords import in_safe, proof_of
from croupier.casino.significant_events import significant_events
from croupier.casino.store import open_store
from croupier.casino.store.protection import Tampered
from croupier.web.house_files import HouseFiles
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

PASSWORDS = {"operator": "four words of mine", "ines": "three other words"}


def croupier(*words: object, said: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *map(str, words)], input=said, capture_output=True,
        text=True, check=False, timeout=PATIENCE,
        env={name: value for name, value in os.environ.items() if "CROUPIER" not in name},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def play(database: Path, *, begun: bool = False, seed: int = 1) -> None:
    """Some rounds in a casino that is opened for it as a server opens it."""

    async def evening() -> None:
        hands = Hands()
        files = HouseFiles.of(Settings(database=str(database)))
        with files.opened(new_casino=False, new_seal=False, though_damaged=False) as opened:
            seal = opened.seal or files.new_seal()
            async with open_floor(opened.store, hands) as floor:
                if not begun:
                    await found(floor)
                    for person in (OPERATOR, INSPECTOR):
                        proof = proof_of(PASSWORDS[person.name])
                        command = SetPassword(person=person.name)
                        safe = {in_safe(person.name): proof}
                        await floor.command_house(command, person, safe=safe)
                    await set_up(floor, "blackjack-2018")
                    await sit_down(floor, "blackjack-2018", ANA, 1)
                sealing = Sealing(floor, seal, files.head)
                await play_at_random(floor, "blackjack-2018", (ANA,), 2, hands, seed=seed)
                await sealing.checkpoint()
                await report(floor, Incident.MALFUNCTION, "the lamp")
                await sealing.keep_head()
                assert opened.store.protection is not None
                files.note_in_use(opened.store.protection.keys)

    asyncio.run(evening())


@pytest.fixture
def casino(tmp_path: Path) -> Path:
    path = tmp_path / "casino.db"
    play(path)
    return path


def test_an_honest_restore_from_a_backup_is_a_new_epoch_and_no_rollback(
    casino: Path, tmp_path: Path
) -> None:
    backup, kept = tmp_path / "backup.db", tmp_path / "witness"
    assert croupier("backup", casino, backup)[0] == 0
    play(casino, begun=True, seed=2)
    assert croupier("verify", casino)[0] == 0
    assert croupier("witness", f"{casino}.head", kept, "--once")[0] == 0
    shutil.copy(backup, casino)
    status, out, _ = croupier("verify", casino)
    assert status == 3
    assert "lines, and there are" in out
    with pytest.raises(Tampered, match=r"lines? (is|are) missing after line .* of 20"):
        play(casino, begun=True)

    words = ("restore", casino, "--by", "operator")
    status, out, err = croupier(*words, said="four words of mine\n")
    assert (status, "a second person has to confirm it" in err) == (2, True), err
    both = "\n".join(PASSWORDS.values())
    status, _, err = croupier(*words, "--second", "operator", said=f"{both}\n")
    assert status == 2
    status, _, err = croupier(*words, "--second", "ines", said="four words of mine\nno\n")
    assert (status, "not the password that ines had" in err) == (2, True)
    assert croupier("verify", casino)[0] == 3, "nothing was changed so far"
    status, out, err = croupier(*words, "--second", "ines", said=f"{both}\n")
    assert (status, err) == (0, "")
    assert out.endswith("Accepted by operator and ines: epoch 1 has begun.\n")
    assert "lines" in out

    play(casino, begun=True, seed=3)
    assert croupier("verify", casino)[0] == 0
    status, out, _ = croupier("witness", f"{casino}.head", kept, "--once")
    assert (status, out.startswith("epoch 1: ")) == (0, True)
    assert croupier("verify", casino, "--witness", kept)[0] == 0
    with open_store(str(casino), read_only=True) as store:
        events = [event.happened for event in significant_events(store)]
        lines = list(store.lines("house"))
    (accepted,) = (event for event in events if event.what == "loss accepted")
    assert (accepted.kind, accepted.subject) == ("recovery", "epoch 1")
    assert "accepted by operator and ines" in accepted.detail
    assert b'"epoch":1' in lines[-1]
    status, out, _ = croupier(*words)
    assert (status, out) == (0, "Nothing is missing: there is nothing to accept.\n")
    shutil.copy(backup, casino)
    assert croupier("witness", f"{casino}.head", kept, "--once")[0] == 0
    assert croupier("verify", casino, "--witness", kept)[0] == 3, "an older epoch"


def test_what_is_missing_beside_the_database_keeps_it_closed(casino: Path) -> None:
    head, keys = casino.with_name("casino.db.head"), casino.with_name("casino.db.keys")
    head.rename(casino.with_name("elsewhere"))
    with pytest.raises(Tampered, match=r"casino\.db\.head is missing"):
        play(casino, begun=True)
    assert croupier("verify", casino)[0] == 4, "an older copy would look the same"
    casino.with_name("elsewhere").rename(head)
    keys.rename(casino.with_name("elsewhere"))
    with pytest.raises(ValueError, match="the keys of this casino are missing"):
        play(casino, begun=True)
    status, out, _ = croupier("verify", casino)
    assert status == 0, "whoever has the head and the public key can tell without them"
    assert "can be checked with the house's --keys alone" in out
    casino.with_name("elsewhere").rename(keys)
    play(casino, begun=True)


def test_keys_are_changed(casino: Path) -> None:
    path = casino.with_name("casino.db.keys")
    old = HouseKeys.load(path)
    assert croupier("keys", casino)[1].startswith("tag key 1: in use\nkey of the safe: ")
    status, _, err = croupier("keys", casino, "--tags", "--safe")
    assert (status, err) == (0, "")
    assert croupier("verify", casino)[0] == 0
    play(casino, begun=True, seed=4)
    assert croupier("verify", casino)[0] == 0
    new = HouseKeys.load(path)
    assert [each.until is None for each in new.file.tags] == [False, True]
    assert len(new.file.safe) == 1
    assert new.file.safe[0].key != old.file.safe[0].key
    with open_store(str(casino), read_only=True, keys=old) as store, pytest.raises(Tampered):
        store.safe(in_safe("operator"))

    # Whoever has stolen the old key can mark a line with it, and is found out.
    with open_store(str(casino), read_only=True, keys=new) as store:
        (placed,) = store.page("house", store.standing("house").lines - 1, 1)
        position, number = placed.position, placed.number
    hash = b"f" * 64
    stolen = old.marks("house").tag(number, hash)
    assert not new.is_tagged(position, "house", number, hash, stolen)
    assert new.is_tagged(position, "house", number, hash, new.marks("house").tag(number, hash))


def test_a_witness_on_another_machine_asks_by_http(tmp_path: Path) -> None:
    database, kept = tmp_path / "casino.db", tmp_path / "witness"
    with served(database, "--empty") as house:
        status, out, err = croupier("witness", house.address, kept, "--once")
        assert (status, err) == (0, "")
        assert out.startswith("epoch 0: ")
        assert house.client().get("/api/head").json()["records"] == []
        assert house.stop()[0] == 0
    assert croupier("verify", database, "--witness", kept)[0] == 0
    head = load_head(tmp_path / "casino.db.head")
    assert head is not None
    assert head.genuine
    status, _, err = croupier("witness", tmp_path / "nothing", kept, "--once")
    assert status == 2


def test_lost_keys_are_replaced_and_it_is_said_what_is_gone(casino: Path) -> None:
    keys = casino.with_name("casino.db.keys")
    status, _, err = croupier("keys", casino, "--lost", "--by", "operator")
    assert status != 0
    assert "not lost" in err
    keys.unlink()
    status, out, err = croupier("keys", casino, "--lost", "--by", "operator")
    assert (status, err) == (0, "")
    assert "cannot be read by anybody" in out
    assert "The password of operator is " in out
    status, out, _ = croupier("verify", casino)
    assert "heads and checkpoints alone vouch for them" in out
    assert status in (0, 1)  # 1 where the secret of a shuffle went with the safe
    play(casino, begun=True, seed=4)
