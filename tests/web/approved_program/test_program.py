"""The manifest: a program that is not the one the house was opened under is not played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import OLGA, Casino, Watch, opened

from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.house.commands import IssueChips, SetUpTable
from croupier.casino.significant_events import significant_events
from croupier.web.approved_program.manifest import PACKAGE, Manifest, in_words, measure

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

ONE = Manifest("1", {"cards.py": "aa", "rulebook/law.json": "bb"})
OTHER = Manifest("1", {"cards.py": "aa", "rulebook/law.json": "cc", "extra.py": "dd"})
ARRIVE = {"command": {"do": "arrive", "player": "ana"}}


async def with_a_table(casino: Casino) -> None:
    instrument, options = TABLES["blackjack-2018"]
    await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
    table = SetUpTable(table="pit-1", instrument=instrument, options=options, float=FLOAT)
    await casino.floor.command_house(table, OLGA)


async def plays(casino: Casino) -> int:
    """The status of an attempt to play."""
    ana = await casino.logged_in("ana")
    return (await ana.post("/api/tables/pit-1/commands", ARRIVE)).status_code


def test_every_file_of_the_program_is_measured() -> None:
    measured = measure()
    assert "web/approved_program/manifest.py" in measured.files
    assert "rulebook/data/act-blackjack-2018.json" in measured.files
    assert not [name for name in measured.files if "__pycache__" in name or name.endswith(".pyc")]
    assert len(measured.files) == len(
        [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    )


def test_a_changed_a_new_and_a_missing_file_are_found(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "rulebook/law.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("as it was")
    before = measure(tmp_path)
    assert measure(tmp_path) == before
    (tmp_path / "a.py").write_text("as it waz")
    (tmp_path / "b.py").unlink()
    (tmp_path / "c.py").write_text("new")
    after = measure(tmp_path)
    assert before.differences(after) == ("a.py", "b.py", "c.py")
    assert before.program != after.program
    assert before.rulebook == after.rulebook
    (tmp_path / "rulebook/law.json").write_text("as it never was")
    assert measure(tmp_path).rulebook != after.rulebook


def test_many_differences_are_told_in_few_words() -> None:
    assert in_words(("a", "b")) == "a, b"
    assert in_words(("a", "b", "c", "d", "e")) == "a, b, c and 2 more"


async def test_under_the_same_program_play_goes_on(tmp_path: Path, watch: Watch) -> None:
    where = tmp_path / "casino.db"
    async with opened(where, watch, program=ONE) as casino:
        await with_a_table(casino)
    async with opened(where, watch, program=ONE) as casino:
        assert await plays(casino) == 200
        assert (await casino.visitor().get("/health/ready")).status_code == 200


async def test_another_program_is_not_played_on_until_it_is_approved(
    tmp_path: Path, watch: Watch
) -> None:
    where = tmp_path / "casino.db"
    async with opened(where, watch, program=ONE) as casino:
        await with_a_table(casino)
    async with opened(where, watch, program=OTHER) as casino:
        assert await plays(casino) == 503
        (live,) = casino.floor.tables.values()
        assert "extra.py, rulebook/law.json" in live.out_of_order  # not even by the dealer
        not_ready = await casino.visitor().get("/health/ready")
        assert not_ready.status_code == 503
        assert not_ready.json()["type"] == "urn:croupier:problem:stopped"
        ines, olga = await casino.logged_in("ines"), await casino.logged_in("olga")
        shown = (await ines.get("/api/program")).json()
        assert shown["differing"] == ["extra.py", "rulebook/law.json"]
        assert shown["rulebook"] == OTHER.rulebook
        assert (await ines.post("/api/program/approval")).status_code == 403
        assert (await olga.post("/api/program/approval")).status_code == 200
        assert await plays(casino) == 503
        events = [event.happened for event in significant_events(casino.floor.store)]
        (failed,) = [event for event in events if event.what == "verification failed"]
        assert (failed.before, failed.after) == (str(ONE), str(OTHER))
    async with opened(where, watch, program=OTHER) as casino:
        assert await plays(casino) == 200
        shown = (await (await casino.logged_in("ines")).get("/api/program")).json()
        assert (shown["approved_by"], shown["differing"]) == ("olga", [])


async def test_a_file_that_changes_while_it_is_served_is_found_on_demand(
    tmp_path: Path, watch: Watch
) -> None:
    on_disk = dict(ONE.files)
    program = Manifest("1", on_disk)
    async with opened(tmp_path / "casino.db", watch, program=program) as casino:
        await with_a_table(casino)
        assert await plays(casino) == 200
        on_disk["cards.py"] = "ff"
        olga = await casino.logged_in("olga")
        shown = (await olga.get("/api/program")).json()
        assert shown["differing"] == ["cards.py"]
        assert shown["play"].startswith("stopped")
        assert await plays(casino) == 503
