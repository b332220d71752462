"""Whoever watches a table is told everything that is for them, in order, and nothing twice."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    DEALER,
    INSPECTOR,
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

from croupier.aggregate.acts import Act
from croupier.aggregate.facts import ToldTo
from croupier.casino.demo import TABLES
from croupier.casino.disclosure import Moment, told_of_table
from croupier.casino.floor import look, watch
from croupier.casino.store.sqlite import SqliteStore
from croupier.game_rules import facts_of
from croupier.promotion import facts as promotion
from croupier.rulebook.citations import Clauses
from croupier.table.acts.betting import NoMoreBets
from croupier.table.facts import Attested, Notified, Revealed
from croupier.table.redaction import disguise
from croupier.tournament import facts as tournament

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store
    from croupier.table.table import Table

VIEWERS = (ANA, BEN, SUPERVISOR, INSPECTOR, None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with SqliteStore(str(tmp_path / "casino.db")) as store:
        yield store


async def _whole(floor: Floor, table: str, viewer: Person | None) -> list[Moment]:
    return list((await look(floor, table, viewer, 0)).moments)


@pytest.mark.parametrize("table", TABLES)
def test_who_keeps_leaving_is_told_what_who_stays_is_told(store: Store, table: str) -> None:
    async def test() -> None:
        hands, chance = Hands(), random.Random(3)
        told: dict[str, list[Moment]] = {}
        last: dict[str, object] = {}

        async def watching(name: str, viewer: Person | None, stays: float) -> None:
            """Look on, and go away now and then; what was told last is where it goes on."""
            after = 1
            while True:
                async for seen in watch(floor, table, viewer, after):
                    assert seen is not None
                    told.setdefault(name, []).extend(seen.moments)
                    after, last[name] = seen.line, seen.view
                    if chance.random() > stays:
                        break
                await asyncio.sleep(0)

        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            watchers = [
                asyncio.create_task(watching(f"{viewer}/{stays}", viewer, stays))
                for viewer in VIEWERS
                for stays in (1.0, 0.5)
            ]
            for box, player in enumerate((ANA, BEN, CHLOE), 1):
                await sit_down(floor, table, player, box)
            await play_at_random(floor, table, (ANA, BEN, CHLOE), 3, hands, seed=5)
            line = floor.live(table).stored
            while min((log[-1].line if log else 0) for log in told.values()) < line:
                await asyncio.sleep(0)
            for task in watchers:
                task.cancel()
            for viewer in VIEWERS:
                whole = await _whole(floor, table, viewer)
                now = msgspec.json.encode((await look(floor, table, viewer)).view)
                for stays in (1.0, 0.5):
                    name = f"{viewer}/{stays}"
                    assert told[name] == whole
                    assert [moment.line for moment in whole] == list(range(2, line + 1))
                    assert msgspec.json.encode(last[name]) == now

    run(test())


def test_a_record_longer_than_what_is_at_hand_is_read_from_the_store(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "baccarat"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await sit_down(floor, table, ANA, 1)
            await play_at_random(floor, table, (ANA,), 5, hands, seed=5)
            live = floor.live(table)
            whole = await _whole(floor, table, BEN)
            live.recent.clear()
            live.recent.append(Moment(live.stored, live.at, ()))
            assert await _whole(floor, table, BEN) == whole

    run(test())


def test_a_watch_ends_when_the_floor_closes(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, "baccarat")

            async def watching() -> int:
                return len([seen async for seen in watch(floor, "baccarat", None)])

            task = asyncio.create_task(watching())
            await asyncio.sleep(0)
        assert await task == 1

    run(test())


def test_quiet_is_said_when_nothing_happens(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, "baccarat")
            looks = watch(floor, "baccarat", None, patience=0.01)
            assert await anext(looks) is not None
            assert await anext(looks) is None
            await sit_down(floor, "baccarat", ANA, 1)
            seen = await anext(looks)
            assert seen is not None
            assert seen.moments

    run(test())


# --- what is told to whom


def test_every_kind_of_fact_is_for_everybody_or_named_as_not() -> None:
    """A new kind of fact that concerns a person or the staff has to be thought of."""
    kinds = {kind for instrument, _ in TABLES.values() for kind in facts_of(instrument)}
    told = {how: {kind for kind in kinds if kind.told_to is how} for how in ToldTo}
    private = kinds - told[ToldTo.EVERYBODY]
    assert {how: {kind.__name__ for kind in told[how]} for how in told if told[how] <= private} == {
        ToldTo.STAFF: {"Attested", "Disputed"},
        ToldTo.PERSON: {
            "ChipsMoved", "TokensMoved", "Warned", "Exercised", "FormReturned", "FormInspected",
        },
        ToldTo.ADDRESSEE: {"Notified"},
        ToldTo.OPEN_GAMES: {"Revealed"},
    }  # fmt: skip
    for kind in told[ToldTo.PERSON] | told[ToldTo.ADDRESSEE]:
        assert kind.person_in in kind.__struct_fields__
    hinting = {"reason", "detail", "secret", "text", "statement"}
    open_with_words = {
        kind.__name__ for kind in kinds - private if hinting & set(kind.__struct_fields__)
    }
    assert open_with_words == {
        "Aborted", "CardCorrected", "ChangesPermitted", "HandVoided", "RoundVoided", "Ruled",
        "RulingDue", "ShuffleVoided", "TableClosed",
    }, "what is announced at the table; everything else with words is for somebody"  # fmt: skip


def test_every_fact_of_a_tournament_or_promotion_is_for_everybody_or_named_as_not() -> None:
    def tags(facts: Any, *how: ToldTo) -> set[str]:
        return {fact.__struct_config__.tag for fact in get_args(facts) if fact.told_to in how}

    assert tags(tournament.FACTS, ToldTo.STAFF) == {
        "attested", "step", "director", "draw-voided",
    }  # fmt: skip
    assert tags(tournament.FACTS, ToldTo.PERSON) == {
        "paid", "refunded", "reserved", "disqualified", "dispute", "power", "tip-brought",
        "link-opened",
    }  # fmt: skip
    assert tags(promotion.FACTS, ToldTo.EVERYBODY) == {
        "terms-sent", "started", "draw-committed", "draw-witnessed", "drawn", "results-published",
        "draw-cancelled", "roll-closed",
    }  # fmt: skip
    assert tags(promotion.FACTS, ToldTo.ADDRESSEE) == {"notice"}
    assert tags(promotion.FACTS, ToldTo.STAFF) == {"draw-voided"}
    assert tags(promotion.FACTS, ToldTo.OPEN_GAMES) == set()


def test_a_notice_is_told_to_whom_it_is_for(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, "holdem")
            game = floor.live("holdem").table.game
            cited = Clauses(("1.1",))
            facts = (
                Notified(to="players", about="limits", clauses=cited),
                Notified(to="ana", about="the minimum", clauses=cited),
                Notified(to="inspector", about="a restriction", clauses=cited),
                Attested(what="checked", by="dora", clauses=cited),
                Revealed(commitment="c", secret="s", clauses=cited),
            )
            moment = Moment(9, 1, facts)
            assert told_of_table(game, moment, ANA).facts == facts[:2]
            assert told_of_table(game, moment, BEN).facts == facts[:1]
            assert told_of_table(game, moment, None).facts == facts[:1]
            assert told_of_table(game, moment, SUPERVISOR).facts == facts
            assert told_of_table(game, moment, INSPECTOR).facts == facts
            await set_up(floor, "baccarat")
            shown = floor.live("baccarat").table.game
            assert told_of_table(shown, moment, None).facts == (facts[0], facts[4])

    run(test())


def test_the_chips_that_others_bring_are_not_told(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, "baccarat")
            await sit_down(floor, "baccarat", ANA, 1, chips=123_00)
            await bet(floor, "baccarat", ANA, 1)
            for viewer, knows in ((ANA, True), (BEN, False), (None, False), (SUPERVISOR, True)):
                seen = msgspec.json.encode(await look(floor, "baccarat", viewer, 0))
                assert (b"12300" in seen) is knows, viewer

    run(test())


# --- what a form lists, and how far behind somebody may be


def face_down(table: Table) -> Iterator[str]:
    """What a list must not be made of."""
    return map(str, table.shoe.layout)


LEAK: Act[Table, Any] = Act(
    NoMoreBets, None, (), lambda *_: lambda: None, None, lists={"card": face_down}
)


def test_nobody_can_tell_hidden_cards_by_what_a_form_lists(store: Store) -> None:
    """The lists, and all else that a look has, are the same whatever its viewer does not see."""

    async def test() -> None:
        hands, table = Hands(), "holdem"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            live = floor.live(table)
            for box, player in enumerate((ANA, BEN), 1):
                await sit_down(floor, table, player, box)
                await bet(floor, table, player, box)
            while live.is_betting:
                hands.pass_(1_000)
                await floor.tick(live)
            acts = [*live.table.game.acts.values(), LEAK]
            for turn, viewer in enumerate((ANA, BEN, DEALER, None), 1):
                before = [await look(floor, table, viewer, filling_in=each) for each in acts]
                assert disguise(live.table, viewer, turn)
                live.looks.clear()
                after = [await look(floor, table, viewer, filling_in=each) for each in acts]
                assert after[:-1] == before[:-1]
                assert after[-1].lists != before[-1].lists, "the control"
                assert any(each.lists for each in after[:-1])

    run(test())


def test_who_has_missed_too_much_sees_how_the_table_stands(store: Store) -> None:
    """It goes by the line that they were told last and the one that they see now."""

    async def test() -> None:
        hands, table = Hands(), "baccarat"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await sit_down(floor, table, ANA, 1)
            await play_at_random(floor, table, (ANA,), 2, hands, seed=5)
            for viewer in VIEWERS:
                now = await look(floor, table, viewer)
                for missed, told in ((3, 3), (4, 4), (5, 0), (50, 0)):
                    after = now.line - missed
                    first = await anext(watch(floor, table, viewer, after, most_missed=4))
                    assert first is not None
                    assert len(first.moments) == told
                    assert msgspec.structs.replace(first, moments=()) == now

    run(test())
