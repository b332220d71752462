"""Sessions: rounds, elimination, coming back, counts, who goes on, and ties."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    TWO_ROUNDS,
    Held,
    conditions_for,
    drafted,
    lacking,
    opened,
    order,
)

from croupier.table.tournament_law import Ties
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.other_games import RecordOtherGame, Reinstate
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.session_end import ConcludeTable, CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import PayBuyIn, RecordRound, StartSession
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.facts import (
    Advanced,
    ChipsIssued,
    ChipsReturned,
    Eliminated,
    LimitsChanged,
    PlaceAwarded,
    PointsAwarded,
    SessionEnded,
    TableConcluded,
    TieDecided,
    TieFound,
)
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Status, TournamentPhase

HEATS: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "rounds": 2, "advance_per_table": 2},
        {"name": "final", "rounds": 1, "fresh_chips": True},
    ],
    "progression": "the first two of each table",
    "session_ties": "play-off",
}


def playing(instrument: str, names: str = "A B C D", **changes: Any) -> Held:
    held = opened(instrument, **changes)
    held.seat(*names.split())
    return held


# --- chips and rounds


@pytest.mark.clause(
    "06:A:Tournament Chips", "18:A:Tournament Chips", "bac:A:Tournament Chips",
    "uth:A:Tournament Chips", "nsw:19.6", "nsw:19.6.1", "nsw:19.6.2", "nsw:19.6.8",
    "nsw:19.1.1:tournament chips", "06:A:Session", "18:A:Session", "bac:A:Session",
    "uth:A:Session", "nsw:19.1.1:session",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_everybody_begins_with_the_same_tournament_chips(instrument: str) -> None:
    held = playing(instrument)
    assert held.chips() == {"A": 1000, "B": 1000, "C": 1000, "D": 1000}
    issued = [f for f in held.tournament.facts if isinstance(f, ChipsIssued)]
    assert {f.amount for f in issued} == {1000_00}
    assert set(law_of(instrument).chips) <= set(issued[0].clauses)


def test_a_round_tells_what_everybody_at_the_table_has() -> None:
    held = playing(ACT_2018)
    held.round({"A": 1100, "B": 900, "C": 1000, "D": 1000})
    assert held.chips()["A"] == 1100
    table = next(iter(held.tournament.session.tables))
    for chips in ({"A": 1}, {"A": 1, "B": 1, "C": 1, "D": 1, "E": 1}):
        assert "nobody else" in held.refused(RecordRound(table=table, chips=chips), DEALER).reason
    below = RecordRound(table=table, chips={"A": -1, "B": 0, "C": 0, "D": 0})
    assert held.refused(below, DEALER).clauses == ("19.13",)
    assert "not in play" in held.refused(RecordRound(table="X", chips={}), DEALER).reason


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "nsw:19.6.13")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, CHALLENGE])
def test_who_cannot_wager_the_minimum_is_out(instrument: str) -> None:
    held = playing(instrument)
    held.round({"A": 25, "B": 24.99, "C": 1975, "D": 1975})
    (out,) = [f for f in held.tournament.facts if isinstance(f, Eliminated)]
    assert (out.player, out.residual) == ("B", 24_99)
    assert held.tournament.entrants["B"].status is Status.OUT
    assert held.tournament.entrants["B"].chips == 0  # what is left has no use
    assert held.tournament.entrants["A"].status is Status.IN


@pytest.mark.clause("uth:16.15", "uth:16.7")
def test_16_15_holdem_takes_an_ante_and_a_blind() -> None:
    held = playing(HOLDEM)
    held.round({"A": 50, "B": 49.99, "C": 0, "D": 1975})
    out = {f.player: f.clauses for f in held.tournament.facts if isinstance(f, Eliminated)}
    assert set(out) == {"B", "C"}
    assert out["B"][0] == "16.15"
    assert out["C"][0] == "16.7"


@pytest.mark.clause("nsw:19.6.15")
def test_19_6_15_limits_rise_when_the_conditions_said_so() -> None:
    levels = [{"session": 1, "round": 3, "limits": {"main": [100_00, 1000_00]}}]
    held = playing(CHALLENGE, levels=levels)
    held.round({"A": 90, "B": 1000, "C": 1000, "D": 1000})
    assert len(held.tournament.still_in()) == 4
    held.round({"A": 90, "B": 1000, "C": 1000, "D": 1000})  # the third round takes 100
    (changed,) = [f for f in held.tournament.facts if isinstance(f, LimitsChanged)]
    assert changed.limits == {"main": (100_00, 1000_00)}
    assert held.tournament.entrants["A"].status is Status.OUT


@pytest.mark.clause("nsw:19.1.1:session")
@pytest.mark.parametrize(
    ("measure", "rounds"),
    [({"rounds": 3}, 3), ({"shoes": 2}, 4), ({"minutes": 10}, 3), ({"until_players": 2}, 2)],
)
def test_a_session_is_so_many_rounds_or_shoes_or_minutes_or_players(
    measure: dict[str, int], rounds: int
) -> None:
    held = playing(CHALLENGE, sessions=[{"name": "final", **measure}])
    stacks: dict[str, float] = {"A": 1000, "B": 1000, "C": 1000, "D": 1000}
    (state,) = held.tournament.session.tables.values()
    for number in range(1, rounds + 1):
        assert not state.over
        assert "goes on" in held.refused(EndSession()).reason
        held.now += 4 * MINUTE
        if "until_players" in measure:
            stacks["DC"[number - 1]] = 0
        held.round(stacks, ends_shoe=number % 2 == 0)
        stacks = {name: chips for name, chips in stacks.items() if chips}
    assert state.over
    again = RecordRound(table="Table 1", chips={})
    assert "over at Table 1" in held.refused(again, DEALER).reason
    held.end()


@pytest.mark.clause("nsw:19.1.1:session")
def test_nsw_19_1_1_the_round_in_play_when_the_time_is_up_is_played_and_counts() -> None:
    """Ten minutes are set: B overtakes A in a round that ends a minute later, and goes on first."""
    held = playing(CHALLENGE, "A B", sessions=[{"name": "final", "minutes": 10}])
    held.round({"A": 1100, "B": 900})
    held.now += 11 * MINUTE
    held.round({"A": 100, "B": 1900})
    assert held.chips() == {"A": 100, "B": 1900}
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["B", "A"]


@pytest.mark.clause("nsw:19.1.1:session")
def test_nsw_19_1_1_a_session_is_over_once_and_its_winners_go_on_to_the_next() -> None:
    held = playing(CHALLENGE, **HEATS)
    assert "goes on" in held.refused(EndSession()).reason
    for _ in range(2):
        held.round({"A": 900, "B": 1100, "C": 500, "D": 1500})
    held.end()
    (ended,) = [fact for fact in held.tournament.facts if isinstance(fact, SessionEnded)]
    assert (ended.session, ended.clauses) == (1, ("19.1.1:session",))
    assert set(held.tournament.session.players) == {"B", "D"}
    again = held.refused(EndSession())
    assert ("seating" in again.reason, again.clauses) == (True, ("19.1.1:session",))


@pytest.mark.clause("nsw:19.1.1:session")
def test_nsw_19_1_1_no_table_is_concluded_at_which_the_session_is_over_or_not_played() -> None:
    held = playing(CHALLENGE, **HEATS)
    elsewhere = held.refused(ConcludeTable(table="Table 9"))
    assert elsewhere.clauses == ("19.1.1:session",)
    held.round({"A": 900, "B": 1100, "C": 0, "D": 0})
    held.round({"A": 900, "B": 1100})
    over = held.refused(ConcludeTable(table="Table 1"))
    assert over.clauses == ("19.1.1:session",)


@pytest.mark.clause("nsw:19.1.1:session")
def test_nsw_19_1_1_a_session_has_no_scores_before_it_is_played() -> None:
    held = opened(CHALLENGE)
    held.enter("A", "B")
    held.close()
    early = held.refused(RecordOtherGame(scores={}), DEALER)
    assert ("seating" in early.reason, early.clauses) == (True, ("19.1.1:session",))


@pytest.mark.clause("18:A:Session", "bac:A:Session", "uth:A:Session")
@pytest.mark.parametrize(
    ("instrument", "measures"),
    [
        (ACT_2018, ("minutes", "until_players")),
        (BACCARAT, ("minutes", "until_players")),
        (HOLDEM, ("shoes",)),
    ],
)
def test_a_session_is_measured_as_the_instrument_defines_it(
    instrument: str, measures: tuple[str, ...]
) -> None:
    for measure in measures:
        other = [{"name": "final", measure: 2}]
        why = lacking(instrument, sessions=other, wagering={"balancing": "as tables empty"})
        assert why.reason.startswith(f"sessions[1].{measure}: ")
        assert set(why.clauses) == set(law_of(instrument).session)
        beside = [
            {"name": "one", "rounds": 2, "points": [3, 1]},
            {"name": "another", measure: 2, "game": "Pontoon"},
        ]
        points = {"elimination": "none", "ties": "share", "prize_ties": "share"}
        drafted(conditions_for(instrument, sessions=beside, points=points, progression="all"))
    approved = [{"name": "final", "minutes": 30}]
    drafted(conditions_for(ACT_2006, sessions=approved))  # which prevail over the rules before them


def test_a_round_that_was_void_is_none_of_the_session() -> None:
    held = playing(ACT_2018, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 1000}, counts=False)
    (state,) = held.tournament.session.tables.values()
    assert (state.rounds, state.over) == (0, False)


# --- coming back, and chips on top

REBUY = {"offered": True, "most": 1, "method": "at once", "cost": 80_00, "chips": 800_00}


@pytest.mark.clause("18:19.6", "bac:15.6", "uth:16.6", "uth:16.7", "nsw:19.4.2(g)")
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_an_eliminated_player_buys_back_as_the_conditions_say(instrument: str) -> None:
    held = playing(instrument, buy_back=REBUY)
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    assert held.tournament.entrants["A"].status is Status.MAY_BUY_BACK
    clauses = law_of(instrument).buy_back
    assert held.refused(BuyBack(player="A", paid=100_00)).clauses == clauses
    assert held.refused(BuyBack(player="C", paid=80_00)).clauses == clauses
    assert "may still buy back" in held.refused(EndSession()).reason
    held.do(BuyBack(player="A", paid=80_00))
    assert held.chips()["A"] == 800
    held.do(DeclineBuyBack(player="B"))
    assert held.tournament.entrants["B"].status is Status.OUT
    assert held.tournament.pool.total == 400_00 + 80_00
    held.round({"A": 0, "C": 2000, "D": 2000})
    assert {e.name for e in held.tournament.still_in()} == {"C", "D"}  # once was the most


def test_nobody_buys_back_where_the_rules_or_the_conditions_do_not_let_them() -> None:
    held = playing(ACT_2006)
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    assert held.tournament.entrants["A"].status is Status.OUT
    assert held.refused(BuyBack(player="A", paid=100_00)).clauses == ("20.6",)
    late = {**REBUY, "until_round": 1}
    held = playing(ACT_2018, buy_back=late)
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 1000})
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    assert held.tournament.entrants["A"].status is Status.OUT


@pytest.mark.clause("uth:16.3(a)(iii)(H)", "uth:16.21", "uth:16.21(a)")
def test_an_add_on_brings_chips_and_goes_into_the_pool() -> None:
    terms = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}
    held = playing(HOLDEM, add_on=terms, commission={"each": 30_00})
    held.do(BuyAddOn(player="A", paid=50_00))
    assert held.chips()["A"] == 1500
    assert held.tournament.pool.total == 400_00 - 120_00 + 50_00  # nothing is kept of it
    assert "another" in held.refused(BuyAddOn(player="A", paid=50_00)).reason
    assert "costs $50" in held.refused(BuyAddOn(player="B", paid=5_00)).reason
    assert playing(ACT_2018).refused(BuyAddOn(player="A", paid=50_00)).clauses == ("19.13",)


@pytest.mark.clause("nsw:19.6.2", "nsw:19.6.3", "nsw:19.1.1:buy-in")
def test_19_6_3_who_does_not_provide_the_buy_in_is_out_before_the_session() -> None:
    held = opened(CHALLENGE, buy_in=50_00)
    held.enter("A", "B", "C")
    early = held.refused(PayBuyIn(player="A", paid=50_00))
    assert ("the tournament is" in early.reason, "19.6.3" in early.clauses) == (True, True)
    held.close()
    held.draw()
    held.do(PayBuyIn(player="A", paid=50_00))
    held.do(PayBuyIn(player="B", paid=50_00))
    assert "owes no" in held.refused(PayBuyIn(player="A", paid=50_00)).reason
    assert "buy-in is $50" in held.refused(PayBuyIn(player="C", paid=5_00)).reason
    bought = [p for p in held.tournament.payments if p.what is PaidFor.BUY_IN]
    assert [(each.player, each.amount) for each in bought] == [("A", 50_00), ("B", 50_00)]
    held.start()
    (out,) = [f for f in held.tournament.facts if isinstance(f, Eliminated)]
    assert (out.player, "19.6.3" in out.clauses) == ("C", True)
    assert held.tournament.entrants["C"].status is Status.OUT
    assert held.tournament.pool.total == 300_00  # the price of chips is no part of it


# --- counting and the end


@pytest.mark.clause("nsw:19.5.8", "nsw:19.11.3")
def test_19_5_8_the_chips_are_counted_before_a_session_is_decided() -> None:
    held = playing(CHALLENGE, sessions=[{"name": "final", "rounds": 1}])
    stacks = {"A": 1300.0, "B": 900.0, "C": 800.0, "D": 1000.0}
    held.round(stacks)
    assert held.refused(EndSession()).clauses == ("19.5.8", "19.11.3")
    counted = {name: round(chips * 100) for name, chips in stacks.items()}
    wrong = CountChips(table="Table 1", chips={**counted, "A": 1})
    assert "differs from the record for A" in held.refused(wrong, DEALER).reason
    held.do(CountChips(table="Table 1", chips=counted), DEALER)
    held.do(EndSession())


@pytest.mark.clause("nsw:19.5.9", "nsw:19.6.9")
def test_19_5_9_chips_go_back_to_the_inventory_and_shortages_are_recorded() -> None:
    held = playing(CHALLENGE)
    elsewhere = held.refused(ReturnChips(table="Table 9"), DEALER)
    assert elsewhere.clauses == ("19.5.9", "19.6.9")
    assert (
        "no shortage"
        in held.refused(ReturnChips(table="Table 1", missing={"25": 0}), DEALER).reason
    )
    held.do(ReturnChips(table="Table 1", missing={"25": 2}), DEALER)
    (back,) = [f for f in held.tournament.facts if isinstance(f, ChipsReturned)]
    assert (back.missing, back.clauses) == ({"25": 2}, ("19.5.9", "19.6.9"))


@pytest.mark.clause("nsw:19.5.5", "nsw:19.5.5.1")
def test_19_5_5_a_table_is_concluded_when_those_who_go_on_are_decided() -> None:
    conclude = ConcludeTable(table="Table 1")
    early = opened(CHALLENGE, **HEATS).refused(conclude)
    assert "the tournament is" in early.reason
    assert early.clauses == ("19.5.5", "19.5.5.1")
    held = playing(CHALLENGE, **HEATS)
    assert held.refused(conclude).clauses == ("19.5.5", "19.5.5.1")
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    held.do(conclude)
    (concluded,) = [f for f in held.tournament.facts if isinstance(f, TableConcluded)]
    assert (concluded.table, concluded.clauses) == ("Table 1", ("19.5.5", "19.5.5.1"))
    held.end()
    assert held.tournament.session.number == 2


@pytest.mark.clause("nsw:19.5.5", "nsw:19.5.5.1")
@pytest.mark.parametrize(("lead", "safe"), [(1_065.01, True), (1_065, False)])
def test_19_5_5_1_a_lead_that_nobody_can_catch_up_with_decides_it(lead: float, safe: bool) -> None:
    """With one round left and 50 at most on a hand: three hands of which each is doubled lose 300,
    and as the higher Blackjack they win 750 and what is rounded up to the smallest chip of 5.
    """
    sessions = [
        {"name": "heat", "rounds": 3, "advance_per_table": 1, "seats": 3},
        {"name": "final", "rounds": 2},
    ]
    conditions = HEATS | {"sessions": sessions, "progression": "the first of each table"}
    held = playing(
        CHALLENGE, "A B C", **conditions, limits={"main": (25_00, 50_00)},
        options={"smallest_chip": 5_00},
    )  # fmt: skip
    conclude = ConcludeTable(table="Table 1")
    after = {"A": 500 + lead, "B": 500, "C": 400}
    held.round(after)
    assert "19.5.5.1" in held.refused(conclude).clauses, "in two rounds it can be lost"
    held.round(after)
    if safe:
        held.do(conclude)
        held.end()
        assert [e.name for e in held.tournament.still_in()] == ["A"]
    else:
        assert held.refused(conclude).reason == "3 play on for 1 places"


@pytest.mark.clause("nsw:19.5.5.1")
def test_19_5_5_1_no_lead_is_safe_where_nobody_knows_how_many_rounds_are_left() -> None:
    sessions = [
        {"name": "heat", "minutes": 30, "advance_per_table": 1, "seats": 3},
        {"name": "final", "rounds": 2},
    ]
    conditions = HEATS | {"sessions": sessions, "progression": "the first of each table"}
    held = playing(CHALLENGE, "A B C", **conditions)
    held.round({"A": 500_000, "B": 500, "C": 400})
    assert "19.5.5.1" in held.refused(ConcludeTable(table="Table 1")).clauses


def test_elsewhere_a_session_is_played_to_its_end() -> None:
    held = playing(ACT_2018, **HEATS)
    assert held.refused(ConcludeTable(table="Table 1")).clauses == ("A:Session",)


# --- who goes on


@pytest.mark.clause("nsw:19.10", "nsw:19.10.1", "nsw:19.10.2")
def test_19_10_2_the_highest_of_each_table_go_on() -> None:
    held = opened(CHALLENGE, **HEATS)
    names = [f"p{n}" for n in range(10)]
    back = Reinstate(player="p0", table="Table 1", box=1, chips=1000_00, reason="round 1 is void")
    for command in (back, AwardPlaces()):
        early = held.refused(command)
        assert "the tournament is" in early.reason
        assert {"19.10", "19.10.2"} <= set(early.clauses)
    held.seat(*names)
    tables = list(held.tournament.session.tables)
    assert len(tables) == 2
    best: list[str] = []
    for table in tables:
        there = [each.name for each in held.tournament.at_table(table)]
        best += there[:2]
        stacks = {name: 1500.0 - 100 * n for n, name in enumerate(there)}
        held.round(stacks, table)
        held.round(stacks, table)
    held.end()
    advanced = [f.player for f in held.tournament.facts if isinstance(f, Advanced)]
    assert sorted(advanced) == sorted(best)
    assert {f.session for f in held.tournament.facts if isinstance(f, Advanced)} == {2}
    assert held.tournament.phase is TournamentPhase.SEATING
    gone = next(name for name in names if name not in best)
    no_more = held.refused(PayBuyIn(player=gone, paid=50_00))
    assert no_more.reason == f"{gone} is {held.tournament.entrants[gone].status}"
    assert {"19.10", "19.10.2"} <= set(no_more.clauses)
    held.draw()
    held.start()
    assert {e.chips for e in held.tournament.still_in()} == {1000_00}  # afresh
    again = Reinstate(player=best[0], table=tables[0], box=1, chips=1000_00, reason="void")
    playing_on = held.refused(again)
    assert "did not go out in a round" in playing_on.reason
    assert {"19.10", "19.10.2"} <= set(playing_on.clauses)
    finish = {name: 1500.0 - 100 * n for n, name in enumerate(best)}
    held.round(finish)
    held.end()
    held.do(AwardPlaces())
    awarded = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert [(f.player, f.place) for f in awarded[:4]] == [
        (name, place) for place, name in enumerate(best, 1)
    ]
    assert all({"19.10", "19.10.2"} <= set(f.clauses) for f in awarded)


def test_the_first_of_all_tables_together_may_go_on() -> None:
    sessions = [
        {"name": "heat", "rounds": 1, "advance_in_all": 3, "seats": 2},
        {"name": "final", "rounds": 1},
    ]
    held = opened(ACT_2018, **HEATS | {"sessions": sessions, "progression": "the first three"})
    held.seat(*"ABCDEF")
    chips = dict(zip("ABCDEF", (600, 500, 400, 300, 200, 100), strict=True))
    for table in held.tournament.session.tables:
        held.round({e.name: chips[e.name] for e in held.tournament.at_table(table)}, table)
    held.end()
    assert {e.name for e in held.tournament.still_in()} == set("ABC")
    held.draw()
    held.start()
    assert {e.name: e.chips for e in held.tournament.still_in()} == {
        "A": 600_00, "B": 500_00, "C": 400_00,
    }  # fmt: skip


def test_a_repechage_brings_back_who_wins_it() -> None:
    sessions = [
        {"name": "heat", "rounds": 1, "advance_in_all": 2},
        {"name": "repechage", "rounds": 1, "advance_in_all": 1, "repechage": True},
        {"name": "final", "rounds": 1},
    ]
    held = opened(
        ACT_2018, sessions=sessions, progression="two and one", session_ties="play-off",
        repechage="everybody who is out",
    )  # fmt: skip
    held.seat(*"ABCD")
    held.round({"A": 900, "B": 800, "C": 700, "D": 0})
    held.end()
    assert set(held.tournament.session.players) == {"C", "D"}
    held.draw()
    held.start()
    assert held.tournament.entrants["D"].chips == 1000_00
    held.round({"C": 500, "D": 1500})
    held.end()
    assert {e.name for e in held.tournament.still_in()} == {"A", "B", "D"}
    assert held.tournament.entrants["C"].status is Status.OUT
    held.draw()
    held.start()
    held.round({"A": 1, "B": 800, "D": 1500})
    held.end()
    held.do(AwardPlaces())
    assert [name for name, _ in sorted(held.places().items(), key=lambda p: p[1][0] or 0)] == [
        "D", "B", "A", "C",
    ]  # fmt: skip


# --- ties


@pytest.mark.clause("06:20.21", "nsw:19.10.3", "nsw:19.1.1:play-off", "nsw:19.1.1:tie")
@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_equal_chips_at_the_line_play_on_until_they_differ(instrument: str) -> None:
    held = playing(instrument, **HEATS)
    stacks = {"A": 900, "B": 600, "C": 600, "D": 200}
    held.round(stacks)
    held.round(stacks)
    held.end()
    (tie,) = [f for f in held.tournament.facts if isinstance(f, TieFound)]
    assert (set(tie.players), tie.places, tie.how) == ({"B", "C"}, 1, Ties.PLAY_OFF)
    assert held.tournament.phase is TournamentPhase.TIES
    assert held.refused(PlayOffRound(chips={"B": 1}), DEALER).clauses == tie.clauses
    held.do(PlayOffRound(chips={"B": 550_00, "C": 550_00}), DEALER)
    assert held.tournament.phase is TournamentPhase.TIES
    held.do(PlayOffRound(chips={"B": 600_00, "C": 500_00}), DEALER)
    assert {e.name for e in held.tournament.still_in()} == {"A", "B"}


@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_a_tie_that_decides_nothing_is_not_played_off(instrument: str) -> None:
    held = playing(instrument, **HEATS)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 100, "D": 100})
    held.end()
    assert {e.name for e in held.tournament.still_in()} == {"A", "B"}


def test_where_the_conditions_say_share_all_who_are_equal_at_the_line_go_on() -> None:
    held = playing(ACT_2018, **HEATS | {"session_ties": "share"})
    for _ in range(2):
        held.round({"A": 900, "B": 600, "C": 600, "D": 200})
    held.end()
    assert {e.name for e in held.tournament.still_in()} == {"A", "B", "C"}


@pytest.mark.clause("uth:16.3(a)(iii)(E)(III)", "uth:16.3(a)(x)")
def test_holdem_draws_cards_for_equal_points() -> None:
    held = opened(
        HOLDEM,
        sessions=[{"name": "one", "rounds": 1, "points": [10, 6, 6, 1]}],
        points={"elimination": "none", "ties": "share", "prize_ties": "draw of cards"},
    )
    held.seat(*"ABCD")
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.end()
    tries = 0
    while held.tournament.ties:
        held.do(DrawCards(secret=held.commit()))
        tries += 1
        assert tries < 20
    decided = [f for f in held.tournament.facts if isinstance(f, TieDecided)]
    assert len(decided) == tries
    assert set(decided[-1].cards) == {"B", "C"}
    best = max(decided[-1].cards.items(), key=lambda drawn: "23456789TJQKA".index(drawn[1].rank))
    held.do(AwardPlaces())
    assert held.places()[best[0]][0] == 2


@pytest.mark.clause("uth:16.3(a)(iii)(E)(II)", "18:19.3(a)(ix)(B)", "bac:15.3(a)(ix)(B)")
@pytest.mark.parametrize("instrument", [HOLDEM, ACT_2018, BACCARAT])
def test_conditions_may_have_cards_drawn_for_the_places_of_a_session(instrument: str) -> None:
    held = opened(
        instrument,
        sessions=[{"name": "one", "rounds": 1, "points": [10, 6, 3, 1]}],
        points={"elimination": "none", "ties": "draw of cards", "prize_ties": "share"},
    )
    held.seat(*"ABCD")
    held.round({"A": 900, "B": 800, "C": 800, "D": 600})
    held.end()
    while held.tournament.ties:
        held.do(DrawCards(secret=held.commit()))
    (*_, decided) = [f for f in held.tournament.facts if isinstance(f, TieDecided)]
    assert set(law_of(instrument).session_ties.clauses) <= set(decided.clauses)
    points = {each.name: each.points for each in held.tournament.entrants.values()}
    (second,), (third,) = decided.order
    assert [points[name] for name in ("A", second, third, "D")] == [10, 6, 3, 1]


@pytest.mark.clause("uth:16.3(a)(iii)(E)(II)", "uth:16.3(a)(viii)(B)", "uth:16.3(a)(x)")
def test_16_3_a_a_tie_is_found_under_the_item_that_says_how_it_is_decided() -> None:
    """For going on it is (viii)(B), for the places of a session (E)(II), for the pool (x)."""

    def found(chips: dict[str, int], **changes: Any) -> set[str]:
        held = playing(HOLDEM, **changes)
        for _ in range(held.tournament.conditions.sessions[0].rounds or 0):
            held.round(chips)
        held.end()
        (tie,) = [f for f in held.tournament.facts if isinstance(f, TieFound)]
        assert tie.players == ("B", "C")
        return {"16.3(a)(iii)(E)(II)", "16.3(a)(viii)(B)", "16.3(a)(x)"}.intersection(tie.clauses)

    level = {"A": 900, "B": 600, "C": 600, "D": 200}
    assert "16.3(a)(viii)(B)" in found(level, **HEATS)
    in_points = [{"name": "one", "rounds": 1, "points": [10, 6, 3, 1]}]
    drawn = {"elimination": "none", "ties": "draw of cards", "prize_ties": "share"}
    assert "16.3(a)(iii)(E)(II)" in found(level, sessions=in_points, points=drawn)
    assert found(level, **TWO_ROUNDS, prize_ties="play-off") == {"16.3(a)(x)"}


@pytest.mark.clause("uth:16.3(a)(x)")
def test_16_3_a_x_holdem_players_with_equal_chips_may_play_off_for_the_prizes() -> None:
    held = playing(HOLDEM, **TWO_ROUNDS, prize_ties="play-off")
    held.round({"A": 900, "B": 900, "C": 100, "D": 80})
    held.round({"A": 900, "B": 900, "C": 100, "D": 80})
    held.end()
    (tie,) = held.tournament.ties
    assert (tie.players, tie.how) == (("A", "B"), "play-off")
    held.do(PlayOffRound(chips={"A": 800_00, "B": 1000_00}), DEALER)
    held.do(AwardPlaces())
    assert (held.places()["B"], held.places()["A"]) == ((1, 200), (2, 120))


def test_a_tie_is_told_apart_in_the_way_that_was_published() -> None:
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 900, "C": 100, "D": 50})
    held.end()
    assert "play-off" in held.refused(DrawCards(secret="00" * 32)).reason
    assert held.refused(AwardPlaces()).clauses == ("20.19",)


# --- points


@pytest.mark.clause("bac:15.3(a)(ix)(B)", "18:19.3(a)(ix)(B)")
def test_points_over_sessions_are_added_up_and_shared_by_equals() -> None:
    sessions = [
        {"name": "one", "rounds": 1, "points": [8, 5, 2, 0], "fresh_chips": True},
        {"name": "two", "rounds": 1, "points": [8, 5, 2, 0], "fresh_chips": True},
    ]
    for instrument in (BACCARAT, ACT_2018):
        held = opened(
            instrument, sessions=sessions, progression="everybody plays both",
            points={"elimination": "none", "ties": "share"},
        )  # fmt: skip
        held.seat(*"ABCD")
        held.round({"A": 900, "B": 900, "C": 500, "D": 10})
        held.end()
        points = {f.player: f.points for f in held.tournament.facts if isinstance(f, PointsAwarded)}
        assert points == {"A": "13/2", "B": "13/2", "C": "2", "D": "0"}
        assert {e.name for e in held.tournament.still_in()} == set("ABCD")  # D plays on
        held.draw()
        held.start()
        held.round({"A": 100, "B": 900, "C": 500, "D": 950})
        held.end()
        held.do(AwardPlaces())
        assert {n: p for n, (p, _) in held.places().items()} == {"B": 1, "D": 2, "A": 3, "C": 4}


def test_a_session_is_not_begun_twice_nor_before_it_is_seated() -> None:
    held = playing(ACT_2018)
    assert "playing" in held.refused(StartSession()).reason


def test_a_session_may_be_of_another_authorised_game() -> None:
    sessions = [
        {"name": "roulette", "rounds": 1, "game": "roulette", "points": [5, 3, 1]},
        {"name": "blackjack", "rounds": 1, "points": [10, 6, 2], "fresh_chips": True},
    ]
    held = opened(
        ACT_2018, sessions=sessions, progression="everybody plays both",
        points={"elimination": "none", "ties": "share"},
    )  # fmt: skip
    held.seat("A", "B", "C")
    told = RecordOtherGame(scores={"A": 7, "B": 90, "C": 20})
    short = RecordOtherGame(scores={"A": 7})
    assert held.refused(short, DEALER).clauses == ("19.3(a)(ii)(D)",)
    held.do(told, DEALER)
    held.end()
    points = {f.player: f.points for f in held.tournament.facts if isinstance(f, PointsAwarded)}
    assert points == {"B": "5", "C": "3", "A": "1"}
    held.draw()
    held.start()
    assert "at the tables" in held.refused(told, DEALER).reason
    held.round({"A": 1200, "B": 900, "C": 800})
    held.end()
    held.do(AwardPlaces())
    assert {name: place for name, (place, _) in held.places().items()} == {"A": 1, "B": 1, "C": 3}


def test_who_went_out_in_a_round_that_is_void_is_back_in() -> None:
    held = playing(CHALLENGE)
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    free = next(n for n in range(1, 5) if ("Table 1", n) not in seats_of(held))
    back: dict[str, Any] = {"player": "A", "table": "Table 1", "box": free, "chips": 1000_00}
    assert "which round" in held.refused(Reinstate(**back, reason="")).reason
    assert "not go out" in held.refused(Reinstate(**back | {"player": "B"}, reason="x")).reason
    assert "not void" in held.refused(Reinstate(**back, reason="x")).reason
    for other in (0, 2):
        wrong = RecordRound(table="Table 1", chips=dict.fromkeys("BCD", 1000_00), counts=False,
                            voids=other)  # fmt: skip
        assert "no round that counts" in held.refused(wrong, DEALER).reason
    held.round({"B": 1000, "C": 1000, "D": 1000}, counts=False, voids=1)
    taken = next(n for n in range(1, 5) if ("Table 1", n) in seats_of(held))
    assert "not free" in held.refused(Reinstate(**back | {"box": taken}, reason="x")).reason
    assert "was 1,000" in held.refused(Reinstate(**back | {"chips": 1}, reason="x")).reason
    held.do(Reinstate(**back, reason="round 1 is void"))
    assert held.chips()["A"] == 1000
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 1000})


def seats_of(held: Held) -> set[tuple[str, int] | None]:
    return {each.seat for each in held.tournament.still_in()}
