"""Places, the pool and prizes to the cent; conduct, disqualification, disputes; what prevails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSTRUMENTS,
    SEVEN,
    Held,
    conditions_for,
    drafted,
    opened,
)

from croupier.aggregate.roles import Person, Role
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.tournament_law import SameRound
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.conduct import (
    AttestChips,
    Breach,
    CallBreak,
    Disqualify,
    RaiseDispute,
    ReportBreach,
    SetPace,
    SettleDispute,
)
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.sessions import RecordRound
from croupier.tournament.conditions import rulings, terms_in_force
from croupier.tournament.facts import Disqualified, Finished, MoneyRefunded, PlaceAwarded, TermRuled
from croupier.tournament.prize_pool import Paid, PaidFor, divide, pool_of, prizes, scale_for
from croupier.tournament.ranking import Exit, contested, cut_at, groups, standings_of_exits
from croupier.tournament.state import Ground, Status, TournamentPhase


def played(instrument: str, stacks: Mapping[str, float], **changes: Any) -> Held:
    """A final of one round, after which everybody has so many dollars in chips."""
    chosen: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 1}]}
    held = opened(instrument, **chosen | changes)
    held.seat(*stacks)
    held.round(stacks)
    held.end()
    return held


# --- places

OF_TWO_ROUNDS = [{"name": "final", "rounds": 2}]


@pytest.mark.clause(
    "06:20.19", "06:20.20", "18:19.18", "18:19.19", "bac:15.20", "bac:15.21", "uth:16.20",
    "uth:16.21", "uth:16.21(b)", "nsw:19.5.8", "nsw:19.3.2",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_all_of_the_pool_goes_to_the_places(instrument: str) -> None:
    held = played(instrument, {"A": 800, "B": 1000, "C": 900, "D": 700})
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 200), "C": (2, 120), "A": (3, 80), "D": (4, 0)}
    assert held.tournament.phase is TournamentPhase.FINISHED
    (end,) = [f for f in held.tournament.facts if isinstance(f, Finished)]
    assert end.pool == 400_00
    assert set(held.chips().values()) == {0}  # all chips are back
    held.refused(AwardPlaces())


def test_later_rounds_place_higher_and_sessions_above_all() -> None:
    held = opened(ACT_2018)
    held.seat(*"ABCDE")
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 1000, "E": 0})
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 0})
    for _ in range(8):
        held.round({"A": 1000, "B": 1001, "C": 999})
    held.end()
    held.do(AwardPlaces())
    assert sorted("ABCDE", key=lambda name: held.places()[name]) == list("BACDE")


@pytest.mark.clause("06:20.22")
def test_20_22_who_goes_out_in_the_same_round_shares_the_prizes() -> None:
    held = played(ACT_2006, {"A": 1000, "B": 0, "C": 10, "D": 24}, sessions=OF_TWO_ROUNDS)
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 200), "B": (2, 66.67), "C": (2, 66.67), "D": (2, 66.66)}
    shared = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded) and f.place == 2]
    assert {f.shared_by for f in shared} == {3}
    assert "20.22" in shared[0].clauses


@pytest.mark.clause("nsw:19.10.4")
def test_19_10_4_residual_chips_then_the_larger_wager_then_who_lost_later() -> None:
    names = "ABCD"
    held = opened(CHALLENGE, limits={"main": [10_00, 500_00]})
    held.seat(*names, "W")
    held.round(
        {"A": 5, "B": 0, "C": 0, "D": 0, "W": 1000},
        wagered={"A": 10, "B": 100, "C": 80, "D": 80}, taken=("D", "B", "C"),
    )  # fmt: skip
    held.end()
    held.do(AwardPlaces())
    assert sorted(held.places(), key=lambda n: held.places()[n][0] or 0) == list("WABCD")


@pytest.mark.clause("18:19.3(a)(xi)", "bac:15.3(a)(xi)", "uth:16.3(a)(x)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_conditions_may_say_how_the_same_round_is_placed_where_the_rules_do_not(
    instrument: str,
) -> None:
    exits, two = {"A": 1000, "B": 20, "C": 10}, {"sessions": OF_TWO_ROUNDS}
    held = played(instrument, exits, **two)
    held.do(AwardPlaces())
    assert held.places()["B"] == held.places()["C"] == (2, 75)
    held = played(instrument, exits, **two, same_round=SameRound.RESIDUAL.value)
    held.do(AwardPlaces())
    assert held.places()["B"] == (2, 90)
    assert held.places()["C"] == (3, 60)


def test_goods_go_to_their_place() -> None:
    added = [
        {"what": "a cruise", "value": 5000_00, "place": 1},
        {"what": "cash", "value": 100_00},
    ]
    held = played(HOLDEM, {"A": 900, "B": 800, "C": 700}, added_value=added)
    held.do(AwardPlaces())
    first = next(f for f in held.tournament.facts if isinstance(f, PlaceAwarded))
    assert (first.player, first.goods) == ("A", ("a cruise",))
    assert sum(prize for _, prize in held.places().values()) == 400


# --- money


AMOUNTS = st.integers(0, 10**9)


@given(AMOUNTS, st.lists(st.integers(0, 50), min_size=1, max_size=30), st.integers(1, 40))
def test_prizes_are_the_pool_to_the_cent(pool: int, weights: list[int], places: int) -> None:
    whole = sum(weights)
    if not whole:
        weights, whole = [1], 1
    percent = [f"{weight * 100}/{whole}" for weight in weights]
    amounts = prizes(pool, percent, places)
    assert sum(amounts) == pool
    assert min(amounts) >= 0
    given = min(places, len(weights)) if sum(weights[:places]) else 1
    assert len(amounts) == given


@given(AMOUNTS, st.integers(1, 50))
def test_equal_parts_leave_no_cent_and_differ_by_one_at_most(amount: int, between: int) -> None:
    parts = divide(amount, between)
    assert sum(parts) == amount
    assert max(parts) - min(parts) <= 1
    assert parts == sorted(parts, reverse=True)


def test_the_breakdown_may_depend_on_the_number_of_entries() -> None:
    conditions = conditions_for(
        ACT_2018, prizes=[{"percent": ["100"], "entries": 5}, {"percent": ["60", "40"]}]
    )
    assert scale_for(conditions, 5).percent == ("100",)
    assert scale_for(conditions, 6).percent == ("60", "40")


def test_a_commission_of_a_percentage_keeps_no_part_of_a_cent() -> None:
    conditions = conditions_for(
        ACT_2018, entry_fee=33_33, commission={"percent": "7.5", "approval": "CR 7"}
    )
    pool = pool_of(conditions, [Paid(name, PaidFor.ENTRY, 33_33) for name in "ABC"])
    assert (pool.fees, pool.commission, pool.total) == (99_99, 7_49, 92_50)


@pytest.mark.clause("18:19.20", "bac:15.22", "18:19.3(a)(ii)(F)", "bac:15.3(a)(ii)(f)")
def test_of_what_buys_somebody_back_a_commission_is_kept_or_not() -> None:
    """Four fees of 100 and one buy-back of 80, of which a tenth or nothing is kept.

    Both instruments allow one entry but for buying back, and a commission of the entry fees.
    """
    rebuy = {"offered": True, "method": "at once", "cost": 80_00, "chips": 800_00}
    for instrument in (ACT_2018, BACCARAT):
        for value, kept in (("entry_fee", 48_00), ("pool", 40_00)):
            options = {} if value == "entry_fee" else {"buy_back_fee": value}
            held = opened(
                instrument, options=options, buy_back=rebuy,
                commission={"percent": "10", "approval": "CR 7"},
            )  # fmt: skip
            held.seat("A", "B", "C", "D")
            held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
            held.do(BuyBack(player="A", paid=80_00))
            assert held.tournament.pool.commission == kept
            assert held.tournament.pool.total == 480_00 - kept


def test_hold_em_keeps_nothing_of_what_is_bought_later() -> None:
    rebuy = {"offered": True, "method": "at once", "cost": 80_00, "chips": 800_00}
    held = opened(HOLDEM, buy_back=rebuy, commission={"percent": "10"})
    held.seat("A", "B")
    held.round({"A": 0, "B": 1000})
    held.do(BuyBack(player="A", paid=80_00))
    assert held.tournament.pool.commission == 20_00


# --- ranking


@given(st.dictionaries(st.text(min_size=1), st.tuples(st.integers(0, 5)), min_size=1), st.data())
def test_a_cut_lets_as_many_through_as_it_should(standings: dict[str, Any], data: Any) -> None:
    advance = data.draw(st.integers(1, len(standings)))
    found = cut_at(groups(standings), advance)
    assert len(found.through) + found.places == advance
    assert sorted([*found.through, *found.tied, *found.cut]) == sorted(standings)
    assert not found.tied or found.places < len(found.tied)
    worst = min((standings[name] for name in found.through), default=(9,))
    best = max((standings[name] for name in (*found.tied, *found.cut)), default=(-1,))
    assert worst > best


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=9))
def test_residual_chips_make_a_total_order(exits: list[tuple[int, int]]) -> None:
    gone = [Exit(f"p{n}", left, bet, n + 1) for n, (left, bet) in enumerate(exits)]
    found = groups(standings_of_exits(1, 1, gone, SameRound.RESIDUAL))
    assert [len(equal) for equal in found] == [1] * len(exits)
    shared = groups(standings_of_exits(1, 1, gone, SameRound.SHARE))
    assert len(shared) == 1


def test_a_tie_matters_only_for_different_prizes() -> None:
    assert contested([["A", "B"], ["C"]], [50, 50, 20]) == []
    assert contested([["A", "B"], ["C", "D"]], [50, 50, 20]) == [(3, ["C", "D"])]
    assert contested([["A"], ["B", "C"]], [100]) == []


# --- conduct


@pytest.mark.clause(
    "06:20.17", "06:20.18", "18:19.16", "18:19.17", "bac:15.18", "bac:15.19", "uth:16.18",
    "uth:16.19", "nsw:19.6.11",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_breaks_and_pace_are_the_directors(instrument: str) -> None:
    held = opened(instrument)
    held.seat("A", "B")
    assert "how long" in held.refused(CallBreak(minutes=0)).reason
    held.do(CallBreak(minutes=15))
    held.do(SetPace(direction="wager when you are asked", seconds=30))
    held.refused(SetPace(direction=""))
    told = [notice for _, notice in held.tournament.notices]
    assert [f.detail for f in told] == ["15 minutes", "wager when you are asked: 30 s"]


@pytest.mark.clause("06:20.18", "18:19.17", "bac:15.19", "uth:16.19", "nsw:19.6.11")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_19_17_only_the_director_sets_the_speed_of_play(instrument: str) -> None:
    held = opened(instrument)
    pace = SetPace(direction="wager when you are asked", seconds=30)
    assert held.refused(pace).reason == "the tournament is taking entries"
    held.seat("A", "B")
    for role in set(Role) - {Role.TOURNAMENT_DIRECTOR}:
        held.refused(pace, Person("somebody", role))
    held.refused(pace, Person("another", Role.TOURNAMENT_DIRECTOR))
    assert held.refused(SetPace(direction="faster", seconds=0)).clauses
    (told,) = held.do(pace)
    assert isinstance(told, Notified)
    assert (told.to, told.detail) == ("players", "wager when you are asked: 30 s")
    assert held.tournament.pace is not None
    assert held.tournament.pace.seconds == 30
    held.do(SetPace(direction="take your time"))
    assert held.tournament.pace.seconds == 30  # a direction alone changes no time


@pytest.mark.clause(
    "06:20.12", "06:20.13", "18:19.12", "18:19.13", "18:19.15", "bac:15.12", "bac:15.13",
    "bac:15.17", "uth:16.13", "uth:16.14", "nsw:19.6.5", "nsw:19.6.6", "nsw:19.6.7", "nsw:19.11",
    "nsw:19.11.1",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_only_people_can_see_is_attested(instrument: str) -> None:
    law = law_of(instrument)
    held = opened(instrument)
    held.seat("A", "B")
    held.do(AttestChips(table="Table 1"), DEALER)
    for breach in Breach:
        held.do(ReportBreach(player="A", breach=breach, detail="seen by dan"), DEALER)
    seen = [f for f in held.tournament.facts if isinstance(f, Attested)]
    assert [f.clauses for f in seen] == [
        law.chips_in_view, law.advice, law.chips_in_view, law.chips_untouched,
        law.concealment or law.chips_in_view, law.chips_untouched,
    ]  # fmt: skip


@pytest.mark.clause(
    "nsw:19.5.7", "nsw:19.11.4", "nsw:19.6.5", "nsw:19.6.7", "nsw:19.6.4", "nsw:19.3.2"
)
def test_19_5_7_who_breaks_the_rules_is_disqualified_without_a_refund() -> None:
    grounds = {
        Ground.BREACH: ("19.5.7", "19.11.4"),
        Ground.CONCEALED: ("19.6.7",),
        Ground.INCREASED: ("19.6.5",),
        Ground.NO_WAGER: ("19.6.4",),
    }
    for ground, clauses in grounds.items():
        held = opened(CHALLENGE)
        held.seat("A", "B", "C")
        refund = Disqualify(player="A", ground=ground, reason="seen", refund=True)
        assert "19.3.2" in held.refused(refund).clauses
        assert (
            "what happened" in held.refused(Disqualify(player="A", ground=ground, reason="")).reason
        )
        held.do(Disqualify(player="A", ground=ground, reason="seen"))
        (gone,) = [f for f in held.tournament.facts if isinstance(f, Disqualified)]
        assert gone.clauses == clauses
        assert held.tournament.entrants["A"].status is Status.DISQUALIFIED
        held.refused(Disqualify(player="A", ground=ground, reason="again"))


@pytest.mark.clause("nsw:19.5.6", "nsw:19.5.6.2")
def test_19_5_6_2_who_is_absent_is_disqualified_and_refunded_only_by_approval() -> None:
    held = opened(CHALLENGE)
    held.seat("A", "B", "C")
    held.do(Disqualify(player="A", ground=Ground.ABSENT, reason="not there"))
    held.do(Disqualify(player="B", ground=Ground.ABSENT, reason="in hospital", refund=True))
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert [(f.player, f.amount) for f in refunds] == [("B", 100_00)]
    assert held.tournament.pool.fees == 200_00


@pytest.mark.clause("nsw:19.5.6", "nsw:19.5.6.2")
def test_19_5_6_nobody_is_absent_before_the_specified_time_nor_when_out() -> None:
    held = opened(CHALLENGE)
    held.enter("A", "B", "C")
    held.close()
    absent = Disqualify(player="C", ground=Ground.ABSENT, reason="not there", refund=True)
    assert "until the specified time" in held.refused(absent).reason
    held.draw()
    held.sit("A", "B")
    held.now = SEVEN - 1
    assert "until the specified time" in held.refused(absent).reason
    held.now = SEVEN
    there = Disqualify(player="A", ground=Ground.ABSENT, reason="not there")
    assert "has taken the seat" in held.refused(there).reason
    assert held.tournament.check(absent, DIRECTOR, held.now) is None
    held.sit("C")
    assert "has taken the seat" in held.refused(absent).reason
    held.start()
    assert held.tournament.check(absent, DIRECTOR, held.now) is None  # for C may go again
    held.round({"A": 1500, "B": 1500, "C": 0})
    assert held.refused(absent).clauses == ("19.5.6", "19.5.6.2")  # and no fee goes back


def test_the_act_excludes_from_the_game_who_breaks_its_rules() -> None:
    for instrument, clause in ((ACT_2006, "16.2(b)"), (BACCARAT, "14.2(b)"), (HOLDEM, "15.3(b)")):
        held = opened(instrument)
        held.seat("A", "B", "C")
        absent = Disqualify(player="A", ground=Ground.ABSENT, reason="not there")
        assert "nobody is disqualified" in held.refused(absent).reason
        held.do(Disqualify(player="A", ground=Ground.BREACH, reason="took chips away"))
        (gone,) = [f for f in held.tournament.facts if isinstance(f, Disqualified)]
        assert clause in gone.clauses


def test_who_is_disqualified_has_no_place_and_the_pool_goes_to_the_others() -> None:
    held = opened(CHALLENGE, sessions=[{"name": "final", "rounds": 1}])
    held.seat("A", "B", "C", "D")
    held.do(Disqualify(player="A", ground=Ground.BREACH, reason="marked cards"))
    held.round({"B": 900, "C": 800, "D": 700})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 200), "C": (2, 120), "D": (3, 80)}


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_a_dispute_stops_the_game_until_the_manager_decides() -> None:
    held = opened(CHALLENGE)
    held.seat("A", "B")
    assert "in dispute" in held.refused(SettleDispute(decision="x")).reason
    held.do(RaiseDispute(text="the count of A"), DEALER)
    record = RecordRound(table="Table 1", chips={"A": 1, "B": 1})
    assert held.refused(record, DEALER).clauses == ("19.11.2",)
    held.do(SettleDispute(decision="it stands"))
    held.round({"A": 1000, "B": 1000})
    assert any(isinstance(f, Exercised) for f in held.tournament.facts)


# --- which prevails


@pytest.mark.clause(
    "06:20.1", "06:20.5", "06:20.20", "18:19.1", "18:19.3(b)", "18:19.19", "bac:15.1",
    "bac:15.3(b)", "uth:16.1", "uth:16.3(b)", "nsw:19.1", "nsw:19.1.1", "nsw:19.2", "nsw:19.2.1",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_2006_lets_conditions_prevail_over_the_game_and_the_others_do_not(instrument: str) -> None:
    held = drafted(
        conditions_for(instrument, overrides={"blackjack_pays": "2:1", "pool_returned": "95"})
    )
    game, pool = (f for f in held.tournament.facts if isinstance(f, TermRuled))
    law = law_of(instrument)
    assert game.conditions_prevail is (instrument == ACT_2006)
    assert pool.conditions_prevail is False  # the rules about prizes are out of reach
    assert set(law.all_returned) <= set(pool.clauses)
    in_force = terms_in_force(held.tournament.conditions, law)
    assert in_force == ({"blackjack_pays": "2:1"} if instrument == ACT_2006 else {})
    assert [each.term for each in rulings(held.tournament.conditions, law)] == [
        "blackjack_pays", "pool_returned",
    ]  # fmt: skip
