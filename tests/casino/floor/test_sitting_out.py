"""Players who step away from the tables of a tournament, or let the time for a wager pass."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import DEALER, TOM, Cup, example, people
from tests.casino.floor.floors import OPERATOR, Hands, open_floor, run
from tests.casino.floor.players import QUICK, play_on, settled, wager_of
from tests.casino.floor.sessions import ONE, by, playing, the_table
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, HOLDEM

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import BuyIn, Enrol
from croupier.casino.store_verification import inspect
from croupier.games.blackjack.asks_and_answers import Hit
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.acts.turns import PlayPassCard, RuleOut
from croupier.table.acts.voiding import VoidRound
from croupier.table.table import Phase
from croupier.table.tournament_play import is_ordered, play_at, players_in
from croupier.tournament.acts.conduct import Disqualify, SetPace
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.facts import TieDecided
from croupier.tournament.state import Ground, Status

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

ACT = (ACT_2006, ACT_2018, BACCARAT, HOLDEM)
FIVE = [{"name": "final", "rounds": 5, "seats": 7}]


async def step_away(cup: Cup, live: LiveTable, *names: str) -> None:
    for name in names:
        await cup.floor.do(live.set_up.command.table, StepAway(player=name), by(name))


async def only(
    cup: Cup, live: LiveTable, bettors: Collection[str], rounds: int, dollars: float = 25
) -> None:
    """Rounds in which these players wager when it is their turn, and the others do nothing."""
    table = live.table
    for _ in range(600):
        name = live.set_up.command.table
        if name not in cup.floor.tables or table.tournament is None or table.number > rounds:
            return
        if table.number == rounds and table.phase is Phase.BETTING:
            return
        if table.phase is Phase.BETTING:
            for each in _may_wager(live, bettors):
                wager = wager_of(live, each, round(dollars * 100))
                await cup.floor.do(name, wager, by(each))
        cup.hands.pass_(1_000)
        await cup.floor.tick(live)
        await settled()
    raise AssertionError("it does not come to so many rounds")


def _may_wager(live: LiveTable, bettors: Collection[str]) -> list[str]:
    table, play = live.table, play_at(live.table)
    staked = {wager.player for wager in table.wagers}
    free = [name for name in players_in(table).values() if name in bettors and name not in staked]
    if not is_ordered(table):
        return free
    return [name for name in free if play.this_round.asked[-1:] == [play.positions[name]]]


async def to_the_prizes(cup: Cup) -> None:
    await play_on(cup, lambda name: 25_00)
    await cup.do(EndSession())
    await play_on(cup, lambda name: 25_00)
    await cup.do(AwardPlaces())
    assert cup.account == 0


# --- the time there is


@pytest.mark.parametrize("after", ["a void round", "another pace"])
def test_the_time_for_a_wager_that_is_shown_is_the_time_there_is(after: str, sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3, sessions=FIVE) as cup:
            live, supervisor = the_table(cup), Person("sid", Role.SUPERVISOR)
            enrol = Enrol(person=supervisor.name, roles=(supervisor.role,))
            await cup.floor.command_house(enrol, OPERATOR)
            table = live.set_up.command.table
            if after == "a void round":
                for name in live.table.tournament.positions:  # type: ignore[union-attr]
                    await cup.floor.do(table, wager_of(live, name, 25_00), by(name))
                cup.hands.pass_(500)
                void = VoidRound(ground="impractical", reason="the lights went out")
                await cup.floor.do(table, void, supervisor)
                lasts = QUICK.betting
            else:
                cup.hands.pass_(500)
                await cup.do(SetPace(direction="faster", seconds=30))
                lasts = 30_000
            await settled()
            assert live.due == cup.hands.at + lasts
            cup.hands.pass_(lasts)
            line = live.line
            await cup.floor.tick(live)
            assert live.line > line, "somebody who has not wagered is taken to be away"

    run(test())


# --- who never wagers does not win


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_20_14_finalists_who_step_away_do_not_win_by_never_wagering(
    instrument: str, sqlite: Store
) -> None:
    async def test() -> None:
        changes = {"sessions": FIVE, "buy_back": {"offered": False}}
        async with playing(sqlite, instrument, 4, **changes) as cup:
            live = the_table(cup)
            await step_away(cup, live, "p001", "p002", "p003")
            await only(cup, live, {"p004"}, 1)
            for name in ("p001", "p002", "p003"):
                found = cup.tournament.entrants[name]
                assert (found.status, found.chips) == (Status.OUT, 0), name
            await to_the_prizes(cup)
            places = {e.name: e.place for e in cup.tournament.entrants.values()}
            assert places["p004"] == 1
            assert all(places[name] != 1 for name in ("p001", "p002", "p003"))
        inspected = inspect(sqlite)
        assert inspected.sound, [str(each) for each in inspected.findings]

    run(test())


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_20_14_who_lets_the_clock_run_is_out_too(instrument: str, sqlite: Store) -> None:
    async def test() -> None:
        changes = {"sessions": FIVE, "buy_back": {"offered": False}}
        async with playing(sqlite, instrument, 3, **changes) as cup:
            live = the_table(cup)
            await only(cup, live, {"p001", "p002"}, 1)
            assert cup.tournament.entrants["p003"].status is Status.OUT
            assert cup.tournament.entrants["p001"].status is Status.IN
            await to_the_prizes(cup)

    run(test())


@pytest.mark.clause("18:19.14")
def test_19_14_where_the_conditions_say_so_the_minimum_is_taken_every_round(
    sqlite: Store,
) -> None:
    async def test() -> None:
        options = {"decks": 6, "soft_17": "stand", "sitting_out": "minimum"}
        async with playing(sqlite, ACT_2018, 3, sessions=FIVE, options=options) as cup:
            live = the_table(cup)
            await step_away(cup, live, "p003")
            before = cup.tournament.entrants["p003"].chips
            await only(cup, live, {"p001", "p002"}, 3)
            least = live.table.sign.of("main").minimum
            assert cup.tournament.entrants["p003"].chips == before - 3 * least
            assert cup.tournament.entrants["p003"].status is Status.IN
            await to_the_prizes(cup)

    run(test())


@pytest.mark.clause("nsw:19.5.6.1", "nsw:19.5.6.2", "nsw:19.6.4")
def test_19_5_6_three_minimums_are_deducted_and_then_the_absent_are_disqualified(
    sqlite: Store,
) -> None:
    async def test() -> None:
        wagering = {"allocation": "by ballot"}
        changes = {"sessions": FIVE, "wagering": wagering, "levels": []}
        async with playing(sqlite, CHALLENGE, 3, **changes) as cup:
            live = the_table(cup)
            await step_away(cup, live, "p003")
            before = cup.tournament.entrants["p003"].chips
            least = live.table.sign.of("main").minimum
            for number in (1, 2, 3):
                await only(cup, live, {"p001", "p002"}, number)
                assert cup.tournament.entrants["p003"].chips == before - number * least
            await only(cup, live, {"p001", "p002"}, 4)
            assert cup.tournament.entrants["p003"].status is Status.DISQUALIFIED
            await to_the_prizes(cup)
            assert cup.tournament.entrants["p003"].place is None

    run(test())


@pytest.mark.clause("nsw:19.5.6", "nsw:19.5.6.1")
def test_19_5_6_1_the_minimum_is_deducted_from_who_never_took_the_seat(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 3)
            cup = Cup(floor, hands, CHALLENGE, pace=QUICK)
            await cup.take_entries(3, example(CHALLENGE, **{**ONE, "sessions": FIVE}))
            await cup.all(cup.ballot())
            for name in ("p001", "p002"):
                await cup.do(TakeSeat(player=name), DEALER)
            hands.pass_(max(0, (cup.tournament.session.starts or 0) - hands.at))
            await cup.do(StartSession())
            await settled()
            live = the_table(cup)
            least = live.table.sign.of("main").minimum
            before = cup.tournament.entrants["p003"].chips
            await only(cup, live, {"p001", "p002"}, 1)
            assert cup.tournament.entrants["p003"].chips == before - least
            await cup.do(TakeSeat(player="p003"), DEALER)
            assert "p003" in live.table.patrons.arrived
            await to_the_prizes(cup)

    run(test())


# --- when nobody is there


@pytest.mark.parametrize("instrument", [*ACT, CHALLENGE])
def test_if_everybody_is_away_no_round_is_dealt_to_the_first_who_bets_alone_and_at_once(
    instrument: str, sqlite: Store
) -> None:
    async def test() -> None:
        changes = {"sessions": FIVE, "buy_back": {"offered": False}}
        async with playing(sqlite, instrument, 3, **changes) as cup:
            live = the_table(cup)
            await cup.floor.tick(live)
            await step_away(cup, live, "p001", "p002", "p003")
            cup.hands.pass_(10 * QUICK.betting)
            await cup.floor.tick(live)
            assert live.table.number == 0
            assert live.due is None
            assert all(e.status is Status.IN for e in cup.tournament.entrants.values())
            order = play_at(live.table).this_round.asked or [play_at(live.table).positions["p001"]]
            first = players_in(live.table)[order[-1]]
            chips = {e.name: e.chips for e in cup.tournament.entrants.values()}
            await cup.floor.do(live.set_up.command.table, wager_of(live, first, 25_00), by(first))
            cup.hands.pass_(QUICK.betting // 2)
            await cup.floor.tick(live)
            assert live.table.number == 0  # the others have their time
            other = next(name for name in chips if name != first)
            await only(cup, live, {first, other}, 1)
            assert live.table.number == 1
            assert cup.tournament.entrants[other].status is Status.IN
            await to_the_prizes(cup)

    run(test())


def test_nobody_is_put_out_by_a_round_that_nobody_wagers_for(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3, sessions=FIVE) as cup:
            live = the_table(cup)
            cup.hands.pass_(QUICK.betting + 1)  # everybody is there, and nobody does anything
            await cup.floor.tick(live)
            assert live.table.patrons.away == {"p001", "p002", "p003"}
            assert not play_at(live.table).ruled_out
            assert live.table.number == 0
            await to_the_prizes(cup)

    run(test())


def test_who_steps_away_in_a_hand_has_the_time_for_the_next_wager(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3, sessions=FIVE) as cup:
            live = the_table(cup)
            name = live.set_up.command.table
            for each in ("p001", "p002", "p003"):
                await cup.floor.do(name, wager_of(live, each, 25_00), by(each))
            await step_away(cup, live, "p003")
            while live.table.phase is not Phase.BETTING or live.table.number == 0:
                cup.hands.pass_(1_000)
                await cup.floor.tick(live)
            for each in ("p001", "p002"):
                await cup.floor.do(name, wager_of(live, each, 25_00), by(each))
            cup.hands.pass_(QUICK.betting - 2_000)
            await cup.floor.tick(live)
            assert live.table.number == 1
            await cup.floor.do(name, wager_of(live, "p003", 25_00), by("p003"))
            await cup.floor.tick(live)
            assert live.table.number == 2
            assert {wager.player for wager in live.table.wagers} == {"p001", "p002", "p003"}
            await to_the_prizes(cup)

    run(test())


# --- additional rounds, substitutes


@pytest.mark.clause("06:20.14", "06:20.21")
def test_20_21_nobody_wins_an_additional_round_by_not_wagering(sqlite: Store) -> None:
    async def test() -> None:
        one = [{"name": "final", "rounds": 1, "seats": 7}]
        async with playing(sqlite, ACT_2006, 2, sessions=one) as cup:
            live = the_table(cup)
            await only(cup, live, {"p001", "p002"}, 1)
            chips = {e.name: e.chips for e in cup.tournament.entrants.values()}
            assert chips["p001"] == chips["p002"]
            await play_on(cup, lambda name: 25_00)
            cup.floor.entropy()  # the shoe after this one begins with a Blackjack
            await cup.do(EndSession())
            await settled()
            (play_off,) = cup.floor.tables.values()
            await step_away(cup, play_off, "p001")
            box = play_at(play_off.table).positions["p002"]
            hit = Hit(box=box)
            while not any(isinstance(f, TieDecided) for f in cup.tournament.facts):
                for name in _may_wager(play_off, {"p002"}):
                    wager = wager_of(play_off, name, 25_00)
                    await cup.floor.do(play_off.set_up.command.table, wager, by(name))
                if play_off.table.check(hit, by("p002"), cup.hands.at) is None:
                    await cup.floor.do(play_off.set_up.command.table, hit, by("p002"))  # and loses
                cup.hands.pass_(1_000)
                await cup.floor.tick(play_off)
                await settled()
            assert cup.tournament.entrants["p002"].chips < chips["p001"]
            await play_on(cup, lambda name: 25_00)
            await cup.do(AwardPlaces())
            assert cup.tournament.entrants["p002"].place == 1

    run(test())


@pytest.mark.clause("nsw:19.7.1")
def test_19_7_1_a_substitute_gets_no_fresh_pass_card(sqlite: Store) -> None:
    async def test() -> None:
        wagering = {"allocation": "by ballot", "pass_cards": 1}
        async with playing(sqlite, CHALLENGE, 3, sessions=FIVE, wagering=wagering) as cup:
            live = the_table(cup)
            name = live.set_up.command.table
            await cup.floor.do(name, PlayPassCard(player="p003"), by("p003"))
            await only(cup, live, {"p001", "p002"}, 1)
            await cup.floor.command_house(Enrol(person="sid", roles=(Role.PLAYER,)), OPERATOR)
            await cup.floor.command_house(BuyIn(person="sid", amount=100_00), by("sid"))
            swap = Substitute(player="sid", instead_of="p003", copy_given=True, paid=100_00)
            await cup.do(swap)
            await cup.do(TakeSeat(player="sid"), DEALER)
            assert play_at(live.table).passes["sid"] == 0
            assert "sid" in live.table.patrons.arrived

    run(test())


@pytest.mark.clause("18:19.14")
def test_19_14_if_nobody_comes_back_the_director_ends_it(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3, sessions=FIVE) as cup:
            live = the_table(cup)
            await step_away(cup, live, "p001", "p002", "p003")
            for name in ("p001", "p002", "p003"):
                await cup.floor.do(live.set_up.command.table, RuleOut(player=name), TOM)
            await settled()
            assert all(e.status is Status.OUT for e in cup.tournament.entrants.values())
            await to_the_prizes(cup)  # and all of the pool goes back to the players

    run(test())


# --- who lets the time pass in their turn


SILENT = [ACT_2006, BACCARAT, HOLDEM, CHALLENGE]


async def nobody_wagers(cup: Cup, live: LiveTable) -> None:
    """The time of everybody passes, and nobody does anything."""
    for _ in range(12):
        cup.hands.pass_(QUICK.betting // 2 + 1)
        await cup.floor.tick(live)
        await settled()


@pytest.mark.clause("06:20.16", "bac:15.16", "uth:16.17")
@pytest.mark.clause("nsw:19.9.4")
@pytest.mark.parametrize("reading", ["out", "minimum"])
@pytest.mark.parametrize("instrument", SILENT)
def test_20_16_a_round_that_nobody_wagers_for_puts_out_the_last_asked_no_more_than_the_first(
    instrument: str, reading: str, sqlite: Store
) -> None:
    async def test() -> None:
        options = example(instrument).options | {"sitting_out": reading}
        changes = {"sessions": FIVE, "buy_back": {"offered": False}, "options": options}
        async with playing(sqlite, instrument, 3, **changes) as cup:
            live = the_table(cup)
            assert is_ordered(live.table)
            before = {e.name: e.chips for e in cup.tournament.entrants.values()}
            await nobody_wagers(cup, live)
            play = play_at(live.table)
            assert not play.ruled_out
            assert not play.this_round.deductions
            assert live.table.patrons.away == set(before)
            assert live.due is None
            first = players_in(live.table)[play.this_round.asked[0]]
            back = ComeBack(player=first)  # and all are asked anew
            await cup.floor.do(live.set_up.command.table, back, by(first))
            await only(cup, live, before, 1)
            assert all(e.status is Status.IN for e in cup.tournament.entrants.values())
            await to_the_prizes(cup)

    run(test())


@pytest.mark.clause("nsw:19.6.4", "nsw:19.9.4")
def test_19_6_4_who_is_silent_in_turn_is_disqualified_when_the_others_have_been_asked(
    sqlite: Store,
) -> None:
    async def test() -> None:
        options = example(CHALLENGE).options | {"no_wager_precedence": "disqualification"}
        wagering = {"allocation": "by ballot", "order": True, "seconds": 30}
        changes = {"sessions": FIVE, "options": options, "wagering": wagering}
        async with playing(sqlite, CHALLENGE, 3, **changes) as cup:
            live = the_table(cup)
            silent = players_in(live.table)[1]  # the first who is asked
            others = {"p001", "p002", "p003"} - {silent}
            await only(cup, live, others, 1)
            assert cup.tournament.entrants[silent].status is Status.DISQUALIFIED
            await to_the_prizes(cup)

    run(test())


# --- additional rounds that come to nothing


@asynccontextmanager
async def equals(store: Store, players: int) -> AsyncIterator[tuple[Cup, LiveTable]]:
    """An additional round of mini-baccarat between players who have done the same all along."""
    one = [{"name": "final", "rounds": 1, "seats": 7}]
    async with playing(store, BACCARAT, players, sessions=one, prize_ties="play-off") as cup:
        await play_on(cup, lambda name: 25_00)
        await cup.do(EndSession())
        await settled()
        assert len(cup.tournament.ties[0].players) == players
        (play_off,) = cup.floor.tables.values()
        yield cup, play_off


@pytest.mark.clause("bac:15.14", "bac:15.3(a)(xi)(D)")
def test_15_14_an_additional_round_for_which_nobody_wagers_is_over(sqlite: Store) -> None:
    async def test() -> None:
        async with equals(sqlite, 2) as (cup, play_off):
            await step_away(cup, play_off, "p001", "p002")
            for name in ("p001", "p002"):
                await cup.floor.do(play_off.set_up.command.table, RuleOut(player=name), TOM)
            await settled()
            assert not cup.floor.tables
            await cup.do(AwardPlaces())
            assert {e.place for e in cup.tournament.entrants.values()} == {1}
            assert cup.account == 0

    run(test())


@pytest.mark.clause("bac:15.3(a)(xi)(D)")
def test_15_3_an_additional_round_goes_on_without_who_is_disqualified_in_it(sqlite: Store) -> None:
    async def test() -> None:
        async with equals(sqlite, 3) as (cup, play_off):
            while not play_off.table.wagers:
                for name in _may_wager(play_off, ("p001", "p002", "p003")):
                    wager = wager_of(play_off, name, 25_00)
                    await cup.floor.do(play_off.set_up.command.table, wager, by(name))
                await cup.floor.tick(play_off)
            await cup.do(Disqualify(player="p001", ground=Ground.BREACH, reason="took chips"))
            stake = {"p002": 25_00, "p003": 50_00}
            await play_on(cup, lambda name: stake.get(name, 25_00))
            await cup.do(AwardPlaces())
            assert cup.tournament.entrants["p001"].place is None
            assert {cup.tournament.entrants[name].place for name in stake} == {1, 2}

    run(test())


# --- sessions that are measured by time

HALF_AN_HOUR = [{"name": "final", "minutes": 30, "seats": 7}]


@pytest.mark.clause("uth:A:Session")
def test_a_session_whose_time_is_up_is_over_though_nobody_is_there(sqlite: Store) -> None:
    async def test() -> None:
        changes = {"sessions": HALF_AN_HOUR, "prize_ties": "share"}
        async with playing(sqlite, HOLDEM, 2, **changes) as cup:
            live = the_table(cup)
            await step_away(cup, live, "p001", "p002")
            with pytest.raises(Refused, match="goes on"):
                await cup.do(EndSession())
            cup.hands.pass_(31 * 60_000)
            await cup.do(EndSession())
            assert not cup.floor.tables
            await cup.do(AwardPlaces())
            assert cup.account == 0

    run(test())


@pytest.mark.clause("uth:A:Session")
def test_a_round_that_began_before_the_time_was_up_is_played_out(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, HOLDEM, 2, sessions=HALF_AN_HOUR) as cup:
            live = the_table(cup)
            name = live.set_up.command.table
            await cup.floor.do(name, wager_of(live, "p001", 25_00), by("p001"))
            cup.hands.pass_(31 * 60_000)
            await cup.floor.do(name, wager_of(live, "p002", 25_00), by("p002"))
            await play_on(cup, lambda name: 25_00)
            assert live.table.number == 1

    run(test())


@pytest.mark.clause("uth:A:Session")
def test_no_round_begins_when_the_time_of_the_session_is_up(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, HOLDEM, 2, sessions=HALF_AN_HOUR) as cup:
            live = the_table(cup)
            cup.hands.pass_(31 * 60_000)
            wager = wager_of(live, "p001", 25_00)
            with pytest.raises(Refused, match="not in play"):
                await cup.floor.do(live.set_up.command.table, wager, by("p001"))

    run(test())


@pytest.mark.clause("bac:15.11")
def test_15_11_a_substitute_plays_off_at_the_table_between_rounds(sqlite: Store) -> None:
    async def test() -> None:
        async with equals(sqlite, 2) as (cup, play_off):
            for name in ("sid", "ann"):
                await cup.floor.command_house(Enrol(person=name, roles=(Role.PLAYER,)), OPERATOR)
            swap = Substitute(player="sid", instead_of="p002", copy_given=True)
            await cup.do(swap)
            await settled()
            assert set(play_at(play_off.table).positions) == {"p001", "sid"}
            while not play_off.table.wagers:
                for name in _may_wager(play_off, ("p001", "sid")):
                    wager = wager_of(play_off, name, 25_00)
                    await cup.floor.do(play_off.set_up.command.table, wager, by(name))
                await cup.floor.tick(play_off)
            with pytest.raises(Refused, match="a round is in play"):
                await cup.do(Substitute(player="ann", instead_of="sid", copy_given=True))
            await play_on(cup, lambda name: 25_00 if name == "p001" else 50_00)
            await cup.do(AwardPlaces())
            assert {cup.tournament.entrants[name].place for name in ("p001", "sid")} == {1, 2}

    run(test())
