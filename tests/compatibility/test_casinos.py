"""Casinos that earlier versions left in the middle of everything: all chips come out of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import psycopg
import pytest
from tests.casino.floor.floors import Hands, WoundByHand, open_floor, secrets
from tests.casino.forgers import Forger
from tests.cli.running import croupier
from tests.compatibility.casinos import VOIDED, state_of
from tests.compatibility.fixtures import SHELVES, Casino, Shelf
from tests.compatibility.taking_home import casino_emptied
from tests.compressed_files import unpack

from croupier.aggregate.record_lines import Fault
from croupier.casino.floor import Floor
from croupier.casino.heads import load_head
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import what_is_wrong
from croupier.casino.passwords import in_safe, is_proved
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.casino.postgresql_server import Server

    from croupier.casino.store.contract import Store

ALL = [
    pytest.param((shelf, name), id=f"{shelf.folder.name}-{name}")
    for shelf in SHELVES
    for name in shelf.manifest.casinos
]
UNDER_KEYS = [
    pytest.param((shelf, name), id=f"{shelf.folder.name}-{name}")
    for shelf in SHELVES
    for name, casino in shelf.manifest.casinos.items()
    if ".keys" in shelf.files_beside(casino)
]


@pytest.fixture(params=ALL)
def chosen(request: pytest.FixtureRequest) -> tuple[Shelf, str]:
    found: tuple[Shelf, str] = request.param
    return found


@pytest.fixture
def casino(chosen: tuple[Shelf, str]) -> Casino:
    return chosen[0].manifest.casinos[chosen[1]]


@pytest.fixture
def where(
    chosen: tuple[Shelf, str], casino: Casino, request: pytest.FixtureRequest, tmp_path: Path
) -> str:
    """The address of a copy of the casino's database."""
    for name, text in chosen[0].files_beside(casino).items():
        path = Path(f"{tmp_path / 'casino.db'}{name}")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o600)
    content = unpack(chosen[0].folder / casino.file)
    if casino.file.endswith(".db.gz"):
        path = tmp_path / "casino.db"
        path.write_bytes(content)
        return str(path)
    server: Server = request.getfixturevalue("postgresql")
    url = server.empty_database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(content)
    return url


@pytest.fixture
def house_keys(where: str, tmp_path: Path) -> HouseKeys | None:
    """Load the keys of a casino that is kept under keys."""
    path = tmp_path / "casino.db.keys"
    return HouseKeys.load(path) if path.exists() else None


@pytest.fixture
def store(where: str, house_keys: HouseKeys | None) -> Iterator[Store]:
    with open_store(where, keys=house_keys) as store:
        yield store


def test_a_casino_opens_as_it_was_left(casino: Casino, store: Store) -> None:
    standings = {each.record: (each.lines, each.head) for each in store.records()}
    assert standings == casino.records
    floor = Floor(store)
    older = {live.set_up.command.table for live in floor.tables.values() if live.is_older}
    assert {name for name, live in floor.tables.items() if live.out_of_order} == older
    found = msgspec.to_builtins(state_of(floor))
    left = {name: casino.left[name] for name in found}
    for name in older:  # such a table is as far as the replay came
        del found["tables"][name], left["tables"][name]
    for name in (each.name for each in floor.tournaments.values() if each.is_older):
        del found["tournaments"][name], left["tournaments"][name]
    assert found == left
    for name in floor.house.people:
        proof = store.safe(in_safe(name))
        assert is_proved(proof, casino.password.format(name=name))
        assert not is_proved(proof, casino.password)


def test_a_casino_is_sound_under_the_key_of_its_seal(casino: Casino, store: Store) -> None:
    found = inspect(store, keys={casino.left["key"]})
    assert [str(each) for each in found.findings] == []
    assert [each.record for each in found.records if not each.sound] == []
    assert found.checkpoints >= 2
    assert found.keys == (casino.left["key"],)
    assert found.lines == sum(lines for lines, _ in casino.records.values())
    assert not inspect(store, keys={"0" * 64}).sound


@pytest.mark.parametrize("chosen", UNDER_KEYS, indirect=True)
def test_a_casino_under_keys_is_verified_with_its_head_and_its_witness(
    casino: Casino, where: str, house_keys: HouseKeys | None, tmp_path: Path
) -> None:
    beside = f"{tmp_path / 'casino.db'}"
    words = [
        "verify", where, "--key", casino.left["key"], "--keys", f"{beside}.keys",
        "--head", f"{beside}.head", "--witness", f"{beside}.witness",
    ]  # fmt: skip
    status, out, err = croupier(*words)
    assert (status, err) == (0, ""), out
    with open_store(where, keys=house_keys) as store:
        head = load_head(Path(f"{beside}.head"))
        assert list(what_is_wrong(store, head, [casino.left["key"]])) == []
    heads = Path(f"{beside}.witness", "heads.jsonl")
    heads.write_text(heads.read_text().replace('"lines":', '"lines":9'))
    assert croupier(*words)[0] == 3


CUT_FILES = [each for each in UNDER_KEYS if "postgresql" not in str(each.id)]


@pytest.mark.parametrize("chosen", CUT_FILES, indirect=True)
def test_a_casino_that_was_cut_stays_closed_at_its_first_opening(
    casino: Casino, where: str, house_keys: HouseKeys | None
) -> None:
    """The head and the digest that the earlier version left are enough."""
    forger = Forger(Path(where))
    forger.keep("house", forger.lines("house")[:-1])
    forger.done()
    with open_store(where, keys=house_keys) as store:
        wrong = list(what_is_wrong(store, load_head(Path(f"{where}.head")), [casino.left["key"]]))
    assert any(text.startswith("house: 1 line is missing") for text in wrong), wrong


def test_all_chips_come_out_of_a_casino(casino: Casino, store: Store) -> None:
    async def test() -> None:
        hands = Hands(casino.left["at"])
        async with WoundByHand(store, clock=hands.clock(), entropy=secrets()) as floor:
            home = await casino_emptied(floor, hands)
            if not floor.closed_out:
                assert home == casino.home

    asyncio.run(test())
    found = inspect(store, keys={casino.left["key"]})
    assert found.sound, [str(each) for each in found.findings]


def test_what_was_answered_before_is_answered_the_same(casino: Casino, store: Store) -> None:
    if not casino.left["second_person"]:
        return

    async def test() -> None:
        async with open_floor(store, Hands(casino.left["at"])) as floor:
            before = floor.live(VOIDED.table).stored
            answered = await VOIDED.ask(floor)
            assert answered.repeated
            assert floor.live(VOIDED.table).stored == before

    asyncio.run(test())


def test_a_line_that_was_changed_is_altered_and_its_table_is_out_of_order(
    casino: Casino, where: str, house_keys: HouseKeys | None
) -> None:
    """Neither is it taken for a line that was made under earlier rules."""
    if not casino.file.endswith(".db.gz"):
        return
    name = next(each for each in casino.records if each.startswith("tables/"))
    forger = Forger(Path(where))
    forger.put(name, 9, forger.lines(name)[8].replace(b'"at":1', b'"at":2', 1))
    forger.done()
    with open_store(where, keys=house_keys) as store:
        found = inspect(store, keys={casino.left["key"]})
        assert not found.sound
        (wrong,) = (each for each in found.records if each.findings)
        assert wrong.record == name
        assert {each.fault for each in wrong.findings} & {Fault.ALTERED}
        floor = Floor(store)
        newer = [live for live in floor.tables.values() if not live.is_older]
        broken = [live.record for live in newer if live.out_of_order]
        assert broken == [name for live in floor.tables.values() if live.record == name]
