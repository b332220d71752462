"""The evidence of a round says how it is checked, and against what the house has signed."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from tests.cli.running import croupier
from tests.web.casinos import Casino
from tests.web.console.test_known_values import lost, ready

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def read_me(casino: Casino, number: int, folder: Path) -> str:
    ines = await casino.logged_in("ines")
    answer = await ines.get(f"/tables/pit-1/rounds/{number}/evidence")
    assert answer.status_code == 200, answer.text
    with ZipFile(BytesIO(answer.content)) as archive:
        archive.extractall(folder)
    return (folder / "READ-ME.txt").read_text()


async def test_the_account_says_which_round_it_was_where_and_when(
    casino: Casino, tmp_path: Path
) -> None:
    await ready(casino, "blackjack-2018")
    await lost(casino)
    first = (await read_me(casino, 1, tmp_path)).splitlines()[0]
    assert re.fullmatch(r"Round 1 at Pit 1, betting closed \d{4}-.* UTC\+10", first)
    assert f"<p>{first}.</p>" in (tmp_path / "account.html").read_text()


async def test_a_round_is_held_against_the_last_checkpoint(casino: Casino, tmp_path: Path) -> None:
    await ready(casino, "blackjack-2018")
    await lost(casino)
    alone = await read_me(casino, 1, tmp_path)
    assert "Round 1 at Pit 1, betting closed" in alone
    assert "No checkpoint has been made" in alone
    await casino.services.sealing.checkpoint()
    signed = await read_me(casino, 1, tmp_path)
    command = re.search(r"croupier verify record.jsonl --head ([0-9a-f]{64})\n", signed)
    assert command is not None
    assert command[1] in (tmp_path / "checkpoint.json").read_text()
    status, said, _ = croupier("verify", tmp_path / "record.jsonl", "--head", command[1])
    assert status == 0, said
    await lost(casino)
    later = await read_me(casino, 2, tmp_path)
    assert "is older than the end of the round" in later
    assert "--head" not in later
