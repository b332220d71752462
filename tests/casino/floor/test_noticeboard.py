"""Notices on a real store: told in order, resumed without gap or repeat, acknowledged once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    DEALER,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    Hands,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.floor.record_queries import Noticeboard
from croupier.casino.house.commands import AcknowledgeNotice, Enrol
from croupier.casino.notices import Acknowledged, Notice, notices_of
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.rulebook.citations import Refused
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Notified
from croupier.table_replay import read_record

if TYPE_CHECKING:
    from tests.casino.postgresql_server import Server

    from croupier.casino.floor import Floor
    from croupier.casino.notices import News
    from croupier.casino.store.contract import Store

SURVEILLANCE = Person("vera", Role.SURVEILLANCE)
CHALLENGE = "challenge"
PLAYED = ("blackjack-2018", "baccarat", "holdem")


async def _founded(floor: Floor) -> Noticeboard:
    """A house with a table at which inspectors are told of things."""
    await found(floor)
    await floor.command_house(Enrol(person="vera", roles=(Role.SURVEILLANCE,)), OPERATOR)
    await set_up(floor, CHALLENGE)
    return Noticeboard(floor)


async def _tell(floor: Floor, to: str, player: str = "ana") -> None:
    told = GiveNotice(to=to, of="further-shoes", player=player)
    await floor.do(CHALLENGE, told, SUPERVISOR)


async def _to(board: Noticeboard, office: str) -> list[Notice]:
    return [notice for notice in await board.read() if notice.to == office]


def test_a_notice_says_who_told_whom_what_when_and_where_it_stands(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            board = await _founded(floor)
            hands.pass_(5_000)
            await _tell(floor, "inspector")
            (notice,) = await _to(board, "inspector")
            assert (notice.by, notice.role, notice.at) == ("sid", Role.SUPERVISOR, hands.at)
            assert (notice.table, notice.about) == (CHALLENGE, "restriction: further-shoes")
            assert notice.detail == "ana"
            assert "5.11" in notice.clauses
            assert notice.acknowledged is None
            record, line, index = notice.id.split(":")
            assert (record, int(line), int(index)) == (notice.record, notice.line, 1)
            assert b'"further-shoes"' in list(store.lines(record))[notice.line - 1]

    run(test())


def test_every_notice_of_every_table_is_there_once_and_in_order(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            board = await _founded(floor)
            for number, table in enumerate(PLAYED, 1):
                await set_up(floor, table)
                await sit_down(floor, table, ANA, 1)
                await sit_down(floor, table, BEN, 2)
                await play_at_random(floor, table, (ANA, BEN), 3, hands, number)
                await board.read()  # now and then, as somebody would
            await _tell(floor, "surveillance")
            kept = [
                (standing.record, entry.n + 1, fact)
                for standing in store.records()
                if standing.record.startswith("tables/")
                for entry in read_record(store.lines(standing.record)).entries
                for fact in entry.facts
                if isinstance(fact, Notified)
            ]
            there = list(await board.read())
            assert len(kept) > 10
            assert sorted(
                (notice.record, notice.line, notice.to, notice.about, notice.detail)
                for notice in there
            ) == sorted((where, line, f.to, f.about, f.detail) for where, line, f in kept)
            assert [notice.number for notice in there] == list(range(1, len(there) + 1))
            assert [notice.at for notice in there] == sorted(notice.at for notice in there)
            assert list(notices_of(store)) == there

    run(test())


@pytest.mark.parametrize(
    ("office", "by"),
    [
        ("inspector", INSPECTOR),
        ("surveillance", SURVEILLANCE),
        ("surveillance", INSPECTOR),
    ],
)
def test_the_office_that_was_told_acknowledges_it_once(
    store: Store, office: str, by: Person
) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            board = await _founded(floor)
            await _tell(floor, office)
            (notice,) = await _to(board, office)
            hands.pass_(1_000)
            first = await board.acknowledge(notice, by, "request-1")
            (taken,) = await _to(board, office)
            assert taken.acknowledged is not None
            assert (taken.acknowledged.by, taken.acknowledged.at) == (by.name, hands.at)
            again = await board.acknowledge(notice, by, "request-1")
            assert (again.body, again.repeated) == (first.body, True)
            with pytest.raises(Refused, match="has been acknowledged already"):
                await board.acknowledge(notice, INSPECTOR)
        assert inspect(store).sound

    run(test())


def test_nobody_else_acknowledges_it(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _founded(floor)
            await _tell(floor, "inspector")
            (notice,) = await _to(board, "inspector")
            for person in (ANA, DEALER, SUPERVISOR, OPERATOR, SURVEILLANCE):
                with pytest.raises(WrongRole, match="takes an inspector"):
                    await board.acknowledge(notice, person)
            assert (await _to(board, "inspector"))[0].acknowledged is None

    run(test())


def test_what_players_were_told_is_nobodys_to_acknowledge(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _founded(floor)
            await set_up(floor, "blackjack-2018")
            change = ChangeLimits(limits={"main": (20_00, 400_00)})
            await floor.do("blackjack-2018", change, SUPERVISOR)
            (notice,) = await _to(board, "players")
            with pytest.raises(Refused, match="nobody acknowledges what was said to players"):
                await board.acknowledge(notice, INSPECTOR)

    run(test())


def test_acknowledgements_outlive_the_floor(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            board = await _founded(floor)
            await _tell(floor, "inspector")
            (notice,) = await _to(board, "inspector")
            await board.acknowledge(notice, INSPECTOR)
            before = list(await board.read())
        async with open_floor(store, hands) as floor:
            board = Noticeboard(floor)
            assert list(await board.read()) == before
            command = AcknowledgeNotice(notice=notice.id, to="inspector")
            with pytest.raises(Refused, match="already"):
                await floor.command_house(command, INSPECTOR)

    run(test())


async def _heard(board: Noticeboard, after: int, most: int) -> list[News]:
    heard: list[News] = []
    async for news in board.watch(after):
        assert news is not None
        heard.append(news)
        if len(heard) == most:
            break
    return heard


def test_who_watches_hears_of_notices_as_they_are_stored(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _founded(floor)
            already = len((await board.read()).news)
            hearing = asyncio.create_task(_heard(board, already, 3))
            await asyncio.sleep(0)
            await _tell(floor, "inspector")
            await _tell(floor, "surveillance")
            (notice,) = await _to(board, "inspector")
            await board.acknowledge(notice, INSPECTOR)
            first, second, third = await asyncio.wait_for(hearing, 30)
            assert isinstance(first, Notice)
            assert isinstance(second, Notice)
            assert [first.to, second.to] == ["inspector", "surveillance"]
            assert isinstance(third, Acknowledged)
            assert third.notice == notice.id

    run(test())


def test_who_comes_back_hears_what_they_missed_and_nothing_twice(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _founded(floor)
            for player in ("ana", "ben", "chloe", "dan"):
                await _tell(floor, "inspector", player)
            whole = (await board.read()).news
            heard: list[News] = []
            while len(heard) < len(whole):
                heard += await _heard(board, heard[-1].number if heard else 0, 1)
            assert msgspec.json.encode(heard) == msgspec.json.encode(whole)

    run(test())


def test_watching_ends_with_the_floor(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            board = await _founded(floor)
            await _tell(floor, "inspector")
            many = len((await board.read()).news)
            hearing = asyncio.create_task(_heard(board, 0, many + 1))
            await asyncio.sleep(0)
        assert len(await asyncio.wait_for(hearing, 30)) == many

    run(test())


def test_one_process_hears_of_what_another_stored(postgresql: Server) -> None:
    where = postgresql.empty_database()

    async def test() -> None:
        with open_store(where) as one, open_store(where) as other:
            async with open_floor(one, Hands()) as here:
                board = await _founded(here)
                already = len((await board.read()).news)
                async with open_floor(other, Hands()) as there:
                    hearing = asyncio.create_task(_heard(board, already, 1))
                    await asyncio.sleep(0)
                    await _tell(there, "inspector")
                    (news,) = await asyncio.wait_for(hearing, 60)
                    assert isinstance(news, Notice)
                    assert news.to == "inspector"

    run(test())
