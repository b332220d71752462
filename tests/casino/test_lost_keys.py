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
from croupier.casino.heads import load_head, what_is_wrong
from croupier.casino.house_keys import HouseKeys
from croupier.casino.passwords import in_safe, is_proved
from croupier.casino.recovery import NotAccepted, accept_loss, find_loss, house_of, lose_keys
from croupier.casino.signing_key import Seal
from croupier.casino.store.contract import StoreFailed
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from pathlib import Path

SEAL = Seal.new()
TABLE = "blackjack-2018"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A casino that was kept under keys, and is without them."""

    async def evening() -> None:
        hands = Hands()
        keys = HouseKeys.new().save(tmp_path / "before")
        with SqliteStore(tmp_path / "casino.db", keys=keys) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                sealing = Sealing(floor, SEAL, tmp_path / "head")
                await set_up(floor, TABLE)
                await sit_down(floor, TABLE, ANA, 1)
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=2)
                await sealing.checkpoint()
                store.back_up(tmp_path / "earlier.db")
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=3)
                await sealing.keep_head()

    asyncio.run(evening())
    return tmp_path


def lost(folder: Path, operator: str = OPERATOR.name) -> str:
    where = str(folder / "casino.db")
    _, password = lose_keys(where, folder / "keys", SEAL, folder / "head", operator)
    return password


def test_a_casino_goes_on_with_new_keys_and_says_what_it_lost(folder: Path) -> None:
    with pytest.raises(StoreFailed):  # with other keys it does not open
        SqliteStore(folder / "casino.db", keys=HouseKeys.new())
    password = lost(folder)
    keys, head = HouseKeys.load(folder / "keys"), load_head(folder / "head")
    assert head is not None
    with SqliteStore(folder / "casino.db", keys=keys) as store:
        assert not list(what_is_wrong(store, head, [SEAL.public]))
        assert is_proved(store.safe(in_safe(OPERATOR.name)), password)
        assert house_of(store).aggregate.epoch == 1
        found_then = inspect(store, keys=[SEAL.public], heads=(head,))
        assert found_then.untagged > 0
        assert not found_then.findings
        told = b"".join(store.lines("house"))
        assert b"the keys are lost" in told
        assert OPERATOR.name.encode() in told


def test_what_is_not_whole_is_not_gone_on_from(folder: Path) -> None:
    """Somebody could take the keys away to have an older copy accepted."""
    shutil.copy(folder / "earlier.db", folder / "casino.db")
    for log in folder.glob("casino.db-*"):
        log.unlink()
    with pytest.raises(NotAccepted, match="counted"):
        lost(folder)
    assert not (folder / "keys").exists()


def test_it_takes_the_head_and_an_operator(folder: Path) -> None:
    with pytest.raises(NotAccepted, match="no operator"):
        lost(folder, "ana")
    (folder / "head").unlink()
    with pytest.raises(NotAccepted, match="is missing"):
        lost(folder)


def go_on(folder: Path) -> None:
    """Open the casino again, and play a round: of other cards than lay there."""

    async def evening() -> None:
        keys, hands = HouseKeys.load(folder / "keys"), Hands()
        with SqliteStore(folder / "casino.db", keys=keys) as store:
            async with open_floor(store, hands) as floor:
                live = floor.live(TABLE)
                before = live.table.shoe.commitment
                assert live.out_of_order == ""
                assert before is not None
                await play_at_random(floor, TABLE, (ANA,), 1, hands, seed=5)
                assert live.table.shoe.commitment not in (None, before)

    asyncio.run(evening())


def test_a_shoe_that_nobody_holds_any_more_is_shuffled_anew(folder: Path) -> None:
    """What its dealer held was in the safe."""
    lost(folder)
    go_on(folder)


def test_after_a_backup_no_card_is_dealt_that_may_have_been_seen(folder: Path) -> None:
    """The cards that came after the backup were seen, and would come again."""
    keys = HouseKeys.load(folder / "before")
    shutil.copy(folder / "earlier.db", folder / "casino.db")
    for log in folder.glob("casino.db-*"):
        log.unlink()
    signed = load_head(folder / "head")
    with SqliteStore(folder / "casino.db", keys=keys) as store:
        loss = find_loss(store, signed, [SEAL.public])
        assert loss is not None
        accept_loss(store, SEAL, folder / "head", loss, signed, "two people")
    shutil.copy(folder / "before", folder / "keys")
    go_on(folder)
