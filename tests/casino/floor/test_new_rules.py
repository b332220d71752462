"""Tables that are open on the first day of an instrument that takes the place of theirs."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.floors import (
    ANA,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.casino.floor.maintenance import Sealing, Upkeep
from croupier.casino.house.commands import Dealing
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.signing_key import Seal
from croupier.casino.store.sqlite import SqliteStore
from croupier.durations import MINUTE
from croupier.rulebook.amendments import amended
from croupier.rulebook.instruments import add, remove
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import CANBERRA
from croupier.table.facts import Notified, Revealed, RoundEnded
from croupier.table.table import Phase
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.casino.floor import Floor

BLACKJACK, CHALLENGE = "blackjack-2018", "challenge"
FIRST_MOMENT = int(datetime(2027, 3, 1, tzinfo=CANBERRA).timestamp()) * 1000
CHANGES = {
    BLACKJACK: ("act-blackjack-2018", "most_hands", ["10.3"], 3),
    CHALLENGE: ("nsw-blackjack-challenge", "most_hands", ["11.4.2"], 2),
}


@contextmanager
def new_rules(table: str, **fields: Any) -> Iterator[None]:
    """Rules for the game of a table that are in force from the first of March on."""
    amends, rule, clauses, value = CHANGES[table]
    change = {"rule": rule, "clauses": clauses, "value": value}
    new = amended(
        {
            "amends": amends, "id": "new-rules", "title": "New rules", "change": [change],
            "commences": "2027-03-01", **fields,
        }
    )  # fmt: skip
    add(new)
    try:
        yield
    finally:
        remove(new.id)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "casino.db") as store:
        yield store


async def play_a_round(floor: Floor, hands: Hands, table: str) -> None:
    """Let time pass until the round that ana has a wager in has been settled."""
    live = floor.live(table)
    for _ in range(200):
        if live.table.phase in (Phase.SETTLED, Phase.CLOSED):
            return
        hands.pass_(MINUTE // 2)
        await floor.tick(live)
    raise AssertionError(live.table.phase)


def test_a_table_finishes_its_round_and_closes_by_itself(store: SqliteStore) -> None:
    async def test() -> None:
        hands = Hands(FIRST_MOMENT - MINUTE)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, BLACKJACK)
            await sit_down(floor, BLACKJACK, ANA, 1)
            live = floor.live(BLACKJACK)
            assert live.makes_way_at == FIRST_MOMENT
            assert live.wake_up is not None
            await bet(floor, BLACKJACK, ANA, 1)
            while live.table.phase is Phase.BETTING:
                hands.pass_(5_000)
                await floor.tick(live)
            assert not live.table.closing
            hands.at = max(hands.at, FIRST_MOMENT)
            await floor.tick(live)
            assert live.table.closing
            assert live.table.phase is not Phase.CLOSED
            await play_a_round(floor, hands, BLACKJACK)
            hands.pass_(MINUTE)
            await floor.tick(live)
            assert live.table.phase is Phase.CLOSED
            assert (live.makes_way_at, live.wake_up) == (None, None)
            hands.pass_(MINUTE)
            await floor.tick(live)
        again = replay(store.lines(live.record))
        assert again.same
        facts = again.table.facts
        assert sum(isinstance(fact, RoundEnded) for fact in facts) == 1
        assert isinstance(facts[-1], Revealed)  # nothing is dealt from that shoe again

    with new_rules(BLACKJACK):
        run(test())


def test_what_lies_in_boxes_on_the_first_day_goes_back(store: SqliteStore) -> None:
    async def test() -> None:
        hands = Hands(FIRST_MOMENT - 1_000)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, BLACKJACK)
            await sit_down(floor, BLACKJACK, ANA, 1)
            await bet(floor, BLACKJACK, ANA, 1)
            hands.pass_(1_000)
            live = floor.live(BLACKJACK)
            await floor.tick(live)
            assert live.table.phase is Phase.CLOSED
            assert live.table.chips.racks["ana"] == 1_000_00

    with new_rules(BLACKJACK):
        run(test())


def test_a_floor_that_opens_after_the_first_day_closes_its_tables(store: SqliteStore) -> None:
    async def evening() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, BLACKJACK)

    async def morning() -> None:
        async with open_floor(store, Hands(FIRST_MOMENT)) as floor:
            assert floor.live(BLACKJACK).table.phase is Phase.CLOSED

    run(evening())
    with new_rules(BLACKJACK):
        run(morning())


def test_tables_play_on_where_the_new_rules_say_so(store: SqliteStore) -> None:
    async def test() -> None:
        hands = Hands(FIRST_MOMENT)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, BLACKJACK)
            await sit_down(floor, BLACKJACK, ANA, 1)
            await bet(floor, BLACKJACK, ANA, 1)
            await play_a_round(floor, hands, BLACKJACK)
            assert floor.live(BLACKJACK).makes_way_at is None
            assert not floor.live(BLACKJACK).table.closing

    with new_rules(BLACKJACK, open_tables="play-on"):
        run(test())


def test_a_sign_says_long_enough_before_when_a_table_with_players_closes(
    store: SqliteStore,
) -> None:
    """18.8 of Blackjack Challenge wants it to stand there for twenty minutes."""

    async def test() -> None:
        hands = Hands(FIRST_MOMENT - 30 * MINUTE)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, CHALLENGE)
            await sit_down(floor, CHALLENGE, ANA, 1)
            live = floor.live(CHALLENGE)
            assert live.makes_way_at == FIRST_MOMENT - 20 * MINUTE
            hands.pass_(10 * MINUTE)
            await floor.tick(live)
            told = replay(store.lines(live.record)).table.facts[-1]
            assert isinstance(told, Notified)
            assert (told.about, told.detail) == ("closure", "in 20 minutes")
            assert live.makes_way_at == FIRST_MOMENT
            await bet(floor, CHALLENGE, ANA, 1)  # it is played until then
            await play_a_round(floor, hands, CHALLENGE)
            hands.at = FIRST_MOMENT - 1_000
            await floor.tick(live)
            assert live.is_betting
            await bet(floor, CHALLENGE, ANA, 1)
            hands.pass_(1_000)
            await floor.tick(live)
            assert live.table.phase is Phase.CLOSED
        assert replay(store.lines(live.record)).same

    with new_rules(CHALLENGE):
        run(test())


def test_whoever_deals_by_hand_is_told_once_and_closes_the_table(store: SqliteStore) -> None:
    def reported() -> list[str]:
        events = (event.happened for event in significant_events(store))
        return [f"{each.subject}: {each.detail}" for each in events if each.what == "new rules"]

    async def test() -> None:
        hands = Hands(FIRST_MOMENT - 1)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, BLACKJACK, dealing=Dealing.VIRTUAL)
            live = floor.live(BLACKJACK)
            upkeep = Upkeep(floor, Sealing(floor, Seal.new()), 60 * MINUTE)
            opening = opening_of(live.table, "play chips", hands.at, 1_000_00)
            await floor.do(BLACKJACK, opening, SUPERVISOR)
            await upkeep.go_round()
            assert reported() == []
            hands.pass_(1)
            for _ in range(2):
                await upkeep.go_round()
            assert len(reported()) == 1
            assert reported()[0].startswith(f"table {BLACKJACK}: New rules")
            assert not live.table.closing
            for command in (AnnounceClosure(rounds=0), CloseTable()):
                await floor.do(BLACKJACK, command, SUPERVISOR)
            assert live.table.phase is Phase.CLOSED
            await upkeep.go_round()
            assert len(reported()) == 1
        kinds = {event.happened.kind for event in significant_events(store)}
        assert EventKind.RULES in kinds

    with new_rules(BLACKJACK):
        run(test())
