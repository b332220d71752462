"""Waits end as the rules say, and nobody can shorten one by setting a clock."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEGUN,
    BEN,
    Hands,
    bet,
    found,
    legal,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.aggregate.restore import restore
from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import look
from croupier.casino.floor.timers import GRACE, Clock
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import BuyIn, Enrol, Incident, Pace, Report
from croupier.casino.house.house import KIND, House
from croupier.casino.store.sqlite import SqliteStore
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.blackjack.facts import Dealt
from croupier.games.holdem.asks_and_answers import LookAtCards, PlayWager
from croupier.games.holdem.facts import Decided
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, ComeBack
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store
    from croupier.table.table import Table

PACE = Pace(betting=10_000, decision=20_000, cut=5_000, settled=3_000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with SqliteStore(str(tmp_path / "casino.db")) as store:
        yield store


async def _until_dealt(floor: Floor, table: str, hands: Hands) -> None:
    live = floor.live(table)
    hands.pass_(PACE.betting)
    await floor.tick(live)
    if live.table.phase is Phase.BETTING:  # the cut of a new shoe is offered first
        hands.pass_(PACE.cut)
        await floor.tick(live)


def test_betting_closes_when_the_time_after_the_first_wager_is_over(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            live = floor.live(table)
            assert live.due is None
            await sit_down(floor, table, ANA, 1)
            await sit_down(floor, table, BEN, 2)
            await bet(floor, table, ANA, 1)
            assert live.due == BEGUN + PACE.betting
            hands.pass_(4_000)
            await bet(floor, table, BEN, 2)
            assert live.due == BEGUN + PACE.betting, "a second wager brings no more time"
            hands.pass_(PACE.betting - 4_001)
            await floor.tick(live)
            assert live.table.phase is Phase.BETTING
            hands.pass_(1)
            await floor.tick(live)
            assert live.table.phase is Phase.DEALING

    run(test())


def test_no_time_is_lost_when_every_bettor_is_ready(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            for box, player in enumerate((ANA, BEN), 1):
                await sit_down(floor, table, player, box)
                await bet(floor, table, player, box)
            await floor.ready(table, ANA)
            assert floor.live(table).table.phase is Phase.BETTING
            await floor.ready(table, BEN)
            assert floor.live(table).table.phase is Phase.DEALING

    run(test())


def test_no_time_is_lost_when_everybody_has_seen_how_the_round_came_out(store: Store) -> None:
    async def test() -> None:
        table, players = "holdem", (ANA, BEN)
        async with open_floor(store, Hands()) as floor:  # whose clock stands still
            await found(floor)
            await set_up(floor, table, pace=PACE)
            live = floor.live(table)
            for box, player in enumerate(players, 1):
                await sit_down(floor, table, player, box)
                await bet(floor, table, player, box)
            for player in players:
                await floor.ready(table, player)
            while asked := [(by, own) for by in players for own in _plays_on(live.table, by)]:
                await floor.do(table, asked[0][1], asked[0][0])
            for phase, after in ((Phase.DEALING, Phase.SETTLED), (Phase.SETTLED, Phase.BETTING)):
                for player in players:
                    assert live.table.phase is phase
                    assert (await look(floor, table, player)).can_be_ready
                    await floor.ready(table, player)
                assert live.table.phase is after

    run(test())


def _plays_on(table: Table, by: Person) -> list[Command]:
    """What a player of Hold'em does who bets at once, and only that."""
    legal = [*table.legal(by)]
    return [each for each in legal if isinstance(each, LookAtCards | PlayWager)]


def test_who_lets_the_time_pass_draws_to_twelve_and_finds_the_seat_again(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            await sit_down(floor, table, ANA, 1)
            live = floor.live(table)
            stood_short = drew = 0
            for _ in range(30):
                await bet(floor, table, ANA, 1)
                await _until_dealt(floor, table, hands)
                asked = live.table.phase is Phase.DEALING
                hands.pass_(PACE.decision)
                await floor.tick(live)
                while live.table.phase is Phase.DEALING:  # insurance first, then the hand
                    hands.pass_(PACE.decision)
                    await floor.tick(live)
                if asked:
                    view = (await look(floor, table, ANA)).view
                    (hand,) = view.round.boxes[0].hands
                    stood_short += hand.total < 12
                    drew += len(hand.cards) > 2
                    assert "ana" in view.away
                    assert view.boxes[0].seat == "ana"
                hands.pass_(PACE.settled)
                await floor.tick(live)
            assert (stood_short, drew > 0) == (0, True)
            assert ComeBack(player="ana") in await legal(floor, table, ANA)
            await bet(floor, table, ANA, 1)
            assert "ana" not in live.table.patrons.away, "whoever acts is there"

    run(test())


def test_no_answer_at_holdem_is_a_fold(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "holdem"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            await _until_dealt(floor, table, hands)
            live = floor.live(table)
            assert live.table.phase is Phase.DEALING
            line = live.stored
            for _ in range(4):
                hands.pass_(PACE.decision)
                await floor.tick(live)
            told = [f for m in live.recent if m.line > line for f in m.facts]
            assert [f.action for f in told if isinstance(f, Decided)] == ["fold"]

    run(test())


def test_a_player_who_is_offered_the_cut_and_says_nothing_has_declined_it(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            live = floor.live(table)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            await _until_dealt(floor, table, hands)
            for _ in range(400):  # until the shoe is through and the next one is cut
                if DeclineCut(player="ana") in await legal(floor, table, ANA):
                    break
                if live.table.phase is Phase.BETTING and not live.table.wagers:
                    await bet(floor, table, ANA, 1)
                hands.pass_(PACE.decision)
                await floor.tick(live)
            else:
                raise AssertionError("the cut was never offered")
            offered = live.due
            assert offered is not None
            hands.pass_(PACE.cut)
            await floor.tick(live)
            assert live.table.shoe.ready
            assert DeclineCut(player="ana") not in await legal(floor, table, ANA)

    run(test())


def test_nothing_of_it_needs_anybody_to_be_connected(store: Store) -> None:
    """The clock of the event loop alone deals a round to its end."""

    async def test() -> None:
        table = "blackjack-2018"
        hands = Hands()
        quick = Pace(betting=1, decision=1, cut=1, settled=1)
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=quick)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            live = floor.live(table)
            while live.table.number < 1 or live.table.phase is not Phase.BETTING:
                bell = live.changed
                hands.pass_(1)  # what is due in a millisecond is due by now
                await bell.wait()
            assert live.table.rounds[-1].settled()

    run(test())


@pytest.mark.parametrize("step", [3_600_000, -3_600_000])
def test_a_clock_that_is_set_changes_nobodys_time(store: Store, step: int) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            live = floor.live(table)
            due = live.due
            hands.wall += step
            assert floor.clock.stepped() == step
            assert floor.clock.stepped() is None
            await floor.tick(live)
            assert (live.due, live.table.phase) == (due, Phase.BETTING)
        async with open_floor(store, hands) as floor:
            assert floor.clock() >= live.at

    run(test())


def test_nobody_runs_out_of_time_while_the_floor_is_shut(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            await _until_dealt(floor, table, hands)
            due = floor.live(table).due
        hands.pass_(1_000)
        async with open_floor(store, hands) as floor:
            assert floor.live(table).due == due, "a moment changes nothing"
        hands.pass_(3_600_000)
        async with open_floor(store, hands) as floor:
            live = floor.live(table)
            assert live.table.phase is Phase.DEALING
            assert live.due == hands.at + GRACE

    run(test())


def test_a_floor_that_opens_again_is_never_earlier_than_it_was() -> None:
    hands = Hands()
    hands.wall -= 3_600_000
    clock = Clock(BEGUN, wall=lambda: hands.wall, steady=lambda: hands.at)
    assert clock() == BEGUN
    hands.at += 10
    assert clock() == BEGUN + 10


def test_times_go_forward_in_the_record_of_a_house_that_others_wait_for(store: Store) -> None:
    """What a table did waits for the house, which does something later in the meantime."""

    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await floor.do(table, Arrive(player="ana"), ANA)
            live, brings = floor.live(table), BringChips(player="ana", amount=100_00)
            async with floor.live_house.lock:
                first = asyncio.create_task(
                    floor.command_house(BuyIn(person="ben", amount=100), BEN)
                )
                second = asyncio.create_task(floor.do(table, brings, ANA))
                while not live.fresh:
                    await asyncio.sleep(0)
                hands.pass_(5_000)
            await asyncio.gather(first, second)
        for record in ("house", live.record):
            times = times_of(store, record)
            assert times == sorted(times)
        *_, bought, followed = times_of(store, "house")
        assert followed == bought == BEGUN + 5_000
        assert times_of(store, live.record)[-1] == BEGUN, "the table did it before"

    run(test())


def test_another_process_with_a_clock_that_is_ahead_turns_no_time_back() -> None:
    lines: list[bytes] = []
    house = House("one", lines.append)
    house.only_forward = True
    house.do(Enrol(person="olga", roles=(Role.OPERATOR,)), Person("olga", Role.OPERATOR), 2_000)
    house.do(Report(incident=Incident.STARTED), ITSELF, 1_000)
    assert [json.loads(line)["entry"]["at"] for line in lines[1:]] == [2_000, 2_000]


def test_a_record_with_times_that_went_back_is_still_read_as_it_is() -> None:
    lines: list[bytes] = []
    house = House("one", lines.append)
    house.do(Enrol(person="olga", roles=(Role.OPERATOR,)), Person("olga", Role.OPERATOR), 2_000)
    house.do(Report(incident=Incident.STARTED), ITSELF, 1_000)
    again = restore(KIND, lines)
    again.only_forward = True
    assert (again.at, again.head) == (1_000, house.head)
    again.do(Report(incident=Incident.STOPPED), ITSELF, 500)
    assert again.at == 1_000


def times_of(store: Store, record: str) -> list[int]:
    return [json.loads(line)["entry"]["at"] for line in store.lines(record, after=1)]


def test_an_answer_in_time_keeps_the_time_of_the_next_question(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            await sit_down(floor, table, ANA, 1)
            live = floor.live(table)
            for _ in range(30):
                await bet(floor, table, ANA, 1)
                await _until_dealt(floor, table, hands)
                hands.pass_(7_000)
                if Hit(box=1) in await legal(floor, table, ANA):
                    before = [f for m in live.recent for f in m.facts if isinstance(f, Dealt)]
                    await floor.do(table, Hit(box=1), ANA)
                    assert len(before) > 0
                    if live.table.phase is Phase.DEALING:
                        assert live.due == hands.at + PACE.decision
                        return
                for _ in range(6):
                    hands.pass_(PACE.decision)
                    await floor.tick(live)
        raise AssertionError("no hand was asked twice")

    run(test())


def test_a_refused_answer_brings_no_more_time(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table, pace=PACE)
            for box, player in enumerate((ANA, BEN), 1):
                await sit_down(floor, table, player, box)
                await bet(floor, table, player, box)
            await _until_dealt(floor, table, hands)
            live = floor.live(table)
            due = live.due
            hands.pass_(3_000)
            with pytest.raises(Exception, match=r"no hand|makes the decisions|insurance"):
                await floor.do(table, Stand(box=7), BEN)
            assert live.due == due

    run(test())
