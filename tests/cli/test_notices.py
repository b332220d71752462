"""`croupier notices`, as an inspector runs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    INSPECTOR,
    SUPERVISOR,
    Hands,
    found,
    open_floor,
    run,
    set_up,
)
from tests.cli.running import croupier

from croupier.casino.house.commands import AcknowledgeNotice
from croupier.casino.store.sqlite import SqliteStore
from croupier.games.challenge.acts.notices import GiveNotice

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which two restrictions were announced, and one notice acknowledged."""
    path = tmp_path_factory.mktemp("house") / "casino.db"

    async def evening() -> None:
        with SqliteStore(path) as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                await set_up(floor, "challenge")
                for to, player in (("inspector", "ana"), ("inspector", "ben")):
                    told = GiveNotice(to=to, of="further-shoes", player=player)
                    answered = await floor.do("challenge", told, SUPERVISOR)
                line = answered.read()["line"]
                notice = f"tables/challenge/1:{line}:1"
                await floor.command_house(
                    AcknowledgeNotice(notice=notice, to="inspector"), INSPECTOR
                )

    run(evening())
    return path


def test_notices_of_a_casino(house: Path) -> None:
    status, out, err = croupier("notices", house, "--to", "inspector", COLUMNS="120")
    assert (status, err) == (0, "")
    heading, first, more, second, taken = map(str.rstrip, out.splitlines())
    assert heading.split() == ["when", "(UTC)", "to", "what"]
    assert "restriction: further-shoes, ana  [" in first
    assert "sid (supervisor), tables/challenge/1:" in more
    assert more.endswith("; not yet acknowledged")
    assert "further-shoes, ben  [" in second
    assert "; acknowledged by ines, 2027-01-15" in taken


def test_those_that_wait_as_data(house: Path) -> None:
    status, out, _ = croupier("notices", house, "--waiting", "--json")
    assert status == 0
    (notice,) = json.loads(out)["notices"]
    assert (notice["to"], notice["detail"], notice["table"]) == ("inspector", "ana", "challenge")
    assert notice["acknowledged"] is None
    assert "5.11" in notice["clauses"]


def test_notices_are_asked_of_a_database(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text("{}\n")
    status, _, err = croupier("notices", file)
    assert (status, err) == (2, f"croupier: {file} is not a casino's database\n")
