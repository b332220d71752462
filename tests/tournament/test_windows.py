"""Until when players come back, add to their chips and pay for them; nothing counts afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.books import gains
from tests.tournament.support import (
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    HEATS,
    HOLDEM,
    MINUTE,
    TWO_ROUNDS,
    opened,
    order,
    playing,
)

from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.session_end import ConcludeTable, EndSession
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.facts import Advanced, PointsAwarded
from croupier.tournament.state import Status

REBUY = {"offered": True, "most": 1, "method": "at once", "cost": 80_00, "chips": 800_00}
ADD_ON = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}


# --- buying back


@pytest.mark.clause(
    "18:19.3(a)(ii)(F)", "bac:15.3(a)(ii)(f)", "uth:16.3(a)(iii)(G)", "nsw:19.4.2(g)"
)
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_nobody_buys_back_after_the_round_until_which_it_is_offered(instrument: str) -> None:
    held = playing(instrument, buy_back={**REBUY, "until_round": 2})
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 1000})
    held.round({"A": 0, "B": 0, "C": 1000, "D": 1000})
    held.do(BuyBack(player="A", paid=80_00))  # the second round is the last that is played
    held.round({"A": 800, "C": 1000, "D": 1000})
    late = held.refused(BuyBack(player="B", paid=80_00))
    assert late.clauses == law_of(instrument).buy_back
    assert "until round 2" in late.reason
    held.do(DeclineBuyBack(player="B"))
    assert held.tournament.entrants["B"].status is Status.OUT


@pytest.mark.clause("uth:16.3(a)(iii)(G)", "nsw:19.4.2(g)")
@pytest.mark.parametrize("instrument", [HOLDEM, CHALLENGE])
def test_nobody_buys_back_when_the_time_of_the_session_is_up(instrument: str) -> None:
    held = playing(instrument, sessions=[{"name": "final", "minutes": 10}], buy_back=REBUY)
    held.now += 9 * MINUTE
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    held.now += MINUTE
    assert "no play at Table 1" in held.refused(BuyBack(player="A", paid=80_00)).reason


@pytest.mark.clause("nsw:19.5.5.1")
def test_19_5_5_1_a_table_is_not_concluded_while_somebody_may_buy_back() -> None:
    held = playing(CHALLENGE, **HEATS, buy_back=REBUY)
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    conclude = ConcludeTable(table="Table 1")
    held.do(DeclineBuyBack(player="A"))
    refusal = held.refused(conclude)
    assert "B may still buy back" in refusal.reason
    assert "19.4.2(g)" in refusal.clauses
    held.do(DeclineBuyBack(player="B"))
    held.do(conclude)


@pytest.mark.clause("nsw:19.5.5.1")
def test_19_5_5_1_where_places_are_for_all_those_at_other_tables_may_buy_back_too() -> None:
    sessions = [
        {"name": "heat", "rounds": 9, "advance_in_all": 2, "seats": 2},
        {"name": "final", "rounds": 1},
    ]
    held = opened(CHALLENGE, **HEATS | {"sessions": sessions}, buy_back=REBUY)
    held.seat(*"ABCD")
    one, other = held.tournament.session.tables
    for table in (one, other):
        first, second = (each.name for each in held.tournament.at_table(table))
        held.round({first: 0, second: 2000}, table)
        if table == one:
            held.do(DeclineBuyBack(player=first))
    assert "may still buy back" in held.refused(ConcludeTable(table=one)).reason


# --- add-ons


@pytest.mark.clause("uth:16.3(a)(iii)(H)", "uth:16.14")
def test_16_14_no_chips_are_added_after_the_last_round() -> None:
    held = playing(HOLDEM, "A B C", **TWO_ROUNDS, add_on=ADD_ON)
    held.round({"A": 1000, "B": 1000, "C": 1000})
    held.do(BuyAddOn(player="B", paid=50_00))
    held.round({"A": 1100, "B": 1000, "C": 900})
    late = held.refused(BuyAddOn(player="C", paid=50_00))  # 1,400 would be the most
    assert {"16.14", "16.3(a)(iii)(H)"} <= set(late.clauses)
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["A", "B", "C"]
    assert gains(held) == {"A": 75, "B": -45, "C": -30, "cage": 0}  # of 350: 175, 105, 70


@pytest.mark.clause("uth:16.14")
def test_16_14_no_chips_are_added_when_the_time_is_up() -> None:
    held = playing(HOLDEM, sessions=[{"name": "final", "minutes": 10}], add_on=ADD_ON)
    held.now += 10 * MINUTE
    assert "16.14" in held.refused(BuyAddOn(player="A", paid=50_00)).clauses


# --- buy-ins


@pytest.mark.clause("nsw:19.6.3", "nsw:19.10.1")
def test_19_6_3_who_did_not_pay_the_buy_in_takes_no_place_that_is_left() -> None:
    """Two of three pay, and of the table two go on; then one pays, and one goes on."""
    held = opened(CHALLENGE, **HEATS, buy_in=50_00)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    for name in "AB":
        held.do(PayBuyIn(player=name, paid=50_00))
    held.start()
    held.round({"A": 0, "B": 2000})
    held.round({"B": 2000})
    held.end()
    advanced = {f.player for f in held.tournament.facts if isinstance(f, Advanced)}
    assert advanced == {"A", "B"}  # A was out in the first round, and is the second of the table
    held = opened(CHALLENGE, **HEATS, buy_in=50_00)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    held.do(PayBuyIn(player="A", paid=50_00))
    held.start()
    held.round({"A": 1000})
    held.round({"A": 1000})
    held.end()
    advanced = {f.player for f in held.tournament.facts if isinstance(f, Advanced)}
    assert advanced == {"A"}


@pytest.mark.clause("nsw:19.6.3")
def test_19_6_3_who_did_not_pay_the_buy_in_has_no_points_and_does_not_play_on_for_them() -> None:
    sessions = [{"name": name, "rounds": 1, "points": [5, 3, 1]} for name in ("one", "two")]
    points: dict[str, Any] = {"elimination": "none", "ties": "play-off"}
    held = opened(
        CHALLENGE, sessions=sessions, progression="everybody plays both", buy_in=50_00,
        points=points,
    )  # fmt: skip
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    for name in "AB":
        held.do(PayBuyIn(player=name, paid=50_00))
    held.start()
    held.round({"A": 900, "B": 800})
    held.end()
    won = {f.player: f.points for f in held.tournament.facts if isinstance(f, PointsAwarded)}
    assert won == {"A": "5", "B": "3"}
    assert held.tournament.session.players == ["A", "B"]


@pytest.mark.clause("18:19.3(a)(ii)(F)", "bac:15.3(a)(ii)(f)")
@pytest.mark.clause("uth:16.3(a)(iii)(G)", "nsw:19.4.2(g)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_no_session_goes_on_for_who_did_not_buy_back_in_time(instrument: str) -> None:
    terms = {"offered": True, "method": "at the desk", "cost": 50_00, "chips": 500_00}
    held = playing(instrument, "A B C", buy_back=terms | {"until_round": 1})
    held.round({"A": 1000, "B": 1000, "C": 0})
    (state,) = held.tournament.session.tables.values()
    held.round({"A": 2000, "B": 0})
    assert state.over  # one is left, and C could have come back until then
    assert "may still buy back" in held.refused(EndSession()).reason
    held.do(DeclineBuyBack(player="C"))
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["A", "B", "C"]
