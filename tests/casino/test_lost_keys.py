"""Keys that nobody has any more: what is then provable, and how the casino goes on."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

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

from croupier.casino.floor.maintenance import Sealing
from croupier.casino.heads import load_head
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import what_is_wrong
from croupier.casino.passwords import in_safe, is_proved
from croupier.casino.recovery import NotAccepted, accept_loss, find_loss, house_of, lose_keys
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store.contract import StoreBusy, StoreFailed
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect
from croupier.table_replay import replay

if TYPE_CHECKING:
    from pathlib import Path

SEAL = Seal.new()
TABLE = "blackjack-2018"
IN_A_FILE = pytest.mark.parametrize("where", ["sqlite"], indirect=True)
"""A file is put back as it was by copying it."""


@pytest.fixture(autouse=True)
def _casino(where: str, tmp_path: Path) -> None:
    """A casino that was kept under keys, and is without them."""

    async def evening() -> None:
        hands = Hands()
        keys = HouseKeys.new().save(tmp_path / "before")
        with open_store(where, keys=keys) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                sealing = Sealing(floor, SEAL, tmp_path / "head")
                await set_up(floor, TABLE)
                await sit_down(floor, TABLE, ANA, 1)
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=2)
                await sealing.checkpoint()
                if isinstance(store, SqliteStore):
                    store.back_up(tmp_path / "earlier.db")
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=3)
                await sealing.keep_head()

    asyncio.run(evening())


def lost(where: str, folder: Path, operator: str = OPERATOR.name) -> str:
    _, password = lose_keys(where, folder / "keys", SEAL, folder / "head", operator)
    return password


def test_a_casino_goes_on_with_new_keys_and_says_what_it_lost(where: str, tmp_path: Path) -> None:
    with pytest.raises(StoreFailed):  # with other keys it does not open
        open_store(where, keys=HouseKeys.new())
    password = lost(where, tmp_path)
    keys, head = HouseKeys.load(tmp_path / "keys"), load_head(tmp_path / "head")
    assert head is not None
    with open_store(where, keys=keys) as store:
        assert not list(what_is_wrong(store, head, [SEAL.public]))
        assert is_proved(store.safe(in_safe(OPERATOR.name)), password)
        assert house_of(store).aggregate.epoch == 1
        found_then = inspect(store, keys=[SEAL.public], heads=(head,))
        assert found_then.untagged > 0
        assert not found_then.findings
        told = b"".join(store.lines("house"))
        assert b"the keys are lost" in told
        assert OPERATOR.name.encode() in told


@pytest.mark.parametrize("where", ["postgresql"], indirect=True)
def test_a_casino_that_is_served_is_not_gone_on_with(where: str, tmp_path: Path) -> None:
    """Of a file that is served nobody else has the lock; of a server it is found out."""
    keys = HouseKeys.load(tmp_path / "before")
    with open_store(where, keys=keys) as store:
        assert store.hold("tables/1") is not None
        with pytest.raises(StoreBusy, match="close the casino first"):
            lost(where, tmp_path)
        store.release("tables/1")
        assert store.safe_names("")


@IN_A_FILE
def test_what_is_not_whole_is_not_gone_on_from(where: str, tmp_path: Path) -> None:
    """Somebody could take the keys away to have an older copy accepted."""
    shutil.copy(tmp_path / "earlier.db", tmp_path / "casino.db")
    for log in tmp_path.glob("casino.db-*"):
        log.unlink()
    with pytest.raises(NotAccepted, match="counted"):
        lost(where, tmp_path)
    assert not (tmp_path / "keys").exists()


def test_it_takes_the_head_and_an_operator(where: str, tmp_path: Path) -> None:
    with pytest.raises(NotAccepted, match="no operator"):
        lost(where, tmp_path, "ana")
    (tmp_path / "head").unlink()
    with pytest.raises(NotAccepted, match="is missing"):
        lost(where, tmp_path)


def go_on(where: str, folder: Path) -> None:
    """Open the casino again, and play a round: of other cards than lay there."""

    async def evening() -> None:
        keys, hands = HouseKeys.load(folder / "keys"), Hands()
        with open_store(where, keys=keys) as store:
            (record,) = [it.record for it in store.records() if it.record.startswith("table")]
            before = replay(store.lines(record)).table.shoe.commitment
            async with open_floor(store, hands) as floor:
                live = floor.live(TABLE)
                assert live.out_of_order == ""
                assert before is not None
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=5)
                assert live.table.shoe.commitment not in (None, before)

    asyncio.run(evening())


def test_a_shoe_that_nobody_holds_any_more_is_shuffled_anew(where: str, tmp_path: Path) -> None:
    """What its dealer held was in the safe."""
    lost(where, tmp_path)
    go_on(where, tmp_path)


@IN_A_FILE
def test_after_a_backup_no_card_is_dealt_that_may_have_been_seen(
    where: str, tmp_path: Path
) -> None:
    """The cards that came after the backup were seen, and would come again."""
    keys = HouseKeys.load(tmp_path / "before")
    shutil.copy(tmp_path / "earlier.db", tmp_path / "casino.db")
    for log in tmp_path.glob("casino.db-*"):
        log.unlink()
    signed = load_head(tmp_path / "head")
    with open_store(where, keys=keys) as store:
        loss = find_loss(store, signed, [SEAL.public])
        assert loss is not None
        accept_loss(store, SEAL, tmp_path / "head", loss, signed, "two people")
    shutil.copy(tmp_path / "before", tmp_path / "keys")
    go_on(where, tmp_path)
