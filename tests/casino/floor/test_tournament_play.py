"""What happens at the tables of a tournament while it is played, and to those who play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.cups import CUP, DEALER, INES, TOM, Cup, example, people
from tests.casino.floor.floors import OPERATOR, Hands, open_floor, run, set_up
from tests.casino.floor.players import QUICK, come_back, play_on, settled, wager_of, who_wagers
from tests.casino.floor.sessions import ONE, by, finish, playing, the_table
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, HOLDEM

from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.demo import TABLES
from croupier.casino.floor import Look, look, watch
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import Dealing, Enrol, TakeDownTable
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.games.baccarat.acts import wagering as beside_a_player
from croupier.games.blackjack.asks_and_answers import Hit
from croupier.rulebook.citations import Refused
from croupier.table.acts import conduct
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
)
from croupier.table.table import Phase
from croupier.table.tournament_play import owing_a_wager, play_at
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.conduct import CallBreak, RaiseDispute, SettleDispute
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.acts.seating import MovePlayer, TakeSeat
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.sessions import RecordRound, StartSession
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.store.contract import Store

MINUTE = 60_000


# --- the floor opens again


def test_a_session_goes_on_whenever_the_floor_opens_again(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3) as cup:
            hands = cup.hands
        steps = 0
        while True:
            async with open_floor(sqlite, hands) as floor:
                cup = Cup(floor, hands, ACT_2018)
                await settled()
                live = next(iter(tables_of(floor, CUP)), None)
                if live is None:
                    break
                hands.pass_(20_000)  # whoever is asked has at least ten seconds again
                await come_back(cup, live)
                owing = who_wagers(live)
                if owing:
                    wager = wager_of(live, owing[0], 25_00 * int(owing[0][1:]))
                    await floor.do(live.set_up.command.table, wager, by(owing[0]))
                await floor.tick(live)
                await settled()
                seen = _seen(cup)
            async with open_floor(sqlite, hands) as floor:
                assert _seen(Cup(floor, hands, ACT_2018)) == seen
            steps += 1
            assert steps < 100
        async with open_floor(sqlite, hands) as floor:
            await finish(Cup(floor, hands, ACT_2018))

    run(test())


def _seen(cup: Cup) -> bytes:
    lives = tables_of(cup.floor, cup.name)
    views = [live.table.view(viewer) for live in lives for viewer in (None, by("p001"), DEALER)]
    return msgspec.json.encode((cup.tournament.view(TOM), views))


# --- what a table says that it waits for


def test_a_table_that_goes_on_is_not_held_up_by_what_did_not_have_to_be_done(
    sqlite: Store,
) -> None:
    """Several things may end a wait, and one that the rules refuse then holds nobody up."""

    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            table = live.set_up.command.table
            for _ in range(2):
                (name,) = who_wagers(live)
                assert (await look(cup.floor, table, by(name))).held_up is None
                await cup.floor.do(table, wager_of(live, name, 25_00), by(name))
            assert live.table.phase is Phase.DEALING
            for viewer in (None, TOM, by(name)):
                assert (await look(cup.floor, table, viewer)).held_up is None

    run(test())


# --- what comes with the end of a round


def test_a_round_is_recorded_with_the_lines_of_its_table_or_not_at_all(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            written = []
            write = cup.floor.write

            async def noted(writing: Any) -> Any:
                written.append([addition.record for addition in writing.additions])
                return await write(writing)

            cup.floor.write = noted  # type: ignore[method-assign]
            await finish(cup)
            rounds = [records for records in written if records[0].startswith("tables/")]
            told = [records for records in rounds if "tournaments/cup" in records]
            assert len(told) >= 2
            assert cup.tournament.phase is TournamentPhase.FINISHED

    run(test())


def test_no_other_table_becomes_a_tournaments_and_loses_its_float(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await people(floor, 1)
            for table in TABLES:
                await set_up(floor, table, dealing=Dealing.REAL)
                designate = DesignateForTournament(tournament="a cup of mine")
                with pytest.raises(Refused, match="has tables of its own"):
                    await floor.do(table, designate, TOM)
                assert floor.live(table).table.tournament is None
                with pytest.raises(WrongRole):  # which is said first
                    await floor.do(table, designate, DEALER)

    run(test())


def test_the_table_alone_tells_of_its_rounds_and_has_its_chips(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            name = live.set_up.command.table
            record = RecordRound(table="Table 1", chips={"p001": 1, "p002": 99_999})
            with pytest.raises(Refused, match="the table tells its tournament by itself"):
                await cup.do(record, DEALER)
            for command, by in (
                (IssueTournamentChips(player="p001", amount=5_000_00), TOM),
                (CollectTournamentChips(player="p002"), DEALER),
            ):
                with pytest.raises(Refused, match="the tournament decides"):
                    await cup.floor.do(name, command, by)
            with pytest.raises(Refused, match="when its session is over"):
                await cup.floor.command_house(TakeDownTable(table=name), OPERATOR)
            with pytest.raises(Refused, match="the session goes on at Table 1"):
                await cup.do(EndSession())
            await finish(cup)

    run(test())


@pytest.mark.clause("nsw:19.6.15")
def test_19_6_15_nobody_changes_the_limits_of_one_table_in_mid_session(sqlite: Store) -> None:
    async def test() -> None:
        higher = {"main": [50_00, 1000_00]}
        levels = [{"session": 1, "round": 2, "limits": higher}]
        changes = {"limits": {"main": [25_00, 500_00]}, "levels": levels, "buy_in": 0}
        async with playing(sqlite, CHALLENGE, 2, **changes) as cup:
            live = the_table(cup)
            name, sue = live.set_up.command.table, Person("sue", Role.SUPERVISOR)
            await cup.floor.command_house(Enrol(person="sue", roles=(Role.SUPERVISOR,)), OPERATOR)
            for limits, why in (
                ((100_00, 500_00), "announce no such limits"),
                ((50_00, 1000_00), "when the conditions have it so"),
            ):
                with pytest.raises(Refused, match=why) as refusal:
                    await cup.floor.do(name, ChangeLimits(limits={"main": limits}), sue)
                assert refusal.value.clauses == ("19.6.15",)
            await play_on(
                cup, lambda name: 25_00, lambda: live.table.number == 1 and live.is_betting
            )
            assert live.table.sign.of("main").minimum == 50_00  # for the second round
            await finish(cup)

    run(test())


@pytest.mark.clause("06:20.4(g)", "18:19.3(a)(vii)", "bac:15.3(a)(vii)", "uth:16.3(a)(vii)")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_the_limits_of_a_tournament_are_the_same_for_all_its_players(
    sqlite: Store, instrument: str
) -> None:
    """A marker would let one of them wager more than the conditions say."""

    async def test() -> None:
        async with playing(sqlite, instrument, 2) as cup:
            live = the_table(cup)
            sue = Person("sue", Role.SUPERVISOR)
            await cup.floor.command_house(Enrol(person="sue", roles=(Role.SUPERVISOR,)), OPERATOR)
            marker: Command = PlaceMarker(player="p001", box=1, limit=100_000_00)
            if instrument == BACCARAT:
                marker = beside_a_player.PlaceMarker(player="p001", limit=100_000_00)
            assert live.table.check(marker, sue, cup.floor.house.at) is None
            with pytest.raises(Refused, match="when the conditions have it so"):
                await cup.floor.do(live.set_up.command.table, marker, sue)

    run(test())


# --- time


def test_nobody_is_waited_for_longer_than_the_time_for_a_wager(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            await cup.floor.do(live.set_up.command.table, wager_of(live, "p001", 25_00), by("p001"))
            assert live.is_betting
            cup.hands.pass_(QUICK.betting + 1)
            await cup.floor.tick(live)
            assert live.table.patrons.away >= {"p002"}
            assert live.table.number == 1
            await finish(cup)

    run(test())


def test_where_the_rules_say_so_the_minimum_is_staked_for_whoever_lets_it_pass(
    sqlite: Store,
) -> None:
    async def test() -> None:
        wagering = {"order": True, "allocation": "by ballot", "seconds": 10}
        async with playing(sqlite, CHALLENGE, 2, wagering=wagering) as cup:
            live = the_table(cup)
            await cup.floor.tick(live)
            (first,) = who_wagers(live)
            cup.hands.pass_(10_001)
            await cup.floor.tick(live)
            staked = {wager.player: wager.amount for wager in live.table.wagers}
            assert staked == {first: 25_00}
            assert first not in live.table.patrons.away
            await finish(cup)

    run(test())


def test_nobody_wagers_in_a_break_and_the_time_begins_after_it(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            await cup.do(CallBreak(minutes=5))
            with pytest.raises(Refused, match="there is a break"):
                await cup.floor.do(
                    live.set_up.command.table, wager_of(live, "p001", 25_00), by("p001")
                )
            cup.hands.pass_(5 * MINUTE)
            await cup.floor.tick(live)
            assert not live.table.patrons.away
            assert live.due == cup.hands.at + QUICK.betting
            await finish(cup)

    run(test())


def test_in_a_break_no_wager_is_listed_and_whoever_watches_sees_its_end(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)

            def can_wager(seen: Look | None) -> bool:
                assert seen is not None
                return any(isinstance(each, PlaceWager) for each in seen.view.legal)

            looks = watch(cup.floor, live.set_up.command.table, by("p001"))
            assert can_wager(await anext(looks))
            await cup.do(CallBreak(minutes=5))
            assert not can_wager(await anext(looks))
            cup.hands.pass_(5 * MINUTE)
            assert can_wager(await look(cup.floor, live.set_up.command.table, by("p001")))
            await cup.do(CallBreak(minutes=5))
            assert not can_wager(await anext(looks))
            cup.hands.pass_(5 * MINUTE - 1)
            ending = asyncio.ensure_future(anext(looks))
            cup.hands.pass_(1)
            assert can_wager(await ending)
            await finish(cup)

    run(test())


def test_where_a_dispute_stops_the_tournament_its_tables_wait(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            await cup.do(RaiseDispute(text="who was first"), DEALER)
            assert live.due is None
            cup.hands.pass_(10 * MINUTE)
            await cup.floor.tick(live)
            assert live.table.number == 0
            await cup.do(SettleDispute(decision="p001 was"))
            await settled()
            assert live.due is not None
            await finish(cup)

    run(test())


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_after_a_dispute_players_have_the_whole_time_to_wager(sqlite: Store) -> None:
    """Ten minutes of dispute take nothing of the time for a wager."""

    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            await settled()
            assert live.due is not None
            lasts = live.due - cup.hands.at
            await cup.do(RaiseDispute(text="my seat", player="p002"), by("p002"))
            cup.hands.pass_(10 * MINUTE)
            await cup.do(SettleDispute(decision="it is theirs"))
            await settled()
            await cup.floor.tick(live)
            assert live.due == cup.hands.at + lasts
            await finish(cup)

    run(test())


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_a_dispute_stops_a_round_in_progress_and_it_goes_on_where_it_stood(
    sqlite: Store,
) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            live = the_table(cup)
            table = live.set_up.command.table
            await play_on(cup, lambda _: 25_00, lambda: live.table.phase is Phase.DEALING)
            hits = {
                name: each
                for name in ("p001", "p002")
                for each in live.table.legal(by(name))
                if isinstance(each, Hit)
            }
            (decides, hit), *_ = hits.items()
            await cup.do(RaiseDispute(text="my card", player="p002"), by("p002"))
            before = live.stored
            assert live.due is None
            cup.hands.pass_(10 * MINUTE)
            await cup.floor.tick(live)
            with pytest.raises(Refused, match="a dispute has to be settled first") as stopped:
                await cup.floor.do(table, hit, by(decides))
            assert stopped.value.clauses == ("19.11.2",)
            assert live.stored == before
            away = StepAway(player=decides)  # whoever goes has nothing dealt past them
            await cup.floor.do(table, away, by(decides))
            assert live.stored == before + 1
            assert (live.table.phase, live.table.number) == (Phase.DEALING, 1)
            await cup.do(SettleDispute(decision="it lies where it belongs"))
            await settled()
            assert live.stored > before + 1  # and the round goes on
            await finish(cup)

    run(test())


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_what_is_disputed_at_a_table_is_for_the_tournaments_manager(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, CHALLENGE, 2) as cup:
            at_the_table = conduct.RaiseDispute(player="p001", about="my card")
            with pytest.raises(Refused, match="raise it with the tournament") as refused:
                await cup.floor.do(the_table(cup).set_up.command.table, at_the_table, by("p001"))
            assert refused.value.clauses == ("19.11.2",)
            await cup.do(RaiseDispute(text="my card", player="p001"), by("p001"))
            await cup.do(SettleDispute(decision="it stands"))
            await finish(cup)

    run(test())


def test_the_act_has_disputes_of_a_tournaments_table_decided_as_any_others(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            at_the_table = conduct.RaiseDispute(player="p001", about="my card")
            await cup.floor.do(the_table(cup).set_up.command.table, at_the_table, by("p001"))
            await finish(cup)

    run(test())


# --- people


def test_who_comes_late_is_seated_when_the_round_is_over(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 3)
            cup = Cup(floor, hands, CHALLENGE, pace=QUICK)
            await cup.take_entries(3, example(CHALLENGE, **ONE))
            await cup.all(cup.ballot())
            for name in ("p001", "p002"):
                await cup.do(TakeSeat(player=name), DEALER)
            hands.pass_(max(0, (cup.tournament.session.starts or 0) - hands.at))
            await cup.do(StartSession())
            await settled()
            live = the_table(cup)
            assert live.table.chips.rack("p003") == cup.tournament.entrants["p003"].chips > 0
            assert set(live.table.patrons.arrived) == {"p001", "p002"}
            await cup.do(TakeSeat(player="p003"), DEALER)
            assert set(live.table.patrons.arrived) == {"p001", "p002", "p003"}
            await finish(cup)

    run(test())


def test_chips_that_are_bought_back_come_to_the_table_between_rounds(sqlite: Store) -> None:
    async def test() -> None:
        long = [{"name": "final", "rounds": 3, "seats": 7}]
        limits = {"ante": [25_00, 500_00], "trips": [25_00, 500_00]}
        changes = {"sessions": long, "limits": limits, "levels": [], "chips": 100_00}
        async with playing(sqlite, HOLDEM, 3, **changes) as cup:

            def somebody_is_out() -> bool:
                entrants = cup.tournament.entrants.values()
                return any(each.status is Status.MAY_BUY_BACK for each in entrants)

            await play_on(cup, lambda name: 500_00, somebody_is_out, buy_back=False)
            live = the_table(cup)
            out = next(
                each
                for each in cup.tournament.entrants.values()
                if each.status is Status.MAY_BUY_BACK
            )
            before = cup.pocket(out.name)
            await cup.do(BuyBack(player=out.name, paid=80_00))
            assert cup.pocket(out.name) == before - 80_00
            assert live.table.chips.rack(out.name) == cup.tournament.entrants[out.name].chips
            with pytest.raises(Refused, match="cannot buy back"):
                await cup.do(BuyBack(player=out.name, paid=80_00))
            await finish(cup)

    run(test())


def test_players_are_moved_between_rounds_with_their_chips(sqlite: Store) -> None:
    async def test() -> None:
        rounds = [{"name": "final", "rounds": 3, "seats": 2}]
        async with playing(sqlite, HOLDEM, 3, sessions=rounds) as cup:
            one, two = the_table(cup), the_table(cup, "Table 2")
            mover = cup.tournament.at_table("Table 1")[0]
            await cup.floor.tick(one)
            (first,) = who_wagers(one)
            await cup.floor.do(one.set_up.command.table, wager_of(one, first, 25_00), by(first))
            move = MovePlayer(player=mover.name, table="Table 2", box=2)
            with pytest.raises(Refused, match="a round is in play at cup-1"):
                await cup.do(move)
            await cup.do(CallBreak(minutes=5))
            await play_on(
                cup, lambda name: 25_00, until=lambda: one.table.number == 1 and one.is_betting
            )
            chips = cup.tournament.entrants[mover.name].chips
            await cup.do(move)
            assert mover.name not in play_at(one.table).positions
            assert play_at(two.table).positions[mover.name] == 2
            assert (one.table.chips.rack(mover.name), two.table.chips.rack(mover.name)) == (
                0, chips,
            )  # fmt: skip
            cup.hands.pass_(5 * MINUTE)
            await finish(cup)

    run(test())


def test_a_tournament_that_is_called_off_pays_everybody_back(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2) as cup:
            live = the_table(cup)
            for name in list(owing_a_wager(live.table)):
                await cup.floor.do(live.set_up.command.table, wager_of(live, name, 25_00), by(name))
            await cup.do(CancelTournament(reason="the roof leaks"), OPERATOR)
            await play_on(cup, lambda name: 25_00)
            assert (cup.account, cup.pocket("p001"), cup.pocket("p002")) == (0, 100_000, 100_000)
            assert not cup.floor.tables

    run(test())


# --- what is not to be known


def test_an_undisclosed_wager_stays_undisclosed_until_its_time(sqlite: Store) -> None:
    async def test() -> None:
        wagering = {"allocation": "by ballot", "undisclosed": 1}
        rounds = [{"name": "final", "rounds": 1, "seats": 7}]
        async with playing(sqlite, CHALLENGE, 2, wagering=wagering, sessions=rounds) as cup:
            live = the_table(cup)
            table = live.set_up.command.table
            hidden = WriteWager(player="p001", amount=175_00, type="main")
            answered = await cup.floor.do(table, hidden, by("p001"))
            assert b"17500" not in answered.body
            await cup.floor.do(table, wager_of(live, "p002", 25_00), by("p002"))
            looks = 0
            while play_at(live.table).this_round.hidden:
                for viewer in (None, by("p002")):
                    seen = msgspec.json.encode(await look(cup.floor, table, viewer, after=1))
                    assert b"17500" not in seen
                    assert b"82500" not in seen  # nor what is left of a thousand
                    looks += 1
                cup.hands.pass_(1_000)
                await cup.floor.tick(live)
            assert looks
            announced = b'"fact":"hidden-announced","player":"p001","written":17500'
            assert announced in b"".join(sqlite.lines(live.record))
            await finish(cup)

    run(test())


# --- several processes


def test_two_processes_serve_the_tables_of_one_tournament(postgresql: Any) -> None:
    where = postgresql.empty_database()

    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await people(one, 4)
                cup = Cup(one, hands, ACT_2018, pace=QUICK)
                two = [{"name": "final", "rounds": 2, "seats": 2}]
                conditions = example(ACT_2018, **{**ONE, "sessions": two})
                await cup.take_entries(4, conditions)
                await cup.seat()
                there = Cup(other, hands, ACT_2018)
                turn = 0
                while not (_is_over(cup) and _is_over(there)):
                    turn += 1
                    await _anybody_wagers((cup, there)[turn % 2])
                    hands.pass_(500)
                    for floor in (one, other):
                        for live in tables_of(floor, CUP):
                            await floor.tick(live)
                    await asyncio.sleep(0.005)  # each follows what the other has stored
                assert cup.affair.stored == there.affair.stored
                assert msgspec.json.encode(cup.tournament.view(INES)) == msgspec.json.encode(
                    there.tournament.view(INES)
                )
            found = inspect(first)
            assert found.sound, [str(each) for each in found.findings]

    run(test())


def _is_over(cup: Cup) -> bool:
    states = cup.tournament.session.tables.values()
    began = cup.tournament.phase is TournamentPhase.PLAYING and all(state.over for state in states)
    return began and not tables_of(cup.floor, cup.name) and all(s.chips_back for s in states)


async def _anybody_wagers(cup: Cup) -> None:
    for live in tables_of(cup.floor, cup.name):
        await come_back(cup, live)
        for name in who_wagers(live):
            try:
                wager = wager_of(live, name, 25_00)
                await cup.floor.do(live.set_up.command.table, wager, by(name))
            except (Refused, LookupError):
                continue  # the other process was faster
