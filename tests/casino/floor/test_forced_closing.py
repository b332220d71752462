"""What cannot go on is closed out: every chip goes to whose it is by the record.

An older record is made here from one of today, by having it say that a wager paid 5 more than the
rules give. A correction that is listed for the test explains the difference.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.cups import POCKET, TOM, Cup, example, names, people
from tests.casino.floor.floors import (
    ANA,
    BEGUN,
    BEN,
    OPERATOR,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
)
from tests.casino.floor.players import QUICK, play_on, settled
from tests.casino.floor.test_second_person import GUS, OTTO, must_be_sound, want_two
from tests.casino.forgers import rehashed
from tests.tournament.support import BACCARAT

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import WrongRole
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.books import CAGE, at_table, pocket
from croupier.casino.house.commands import TakeDownTable
from croupier.casino.override_commands import Unconfirmed
from croupier.casino.record_names import TABLES, TOURNAMENTS
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store.contract import Addition, Writing
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import Correction, Instrument
from croupier.table_replay import replay
from croupier.tournament.acts.conduct import CallBreak

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store

TABLE = "blackjack-2018"
RECORD = f"{TABLES}{TABLE}/1"
MORE = 5_00
Entry = dict[str, Any]


def listed(monkeypatch: pytest.MonkeyPatch, clauses: tuple[str, ...], *commands: str) -> None:
    """Have the rulebook list a correction of the rules."""
    correction = Correction(
        version="0.3.0",
        clauses=clauses,
        commands=commands,
        before="it paid 5 more",
        now="it pays",
    )
    monkeypatch.setattr(Instrument, "corrected_since", lambda book, version: (correction,))


def copied(store: Store, to: Path, record: str, change: Callable[[Entry], bool]) -> SqliteStore:
    """The same casino in another file, with the first entry of a record changed that can be."""
    older = SqliteStore(to)
    for standing in store.records():
        lines = list(store.lines(standing.record))
        if standing.record == record:
            lines = _changed(lines, change)
        dealer = standing.record.replace(TABLES, "dealer/")
        safe = {dealer: store.safe(dealer)}
        older.add(Writing(additions=(Addition(standing.record, 0, tuple(lines)),), safe=safe))
    return older


def _changed(lines: list[bytes], change: Callable[[Entry], bool]) -> list[bytes]:
    for place, line in enumerate(lines):
        parts = split(line)
        assert parts is not None
        entry = msgspec.json.decode(parts[1])
        if change(entry):
            lines[place] = line.replace(parts[1], msgspec.json.encode(entry))
            return rehashed(lines)
    raise AssertionError("no such entry")


def pays_more(entry: Entry) -> bool:
    for fact in entry.get("facts", ()):
        if fact["fact"] == "settled" and fact["player"] == "ana" and fact["outcome"] == "win":
            fact["net"] += MORE
            return True
    return False


async def an_evening(store: Store) -> dict[str, int]:
    """Ana and Ben have played, and are in a round; what each of them owns at the table."""
    hands = Hands()
    async with open_floor(store, hands) as floor:
        await found(floor, more=(OTTO, GUS))
        await set_up(floor, TABLE)
        for box, player in enumerate((ANA, BEN), 1):
            await sit_down(floor, TABLE, player, box)
        await play_at_random(floor, TABLE, (ANA, BEN), 6, hands, seed=11)
        await bet(floor, TABLE, ANA, 1)
        await bet(floor, TABLE, BEN, 2, 20_00)
        for player in (ANA, BEN):
            await floor.ready(TABLE, player)
        table = floor.live(TABLE).table
        assert table.in_play
        return {
            "ana": table.chips.rack("ana") + 10_00,
            "ben": table.chips.rack("ben") + 20_00,
        }


def pockets(floor: Floor) -> dict[str, int]:
    return {name: floor.house.books.held(pocket(name)) for name in ("ana", "ben")}


WON = ("13.1(b)", "13.2(b)", "13.1(c)", "13.2(a)")


def test_a_table_made_before_a_correction_pays_every_chip_out_by_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            owned = await an_evening(store)
            older = copied(store, tmp_path / "older", RECORD, pays_more)
        listed(monkeypatch, WON, *("deal", "deal-run", "stand", "hit", "double", "collect"))
        with older:
            before = inspect(older)
            assert before.sound, "made before the correction, and not altered"
            (made_before,) = [each.made_before for each in before.records if each.made_before]
            assert "made before 0.3.0 corrected 13.1(b)" in made_before
            async with open_floor(older, Hands()) as floor:
                assert TABLE not in floor.tables
                held = floor.house.books
                brought = dict.fromkeys(owned, 1000000 - 100000)
                assert pockets(floor) == {
                    "ana": brought["ana"] + owned["ana"] + MORE,
                    "ben": brought["ben"] + owned["ben"],
                }
                assert held.held(at_table(f"{TABLE}/1")) == 0
                assert held.balance
                assert RECORD in floor.house.closed_out
                await set_up(floor, TABLE)
                await sit_down(floor, TABLE, ANA, 1)  # at a new table, under the rules of now
                assert floor.live(TABLE).set_up.session == 2
            must_be_sound(older)
            events = [e.happened for e in significant_events(older) if e.happened.detail]
            assert any(
                (each.kind, each.subject) == (EventKind.FLOOR, RECORD) and "0.3.0" in each.detail
                for each in events
            )
            async with open_floor(older, Hands()) as floor:  # once, and not every time
                assert pockets(floor)["ben"] == brought["ben"] + owned["ben"]

    run(test())


def test_a_table_of_another_version_plays_on_where_no_correction_shows(tmp_path: Path) -> None:
    def of_another_version(entry: Entry) -> bool:
        entry |= {"version": "0.1.0", "rulebook": "0" * 64}
        return True

    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            await an_evening(store)
            other = copied(store, tmp_path / "other", RECORD, of_another_version)
        with other:
            hands = Hands(BEGUN + 3_600_000)
            async with open_floor(other, hands) as floor:
                live = floor.live(TABLE)
                assert not live.out_of_order
                first = live.table.number
                await play_at_random(floor, TABLE, (ANA, BEN), 2, hands, seed=5)
                assert live.table.number > first
            must_be_sound(other)
            (header, *_), warnings = list(other.lines(RECORD)), replay(other.lines(RECORD)).warnings
            assert b'"version":"0.1.0"' in header
            assert any("made by croupier 0.1.0" in warning for warning in warnings)

    run(test())


def test_what_no_correction_explains_stays_until_an_operator_closes_it_out(tmp_path: Path) -> None:
    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            owned = await an_evening(store)
            altered = copied(store, tmp_path / "altered", RECORD, pays_more)
        with altered:
            found_there = inspect(altered)
            assert not found_there.sound
            async with open_floor(altered, Hands()) as floor:
                assert "other facts follow from line" in floor.live(TABLE).out_of_order
                with pytest.raises(Refused, match="out of order"):
                    await bet(floor, TABLE, ANA, 1)
                with pytest.raises(WrongRole):
                    await floor.command_house(TakeDownTable(table=TABLE), SUPERVISOR)
                await want_two(floor)
                with pytest.raises(Unconfirmed):
                    await floor.command_house(TakeDownTable(table=TABLE), OPERATOR)
                await floor.command_house(TakeDownTable(table=TABLE), OPERATOR, second=OTTO.name)
                assert TABLE not in floor.tables
                assert pockets(floor)["ben"] == 9_000_00 + owned["ben"]
                assert floor.house.books.balance

    run(test())


def test_a_table_that_plays_is_taken_down_only_when_it_holds_no_chips(tmp_path: Path) -> None:
    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            await an_evening(store)
            async with open_floor(store, Hands()) as floor:
                with pytest.raises(Refused, match="chips are still at"):
                    await floor.command_house(TakeDownTable(table=TABLE), OPERATOR)

    run(test())


def test_a_float_that_lost_more_than_it_had_is_made_good_by_the_cage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    much = 2_000_000_00

    def pays_much(entry: Entry) -> bool:
        if not pays_more(entry):
            return False
        for fact in entry["facts"]:
            if fact["fact"] == "settled" and fact["player"] == "ana":
                fact["net"] += much
                return True
        return False

    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            owned = await an_evening(store)
            older = copied(store, tmp_path / "older", RECORD, pays_much)
        listed(monkeypatch, WON, *("deal", "deal-run", "stand", "hit", "double", "collect"))
        with older:
            async with open_floor(older, Hands()) as floor:
                assert pockets(floor)["ana"] == 9_000_00 + owned["ana"] + MORE + much
                assert floor.house.books.balance
                assert floor.house.books.held(CAGE) > 0
            must_be_sound(older)

    run(test())


def test_a_record_that_cannot_be_counted_keeps_no_other_table_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def says_something_unknown(entry: Entry) -> bool:
        if pays_more(entry):
            entry["facts"].append({"fact": "unheard-of", "clauses": []})
            return True
        return False

    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            await an_evening(store)
            older = copied(store, tmp_path / "older", RECORD, says_something_unknown)
        listed(monkeypatch, WON, *("deal", "deal-run", "stand", "hit", "double", "collect"))
        with older:
            async with open_floor(older, Hands()) as floor:
                reason = floor.live(TABLE).out_of_order
                assert "Its chips cannot be paid out: " in reason
                assert "there is no fact 'unheard-of'" in reason
                with pytest.raises(Refused, match="does not say whose its chips are"):
                    await floor.command_house(TakeDownTable(table=TABLE), OPERATOR)
                await set_up(floor, "baccarat")
                await sit_down(floor, "baccarat", ANA, 1)

    run(test())


# --- tournaments

PLAYERS = 4
LONG = {"sessions": [{"name": "final", "rounds": 20, "seats": 7}], "minimum_players": 2}


async def a_cup(store: Store) -> dict[str, int]:
    """A tournament in its first session, after some rounds; the chips that each player has."""
    hands = Hands()
    async with open_floor(store, hands) as floor:
        await people(floor, PLAYERS)
        cup = Cup(floor, hands, BACCARAT, pace=QUICK)
        await cup.take_entries(PLAYERS, example(BACCARAT, **LONG))
        await cup.seat()
        await settled()
        (live,) = tables_of(floor, cup.name)
        await play_on(cup, lambda name: 25_00, lambda: live.table.number > 3)
        assert tables_of(floor, cup.name)
        return {each.name: each.chips for each in cup.tournament.still_in()}


def any_settlement(entry: Entry) -> bool:
    for fact in entry.get("facts", ()):
        if fact["fact"] == "settled" and fact["net"]:
            fact["net"] += MORE
            return True
    return False


def another_round(entry: Entry) -> bool:
    """A round of the tournament that was reported under another clause, as it might have been."""
    if entry.get("command", {}).get("do") != "record-round":
        return False
    entry["facts"][0]["clauses"] = ["15.1"]
    return True


def test_a_tournaments_table_is_set_up_anew_with_the_chips_of_the_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            chips = await a_cup(store)
            (record,) = [r.record for r in store.records() if r.record.startswith(TABLES)]
            older = copied(store, tmp_path / "older", record, any_settlement)
            at = _first_difference(list(older.lines(record)))
        listed(monkeypatch, at.clauses, at.command)
        with older:
            hands = Hands(BEGUN + 3_600_000)
            async with open_floor(older, hands) as floor:
                assert record in floor.house.closed_out
                affair = floor.tournaments["cup"]
                assert not affair.out_of_order
                await settled()
                (live,) = tables_of(floor, "cup")
                racks = live.table.chips.racks
                assert {name: racks[name] for name in chips} == chips
            must_be_sound(older)

    run(test())


def test_a_tournament_that_cannot_go_on_gives_everybody_back_what_they_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with SqliteStore(tmp_path / "now") as store:
            await a_cup(store)
            older = copied(store, tmp_path / "older", f"{TOURNAMENTS}cup", another_round)
        listed(monkeypatch, ("15.1",), "record-round")
        with older:
            assert inspect(older).sound
            async with open_floor(older, Hands()) as floor:
                affair = floor.tournaments["cup"]
                assert "made before 0.3.0 corrected 15.1" in affair.out_of_order
                assert affair.aggregate.session.number == 1, "it can be looked at as far as it goes"
                assert not tables_of(floor, "cup")
                books = floor.house.books
                assert {books.held(pocket(name)) for name in names(PLAYERS)} == {POCKET}
                assert books.held(affair.record) == 0
                assert books.balance
                with pytest.raises(Refused, match="out of order"):
                    await floor.conduct(affair, CallBreak(minutes=5), TOM)
            must_be_sound(older)

    run(test())


def _first_difference(lines: list[bytes]) -> Any:
    """The command after which a table's replay differs, and the clauses that it cites there."""
    first = replay(lines).differences[0]
    parts = split(lines[first.line - 1])
    assert parts is not None
    entry = msgspec.json.decode(parts[1])
    cited = tuple(clause for fact in entry["facts"] for clause in fact["clauses"])
    return SimpleNamespace(command=entry["command"]["do"], clauses=cited)
